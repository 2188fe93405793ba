// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/saved_view.h"
#include "core/util/phrase_id.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <array>
#include <cstdio>
#include <memory>

using namespace duologue;
using namespace duologue::test;
namespace fs = std::filesystem;

namespace {

SavedView fullView(const fs::path& folder)
{
    SavedView view;
    view.paths = {folder / "data", "/elsewhere/b.jsonl"};
    view.query = "turns:>=3 \"it's\" 旅行";
    view.sort = "turns:desc";
    view.columns = {"id", "turns"};
    view.charts = {{"rating-by-turns", "turns", "", {"rating.diversity"}}};
    view.languages = {"en", "zh"};
    view.record = "a.json:1";
    return view;
}

std::string mistakeOf(std::string_view text)
{
    const auto view = viewOf(text, "/");
    const Phrase* const mistake = view.error();
    return mistake == nullptr ? std::string() : inEnglish(*mistake);
}

/// What a shell hands to a program for the line.
std::string throughShell(const std::string& arguments)
{
    const std::string command = "printf '%s\\n' " + arguments;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::string out;
    std::array<char, 256> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr)
        out += buffer.data();
    return out;
}

} // namespace

class SavedViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isReadAsWritten();
    void pathsMoveWithTheFolder();
    void refusesOtherFiles();
    void quotesForTheShell();
    void writesCommands();
};

void SavedViewTest::isReadAsWritten()
{
    const TempFolder folder;
    const SavedView view = fullView(folder.path());
    const fs::path path = folder.write("a.duologue-view.json", viewText(view, folder.path()));
    QVERIFY(readView(path).value() == view);
    const SavedView empty;
    QVERIFY(viewOf(viewText(empty, "/"), "/").value() == empty);
}

void SavedViewTest::pathsMoveWithTheFolder()
{
    const TempFolder folder;
    const std::string text = viewText(fullView(folder.path()), folder.path());
    const TempFolder other;
    const fs::path path = other.write("a.duologue-view.json", text);
    const SavedView view = readView(path).value();
    QCOMPARE(view.paths.at(0), other.path() / "data");
    QCOMPARE(view.paths.at(1), fs::path("/elsewhere/b.jsonl"));
}

void SavedViewTest::refusesOtherFiles()
{
    for (const char* text :
         {"", "[]", "{}", "{\"duologue_view\": \"1\"}", "{\"duologue_view\": 1, \"paths\": [1]}",
          "{\"duologue_view\": 1, \"query\": []}", "{\"duologue_view\": 1, \"charts\": [\"a\"]}",
          "{\"duologue_view\": 1, \"charts\": [{\"measures\": \"a\"}]}"})
        QCOMPARE(mistakeOf(text), inEnglish(PhraseId::NoView));
    QCOMPARE(mistakeOf("{\"duologue_view\": 2}"), inEnglish(PhraseId::NewerView));
    QCOMPARE(mistakeOf("{\"duologue_view\": 1}"), std::string());
    QVERIFY(!readView("/no/such/file").ok());
    QVERIFY(!readView("/").ok());
}

void SavedViewTest::quotesForTheShell()
{
    for (const std::string text : {"plain", "", "two words", "it's", "$HOME `id` \\ \"x\"", "-option",
                                   "@view", "旅行", "a\nb", "*", "!x", "a;b", "#"})
        QCOMPARE(throughShell(shellQuoted(text)), text + "\n");
    QCOMPARE(shellQuoted("a/b.jsonl"), std::string("a/b.jsonl"));
}

void SavedViewTest::writesCommands()
{
    const SavedView view = fullView("/d");
    QCOMPARE(listCommand(view),
             std::string("duologue-cli list /d/data /elsewhere/b.jsonl --where 'turns:>=3 \"it'\\''s\" "
                         "旅行' --sort turns:desc --columns id,turns"));
    QCOMPARE(
        statsCommand(view, view.charts.front()),
        std::string(
            "duologue-cli stats /d/data /elsewhere/b.jsonl --where 'turns:>=3 \"it'\\''s\" 旅行' --report "
            "rating-by-turns --by turns --mean rating.diversity"));
    QVERIFY(exportCommand(view, "openai", "o.jsonl").ends_with("--sort turns:desc --to openai -o o.jsonl"));
    QCOMPARE(openCommand(view), std::string("duologue /d/data /elsewhere/b.jsonl --record a.json:1"));
}

DUOLOGUE_TEST(SavedViewTest)
#include "saved_view_test.moc"
