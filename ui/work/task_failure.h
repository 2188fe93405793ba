// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace duologue::ui {

/// Why work off the GUI thread ended without a result: it threw an exception.
struct TaskFailure {
    bool isOutOfMemory = false;
    /// The message of the exception, in English; may be empty.
    QString detail;

    /// Describes the exception that is being handled. Call it in a catch block.
    static TaskFailure current();
    /// The reason as a sentence for the user.
    QString why() const;
};

/// Reports failures of tasks that have no handler of their own. One for each thread.
class TaskFailures : public QObject {
    Q_OBJECT

public:
    /// The object of the calling thread; lives as long as the thread.
    static TaskFailures& ofThisThread();

    void report(const TaskFailure& failure) { Q_EMIT happened(failure.why()); }

Q_SIGNALS:
    void happened(const QString& why);
};

} // namespace duologue::ui
