// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/task_failure.h"

#include <QCoreApplication>
#include <QThreadStorage>
#include <exception>
#include <new>

namespace duologue::ui {

TaskFailure TaskFailure::current()
{
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {true, {}};
    } catch (const std::exception& error) {
        return {false, QString::fromUtf8(error.what())};
    } catch (...) {
        return {};
    }
}

QString TaskFailure::why() const
{
    if (isOutOfMemory)
        return TaskFailures::tr("There is not enough memory.");
    return detail.isEmpty() ? TaskFailures::tr("The reason is not known.") : detail;
}

TaskFailures& TaskFailures::ofThisThread()
{
    static QThreadStorage<TaskFailures*> storage;
    if (!storage.hasLocalData())
        storage.setLocalData(new TaskFailures);
    return *storage.localData();
}

} // namespace duologue::ui
