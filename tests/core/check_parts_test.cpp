// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_run.h"
#include "core/analysis/checks/checked_record.h"
#include "core/analysis/checks/duplicates.h"
#include "core/analysis/checks/findings.h"
#include "core/analysis/checks/personal.h"
#include "core/analysis/checks/translation_pairs.h"
#include "core/analysis/dataset_card.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "core/util/simd.h"
#include "core/util/text.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

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
    void readsNumbersWithDigits();
    void scansTexts();
    void comparesTexts();
    void keepsTheSmallestPieces();
    void minHashesAreThoseOfTheirFormula();
    void findsSplits();
    void groupsSimilarTexts();
    void settingsThereAndBack();
    void settingsThatMakeNoSense_data();
    void settingsThatMakeNoSense();
    void suppressesOneFinding();
    void acceptedFindingsFollowTheirTexts();
    void fieldsOfASnapshot();
    void negationsNeedCheckedRecords();
    void settingsReloadNoData();
    void namesOfFields();
    void masksPersonalData();
    void findsPersonalNumbers_data();
    void findsPersonalNumbers();
    void cardsSayWhatWasJudged();
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

/// What is read where digits are is what is read of the whole text.
void CheckPartsTest::readsNumbersWithDigits()
{
    constexpr std::string_view kPieces[] = {"3",        "12",      "1,250", "1,2345", "2.5", "20th", "5k",
                                            " hundred", " twenty", " five", " - ",    ", ",  "½",    "⅔",
                                            "/2",       "万",      "千",    "三",     "半",  "点",   "十",
                                            " a ",      "GPT",     "：",    "’",      ". ",  "百"};
    std::mt19937 random(11);
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (auto pieces = random() % 9; pieces > 0; --pieces)
            text += kPieces[random() % std::size(kPieces)];
        const ScannedText scanned(text);
        const auto shown = [&](const std::vector<TextNumber>& numbers) {
            std::string all = text + ":";
            for (const TextNumber& each : numbers) {
                if (each.isDigits)
                    all += " " + std::to_string(each.begin) + "-" + std::to_string(each.end) + "=" +
                           std::to_string(each.value) + (each.isOrdinal ? "." : "");
            }
            return all;
        };
        QCOMPARE(shown(englishDigits(scanned)), shown(englishNumbers(text)));
        QCOMPARE(shown(chineseDigits(scanned)), shown(chineseNumbers(text)));
    }
}

void CheckPartsTest::scansTexts()
{
    std::mt19937 random(5);
    // As long as a few vectors, and longer than a part.
    for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 4095U, 4096U, 4097U, 9000U}) {
        for (const unsigned alphabet : {2U, 12U, 256U}) {
            std::string text;
            while (text.size() < size)
                text += static_cast<char>('7' + random() % alphabet);
            std::vector<TextSpan> runs;
            for (std::size_t i = 0; i < text.size(); ++i) {
                if (!isDigit(text[i]))
                    continue;
                if (runs.empty() || runs.back().end != i)
                    runs.push_back({i, i});
                runs.back().end = i + 1;
            }
            const ScannedText scanned(text);
            QVERIFY(
                std::ranges::equal(runs, scanned.numbers, [](const TextSpan& left, const TextSpan& right) {
                    return left.begin == right.begin && left.end == right.end;
                }));
            QCOMPARE(scanned.has(Clue::Digit), !runs.empty());
            QCOMPARE(scanned.has(Clue::Less), text.find('<') != std::string::npos);
            QCOMPARE(scanned.has(Clue::Entity), text.find_first_of("&#") != std::string::npos);
            QCOMPARE(scanned.has(Clue::At), text.find_first_of("@`") != std::string::npos);
            QVERIFY(scanned.has(Clue::Bracket) || text.find_first_of("[{") == std::string::npos);
        }
    }
    const auto has = [](std::string_view text, Clue clue) {
        return ScannedText(std::string(100, 'x') + std::string(text) + "yz").has(clue);
    };
    for (const char32_t each : {0x1,  0x8,  0xB,    0x12,   0x19,   0x1A,   0x1D,   0x1F,   0x7F,   0x80,
                                0x9F, 0xAD, 0x200B, 0x202A, 0x202B, 0x202E, 0x2060, 0x2066, 0x2069, 0xFEFF}) {
        std::string text;
        appendCodePoint(text, each);
        QVERIFY(has(text, Clue::Invisible));
        QVERIFY(!has(text, Clue::Damage));
    }
    for (const std::string_view each : {"\xEF\xBF\xBD", "â€™", "â€œ", "Ã©", "Â\u00a0", "ï¼Œ", "锟斤拷"})
        QVERIFY(has(each, Clue::Damage));
    for (const std::string_view each : {"\t\r\n", "“é”, ’… – 100 °C", "全角，（锐）：这！", "a_b[1]{2}"}) {
        QVERIFY(!has(each, Clue::Invisible));
        QVERIFY(!has(each, Clue::Damage));
    }
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

void CheckPartsTest::keepsTheSmallestPieces()
{
    std::string text;
    for (int i = 0; i < 2000; ++i) {
        text += "word" + std::to_string(i % 1500) + " ";
        const auto all = shinglesOf(text);
        const auto some = shinglesOf(text, kMostShingles);
        QVERIFY(std::ranges::is_sorted(all));
        QVERIFY(std::ranges::equal(some, std::span(all).first(std::min(all.size(), kMostShingles))));
        text += i % 7 == 0 ? ", " : "";
    }
}

void CheckPartsTest::minHashesAreThoseOfTheirFormula()
{
    std::mt19937 random(3);
    for (const std::size_t count : {0U, 1U, 5U, 96U}) {
        std::vector<std::uint32_t> pieces(count);
        std::ranges::generate(pieces, [&random] { return static_cast<std::uint32_t>(random()); });
        const MinHashes found = minHashesOf(pieces);
        for (std::uint32_t i = 0; i < found.size(); ++i) {
            std::uint32_t least = 0xFFFF'FFFFU;
            for (const std::uint32_t piece : pieces) {
                std::uint32_t hash = (piece ^ (piece >> 15U)) * ((i * 0x9E37'79B1U + 0x85EB'CA6BU) | 1U);
                hash = (hash ^ (hash >> 16U)) * 0x7FEB'352DU;
                least = std::min(least, hash);
            }
            QCOMPARE(found[i], least);
        }
    }
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
    TextDigests digests;
    for (Row row{0}; row < snapshot->endRow(); ++row)
        digests.add(row, readRecord(*snapshot, row).value()->conversation);
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
    QVERIFY(read.ok());
    const auto& same = read.value();
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
    QVERIFY(!read.ok());
    QVERIFY(!inEnglish(*read.error()).empty());
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
        request.settings.suppressions = settingsOf(settingsText(written)).value().suppressions;
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
    QVERIFY(snapshot->records.column("checks") == nullptr);
    const RowSet rows(snapshot->recordCount(), true);
    const SnapshotPtr checked = withCheckFields(*snapshot, runForFields(*snapshot, {}, 2, Job()), rows);
    QVERIFY(checked->records.column("checks") != nullptr);
    QCOMPARE(idsFound(*checked, "check:empty_answer"), std::vector<std::string>{"a"});
    QCOMPARE(idsFound(*checked, "checks:>0"), std::vector<std::string>{"a"});
    QCOMPARE(idsFound(*checked, "checks:0"), std::vector<std::string>{"b"});
    QCOMPARE(fieldText(*checked, Row{0}, "check"), std::string("empty_answer"));
    // Made again, they replace each other.
    const SnapshotPtr again = withCheckFields(*checked, runForFields(*checked, {}, 1, Job()), rows);
    QCOMPARE(again->records.columns.size(), checked->records.columns.size());
}

/// What nobody has looked at is neither among those with a finding nor among those without.
void CheckPartsTest::negationsNeedCheckedRecords()
{
    const auto answered = [](const std::string& id, const std::string& answer) {
        return "{\"id\": \"" + id +
               "\", \"messages\": [{\"role\": \"user\", \"content\": \"q\"}, {\"role\": " +
               "\"assistant\", \"content\": \"" + answer + "\"}]}\n";
    };
    const TempFolder folder;
    const SnapshotPtr snapshot =
        load({folder.write("a.jsonl", answered("a", "") + answered("b", "Yes.") + answered("c", ""))});
    RowSet rows(snapshot->recordCount());
    rows.add(Row{0});
    rows.add(Row{1});
    CheckRequest request{*snapshot, rows, {}};
    request.onlyRecords = true;
    const SnapshotPtr checked = withCheckFields(*snapshot, runChecks(request, Job()), rows);
    using Ids = std::vector<std::string>;
    QCOMPARE(idsFound(*checked, "check:empty_answer"), Ids{"a"});
    QCOMPARE(idsFound(*checked, "-check:empty_answer"), Ids{"b"});
    QCOMPARE(idsFound(*checked, "-checks:>0"), Ids{"b"});
    QCOMPARE(idsFound(*checked, "-(check:empty_answer OR id:b)"), Ids{});
    // Of the third record it is certain.
    QCOMPARE(idsFound(*checked, "-(check:empty_answer id:a)"), (Ids{"b", "c"}));
    QCOMPARE(idsFound(*checked, "-has:checks"), Ids{"c"});
    // A value of the records themselves.
    const SnapshotPtr own = load({folder.write(
        "own.jsonl", "{\"id\": \"x\", \"check\": \"mine\", \"messages\": [{\"role\": \"user\", \"content\": "
                     "\"q\"}]}\n" +
                         answered("y", "Yes."))});
    QCOMPARE(idsFound(*own, "-record.check:mine"), Ids{"y"});
}

/// A file with settings of checks has no rows, wherever it comes from.
void CheckPartsTest::settingsReloadNoData()
{
    const char* const record = "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}]}\n";
    const TempFolder folder;
    folder.write("a.jsonl", record);
    SnapshotPtr snapshot = load({folder.path()});
    const auto refreshed = [&] { return refreshDataset(snapshot, {folder.path()}, {}, Job()); };
    folder.write(std::string(kCheckSettingsName), settingsText({}));
    QCOMPARE(refreshed(), snapshot);
    folder.write(std::string(kCheckSettingsName), "{\"off\": [\"email\"]}");
    QCOMPARE(refreshed(), snapshot);
    // It is listed as soon as anything else changes, and may go again.
    folder.write("b.jsonl", record);
    snapshot = refreshed();
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(snapshot->files.size(), std::size_t{3});
    std::filesystem::remove(folder.path() / kCheckSettingsName);
    QCOMPARE(refreshed(), snapshot);
    std::filesystem::remove(folder.path() / "a.jsonl");
    QCOMPARE(refreshed()->recordCount(), 1U);
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

void CheckPartsTest::findsPersonalNumbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* text, const char* found) {
        QTest::addRow("%s", text) << QString::fromUtf8(text) << QString::fromUtf8(found);
    };
    // Cards.
    row("Pay with 4111222233334448.", "4111222233334448");
    row("4111 2222 3333 4448", "4111 2222 3333 4448");
    row("Card-4111-2222-3333-4448", "4111-2222-3333-4448");
    row("12,4111222233334448,Vienna", "4111222233334448");
    row("13,4111222233334448,7", "4111222233334448");
    row("a score of 0.4111222233334448", "");
    row("a score of 0,4111222233334448 more", "");
    row("a score of -.4111222233334448", "");
    row("4111222233334448.25", "");
    row("411 12222 3333 4448", "");
    row("41 11 22 22 33 33 44 48", "");
    row("4111 2222-3333 4448", "");
    row("req-4111222233334448", "");
    row("4111222233334448-a1", "");
    row("id_4111222233334448", "");
    row("4111222233334448ab", "");
    row("4111222233334448xf", "");
    // Phone numbers.
    row("tel-13987654321", "13987654321");
    row("王力,25,13987654321", "13987654321");
    row("13987654321,13912345679", "13987654321");
    row("0.13987654321", "");
    row("0,13987654321 more", "");
    row("+3.13987654321", "");
    row("e29b-41d4-a716-13987654321", "");
    // Identity numbers.
    row("110101190003071232", "110101190003071232");
    row("0.110101190003071232", "");
    // Addresses.
    row("The server is 81.217.44.9 now.", "81.217.44.9");
    row("81.217.44.9-81.217.44.20", "81.217.44.9");
    row("81.217.44.1,81.217.44.9", "81.217.44.1");
    row("jdk-11.0.22.7", "");
    row("Mozilla/5.0 Chrome/120.40.9.30 Safari/537.36", "");
    row("http://81.217.44.9/", "81.217.44.9");
    row("libfoo.so.1.81.44.9", "");
    row("release 81.217.44.9", "");
    row("版本 81.217.44.9", "");
}

/// The first of each text; digits of decimals, identifiers and versions are none.
void CheckPartsTest::findsPersonalNumbers()
{
    QFETCH(const QString, text);
    QFETCH(const QString, found);
    const std::string utf8 = text.toStdString();
    std::string first;
    for (const FindPersonal find : {cardsIn, identityNumbersIn, phonesIn, addressesIn}) {
        const std::vector<TextSpan> spans = find(ScannedText(utf8));
        if (!spans.empty() && first.empty())
            first = utf8.substr(spans.front().begin, spans.front().end - spans.front().begin);
    }
    QCOMPARE(QString::fromStdString(first), found);
}

void CheckPartsTest::cardsSayWhatWasJudged()
{
    const TempFolder folder;
    const auto card = [&](const std::string& lines) {
        const SnapshotPtr snapshot = load({folder.write("a.jsonl", lines)});
        const RowSet rows(snapshot->recordCount(), true);
        const CheckRun run = runChecks({*snapshot, rows, {}, {"ends_with_user"}}, Job());
        return makeCard(*snapshot, rows, run, "a", coverageOf(*snapshot, rows.count()), Job());
    };
    const auto hasChecksChart = [](const DatasetCard& made) {
        return made.withCharts("a-").find("checks.svg") != std::string::npos;
    };
    const std::string question = R"({"messages": [{"role": "user", "content": "q"}]})"
                                 "\n";
    const std::string answer =
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]})"
        "\n";
    const DatasetCard clean = card(answer + answer);
    QVERIFY2(clean.markdown.find("Checks: nothing found in 2 conversations\n") != std::string::npos,
             clean.markdown.c_str());
    QVERIFY(!hasChecksChart(clean));
    const DatasetCard found = card(answer + question);
    QVERIFY(hasChecksChart(found));
    QVERIFY2(found.markdown.find("not judged") == std::string::npos, found.markdown.c_str());
    const DatasetCard partly = card(answer + question + "{\"messages\": []}\n");
    QVERIFY2(partly.markdown.find("| not judged |") != std::string::npos, partly.markdown.c_str());
    QVERIFY2(partly.markdown.find("| 2 records | 50.0 % | 1 |") != std::string::npos,
             partly.markdown.c_str());
}

DUOLOGUE_TEST(CheckPartsTest)
#include "check_parts_test.moc"
