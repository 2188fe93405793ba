// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_accessible.h"

#include "ui/views/chart/chart_canvas.h"
#include "ui/views/widgets/accessible_part.h"

namespace duologue::ui {

namespace {

class BarAccessible final : public AccessiblePart {
public:
    BarAccessible(ChartCanvas& canvas, int index) : AccessiblePart(canvas), m_index(index) {}

    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& action) override
    {
        if (!isValid())
            return;
        if (action == pressAction()) {
            canvas().chooseBar(category(), series());
        } else if (action == setFocusAction()) {
            canvas().setFocus(Qt::OtherFocusReason);
            canvas().setFocusedCategory(category());
        }
    }

protected:
    bool exists() const override { return m_index < canvas().categoryCount() * canvas().seriesCount(); }
    QString validText(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? mark().spoken : QString();
    }
    QRect rectInWidget() const override { return canvas().barRect(category(), series()); }
    void addState(QAccessible::State& state) const override
    {
        state.focusable = true;
        state.multiSelectable = true;
        state.selected = canvas().isChosen(category());
        state.focused = canvas().hasFocus() && canvas().focusedCategory() == category() && series() == 0;
    }

private:
    ChartCanvas& canvas() const { return *static_cast<ChartCanvas*>(widget()); }
    int category() const { return m_index / canvas().seriesCount(); }
    int series() const { return m_index % canvas().seriesCount(); }
    const ChartMark& mark() const
    {
        return canvas()
            .content()
            .categories.at(static_cast<std::size_t>(category()))
            .marks.at(static_cast<std::size_t>(series()));
    }

    int m_index;
};

class ChartAccessible final : public QAccessibleWidget {
public:
    explicit ChartAccessible(ChartCanvas& canvas) : QAccessibleWidget(&canvas, QAccessible::Chart) {}

    int childCount() const override { return canvas().categoryCount() * canvas().seriesCount(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        AccessiblePart* bar = m_bars.find(index);
        return bar != nullptr ? bar : m_bars.add(index, new BarAccessible(canvas(), index));
    }
    int indexOfChild(const QAccessibleInterface* child) const override { return m_bars.indexOf(child); }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const int category = canvas().categoryAt(canvas().mapFromGlobal(QPoint(x, y)));
        if (category < 0)
            return nullptr;
        for (int s = 0; s + 1 < canvas().seriesCount(); ++s) {
            QAccessibleInterface* bar = child(category * canvas().seriesCount() + s);
            if (x <= bar->rect().right())
                return bar;
        }
        return child((category + 1) * canvas().seriesCount() - 1);
    }
    QAccessibleInterface* focusChild() const override
    {
        return canvas().hasFocus() ? child(canvas().focusedCategory() * canvas().seriesCount()) : nullptr;
    }

    void clearBars() { m_bars.clear(); }

private:
    ChartCanvas& canvas() const { return *static_cast<ChartCanvas*>(widget()); }

    mutable AccessibleParts m_bars;
};

void notifyBars(ChartCanvas& canvas, bool sameBars)
{
    if (!QAccessible::isActive())
        return;
    if (!sameBars) {
        if (auto* chart = dynamic_cast<ChartAccessible*>(QAccessible::queryAccessibleInterface(&canvas)))
            chart->clearBars();
    }
    QAccessibleEvent event(&canvas, sameBars ? QAccessible::SelectionWithin : QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

void notifyFocus(ChartCanvas& canvas)
{
    if (!QAccessible::isActive() || !canvas.hasFocus() || canvas.focusedCategory() < 0)
        return;
    QAccessibleEvent event(&canvas, QAccessible::Focus);
    event.setChild(canvas.focusedCategory() * canvas.seriesCount());
    QAccessible::updateAccessibility(&event);
}

} // namespace

void makeAccessible(ChartCanvas& canvas)
{
    installAccessible<ChartCanvas, ChartAccessible>();
    QObject::connect(&canvas, &ChartCanvas::barsChanged, &canvas,
                     [&canvas](bool sameBars) { notifyBars(canvas, sameBars); });
    QObject::connect(&canvas, &ChartCanvas::focusMoved, &canvas, [&canvas] { notifyFocus(canvas); });
}

} // namespace duologue::ui
