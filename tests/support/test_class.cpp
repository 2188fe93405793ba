// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

namespace duologue::test {

namespace {

std::vector<TestClass>& allClasses()
{
    static std::vector<TestClass> classes;
    return classes;
}

} // namespace

bool addTestClass(const char* sourceFile, std::unique_ptr<QObject> (*make)())
{
    static constexpr std::string_view kEnd = "_test";
    std::string name = std::filesystem::path(sourceFile).stem().string();
    if (name.ends_with(kEnd))
        name.resize(name.size() - kEnd.size());
    allClasses().push_back({std::move(name), make});
    return true;
}

int runTestClasses(int argc, char** argv)
{
    std::vector<TestClass> classes = allClasses();
    std::sort(classes.begin(), classes.end(),
              [](const TestClass& a, const TestClass& b) { return a.name < b.name; });
    std::vector<char*> arguments(argv, argv + argc);
    if (argc > 1 && argv[1][0] != '-') {
        const std::string wanted = argv[1];
        std::erase_if(classes, [&](const TestClass& each) { return each.name != wanted; });
        arguments.erase(arguments.begin() + 1);
        if (classes.empty()) {
            std::fprintf(stderr, "%s has no test named %s\n", argv[0], wanted.c_str());
            return 2;
        }
    }
    int failed = 0;
    for (const TestClass& each : classes)
        failed += QTest::qExec(each.make().get(), static_cast<int>(arguments.size()), arguments.data());
    return std::min(failed, 127);
}

} // namespace duologue::test
