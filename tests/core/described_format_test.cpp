// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_file.h"
#include "core/load/format_search.h"
#include "core/load/problem_place.h"
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kCalls = R"({"id": "call-centre", "record_id": "/call", "messages": "/data/turns",
    "role": "speaker", "text": "/said", "translation": "/said_zh", "ratings": {"Politeness": "/scores/polite"},
    "roles": {"agent": "assistant", "caller": "user"}, "label": "/quality"})";

constexpr std::string_view kCall = R"([{"call": 17, "quality": "good", "scores": {"polite": 2}, "line": 3,
  "data": {"turns": [{"speaker": "caller", "said": "hello", "said_zh": "你好", "at": 1},
                     {"speaker": "agent", "said": "hi"}, {"speaker": "dog", "said": 5}]}}])";

std::string messagesOf(const Conversation& conversation)
{
    std::string all;
    for (const Message& message : conversation.messages) {
        all.append(all.empty() ? "" : "; ").append(message.role).append(":");
        for (const Text& text : conversation.textsOf(message.texts))
            all.append(" ").append(text.text);
    }
    return all;
}

} // namespace

/// Formats described by a file next to the data, and objects of unknown formats.
class DescribedFormatTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAsDescribed();
    void understandsDatasetInfo();
    void reportsInvalidDescriptions();
    void reportsDescriptionsOfNoUse();
    void limitsNumberOfFormats_data();
    void limitsNumberOfFormats();
    void reportsTooLongDescription();
    void skipsLoneObjectsBesideRecords();
    void readsLoneObjectsIfNothingElse();
    void listOfMessagesIsOneRecord();
    void locatesProblemsOfValues();
};

void DescribedFormatTest::readsAsDescribed()
{
    const TempFolder folder;
    folder.write("calls.duologue-format.json", kCalls);
    folder.write("calls.json", kCall);
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 1U);
    QCOMPARE(fieldText(*snapshot, Row{0}, "format"), std::string("call-centre"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "id"), std::string("17"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "rating.politeness"), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "label"), std::string("good"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "line"), std::string("3"));
    QCOMPARE(problemLines(*snapshot),
             (Lines{"unknown-role /data/turns/2/speaker", "unexpected-type /data/turns/2/said"}));
    const auto record = readRecord(*snapshot, Row{0});
    QVERIFY(record.ok());
    QCOMPARE(messagesOf(record.value()->conversation), std::string("user: hello 你好; assistant: hi; dog:"));
}

void DescribedFormatTest::understandsDatasetInfo()
{
    const TempFolder folder;
    folder.write("dataset_info.json", R"({
        "chats": {"file_name": "c.json", "formatting": "sharegpt", "columns": {"messages": "log"},
                  "tags": {"role_tag": "who", "content_tag": "what", "user_tag": "u", "assistant_tag": "b"}},
        "ranked": {"file_name": "r.json", "ranking": true, "columns": {"prompt": "ask", "chosen": "good", "rejected": "poor"}},
        "usual": {"file_name": "u.json"}})");
    folder.write("c.json", R"([{"log": [{"who": "u", "what": "q"}, {"who": "b", "what": "a"}]}])");
    folder.write("r.json", R"([{"ask": "q", "good": "a", "poor": "b"}])");
    // The same records in a file that the description does not name.
    folder.write("s.json", R"([{"ask": "q", "good": "a", "poor": "b"}])");
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 3U);
    QCOMPARE(fieldText(*snapshot, Row{2}, "format"), std::string("json"));
    QCOMPARE(fieldText(*snapshot, Row{0}, "format"), std::string("chats"));
    QCOMPARE(messagesOf(readRecord(*snapshot, Row{0}).value()->conversation),
             std::string("user: q; assistant: a"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "format"), std::string("ranked"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "candidates"), std::string("2"));
    QCOMPARE(problemLines(*snapshot), Lines());
}

void DescribedFormatTest::reportsInvalidDescriptions()
{
    const auto pointers = [](std::string_view json) {
        Lines lines;
        for (const Problem& problem : readFormatFile(json, "x").problems)
            lines.push_back(problem.pointer);
        return lines;
    };
    QCOMPARE(pointers("{"), Lines{""});
    QCOMPARE(pointers(R"({"id": "x"})"), Lines{""});
    QCOMPARE(pointers(R"([{"id": "x", "messages": "/m"}])"), Lines{"/0"});
    QCOMPARE(pointers(R"({"id": "x", "prompt": "/p", "colour": "red", "role": 1})"),
             (Lines{"/colour", "/role"}));
    const TempFolder folder;
    folder.write("x.duologue-format.json", R"({"id": "json", "prompt": "/p"})");
    folder.write("data.json", R"([{"p": "q"}])");
    const auto snapshot = load({folder.path()});
    QCOMPARE(fieldText(*snapshot, Row{0}, "format"), std::string("json"));
    QCOMPARE(problemLines(*snapshot), Lines{"format-file-invalid "});
}

void DescribedFormatTest::reportsDescriptionsOfNoUse()
{
    const TempFolder folder;
    folder.write("calls.duologue-format.json", kCalls);
    folder.write("other.duologue-format.json",
                 R"({"id": "other", "messages": "/data/turn", "role": "/who", "text": "/said",
                     "roles": {"agent": "helper"}})");
    folder.write("calls.json", kCall);
    const auto snapshot = load({folder.path()});
    Lines said;
    for (std::size_t i = 0; i < snapshot->problems.size(); ++i) {
        const Problem& problem = snapshot->problems[i];
        if (problem.code == ProblemCode::FormatFileInvalid)
            said.push_back(inEnglish(problem.detail) + " " + problem.pointer);
    }
    QCOMPARE(said, (Lines{"other.duologue-format.json: unknown role \"helper\" /roles/agent",
                          "other.duologue-format.json: the format other does not match any record (as "
                          "described: \"/data/turn\") "}));
    // Whoever opens one file may have others described next to it.
    const auto alone = load({folder.path() / "calls.json"});
    QCOMPARE(alone->recordCount(), 1U);
    for (std::size_t i = 0; i < alone->problems.size(); ++i)
        QVERIFY(inEnglish(alone->problems[i].detail).find("no record") == std::string::npos);
}

void DescribedFormatTest::limitsNumberOfFormats_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("list") << QStringLiteral("many.duologue-format.json");
    QTest::newRow("object") << QStringLiteral("dataset_info.json");
}

void DescribedFormatTest::limitsNumberOfFormats()
{
    QFETCH(const QString, name);
    constexpr int kEntries = 70'000;
    const bool isList = name.startsWith(QStringLiteral("many"));
    std::string text = isList ? "[" : "{";
    for (int i = 0; i < kEntries; ++i) {
        const std::string id = "f" + std::to_string(i);
        text += i == 0 ? "" : ",";
        text += isList ? "{\"id\":\"" + id + "\",\"prompt\":\"q\",\"response\":\"" + id + "\"}"
                       : "\"" + id + "\":{\"file_name\":\"x.json\",\"columns\":{\"prompt\":\"q\"}}";
    }
    const TempFolder folder;
    folder.write(name.toStdString(), text + (isList ? "]" : "}"));
    const FoundFormats found = findFormats({folder.path()}, {}, Job());
    QCOMPARE(found.formats->formats().size(), kMostFormats);
    const std::size_t taken = kMostFormats - FormatList::builtIn()->formats().size();
    QVERIFY(found.formats->find("f" + std::to_string(taken - 1)) != nullptr);
    QVERIFY(found.formats->find("f" + std::to_string(taken)) == nullptr);
    QCOMPARE(found.problems.size(), std::size_t{1});
    QCOMPARE(found.problems[0].code, ProblemCode::FormatFileInvalid);
    QCOMPARE(inEnglish(found.problems[0].detail),
             name.toStdString() + ": there are more than 254 formats, so " +
                 std::to_string(kEntries - taken) + " from this file are left out");
}

void DescribedFormatTest::reportsTooLongDescription()
{
    const TempFolder folder;
    folder.write("dataset_info.json", "{" + std::string(std::size_t{4} << 20U, ' ') + "}");
    const FoundFormats found = findFormats({folder.path()}, {}, Job());
    QCOMPARE(found.problems.size(), std::size_t{1});
    QCOMPARE(inEnglish(found.problems[0].detail),
             std::string("dataset_info.json: longer than 4 MiB, the limit for a description"));
}

void DescribedFormatTest::skipsLoneObjectsBesideRecords()
{
    const TempFolder folder;
    const auto config = folder.write("config.json", R"({"model": "m", "n": 1})");
    folder.write("list.json", R"([{"a": 1}, {"a": 2}])");
    folder.write("one.jsonl", R"({"a": 3})");
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 3U);
    QCOMPARE(inEnglish(snapshot->files[0].skipReason),
             std::string("it contains no conversation (keys: model, n)"));
    // A file that the user names is always read.
    QCOMPARE(load({config})->recordCount(), 1U);
}

void DescribedFormatTest::readsLoneObjectsIfNothingElse()
{
    const TempFolder folder;
    folder.write("a/config.json", R"({"model": "m"})");
    folder.write("b/config.json", R"({"model": "n"})");
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(snapshot->files.size(), std::size_t{2});
    QCOMPARE(fieldText(*snapshot, Row{1}, "model"), std::string("n"));
}

void DescribedFormatTest::listOfMessagesIsOneRecord()
{
    const TempFolder folder;
    const std::string list = R"([{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}])";
    const auto one = load({folder.write("one.json", list)});
    QCOMPARE(one->recordCount(), 1U);
    QCOMPARE(fieldText(*one, Row{0}, "messages"), std::string("2"));
    QCOMPARE(load({folder.write("lines.jsonl", list + "\n" + list + "\n")})->recordCount(), 2U);
    QCOMPARE(load({folder.write("lists.json", "[" + list + "," + list + "]")})->recordCount(), 2U);
    // The same for a file that is read in blocks.
    const std::string text(std::size_t{3} << 20U, 'x');
    const auto large = load({folder.write(
        "large.json", R"([{"role": "user", "content": "q"}, {"role": "assistant", "content": ")" + text +
                          R"("}, {"role": "user", "content": ")" + text + "\"}]")});
    QCOMPARE(large->recordCount(), 1U);
    QCOMPARE(fieldText(*large, Row{0}, "messages"), std::string("3"));
}

void DescribedFormatTest::locatesProblemsOfValues()
{
    const TempFolder folder;
    const auto snapshot =
        load({folder.write("p.json", "\xEF\xBB\xBF[\n  {\"context\": [],\n   \"answer\": {\"role\": \"bot\", "
                                     "\"content\": \"é\"}, \"is_desirable\": 3}\n]")});
    QCOMPARE(problemLines(*snapshot), (Lines{"unexpected-type /is_desirable", "not-strict-json "}));
    const auto place = placeOf(*snapshot, snapshot->problems[0]);
    QVERIFY(place.has_value());
    QCOMPARE(place->line, std::uint64_t{3});
    QCOMPARE(place->column, std::uint64_t{63});
}

DUOLOGUE_TEST(DescribedFormatTest)
#include "described_format_test.moc"
