// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/query/query_edit.h"
#include "core/data/field_reader.h"
#include "core/query/query_parser.h"
#include "core/util/text.h"
#include "ui/app/intent_codes.h"
#include "ui/app/query_memory.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/query/query_completion.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>
#include <QPalette>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QTextCharFormat>
#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

constexpr double kReadable = 4.6;
/// At least one character, so that an underline is visible; it may extend beyond the end of the line.
constexpr int kShortestWave = 1;

const QColor& colorOf(QueryTokenKind kind, const QueryColors& colors)
{
    switch (kind) {
    case QueryTokenKind::Field:
        return colors.field;
    case QueryTokenKind::Value:
        return colors.value;
    case QueryTokenKind::Pattern:
        return colors.pattern;
    case QueryTokenKind::Operator:
    case QueryTokenKind::Bracket:
    case QueryTokenKind::Quantifier:
        return colors.keyword;
    case QueryTokenKind::Text:
        break;
    }
    return colors.text;
}

} // namespace

QueryColors queryColors(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    const bool dark = isDark(base);
    const QColor pole = dark ? QColor(Qt::white) : QColor(Qt::black);
    const auto readable = [&](QColor color) {
        while (contrast(color, base) < kReadable && color != pole)
            color = blended(color, pole, 0.1);
        return color;
    };
    QueryColors colors;
    colors.field = readable(palette.color(QPalette::Active, QPalette::Link));
    colors.value = readable(QColor(dark ? "#b5d69c" : "#2e6b2e"));
    colors.text = readable(palette.color(QPalette::Active, QPalette::Text));
    colors.pattern = readable(QColor(dark ? "#f0b87a" : "#9a4a00"));
    colors.keyword = readable(QColor(dark ? "#c3a6f0" : "#6b46a8"));
    colors.mistake = readable(QColor(dark ? "#ff8a80" : "#c62828"));
    return colors;
}

QList<QInputMethodEvent::Attribute> queryFormats(const QString& text, int cursor, const QueryColors& colors,
                                                 const WrongPart& wrong)
{
    QList<QInputMethodEvent::Attribute> formats;
    const auto add = [&](int begin, int length, const QTextCharFormat& format) {
        formats.append({QInputMethodEvent::TextFormat, begin - cursor, length, format});
    };
    const QByteArray bytes = text.toUtf8();
    const auto place = [&](std::size_t byte) {
        return static_cast<int>(QString::fromUtf8(bytes.left(static_cast<qsizetype>(byte))).size());
    };
    const int wrongEnd = wrong.begin + std::max(wrong.length, kShortestWave);
    QTextCharFormat wave;
    wave.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wave.setUnderlineColor(colors.mistake);
    for (const QueryToken& token : queryTokens({bytes.constData(), static_cast<std::size_t>(bytes.size())})) {
        QTextCharFormat format;
        format.setForeground(colorOf(token.kind, colors));
        if (token.kind == QueryTokenKind::Quantifier || token.kind == QueryTokenKind::Operator)
            format.setFontWeight(QFont::DemiBold);
        const int begin = place(token.begin);
        add(begin, place(token.end) - begin, format);
    }
    if (wrong.length > 0) {
        wave.setForeground(colors.mistake);
        add(wrong.begin, wrongEnd - wrong.begin, wave);
    }
    return formats;
}

QueryLine::QueryLine(QWidget* parent) : QLineEdit(parent)
{
    connect(this, &QLineEdit::textChanged, this, &QueryLine::paintPieces);
}

void QueryLine::markMistake(const std::optional<QueryMistake>& mistake)
{
    m_wrong = {};
    if (mistake) {
        const QByteArray bytes = text().toUtf8();
        const auto characters = [&](std::size_t count) {
            return static_cast<int>(QString::fromUtf8(bytes.left(static_cast<qsizetype>(count))).size());
        };
        // A mistake at the end of the text is marked at its last character.
        const int last = static_cast<int>(text().size()) - 1;
        const int begin = std::max(0, std::min(characters(mistake->begin), last));
        m_wrong = {begin, std::max(1, characters(mistake->end) - begin)};
    }
    paintPieces();
}

/// The only formats that a line edit draws are those of an input method, so they are sent as such an event.
void QueryLine::paintPieces()
{
    if (m_composing || m_painting)
        return;
    m_painting = true;
    QInputMethodEvent formats({}, queryFormats(text(), cursorPosition(), queryColors(palette()), m_wrong));
    QLineEdit::inputMethodEvent(&formats);
    m_painting = false;
}

void QueryLine::inputMethodEvent(QInputMethodEvent* event)
{
    m_composing = !event->preeditString().isEmpty();
    QLineEdit::inputMethodEvent(event);
    if (!m_composing)
        paintPieces();
}

void QueryLine::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        paintPieces();
}

namespace {

constexpr int kMostLines = 12;
constexpr int kCompletionPopupEdge = 8;
constexpr int kNarrowest = 260;
constexpr int kWidest = 560;

/// Draws the label on the left, the other name after it, and the count on the right, all as plain text.
class CompletionDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics& metrics = option.fontMetrics;
        const int width = metrics.horizontalAdvance(index.data().toString()) +
                          metrics.horizontalAdvance(index.data(CompletionModel::NoteRole).toString()) +
                          metrics.horizontalAdvance(index.data(CompletionModel::CountRole).toString());
        return {width + 6 * kCompletionPopupEdge, metrics.height() + kCompletionPopupEdge};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        const QPalette& palette = option.palette;
        painter->save();
        if (chosen || option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, chosen ? palette.highlight() : palette.alternateBase());
        QRect room = option.rect.adjusted(kCompletionPopupEdge, 0, -kCompletionPopupEdge, 0);
        const QColor text = chosen ? palette.color(QPalette::HighlightedText) : palette.color(QPalette::Text);
        const QColor dim = chosen ? text : palette.color(QPalette::PlaceholderText);
        const QFontMetrics& metrics = option.fontMetrics;
        const QString count = index.data(CompletionModel::CountRole).toString();
        painter->setPen(dim);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
        if (!count.isEmpty())
            room.setRight(room.right() - metrics.horizontalAdvance(count) - 2 * kCompletionPopupEdge);
        const QString label = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
        painter->setPen(text);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, label);
        room.setLeft(room.left() + metrics.horizontalAdvance(label) + 2 * kCompletionPopupEdge);
        painter->setPen(dim);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          metrics.elidedText(index.data(CompletionModel::NoteRole).toString(), Qt::ElideRight,
                                             std::max(0, room.width())));
        painter->restore();
    }
};

} // namespace

CompletionPopup::CompletionPopup(CompletionModel& model, QWidget& line) : QListView(&line), m_line(line)
{
    setWindowFlags(Qt::ToolTip | Qt::FramelessWindowHint);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
    setObjectName(QStringLiteral("completions"));
    setAccessibleName(tr("Suggestions"));
    setModel(&model);
    setItemDelegate(new CompletionDelegate(this));
    setFrameStyle(QFrame::StyledPanel | QFrame::Plain);
    setUniformItemSizes(false);
    setMouseTracking(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QListView::clicked, this,
            [this](const QModelIndex& index) { Q_EMIT accepted(index.row()); });
}

void CompletionPopup::showBelow(int x)
{
    const int rows = model()->rowCount();
    if (rows == 0) {
        hide();
        return;
    }
    setFont(m_line.font());
    clearSelection();
    setCurrentIndex({});
    scrollToTop();
    const int shownRows = std::min(rows, kMostLines);
    int width = kNarrowest;
    for (int row = 0; row < shownRows; ++row)
        width = std::max(width, sizeHintForIndex(model()->index(row, 0)).width());
    const QSize size(std::min(width + 2 * frameWidth() + kCompletionPopupEdge, kWidest),
                     shownRows * sizeHintForRow(0) + 2 * frameWidth());
    QPoint point = m_line.mapToGlobal(QPoint(x - kCompletionPopupEdge, m_line.height()));
    const QRect screen = m_line.screen()->availableGeometry();
    point.setX(std::clamp(point.x(), screen.left(), std::max(screen.left(), screen.right() - size.width())));
    if (point.y() + size.height() > screen.bottom())
        point.setY(m_line.mapToGlobal(QPoint()).y() - size.height());
    setGeometry({point, size});
    show();
    raise();
}

void CompletionPopup::hideEvent(QHideEvent* event)
{
    QListView::hideEvent(event);
    Q_EMIT closed();
}

void CompletionPopup::move(int by)
{
    const int rows = model()->rowCount();
    // A step past either end selects no row.
    int to = chosen() < 0 && by < 0 ? rows + by : chosen() + by;
    if (std::abs(by) > 1 && chosen() >= 0)
        to = std::clamp(to, 0, rows - 1);
    if (to < 0 || to >= rows) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    setCurrentIndex(model()->index(to, 0));
}

constexpr int kPage = 10;

QueryEdit::QueryEdit(Workspace& workspace, QueryMemory& memory, QWidget* parent)
    : QueryLine(parent),
      m_workspace(workspace),
      m_memory(memory),
      m_completions(new CompletionModel(this)),
      m_popup(new CompletionPopup(*m_completions, *this))
{
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_historyIndex = -1;
        m_setAside.clear();
        suggest(false);
    });
    connect(m_popup, &CompletionPopup::closed, this, &QueryEdit::suggestionsClosed);
    connect(m_popup, &CompletionPopup::accepted, this, &QueryEdit::accept);
    connect(m_popup->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &QueryEdit::describeChosen);
}

void QueryEdit::focusOutEvent(QFocusEvent* event)
{
    Q_EMIT leaving();
    m_popup->hide();
    QueryLine::focusOutEvent(event);
}

bool QueryEdit::isApplied() const
{
    const QString& shown = text();
    return shown == toQt(toText(m_workspace.query())) || (!shown.isEmpty() && shown == m_applied);
}

void QueryEdit::showApplied(const QString& text)
{
    setText(text);
    m_applied = text;
    m_popup->hide();
}

bool QueryEdit::isChoosingValue() const
{
    const bool isAsked = m_popup->isVisible() || m_valueTask.isRunning();
    if (!isAsked || m_place.kind != QueryPlace::Kind::Value || m_place.typed.empty() ||
        numberIn(m_place.typed))
        return false;
    const auto& all = m_completions->completions();
    return m_valueTask.isRunning() || std::none_of(all.begin(), all.end(), [&](const Completion& value) {
               return equalsFolded(fromQt(value.label), m_place.typed) ||
                      equalsFolded(fromQt(value.note), m_place.typed);
           });
}

/// The chips are shown only while the line has not the focus.
bool QueryEdit::focusNextPrevChild(bool next)
{
    if (!next || text().isEmpty() || !isApplied())
        return QueryLine::focusNextPrevChild(next);
    Q_EMIT chipsRequested();
    return true;
}

void QueryEdit::bringBack()
{
    setText(std::exchange(m_setAside, {}));
    Q_EMIT textEdited(text());
}

void QueryEdit::hideEvent(QHideEvent* event)
{
    m_popup->hide();
    QueryLine::hideEvent(event);
}

bool QueryEdit::event(QEvent* event)
{
    // Tab would move the focus before keyPressEvent(); Esc belongs to the list while that is open.
    if (event->type() == QEvent::KeyPress && m_popup->isVisible()) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Tab && popupKey(*key))
            return true;
    }
    if (event->type() == QEvent::ShortcutOverride && (m_popup->isVisible() || !isApplied()) &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    // Undo goes back through queries, or undoes typing that is not applied yet.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isUndo = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
        if (isUndo && isApplied() && m_setAside.isEmpty()) {
            event->ignore();
            return false;
        }
    }
    return QueryLine::event(event);
}

void QueryEdit::keyPressEvent(QKeyEvent* event)
{
    if (m_popup->isVisible() && popupKey(*event))
        return;
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        suggest(true);
        return;
    }
    if (event->key() == Qt::Key_Escape && !isApplied()) {
        Q_EMIT restoreRequested();
        return;
    }
    if (event->matches(QKeySequence::Undo) && isApplied() && !m_setAside.isEmpty()) {
        bringBack();
        return;
    }
    if (historyKey(*event))
        return;
    QueryLine::keyPressEvent(event);
}

bool QueryEdit::popupKey(QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Down:
        m_popup->move(1);
        return true;
    case Qt::Key_Up:
        m_popup->move(-1);
        return true;
    case Qt::Key_PageDown:
        m_popup->move(kPage);
        return true;
    case Qt::Key_PageUp:
        m_popup->move(-kPage);
        return true;
    case Qt::Key_Escape:
        m_popup->hide();
        return true;
    case Qt::Key_Tab:
        accept(std::max(m_popup->chosen(), 0));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_popup->chosen() >= 0) {
            accept(m_popup->chosen());
            return true;
        }
        m_popup->hide();
        return false;
    default:
        return false;
    }
}

/// Up goes to older queries, Down comes back. Down on the typed text opens the suggestions.
bool QueryEdit::historyKey(QKeyEvent& event)
{
    const bool isUp = event.key() == Qt::Key_Up;
    if ((!isUp && event.key() != Qt::Key_Down) || event.modifiers() != Qt::NoModifier)
        return false;
    const QStringList& history = m_memory.history();
    if (isUp) {
        if (m_historyIndex < 0)
            m_typed = text();
        // Skips the query that the line already shows.
        int next = m_historyIndex + 1;
        while (next < history.size() && history[next] == text())
            ++next;
        if (next >= history.size())
            return true;
        m_historyIndex = next;
    } else if (m_historyIndex < 0) {
        suggest(true);
        return true;
    } else {
        --m_historyIndex;
    }
    setText(m_historyIndex < 0 ? m_typed : history[m_historyIndex]);
    m_popup->hide();
    return true;
}

int QueryEdit::characterAt(std::size_t byte) const
{
    return static_cast<int>(QString::fromUtf8(text().toUtf8().left(static_cast<qsizetype>(byte))).size());
}

void QueryEdit::suggest(bool asked)
{
    if (asked && text().isEmpty()) {
        suggestHistory();
        return;
    }
    const QByteArray before = text().left(cursorPosition()).toUtf8();
    m_place = queryPlaceAt(fromQt(text()), static_cast<std::size_t>(before.size()));
    const bool isWord = m_place.kind == QueryPlace::Kind::Term;
    if (m_place.kind == QueryPlace::Kind::Nothing || (isWord && m_place.typed.empty() && !asked)) {
        m_popup->hide();
        return;
    }
    if (m_place.kind == QueryPlace::Kind::Value) {
        suggestValues();
        return;
    }
    m_completions->setCompletions(fieldCompletions(m_workspace.snapshot(), m_place));
    m_popup->showBelow(cursorRect().left());
}

/// In an empty line: the latest queries, then the fields.
void QueryEdit::suggestHistory()
{
    constexpr int kQueriesShown = 5;
    m_place = queryPlaceAt({}, 0);
    std::vector<Completion> all;
    for (const QString& query : m_memory.history().mid(0, kQueriesShown))
        all.push_back({query, asLabel(query), tr("earlier filter"), std::nullopt});
    for (Completion& field : fieldCompletions(m_workspace.snapshot(), m_place))
        all.push_back(std::move(field));
    m_completions->setCompletions(std::move(all));
    m_popup->showBelow(cursorRect().left());
}

void QueryEdit::suggestValues()
{
    const SnapshotPtr& snapshot = m_workspace.view()->snapshot;
    if (m_values && m_values->field == m_place.field && m_values->inMessages == m_place.inMessages &&
        m_values->snapshot == snapshot) {
        showValues();
        return;
    }
    m_popup->hide();
    m_valueTask.run([snapshot, field = m_place.field, inMessages = m_place.inMessages](
                        const Job& job) { return countValues(snapshot, field, inMessages, job); },
                    [this](FieldValuesPtr values) {
                        m_values = std::move(values);
                        const bool isAsked = m_values && m_place.kind == QueryPlace::Kind::Value &&
                                             m_values->field == m_place.field && hasFocus();
                        if (isAsked)
                            showValues();
                        // Whoever waited for values to choose from goes on without.
                        if (!m_popup->isVisible())
                            Q_EMIT suggestionsClosed();
                    });
}

void QueryEdit::showValues()
{
    std::vector<Completion> completions = valueCompletions(*m_values, m_place.typed);
    // A list with only the typed text is not shown.
    if (completions.size() == 1 && fromQt(completions.front().label) == m_place.typed)
        completions.clear();
    m_completions->setCompletions(std::move(completions));
    m_popup->showBelow(cursorRect().left());
}

void QueryEdit::accept(int row)
{
    const auto& completions = m_completions->completions();
    if (row < 0 || row >= static_cast<int>(completions.size()))
        return;
    const Completion completion = completions[static_cast<std::size_t>(row)];
    const int begin = characterAt(m_place.begin);
    const int end = characterAt(m_place.end);
    const bool goesOn =
        completion.insert.endsWith(QLatin1Char(':')) || completion.insert.endsWith(QLatin1Char('('));
    const bool needsSpace = !goesOn && (end >= text().size() || !text().at(end).isSpace());
    m_popup->hide();
    setSelection(begin, end - begin);
    insert(completion.insert + (needsSpace ? QStringLiteral(" ") : QString()));
    Q_EMIT textEdited(text());
}

/// Reports the selected suggestion to screen readers, because the focus stays in the line.
void QueryEdit::describeChosen()
{
    const QModelIndex chosen = m_popup->currentIndex();
    setAccessibleDescription(chosen.isValid() ? chosen.data(Qt::AccessibleTextRole).toString() : QString());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

} // namespace duologue::ui
