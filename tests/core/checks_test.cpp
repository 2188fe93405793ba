// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check_report.h"
#include "core/analysis/checks/check_run.h"
#include "core/analysis/checks/findings.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/real_data.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

namespace {

/// tests/data/checks/cases.json: for each check, in each language, records in which it finds something,
/// nearly does, and has nothing to judge.
const Json& checkCases()
{
    static const Json cases = Json::parse(fileBytes(sourceFolder() / "tests/data/checks/cases.json"));
    return cases;
}

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// A record a line; {"repeat": N, "record": …} stands for N of them, in which "$n" is the number.
std::string linesOfCase(const Json& records)
{
    std::string lines;
    for (const Json& record : records) {
        if (!record.contains("repeat")) {
            lines += record.dump() + "\n";
            continue;
        }
        for (int i = 0; i < record["repeat"].get<int>(); ++i)
            lines += replaced(record["record"].dump(), "$n", std::to_string(i)) + "\n";
    }
    return lines;
}

CheckRun runOnly(const Snapshot& snapshot, const std::string& check, int threads = 2)
{
    CheckRequest request{snapshot, RowSet(snapshot.recordCount(), true), {}, {check}};
    request.threads = threads;
    return runChecks(request, Job());
}

std::uint64_t notJudged(const CheckResult& result)
{
    std::uint64_t sum = 0;
    for (const auto& [why, units] : result.notJudged)
        sum += units;
    return sum;
}

using Lines = std::vector<std::string>;

/// "a.jsonl:1 message 2: what it says, b.jsonl:3 message 4", one for each finding.
Lines linesOfRun(const Snapshot& snapshot, const CheckRun& run)
{
    Lines lines;
    for (const Finding& finding : run.findings) {
        std::string line = nameOfRow(snapshot, finding.row);
        if (finding.part == FindingPart::Message)
            line += " message " + std::to_string(finding.message + 1);
        line += ": " + inEnglish(finding.what);
        for (std::size_t i = 0; i < finding.others.size(); ++i)
            line += ", " + nameOfOther(snapshot, finding, i);
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

/// What every check promises, by a table of cases, and what it finds in published data.
class ChecksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAndTextsAreThere();
    void everyCheckHasCases();
    void findsOnlyHits_data();
    void findsOnlyHits();
    void sameForAnyNumberOfThreads();
    void marksAreInTheTexts();
    void bothSidesAreMarked();
    void findsCutTranslations();
    void countsMarksOfEveryMedium();
    void findsQuestionsLaterInConversations();
    void questionsAboutOtherPicturesAreOthers();
    void findsQuestionsInsideOfTrainingTexts();
    void countsEachMessageOnce();
    void inputsThatAreNoJsonAreNotJudged();
    void callsOfServersNeedNoResult();
    void missingRolesAreUnknown();
    void namesCandidatesAndTheirMessages();
    void canBeCancelled();
};

void ChecksTest::idsAndTextsAreThere()
{
    std::set<std::string_view> ids;
    for (const Check* check : checks()) {
        QVERIFY2(ids.insert(check->id).second, check->id.data());
        QCOMPARE(findCheck(check->id), check);
        QVERIFY2(check->title.size() > 3 && check->why.size() > 20, check->id.data());
        QVERIFY2(check->why.ends_with('.') && !check->title.ends_with('.'), check->id.data());
        QVERIFY2((check->look == nullptr) != (check->lookAtAll == nullptr), check->id.data());
        QVERIFY2(!check->isMaybe || check->severity != Severity::Error, check->id.data());
        if (check->threshold) {
            QVERIFY(check->threshold->lowest <= check->threshold->usual);
            QVERIFY(check->threshold->usual <= check->threshold->highest);
        }
    }
}

void ChecksTest::everyCheckHasCases()
{
    for (const Check* check : checks()) {
        for (const char* language : {"en", "zh"}) {
            for (const char* kind : {"hit", "near", "unjudged"}) {
                const bool hasCase = checkCases().contains(check->id) &&
                                     !checkCases()[std::string(check->id)][language][kind].empty();
                QVERIFY2(hasCase, (std::string(check->id) + " " + language + " " + kind).c_str());
            }
        }
    }
    QCOMPARE(checkCases().size(), checks().size());
}

void ChecksTest::findsOnlyHits_data()
{
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("lines");
    for (const auto& [check, languages] : checkCases().items()) {
        for (const auto& [language, kinds] : languages.items()) {
            for (const auto& [kind, records] : kinds.items())
                QTest::addRow("%s, %s, %s", check.c_str(), language.c_str(), kind.c_str())
                    << QString::fromStdString(check) << QString::fromStdString(kind)
                    << QString::fromStdString(linesOfCase(records));
        }
    }
}

void ChecksTest::findsOnlyHits()
{
    QFETCH(const QString, check);
    QFETCH(const QString, kind);
    QFETCH(const QString, lines);
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write("case.jsonl", lines.toStdString())});
    QVERIFY(snapshot->recordCount() > 0);
    const CheckRun run = runOnly(*snapshot, check.toStdString());
    QCOMPARE(run.results.size(), std::size_t{1});
    const CheckResult& result = run.results.front();
    std::string said;
    for (const Finding& finding : run.findings)
        said += inEnglish(finding.what) + "; ";
    QCOMPARE(result.findings, run.findings.size());
    QVERIFY2((result.findings > 0) == (kind == QLatin1String("hit")), ("found: " + said).c_str());
    if (kind == QLatin1String("unjudged"))
        QVERIFY(notJudged(result) > 0 || result.lookedAt == 0);
    else
        QVERIFY(result.lookedAt > 0);
}

void ChecksTest::sameForAnyNumberOfThreads()
{
    const SnapshotPtr snapshot = load({sampleFolder()});
    const auto print = [&](int threads) {
        CheckRequest request{*snapshot, RowSet(snapshot->recordCount(), true), {}};
        request.threads = threads;
        const CheckRun run = runChecks(request, Job());
        std::string lines;
        for (const Finding& finding : run.findings)
            lines += std::to_string(finding.check) + " " + std::to_string(indexOf(finding.row)) + " " +
                     inEnglish(finding.what) + "\n";
        return lines;
    };
    const std::string one = print(1);
    QVERIFY(!one.empty());
    QCOMPARE(print(3), one);
}

void ChecksTest::marksAreInTheTexts()
{
    const TempFolder folder;
    const SnapshotPtr snapshot =
        load({folder.write("case.jsonl", linesOfCase(checkCases()["translation_numbers"]["en"]["hit"]))});
    const CheckRun run = runOnly(*snapshot, "translation_numbers");
    QCOMPARE(run.findings.size(), std::size_t{1});
    const Finding& finding = run.findings.front();
    QCOMPARE(finding.part, FindingPart::Message);
    QCOMPARE(finding.message, 0U);
    QCOMPARE(inEnglish(finding.what), std::string("the translation lacks 47, 1,250"));
    QCOMPARE(finding.marks.size(), std::size_t{2});
    QCOMPARE(finding.marks[1].end - finding.marks[1].begin, 5U);
}

/// Both columns show what differs: what is missing, and what is there instead of it.
void ChecksTest::bothSidesAreMarked()
{
    const TempFolder folder;
    const auto pairOf = [](const std::string& english, const std::string& chinese) {
        return R"({"task": "travel planning", "history": [{"role": "user", "content": ")" + english +
               R"(", "content_zh": ")" + chinese +
               R"("}, {"role": "assistant", "content": "Good.", "content_zh": "好。"}], "rating": {"Diversity": 1}})" +
               "\n";
    };
    const SnapshotPtr snapshot =
        load({folder.write("numbers.jsonl", pairOf("The train leaves from platform 47 at 9 in the morning.",
                                                   "火车早上九点从39号站台出发，请不要迟到。")),
              folder.write("items.jsonl", pairOf("Bring:\\n1. bread\\n2. water\\n3. a map\\n4. shoes",
                                                 "请带上这些东西：\\n1. 面包\\n2. 水"))});
    const auto marked = [&](const char* check) {
        std::vector<std::uint32_t> texts;
        for (const Finding& finding : runOnly(*snapshot, check).findings) {
            for (const FindingMark& mark : finding.marks)
                texts.push_back(mark.text);
        }
        return texts;
    };
    const auto numbers = marked("translation_numbers");
    QCOMPARE(numbers.size(), std::size_t{2});
    QVERIFY(numbers[0] != numbers[1]);
    const auto items = marked("translation_items");
    QCOMPARE(items.size(), std::size_t{3});
    QVERIFY(items[0] == items[1] && items[1] != items[2]);
}

void ChecksTest::findsCutTranslations()
{
    DUOLOGUE_NEEDS_REAL_DATA(data, "RecLLMSim/LLM_agent_user");
    const SnapshotPtr snapshot = load({*data});
    const CheckRun run = runOnly(*snapshot, "translation_short");
    // Of messages with at least 400 English characters, those whose Chinese text is under a tenth.
    std::set<std::pair<Row, std::uint32_t>> expected;
    std::set<Row> records;
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const auto [begin, end] = snapshot->messageRange(row);
        for (MessageIndex i = begin; i < end; ++i) {
            const KeptMessage message = keptMessage(*snapshot, i);
            if (message.chinese && message.english >= 400U && *message.chinese * 10 < *message.english) {
                expected.emplace(row, i - begin);
                records.insert(row);
            }
        }
    }
    QCOMPARE(expected.size(), std::size_t{49});
    QCOMPARE(records.size(), std::size_t{47});
    for (const Finding& finding : run.findings)
        expected.erase({finding.row, finding.message});
    QCOMPARE(expected.size(), std::size_t{0});
}

void ChecksTest::countsMarksOfEveryMedium()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/cases/70-media-marks/media.jsonl"});
    const CheckRun run = runOnly(*snapshot, "image_marks");
    QCOMPARE(linesOfRun(*snapshot, run),
             (Lines{"media.jsonl:1: placeholders <audio>: 1; files: 2",
                    "media.jsonl:2: placeholders <video>: 2; files: 1",
                    "media.jsonl:3: parts of the type \"image\" without a source: 2; files: 1"}));
    QCOMPARE(run.results.front().lookedAt, std::uint64_t{4});
    // A translation has the marks of its original; parts that name their file need no place in the list.
    const TempFolder folder;
    const SnapshotPtr other = load({folder.write(
        "more.jsonl",
        R"({"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "a.png"}}, {"type": "video"}, {"type": "text", "text": "<audio>And?"}]}], "videos": ["a.mp4"], "audio": ["a.wav"]}
{"messages": [{"role": "user", "content": "What is <video> for?"}]}
{"messages": [{"role": "user", "content": "<image><video>?"}], "images": ["a.png", "b.png"], "videos": []}
)")});
    QCOMPARE(linesOfRun(*other, runOnly(*other, "image_marks")),
             (Lines{"more.jsonl:3: placeholders <image>: 1; files: 2",
                    "more.jsonl:3: placeholders <video>: 1; files: 0"}));
}

void ChecksTest::findsQuestionsLaterInConversations()
{
    const SnapshotPtr leak = load({sourceFolder() / "tests/data/cases/72-leak-later-turn"});
    QCOMPARE(linesOfRun(*leak, runOnly(*leak, "split_leak")),
             Lines{"test.jsonl:1 message 1: it is in the test data, and train.jsonl:1 message 3 is in the "
                   "training data, train.jsonl:1 message 3"});
    const TempFolder folder;
    const auto chat = [](const std::vector<std::string>& questions) {
        std::string messages;
        for (const std::string& question : questions)
            messages += (messages.empty() ? "" : ", ") + (R"({"role": "user", "content": ")" + question) +
                        R"("}, {"role": "assistant", "content": "Yes."})";
        return "{\"messages\": [" + messages + "]}\n";
    };
    const std::string asked = "Which of the three bridges of Feldmoor was built by the miller?";
    const std::string like = "Which of the three bridges of Feldmoor was built by the miller, please?";
    const SnapshotPtr snapshot =
        load({folder.write("a.jsonl", chat({"Good evening, may I ask something?", asked, "Go on."}) +
                                          chat({asked, asked}) + chat({"Hello there.", "Go on.", like}))});
    // Short answers of the user are no questions, and nobody repeats himself by asking twice.
    QCOMPARE(linesOfRun(*snapshot, runOnly(*snapshot, "duplicate_prompt")),
             (Lines{"a.jsonl:2 message 1: one of 3 duplicates, a.jsonl:1 message 3",
                    "a.jsonl:2 message 3: one of 3 duplicates, a.jsonl:1 message 3"}));
    QCOMPARE(linesOfRun(*snapshot, runOnly(*snapshot, "near_duplicate_prompt")),
             Lines{"a.jsonl:3 message 5: one of 2 near duplicates, a.jsonl:1 message 3"});
    QCOMPARE(notJudged(runOnly(*snapshot, "duplicate_prompt").results.front()), std::uint64_t{2});
}

void ChecksTest::questionsAboutOtherPicturesAreOthers()
{
    const TempFolder folder;
    std::string text;
    for (const char* address : {"http://a/1", "http://a/2", "http://a/1"})
        text +=
            "{\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\": "
            "{\"url\": \"" +
            std::string(address) +
            "\"}}, {\"type\": \"text\", \"text\": \"Which of the three bridges of Feldmoor was built by the "
            "miller in 1720?\"}]}, {\"role\": \"assistant\", \"content\": \"Yes.\"}]}\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", text)});
    QCOMPARE(linesOfRun(*snapshot, runOnly(*snapshot, "duplicate_prompt")),
             Lines{"a.jsonl:3 message 1: one of 2 duplicates, a.jsonl:1 message 1"});
    QCOMPARE(linesOfRun(*snapshot, runOnly(*snapshot, "near_duplicate_prompt")), Lines{});
}

void ChecksTest::findsQuestionsInsideOfTrainingTexts()
{
    const TempFolder folder;
    const std::string asked = "Which of the three bridges of Feldmoor was built by the miller in 1720?";
    folder.write(
        "train.jsonl",
        R"({"messages": [{"role": "system", "content": "Be kind. For example:\nQ: )" + asked +
            R"(\nA: The middle one."}, {"role": "user", "content": "And the mill?"}, {"role": "assistant", "content": "1719."}]})"
            "\n");
    folder.write("test.jsonl", R"({"messages": [{"role": "user", "content": ")" + asked +
                                   R"("}, {"role": "assistant", "content": "The middle one."}]}
{"messages": [{"role": "user", "content": "How high is the tower of the church of Feldmoor in the valley?"}]}
)");
    // A question that a candidate goes on with.
    const std::string mill = "Since when does the mill behind the church of Feldmoor stand still?";
    const auto side = [&](const char* answer) {
        return R"([{"role": "user", "content": "Hello."}, {"role": "assistant", "content": ")" +
               std::string(answer) + R"("}, {"role": "user", "content": ")" + mill +
               R"("}, {"role": "assistant", "content": "Since 1900."}])";
    };
    folder.write("pairs/train.jsonl",
                 R"({"chosen": )" + side("Good evening.") + R"(, "rejected": )" + side("What?") + "}\n");
    folder.write("pairs/test.jsonl", R"({"messages": [{"role": "user", "content": ")" + mill + "\"}]}\n");
    const SnapshotPtr snapshot = load({folder.path()});
    const Lines expected{
        "pairs/test.jsonl:1 message 1: it is in the test data, and pairs/train.jsonl:1 is in the "
        "training data, pairs/train.jsonl:1",
        "test.jsonl:1 message 1: it is in the test data, and train.jsonl:1 message 1 is in "
        "the training data, train.jsonl:1 message 1"};
    for (const int threads : {1, 3})
        QCOMPARE(linesOfRun(*snapshot, runOnly(*snapshot, "split_leak", threads)), expected);
}

/// However many annotations, or calls, a message has.
void ChecksTest::countsEachMessageOnce()
{
    const auto resultOf = [](const std::string& record, const std::string& check) {
        const TempFolder folder;
        const SnapshotPtr snapshot = load({folder.write("a.jsonl", record + "\n")});
        return runOnly(*snapshot, check).results.front();
    };
    const CheckResult bare =
        resultOf(R"({"task": "travel planning", "rating": {"Diversity": 1}, "history": [)"
                 R"({"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]})",
                 "annotation_missing");
    QCOMPARE(notJudged(bare), std::uint64_t{2});
    QCOMPARE(bare.lookedAt, std::uint64_t{0});
    const CheckResult some = resultOf(
        R"({"task": "travel planning", "rating": {"Diversity": 1}, "history": [)"
        R"({"role": "user", "content": "q", "intent": "Planning"}, {"role": "assistant", "content": "a"},)"
        R"({"role": "user", "content": "r", "intent": "Search"}, {"role": "assistant", "content": "b"},)"
        R"({"role": "user", "content": "s"}, {"role": "assistant", "content": "c"}]})",
        "annotation_missing");
    QCOMPARE(notJudged(some), std::uint64_t{3});
    QCOMPARE(some.lookedAt, std::uint64_t{3});
    QCOMPARE(some.units, std::uint64_t{1});
    const CheckResult calls =
        resultOf(R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "tool_calls": [)"
                 R"({"id": "c1", "type": "function", "function": {"name": "f"}},)"
                 R"({"id": "c2", "type": "function", "function": {"name": "g"}}]}]})",
                 "tool_arguments");
    QCOMPARE(notJudged(calls), std::uint64_t{1});
}

namespace {

/// Responses API: a patch, a search and code, which the server runs, and a second question.
constexpr const char* kFreeForm =
    R"({"id": "r", "input": [{"role": "user", "content": "q"}], "output": [)"
    R"({"type": "custom_tool_call", "call_id": "c1", "name": "apply_patch", "input": "*** Begin Patch"},)"
    R"({"type": "custom_tool_call_output", "call_id": "c1", "output": "ok"},)"
    R"({"type": "web_search_call", "id": "ws", "action": {"type": "search", "query": "ferns"}},)"
    R"({"type": "code_interpreter_call", "id": "ci", "code": "1 + 1", "outputs": []},)"
    R"({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a"}]},)"
    R"({"role": "user", "content": "q2"},)"
    R"({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "b"}]}]})"
    "\n";

} // namespace

void ChecksTest::inputsThatAreNoJsonAreNotJudged()
{
    const TempFolder folder;
    const SnapshotPtr snapshot =
        load({folder.write("a.jsonl", kFreeForm),
              folder.write(
                  "b.jsonl",
                  R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "tool_calls": [)"
                  R"({"id": "c1", "type": "custom", "custom": {"name": "patch", "input": "*** Begin"}},)"
                  R"({"id": "c2", "type": "function", "function": {"name": "f", "arguments": "no"}}]}]})"
                  "\n")});
    const CheckRun run = runOnly(*snapshot, "tool_arguments");
    QCOMPARE(linesOfRun(*snapshot, run), Lines{"b.jsonl:1 message 2: the arguments are not a JSON object"});
    QCOMPARE(run.results.front().lookedAt, std::uint64_t{1});
    QCOMPARE(notJudged(run.results.front()), std::uint64_t{2});
}

void ChecksTest::callsOfServersNeedNoResult()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load(
        {folder.write("a.jsonl", kFreeForm),
         folder.write("gemini.json",
                      R"({"sessionId": "g", "messages": [{"type": "user", "content": "List files"},)"
                      R"({"type": "gemini", "content": "Sure.", "toolCalls": [{"id": "t1", "name": "ls", )"
                      R"("args": {"path": "."}, "result": [{"functionResponse": {"id": "t1", "name": "ls", )"
                      R"("response": {"output": "a"}}}]}, {"id": "t2", "name": "ls", "args": {}}]},)"
                      R"({"type": "gemini", "content": "One."}, {"type": "user", "content": "Thanks"}]})")});
    const CheckRun run = runOnly(*snapshot, "tool_call_without_result");
    QCOMPARE(linesOfRun(*snapshot, run), Lines{"gemini.json:1 message 2: no result answers the call \"t2\""});
}

void ChecksTest::missingRolesAreUnknown()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl",
        R"({"messages": [{"role": "user", "content": "q"}, {"role": null, "content": "a"},)"
        R"({"content": "b"}, {"role": "supervisor", "content": "c"}]})"
        "\n"
        R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]})"
        "\n")});
    const CheckRun run = runOnly(*snapshot, "unknown_role");
    QCOMPARE(linesOfRun(*snapshot, run), (Lines{"a.jsonl:1 message 2: the message has no role",
                                                "a.jsonl:1 message 3: the message has no role",
                                                "a.jsonl:1 message 4: unknown role \"supervisor\""}));
    QCOMPARE(run.results.front().lookedAt, std::uint64_t{6});
}

void ChecksTest::namesCandidatesAndTheirMessages()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl",
        R"({"messages": [{"role": "user", "content": "q"}], "chosen": [{"role": "assistant", "content": "a"},)"
        R"({"role": "user", "content": "more"}, {"role": "assistant", "content": "b"}], )"
        R"("rejected": [{"role": "assistant", "content": "x"}, {"role": "user", "content": "less"},)"
        R"({"role": "assistant", "content": ""}]})"
        "\n")});
    const CheckRun run = runOnly(*snapshot, "empty_answer");
    QCOMPARE(run.findings.size(), std::size_t{1});
    const CheckReport report{*snapshot, run, true, false};
    QVERIFY2(reportText(report).starts_with("a.jsonl:1 candidate 2 message 3: "), reportText(report).c_str());
    const Json json = findingJson(report, run.findings.front());
    QCOMPARE(json["part"].get<std::string>(), std::string("candidate"));
    QCOMPARE(json["candidate"].get<int>(), 2);
    QCOMPARE(json["message"].get<int>(), 3);
}

void ChecksTest::canBeCancelled()
{
    const SnapshotPtr snapshot = load({sampleFolder()});
    std::stop_source stop;
    stop.request_stop();
    const CheckRequest request{*snapshot, RowSet(snapshot->recordCount(), true), {}};
    QCOMPARE(runChecks(request, Job(stop.get_token())).records, std::uint64_t{0});
}

DUOLOGUE_TEST(ChecksTest)
#include "checks_test.moc"
