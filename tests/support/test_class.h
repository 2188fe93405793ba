// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <string>

/// The test classes of a folder share one executable, whose first argument names the class to run: linking
/// one program is faster than linking a hundred, and each class still runs in a process of its own.
namespace duologue::test {

struct TestClass {
    /// The file's name without "_test.cpp", as ctest calls it: "row_set".
    std::string name;
    std::unique_ptr<QObject> (*make)();
};

/// Adds a class to the executable. DUOLOGUE_TEST calls this before main() begins.
bool addTestClass(const char* sourceFile, std::unique_ptr<QObject> (*make)());

/// Runs the class that the first argument names, with the other arguments passed to QTest::qExec; without a
/// name, runs all classes one after the other. Needs the application object that the tests expect.
/// @return how many functions failed, as an exit code
int runTestClasses(int argc, char** argv);

} // namespace duologue::test

/// Write this once in each …_test.cpp, after the class, to add it to the executable.
#define DUOLOGUE_TEST(Class)                                                                                 \
    static const bool is##Class##Added =                                                                     \
        duologue::test::addTestClass(__FILE__, [] { return std::unique_ptr<QObject>(new Class); });
