// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "core/data/row_order.h"
#include "core/export/conversation_json.h"
#include "core/export/export_run.h"
#include "core/io/text_encoding.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "core/util/phrase_id.h"
#include "tests/support/encode.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

class TextSink final : public ByteSink {
public:
    bool write(std::string_view bytes) override
    {
        text += bytes;
        return true;
    }
    bool finish() override { return true; }
    Phrase error() const override { return {}; }

    std::string text;
};

struct Exported {
    std::string text;
    ExportSummary summary;
};

RowOrder allRows(const Snapshot& snapshot)
{
    RowOrder rows;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        rows.push_back(row);
    return rows;
}

constexpr std::string_view kChineseLines =
    "{\"id\": \"1\", \"messages\": [{\"role\": \"user\", \"content\": "
    "\"请问湖边附近有什么好吃的？我们想在那里住两天，最好离车站不太远。\"}]}\n"
    "{\"id\": \"2\", \"messages\": [{\"role\": \"user\", \"content\": \"明天会下雨吗？要不要带伞？\"}]}\n";

Exported exported(const Snapshot& snapshot, std::string_view target, const ExportOptions& options = {})
{
    const ExportRequest request{snapshot, *findExporter(target), options, allRows(snapshot), 2};
    if (const Phrase mistake = mistakeIn(request); !mistake.empty())
        qFatal("%s", inEnglish(mistake).c_str());
    TextSink sink;
    ExportSummary summary = exportRecords(request, sink, Job());
    return {std::move(sink.text), std::move(summary)};
}

ExportOptions inLanguage(ExportLanguage language)
{
    ExportOptions options;
    options.language = language;
    return options;
}

ExportOptions withColumns(std::vector<std::string> columns)
{
    ExportOptions options;
    options.columns = std::move(columns);
    return options;
}

fs::path caseFile(const std::string& name)
{
    return sourceFolder() / "tests/data/cases" / name;
}

std::vector<Json> linesOf(const Exported& written)
{
    std::vector<Json> lines;
    std::istringstream text(written.text);
    for (std::string line; std::getline(text, line);)
        lines.push_back(Json::parse(line));
    return lines;
}

std::map<std::string, std::uint64_t> lossesOf(const Exported& written)
{
    std::map<std::string, std::uint64_t> losses;
    for (const Loss& loss : written.summary.losses.list())
        losses[inEnglish(loss.what)] = loss.values;
    return losses;
}

/// Loads the text as a file with the ending of the target.
SnapshotPtr readAgain(const TempFolder& folder, const Exported& written, std::string_view target)
{
    const std::string name = "again" + std::string(findExporter(target)->ending);
    return load({folder.write(name, written.text)});
}

/// "role: text" of each message in the language, or as it was written.
std::vector<std::string> messagesOf(const Snapshot& snapshot, std::optional<Language> language = std::nullopt)
{
    std::vector<std::string> lines;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const DecodedRecordPtr record = readRecord(snapshot, row).value();
        const Conversation& said = record->conversation;
        lines.push_back("record");
        for (const Message& message : said.messages)
            lines.push_back(
                std::string(message.role) + ": " +
                std::string(language ? said.text(message, *language) : said.originalText(message)));
        for (const Candidate& candidate : said.candidates) {
            lines.emplace_back(candidateKindName(candidate.kind));
            for (const Message& message : said.messagesOf(candidate))
                lines.push_back(std::string(message.role) + ": " + std::string(said.originalText(message)));
        }
    }
    return lines;
}

void addPartLines(const Conversation& said, std::span<const Message> messages,
                  std::vector<std::string>& lines)
{
    constexpr std::array<const char*, 7> kKinds{"text",    "reasoning", "call", "result",
                                                "picture", "file",      "other"};
    for (const Message& message : messages) {
        lines.push_back(std::string(message.role) + " " + std::string(message.roleInFile) + ": " +
                        std::string(said.originalText(message)));
        for (const Part& part : said.partsOf(message)) {
            std::string line = "  ";
            line += kKinds.at(static_cast<std::size_t>(part.kind));
            for (const std::string_view word : {part.type, part.name, part.id, part.text})
                line.append(" | ").append(word);
            line += " | " + (part.kind == PartKind::Call ? argumentsJson(part) : part.value.toJson());
            line += part.isError ? " | error" : "";
            // Which call it is that a result answers.
            line += part.counterpart == Part::kNone ? "" : " | " + std::to_string(part.counterpart);
            lines.push_back(line);
        }
        // Content is in order, as are fields of one key; of others, the order says nothing.
        std::vector<std::string> fields;
        for (const Field& field : said.fieldsOf(message.fields))
            fields.push_back((field.isContent ? "  content\n" + std::string(field.key)
                                              : "  field " + std::string(field.key) + "\n") +
                             field.value.toJson());
        std::stable_sort(fields.begin(), fields.end(), [](const std::string& left, const std::string& right) {
            return left.substr(0, left.find('\n')) < right.substr(0, right.find('\n'));
        });
        lines.insert(lines.end(), fields.begin(), fields.end());
    }
}

/// Messages with their parts and fields, in order.
std::vector<std::string> partLines(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const DecodedRecordPtr record = readRecord(snapshot, row).value();
        const Conversation& said = record->conversation;
        lines.push_back("turns " + std::to_string(said.turns()));
        addPartLines(said, said.messages, lines);
        for (const Candidate& candidate : said.candidates) {
            lines.emplace_back(candidateKindName(candidate.kind));
            addPartLines(said, said.messagesOf(candidate), lines);
        }
    }
    return lines;
}

/// What is said in the losses of parts of messages.
std::map<std::string, std::uint64_t> partLosses(const Exported& written)
{
    std::map<std::string, std::uint64_t> losses = lossesOf(written);
    std::map<std::string, std::uint64_t> ofParts;
    for (const PhraseId id :
         {PhraseId::LostCalls, PhraseId::LostCallIds, PhraseId::LostResults, PhraseId::LostErrors,
          PhraseId::LostReasoning, PhraseId::LostPictures, PhraseId::LostFiles, PhraseId::LostContent})
        ofParts[inEnglish(id)] = losses[inEnglish(id)];
    return ofParts;
}

/// How many there are of everything that a target may have no place for, under the phrase that says so.
std::map<std::string, std::uint64_t> inventory(const Snapshot& snapshot)
{
    std::map<std::string, std::uint64_t> counts;
    const auto add = [&](PhraseId what, std::uint64_t count, std::string_view name = {}) {
        if (count > 0)
            counts[inEnglish(name.empty() ? Phrase(what) : Phrase(what, name))] += count;
    };
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const DecodedRecordPtr record = readRecord(snapshot, row).value();
        const Conversation& said = record->conversation;
        add(PhraseId::LostCandidates, said.candidates.size());
        for (const Rating& rating : said.ratings)
            add(PhraseId::LostRating, 1, rating.name);
        for (const Field& field : said.fields) {
            // The folder's name is that of another folder then.
            const bool isOfContext = field.kind == FieldKind::Text && said.context.size() > 0;
            const bool isNull = field.value.kind() == JsonView::Kind::Null;
            if (field.key != "group" && !isOfContext && !isNull)
                add(PhraseId::LostField, 1, field.key);
        }
        for (const Message& message : said.messages) {
            add(PhraseId::LostIntents, message.intents.size());
            add(PhraseId::LostMarks, message.hallucination == Mark::NotAnnotated ? 0 : 1);
            add(PhraseId::LostMemos, message.memo.empty() ? 0 : 1);
            add(PhraseId::LostSatisfaction, message.satisfaction == 0 ? 0 : 1);
            std::uint64_t earlier = 0;
            for (const Text& text : said.textsOf(message.texts))
                earlier += text.earlier ? 1 : 0;
            add(PhraseId::LostEarlier, earlier);
            const std::uint64_t others = message.texts.size() - earlier;
            add(PhraseId::LostTranslations, others > 0 ? others - 1 : 0);
        }
    }
    return counts;
}

} // namespace

/// What every exporter promises, and round trips between those that can hold the same.
class ExportersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAreDifferentWords();
    void writesEveryFormat_data();
    void writesEveryFormat();
    void lossesAreWhatASecondReadingLacks_data();
    void lossesAreWhatASecondReadingLacks();
    void ownFormatKeepsEverything_data();
    void ownFormatKeepsEverything();
    void ownRecordsHaveTheSameParts_data();
    void ownRecordsHaveTheSameParts();
    void ownRecordsOfTheFirstVersionHaveTheirParts();
    void rawKeepsBytes();
    void rawSaysHowRowsOfTablesAreWritten();
    void rawKeepsEncodings_data();
    void rawKeepsEncodings();
    void rawOfSeveralEncodingsIsUtf8();
    void rawEscapesWhatAnEncodingLacks();
    void rawJoinsLinesByTokens();
    void oneLanguageOfTwo();
    void tellsMissingLanguage();
    void pairsThereAndBack();
    void judgedAnswersThereAndBack();
    void chatFormsThereAndBack();
    void toolCallsThereAndBack();
    void callsThatCannotBeReadAreLost();
    void rolesThatChatsDoNotHaveAreNamed();
    void openaiKeepsItsOwn();
    void whatToolsOfVendorsReturnIsWritten();
    void answersInsideOfOthersAreNotLost();
    void prefevalThereAndBack();
    void foreignPartsBecomeOpenais();
    void callsAreCallsEverywhere();
    void thoughtsAreInNoContent();
    void lossesAreWhatIsMissing();
    void lastWordsAreTheAnswer();
    void answersAreNeverEmptied();
    void answersOfOneFormAreToOneQuestion();
    void classesAreWholeNumbers();
    void sharegptKeepsWhatMarksStandFor();
    void numbersKeepTheirDigits();
    void tablesKeepCells();
    void columnsAreWrittenBeside();
    void systemCanBeLeftOut();
    void tablesGuardFormulas();
    void htmlKeepsHostileTextsTexts();
    void htmlShowsContextOnce();
    void saysWhatMakesNoSense();
    void leavesOutRecordsThatHaveNoPlace();
    void leavesOutRecordsThatHaveChanged();
    void stopsWhenItIsCancelled();

private:
    static void formatFolders();
    /// Of the format of the test's row.
    static fs::path goodFile();
};

void ExportersTest::formatFolders()
{
    QTest::addColumn<QString>("folder");
    for (const auto& entry : fs::directory_iterator(sourceFolder() / "tests/data/formats"))
        QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
}

fs::path ExportersTest::goodFile()
{
    QFETCH(QString, folder);
    const fs::path path = folder.toStdString();
    return fs::exists(path / "good.json") ? path / "good.json" : path / "good.jsonl";
}

void ExportersTest::idsAreDifferentWords()
{
    std::vector<std::string_view> ids;
    for (const ExporterSpec& exporter : exporters()) {
        QVERIFY(exporter.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
        QVERIFY(exporter.ending.starts_with('.'));
        QVERIFY(!exporter.title.empty() && !exporter.summary.empty() && !exporter.languages.empty());
        QCOMPARE(std::count(ids.begin(), ids.end(), exporter.id), 0);
        ids.push_back(exporter.id);
    }
}

void ExportersTest::writesEveryFormat_data()
{
    formatFolders();
}

/// Whatever the format, each exporter writes or leaves out each record, and says which.
void ExportersTest::writesEveryFormat()
{
    QFETCH(QString, folder);
    const SnapshotPtr snapshot = load({folder.toStdString()});
    QVERIFY(snapshot->recordCount() > 0);
    for (const ExporterSpec& exporter : exporters()) {
        const Exported written = exported(*snapshot, exporter.id);
        const std::string id(exporter.id);
        QVERIFY2(written.summary.error.empty(), id.c_str());
        QVERIFY2(written.summary.records + written.summary.losses.recordsLeftOut() == snapshot->recordCount(),
                 id.c_str());
        QCOMPARE(written.summary.bytes, std::uint64_t{written.text.size()});
        QVERIFY2(toValidUtf8(written.text) == written.text || exporter.needsOnlyBytes || id == "parquet",
                 id.c_str());
        if (exporter.ending == ".jsonl" && !exporter.needsOnlyBytes) {
            std::istringstream lines(written.text);
            for (std::string line; std::getline(lines, line);)
                QVERIFY2(Json::accept(line), (id + ": " + line).c_str());
        } else if (exporter.ending == ".json") {
            QVERIFY2(Json::accept(written.text), id.c_str());
        }
    }
}

void ExportersTest::lossesAreWhatASecondReadingLacks_data()
{
    formatFolders();
}

void ExportersTest::lossesAreWhatASecondReadingLacks()
{
    const SnapshotPtr snapshot = load({goodFile()});
    const TempFolder temp;
    for (const std::string_view target : {"openai", "turbo-chat"}) {
        const Exported written = exported(*snapshot, target);
        if (written.summary.records < snapshot->recordCount())
            continue;
        auto lacking = inventory(*snapshot);
        for (const auto& [what, count] : inventory(*readAgain(temp, written, target))) {
            std::uint64_t& left = lacking[what];
            left -= std::min(left, count);
        }
        for (const Loss& loss : written.summary.losses.list()) {
            const std::string what = inEnglish(loss.what);
            if (lacking.contains(what))
                QCOMPARE(std::string(target) + what + std::to_string(loss.values),
                         std::string(target) + what + std::to_string(lacking[what]));
            lacking.erase(what);
        }
        for (const auto& [what, count] : lacking)
            QVERIFY2(count == 0, (std::string(target) + " says nothing of " + what).c_str());
    }
}

void ExportersTest::ownFormatKeepsEverything_data()
{
    formatFolders();
}

void ExportersTest::ownFormatKeepsEverything()
{
    const SnapshotPtr snapshot = load({goodFile()});
    const TempFolder temp;
    for (const std::string_view target : {"jsonl", "json"}) {
        const Exported written = exported(*snapshot, target);
        const SnapshotPtr again = readAgain(temp, written, target);
        QCOMPARE(again->recordCount(), static_cast<std::uint32_t>(written.summary.records));
        Row at{0};
        for (Row row{0}; row < snapshot->endRow(); ++row) {
            if (snapshot->record(row).state == RecordState::Broken)
                continue;
            Json before =
                Json::parse(conversationJson(readRecord(*snapshot, row).value()->conversation, std::nullopt));
            Json after =
                Json::parse(conversationJson(readRecord(*again, at).value()->conversation, std::nullopt));
            ++at;
            // The folder's name is that of another folder then; a user is named by the record now.
            for (Json* json : {&before, &after}) {
                if (json->contains("fields"))
                    (*json)["fields"].erase("group");
            }
            QCOMPARE(jsonText(nlohmann::json::diff(before, after), -1), std::string("[]"));
        }
    }
}

void ExportersTest::ownRecordsHaveTheSameParts_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"anthropic", "claude-code", "codex", "responses", "gemini", "openai"})
        QTest::newRow(file) << QStringLiteral("79-own-records/%1.jsonl").arg(QLatin1String(file));
    for (const char* file : {"43-foreign-parts/anthropic.jsonl", "43-foreign-parts/chatgpt.json",
                             "43-foreign-parts/responses.jsonl", "44-reasoning-in-answer/aistudio.json",
                             "44-reasoning-in-answer/gemini.jsonl", "44-reasoning-in-answer/parts.jsonl",
                             "47-tool-results-as-user/bedrock.jsonl", "47-tool-results-as-user/gemini.jsonl",
                             "51-pairs-lose-calls/pairs.jsonl", "67-claude-blocks/session.jsonl"})
        QTest::newRow(file) << QString::fromUtf8(file);
}

/// What the program writes with everything in it is, read again, the same for all further work.
void ExportersTest::ownRecordsHaveTheSameParts()
{
    QFETCH(QString, file);
    const SnapshotPtr snapshot = load({caseFile(file.toStdString())});
    QVERIFY(snapshot->recordCount() > 0);
    for (const std::string_view target : {"jsonl", "json"}) {
        const TempFolder folder;
        const Exported own = exported(*snapshot, target);
        const SnapshotPtr again = readAgain(folder, own, target);
        QCOMPARE(again->formats[again->record(Row{0}).format], std::string("duologue"));
        QCOMPARE(partLines(*again), partLines(*snapshot));
        for (const char* other : {"openai", "sharegpt", "turbo-chat", "alpaca", "trl-preference"}) {
            const Exported first = exported(*snapshot, other);
            const Exported second = exported(*again, other);
            QCOMPARE(second.text, first.text);
            QCOMPARE(partLosses(second), partLosses(first));
        }
    }
}

/// Version 1.0.0 wrote the content of messages among their other fields.
void ExportersTest::ownRecordsOfTheFirstVersionHaveTheirParts()
{
    const TempFolder folder;
    const Json call = {{"type", "tool_use"}, {"id", "t"}, {"name", "list"}, {"input", {{"path", "a"}}}};
    const Json thought = {{"text", "b"}, {"thought", true}};
    const Json record = {
        {"duologue", 1},
        {"messages",
         {{{"role", "user"}, {"text", {{"en", "q"}}}, {"intent", "ask"}},
          {{"role", "assistant"}, {"text", Json::object()}, {"content.1", Json::array({call})}},
          {{"role", "tool"}, {"text", {{"en", "no"}}}, {"response", {{"error", "no"}}}, {"tool_use_id", "t"}},
          {{"role", "assistant"}, {"text", {{"en", "a"}}}, {"parts", Json::array({thought})}}}},
        {"fields", Json::object()}};
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", record.dump() + "\n")});
    const Json messages = linesOf(exported(*snapshot, "openai"))[0]["messages"];
    QCOMPARE(messages[1]["tool_calls"][0]["function"]["name"].dump(), std::string("\"list\""));
    QCOMPARE(messages[2]["tool_call_id"].dump(), std::string("\"t\""));
    QCOMPARE(messages[3]["reasoning_content"].dump(), std::string("\"b\""));
    QCOMPARE(lossesOf(exported(*snapshot, "openai"))[inEnglish(PhraseId::LostErrors)], std::uint64_t{1});
}

void ExportersTest::rawKeepsBytes()
{
    const TempFolder folder;
    const std::string lines =
        "{\"messages\": [{\"role\": \"user\", \"content\": \"a\\u0041  \"}], \"n\": 1e5, \"big\": "
        "12345678901234567890123}\n{\"b\": 1, \"a\": NaN}\n{\"broken\":\n";
    const Exported written = exported(*load({folder.write("a.jsonl", lines)}), "raw");
    QCOMPARE(written.text, lines);
    QCOMPARE(written.summary.losses.list().size(), std::size_t{0});
}

/// A row of a table has no bytes of its own that could be a line of the export.
void ExportersTest::rawSaysHowRowsOfTablesAreWritten()
{
    const TempFolder folder;
    const auto table = folder.write(
        "t.csv", "conversation_id,role,content\nk,user,a\nk,assistant,b\nl,user,c\nl,assistant,d\n");
    const Exported written = exported(*load({table}), "raw");
    QVERIFY2(written.text.starts_with("{\"conversation_id\""), written.text.c_str());
    QCOMPARE(written.summary.losses.remarks(), std::vector<Phrase>{PhraseId::RowsAsJson});
    const auto lines =
        folder.write("t.jsonl", "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}\n");
    QVERIFY(exported(*load({lines}), "raw").summary.losses.remarks().empty());
}

void ExportersTest::rawKeepsEncodings_data()
{
    QTest::addColumn<QByteArray>("encoding");
    QTest::addColumn<QByteArray>("mark");
    QTest::newRow("GB18030") << QByteArray("GB18030") << QByteArray();
    QTest::newRow("UTF-16LE") << QByteArray("UTF-16LE") << QByteArray("\xFF\xFE");
    QTest::newRow("UTF-16BE") << QByteArray("UTF-16BE") << QByteArray("\xFE\xFF");
}

void ExportersTest::rawKeepsEncodings()
{
    QFETCH(QByteArray, encoding);
    QFETCH(QByteArray, mark);
    const TempFolder folder;
    const std::string bytes = mark.toStdString() + encodedAs(encoding.constData(), kChineseLines);
    const auto path = folder.write("in/a.jsonl", bytes);
    QCOMPARE(exported(*load({path}), "raw").text, bytes);
    // A dataset that is known from its index has the encoding as well.
    LoadOptions options;
    options.cacheFolder = folder.path() / "cache";
    for (int time = 0; time < 2; ++time)
        QCOMPARE(exported(*loadDataset({path}, options, Job()), "raw").text, bytes);
}

void ExportersTest::rawOfSeveralEncodingsIsUtf8()
{
    const TempFolder folder;
    const std::string chinese(kChineseLines);
    folder.write("in/a.jsonl", encodedAs("GB18030", chinese));
    folder.write("in/b.jsonl", chinese);
    QCOMPARE(exported(*load({folder.path() / "in"}), "raw").text, chinese + chinese);
}

void ExportersTest::rawEscapesWhatAnEncodingLacks()
{
    QCOMPARE(encodedJson("{\"a\": \"\u4e2d\u20ac\U0001f600y\"}", TextEncoding::Big5),
             std::string("{\"a\": \"\xa4\xa4\\u20ac\\ud83d\\ude00y\"}"));
}

void ExportersTest::rawJoinsLinesByTokens()
{
    const TempFolder folder;
    const auto path = folder.write("a.json", "[\n  {\n    \"n\": 1.50e+05, // why\n    \"t\": \"a\\n  b\",\n"
                                             "    \"list\": [\n 1,\n 2 ]\n  },\n {\"one\":   \"line\"}\n]\n");
    const Exported written = exported(*load({path}), "raw");
    QCOMPARE(written.text,
             std::string("{\"n\": 1.50e+05, \"t\": \"a\\n  b\", \"list\": [1, 2]}\n{\"one\":   \"line\"}\n"));
    QCOMPARE(written.summary.losses.list().size(), std::size_t{1});
}

void ExportersTest::oneLanguageOfTwo()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats/recllmsim-agent/good.json"});
    const TempFolder folder;
    for (const auto& [language, code] : {std::pair(ExportLanguage::English, Language::English),
                                         std::pair(ExportLanguage::Chinese, Language::Chinese)}) {
        const Exported written = exported(*snapshot, "turbo-chat", inLanguage(language));
        QCOMPARE(messagesOf(*readAgain(folder, written, "turbo-chat")), messagesOf(*snapshot, code));
    }
}

void ExportersTest::tellsMissingLanguage()
{
    const TempFolder folder;
    const auto path =
        folder.write("a.jsonl", R"({"messages": [{"role": "user", "content": "你好吗？今天天气很好。"}]})");
    const Exported written = exported(*load({path}), "openai", inLanguage(ExportLanguage::English));
    QVERIFY(written.text.find("你好吗") != std::string::npos);
    QCOMPARE(inEnglish(written.summary.losses.list().at(0).what), inEnglish(PhraseId::NoEnglishText));
}

void ExportersTest::pairsThereAndBack()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats/turbo-pair/good.jsonl"});
    const TempFolder folder;
    const Exported trl = exported(*snapshot, "trl-preference");
    const SnapshotPtr between = readAgain(folder, trl, "trl-preference");
    QCOMPARE(messagesOf(*between), messagesOf(*snapshot));
    const TempFolder other;
    const Exported back = exported(*between, "turbo-pair");
    QCOMPARE(messagesOf(*readAgain(other, back, "turbo-pair")), messagesOf(*snapshot));
}

void ExportersTest::judgedAnswersThereAndBack()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats/turbo-kto/good.jsonl"});
    const TempFolder folder;
    const Exported trl = exported(*snapshot, "trl-kto");
    const SnapshotPtr between = readAgain(folder, trl, "trl-kto");
    QCOMPARE(messagesOf(*between), messagesOf(*snapshot));
    const TempFolder other;
    const Exported back = exported(*between, "turbo-kto");
    const SnapshotPtr again = readAgain(other, back, "turbo-kto");
    QCOMPARE(messagesOf(*again), messagesOf(*snapshot));
    for (Row row{0}; row < snapshot->endRow(); ++row)
        QCOMPARE(fieldText(*again, row, "is_desirable"), fieldText(*snapshot, row, "is_desirable"));
}

void ExportersTest::chatFormsThereAndBack()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats/sharegpt/good.json"});
    for (const std::string_view between : {"openai", "turbo-chat"}) {
        const TempFolder folder;
        const TempFolder other;
        const SnapshotPtr there = readAgain(folder, exported(*snapshot, between), between);
        const SnapshotPtr back = readAgain(other, exported(*there, "sharegpt"), "sharegpt");
        QCOMPARE(back->recordCount(), snapshot->recordCount());
        QCOMPARE(exported(*back, "sharegpt").text, exported(*there, "sharegpt").text);
    }
    const TempFolder folder;
    const SnapshotPtr alpaca = load({sourceFolder() / "tests/data/formats/alpaca/good.json"});
    const Exported written = exported(*alpaca, "alpaca");
    const SnapshotPtr again = readAgain(folder, written, "alpaca");
    QCOMPARE(exported(*again, "alpaca").text, written.text);
}

void ExportersTest::toolCallsThereAndBack()
{
    const TempFolder folder;
    const std::string line =
        R"({"conversations":[{"from":"human","value":"Weather?"},)"
        R"({"from":"function_call","value":"{\"name\":\"weather\",\"arguments\":{\"city\":\"Oslo\"}}"},)"
        R"({"from":"observation","value":"12 °C"},{"from":"gpt","value":"Twelve."}]})"
        "\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", line)});
    const Exported openai = exported(*snapshot, "openai");
    const Json messages = Json::parse(openai.text)["messages"];
    QCOMPARE(messages[1]["tool_calls"][0]["function"]["arguments"].get<std::string>(),
             std::string(R"({"city":"Oslo"})"));
    QCOMPARE(messages[2]["tool_call_id"].dump(), messages[1]["tool_calls"][0]["id"].dump());
    const TempFolder other;
    const SnapshotPtr between = readAgain(other, openai, "openai");
    const Json again = Json::parse(exported(*between, "sharegpt").text);
    QCOMPARE(again["conversations"].dump(), Json::parse(line)["conversations"].dump());
}

void ExportersTest::callsThatCannotBeReadAreLost()
{
    const TempFolder folder;
    const std::string line =
        "{\"conversations\":[{\"from\":\"human\",\"value\":\"q\"},"
        "{\"from\":\"function_call\",\"value\":\"I look.\"},{\"from\":\"gpt\",\"value\":\"a\"}]}\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", line)});
    const Exported openai = exported(*snapshot, "openai");
    QVERIFY2(openai.text.find("I look.") == std::string::npos, openai.text.c_str());
    QCOMPARE(lossesOf(openai)[inEnglish(PhraseId::LostCalls)], std::uint64_t{1});
    const Exported same = exported(*snapshot, "sharegpt");
    QCOMPARE(same.text, line);
    QVERIFY(same.summary.losses.list().empty());
}

void ExportersTest::rolesThatChatsDoNotHaveAreNamed()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl",
        R"({"messages": [{"role": "developer", "content": "s"}, {"role": "Human", "content": "q"},)"
        R"({"role": "bot", "content": "a"}, {"role": "function", "content": "f"},)"
        R"({"role": "supervisor", "content": "b"}, {"content": "c"}]})"
        "\n")});
    for (const std::string_view target : {"openai", "turbo-chat", "sharegpt"})
        QCOMPARE(std::string(target) +
                     std::to_string(lossesOf(exported(*snapshot, target))[inEnglish(PhraseId::LostRole)]),
                 std::string(target) + "2");
    QCOMPARE(lossesOf(exported(*snapshot, "jsonl"))[inEnglish(PhraseId::LostRole)], std::uint64_t{0});
}

void ExportersTest::openaiKeepsItsOwn()
{
    const TempFolder folder;
    const Json record = {
        {"messages",
         {{{"role", "developer"}, {"content", "Be brief."}},
          {{"role", "user"}, {"content", "q"}},
          {{"role", "assistant"},
           {"content", nullptr},
           {"tool_calls",
            Json::array(
                {{{"id", "c"}, {"type", "function"}, {"function", {{"name", "f"}, {"arguments", "{}"}}}}})}},
          {{"role", "tool"}, {"content", "r"}, {"tool_call_id", "c"}, {"name", "f"}},
          {{"role", "assistant"}, {"content", nullptr}, {"refusal", "No."}}}}};
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", record.dump() + "\n")});
    const Exported written = exported(*snapshot, "openai");
    QCOMPARE(nlohmann::json::parse(written.text).dump(), nlohmann::json::parse(record.dump()).dump());
    QVERIFY(written.summary.losses.list().empty());
    const Exported sharegpt = exported(*snapshot, "sharegpt");
    QCOMPARE(linesOf(sharegpt)[0]["conversations"].back().dump(),
             Json({{"from", "gpt"}, {"value", "No."}}).dump());
    // A content that is not text is named.
    const TempFolder other;
    const Json number = {
        {"messages", {{{"role", "user"}, {"content", "q"}}, {{"role", "assistant"}, {"content", 123}}}}};
    const Exported lost = exported(*load({other.write("a.jsonl", number.dump() + "\n")}), "openai");
    QCOMPARE(lossesOf(lost)[inEnglish(PhraseId::LostContent)], std::uint64_t{1});
}

void ExportersTest::whatToolsOfVendorsReturnIsWritten()
{
    const TempFolder folder;
    const auto answered = [&](const char* file, const Json& returned) {
        const Json parts = {
            {{"type", "server_tool_use"}, {"id", "s"}, {"name", "web_search"}, {"input", Json::object()}},
            {{"type", "web_search_tool_result"}, {"tool_use_id", "s"}, {"content", returned}},
            {{"type", "text"}, {"text", "a"}}};
        const Json record = {
            {"messages",
             {{{"role", "user"}, {"content", "q"}}, {{"role", "assistant"}, {"content", parts}}}}};
        return exported(*load({folder.write(file, record.dump() + "\n")}), "openai");
    };
    const Exported pages = answered(
        "a.jsonl", Json::array({{{"type", "web_search_result"}, {"title", "Ferns"}, {"url", "http://f"}},
                                {{"type", "web_search_result"}, {"title", "Mosses"}, {"url", "http://m"}}}));
    QCOMPARE(linesOf(pages)[0]["messages"][2]["content"].get<std::string>(),
             std::string("Ferns\nhttp://f\nMosses\nhttp://m"));
    QVERIFY(pages.summary.losses.list().empty());
    // Without a text, it is named.
    const Exported unread =
        answered("b.jsonl", Json::array({Json{{"type", "web_search_result"}, {"rank", 1}}}));
    QCOMPARE(lossesOf(unread)[inEnglish(PhraseId::LostResults)], std::uint64_t{1});
}

/// The answers of a batch, whose messages are inside of other objects.
void ExportersTest::answersInsideOfOthersAreNotLost()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl",
        R"({"custom_id": "r1", "response": {"status_code": 200, "body": {"choices": [{"index": 0, "message": {"role": "assistant", "content": "hi"}}]}}})"
        "\n")});
    const Exported written = exported(*snapshot, "openai");
    QCOMPARE(linesOf(written)[0]["messages"][0]["content"].get<std::string>(), std::string("hi"));
    std::vector<std::string> names;
    for (const auto& [what, count] : lossesOf(written))
        names.push_back(what);
    std::vector<std::string> wanted{inEnglish(Phrase(PhraseId::LostField, "custom_id")),
                                    inEnglish(Phrase(PhraseId::LostField, "response.status_code")),
                                    inEnglish(Phrase(PhraseId::LostMessageField, "index"))};
    std::sort(wanted.begin(), wanted.end());
    QCOMPARE(names, wanted);
}

void ExportersTest::prefevalThereAndBack()
{
    for (const std::string form : {"explicit", "choice", "persona"}) {
        const SnapshotPtr snapshot =
            load({sourceFolder() / ("tests/data/formats/prefeval-" + form) / "good.json"});
        const TempFolder folder;
        const Exported written = exported(*snapshot, "prefeval");
        const SnapshotPtr again = readAgain(folder, written, "prefeval");
        QCOMPARE(messagesOf(*again), messagesOf(*snapshot));
        QCOMPARE(again->formats[again->record(Row{0}).format], "prefeval-" + form);
    }
}

void ExportersTest::foreignPartsBecomeOpenais()
{
    const auto messages = [](const char* file) {
        std::vector<Json> lists;
        for (const Json& line : linesOf(exported(*load({caseFile(file)}), "openai")))
            lists.push_back(line["messages"]);
        return lists;
    };
    const auto anthropic = messages("43-foreign-parts/anthropic.jsonl");
    QCOMPARE(
        anthropic[0].dump(),
        std::string(
            R"([{"role":"system","content":"Be brief."},{"role":"user","content":"What is the weather in Ulm?"},)"
            R"({"role":"assistant","content":"One moment.","reasoning_content":"I should ask the tool.",)"
            R"("tool_calls":[{"id":"toolu_1","type":"function","function":{"name":"weather","arguments":)"
            R"("{\"city\":\"Ulm\",\"days\":2}"}}]},)"
            R"({"role":"tool","content":"rain, 8 degrees","tool_call_id":"toolu_1"},)"
            R"({"role":"assistant","content":"It rains, 8 degrees."}])"));
    QCOMPARE(anthropic[1].dump(),
             std::string(
                 R"([{"role":"user","content":"Two towns: Bern, Graz."},{"role":"assistant","content":null,)"
                 R"("tool_calls":[{"id":"toolu_2","type":"function","function":{"name":"weather",)"
                 R"("arguments":"{\"city\":\"Bern\"}"}},{"id":"toolu_3","type":"function","function":)"
                 R"({"name":"weather","arguments":"{\"city\":\"Graz\"}"}}]},)"
                 R"({"role":"tool","content":"sun","tool_call_id":"toolu_2"},)"
                 R"({"role":"tool","content":"no such town","tool_call_id":"toolu_3"},)"
                 R"({"role":"user","content":"And quickly."},)"
                 R"({"role":"assistant","content":"Bern: sun. Graz: unknown."}])"));
    QCOMPARE(messages("43-foreign-parts/responses.jsonl")[0].dump(),
             std::string(
                 R"([{"role":"user","content":"Name a river."},{"role":"assistant","content":"The Iller."},)"
                 R"({"role":"user","content":[{"type":"text","text":"What is on this picture?"},)"
                 R"({"type":"image_url","image_url":{"url":"https://pictures.example/1.png"}}]},)"
                 R"({"role":"assistant","content":"A bridge."}])"));
    const Exported chatgpt = exported(*load({caseFile("43-foreign-parts/chatgpt.json")}), "openai");
    std::vector<std::string> contents;
    const auto chatgptLines = linesOf(chatgpt);
    for (const Json& message : chatgptLines[0]["messages"])
        contents.push_back(message["role"].get<std::string>() + ": " + message["content"].get<std::string>());
    QCOMPARE(contents, (std::vector<std::string>{"user: What is this?", "assistant: print(2 + 2)", "tool: 4",
                                                 "assistant: A bridge. And 4."}));
    QCOMPARE(lossesOf(chatgpt)[inEnglish(PhraseId::LostPictures)], std::uint64_t{1});
    QCOMPARE(
        messages("47-tool-results-as-user/bedrock.jsonl")[0][1].dump(),
        std::string(
            R"({"role":"assistant","content":"One moment.","tool_calls":[{"id":"tu_1","type":"function",)"
            R"("function":{"name":"weather","arguments":"{\"city\":\"Ulm\"}"}}]})"));
    QCOMPARE(messages("47-tool-results-as-user/bedrock.jsonl")[0][2].dump(),
             std::string(R"({"role":"tool","content":"rain","tool_call_id":"tu_1"})"));
    QCOMPARE(
        messages("47-tool-results-as-user/gemini.jsonl")[0][2]["tool_call_id"].get<std::string>(),
        messages("47-tool-results-as-user/gemini.jsonl")[0][1]["tool_calls"][0]["id"].get<std::string>());
}

void ExportersTest::callsAreCallsEverywhere()
{
    for (const char* file : {"43-foreign-parts/anthropic.jsonl", "47-tool-results-as-user/bedrock.jsonl",
                             "47-tool-results-as-user/gemini.jsonl"}) {
        const SnapshotPtr snapshot = load({caseFile(file)});
        std::size_t calls = 0;
        std::size_t observations = 0;
        for (const Json& line : linesOf(exported(*snapshot, "sharegpt"))) {
            for (const Json& message : line["conversations"]) {
                QVERIFY2(!message["value"].get<std::string>().empty(), message.dump().c_str());
                if (message["from"] == "function_call") {
                    ++calls;
                    QVERIFY(Json::parse(message["value"].get<std::string>())["arguments"].contains("city"));
                }
                observations += message["from"] == "observation" ? 1 : 0;
            }
        }
        QVERIFY(calls > 0);
        QCOMPARE(observations, calls);
        std::string open;
        for (const Json& line : linesOf(exported(*snapshot, "turbo-chat"))) {
            for (const Json& message : line["messages"]) {
                for (const Json& call : message.value("tool_calls", Json::array()))
                    open += call["id"].get<std::string>() + " ";
                if (message["role"] == "tool")
                    QVERIFY(open.find(message["tool_call_id"].get<std::string>()) != std::string::npos);
            }
        }
        QVERIFY(!open.empty());
    }
    const auto pairs =
        linesOf(exported(*load({caseFile("51-pairs-lose-calls/pairs.jsonl")}), "trl-preference"));
    QCOMPARE(pairs.size(), std::size_t{2});
    const auto city = [](const Json& side) {
        return Json::parse(side[0]["tool_calls"][0]["function"]["arguments"].get<std::string>())["city"]
            .dump();
    };
    QCOMPARE(city(pairs[0]["chosen"]), std::string("\"Ulm\""));
    QCOMPARE(city(pairs[1]["chosen"]), std::string("\"Bern\""));
    QCOMPARE(city(pairs[1]["rejected"]), std::string("\"Berlin\""));
}

void ExportersTest::thoughtsAreInNoContent()
{
    for (const char* file : {"parts.jsonl", "aistudio.json", "gemini.jsonl"}) {
        const SnapshotPtr snapshot = load({caseFile(std::string("44-reasoning-in-answer/") + file)});
        for (const char* target : {"sharegpt", "alpaca", "turbo-chat"}) {
            const Exported written = exported(*snapshot, target);
            QVERIFY(written.summary.records > 0);
            QVERIFY2(written.text.find("plumquat") == std::string::npos, written.text.c_str());
            QCOMPARE(lossesOf(written)[inEnglish(PhraseId::LostReasoning)],
                     std::uint64_t{snapshot->recordCount()});
        }
        for (const Json& line : linesOf(exported(*snapshot, "openai"))) {
            const Json& answer = line["messages"].back();
            QVERIFY(answer["reasoning_content"].get<std::string>().starts_with("plumquat"));
            QVERIFY2(answer["content"].is_string(), answer.dump().c_str());
            QVERIFY(answer["content"].dump().find("plumquat") == std::string::npos);
        }
    }
}

void ExportersTest::lossesAreWhatIsMissing()
{
    const Exported parts = exported(*load({caseFile("73-not-written-counts/parts.jsonl")}), "sharegpt");
    const auto losses = lossesOf(parts);
    QCOMPARE(losses.size(), std::size_t{1});
    QVERIFY(losses.contains(inEnglish(PhraseId::LostIds)));
    const Exported tools = exported(*load({caseFile("50-alpaca-tool-answer/tools.jsonl")}), "alpaca");
    QCOMPARE(lossesOf(tools)[inEnglish(PhraseId::LostCalls)], std::uint64_t{2});
    QCOMPARE(lossesOf(tools)[inEnglish(PhraseId::LostResults)], std::uint64_t{2});
}

void ExportersTest::lastWordsAreTheAnswer()
{
    const SnapshotPtr snapshot = load({caseFile("50-alpaca-tool-answer/tools.jsonl")});
    const auto lines = linesOf(exported(*snapshot, "alpaca"));
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(lines[0]["output"].get<std::string>(), std::string("Yes, it rains in Ulm."));
    QCOMPARE(lines[1]["output"].get<std::string>(), std::string("No, the sun shines in Bern."));
    QCOMPARE(lines[1]["history"].dump(), std::string(R"([["Hello.","Good morning."]])"));
    QCOMPARE(lines[2]["output"].get<std::string>(), std::string("Four."));
    // A question without an answer in words is no exchange.
    const TempFolder folder;
    const std::string call =
        R"({"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function",)"
        R"( "function": {"name": "f", "arguments": "{}"}}]})";
    const SnapshotPtr open = load({folder.write(
        "a.jsonl",
        R"({"messages": [{"role": "user", "content": "A?"}, )" + call + "]}\n" +
            R"({"messages": [{"role": "user", "content": "B?"}, {"role": "assistant", "content": "b"},)" +
            R"( {"role": "user", "content": "C?"}, )" + call + "]}\n")});
    const Exported written = exported(*open, "alpaca");
    QCOMPARE(linesOf(written).size(), std::size_t{1});
    QCOMPARE(linesOf(written)[0]["output"].get<std::string>(), std::string("b"));
    QCOMPARE(lossesOf(written)[inEnglish(PhraseId::LeftOutNoExchange)], std::uint64_t{1});
    QCOMPARE(lossesOf(written)[inEnglish(PhraseId::LostUnpaired)], std::uint64_t{2});
}

void ExportersTest::answersAreNeverEmptied()
{
    const SnapshotPtr snapshot = load({caseFile("51-pairs-lose-calls/pairs.jsonl")});
    for (const char* target : {"turbo-pair", "turbo-kto"}) {
        const Exported written = exported(*snapshot, target);
        for (const Json& line : linesOf(written))
            QVERIFY2(line.dump().find(R"("content":"")") == std::string::npos, line.dump().c_str());
        QVERIFY(lossesOf(written)[inEnglish(PhraseId::LeftOutNoWords)] > 0);
    }
    QCOMPARE(exported(*snapshot, "turbo-pair").text, std::string());
    // Equal words with different calls are no pair; what the record itself leaves empty stays so.
    const TempFolder folder;
    const auto pair = [](const std::string& chosen, const std::string& rejected) {
        return R"({"prompt": [{"role": "user", "content": "Q?"}], "chosen": [{"role": "assistant", )" +
               chosen + R"(}], "rejected": [{"role": "assistant", )" + rejected + "}]}\n";
    };
    const std::string call =
        R"("content": "One moment.", "tool_calls": [{"id": "c", "type": "function", "function": )"
        R"({"name": "f", "arguments": "{}"}}])";
    const SnapshotPtr other =
        load({folder.write("a.jsonl", pair(call, R"("content": "One moment.")") +
                                          pair(R"("content": "Yes.")", R"("content": "")"))});
    const Exported written = exported(*other, "turbo-pair");
    QCOMPARE(linesOf(written).size(), std::size_t{1});
    QCOMPARE(linesOf(written)[0]["answer_l"]["content"].get<std::string>(), std::string());
    QCOMPARE(lossesOf(written)[inEnglish(PhraseId::LeftOutSameAnswers)], std::uint64_t{1});
}

void ExportersTest::answersOfOneFormAreToOneQuestion()
{
    const TempFolder folder;
    const auto said = [](const char* role, const char* text) {
        return Json{{"role", role}, {"content", text}};
    };
    const auto read = [&](const Json& chosen, const Json& rejected) {
        const Json record = {{"id", 7}, {"chosen", chosen}, {"rejected", rejected}};
        return load({folder.write("a.jsonl", record.dump() + "\n")});
    };
    // Different questions.
    const SnapshotPtr apart = read(Json::array({said("user", "P7a"), said("assistant", "C7")}),
                                   Json::array({said("user", "P7b"), said("assistant", "R7")}));
    for (const char* target : {"turbo-pair", "turbo-sampling"}) {
        const Exported written = exported(*apart, target);
        QCOMPARE(written.text, std::string());
        QCOMPARE(lossesOf(written)[inEnglish(PhraseId::LeftOutOwnQuestions)], std::uint64_t{1});
    }
    // One answer a line has its own question before it.
    const auto kto = linesOf(exported(*apart, "turbo-kto"));
    QCOMPARE(kto.size(), std::size_t{2});
    QCOMPARE(kto[0]["context"].dump(), Json::array({said("user", "P7a")}).dump());
    QCOMPARE(kto[1]["answer"]["content"].get<std::string>(), std::string("R7"));
    // An empty last message is the answer, not what was said a turn before.
    const SnapshotPtr empty = read(Json::array({said("user", "P"), said("assistant", "C"),
                                                said("user", "more"), said("assistant", "D")}),
                                   Json::array({said("user", "P"), said("assistant", "R"),
                                                said("user", "less"), said("assistant", "")}));
    QCOMPARE(exported(*empty, "turbo-pair").text, std::string());
    const auto last = linesOf(exported(*empty, "turbo-kto"));
    QCOMPARE(last[1]["context"].size(), std::size_t{3});
    QCOMPARE(last[1]["answer"]["content"].get<std::string>(), std::string());
    // What one answer says before its last message is counted, whoever says it.
    const SnapshotPtr longer = read(
        Json::array({said("user", "P"), said("assistant", "C"), said("system", "S"), said("assistant", "D")}),
        Json::array({said("user", "P"), said("assistant", "R")}));
    const Exported pair = exported(*longer, "turbo-pair");
    QCOMPARE(linesOf(pair)[0]["context"].size(), std::size_t{1});
    QCOMPARE(linesOf(pair)[0]["answer_w"]["content"].get<std::string>(), std::string("D"));
    QCOMPARE(lossesOf(pair)[inEnglish(PhraseId::LostAnswerMessages)], std::uint64_t{2});
}

void ExportersTest::classesAreWholeNumbers()
{
    const TempFolder folder;
    std::string lines;
    for (const char* label : {"true", "3", "null", "0.5", "\"spam\""})
        lines += R"({"messages": [{"role": "user", "content": "q"}], "label": )" + std::string(label) + "}\n";
    const Exported written = exported(*load({folder.write("a.jsonl", lines)}), "turbo-classification");
    for (const Json& line : linesOf(written))
        QVERIFY2(line["label"].is_number_integer() || line["label"].is_null(), line.dump().c_str());
    QCOMPARE(linesOf(written).size(), std::size_t{2});
    QCOMPARE(lossesOf(written)[inEnglish(PhraseId::LeftOutOtherLabel)], std::uint64_t{3});
}

void ExportersTest::sharegptKeepsWhatMarksStandFor()
{
    const TempFolder folder;
    const std::string line =
        R"({"system":"Look.","conversations":[{"from":"human","value":"<image><video><audio>What?"},)"
        R"({"from":"gpt","value":"A bridge."}],"images":["c.png"],"videos":["v.mp4"],"audios":["a.wav"],"tools":"[]"})"
        "\n";
    const SnapshotPtr snapshot = load({folder.write("a.jsonl", line)});
    const Exported written = exported(*snapshot, "sharegpt");
    QCOMPARE(nlohmann::json::parse(written.text).dump(), nlohmann::json::parse(line).dump());
    QVERIFY(written.summary.losses.list().empty());
    const auto lines = linesOf(exported(*load({caseFile("52-sharegpt-images/images.jsonl")}), "sharegpt"));
    QCOMPARE(lines[0]["images"].dump(), std::string(R"(["a.png","b.png"])"));
    QCOMPARE(lines[1]["images"].dump(), std::string(R"(["c.png"])"));
}

void ExportersTest::numbersKeepTheirDigits()
{
    const SnapshotPtr snapshot = load({caseFile("77-parquet-number-column-becomes-text/y.jsonl")});
    for (const ExportOptions& options : {ExportOptions(), withColumns({"id", "y"})}) {
        const std::string text = exported(*snapshot, "jsonl", options).text;
        for (const char* number : {R"("y":2.5)", R"("y":9007199254740993)", R"("y":1)"})
            QVERIFY2(text.find(number) != std::string::npos, text.c_str());
    }
    const std::string openai = exported(*snapshot, "openai", withColumns({"y"})).text;
    QVERIFY2(openai.find(R"("y":9007199254740993)") != std::string::npos, openai.c_str());
}

void ExportersTest::tablesKeepCells()
{
    const TempFolder folder;
    const std::string text = std::string(300, 'x') + "\r\na \"b\",\rc\n ";
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl", Json{{"note", text}, {"n", 9007199254740993}, {"tags", {"p", "p", "q"}}}.dump() + "\n" +
                       R"({"note": "=1", "n": 0.1, "tags": []})" + "\n")});
    const Exported written = exported(*snapshot, "csv", withColumns({"note", "n", "tags"}));
    std::string quoted = text;
    for (std::size_t at = 0; (at = quoted.find('"', at)) != std::string::npos; at += 2)
        quoted.insert(at, 1, '"');
    QCOMPARE(written.text,
             "\xEF\xBB\xBFnote,n,tags\n\"" + quoted + "\",9007199254740993,\"p, p, q\"\n'=1,0.1,\n");
    QCOMPARE(lossesOf(written)[inEnglish({PhraseId::LostList, "tags"})], std::uint64_t{2});
    QCOMPARE(lossesOf(written)[inEnglish(PhraseId::LostFormulas)], std::uint64_t{1});
}

void ExportersTest::columnsAreWrittenBeside()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats/recllmsim-agent/good.json"});
    ExportOptions options;
    options.columns = {"id", "Rating.Diversity", "turns", "intent"};
    const Exported written = exported(*snapshot, "openai", options);
    std::istringstream lines(written.text);
    Row row{0};
    for (std::string line; std::getline(lines, line); ++row) {
        const Json object = Json::parse(line);
        QCOMPARE(object["id"].get<std::string>(), fieldText(*snapshot, row, "id"));
        QCOMPARE(std::to_string(object["turns"].get<int>()), fieldText(*snapshot, row, "turns"));
        QVERIFY(object["intent"].is_array());
    }
    for (const Loss& loss : written.summary.losses.list()) {
        QVERIFY(inEnglish(loss.what) != inEnglish(PhraseId::LostIds));
        QVERIFY(inEnglish(loss.what) != inEnglish(PhraseId::LostIntents));
    }
}

void ExportersTest::systemCanBeLeftOut()
{
    const TempFolder folder;
    const auto path = folder.write("a.jsonl", R"({"messages": [{"role": "system", "content": "Be brief."},)"
                                              R"({"role": "user", "content": "Why?"}]})");
    const SnapshotPtr snapshot = load({path});
    ExportOptions options;
    options.keepsSystem = false;
    for (const ExporterSpec& exporter : exporters()) {
        if (exporter.needsOnlyBytes)
            continue;
        const Exported written = exported(*snapshot, exporter.id, options);
        QVERIFY2(written.text.find("Be brief.") == std::string::npos, exporter.id.data());
    }
    QVERIFY(exported(*snapshot, "openai").text.find("Be brief.") != std::string::npos);
}

void ExportersTest::tablesGuardFormulas()
{
    const TempFolder folder;
    const auto path =
        folder.write("a.jsonl", R"({"id": "=1+1", "messages": [{"role": "user", "content": "a"}], "n": -1})");
    ExportOptions options;
    options.columns = {"id", "n"};
    const SnapshotPtr snapshot = load({path});
    QCOMPARE(exported(*snapshot, "tsv", options).text, std::string("id\tn\n'=1+1\t-1\n"));
    options.rawCells = true;
    QCOMPARE(exported(*snapshot, "tsv", options).text, std::string("id\tn\n=1+1\t-1\n"));
    QVERIFY(exported(*snapshot, "csv", options).text.starts_with("\xEF\xBB\xBFid,n\n"));
}

void ExportersTest::htmlKeepsHostileTextsTexts()
{
    const TempFolder folder;
    const auto path = folder.write(
        "a.jsonl", R"({"id": "<script>1</script>", "messages": [{"role": "user", "content": )"
                   R"("</div><img src=x onerror=alert(1)> & \"quoted\" \u202e"}], "<b>": "</dd><iframe>"})");
    const std::string page = exported(*load({path}), "html").text;
    for (const char* markup : {"<script", "<img", "<iframe", "<b>", "\xE2\x80\xAE", "http://", "src=\""})
        QVERIFY2(page.find(markup) == std::string::npos, markup);
    QVERIFY(page.find("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; \\u202e") !=
            std::string::npos);
}

void ExportersTest::htmlShowsContextOnce()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats/prefeval-explicit/good.json"});
    const auto record = readRecord(*snapshot, Row{0}).value();
    const std::string text(record->conversation.textsOf(record->conversation.context.at(0).texts)[0].text);
    const std::string page = exported(*snapshot, "html").text;
    const std::size_t first = page.find(text);
    QVERIFY(first != std::string::npos);
    QCOMPARE(page.find(text, first + 1), std::string::npos);
}

void ExportersTest::saysWhatMakesNoSense()
{
    const TempFolder folder;
    const SnapshotPtr snapshot =
        load({folder.write("a.jsonl", R"({"id": "1", "messages": [{"role": "user", "content": "a"}]})")});
    const auto mistake = [&](std::string_view target, const ExportOptions& options) {
        return inEnglish(mistakeIn({*snapshot, *findExporter(target), options, {}, 1}));
    };
    ExportOptions columns;
    columns.columns = {"nothing"};
    QCOMPARE(mistake("openai", columns), std::string("unknown field nothing"));
    QCOMPARE(mistake("raw", columns), std::string("raw does not support columns"));
    columns.columns = {"messages"};
    QCOMPARE(mistake("openai", columns),
             std::string("openai writes the key messages itself, so it cannot be a column"));
    QCOMPARE(mistake("openai", inLanguage(ExportLanguage::Both)),
             std::string("openai cannot be written in this language: both"));
    QCOMPARE(mistake("openai", {}), std::string());
    QVERIFY(findExporter("none") == nullptr);
}

void ExportersTest::leavesOutRecordsThatHaveNoPlace()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write(
        "a.jsonl", "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}\n{\"note\": 1}\n{broken\n"
                   "{\"prompt\": \"b\", \"chosen\": \"c\", \"rejected\": \"d\"}\n")});
    const Exported written = exported(*snapshot, "turbo-pair");
    QCOMPARE(written.summary.records, std::uint64_t{1});
    std::map<std::string, std::uint64_t> leftOut;
    for (const Loss& loss : written.summary.losses.list())
        leftOut[inEnglish(loss.what)] = loss.records;
    QCOMPARE(leftOut[inEnglish(PhraseId::LeftOutNoPair)], std::uint64_t{2});
    QCOMPARE(leftOut[inEnglish(PhraseId::LeftOutBroken)], std::uint64_t{1});
}

void ExportersTest::leavesOutRecordsThatHaveChanged()
{
    const TempFolder folder;
    const auto path =
        folder.write("a.jsonl", "{\"messages\": [{\"role\": \"user\", \"content\": \"before\"}]}\n");
    const SnapshotPtr snapshot = load({path});
    folder.write("a.jsonl",
                 "{\"messages\": [{\"role\": \"user\", \"content\": \"behind\"}]}\n{\"more\": 1}\n");
    for (const char* target : {"raw", "openai"}) {
        const Exported written = exported(*snapshot, target);
        QCOMPARE(written.text, std::string());
        QCOMPARE(inEnglish(written.summary.losses.list().at(0).what), inEnglish(PhraseId::LeftOutChanged));
    }
}

void ExportersTest::stopsWhenItIsCancelled()
{
    const SnapshotPtr snapshot = load({sourceFolder() / "tests/data/formats/sharegpt/good.json"});
    std::stop_source stop;
    stop.request_stop();
    TextSink sink;
    const ExportSummary summary = exportRecords(
        {*snapshot, *findExporter("openai"), {}, allRows(*snapshot), 1}, sink, Job(stop.get_token()));
    QCOMPARE(inEnglish(summary.error), inEnglish(PhraseId::ExportCancelled));
}

DUOLOGUE_TEST(ExportersTest)
#include "exporters_test.moc"
