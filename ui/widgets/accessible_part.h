// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <map>

namespace duologue::ui {

/// A part of a widget that screen readers see as a child although it is not a widget, such as a bar of a
/// chart. It may outlive its widget and is then invalid. GUI thread.
class AccessiblePart : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    explicit AccessiblePart(QWidget& widget) : m_widget(&widget) {}

    /// Makes it invalid, as if the widget was destroyed.
    void detach() { m_widget = nullptr; }

    bool isValid() const override { return m_widget && exists(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_widget ? m_widget->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QString text(QAccessible::Text kind) const override { return isValid() ? validText(kind) : QString(); }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

protected:
    // Called only while there is a widget; all but exists() only while the part exists.
    /// False if the widget no longer has this part.
    virtual bool exists() const = 0;
    virtual QString validText(QAccessible::Text kind) const = 0;
    /// In coordinates of mappedWidget().
    virtual QRect rectInWidget() const = 0;
    virtual void addState(QAccessible::State& state) const = 0;
    /// The viewport of a scroll area, otherwise the widget.
    virtual const QWidget& mappedWidget() const { return *m_widget; }

    QWidget* widget() const { return m_widget; }

private:
    QPointer<QWidget> m_widget;
};

/// The parts of a widget, which are made when they are first requested and deleted with this object.
class AccessibleParts {
public:
    AccessibleParts() = default;
    AccessibleParts(const AccessibleParts&) = delete;
    AccessibleParts& operator=(const AccessibleParts&) = delete;
    ~AccessibleParts() { clear(); }

    /// Null if there is no part yet.
    AccessiblePart* find(int index) const;
    /// Takes ownership.
    AccessiblePart* add(int index, AccessiblePart* part);
    /// -1 if it is not one of the parts.
    int indexOf(const QAccessibleInterface* part) const;
    void clear();

private:
    struct Part {
        AccessiblePart* face = nullptr;
        QAccessible::Id id = 0;
    };

    std::map<int, Part> m_parts;
};

/// Makes Qt use `Interface` for widgets of the class `Widget`. More calls do nothing.
template<typename Widget, typename Interface>
void installAccessible()
{
    static const bool installed = [] {
        QAccessible::installFactory([](const QString& className, QObject* object) -> QAccessibleInterface* {
            auto* widget = className == QLatin1String(Widget::staticMetaObject.className())
                               ? qobject_cast<Widget*>(object)
                               : nullptr;
            return widget == nullptr ? nullptr : new Interface(*widget);
        });
        return true;
    }();
    static_cast<void>(installed);
}

} // namespace duologue::ui
