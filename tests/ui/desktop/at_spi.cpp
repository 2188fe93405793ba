// SPDX-License-Identifier: GPL-3.0-or-later
#include "at_spi.h"

#include <QDBusArgument>
#include <QDBusObjectPath>
#include <QDBusVariant>
#include <utility>

namespace duologue::ui::test {

namespace {

constexpr int kAnswerMs = 20'000;
constexpr const char* kAccessible = "org.a11y.atspi.Accessible";

QVariant first(const QDBusMessage& answer)
{
    return answer.arguments().value(0);
}

} // namespace

AtSpiNode::AtSpiNode(QDBusConnection bus, QString service, QString path)
    : m_bus(std::move(bus)), m_service(std::move(service)), m_path(std::move(path))
{
}

QDBusMessage AtSpiNode::call(const char* interface, const char* method, const QVariantList& arguments) const
{
    QDBusMessage message =
        QDBusMessage::createMethodCall(m_service, m_path, QLatin1String(interface), QLatin1String(method));
    message.setArguments(arguments);
    return m_bus.call(message, QDBus::Block, kAnswerMs);
}

QString AtSpiNode::property(const char* name) const
{
    const QDBusMessage answer =
        call("org.freedesktop.DBus.Properties", "Get", {QLatin1String(kAccessible), QLatin1String(name)});
    return first(answer).value<QDBusVariant>().variant().toString();
}

QString AtSpiNode::roleName() const
{
    return first(call(kAccessible, "GetRoleName")).toString();
}

bool AtSpiNode::hasState(unsigned state) const
{
    constexpr unsigned kBits = 32;
    QList<unsigned> words;
    first(call(kAccessible, "GetState")).value<QDBusArgument>() >> words;
    const auto word = static_cast<qsizetype>(state / kBits);
    return word < words.size() && ((words[word] >> (state % kBits)) & 1U) != 0;
}

QList<AtSpiNode> AtSpiNode::children() const
{
    QList<AtSpiNode> nodes;
    const QVariant answer = first(call(kAccessible, "GetChildren"));
    if (!answer.canConvert<QDBusArgument>())
        return nodes;
    const auto list = answer.value<QDBusArgument>();
    list.beginArray();
    while (!list.atEnd()) {
        QString service;
        QDBusObjectPath path;
        list.beginStructure();
        list >> service >> path;
        list.endStructure();
        nodes << AtSpiNode(m_bus, service, path.path());
    }
    list.endArray();
    return nodes;
}

void AtSpiNode::press() const
{
    call("org.a11y.atspi.Action", "DoAction", {0});
}

/// Connections are kept by their names: each bus has its own.
QList<AtSpiNode> atSpiPrograms(const QString& sessionBus)
{
    const QDBusConnection session = QDBusConnection::connectToBus(sessionBus, sessionBus);
    const QDBusMessage asked =
        QDBusMessage::createMethodCall(QStringLiteral("org.a11y.Bus"), QStringLiteral("/org/a11y/bus"),
                                       QStringLiteral("org.a11y.Bus"), QStringLiteral("GetAddress"));
    const QString address = first(session.call(asked, QDBus::Block, kAnswerMs)).toString();
    if (address.isEmpty())
        return {};
    const QDBusConnection bus = QDBusConnection::connectToBus(address, address);
    return AtSpiNode(bus, QStringLiteral("org.a11y.atspi.Registry"),
                     QStringLiteral("/org/a11y/atspi/accessible/root"))
        .children();
}

} // namespace duologue::ui::test
