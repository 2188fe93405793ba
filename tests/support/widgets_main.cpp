// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

#include <QApplication>
#include <QTemporaryDir>

/// Runs tests that show widgets.
int main(int argc, char** argv)
{
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true); // sizes do not depend on the screen
    const QApplication application(argc, argv);
    // What this person has read is not for the person who runs the tests.
    const QTemporaryDir data;
    if (!qEnvironmentVariableIsSet("XDG_DATA_HOME"))
        qputenv("XDG_DATA_HOME", data.path().toLocal8Bit());
    return duologue::test::runTestClasses(argc, argv);
}
