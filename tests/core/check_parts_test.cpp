// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/checks/check_columns.h"
#include "core/checks/duplicates/similar_texts.h"
#include "core/checks/duplicates/splits.h"
#include "core/checks/findings/finding_spread.h"
#include "core/checks/personal/personal_text.h"
#include "core/checks/shingles.h"
#include "core/checks/translation/text_numbers.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace duologue;
using namespace duologue::test;

namespace {

bool hasNumber(const std::vector<TextNumber>& numbers, double value)
{
    return std::any_of(numbers.begin(), numbers.end(),
                       [value](const TextNumber& each) { return std::abs(each.value - value) < 1e-9; });
}

std::vector<std::uint32_t> shinglesIn(std::string_view text)
{
    return shinglesOf(foldForSearch(text));
}

} // namespace

/// What several checks share: numbers of texts, likeness, splits, settings, fields.
class CheckPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsNumbers_data();
    void readsNumbers();
    void comparesTexts();
    void findsSplits();
    void groupsSimilarTexts();
    void settingsThereAndBack();
    void settingsThatMakeNoSense_data();
    void settingsThatMakeNoSense();
    void suppressesOneFinding();
    void acceptedFindingsFollowTheirTexts();
    void fieldsOfASnapshot();
    void namesOfFields();
    void masksPersonalData();
    void spreadsFindingsOverTheDataset();
};

void CheckPartsTest::readsNumbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("isChinese");
    const auto row = [](const char* text, double value, bool isChinese) {
        QTest::addRow("%s", text) << QString::fromUtf8(text) << value << isChinese;
    };
    row("it costs 1,250 euros", 1250, false);
    row("2.5 hours", 2.5, false);
    row("on the 20th", 20, false);
    row("5k steps", 5000, false);
    row("twenty-five people", 25, false);
    row("two hundred grams", 200, false);
    row("1.5 million readers", 1.5e6, false);
    row("half a dozen eggs", 6, false);
    row("1 ½ cups", 1.5, false);
    row("十二个人", 12, true);
    row("两百克", 200, true);
    row("三点五小时", 3.5, true);
    row("3万元", 30000, true);
    row("一亿两千万", 1.2e8, true);
    row("二〇二四年", 2024, true);
    row("两三天", 3, true);
    row("一个半小时", 1.5, true);
    row("半小时", 0.5, true);
    row("1½杯", 1.5, true);
    row("1/4杯", 0.25, true);
    row("四分之三杯", 0.75, true);
}

void CheckPartsTest::readsNumbers()
{
    QFETCH(const QString, text);
    QFETCH(const double, value);
    QFETCH(const bool, isChinese);
    const std::string utf8 = text.toStdString();
    const auto numbers = isChinese ? chineseNumbers(utf8) : englishNumbers(utf8);
    QVERIFY(hasNumber(numbers, value));
    for (const TextNumber& number : numbers)
        QVERIFY(number.begin < number.end && number.end <= utf8.size());
}

void CheckPartsTest::comparesTexts()
{
    const auto one = shinglesIn("We leave the station in the morning and walk along the river.");
    QCOMPARE(one.size(), std::size_t{10});
    QCOMPARE(jaccard(one, shinglesIn("we leave the STATION in the morning, and walk along the river")), 1.0);
    const auto other = shinglesIn("We leave the station in the evening and walk along the river.");
    QCOMPARE(jaccard(one, other), 7.0 / 13);
    QCOMPARE(jaccard(one, {}), 0.0);
    QCOMPARE(shinglesIn("沿着河边走到旧桥").size(), std::size_t{4});
    QCOMPARE(jaccard(shinglesIn("沿着河边走到旧桥"), shinglesIn("沿着河边走到新桥")), 2.0 / 6);
    QVERIFY(shinglesIn(" … ").empty());
}

void CheckPartsTest::findsSplits()
{
    const TempFolder folder;
    const char* const record = "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
    folder.write("train/a.jsonl", record);
    folder.write("my_test.jsonl", record);
    folder.write("rest/latest.jsonl", record);
    folder.write("some.jsonl",
                 "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}], \"split\": \"dev\"}\n");
    const SnapshotPtr snapshot = load({folder.path()});
    std::vector<std::string> names;
    for (const auto& split : splitsOf(*snapshot))
        names.emplace_back(split ? splitName(*split) : "-");
    QCOMPARE(names, (std::vector<std::string>{"test", "-", "validation", "train"}));
}

void CheckPartsTest::groupsSimilarTexts()
{
    const TempFolder folder;
    std::string lines;
    const auto add = [&](const std::string& text) {
        lines += "{\"messages\": [{\"role\": \"user\", \"content\": \"" + text + "\"}]}\n";
    };
    std::string words;
    for (int i = 0; i < 300; ++i)
        words += "word" + std::to_string(i) + " ";
    add(words + "end");
    for (int i = 0; i < 30; ++i)
        add("text number " + std::to_string(i) + " is about thing " + std::to_string(i * 7) +
            " and no other");
    add("begin " + words);
    add(words + "end");
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", lines)});
    const RowSet rows(snapshot->recordCount(), true);
    const CheckedDataset dataset(*snapshot, rows, 2);
    const TextDigests& digests = dataset.digests(Job());
    const auto equal = equalTexts(digests, DigestPart::Prompt);
    QCOMPARE(equal.size(), std::size_t{1});
    QCOMPARE(equal.front(), (TextGroupIndexes{0, 32}));
    const SimilarTexts similar = similarTexts(digests, DigestPart::Prompt, 0.8, Job());
    QCOMPARE(similar.groups.size(), std::size_t{1});
    QCOMPARE(similar.groups.front(), (TextGroupIndexes{0, 31}));
    QCOMPARE(similar.partners.at(31), 0U);
    QVERIFY(similarTexts(digests, DigestPart::Answer, 0.8, Job()).groups.empty());
}

void CheckPartsTest::settingsThereAndBack()
{
    CheckSettings settings;
    settings.thresholds["translation_short"] = 0.25;
    settings.off = {"email", "phone"};
    settings.suppressions = {{"empty_answer", "a b/c.json", 3, 2, "on purpose"},
                             {"refusal", "d.jsonl", 1, 0, ""}};
    const auto read = settingsOf(settingsText(settings));
    QVERIFY(std::holds_alternative<CheckSettings>(read));
    const auto& same = std::get<CheckSettings>(read);
    QCOMPARE(same.thresholds, settings.thresholds);
    QCOMPARE(same.off, settings.off);
    QVERIFY(same.suppressions == settings.suppressions);
    QCOMPARE(same.threshold(*findCheck("translation_short")), 0.25);
    QVERIFY(same.isOff(*findCheck("email")));
    QVERIFY(setThreshold("translation_short=0.3", settings).empty());
    QCOMPARE(settings.threshold(*findCheck("translation_short")), 0.3);
}

void CheckPartsTest::settingsThatMakeNoSense_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("no JSON") << "off: all";
    QTest::newRow("a list") << "[]";
    QTest::newRow("a newer version") << R"({"version": 2})";
    QTest::newRow("an unknown check") << R"({"off": ["emial"]})";
    QTest::newRow("a threshold of an unknown check") << R"({"thresholds": {"emial": 1}})";
    QTest::newRow("a threshold of a check without one") << R"({"thresholds": {"email": 1}})";
    QTest::newRow("a threshold out of range") << R"({"thresholds": {"translation_short": 5}})";
    QTest::newRow("an unknown check suppressed") << R"({"suppressions": [{"check": "x"}]})";
    QTest::newRow("wrong kinds") << R"({"thresholds": 3, "off": "email"})";
}

void CheckPartsTest::settingsThatMakeNoSense()
{
    QFETCH(const QString, text);
    const auto read = settingsOf(text.toStdString());
    QVERIFY(std::holds_alternative<Phrase>(read));
    QVERIFY(!inEnglish(std::get<Phrase>(read)).empty());
}

void CheckPartsTest::suppressesOneFinding()
{
    const TempFolder folder;
    const std::string record =
        "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": \"assistant\", "
        "\"content\": \"\"}]}\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", record + record)});
    CheckRequest request{*snapshot, RowSet(snapshot->recordCount(), true), {}, {"empty_answer"}};
    request.settings.folder = folder.path();
    const CheckRun before = runChecks(request, Job());
    QCOMPARE(before.findings.size(), std::size_t{2});
    request.settings.suppressions.push_back(
        suppressionOf(*snapshot, request.settings, before.findings[1], "on purpose"));
    QCOMPARE(request.settings.suppressions.front().file, std::string("a.jsonl"));
    const CheckRun after = runChecks(request, Job());
    QCOMPARE(after.findings.size(), std::size_t{1});
    QCOMPARE(after.findings.front().row, Row{0});
    QCOMPARE(after.results.front().suppressed, std::uint64_t{1});
}

/// By the hash of its text, if the record has another number now.
void CheckPartsTest::acceptedFindingsFollowTheirTexts()
{
    const auto asking = [](const std::string& question) {
        return R"({"messages": [{"role": "user", "content": "Write to )" + question +
               R"(@riverhouse.at"}, {"role": "assistant", "content": "Yes."}]})"
               "\n";
    };
    const TempFolder folder;
    const auto run = [&](const std::vector<Suppression>& accepted, const std::string& lines) {
        const SnapshotPtr snapshot = load({folder.write("a.jsonl", lines)});
        CheckRequest request{*snapshot, RowSet(snapshot->recordCount(), true), {}, {"email"}};
        request.settings.folder = folder.path();
        // As they come out of a file.
        CheckSettings written;
        written.suppressions = accepted;
        request.settings.suppressions =
            std::get<CheckSettings>(settingsOf(settingsText(written))).suppressions;
        return runChecks(request, Job());
    };
    const auto messages = [](const CheckRun& made) {
        std::vector<std::size_t> rows;
        for (const Finding& finding : made.findings)
            rows.push_back(indexOf(finding.row));
        return rows;
    };
    const std::string three = asking("anna") + asking("bela") + asking("carl");
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", three)});
    CheckSettings settings;
    settings.folder = folder.path();
    const CheckRun before = run({}, three);
    QCOMPARE(before.findings.size(), std::size_t{3});
    const Suppression bela = suppressionOf(*snapshot, settings, before.findings[1], "known");
    QVERIFY(bela.textHash != 0);
    using Rows = std::vector<std::size_t>;
    QCOMPARE(messages(run({bela}, three)), (Rows{0, 2}));
    // A record was added before it, or the records were sorted in another way.
    QCOMPARE(messages(run({bela}, asking("dora") + three)), (Rows{0, 1, 3}));
    QCOMPARE(messages(run({bela}, asking("carl") + asking("anna") + asking("bela"))), (Rows{0, 1}));
    // Its text was changed: it is shown again and listed.
    const CheckRun changed = run({bela}, asking("anna") + asking("emil") + asking("carl"));
    QCOMPARE(messages(changed), (Rows{0, 1, 2}));
    QCOMPARE(changed.lost.size(), std::size_t{1});
    QCOMPARE(changed.lost.front().reason, std::string("known"));
    QCOMPARE(run({bela}, asking("anna")).lost.size(), std::size_t{1});
    QVERIFY(run({bela}, three).lost.empty());
    // Two equal texts: the one that was accepted, not the other.
    QCOMPARE(messages(run({bela}, three + asking("bela"))), (Rows{0, 2, 3}));
    // Of version 1.0, without a hash.
    Suppression old = bela;
    old.textHash = 0;
    QCOMPARE(messages(run({old}, asking("dora") + three)), (Rows{0, 2, 3}));
    QVERIFY(run({old}, asking("anna")).lost.empty());
    settings.suppressions = {old};
    QVERIFY(settingsText(settings).find("hash") == std::string::npos);
}

/// A record counts once, a finding about the dataset not at all; with few records each is a part of its own.
void CheckPartsTest::spreadsFindingsOverTheDataset()
{
    const auto at = [](std::uint32_t row, FindingPart part = FindingPart::Message) {
        Finding finding;
        finding.part = part;
        finding.row = Row{row};
        return finding;
    };
    const std::vector<Finding> findings{at(0, FindingPart::Dataset), at(25), at(25), at(26), at(27), at(99)};
    const FindingSpread spread = spreadOf(findings, 100, 10);
    QCOMPARE(spread.parts.size(), std::size_t{10});
    QCOMPARE(spread.parts[2].found, std::uint64_t{3});
    QCOMPARE(spread.parts[9].found, std::uint64_t{1});
    QCOMPARE(spread.most(), 0.3);
    QCOMPARE(blocksOf(spread), std::string("▁▁█▁▁▁▁▁▁▄"));
    std::uint64_t records = 0;
    for (const FindingSpread::Part& part : spreadOf(findings, 103, 24).parts)
        records += part.records;
    QCOMPARE(records, std::uint64_t{103});
    QCOMPARE(blocksOf(spreadOf({}, 3, 24)), std::string("▁▁▁"));
    QVERIFY(spreadOf({}, 0, 24).parts.empty());
}

void CheckPartsTest::fieldsOfASnapshot()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl", "{\"id\": \"a\", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": "
                   "\"assistant\", \"content\": \"\"}]}\n"
                   "{\"id\": \"b\", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": "
                   "\"assistant\", \"content\": \"Yes.\"}]}\n")});
    QVERIFY(!hasCheckFields(*snapshot));
    const RowSet rows(snapshot->recordCount(), true);
    const SnapshotPtr checked = withCheckFields(*snapshot, runForFields(*snapshot, {}, 2, Job()), rows);
    QVERIFY(hasCheckFields(*checked));
    QCOMPARE(idsFound(*checked, "check:empty_answer"), std::vector<std::string>{"a"});
    QCOMPARE(idsFound(*checked, "checks:>0"), std::vector<std::string>{"a"});
    QCOMPARE(idsFound(*checked, "checks:0"), std::vector<std::string>{"b"});
    QCOMPARE(fieldText(*checked, Row{0}, "check"), std::string("empty_answer"));
    // Made again, they replace each other.
    const SnapshotPtr again = withCheckFields(*checked, runForFields(*checked, {}, 1, Job()), rows);
    QCOMPARE(again->records.columns.size(), checked->records.columns.size());
}

void CheckPartsTest::namesOfFields()
{
    QVERIFY(mayNameCheckFields("check:email turns:2"));
    QVERIFY(mayNameCheckFields("id,checks"));
    QVERIFY(mayNameCheckFields("-has:check"));
    QVERIFY(!mayNameCheckFields("checked:yes"));
    QVERIFY(!mayNameCheckFields("recheck"));
    QVERIFY(!mayNameCheckFields("checklist"));
    QVERIFY(!mayNameCheckFields(""));
}

void CheckPartsTest::masksPersonalData()
{
    QCOMPARE(masked("13987654321"), std::string("139••••••21"));
    QCOMPARE(masked("short"), std::string("•••••"));
    QCOMPARE(withoutPersonal("call 13987654321 or a.b@riverhouse.at"),
             std::string("call 139••••••21 or a.b••••••••••••at"));
    QCOMPARE(withoutPersonal("nothing here"), std::string("nothing here"));
}

DUOLOGUE_TEST(CheckPartsTest)
#include "check_parts_test.moc"
