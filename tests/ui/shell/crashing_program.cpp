// SPDX-License-Identifier: GPL-3.0-or-later
// Ends as its second argument says: "fault", "abort", "killed" or "well". Its first is the folder of its
// reports.
#include "ui/app/crash_report.h"

#include <QCoreApplication>
#include <csignal>
#include <cstdlib>
#include <string_view>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc != 3)
        return EXIT_FAILURE;
    using duologue::ui::CrashReport;
    CrashReport::begin(QString::fromLocal8Bit(argv[1]), QStringLiteral("1.2.3"));
    const std::string_view way = argv[2];
    if (way == "fault")
        std::raise(SIGSEGV);
    if (way == "abort")
        std::abort();
    if (way == "killed")
        std::raise(SIGKILL);
    CrashReport::end();
    return EXIT_SUCCESS;
}
