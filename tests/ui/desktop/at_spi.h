// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QList>
#include <QString>

namespace duologue::ui::test {

/// What another process sees of a control through the bus for assistive technologies. Every question goes to
/// the program and waits for its answer; it is empty where there is none.
class AtSpiNode {
public:
    AtSpiNode(QDBusConnection bus, QString service, QString path);

    QString name() const { return property("Name"); }
    QString description() const { return property("Description"); }
    QString roleName() const;
    QList<AtSpiNode> children() const;
    bool isFocusable() const { return hasState(kFocusable); }
    bool isSelected() const { return hasState(kSelected); }
    bool isVisible() const { return hasState(kVisible); }
    /// Does its first action, as a screen reader's user would.
    void press() const;

private:
    // Bits of AtspiStateType.
    static constexpr unsigned kFocusable = 11;
    static constexpr unsigned kSelected = 23;
    static constexpr unsigned kVisible = 30;

    QDBusMessage call(const char* interface, const char* method, const QVariantList& arguments = {}) const;
    QString property(const char* name) const;
    bool hasState(unsigned state) const;

    QDBusConnection m_bus;
    QString m_service;
    QString m_path;
};

/// The programs on the bus for assistive technologies that belongs to a session bus; started where it is not
/// running yet. Empty where that fails.
QList<AtSpiNode> atSpiPrograms(const QString& sessionBus);

} // namespace duologue::ui::test
