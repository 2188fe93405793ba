// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/query/query_bar.h"
#include "core/query/evaluate.h"
#include "core/query/query.h"
#include "core/query/stops.h"
#include "core/util/phrase_id.h"
#include "ui/app/intent_codes.h"
#include "ui/app/plain_keys.h"
#include "ui/app/query_memory.h"
#include "ui/app/record_link.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/query/query_edit.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/value_menu.h"

#include <QAccessible>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QWidget>
#include <algorithm>
#include <array>
#include <utility>

namespace duologue::ui {

class Workspace;

/// The terms of the query as chips, which cover the text of the query line while nobody types in it. A click,
/// Space, Enter, Delete or Backspace removes a term; arrow keys move between chips; each chip has a context
/// menu for its value. Chips that do not fit are counted at the end.
class QueryChips : public QWidget {
    Q_OBJECT

public:
    /// `line` is the query line.
    QueryChips(Workspace& workspace, QWidget* line);

    bool isEmpty() const { return m_chips.isEmpty(); }
    void focusFirst() { focusChip(0); }

Q_SIGNALS:
    /// A chip was removed with the mouse, or the last one by key: the focus should leave the query bar.
    void left();
    /// The user wants to edit the text.
    void editRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent*) override { Q_EMIT editRequested(); }
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    void addChip(std::size_t index, const Query& part);
    void arrange();
    void remove(std::size_t index);
    void showMenu(std::size_t index, const QPoint& point);
    void focusChip(int index);

    Workspace& m_workspace;
    QList<QToolButton*> m_chips;
    /// Says how many chips do not fit.
    QToolButton* m_more;
    /// The last press on a chip was one of the mouse.
    bool m_isByMouse = false;
};

namespace {

constexpr int kWidestChip = 280;
constexpr int kChipGap = 4;
/// Inside a chip, left and right of its text.
constexpr int kChipEdge = 8;

/// A rounded button that shows its text as it is.
class QueryChip final : public QToolButton {
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(shown()) + 2 * kChipEdge, fontMetrics().height() + 4};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QPalette& colors = palette();
        const QColor accent = colors.color(QPalette::Highlight);
        painter.setPen(hasFocus() ? QPen(accent, 2)
                                  : QPen(blended(colors.color(QPalette::Base), accent, 0.5), 1));
        painter.setBrush(blended(colors.color(QPalette::Base), accent, underMouse() ? 0.3 : 0.15));
        const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2);
        painter.setPen(colors.color(QPalette::Text));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, shown());
    }

private:
    /// Mnemonics are not drawn.
    QString shown() const { return text().replace(QLatin1String("&&"), QLatin1String("&")); }
};

Query notOf(Query part)
{
    if (part.kind == QueryKind::Not)
        return std::move(part.parts.front());
    return notQuery(std::move(part));
}

} // namespace

QueryChips::QueryChips(Workspace& workspace, QWidget* line)
    : QWidget(line), m_workspace(workspace), m_more(new QueryChip(this))
{
    setAccessibleName(tr("Filters"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setCursor(Qt::IBeamCursor);
    m_more->setCursor(Qt::ArrowCursor);
    m_more->setFocusPolicy(Qt::NoFocus);
    m_more->hide();
    hide();
    connect(m_more, &QToolButton::clicked, this, &QueryChips::editRequested);
    connect(&m_workspace, &Workspace::queryChanged, this, &QueryChips::rebuild);
}

void QueryChips::rebuild()
{
    const auto focused = std::find_if(m_chips.begin(), m_chips.end(),
                                      [](const QToolButton* chip) { return chip->hasFocus(); });
    const int index = focused == m_chips.end() ? -1 : static_cast<int>(focused - m_chips.begin());
    for (QToolButton* chip : std::exchange(m_chips, {})) {
        chip->removeEventFilter(this);
        chip->hide();
        chip->deleteLater();
    }
    const std::vector<Query> parts = conjuncts(m_workspace.query());
    // Tab goes from the line to the chips.
    QWidget* before = parentWidget();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        addChip(i, parts[i]);
        setTabOrder(before, m_chips.back());
        before = m_chips.back();
    }
    arrange();
    if (index >= 0)
        focusChip(std::min(index, static_cast<int>(m_chips.size()) - 1));
}

void QueryChips::addChip(std::size_t index, const Query& part)
{
    auto* chip = new QueryChip(this);
    const QString text = asLabel(toText(part));
    const QString shown = chip->fontMetrics().elidedText(text, Qt::ElideMiddle, kWidestChip);
    chip->setText(asMenuText(shown) + QStringLiteral("  ✕"));
    chip->setToolTip(asToolTip(tr("Remove the filter %1").arg(text)));
    chip->setAccessibleName(tr("Remove the filter %1").arg(text));
    chip->setObjectName(QStringLiteral("chip%1").arg(index));
    chip->setFocusPolicy(Qt::StrongFocus);
    chip->setContextMenuPolicy(Qt::CustomContextMenu);
    chip->installEventFilter(this);
    connect(chip, &QToolButton::clicked, this, [this, index] {
        remove(index);
        if (m_isByMouse)
            Q_EMIT left();
    });
    connect(chip, &QWidget::customContextMenuRequested, this,
            [this, index, chip](const QPoint& point) { showMenu(index, chip->mapToGlobal(point)); });
    chip->setCursor(Qt::ArrowCursor);
    m_chips << chip;
}

/// One row. The number of chips that do not fit stands after the others.
void QueryChips::arrange()
{
    const auto place = [this](QToolButton& chip, int left) {
        const QSize size = chip.sizeHint();
        chip.setGeometry(left, (height() - size.height()) / 2, size.width(), size.height());
        chip.show();
        return left + size.width() + kChipGap;
    };
    const auto moreText = [](qsizetype count) { return QStringLiteral("+%1").arg(count); };
    m_more->setText(moreText(m_chips.size()));
    const int room = width() - m_more->sizeHint().width() - kChipGap;
    int left = kChipGap;
    int shown = 0;
    for (; shown < m_chips.size(); ++shown) {
        const bool isLast = shown + 1 == m_chips.size();
        if (shown > 0 && left + m_chips[shown]->sizeHint().width() > (isLast ? width() : room))
            break;
        left = place(*m_chips[shown], left);
    }
    const auto hidden = m_chips.size() - shown;
    for (auto i = static_cast<qsizetype>(shown); i < m_chips.size(); ++i)
        m_chips[i]->hide();
    m_more->setText(moreText(hidden));
    m_more->setAccessibleName(tr("%n more filter(s)", nullptr, static_cast<int>(hidden)));
    m_more->setToolTip(m_more->accessibleName());
    if (hidden > 0)
        place(*m_more, left);
    m_more->setVisible(hidden > 0);
}

void QueryChips::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

/// The line below would take what is typed on a chip.
void QueryChips::keyPressEvent(QKeyEvent* event)
{
    const QString text = event->text();
    if (text.isEmpty() || !text.at(0).isPrint())
        QWidget::keyPressEvent(event);
}

void QueryChips::remove(std::size_t index)
{
    std::vector<Query> rest = conjuncts(m_workspace.query());
    if (index >= rest.size())
        return;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
    m_workspace.setQuery(Query::all(std::move(rest)));
}

void QueryChips::showMenu(std::size_t index, const QPoint& point)
{
    const std::vector<Query> parts = conjuncts(m_workspace.query());
    if (index >= parts.size())
        return;
    const Query& part = parts[index];
    QMenu menu(this);
    if (part.kind == QueryKind::Term && part.term.kind == TermKind::Equals) {
        addValueActions(menu, m_workspace, part.term.field, part.term.value);
        menu.addSeparator();
    }
    menu.addAction(tr("Show only this"), this, [this, part] { m_workspace.setQuery(part); });
    menu.addAction(part.kind == QueryKind::Not ? tr("Require this") : tr("Exclude this"), this,
                   [this, index, parts] {
                       std::vector<Query> changed = parts;
                       changed[index] = notOf(changed[index]);
                       m_workspace.setQuery(Query::all(std::move(changed)));
                   });
    menu.addAction(tr("Remove"), this, [this, index] { remove(index); });
    menu.addAction(tr("Copy"), this, [part] { QGuiApplication::clipboard()->setText(toQt(toText(part))); });
    menu.exec(point);
}

void QueryChips::focusChip(int index)
{
    if (index < 0) {
        Q_EMIT left();
        return;
    }
    // A chip that does not fit is a term to edit in the text.
    if (index < m_chips.size() && m_chips[index]->isVisibleTo(this))
        m_chips[index]->setFocus(Qt::OtherFocusReason);
    else
        Q_EMIT editRequested();
}

bool QueryChips::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_isByMouse = true;
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    m_isByMouse = false;
    const int index = static_cast<int>(m_chips.indexOf(static_cast<QToolButton*>(watched)));
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        remove(static_cast<std::size_t>(index));
        return true;
    case Qt::Key_Left:
        focusChip(std::max(index - 1, 0));
        return true;
    case Qt::Key_Right:
        focusChip(std::min(index + 1, static_cast<int>(m_chips.size()) - 1));
        return true;
    case Qt::Key_Menu:
        showMenu(static_cast<std::size_t>(index),
                 m_chips[index]->mapToGlobal(m_chips[index]->rect().bottomLeft()));
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

namespace {

/// The pause in typing after which the query is applied, in milliseconds.
constexpr int kTypingPause = 300;
/// An explanation that the user did not type for stays so long, in milliseconds.
constexpr int kReadingTime = 8000;
/// Room at the right end of the line for the button that clears it.
constexpr int kClearRoom = 26;

/// A mistake that may disappear as the user types on.
bool isUnfinished(const QueryMistake& mistake, const QString& text)
{
    constexpr std::array kUnfinished{PhraseId::NoValue,          PhraseId::NothingToFind,
                                     PhraseId::NothingToExclude, PhraseId::NoCloseBracket,
                                     PhraseId::NoClosingQuote,   PhraseId::NoClosingSlash,
                                     PhraseId::NoCount};
    return static_cast<qsizetype>(mistake.end) == text.toUtf8().size() &&
           std::find(kUnfinished.begin(), kUnfinished.end(), mistake.what.id) != kUnfinished.end();
}

} // namespace

QueryBar::QueryBar(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_memory(new QueryMemory(this)),
      m_edit(named<QueryEdit>("queryEdit", workspace, *m_memory, this)),
      m_chips(new QueryChips(workspace, m_edit)),
      m_unfinished(named<QLabel>("queryUnfinished", tr("not applied yet"), m_edit)),
      m_mistake(named<WrappedLabel>("queryMistake", this)),
      m_typing(this),
      m_reading(this)
{
    setKeyArea(*m_edit, QueryKeys);
    m_edit->setAccessibleName(tr("Filter"));
    m_edit->setPlaceholderText(
        tr("Filter: words, turns:2..5, task:\"travel planning\", hallucination:yes, /pattern/ …"));
    m_edit->installEventFilter(this);
    addClearButton(*m_edit);
    m_unfinished->setForegroundRole(QPalette::PlaceholderText);
    m_unfinished->hide();
    m_mistake->setMargin(4);
    m_mistake->setFrameStyle(QFrame::StyledPanel | QFrame::Plain);
    m_mistake->setAutoFillBackground(true);
    m_mistake->setBackgroundRole(QPalette::Base);
    m_mistake->setForegroundRole(QPalette::WindowText);
    m_mistake->hide();
    makeRow(this, {m_edit}, -1, {8, 6, 8, 6});

    m_typing.setObjectName(QStringLiteral("typingPause"));
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    m_reading.setSingleShot(true);
    m_reading.setInterval(kReadingTime);
    connect(&m_reading, &QTimer::timeout, this, [this] {
        if (m_mistake && !m_edit->hasFocus())
            m_mistake->hide();
    });
    connect(&m_typing, &QTimer::timeout, this, [this] { applyText(false); });
    connect(m_edit, &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        applyText(true);
        if (m_edit->isApplied())
            Q_EMIT entered();
    });
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& text) {
        // The line may become empty without textEdited, as by setText().
        if (text.isEmpty() && !m_applying)
            m_typing.start();
        showChips();
    });
    connect(m_edit, &QueryEdit::leaving, this, &QueryBar::leave);
    connect(m_edit, &QueryEdit::restoreRequested, this, &QueryBar::restore);
    connect(m_edit, &QueryEdit::chipsRequested, this, [this] {
        m_chips->show();
        m_chips->focusFirst();
    });
    connect(m_edit, &QueryEdit::suggestionsClosed, this, [this] {
        if (m_edit->hasFocus() && m_unfinished->isVisibleTo(m_edit))
            m_typing.start();
    });
    const auto edit = [this] { m_edit->setFocus(Qt::OtherFocusReason); };
    connect(m_chips, &QueryChips::left, this, &QueryBar::chipsLeft);
    connect(m_chips, &QueryChips::editRequested, this, edit);
    connect(&m_workspace, &Workspace::queryChanged, this, &QueryBar::showQuery);
}

QueryBar::~QueryBar()
{
    // The line hides its list when it is destroyed, after this.
    m_edit->disconnect(this);
    m_edit->removeEventFilter(this);
    delete m_mistake;
}

QLineEdit* QueryBar::edit() const
{
    return m_edit;
}

void QueryBar::run(const QString& text)
{
    m_edit->setText(text);
    applyText(true);
}

bool QueryBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::Resize)
        placeParts();
    if (watched == m_edit && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
        // After the event.
        QMetaObject::invokeMethod(
            this,
            [this] {
                showChips();
                if (m_mistake)
                    m_mistake->setVisible(!m_mistake->text().isEmpty() && m_edit->hasFocus());
            },
            Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

void QueryBar::placeParts()
{
    const QRect room = m_edit->rect().adjusted(2, 2, -kClearRoom, -2);
    m_chips->setGeometry(room);
    const QSize size = m_unfinished->sizeHint();
    m_unfinished->setGeometry(room.right() - size.width(), room.top(), size.width(), room.height());
    placeExplanation();
}

void QueryBar::showChips()
{
    m_chips->setVisible(!m_edit->hasFocus() && !m_chips->isEmpty() && m_edit->isApplied());
}

/// A text that is not applied is not lost when something else changes the query.
void QueryBar::showQuery()
{
    const QString text = toQt(toText(m_workspace.query()));
    m_memory->note(text, false);
    if (m_applying)
        return;
    m_typing.stop();
    const QString typed = m_edit->text();
    const bool isSetAside = !typed.isEmpty() && !m_edit->isApplied();
    m_applying = true;
    if (isSetAside)
        m_edit->setAside();
    m_edit->showApplied(text);
    m_applying = false;
    showUnfinished({});
    showMistake(std::nullopt);
    showChips();
    if (isSetAside)
        explain(tr("“%1” was not applied. Undo in the query bar restores it.").arg(typed),
                palette().color(QPalette::WindowText));
}

void QueryBar::applyText(bool asked)
{
    m_typing.stop();
    if (isRecordLink(m_edit->text())) {
        openLink();
        return;
    }
    if (!asked && m_edit->isChoosingValue()) {
        showMistake(std::nullopt);
        showUnfinished(tr("Choose a value, or press Enter."));
        return;
    }
    m_applying = true;
    const auto mistake = m_workspace.setQueryText(m_edit->text());
    m_applying = false;
    if (!mistake)
        m_edit->markApplied();
    // A text that needs more is not wrong yet.
    const bool isTyping = mistake && !asked && isUnfinished(*mistake, m_edit->text());
    showUnfinished(mistake ? translated(mistake->what) : QString(), isTyping ? QString() : stillShown());
    showMistake(isTyping ? std::nullopt : mistake);
    if (asked && !mistake)
        m_memory->note(toQt(toText(m_workspace.query())), true);
    showChips();
}

/// A pasted link leads to its conversation; the filter stays.
void QueryBar::openLink()
{
    const QString link = m_edit->text().trimmed();
    const auto place = placeOfLink(m_workspace.snapshot(), link);
    restore();
    if (!place) {
        m_workspace.reportPassing(tr("The link does not lead to a conversation in this dataset:"), link);
        return;
    }
    m_workspace.openRecord(place->row);
    m_workspace.showText(place->row, Stop::kNoText, 0, place->message);
}

/// Applies what was typed last, so that a click elsewhere adds to it.
void QueryBar::leave()
{
    if (m_typing.isActive())
        applyText(false);
}

void QueryBar::restore()
{
    m_typing.stop();
    m_applying = true;
    m_edit->setAside();
    m_edit->showApplied(toQt(toText(m_workspace.query())));
    m_applying = false;
    showUnfinished({});
    showMistake(std::nullopt);
}

/// "still showing: task:travel", no longer than a third of the line.
QString QueryBar::stillShown() const
{
    constexpr int kShare = 3;
    const Query& query = m_workspace.query();
    const QString text = query.kind == QueryKind::Everything
                             ? tr("still showing all")
                             : tr("still showing: %1").arg(toQt(toText(query)));
    return m_unfinished->fontMetrics().elidedText(text, Qt::ElideRight, m_edit->width() / kShare);
}

void QueryBar::showUnfinished(const QString& why, const QString& words)
{
    const bool wasBehind = std::exchange(m_isBehind, !why.isEmpty());
    if (m_isBehind != wasBehind)
        Q_EMIT behindChanged(m_isBehind);
    m_unfinished->setText(words.isEmpty() ? tr("not applied yet") : words);
    m_unfinished->setVisible(!why.isEmpty());
    m_unfinished->setToolTip(asToolTip(why));
    m_unfinished->setAccessibleDescription(why);
    m_edit->setTextMargins(0, 0, why.isEmpty() ? 0 : m_unfinished->sizeHint().width(), 0);
    if (why.isEmpty())
        return;
    placeParts();
    QAccessibleEvent event(m_unfinished, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void QueryBar::showMistake(const std::optional<QueryMistake>& mistake)
{
    m_edit->markMistake(mistake);
    m_edit->setToolTip(mistake ? asToolTip(translated(mistake->what)) : QString());
    if (mistake)
        explain(translated(mistake->what), queryColors(palette()).mistake);
    else
        showNote();
}

void QueryBar::showNote()
{
    const QueryTerm* pattern = patternWithOtherWords(m_workspace.query());
    explain(pattern == nullptr ? QString()
                               : translated({PhraseId::PatternBounds, toText(Query::of(*pattern))}),
            palette().color(QPalette::WindowText));
}

void QueryBar::explain(const QString& text, const QColor& color)
{
    if (!m_mistake)
        return;
    m_mistake->setText(text);
    if (text.isEmpty()) {
        m_mistake->hide();
        return;
    }
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, color);
    m_mistake->setPalette(colors);
    if (m_mistake->parentWidget() != window())
        m_mistake->setParent(window());
    placeExplanation();
    m_mistake->show();
    m_mistake->raise();
    m_reading.start();
    QAccessibleEvent event(m_mistake, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void QueryBar::placeExplanation()
{
    if (!m_mistake || m_mistake->text().isEmpty() || m_mistake->parentWidget() != window())
        return;
    const QPoint below = m_edit->mapTo(window(), QPoint(0, m_edit->height()));
    const int wanted = m_mistake->fontMetrics().horizontalAdvance(m_mistake->text()) + 16;
    const int width = std::min(wanted, m_edit->width());
    m_mistake->setGeometry(below.x(), below.y(), width, m_mistake->heightForWidth(width));
}

} // namespace duologue::ui

#include "query_bar.moc"
