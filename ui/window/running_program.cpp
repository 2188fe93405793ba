// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/running_program.h"
#include "ui/window/program_window.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusError>
#include <QDBusMessage>
#include <QTimer>
#include <QUrl>
#include <QVariantMap>
#include <utility>

namespace duologue::ui {

namespace {

/// A program that does not answer within this time is taken to hang.
constexpr int kAnswerMs = 3000;

constexpr QLatin1String kServiceName("io.github.duologue.Duologue");

/// As the interface wants it: the name with slashes.
constexpr QLatin1String kObjectPath("/io/github/duologue/Duologue");
constexpr QLatin1String kWhereKey("x-duologue-where");
constexpr QLatin1String kRecordKey("x-duologue-record");
constexpr QLatin1String kTokenKey("activation-token");

/// What a request says besides its paths.
QVariantMap platformDataOf(const StartRequest& request)
{
    QVariantMap data;
    if (!request.where.isEmpty())
        data.insert(kWhereKey, request.where);
    if (!request.record.isEmpty())
        data.insert(kRecordKey, request.record);
    // Lets the other process raise its window under Wayland.
    if (const QString token = qEnvironmentVariable("XDG_ACTIVATION_TOKEN"); !token.isEmpty())
        data.insert(kTokenKey, token);
    return data;
}

} // namespace

/// What other processes call.
class RunningProgram::Endpoint : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")

public:
    explicit Endpoint(RunningProgram& program) : m_program(program) {}

public Q_SLOTS:
    Q_SCRIPTABLE void Activate(const QVariantMap& platformData) { take({}, platformData); }

    Q_SCRIPTABLE void Open(const QStringList& uris, const QVariantMap& platformData)
    {
        StartRequest request;
        for (const QString& uri : uris) {
            const QUrl url(uri);
            if (url.isLocalFile())
                request.paths << url.toLocalFile();
        }
        take(std::move(request), platformData);
    }

    /// The desktop entry has no actions that need the running program.
    Q_SCRIPTABLE void ActivateAction(const QString&, const QVariantList&, const QVariantMap& platformData)
    {
        take({}, platformData);
    }

private:
    void take(StartRequest request, const QVariantMap& platformData)
    {
        if (QApplication::activeModalWidget() != nullptr) {
            sendErrorReply(QDBusError::AccessDenied, QStringLiteral("a dialog is open"));
            return;
        }
        request.where = platformData.value(kWhereKey).toString();
        request.record = platformData.value(kRecordKey).toString();
        if (const QString token = platformData.value(kTokenKey).toString(); !token.isEmpty())
            qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
        // The caller is answered first; it has nothing to do with how long opening takes.
        QTimer::singleShot(0, this, [this, request] { Q_EMIT m_program.requested(request); });
    }

    RunningProgram& m_program;
};

RunningProgram::RunningProgram(QObject* parent)
    : QObject(parent), m_endpoint(std::make_unique<Endpoint>(*this))
{
}

RunningProgram::~RunningProgram() = default;

bool RunningProgram::claim()
{
    auto bus = sessionBus();
    // The object comes first: whoever finds the name calls it at once.
    return bus &&
           bus->registerObject(kObjectPath, m_endpoint.get(), QDBusConnection::ExportScriptableSlots) &&
           bus->registerService(kServiceName);
}

bool RunningProgram::handOver(const StartRequest& request)
{
    const auto bus = sessionBus();
    if (!bus)
        return false;
    QDBusMessage call = QDBusMessage::createMethodCall(
        kServiceName, kObjectPath, QStringLiteral("org.freedesktop.Application"),
        request.paths.isEmpty() ? QStringLiteral("Activate") : QStringLiteral("Open"));
    // No bus may start a program because of this.
    call.setAutoStartService(false);
    if (!request.paths.isEmpty()) {
        QStringList uris;
        for (const QString& path : request.paths)
            uris << QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded);
        call << uris;
    }
    call << platformDataOf(request);
    return bus->call(call, QDBus::Block, kAnswerMs).type() == QDBusMessage::ReplyMessage;
}

} // namespace duologue::ui

#include "running_program.moc"
