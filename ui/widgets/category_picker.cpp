// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/category_picker.h"
#include "core/analysis/bins.h"
#include "core/util/numbers.h"
#include "core/util/text.h"
#include "ui/app/plain_keys.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/widgets/accessible_part.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <optional>

namespace duologue::ui {

CategoryPicker::CategoryPicker(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setKeyArea(*this, ChartKeys);
    setMouseTracking(true);
}

void CategoryPicker::setFocusedCategory(int category)
{
    const int wanted = std::clamp(category, -1, categoryCount() - 1);
    if (wanted == m_focused)
        return;
    m_focused = wanted;
    stateChanged();
    Q_EMIT focusMoved();
}

void CategoryPicker::clampFocus()
{
    m_rangeStart = std::min(m_rangeStart, categoryCount() - 1);
    m_focused = std::min(m_focused, categoryCount() - 1);
    m_hovered = std::min(m_hovered, categoryCount() - 1);
    if (m_pressed >= categoryCount()) {
        m_pressed = -1;
        m_dragging = false;
    }
    m_dragLast = std::min(m_dragLast, categoryCount() - 1);
}

void CategoryPicker::choose(int category, Qt::KeyboardModifiers modifiers)
{
    if (category < 0 || category >= categoryCount())
        return;
    setFocusedCategory(category);
    Q_EMIT categoryClicked(category, modifiers);
}

void CategoryPicker::setHovered(int category)
{
    if (category == m_hovered)
        return;
    m_hovered = category;
    stateChanged();
}

bool CategoryPicker::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int category = categoryAt(help->pos());
    if (category < 0) {
        QToolTip::hideText();
        event->ignore();
    } else {
        QToolTip::showText(help->globalPos(), asUnwrappedTip(tipOf(category)), this);
    }
    return true;
}

void CategoryPicker::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_byKeys = false;
    m_dragging = false;
    m_pressPoint = event->position().toPoint();
    m_pressed = categoryAt(m_pressPoint);
    m_rangeStart = -1;
    m_dragLast = m_pressed;
    stateChanged();
}

void CategoryPicker::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    setHovered(categoryAt(point));
    if (m_pressed < 0 || !event->buttons().testFlag(Qt::LeftButton))
        return;
    // A small movement at the edge between two columns is not a drag.
    m_dragging = m_dragging || (point - m_pressPoint).manhattanLength() >= QApplication::startDragDistance();
    const int last = nearestCategory(point);
    if (!m_dragging || last == m_dragLast)
        return;
    m_dragLast = last;
    stateChanged();
}

void CategoryPicker::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_pressed < 0)
        return;
    const QPoint point = event->position().toPoint();
    const int first = std::exchange(m_pressed, -1);
    const bool dragged = std::exchange(m_dragging, false) ||
                         (point - m_pressPoint).manhattanLength() >= QApplication::startDragDistance();
    const int last = dragged ? nearestCategory(point) : first;
    stateChanged();
    if (last == first) {
        choose(first, event->modifiers());
    } else if (last >= 0) {
        setFocusedCategory(last);
        Q_EMIT rangeDragged(first, last);
    }
}

int CategoryPicker::columnAfterKey(int key) const
{
    const int last = categoryCount() - 1;
    switch (key) {
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return last;
    case Qt::Key_Left:
        return m_focused < 0 ? last : std::max(0, m_focused - 1);
    case Qt::Key_Right:
        return std::min(last, m_focused + 1);
    default:
        return -1;
    }
}

void CategoryPicker::moveTo(int category, bool extends)
{
    if (!extends)
        m_rangeStart = -1;
    else if (m_rangeStart < 0)
        m_rangeStart = std::max(0, m_focused);
    setFocusedCategory(category);
    if (!extends)
        return;
    if (m_rangeStart == category)
        Q_EMIT categoryClicked(category, Qt::ShiftModifier);
    else
        Q_EMIT rangeDragged(m_rangeStart, category);
}

void CategoryPicker::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int category = byKey ? m_focused : categoryAt(event->pos());
    const QPoint point = byKey && category >= 0 ? mapToGlobal(anchorOf(category)) : event->globalPos();
    Q_EMIT menuRequested(category, point);
    // Otherwise the parent shows its menu.
    event->setAccepted(isSignalConnected(QMetaMethod::fromSignal(&CategoryPicker::menuRequested)));
}

void CategoryPicker::keyPressEvent(QKeyEvent* event)
{
    const bool wasByKeys = std::exchange(m_byKeys, true);
    if (!wasByKeys)
        stateChanged();
    if (const int column = columnAfterKey(event->key()); column >= 0) {
        moveTo(column, event->modifiers().testFlag(Qt::ShiftModifier));
        return;
    }
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_focused, event->modifiers());
        return;
    case Qt::Key_Escape:
        if (hasChoice()) {
            Q_EMIT clearRequested();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void CategoryPicker::focusInEvent(QFocusEvent* event)
{
    const bool byTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                       event->reason() == Qt::ShortcutFocusReason;
    if (byTab) {
        m_byKeys = true;
        if (m_focused < 0 && categoryCount() > 0)
            m_focused = 0;
    }
    QWidget::focusInEvent(event);
    stateChanged();
    Q_EMIT focusMoved();
}

void CategoryPicker::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    stateChanged();
}

namespace {

class AccessibleBar final : public AccessiblePart {
public:
    AccessibleBar(CategoryPicker& picker, int index) : AccessiblePart(picker), m_index(index) {}

    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& action) override
    {
        if (!isValid())
            return;
        if (action == pressAction()) {
            picker().chooseBar(category(), series());
        } else if (action == setFocusAction()) {
            picker().setFocus(Qt::OtherFocusReason);
            picker().setFocusedCategory(category());
        }
    }

protected:
    bool exists() const override { return m_index < picker().categoryCount() * picker().seriesCount(); }
    QString validText(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? picker().spoken(category(), series()) : QString();
    }
    QRect rectInWidget() const override { return picker().barRect(category(), series()); }
    void addState(QAccessible::State& state) const override
    {
        state.focusable = true;
        state.multiSelectable = true;
        state.selected = picker().isChosen(category());
        state.focused = picker().hasFocus() && picker().focusedCategory() == category() && series() == 0;
    }

private:
    CategoryPicker& picker() const { return *static_cast<CategoryPicker*>(widget()); }
    int category() const { return m_index / picker().seriesCount(); }
    int series() const { return m_index % picker().seriesCount(); }

    int m_index;
};

class AccessibleBars final : public QAccessibleWidget {
public:
    explicit AccessibleBars(CategoryPicker& picker) : QAccessibleWidget(&picker, QAccessible::Chart) {}

    int childCount() const override { return picker().categoryCount() * picker().seriesCount(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        AccessiblePart* bar = m_bars.find(index);
        return bar != nullptr ? bar : m_bars.add(index, new AccessibleBar(picker(), index));
    }
    int indexOfChild(const QAccessibleInterface* child) const override { return m_bars.indexOf(child); }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const int category = picker().categoryAt(picker().mapFromGlobal(QPoint(x, y)));
        if (category < 0)
            return nullptr;
        for (int s = 0; s + 1 < picker().seriesCount(); ++s) {
            QAccessibleInterface* bar = child(category * picker().seriesCount() + s);
            if (x <= bar->rect().right())
                return bar;
        }
        return child((category + 1) * picker().seriesCount() - 1);
    }
    QAccessibleInterface* focusChild() const override
    {
        return picker().hasFocus() ? child(picker().focusedCategory() * picker().seriesCount()) : nullptr;
    }

    void clearBars() { m_bars.clear(); }

private:
    CategoryPicker& picker() const { return *static_cast<CategoryPicker*>(widget()); }

    mutable AccessibleParts m_bars;
};

void notifyBars(CategoryPicker& picker, bool sameBars)
{
    if (!QAccessible::isActive())
        return;
    if (!sameBars) {
        if (auto* bars = dynamic_cast<AccessibleBars*>(QAccessible::queryAccessibleInterface(&picker)))
            bars->clearBars();
    }
    QAccessibleEvent event(&picker, sameBars ? QAccessible::SelectionWithin : QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

void notifyFocus(CategoryPicker& picker)
{
    if (!QAccessible::isActive() || !picker.hasFocus() || picker.focusedCategory() < 0)
        return;
    QAccessibleEvent event(&picker, QAccessible::Focus);
    event.setChild(picker.focusedCategory() * picker.seriesCount());
    QAccessible::updateAccessibility(&event);
}

} // namespace

void makeAccessible(CategoryPicker& picker)
{
    installAccessible<CategoryPicker, AccessibleBars>();
    QObject::connect(&picker, &CategoryPicker::barsChanged, &picker,
                     [&picker](bool sameBars) { notifyBars(picker, sameBars); });
    QObject::connect(&picker, &CategoryPicker::focusMoved, &picker, [&picker] { notifyFocus(picker); });
}

namespace {

constexpr std::size_t kShortestRun = 3;

std::optional<double> numberOf(const GroupValue& value)
{
    return value.number ? value.number : parseNumber<double>(value.text);
}

/// Two numbers, by their digits where a double does not hold one of them. Other texts are ignored.
int compared(double left, std::string_view leftText, double right, std::string_view rightText)
{
    if (std::isfinite(left) && std::isfinite(right) &&
        (isKeptAsDigits(leftText) || isKeptAsDigits(rightText)))
        return compareDecimals(isDecimal(leftText) ? std::string(leftText) : numberText(left),
                               isDecimal(rightText) ? std::string(rightText) : numberText(right));
    return left < right ? -1 : left > right ? 1 : 0;
}

/// NaN is in no range.
bool isInRange(const QueryTerm& term, double number, const std::string& text)
{
    if (std::isnan(number) || std::isnan(term.low) || std::isnan(term.high))
        return false;
    const int low = compared(number, text, term.low, term.lowTyped);
    const int high = compared(number, text, term.high, term.highTyped);
    return (term.lowIncluded ? low >= 0 : low > 0) && (term.highIncluded ? high <= 0 : high < 0);
}

bool reaches(double from, bool fromIncluded, double to, bool toIncluded)
{
    return from < to || (from == to && fromIncluded && toIncluded);
}

/// True if the range and the bin overlap.
bool meetsBin(const QueryTerm& term, const GroupValue& bin)
{
    return reaches(*bin.number, true, term.high, term.highIncluded) &&
           reaches(term.low, term.lowIncluded, *bin.end, bin.endIncluded);
}

bool termHolds(const QueryTerm& term, const GroupValue& value)
{
    switch (term.kind) {
    case TermKind::Has:
        return true;
    case TermKind::Missing:
        return false;
    case TermKind::Range: {
        if (value.end)
            return meetsBin(term, value);
        const auto number = numberOf(value);
        return number && isInRange(term, *number, value.text);
    }
    default:
        break;
    }
    if (value.end) {
        const auto asked = numberOf({term.value, {}, {}, false});
        return asked && *asked >= *value.number &&
               (value.endIncluded ? *asked <= *value.end : *asked < *value.end);
    }
    if (value.number) {
        const auto asked = numberOf({term.value, {}, {}, false});
        return asked && compared(*asked, term.value, *value.number, value.text) == 0;
    }
    return equalsFolded(term.value, value.text);
}

bool holds(const Query& query, const GroupValue& value)
{
    const auto partHolds = [&](const Query& part) { return holds(part, value); };
    switch (query.kind) {
    case QueryKind::Everything:
    case QueryKind::Messages:
        return true;
    case QueryKind::Term:
        return termHolds(query.term, value);
    case QueryKind::Not:
        return !holds(query.parts.front(), value);
    case QueryKind::And:
        return std::all_of(query.parts.begin(), query.parts.end(), partHolds);
    case QueryKind::Or:
        return std::any_of(query.parts.begin(), query.parts.end(), partHolds);
    }
    return true;
}

} // namespace

bool holdsFor(const Query& query, const GroupValue& value)
{
    return holds(query, value);
}

bool isNarrowed(const Query& query, std::string_view field)
{
    const auto parts = conjuncts(query);
    return std::any_of(parts.begin(), parts.end(), [&](const Query& part) { return isAbout(part, field); });
}

Choice chosenValues(const Query& query, std::string_view field, std::span<const GroupValue> values)
{
    std::vector<Query> asked = conjuncts(query);
    std::erase_if(asked, [&](const Query& part) { return !isAbout(part, field); });
    Choice chosen;
    if (asked.empty())
        return chosen;
    const Query all = Query::all(std::move(asked));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (holds(all, values[i]))
            chosen.push_back(static_cast<int>(i));
    }
    return chosen;
}

Query choiceQuery(std::string_view field, std::span<const GroupValue> values, const Choice& chosen,
                  ChoiceForm form)
{
    std::vector<Query> parts;
    const std::size_t shortest = form == ChoiceForm::Range ? 2 : kShortestRun;
    for (std::size_t begin = 0; begin < chosen.size();) {
        const auto valueAt = [&](std::size_t i) -> const GroupValue& {
            return values[static_cast<std::size_t>(chosen[i])];
        };
        std::size_t end = begin + 1;
        while (end < chosen.size() && chosen[end] == chosen[end - 1] + 1)
            ++end;
        const GroupValue& first = valueAt(begin);
        const GroupValue& last = valueAt(end - 1);
        if (first.end || (first.number && last.number && end - begin >= shortest)) {
            parts.push_back(rangeQuery(field, first, last));
        } else {
            for (std::size_t i = begin; i < end; ++i)
                parts.push_back(equalsQuery(field, valueAt(i).text));
        }
        begin = end;
    }
    // An empty list of alternatives must not become "nothing matches".
    return parts.empty() ? Query() : Query::any(std::move(parts));
}

Choice choiceBetween(int one, int other)
{
    Choice chosen;
    for (int i = std::min(one, other); i <= std::max(one, other); ++i)
        chosen.push_back(i);
    return chosen;
}

Choice choiceAfterClick(const Choice& chosen, int clicked, int anchor, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        return choiceBetween(anchor < 0 ? clicked : anchor, clicked);
    return choiceAfterClick<int>(chosen, clicked, modifiers);
}

} // namespace duologue::ui
