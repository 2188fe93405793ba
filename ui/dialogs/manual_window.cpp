// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/manual_window.h"
#include "ui/app/text.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QShortcut>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>
#include <QWidget>
#include <algorithm>
#include <array>
#include <string_view>

namespace duologue::ui {

namespace {

constexpr std::array<std::string_view, 11> kPageNames{"first-steps", "reading",   "filtering",      "charts",
                                                      "checks",      "marks",     "export",         "formats",
                                                      "tables",      "scripting", "troubleshooting"};

/// A panel, dialog or control by its object name, and the page about it.
struct PageOfPart {
    std::string_view part;
    std::string_view page;
};

constexpr std::array<PageOfPart, 23> kPagesOfParts{{
    {"queryEdit", "filtering"},
    {"facets", "filtering"},
    {"records", "filtering"},
    {"transcript", "reading"},
    {"pinnedTranscript", "reading"},
    {"hits", "reading"},
    {"raw", "reading"},
    {"comparison", "reading"},
    {"messages", "reading"},
    {"charts", "charts"},
    {"checks", "checks"},
    {"findings", "checks"},
    {"problems", "troubleshooting"},
    {"sources", "troubleshooting"},
    {"marks", "marks"},
    {"analysis", "marks"},
    {"queueDialog", "marks"},
    {"agreementDialog", "marks"},
    {"valuePicker", "marks"},
    {"exportDialog", "export"},
    {"readingDialog", "formats"},
    {"openTableDialog", "tables"},
    {"tableRowsButton", "tables"},
}};

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A line as people read it: no bars of tables, links as their words.
QString withoutMarks(QString line)
{
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]*)\]\([^)]*\))"));
    static const QRegularExpression marks(QStringLiteral(R"(^#+ |^\* |\*\*|`|^\||\|$)"));
    static const QRegularExpression bars(QStringLiteral(R"(\s*(?<!\\)\|\s*)"));
    line.replace(link, QStringLiteral("\\1")).remove(marks);
    return line.replace(bars, QStringLiteral("   "))
        .replace(QStringLiteral("\\|"), QStringLiteral("|"))
        .trimmed();
}

bool isRuleOfTable(const QString& line)
{
    return line.startsWith(QStringLiteral("| ---"));
}

} // namespace

QString manualAddress(const QString& language, const QString& page)
{
    return QStringLiteral(":/manual/%1/%2.md").arg(language, page);
}

std::vector<ManualPage> manualPages(const QString& language)
{
    std::vector<ManualPage> pages;
    for (const std::string_view name : kPageNames) {
        ManualPage page;
        page.name = textOf(name);
        QFile file(manualAddress(language, page.name));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        page.lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
        page.title = withoutMarks(page.lines.front());
        pages.push_back(std::move(page));
    }
    return pages;
}

std::vector<ManualHit> hitsIn(const std::vector<ManualPage>& pages, const QString& words)
{
    std::vector<ManualHit> hits;
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (wanted.isEmpty())
        return hits;
    for (const ManualPage& page : pages) {
        for (const QString& each : page.lines) {
            if (isRuleOfTable(each))
                continue;
            const QString line = withoutMarks(each);
            const bool isHit = std::all_of(wanted.begin(), wanted.end(), [&line](const QString& word) {
                return line.contains(word, Qt::CaseInsensitive);
            });
            if (isHit)
                hits.push_back({page.name, line});
        }
    }
    return hits;
}

QString manualPageFor(const QWidget* focus)
{
    for (const QWidget* part = focus; part != nullptr; part = part->parentWidget()) {
        const auto found =
            std::find_if(kPagesOfParts.begin(), kPagesOfParts.end(),
                         [part](const PageOfPart& each) { return textOf(each.part) == part->objectName(); });
        if (found != kPagesOfParts.end())
            return textOf(found->page);
    }
    return textOf(kPageNames.front());
}

namespace {

constexpr QSize kManualSize(1000, 720);
constexpr int kListWidth = 280;
/// Of a hit: the line that is looked for on its page.
constexpr int kLineRole = Qt::UserRole + 1;

/// The longest run of words in a line that stands as it is in the text: cells of a table are apart there.
QString longestPart(const QString& line)
{
    QString longest;
    for (const QString& part : line.split(QStringLiteral("   "), Qt::SkipEmptyParts)) {
        if (part.size() > longest.size())
            longest = part;
    }
    return longest;
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window),
      //: The folder of the manual in this language.
      m_language(tr("en")),
      m_pages(manualPages(m_language)),
      m_words(named<QLineEdit>("manualWords", this)),
      m_list(named<QListWidget>("manualPages", this)),
      m_text(named<QTextBrowser>("manualText", this))
{
    setWindowTitle(tr("Manual"));
    m_words->setPlaceholderText(tr("Search the manual"));
    m_words->setAccessibleName(m_words->placeholderText());
    m_words->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Pages"));
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Page"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenExternalLinks(true);
    m_text->setSearchPaths({QStringLiteral(":/manual/") + m_language});
    m_text->document()->setDocumentMargin(2 * kGrid);
    m_text->setFont(withChinese(font()));

    auto* side = new QWidget(this);
    makeColumn(side, {m_words, {m_list, 1}}, -1, {kGrid, kGrid, 0, 0});
    auto* both = new QSplitter(this);
    both->addWidget(side);
    both->addWidget(m_text);
    both->setSizes({kListWidth, kManualSize.width() - kListWidth});
    both->setStretchFactor(1, 1);
    both->setChildrenCollapsible(false);
    makeColumn(this, {both});
    resize(kManualSize);

    connect(m_words, &QLineEdit::textChanged, this, &ManualWindow::fill);
    connect(m_words, &QLineEdit::returnPressed, this, [this] { open(m_list->currentItem()); });
    connect(m_list, &QListWidget::itemClicked, this, &ManualWindow::open);
    connect(m_list, &QListWidget::itemActivated, this, &ManualWindow::open);
    connect(m_text, &QTextBrowser::historyChanged, this, &ManualWindow::markPage);
    connect(m_text, &QTextBrowser::sourceChanged, this,
            [this] { setPageLook(*m_text->document(), palette().color(QPalette::Mid)); });
    new QShortcut(QKeySequence(Qt::Key_Escape), this, [this] { close(); });
    new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_F), this, [this] { m_words->setFocus(); });
    new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Left), this, [this] { m_text->backward(); });
    new QShortcut(QKeySequence(Qt::ALT | Qt::Key_Right), this, [this] { m_text->forward(); });
    fill({});
}

void ManualWindow::showPage(const QString& name)
{
    m_text->setSource(QUrl(QStringLiteral("qrc") + manualAddress(m_language, name)),
                      QTextDocument::MarkdownResource);
    markPage();
}

QString ManualWindow::page() const
{
    return QFileInfo(m_text->source().path()).completeBaseName();
}

/// All pages without words, else the lines with all of them.
void ManualWindow::fill(const QString& words)
{
    m_list->clear();
    const std::vector<ManualHit> hits = hitsIn(m_pages, words);
    const auto titleOf = [this](const QString& name) {
        for (const ManualPage& each : m_pages) {
            if (each.name == name)
                return each.title;
        }
        return QString();
    };
    const auto add = [this](const QString& text, const QString& page, const QString& line) {
        auto* item = new QListWidgetItem(text, m_list);
        item->setData(Qt::UserRole, page);
        item->setData(kLineRole, line);
    };
    if (words.trimmed().isEmpty()) {
        for (const ManualPage& each : m_pages)
            add(each.title, each.name, {});
        markPage();
        return;
    }
    for (const ManualHit& hit : hits)
        add(titleOf(hit.page) + QStringLiteral(": ") + hit.line, hit.page, hit.line);
    if (hits.empty()) {
        auto* none = new QListWidgetItem(tr("No matches in the manual."), m_list);
        none->setFlags(Qt::NoItemFlags);
    }
    m_list->setCurrentRow(0);
}

void ManualWindow::open(const QListWidgetItem* item)
{
    if (item == nullptr || item->data(Qt::UserRole).toString().isEmpty())
        return;
    showPage(item->data(Qt::UserRole).toString());
    const QString line = longestPart(item->data(kLineRole).toString());
    if (line.isEmpty())
        return;
    m_text->moveCursor(QTextCursor::Start);
    if (!m_text->find(line))
        m_text->find(m_words->text().section(QLatin1Char(' '), 0, 0));
}

void ManualWindow::markPage()
{
    for (int i = 0; m_words->text().trimmed().isEmpty() && i < m_list->count(); ++i) {
        if (m_list->item(i)->data(Qt::UserRole).toString() == page())
            m_list->setCurrentRow(i);
    }
}

void showManual(QWidget& parent, const QString& page)
{
    const QString wanted = page.isEmpty() ? manualPageFor(QApplication::focusWidget()) : page;
    auto* manual = parent.findChild<ManualWindow*>(QString(), Qt::FindDirectChildrenOnly);
    if (manual == nullptr) {
        manual = new ManualWindow(&parent);
        manual->setAttribute(Qt::WA_DeleteOnClose);
    }
    manual->showPage(wanted);
    manual->show();
    manual->raise();
    manual->activateWindow();
}

void showManualOnHelp(QWidget& dialog)
{
    new QShortcut(QKeySequence(Qt::Key_F1), &dialog,
                  [&dialog] { showManual(dialog, manualPageFor(&dialog)); });
}

} // namespace duologue::ui
