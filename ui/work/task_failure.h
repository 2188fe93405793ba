// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace duologue::ui {

/// Why work off the GUI thread ended without a result: it threw an exception.
struct TaskFailure {
    bool isOutOfMemory = false;
    /// What the exception says of itself, in English; empty where it says nothing.
    QString detail;

    /// Describes the exception that is being handled: call it in a catch block.
    static TaskFailure current();
    /// The reason as a sentence for the user.
    QString why() const;
};

/// Tells of failures that nobody else tells of. One for each thread.
class TaskFailures : public QObject {
    Q_OBJECT

public:
    /// That of the calling thread; lives as long as the thread.
    static TaskFailures& ofThisThread();
    /// Reports a failure on the GUI thread. Any thread.
    static void reportFromAnyThread(const TaskFailure& failure);

    void report(const TaskFailure& failure) { Q_EMIT happened(failure.why()); }

Q_SIGNALS:
    void happened(const QString& why);
};

} // namespace duologue::ui
