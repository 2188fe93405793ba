// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/chart_accessible.h"

#include "ui/views/chart/chart_canvas.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <vector>

namespace duologue::ui {

namespace {

/// A bar. It may outlive its canvas.
class BarAccessible final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    BarAccessible(ChartCanvas& canvas, int index) : m_canvas(&canvas), m_index(index) {}

    bool isValid() const override
    {
        return m_canvas != nullptr && m_index < m_canvas->categoryCount() * m_canvas->seriesCount();
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_canvas ? m_canvas->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override
    {
        return m_canvas ? QAccessible::queryAccessibleInterface(m_canvas) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name && isValid() ? mark().spoken : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect bar = m_canvas->barRect(category(), series());
        return QRect(m_canvas->mapToGlobal(bar.topLeft()), bar.size());
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.focusable = true;
        state.selectable = true;
        state.multiSelectable = true;
        state.selected = m_canvas->isChosen(category());
        state.focused = m_canvas->hasFocus() && m_canvas->focusedCategory() == category() && series() == 0;
        state.invisible = !m_canvas->isVisible();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& action) override
    {
        if (!isValid())
            return;
        if (action == pressAction()) {
            m_canvas->choose(category());
        } else if (action == setFocusAction()) {
            m_canvas->setFocus(Qt::OtherFocusReason);
            m_canvas->setFocusedCategory(category());
        }
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

    void clearCanvas() { m_canvas = nullptr; }

private:
    int category() const { return m_index / m_canvas->seriesCount(); }
    int series() const { return m_index % m_canvas->seriesCount(); }
    const ChartMark& mark() const
    {
        return m_canvas->content()
            .categories.at(static_cast<std::size_t>(category()))
            .marks.at(static_cast<std::size_t>(series()));
    }

    ChartCanvas* m_canvas;
    int m_index;
};

class ChartAccessible final : public QAccessibleWidget {
public:
    explicit ChartAccessible(ChartCanvas& canvas) : QAccessibleWidget(&canvas, QAccessible::Chart) {}
    ~ChartAccessible() override { clearBars(); }

    int childCount() const override { return canvas().categoryCount() * canvas().seriesCount(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        const auto place = static_cast<std::size_t>(index);
        if (m_bars.size() <= place)
            m_bars.resize(place + 1, Bar());
        Bar& bar = m_bars[place];
        if (bar.face == nullptr) {
            bar.face = new BarAccessible(canvas(), index);
            bar.id = QAccessible::registerAccessibleInterface(bar.face);
        }
        return bar.face;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (std::size_t i = 0; i < m_bars.size(); ++i) {
            if (m_bars[i].face == child)
                return static_cast<int>(i);
        }
        return -1;
    }
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

    void clearBars()
    {
        for (const Bar& bar : m_bars) {
            if (bar.face == nullptr)
                continue;
            bar.face->clearCanvas();
            QAccessible::deleteAccessibleInterface(bar.id);
        }
        m_bars.clear();
    }

private:
    struct Bar {
        BarAccessible* face = nullptr;
        QAccessible::Id id = 0;
    };

    ChartCanvas& canvas() const { return *static_cast<ChartCanvas*>(widget()); }

    mutable std::vector<Bar> m_bars;
};

QAccessibleInterface* makeChart(const QString& className, QObject* object)
{
    auto* canvas = className == QLatin1String(ChartCanvas::staticMetaObject.className())
                       ? qobject_cast<ChartCanvas*>(object)
                       : nullptr;
    return canvas == nullptr ? nullptr : new ChartAccessible(*canvas);
}

/// Installed once per program: Qt calls the factory for each widget.
void installFactory()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeChart);
        return true;
    }();
    static_cast<void>(installed);
}

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
    installFactory();
    QObject::connect(&canvas, &ChartCanvas::barsChanged, &canvas,
                     [&canvas](bool sameBars) { notifyBars(canvas, sameBars); });
    QObject::connect(&canvas, &ChartCanvas::focusMoved, &canvas, [&canvas] { notifyFocus(canvas); });
}

} // namespace duologue::ui
