// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QList>
#include <QString>

namespace duologue::ui::test {

/// A control from the view of another process, through the accessibility bus. Every call asks the program and
/// waits for its answer, which is empty if there is none.
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
    /// Does its first action, like a user of a screen reader.
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

/// The programs on the accessibility bus of a session bus, which is started if necessary. Empty if that
/// fails.
QList<AtSpiNode> atSpiPrograms(const QString& sessionBus);

} // namespace duologue::ui::test
