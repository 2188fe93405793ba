// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet/facet_accessible.h"

#include "ui/views/facet/facet_histogram.h"
#include "ui/views/widgets/accessible_part.h"

namespace duologue::ui {

namespace {

class FacetBar final : public AccessiblePart {
public:
    FacetBar(FacetHistogram& histogram, int index) : AccessiblePart(histogram), m_index(index) {}

    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& action) override
    {
        if (!isValid())
            return;
        if (action == pressAction()) {
            histogram().choose(m_index);
        } else if (action == setFocusAction()) {
            histogram().setFocus(Qt::OtherFocusReason);
            histogram().setFocusedCategory(m_index);
        }
    }

protected:
    bool exists() const override { return m_index < histogram().categoryCount(); }
    QString validText(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name ? histogram().spoken(m_index) : QString();
    }
    QRect rectInWidget() const override { return histogram().barRect(m_index); }
    void addState(QAccessible::State& state) const override
    {
        state.focusable = true;
        state.multiSelectable = true;
        state.selected = histogram().isChosen(m_index);
        state.focused = histogram().hasFocus() && histogram().focusedCategory() == m_index;
    }

private:
    FacetHistogram& histogram() const { return *static_cast<FacetHistogram*>(widget()); }

    int m_index;
};

class FacetBars final : public QAccessibleWidget {
public:
    explicit FacetBars(FacetHistogram& histogram) : QAccessibleWidget(&histogram, QAccessible::Chart) {}

    int childCount() const override { return histogram().categoryCount(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        AccessiblePart* bar = m_bars.find(index);
        return bar != nullptr ? bar : m_bars.add(index, new FacetBar(histogram(), index));
    }
    int indexOfChild(const QAccessibleInterface* child) const override { return m_bars.indexOf(child); }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        return child(histogram().categoryAt(histogram().mapFromGlobal(QPoint(x, y))));
    }
    QAccessibleInterface* focusChild() const override
    {
        return histogram().hasFocus() ? child(histogram().focusedCategory()) : nullptr;
    }

private:
    FacetHistogram& histogram() const { return *static_cast<FacetHistogram*>(widget()); }

    mutable AccessibleParts m_bars;
};

} // namespace

void makeAccessible(FacetHistogram& histogram)
{
    installAccessible<FacetHistogram, FacetBars>();
    QObject::connect(&histogram, &CategoryPicker::focusMoved, &histogram, [&histogram] {
        if (!QAccessible::isActive() || !histogram.hasFocus() || histogram.focusedCategory() < 0)
            return;
        QAccessibleEvent event(&histogram, QAccessible::Focus);
        event.setChild(histogram.focusedCategory());
        QAccessible::updateAccessibility(&event);
    });
}

} // namespace duologue::ui
