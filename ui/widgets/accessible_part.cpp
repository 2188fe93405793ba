// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/accessible_part.h"

#include <QWidget>
#include <QWindow>
#include <utility>

namespace duologue::ui {

QAccessibleInterface* AccessiblePart::parent() const
{
    return m_widget ? QAccessible::queryAccessibleInterface(m_widget) : nullptr;
}

QRect AccessiblePart::rect() const
{
    if (!isValid())
        return {};
    const QRect rect = rectInWidget();
    return {mappedWidget().mapToGlobal(rect.topLeft()), rect.size()};
}

QAccessible::State AccessiblePart::state() const
{
    QAccessible::State state;
    state.invalid = !isValid();
    if (!state.invalid) {
        state.selectable = true;
        state.invisible = !m_widget->isVisible();
        addState(state);
    }
    return state;
}

void* AccessiblePart::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
}

AccessiblePart* AccessibleParts::find(int index) const
{
    const auto found = m_parts.find(index);
    return found == m_parts.end() ? nullptr : found->second.face;
}

AccessiblePart* AccessibleParts::add(int index, AccessiblePart* part)
{
    m_parts[index] = {part, QAccessible::registerAccessibleInterface(part)};
    return part;
}

int AccessibleParts::indexOf(const QAccessibleInterface* part) const
{
    for (const auto& [index, known] : m_parts) {
        if (known.face == part)
            return index;
    }
    return -1;
}

void AccessibleParts::clear()
{
    for (const auto& [index, part] : std::exchange(m_parts, {})) {
        part.face->detach();
        QAccessible::deleteAccessibleInterface(part.id);
    }
}

} // namespace duologue::ui
