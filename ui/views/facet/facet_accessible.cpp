// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet/facet_accessible.h"

#include "ui/views/facet/facet_histogram.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <map>

namespace duologue::ui {

namespace {

/// A bar. It may outlive its histogram, or that may have fewer bars now.
class FacetBar final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    FacetBar(FacetHistogram& histogram, int index) : m_histogram(&histogram), m_index(index) {}

    bool isValid() const override { return m_histogram && m_index < m_histogram->categoryCount(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_histogram ? m_histogram->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override
    {
        return m_histogram ? QAccessible::queryAccessibleInterface(m_histogram) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Name && isValid() ? m_histogram->spoken(m_index) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect bar = m_histogram->barRect(m_index);
        return QRect(m_histogram->mapToGlobal(bar.topLeft()), bar.size());
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
        state.selected = m_histogram->isChosen(m_index);
        state.focused = m_histogram->hasFocus() && m_histogram->focusedCategory() == m_index;
        state.invisible = !m_histogram->isVisible();
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
            m_histogram->choose(m_index);
        } else if (action == setFocusAction()) {
            m_histogram->setFocus(Qt::OtherFocusReason);
            m_histogram->setFocusedCategory(m_index);
        }
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<FacetHistogram> m_histogram;
    int m_index;
};

class FacetBars final : public QAccessibleWidget {
public:
    explicit FacetBars(FacetHistogram& histogram) : QAccessibleWidget(&histogram, QAccessible::Chart) {}
    ~FacetBars() override
    {
        for (const auto& [index, bar] : m_bars)
            QAccessible::deleteAccessibleInterface(bar.id);
    }

    int childCount() const override { return histogram().categoryCount(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        Bar& bar = m_bars[index];
        if (bar.face == nullptr) {
            bar.face = new FacetBar(histogram(), index);
            bar.id = QAccessible::registerAccessibleInterface(bar.face);
        }
        return bar.face;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (const auto& [index, bar] : m_bars) {
            if (bar.face == child)
                return index;
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        return child(histogram().categoryAt(histogram().mapFromGlobal(QPoint(x, y))));
    }
    QAccessibleInterface* focusChild() const override
    {
        return histogram().hasFocus() ? child(histogram().focusedCategory()) : nullptr;
    }

private:
    struct Bar {
        FacetBar* face = nullptr;
        QAccessible::Id id = 0;
    };

    FacetHistogram& histogram() const { return *static_cast<FacetHistogram*>(widget()); }

    mutable std::map<int, Bar> m_bars;
};

QAccessibleInterface* makeBars(const QString& className, QObject* object)
{
    auto* histogram = className == QLatin1String(FacetHistogram::staticMetaObject.className())
                          ? qobject_cast<FacetHistogram*>(object)
                          : nullptr;
    return histogram == nullptr ? nullptr : new FacetBars(*histogram);
}

} // namespace

void makeAccessible(FacetHistogram& histogram)
{
    // Installed once per program: Qt calls the factory for each widget.
    static const bool installed = [] {
        QAccessible::installFactory(makeBars);
        return true;
    }();
    static_cast<void>(installed);
    QObject::connect(&histogram, &CategoryPicker::focusMoved, &histogram, [&histogram] {
        if (!QAccessible::isActive() || !histogram.hasFocus() || histogram.focusedCategory() < 0)
            return;
        QAccessibleEvent event(&histogram, QAccessible::Focus);
        event.setChild(histogram.focusedCategory());
        QAccessible::updateAccessibility(&event);
    });
}

} // namespace duologue::ui
