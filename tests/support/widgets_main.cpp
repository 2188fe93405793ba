// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

#include <QApplication>

/// Runs tests that show widgets.
int main(int argc, char** argv)
{
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi, true); // sizes do not depend on the screen
    const QApplication application(argc, argv);
    return duologue::test::runTestClasses(argc, argv);
}
