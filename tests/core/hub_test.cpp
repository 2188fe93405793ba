// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/load/hub_folders.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "core/util/phrase_id.h"
#include "core/util/small_json.h"
#include "tests/core/columnar_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace duologue;
using duologue::test::TempFolder;

namespace fs = std::filesystem;

/// Folders as the Hugging Face Hub and its library lay them out.
class HubTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesLabelsOfKeysWithAMeaning();
    void takesFieldsFromFolders();
    void takesSplitsFromNamesWithoutACard();
    void warnsOfBrokenCardsAndNotes();
    void readsCards();
    void refusesDamagedCards();
    void patternsMatchPaths_data();
    void patternsMatchPaths();
    void namesSpeakForSplits_data();
    void namesSpeakForSplits();
    void readsConfigurationsOfACard();
    void readsSplitsFromNames();
    void recordsKeepTheirOwnSplit();
    void readsWhatTheLibraryNotes();
    void showsTheCardInPlaceOfItsFile();
    void readsAgainWhenTheCardChanges();
    void followsSnapshotsOfTheCache();
    void normalisesPatterns();
    void namesEveryConfigurationOfAFile();
    void namesLabelsOfACard();
    void namesLabelsOfTheLibrary();
    void namesLabelsFromAnIndex();
    void readsSnapshotsThatRefsName();
    void readsTheNewestSnapshotWithoutRefs();

private:
    static std::string message(const std::string& id)
    {
        return "{\"id\": \"" + id + "\", \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}\n";
    }

    /// "id config/split" of each record.
    static std::vector<std::string> placesOf(const Snapshot& snapshot)
    {
        std::vector<std::string> lines;
        const auto text = [&](Row row, const char* key) {
            return findField(snapshot, key) ? test::fieldText(snapshot, row, key) : std::string();
        };
        for (Row row{0}; row < snapshot.endRow(); ++row)
            lines.push_back(text(row, "id") + " " + text(row, "config") + "/" + text(row, "split"));
        return lines;
    }

    static Phrase reasonOf(const Snapshot& snapshot, const std::string& shownPath)
    {
        for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
            if (snapshot.files[i].shownPath == shownPath)
                return snapshot.files[i].skipReason;
        }
        return Phrase::verbatim("no such file");
    }
};

constexpr std::string_view kCard = "---\n"
                                   "pretty_name: \"Small talk: a sample\"\n"
                                   "license: [mit, cc-by-4.0]\n"
                                   "language:\n"
                                   "  - en\n"
                                   "  - zh\n"
                                   "configs:\n"
                                   "- config_name: english\n"
                                   "  data_files:\n"
                                   "  - split: train\n"
                                   "    path: en/a*\n"
                                   "  - split: held_out\n"
                                   "    path: [\"en/b.jsonl\", \"en/more/**\"]\n"
                                   "- config_name: chinese\n"
                                   "  data_dir: zh\n"
                                   "  data_files: \"*.jsonl\"\n"
                                   "- config_name: plain\n"
                                   "  data_files:\n"
                                   "    dev: other/*.jsonl\n"
                                   "---\n"
                                   "# A heading\n";

void HubTest::readsCards()
{
    const auto card = readCard(kCard);
    QVERIFY(card.has_value());
    QCOMPARE(card->title, std::string("Small talk: a sample"));
    QCOMPARE(card->licences, (std::vector<std::string>{"mit", "cc-by-4.0"}));
    QCOMPARE(card->languages, (std::vector<std::string>{"en", "zh"}));
    QCOMPARE(card->configs.size(), std::size_t{3});
    QCOMPARE(card->configs[0].splits[1].patterns, (std::vector<std::string>{"en/b.jsonl", "en/more/**"}));
    QCOMPARE(card->configs[1].splits[0].patterns, std::vector<std::string>{"zh/*.jsonl"});
    QCOMPARE(card->configs[2].splits[0].name, std::string("dev"));
    QCOMPARE(
        inEnglish(card->summary()),
        std::string("the dataset card: Small talk: a sample; licence: mit, cc-by-4.0; languages: en, zh"));
    const auto plain = readCard("---\nlicense: mit\n---\n\n# Talks \nText\n");
    QCOMPARE(plain->title, std::string("Talks"));
    QCOMPARE(inEnglish(plain->summary()), std::string("the dataset card: Talks; licence: mit"));
    QCOMPARE(inEnglish(readCard("---\ntags: [x]\n---\n")->summary()), std::string("the dataset card"));
}

void HubTest::refusesDamagedCards()
{
    QVERIFY(!readCard("# No head\n"));
    QVERIFY(!readCard("---\nlicense: mit\n"));
    QVERIFY(!readCard("---\n- a\n- b\n---\n"));
    QVERIFY(!readCard("---\nlicense: [mit\n---\n"));
    QVERIFY(!readCard("---\n" + std::string(100, '[') + std::string(100, ']') + "\n---\n"));
    // Each name stands for ten of the one before.
    std::string bomb = "a0: &a0 [x]\n";
    for (int i = 1; i < 12; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int j = 0; j < 9; ++j)
            bomb += ", " + before;
        bomb += "]\n";
    }
    QVERIFY(!jsonOfYaml(bomb));
    // One long text again and again.
    std::string heavy = "- &a " + std::string(100'000, 'x') + "\n";
    for (int i = 0; i < 1000; ++i)
        heavy += "- *a\n";
    QVERIFY(!jsonOfYaml(heavy));
    QVERIFY(!jsonOfYaml("a: &a [*a]\n") && !jsonOfYaml("a: *b\n"));
    QCOMPARE(jsonOfYaml("a: &a [x, {b: c}]\nd: *a\n")->dump(),
             R"({"a":["x",{"b":"c"}],"d":["x",{"b":"c"}]})");
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    QVERIFY(smallJson<nlohmann::json>(deep).is_discarded());
    QVERIFY(smallJson<nlohmann::json>("[" + std::string(1, '1')).is_discarded());
    QCOMPARE(smallJson<nlohmann::json>("[1,{\"a\":2}]").dump(), R"([1,{"a":2}])");
    QVERIFY(readCard("\xEF\xBB\xBF---\r\nlicense: mit\r\n---\r\n"));
    QVERIFY(readCard("\n---\nlicense: mit\n---"));
    QVERIFY(readCard("---\nconfigs: {a: 1}\nlanguage: 5\n---\n")->configs.empty());
}

void HubTest::patternsMatchPaths_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<bool>("matches");
    const auto add = [](const char* path, const char* pattern, bool matches) {
        QTest::addRow("%s %s", path, pattern)
            << QString::fromLatin1(path) << QString::fromLatin1(pattern) << matches;
    };
    add("data/train-0.parquet", "data/train-*", true);
    add("data/x/train-0.parquet", "data/*", false);
    add("data/x/train-0.parquet", "data/**", true);
    add("train.parquet", "**/*.parquet", true);
    add("a/b/train.parquet", "**/*.parquet", true);
    add("a/train.json", "**/*.parquet", false);
    add("train1.csv", "train?.csv", true);
    add("train/.csv", "train?.csv", false);
    add("train.csv", "train.csv", true);
    add("train.csv2", "train.csv", false);
    add("part-1.csv", "part-[0-1].csv", true);
    add("part-2.csv", "part-[0-1].csv", false);
    add("z.csv", "[yz].csv", true);
    add("b.csv", "[!a].csv", true);
    add("a.csv", "[!a].csv", false);
    add("^.csv", "[^a].csv", true);
    add("-.csv", "[a-].csv", true);
    add("].csv", "[]].csv", true);
    add("a/b.csv", "a[!x]b.csv", false);
    add("a[b.csv", "a[b.csv", true);
    add("[a/b].csv", "[a/b].csv", true);
    add("part-2.csv", "part-{1,2}.csv", false);
    add("part-{1,2}.csv", "part-{1,2}.csv", true);
    add("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "*a*a*a*a*a*a*a*a*b", false);
    add("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "*a*a*a*a*a*a*a*a*b", true);
    add("a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", "**/a/**/a/**/a/**/a/**/a/**/a/**/b", false);
    add("a/b/c/d.csv", "a/**/d.csv", true);
    add("a/d.csv", "a/**/d.csv", true);
    add("ad.csv", "a**/d.csv", true);
    add("axd/d.csv", "a**/d.csv", true);
    add("a/b.csv", "**", true);
    add("a/b.csv", "*", false);
    add("a/b.csv", "*/*", true);
    add("ab.csv", "a***b.csv", true);
}

void HubTest::patternsMatchPaths()
{
    QFETCH(QString, path);
    QFETCH(QString, pattern);
    QFETCH(bool, matches);
    QCOMPARE(matchesPattern(path.toStdString(), pattern.toStdString()), matches);
}

void HubTest::normalisesPatterns()
{
    PathPatterns many;
    QCOMPARE(many.add("a/*.csv"), std::size_t{0});
    QCOMPARE(many.add("a/b.csv"), std::size_t{1});
    QCOMPARE(many.add("a/*.csv"), std::size_t{0});
    QCOMPARE(many.add("**/b.csv"), std::size_t{2});
    QCOMPARE(many.add("[a]/b.csv"), std::size_t{3});
    QCOMPARE(many.matching("a/b.csv"), (std::vector<std::size_t>{0, 1, 2, 3}));
    QCOMPARE(many.matching("a/c.csv"), (std::vector<std::size_t>{0}));
    QVERIFY(many.matching("[a]/b.csv") == std::vector<std::size_t>{2});
    QVERIFY(matchesPattern("\u554f.csv", "?.csv"));
    QVERIFY(matchesPattern("\u554f.csv", "[\u5500-\u55ff].csv"));
    QCOMPARE(normalPattern("./data//x/./*.csv"), std::string("data/x/*.csv"));
    const auto card = readCard("---\nconfigs:\n- data_files: ./a*.csv\n- data_dir: ./b/\n---\n");
    QCOMPARE(card->configs[0].splits[0].patterns, std::vector<std::string>{"a*.csv"});
    QCOMPARE(card->configs[1].splits[0].patterns, std::vector<std::string>{"b/**"});
}

void HubTest::namesSpeakForSplits_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("known");
    QTest::addColumn<QString>("split");
    const auto add = [](const char* path, const char* known, const char* split) {
        QTest::addRow("%s", path) << QString::fromLatin1(path) << QString::fromLatin1(known)
                                  << QString::fromLatin1(split);
    };
    add("data/train-00000-of-00010.parquet", "", "train");
    add("data/test_sft-00000-of-00001-a1b2c3d4.parquet", "", "test_sft");
    add("squad-validation-00000-of-00002.arrow", "", "validation");
    add("squad-plain-text-00000-of-00002.arrow", "plain-text", "plain-text");
    add("squad-train.arrow", "train", "train");
    add("train/0000.parquet", "", "train");
    add("dev.parquet", "", "validation");
    add("my_eval_set.csv", "", "test");
    add("latest.csv", "", "");
    add("testimony.csv", "", "");
    add("x/y.parquet", "", "");
    add("out-of-order.parquet", "", "");
}

void HubTest::namesSpeakForSplits()
{
    QFETCH(QString, path);
    QFETCH(QString, known);
    QFETCH(QString, split);
    const std::vector<std::string> splits =
        known.isEmpty() ? std::vector<std::string>() : std::vector{known.toStdString()};
    QCOMPARE(splitOfPath(path.toStdString(), splits), split.toStdString());
}

void HubTest::readsConfigurationsOfACard()
{
    const TempFolder folder;
    folder.write("README.md", kCard);
    folder.write("en/a1.jsonl", message("a1"));
    folder.write("en/b.jsonl", message("b"));
    folder.write("en/more/c.jsonl", message("c"));
    folder.write("zh/train.jsonl", message("zh"));
    folder.write("other/x.jsonl", message("other"));
    folder.write("z.jsonl", message("none"));
    const std::vector<std::string> expected{
        "a1 english/train", "b english/held_out", "c english/held_out", "other plain/dev",
        "none /",           "zh chinese/train"};
    auto found = placesOf(*test::load({folder.path()}));
    std::sort(found.begin(), found.end());
    auto sorted = expected;
    std::sort(sorted.begin(), sorted.end());
    QCOMPARE(found, sorted);
    // A card lies beside an opened file, too.
    QCOMPARE(placesOf(*test::load({folder.path() / "other"})), std::vector<std::string>{"other /"});
}

void HubTest::readsSplitsFromNames()
{
    const TempFolder folder;
    const std::string rows = test::fileBytes(test::columnarFile("small-pages.parquet"));
    folder.write("data/train-00000-of-00002.parquet", rows);
    folder.write("data/test-00000-of-00001.parquet", rows);
    folder.write("test.jsonl", message("text"));
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(test::idsFound(*snapshot, "split:train").size(), std::size_t{40});
    // A file named like a split is one of it, whatever its format.
    QCOMPARE(test::idsFound(*snapshot, "split:test").size(), std::size_t{41});
    QCOMPARE(test::idsFound(*snapshot, "missing:split").size(), std::size_t{0});
    // The viewer shows what the table has.
    const auto record = readRecord(*snapshot, Row{0}).value();
    const auto& fields = record->conversation.fields;
    QVERIFY(std::any_of(fields.begin(), fields.end(), [](const Field& field) {
        return field.key == "split" && field.name.shown() == "test";
    }));
}

void HubTest::recordsKeepTheirOwnSplit()
{
    const TempFolder folder;
    folder.write("train.csv", "id,text,split\na,b,mine\nc,d,\n");
    QCOMPARE(placesOf(*test::load({folder.path()})), (std::vector<std::string>{"a /mine", "c /"}));
}

void HubTest::readsWhatTheLibraryNotes()
{
    const TempFolder folder;
    const std::string rows = test::fileBytes(test::columnarFile("messages-rust.arrow"));
    folder.write("talks/dataset_dict.json", R"({"splits": ["first", "second"]})");
    folder.write("talks/first/data-00000-of-00001.arrow", rows);
    folder.write("talks/first/state.json",
                 R"({"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_split": "first"})");
    folder.write("talks/first/dataset_info.json", R"({"features": {}, "config_name": "default"})");
    folder.write("talks/first/cache-0a1b.arrow", rows);
    folder.write("org___squad/plain/0.0.0/0a1b/squad-train.arrow", rows);
    folder.write("org___squad/plain/0.0.0/0a1b/dataset_info.json",
                 R"({"features": {}, "config_name": "plain", "splits": {"train": {"num_examples": 40}}})");
    folder.write("talks/second/data-00000-of-00001.arrow", rows);
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 120U);
    QCOMPARE(test::idsFound(*snapshot, "split:second").size(), std::size_t{40});
    for (const char* notes : {"dataset_dict.json", "first/state.json", "first/dataset_info.json"})
        QCOMPARE(reasonOf(*snapshot, "talks/" + std::string(notes)), Phrase(PhraseId::DatasetsNotes));
    QCOMPARE(test::idsFound(*snapshot, "split:first").size(), std::size_t{40});
    QCOMPARE(test::idsFound(*snapshot, "config:plain split:train").size(), std::size_t{40});
    QCOMPARE(inEnglish(reasonOf(*snapshot, "talks/first/cache-0a1b.arrow")),
             std::string("this is an intermediate result of the datasets library; it repeats other files"));
    for (std::size_t i = 0; i < snapshot->problems.size(); ++i)
        QVERIFY(snapshot->problems[i].code != ProblemCode::FormatFileInvalid);
}

void HubTest::showsTheCardInPlaceOfItsFile()
{
    const TempFolder folder;
    folder.write("README.md", "---\nlicense: mit\nlanguage: en\n---\n# Talks\n");
    folder.write("a.jsonl", message("a"));
    folder.write("inside/README.md", "# Only text\n");
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(inEnglish(reasonOf(*snapshot, "README.md")),
             std::string("the dataset card: Talks; licence: mit; languages: en"));
    QCOMPARE(inEnglish(reasonOf(*snapshot, "inside/README.md")), std::string("not a JSON file (.md)"));
}

void HubTest::readsAgainWhenTheCardChanges()
{
    const TempFolder folder;
    const TempFolder cache;
    folder.write("a.jsonl", message("a"));
    folder.write("README.md", "---\nconfigs:\n- config_name: x\n  data_files: {one: a.jsonl}\n---\n");
    LoadOptions options;
    options.cacheFolder = cache.path();
    const auto load = [&] { return placesOf(*loadDataset({folder.path()}, options, Job())); };
    QCOMPARE(load(), std::vector<std::string>{"a /one"});
    QCOMPARE(load(), std::vector<std::string>{"a /one"});
    folder.write("README.md", "---\nconfigs:\n- config_name: x\n  data_files: {two: a.jsonl}\n---\n");
    QCOMPARE(load(), std::vector<std::string>{"a /two"});
}

void HubTest::followsSnapshotsOfTheCache()
{
    const TempFolder folder;
    const fs::path dataset = folder.path() / "hub/datasets--org--talks";
    folder.write("hub/datasets--org--talks/blobs/1a", message("a"));
    folder.write("hub/datasets--org--talks/blobs/2b", message("b"));
    folder.write("secret.jsonl", message("secret"));
    for (const char* revision : {"r1", "r2"})
        fs::create_directories(dataset / "snapshots" / revision);
    fs::create_symlink("../../blobs/1a", dataset / "snapshots/r1/train.jsonl");
    fs::create_symlink("../../blobs/1a", dataset / "snapshots/r2/train.jsonl");
    fs::create_symlink("../../blobs/2b", dataset / "snapshots/r2/test.jsonl");
    fs::create_symlink("../../../../secret.jsonl", dataset / "snapshots/r2/secret.jsonl");
    // One snapshot alone: its links lead out of it, but to its own dataset's blobs.
    const auto one = test::load({dataset / "snapshots/r2"});
    QCOMPARE(one->recordCount(), 2U);
    QVERIFY(inEnglish(reasonOf(*one, "secret.jsonl")).starts_with("the link leads out"));
    // Two with a name: what both have is read once.
    folder.write("hub/datasets--org--talks/refs/main", "r1");
    folder.write("hub/datasets--org--talks/refs/next", "r2");
    const auto all = test::load({folder.path() / "hub"});
    QCOMPARE(all->recordCount(), 2U);
    QVERIFY(
        inEnglish(reasonOf(*all, "datasets--org--talks/snapshots/r2/train.jsonl")).find("another snapshot") !=
        std::string::npos);
    QVERIFY(inEnglish(reasonOf(*all, "datasets--org--talks/blobs/")).starts_with("the Hub cache"));
    // Blobs that are elsewhere are no blobs.
    fs::remove_all(dataset / "blobs");
    fs::create_directories(folder.path() / "elsewhere");
    folder.write("elsewhere/1a", message("x"));
    fs::create_directory_symlink(folder.path() / "elsewhere", dataset / "blobs");
    QCOMPARE(test::load({dataset / "snapshots/r1"})->recordCount(), 0U);
}

void HubTest::namesEveryConfigurationOfAFile()
{
    const TempFolder folder;
    folder.write("README.md", "---\nconfigs:\n- config_name: all\n  data_files: '**'\n"
                              "- config_name: b\n  data_files: b/x.jsonl\n"
                              "- config_name: held\n  data_files: {test: b/y.jsonl}\n---\n");
    for (const char* name : {"a/x", "b/x", "b/y"})
        folder.write(std::string(name) + ".jsonl", message(name));
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(placesOf(*snapshot),
             (std::vector<std::string>{"a/x all/train", "b/x all, b/train", "b/y all, held/train, test"}));
    QCOMPARE(test::idsFound(*snapshot, "config:b"), std::vector<std::string>{"b/x"});
    QCOMPARE(test::idsFound(*snapshot, "split:train"), (std::vector<std::string>{"a/x", "b/x", "b/y"}));
    QCOMPARE(test::idsFound(*snapshot, "split:test"), std::vector<std::string>{"b/y"});
}

constexpr std::string_view kLabelRows = R"({"id": "a", "text": "x", "label": 1, "tags": [0, 2], "n": 1}
{"id": "b", "text": "y", "label": -1, "tags": [1], "n": 0}
{"id": "c", "text": "z", "label": "own", "tags": [], "n": 0}
)";

void HubTest::namesLabelsOfACard()
{
    const TempFolder folder;
    folder.write("README.md", "---\nconfigs:\n- config_name: one\n  data_files: one.jsonl\n"
                              "- config_name: two\n  data_files: two.jsonl\n"
                              "dataset_info:\n- config_name: one\n  features:\n  - name: label\n    dtype:\n"
                              "      class_label:\n        names: {'0': neg, '1': pos}\n"
                              "  - name: tags\n    sequence:\n      class_label:\n        names: [x, y, z]\n"
                              "- config_name: two\n  features:\n  - {name: label, dtype: int64}\n---\n");
    folder.write("one.jsonl", kLabelRows);
    folder.write("two.jsonl", kLabelRows);
    const auto snapshot = test::load({folder.path()});
    const auto text = [&](std::uint32_t row, const char* key) {
        return test::fieldText(*snapshot, Row{row}, key);
    };
    QCOMPARE(text(0, "label"), std::string("pos"));
    QCOMPARE(text(0, "tags"), std::string("x, z"));
    QCOMPARE(text(0, "n"), std::string("1"));
    // A number without a name, a value that is a name already, and another configuration stay.
    QCOMPARE(text(1, "label"), std::string("-1"));
    QCOMPARE(text(2, "label"), std::string("own"));
    QCOMPARE(text(3, "label"), std::string("1"));
    QCOMPARE(test::idsFound(*snapshot, "label:pos"), std::vector<std::string>{"a"});
    // The viewer shows what the table has.
    const auto record = readRecord(*snapshot, Row{0}).value();
    const auto& fields = record->conversation.fields;
    QVERIFY(std::any_of(fields.begin(), fields.end(), [](const Field& field) {
        return field.key == "label" && field.name.shown() == "pos";
    }));
}

void HubTest::namesLabelsOfTheLibrary()
{
    const TempFolder folder;
    folder.write("dataset_info.json",
                 R"({"features": {"label": {"names": ["A", "B"], "_type": "ClassLabel"}}})");
    folder.write("own.parquet", test::fileBytes(test::columnarFile("labels.parquet")));
    folder.write("plain.jsonl", kLabelRows);
    const auto snapshot = test::load({folder.path()});
    // What the file says of itself comes first.
    QCOMPARE(test::fieldText(*snapshot, Row{1}, "label"), std::string("neg"));
    QCOMPARE(test::fieldText(*snapshot, Row{6}, "label"), std::string("B"));
}

void HubTest::namesLabelsFromAnIndex()
{
    const TempFolder folder;
    const TempFolder cache;
    folder.write("dataset_info.json",
                 R"({"features": {"label": {"names": ["A", "B"], "_type": "ClassLabel"}}})");
    folder.write("a.jsonl", kLabelRows);
    folder.write("b.jsonl", kLabelRows);
    LoadOptions options;
    options.cacheFolder = cache.path();
    options.cacheSizes.smallestDataset = 0;
    for (int i = 0; i < 2; ++i) {
        const auto snapshot = loadDataset({folder.path()}, options, Job());
        for (const Row row : {Row{0}, Row{3}}) {
            QCOMPARE(test::fieldText(*snapshot, row, "label"), std::string("B"));
            const auto record = readRecord(*snapshot, row).value();
            const auto& fields = record->conversation.fields;
            QVERIFY(std::any_of(fields.begin(), fields.end(), [](const Field& field) {
                return field.key == "label" && field.name.shown() == "B";
            }));
        }
    }
}

void HubTest::readsSnapshotsThatRefsName()
{
    const TempFolder folder;
    const fs::path dataset = folder.path() / "datasets--org--talks";
    for (const char* file : {"blobs/same", "blobs/old", "blobs/new"})
        folder.write(dataset / file, message(fs::path(file).filename()));
    folder.write(dataset / "refs/main", "r2\n");
    folder.write(dataset / "snapshots/r2/README.md", "---\nconfigs:\n- data_files: {mine: '*.jsonl'}\n---\n");
    fs::create_directories(dataset / "snapshots/r1");
    for (const char* revision : {"r1", "r2"})
        fs::create_symlink("../../blobs/same", dataset / "snapshots" / revision / "a.jsonl");
    fs::create_symlink("../../blobs/old", dataset / "snapshots/r1/b.jsonl");
    fs::create_symlink("../../blobs/new", dataset / "snapshots/r2/b.jsonl");
    const std::vector<std::string> current{"same /mine", "new /mine"};
    const auto snapshot = test::load({folder.path()});
    QCOMPARE(placesOf(*snapshot), current);
    QCOMPARE(reasonOf(*snapshot, "datasets--org--talks/snapshots/r1/"), Phrase(PhraseId::HubSnapshotPassed));
    QCOMPARE(placesOf(*test::load({dataset})), current);
    QCOMPARE(placesOf(*test::load({dataset / "snapshots"})), current);
    // Who opens a snapshot wants it.
    QCOMPARE(placesOf(*test::load({dataset / "snapshots/r1"})),
             (std::vector<std::string>{"same /", "old /"}));
    // Names may have folders; each snapshot with a name is read.
    folder.write(dataset / "refs/refs/pr/1", "r1");
    QCOMPARE(placesOf(*test::load({dataset})), (std::vector<std::string>{"same /", "old /", "new /mine"}));
}

void HubTest::readsTheNewestSnapshotWithoutRefs()
{
    const TempFolder folder;
    const fs::path snapshots = folder.path() / "datasets--org--talks/snapshots";
    folder.write(snapshots / "r1/a.jsonl", message("first"));
    folder.write(snapshots / "r2/a.jsonl", message("second"));
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(snapshots / "r1", now);
    fs::last_write_time(snapshots / "r2", now - std::chrono::hours(1));
    QCOMPARE(placesOf(*test::load({folder.path()})), std::vector<std::string>{"first /"});
    fs::last_write_time(snapshots / "r2", now);
    QCOMPARE(test::load({folder.path()})->recordCount(), 2U);
    // A ref to a snapshot that is gone tells nothing.
    folder.write(snapshots.parent_path() / "refs/main", "r0");
    fs::last_write_time(snapshots / "r1", now - std::chrono::hours(1));
    QCOMPARE(placesOf(*test::load({folder.path()})), std::vector<std::string>{"second /"});
}

void HubTest::namesLabelsOfKeysWithAMeaning()
{
    const auto set = test::load({test::sourceFolder() / "tests/data/cases/68-classlabel-label/set"});
    QCOMPARE(test::fieldText(*set, Row{0}, "label"), std::string("bad"));
    QCOMPARE(test::fieldText(*set, Row{1}, "label"), std::string("good"));
    QCOMPARE(test::idsFound(*set, "label:bad"), (std::vector<std::string>{"t1", "t3"}));
}

void HubTest::takesFieldsFromFolders()
{
    const auto top = test::sourceFolder() / "tests/data/cases/59-hive-folders/data";
    const auto data = test::load({top});
    QCOMPARE(data->recordCount(), 4U);
    QCOMPARE(test::idsFound(*data, "day:2026-03-02"), (std::vector<std::string>{"c"}));
    QCOMPARE(test::idsFound(*data, "split:test"), (std::vector<std::string>{"d"}));
    QCOMPARE(test::idsFound(*test::load({top / "split=train"}), "day:2026-03-01").size(), std::size_t{2});
    const TempFolder folder;
    const std::string record = R"({"id": "a", "messages": [{"role": "user", "content": "x"}]})";
    folder.write("city=S%C3%A3o%20Paulo/x=__HIVE_DEFAULT_PARTITION__/day=1/a.jsonl", record + "\n");
    folder.write("day=2/b.jsonl", R"({"id": "b", "day": "own", "messages": []})"
                                  "\n");
    const auto decoded = test::load({folder.path()});
    QCOMPARE(test::fieldText(*decoded, Row{0}, "city"), std::string("São Paulo"));
    QCOMPARE(test::fieldText(*decoded, Row{0}, "day"), std::string("1"));
    QCOMPARE(test::fieldText(*decoded, Row{0}, "x"), std::string("<no field>"));
    QCOMPARE(test::fieldText(*decoded, Row{1}, "day"), std::string("own"));
}

void HubTest::takesSplitsFromNamesWithoutACard()
{
    const auto set = test::load({test::sourceFolder() / "tests/data/cases/60-split-without-card/set"});
    QCOMPARE(test::idsFound(*set, "split:train"), (std::vector<std::string>{"a", "b"}));
    QCOMPARE(test::idsFound(*set, "split:test"), (std::vector<std::string>{"c"}));
    QCOMPARE(test::idsFound(*set, "split:validation"), (std::vector<std::string>{"d"}));
    for (const auto& [path, split] :
         std::vector<std::pair<std::string, std::string>>{{"train.jsonl", "train"},
                                                          {"my_data-dev.v2.json", "validation"},
                                                          {"eval/0.jsonl", "test"},
                                                          {"train/part/0.jsonl", "train"},
                                                          {"contest.jsonl", ""},
                                                          {"source=test/0.jsonl", ""}})
        QCOMPARE(std::string(splitOfNames(path)), split);
}

void HubTest::warnsOfBrokenCardsAndNotes()
{
    const auto set = test::load({test::sourceFolder() / "tests/data/cases/75-card-head/set"});
    QCOMPARE(set->recordCount(), 1U);
    QCOMPARE(set->problemCounts.warnings(), std::uint64_t{1});
    QCOMPARE(inEnglish(set->problems[0].detail), std::string("README.md:3: found unexpected end of stream"));
    const TempFolder folder;
    folder.write("a.jsonl", R"({"id": "a", "messages": [{"role": "user", "content": "x"}]})"
                            "\n");
    folder.write("README.md",
                 "---\nlicense: mit\nconfigs:\n- config_name: default\n  data_files: no.jsonl\n---\n");
    folder.write("state.json", "{\n\"_data_files\": [}\n");
    std::vector<std::string> said;
    const auto snapshot = test::load({folder.path()});
    for (std::size_t i = 0; i < snapshot->problems.size(); ++i)
        said.push_back(inEnglish(snapshot->problems[i].detail));
    QVERIFY(std::find(said.begin(), said.end(), "README.md: no.jsonl: nothing exists at this path") !=
            said.end());
    QVERIFY(std::any_of(said.begin(), said.end(),
                        [](const auto& each) { return each.starts_with("state.json:2: "); }));
}

DUOLOGUE_TEST(HubTest)
#include "hub_test.moc"
