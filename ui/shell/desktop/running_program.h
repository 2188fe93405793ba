// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/desktop/start_request.h"

#include <QDBusContext>
#include <QObject>
#include <QVariantMap>

namespace duologue::ui {

/// The one program that a session runs: a second start hands what it asks for to the first, by the interface
/// org.freedesktop.Application. Without a session bus each start is a program of its own. GUI thread.
class RunningProgram : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")

public:
    using QObject::QObject;

    /// Takes the name of the program on the bus; false if another process has it, or if there is no bus.
    /// Requests arrive once the event loop runs.
    bool claim();
    /// Asks the process that has the name; false if there is none, or if it does not accept: it may show a
    /// dialog that has to be answered first, or not answer at all.
    static bool handOver(const StartRequest& request);

    /// What a request's platform data says besides its paths, for handOver() and for what receives it.
    static QVariantMap platformData(const StartRequest& request);

Q_SIGNALS:
    void requested(const duologue::ui::StartRequest& request);

public Q_SLOTS:
    Q_SCRIPTABLE void Activate(const QVariantMap& platformData);
    Q_SCRIPTABLE void Open(const QStringList& uris, const QVariantMap& platformData);
    Q_SCRIPTABLE void ActivateAction(const QString& action, const QVariantList& parameters,
                                     const QVariantMap& platformData);

private:
    void take(StartRequest request, const QVariantMap& platformData);
};

} // namespace duologue::ui
