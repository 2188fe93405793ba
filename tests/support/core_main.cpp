// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

#include <QCoreApplication>

/// Runs tests that need no window.
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return duologue::test::runTestClasses(argc, argv);
}
