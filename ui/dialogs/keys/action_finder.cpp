// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys/action_finder.h"

#include "ui/views/widgets/metrics.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

constexpr QSize kFinderSize(640, 440);
/// Nobody reads more; more words find the rest.
constexpr std::size_t kMostShown = 200;

// How well one word fits.
constexpr int kBegins = 8;
constexpr int kBeginsWord = 6;
constexpr int kWithin = 4;
constexpr int kInitials = 3;
/// In the place or the other words.
constexpr int kElsewhere = 2;

/// The first letters of the words of a text: "os" of "Open sample".
QString initialsOf(const QString& text)
{
    QString initials;
    bool isBegin = true;
    for (const QChar c : text) {
        if (isBegin && c.isLetterOrNumber())
            initials += c;
        isBegin = !c.isLetterOrNumber();
    }
    return initials;
}

int fitIn(const QString& text, const QString& word)
{
    const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
    if (at == 0)
        return kBegins;
    if (at > 0)
        return text[at - 1].isLetterOrNumber() ? kWithin : kBeginsWord;
    return word.size() > 1 && initialsOf(text).startsWith(word, Qt::CaseInsensitive) ? kInitials : 0;
}

int fitOfWord(const Findable& entry, const QString& word)
{
    if (const int fit = fitIn(entry.text, word))
        return fit;
    const bool isElsewhere = entry.place.contains(word, Qt::CaseInsensitive) ||
                             std::any_of(entry.words.begin(), entry.words.end(),
                                         [&word](const QString& other) { return fitIn(other, word) > 0; });
    return isElsewhere ? kElsewhere : 0;
}

} // namespace

int fitOf(const Findable& entry, const QStringList& words)
{
    int fit = 1;
    for (const QString& word : words) {
        const int each = fitOfWord(entry, word);
        if (each == 0)
            return 0;
        fit += each;
    }
    return fit;
}

ActionFinder::ActionFinder(std::vector<Findable> entries, QWidget* parent)
    : QDialog(parent),
      m_entries(std::move(entries)),
      m_words(new QLineEdit(this)),
      m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Find an action"));
    m_words->setObjectName(QStringLiteral("actionWords"));
    m_words->setPlaceholderText(tr("Action, field, panel, chart, recent dataset, saved filter"));
    m_words->setAccessibleName(windowTitle());
    m_words->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("actionList"));
    m_list->setAccessibleName(tr("Actions"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setColumnCount(3);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Interactive);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
    layout->addWidget(m_words);
    layout->addWidget(m_list, 1);
    connect(m_words, &QLineEdit::textChanged, this, &ActionFinder::showFound);
    connect(m_words, &QLineEdit::returnPressed, this, &ActionFinder::take);
    connect(m_list, &QTreeWidget::itemActivated, this, &ActionFinder::take);
    resize(kFinderSize);
    m_list->header()->resizeSection(1, kFinderSize.width() / 3);
    showFound({});
}

void ActionFinder::showFound(const QString& text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const int fit = fitOf(m_entries[i], words))
            found.emplace_back(fit, i);
    }
    // Those that fit alike stay in the order of the menus.
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    found.resize(std::min(found.size(), kMostShown));
    m_list->clear();
    const QBrush dim = palette().brush(QPalette::PlaceholderText);
    for (const auto& [fit, index] : found) {
        const Findable& entry = m_entries[index];
        auto* item = new QTreeWidgetItem(m_list, {entry.text, entry.place, entry.keys});
        item->setForeground(1, dim);
        item->setForeground(2, dim);
        item->setToolTip(0, entry.text);
        item->setToolTip(1, entry.place);
        item->setData(0, Qt::UserRole, static_cast<qulonglong>(index));
        item->setData(0, Qt::AccessibleTextRole,
                      QStringList{entry.text, entry.place, entry.keys}.join(QStringLiteral(", ")));
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

void ActionFinder::take()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    if (item == nullptr)
        return;
    m_chosen = &m_entries[item->data(0, Qt::UserRole).toULongLong()];
    accept();
}

/// Up and Down move in the list while the words have the focus.
bool ActionFinder::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace duologue::ui
