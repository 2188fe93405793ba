// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/rule.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace duologue::house;

namespace {

/// A made-up repository: one file to check, and another one if the rule needs it.
struct Example {
    const char* rule;
    const char* title;
    const char* path;
    std::string text;
    /// The line of the breach; 0 if the rule holds.
    int line;
    const char* otherPath = nullptr;
    std::string otherText = {};
};

std::string include(const std::string& name)
{
    return "// SPDX\n#include \"" + name + "\"\n";
}

std::string bracketed(const std::string& name)
{
    return "// SPDX\n#include <" + name + ">\n";
}

std::string lines(int count)
{
    std::string text;
    for (int line = 0; line < count; ++line)
        text += "// line\n";
    return text;
}

// Split, so that this file obeys the rules that it tests.
const std::string kOpen = "// TO"
                          "DO later\n";
const std::string kMend = "# FIX"
                          "ME now\n";
const std::string kFolder = "/wo"
                            "rk/";

const std::vector<Example> kExamples{
    {"layers", "core includes ui", "core/query/a.cpp", include("ui/views/query/query_bar.h"), 2},
    {"layers", "core includes app", "core/query/a.cpp", include("app/cli/console.h"), 2},
    {"layers", "ui includes app", "ui/views/a.cpp", include("app/gui/main.h"), 2},
    {"layers", "command line includes ui", "app/cli/a.cpp", include("ui/work/workspace.h"), 2},
    {"layers", "command line includes window", "app/cli/a.cpp", include("app/gui/a.h"), 2},
    {"layers", "by a way around", "core/query/a.cpp", include("../../ui/views/a.h"), 2},
    {"layers", "in angle brackets", "core/query/a.cpp", bracketed("ui/views/a.h"), 2},
    {"layers", "in no layer", "app/tool.cpp", "", 1},
    {"layers", "program includes tests", "ui/views/a.cpp", include("tests/support/a.h"), 2},
    {"layers", "window includes ui and core", "app/gui/main.cpp",
     include("ui/shell/main_window.h") + include("core/util/parallel.h"), 0},
    {"layers", "tests include everything", "tests/ui/a.cpp", include("ui/views/a.h") + include("core/io/a.h"),
     0},

    {"rooms", "io includes json", "core/io/a.cpp", include("core/json/json_view.h"), 2},
    {"rooms", "json includes io", "core/json/a.cpp", include("core/io/folder.h"), 2},
    {"rooms", "load includes query", "core/load/a.cpp", include("core/query/query.h"), 2},
    {"rooms", "data includes formats", "core/data/a.cpp", include("core/formats/format.h"), 2},
    {"rooms", "analysis includes export", "core/analysis/a.cpp", include("core/export/csv.h"), 2},
    {"rooms", "analysis includes query", "core/analysis/a.cpp", include("core/query/evaluate.h"), 0},
    {"rooms", "work includes core", "ui/work/workspace.h", include("core/query/query.h"), 0},
    {"rooms", "in no room", "core/loose.cpp", "", 1},
    {"rooms", "views include panels", "ui/views/a.cpp", include("ui/panels/panel.h"), 2},
    {"rooms", "panels include shell", "ui/panels/a.cpp", include("ui/shell/session.h"), 2},
    {"rooms", "panels include dialogs", "ui/panels/a.cpp", include("ui/dialogs/export_dialog.h"), 2},
    {"rooms", "work includes models", "ui/work/a.h", include("ui/models/report/bar_chart_model.h"), 2},
    {"rooms", "shell includes all", "ui/shell/a.cpp",
     include("ui/panels/panel.h") + include("ui/dialogs/a.h"), 0},
    {"rooms", "only in a comment", "core/io/a.cpp", "/*\n#include \"core/json/a.h\"\n*/\n", 0},

    {"folders of rooms", "columns include cells", "core/io/columnar/a.cpp", include("core/io/csv/a.h"), 2},
    {"folders of rooms", "cells include columns", "core/io/csv/a.cpp", include("core/io/columnar/a.h"), 0},
    {"folders of rooms", "their room itself", "ui/views/raw/a.cpp", include("ui/views/a.h"), 2},
    {"folders of rooms", "other rooms", "ui/views/raw/a.cpp", include("ui/models/words/count_words.h"), 0},

    {"panels", "another panel", "ui/panels/ratings.cpp", include("ui/panels/profile.h"), 2},
    {"panels", "from beside it", "ui/panels/ratings.cpp", include("profile.h"), 2},
    {"panels", "contract and own parts", "ui/panels/charts.cpp",
     include("ui/panels/panel.h") + include("ui/panels/charts_list.h"), 0},

    {"no Qt in core and command line", "QString in core", "core/util/a.h", bracketed("QString"), 2},
    {"no Qt in core and command line", "with its module", "core/util/a.h", bracketed("QtCore/QString"), 2},
    {"no Qt in core and command line", "old name", "app/cli/a.cpp", include("qstring.h"), 2},
    {"no Qt in core and command line", "header of our own", "core/query/a.cpp", include("query.h"), 0,
     "core/query/query.h", "// SPDX\n"},
    {"no Qt in core and command line", "standard header with q", "core/util/a.h", bracketed("queue"), 0},

    {"one home for each library", "simdjson", "core/formats/a.cpp", bracketed("simdjson.h"), 2},
    {"one home for each library", "RE2", "core/query/evaluate.cpp", bracketed("re2/re2.h"), 2},
    {"one home for each library", "oneTBB", "core/load/a.cpp", bracketed("oneapi/tbb/parallel_for.h"), 2},
    {"one home for each library", "oneTBB, old name", "core/load/a.cpp", bracketed("tbb/task.h"), 2},
    {"one home for each library", "Highway", "core/io/a.cpp", bracketed("hwy/highway.h"), 2},
    {"one home for each library", "robin-map", "core/util/a.h", bracketed("tsl/robin_map.h"), 2},
    {"one home for each library", "libarchive", "core/json/a.cpp", bracketed("archive_entry.h"), 2},
    {"one home for each library", "zlib", "core/json/a.cpp", bracketed("zlib.h"), 2},
    {"one home for each library", "zstd", "core/io/a.cpp", bracketed("zstd.h"), 2},
    {"one home for each library", "QtCharts", "ui/panels/charts.cpp", bracketed("QChartView"), 2},
    {"one home for each library", "a series", "ui/panels/charts.cpp", bracketed("QHorizontalBarSeries"), 2},
    {"one home for each library", "CLI11", "app/gui/main.cpp", bracketed("CLI/CLI.hpp"), 2},
    {"one home for each library", "QtDBus", "ui/shell/status_line.cpp", bracketed("QDBusConnection"), 2},
    {"one home for each library", "utf8proc", "core/query/a.cpp", bracketed("utf8proc.h"), 2},
    {"one home for each library", "xxHash", "core/io/a.cpp", bracketed("xxhash.h"), 2},
    {"one home for each library", "at home", "core/json/json_view.cpp", bracketed("simdjson.h"), 0},
    {"one home for each library", "a class of our own", "ui/panels/a.cpp", include("ui/views/archive.hpp"),
     0},

    {"no circles of folders", "there and back", "core/io/a.h", include("core/json/b.h"), 2, "core/json/b.h",
     include("core/io/a.h")},
    {"no include cycles", "two files", "core/io/a.h", include("core/io/b.h"), 2, "core/io/b.h",
     include("core/io/a.h")},
    {"no include cycles", "one way", "core/io/a.h", include("core/io/b.h"), 0, "core/io/b.h",
     include("core/util/problem.h")},

    {"sizes", "long source", "ui/views/a.cpp", lines(1201), 1201},
    {"sizes", "long header", "ui/views/a.h", lines(1201), 1201},
    {"sizes", "just as long as allowed", "ui/views/a.cpp", lines(1200), 0},
    {"sizes", "no source", "README.md", lines(1201), 0},

    {"licence line", "none", "core/io/a.cpp", "#include <string>\n", 1},
    {"licence line", "empty file", "core/io/a.cpp", "", 1},
    {"licence line", "there", "core/io/a.cpp", "// SPDX-License-Identifier: GPL-3.0-or-later\n", 0},

    {"pragma once", "include guard", "core/io/a.h", "#ifndef A_H\n#define A_H\n#endif\n", 1},
    {"pragma once", "in a comment", "core/io/a.h", "/*\n#pragma once\n*/\n", 1},
    {"pragma once", "there", "core/io/a.h", "// SPDX\n#pragma once\n", 0},

    {"no Qt keywords", "signals", "ui/work/a.h", "class A {\nsignals:\n};\n", 2},
    {"no Qt keywords", "slots", "ui/work/a.h", "class A {\nprivate slots:\n};\n", 2},
    {"no Qt keywords", "emit", "ui/work/a.cpp", "void f()\n{\n    emit changed();\n}\n", 3},
    {"no Qt keywords", "foreach", "ui/work/a.cpp", "foreach (int i, list) {\n}\n", 1},
    {"no Qt keywords", "macros", "ui/work/a.h",
     "Q_SIGNALS:\n// signals: none\nconst char* s = \"emit it\";\n", 0},

    {"no nested event loop", "processEvents", "ui/work/a.cpp",
     "QCoreApplication::process"
     "Events();\n",
     1},
    {"no nested event loop", "in a comment", "ui/work/a.cpp", "// never processEvents\n", 0},

    {"no open marks", "in a source", "core/io/a.cpp", kOpen, 1},
    {"no open marks", "in a script", "packaging/a.sh", "#!/bin/sh\n" + kMend, 2},
    {"no open marks", "part of a word", "core/io/a.cpp", "int MASTODON = 0;\n", 0},

    {"no machine paths", "in a script", "packaging/a.sh", "cd " + kFolder + "main\n", 1},
    {"no machine paths", "in a link", "README.md", "\n[here](" + kFolder + "main)\n", 2},
    {"no machine paths", "a folder of the repository", "ui/a.cpp",
     "#include \"ui" + kFolder + "workspace.h\"\n", 0},
};

/// Prints them one by one: Qt Test cuts off long failure messages.
void print(const Breaches& breaches)
{
    for (const Breach& breach : breaches)
        qWarning("%s:%d: %s", breach.path.c_str(), breach.line, breach.what.c_str());
}

const Rule* ruleNamed(std::string_view name)
{
    const auto found =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& rule) { return rule.name == name; });
    return found == rules().end() ? nullptr : &*found;
}

} // namespace

class HouseRulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void repositoryKeeps_data();
    void repositoryKeeps();
    void allowsFortyFilesInAFolder();
    void example_data();
    void example();
    void everyRuleCanFail();

private:
    Sources m_sources;
};

void HouseRulesTest::initTestCase()
{
    m_sources = readSources(duologue::test::sourceFolder());
    const auto has = [this](std::string_view path) {
        return std::any_of(m_sources.begin(), m_sources.end(),
                           [&](const SourceFile& file) { return file.path == path; });
    };
    QVERIFY2(has("CMakeLists.txt") && has("core/util/parallel.h"),
             "the sources are not where the build says");
}

void HouseRulesTest::repositoryKeeps_data()
{
    QTest::addColumn<int>("rule");
    int number = 0;
    for (const Rule& rule : rules())
        QTest::newRow(rule.name) << number++;
}

void HouseRulesTest::repositoryKeeps()
{
    QFETCH(int, rule);
    const Rule& checked = rules()[static_cast<std::size_t>(rule)];
    const Breaches breaches = checked.check(m_sources);
    print(breaches);
    QVERIFY2(breaches.empty(), checked.name);
}

void HouseRulesTest::allowsFortyFilesInAFolder()
{
    Sources sources;
    for (int number = 0; number < 40; ++number)
        sources.push_back(sourceFile("ui/views/a" + std::to_string(number) + ".cpp", ""));
    sources.push_back(sourceFile("ui/views/CMakeLists.txt", ""));
    sources.push_back(sourceFile("ui/views/raw/a.cpp", ""));
    const Rule& rule = *ruleNamed("folder sizes");
    QVERIFY(rule.check(sources).empty());
    sources.push_back(sourceFile("ui/views/b.h", ""));
    QCOMPARE(rule.check(sources).size(), std::size_t{1});
}

void HouseRulesTest::example_data()
{
    QTest::addColumn<int>("example");
    int number = 0;
    for (const Example& example : kExamples)
        QTest::addRow("%s: %s", example.rule, example.title) << number++;
}

void HouseRulesTest::example()
{
    QFETCH(int, example);
    const Example& made = kExamples[static_cast<std::size_t>(example)];
    const Rule* rule = ruleNamed(made.rule);
    QVERIFY(rule != nullptr);
    Sources sources{sourceFile(made.path, made.text)};
    if (made.otherPath != nullptr)
        sources.push_back(sourceFile(made.otherPath, made.otherText));

    const Breaches breaches = rule->check(sources);
    if (made.line == 0) {
        print(breaches);
        QVERIFY(breaches.empty());
        return;
    }
    QCOMPARE(breaches.size(), std::size_t{1});
    // A cycle is reported for the file that closes it.
    QVERIFY(breaches.front().path == made.path || made.otherPath != nullptr);
    QCOMPARE(breaches.front().line, made.line);
    QVERIFY(!breaches.front().what.empty());
}

void HouseRulesTest::everyRuleCanFail()
{
    std::set<std::string_view> failing;
    for (const Example& example : kExamples) {
        if (example.line != 0)
            failing.insert(example.rule);
    }
    // This rule needs more files than an example has; it has a test of its own.
    failing.insert("folder sizes");
    for (const Rule& rule : rules())
        QVERIFY2(failing.contains(rule.name), rule.name);
}

DUOLOGUE_TEST(HouseRulesTest)
#include "house_rules_test.moc"
