// SPDX-License-Identifier: GPL-3.0-or-later
// A program with background work that never ends. Its argument is the way to end it: "quit" or "exit".
#include "ui/app/settings.h"
#include "ui/app/tasks.h"

#include <QCoreApplication>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace {

/// A static object that must not be destroyed while other threads use it.
struct Shared {
    Shared() = default;
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    ~Shared() { std::puts("statics are destroyed"); }
};

const Shared theShared;

int run(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
    QCoreApplication::setApplicationName(QStringLiteral("hanging"));
    const bool exits = argc > 1 && std::string_view(argv[1]) == "exit";
    int ends[2] = {};
    if (::pipe(ends) != 0)
        return EXIT_FAILURE;
    duologue::ui::endAtOnceOnExit();
    duologue::ui::LatestTask<int> task;
    task.run(
        [&](const duologue::Job&) {
            QMetaObject::invokeMethod(&application, [exits] {
                duologue::ui::storeSetting(QStringLiteral("test/ended"), true);
                if (exits)
                    std::exit(EXIT_FAILURE);
                QCoreApplication::exit(3);
            });
            // Nobody ever writes.
            char byte = 0;
            return static_cast<int>(::read(ends[0], &byte, 1));
        },
        [](int) {});
    return duologue::ui::runEventLoop();
}

} // namespace

int main(int argc, char** argv)
{
    std::_Exit(run(argc, argv));
}
