// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <string>

/// The test classes of a folder are one executable, which is told by name which of them to run: linking one
/// program is quicker than linking a hundred, and a class still runs in a process of its own.
namespace duologue::test {

struct TestClass {
    /// The name of its file without "_test.cpp", as ctest and people call it: "row_set".
    std::string name;
    std::unique_ptr<QObject> (*make)();
};

/// Adds a class to those of the executable. Called before main() begins, by DUOLOGUE_TEST.
bool addTestClass(const char* sourceFile, std::unique_ptr<QObject> (*make)());

/// Runs the class that the first argument names with the rest of the arguments, as QTest::qExec takes them;
/// all of them, one after the other, where it names none. Needs the application that the tests expect.
/// @return how many functions failed, as an exit code
int runTestClasses(int argc, char** argv);

} // namespace duologue::test

/// Stands once in each …_test.cpp, after the class: makes it one of those that the executable runs.
#define DUOLOGUE_TEST(Class)                                                                                 \
    static const bool is##Class##Added =                                                                     \
        duologue::test::addTestClass(__FILE__, [] { return std::unique_ptr<QObject>(new Class); });
