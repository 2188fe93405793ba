// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_file.h"
#include "core/formats/format_keys.h"
#include "core/formats/inferred/format_guess.h"
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

constexpr std::string_view kLogRecord =
    R"({"call": 7, "log": [{"who": "user", "line": "hi"}, {"who": "assistant", "line": "hello"}], "polite": 3})";

/// The description of the choices, without the spaces of its lines.
std::string described(const KeyChoices& choices)
{
    FormatDescription description = choices.description();
    description.id = "x";
    std::string text = formatFileText(description);
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

/// Some JSON, and its value as long as this lives.
struct Parsed {
    explicit Parsed(std::string_view json) : bytes(json), root(parser.parse(bytes.view()).value()) {}

    PaddedBytes bytes;
    JsonParser parser;
    JsonView root;
};

FormatDescription readBack(const FormatDescription& description)
{
    FormatDescription named = description;
    named.id = "x";
    return readFormatFile(formatFileText(named), "x").descriptions.at(0);
}

/// What everybody says in the record as the description reads it: "user: hi|assistant: hello".
std::string saidIn(std::string_view json, const FormatDescription& description)
{
    const TempFolder folder;
    folder.write("a.jsonl", std::string(json) + "\n" + std::string(json) + "\n");
    const auto snapshot = load({folder.path()});
    const DecodedRecordPtr record =
        readAs(*readRecord(*snapshot, Row{0}).value(), describedFormat(readBack(description)));
    std::string said;
    for (const Message& message : record->conversation.messages) {
        said += said.empty() ? "" : "|";
        said += std::string(message.role) + ": " + std::string(record->conversation.originalText(message));
    }
    return said;
}

} // namespace

/// Descriptions made from what a person says of the keys of a record.
class FormatKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesADescription();
    void aUseMovesToAnotherKey();
    void partsOfMessagesMakeTheirListTheMessages();
    void candidatesHaveATextOfTheirOwn();
    void forgetsPartsWithoutTheirList();
    void ratingsAreNumbersOrAnObject();
    void keepsWhatKeysCannotSay();
    void offersUsesOfAKind();
    void suggestsReadings_data();
    void suggestsReadings();
    void columnsAreChosenByTheirKeys();
    void questionsAndAnswersMakeExchanges();
    void offersFormsOfAValue_data();
    void offersFormsOfAValue();
    void formsAreKeptAndChanged();
    void namesOfSpeakersHaveRoles();
    void knowsKeysOfPatterns();
    void saysThatThereIsNoConversation();
    void writtenDescriptionIsReadBack();
    void readsARecordByAnotherFormat();
};

void FormatKeysTest::makesADescription()
{
    KeyChoices choices;
    QVERIFY(!choices.areUsable());
    choices.choose({"/log", "/who"}, KeyUse::Role);
    QVERIFY(!choices.areUsable());
    choices.choose({"/log", "/line"}, KeyUse::Text);
    QVERIFY(choices.areUsable());
    choices.choose({{}, "/call"}, KeyUse::RecordId);
    choices.choose({{}, "/polite"}, KeyUse::Rating);
    QCOMPARE(described(choices),
             std::string(R"({"id":"x","record_id":"/call","messages":"/log","role":"/who","text":"/line",)"
                         R"("ratings":{"polite":"/polite"}})"));
}

void FormatKeysTest::aUseMovesToAnotherKey()
{
    KeyChoices choices;
    choices.choose({{}, "/a"}, KeyUse::Question);
    choices.choose({{}, "/b"}, KeyUse::Question);
    QCOMPARE(choices.useOf({{}, "/a"}), KeyUse::Nothing);
    choices.choose({{}, "/b"}, KeyUse::Answer);
    QCOMPARE(described(choices), std::string(R"({"id":"x","response":"/b"})"));
    choices.choose({{}, "/b"}, KeyUse::Nothing);
    QCOMPARE(choices.all().size(), std::size_t{0});
}

void FormatKeysTest::partsOfMessagesMakeTheirListTheMessages()
{
    KeyChoices choices;
    choices.choose({"/log", "/who"}, KeyUse::Role);
    choices.choose({"/log", "/line"}, KeyUse::Text);
    QCOMPARE(choices.useOf({{}, "/log"}), KeyUse::Messages);
    // Another list takes over, and nothing of the first one stays.
    choices.choose({"/other", "/by"}, KeyUse::Role);
    QCOMPARE(described(choices), std::string(R"({"id":"x","messages":"/other","role":"/by"})"));
}

void FormatKeysTest::candidatesHaveATextOfTheirOwn()
{
    KeyChoices choices;
    choices.choose({"/log", "/who"}, KeyUse::Role);
    choices.choose({"/log", "/line"}, KeyUse::Text);
    choices.choose({{}, "/answers"}, KeyUse::Candidates);
    choices.choose({"/answers", "/out"}, KeyUse::Text);
    QCOMPARE(described(choices), std::string(R"({"id":"x","messages":"/log","role":"/who","text":"/line",)"
                                             R"("candidates":"/answers","candidate_text":"/out"})"));
}

void FormatKeysTest::forgetsPartsWithoutTheirList()
{
    KeyChoices choices;
    choices.choose({"/log", "/who"}, KeyUse::Role);
    choices.choose({"/log", "/line"}, KeyUse::Text);
    choices.choose({{}, "/log"}, KeyUse::Candidates);
    QCOMPARE(choices.useOf({"/log", "/who"}), KeyUse::Nothing);
    QCOMPARE(choices.useOf({"/log", "/line"}), KeyUse::Text);
    choices.choose({{}, "/log"}, KeyUse::Nothing);
    QCOMPARE(choices.all().size(), std::size_t{0});
}

void FormatKeysTest::ratingsAreNumbersOrAnObject()
{
    KeyChoices choices;
    choices.choose({{}, "/a"}, KeyUse::Rating);
    choices.choose({{}, "/scores/b"}, KeyUse::Rating);
    QCOMPARE(described(choices), std::string(R"({"id":"x","ratings":{"a":"/a","b":"/scores/b"}})"));
    choices.choose({{}, "/scores"}, KeyUse::Ratings);
    QCOMPARE(described(choices), std::string(R"({"id":"x","ratings":"/scores"})"));
    choices.choose({{}, "/a"}, KeyUse::Rating);
    QCOMPARE(described(choices), std::string(R"({"id":"x","ratings":{"a":"/a"}})"));
}

void FormatKeysTest::keepsWhatKeysCannotSay()
{
    constexpr std::string_view kDescription =
        R"({"id":"x","messages":"/log","role":"/who","text":"/line","roles":{"kim":"user"},)"
        R"("ratings":{"Politeness":"/polite"}})";
    KeyChoices choices(readFormatFile(kDescription, "x").descriptions.at(0));
    QCOMPARE(choices.useOf({"/log", "/who"}), KeyUse::Role);
    choices.choose({{}, "/polite"}, KeyUse::Nothing);
    QCOMPARE(described(choices),
             std::string(R"({"id":"x","title":"x","messages":"/log","role":"/who","text":"/line",)"
                         R"("roles":{"kim":"user"},"ratings":{"Politeness":"/polite"}})"));
}

void FormatKeysTest::offersUsesOfAKind()
{
    const auto offers = [](const KeyPlace& place, JsonKind kind, KeyUse use) {
        const std::vector<KeyUse> uses = usesFor(place, kind);
        return std::find(uses.begin(), uses.end(), use) != uses.end();
    };
    QVERIFY(offers({{}, "/log"}, JsonKind::Array, KeyUse::Messages));
    QVERIFY(offers({"/log", "/who"}, JsonKind::String, KeyUse::Role));
    QVERIFY(!offers({"/log", "/at"}, JsonKind::Integer, KeyUse::Role));
    QVERIFY(!offers({{}, "/who"}, JsonKind::String, KeyUse::Role));
    QVERIFY(offers({{}, "/n"}, JsonKind::Integer, KeyUse::Rating));
    QVERIFY(!offers({{}, "/q"}, JsonKind::String, KeyUse::Rating));
}

void FormatKeysTest::suggestsReadings_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("description");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* json, const char* description, const char* said) {
        QTest::newRow(name) << QByteArray(json) << QByteArray(description) << QByteArray(said);
    };
    row("messages", R"({"dialogue": [{"speaker": "user", "text": "hi"}, {"speaker": "bot", "text": "ho"}]})",
        R"({"id":"x","messages":"/dialogue","role":"/speaker","text":"/text","lenient":true})",
        "user: hi|assistant: ho");
    row("pair", R"({"question": "why is it so?", "answer": "because it is late"})",
        R"({"id":"x","prompt":"/question","response":"/answer","lenient":true})",
        "user: why is it so?|assistant: because it is late");
    row("candidates", R"({"prompt": "why so?", "responses": ["It is late.", "It is early."]})",
        R"({"id":"x","prompt":"/prompt","candidates":"/responses","lenient":true})", "user: why so?");
    row("labelled texts", R"({"log": ["User: Where is it?", "Bot: It is here.", "User: Thank you."]})",
        R"({"id":"x","messages":{"at":"/log","form":"labelled-texts","strict":false},"lenient":true})",
        "user: Where is it?|assistant: It is here.|user: Thank you.");
    row("sessions",
        R"({"session_1": [{"speaker": "user", "text": "hi"}, {"speaker": "bot", "text": "ho"}],
            "session_2": [{"speaker": "user", "text": "and you?"}, {"speaker": "bot", "text": "well"}]})",
        R"({"id":"x","messages":{"each":"/*"},"role":"/speaker","text":"/text","lenient":true})",
        "user: hi|assistant: ho|user: and you?|assistant: well");
}

void FormatKeysTest::suggestsReadings()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, description);
    QFETCH(const QByteArray, said);
    const Parsed record(std::string_view(json.data(), static_cast<std::size_t>(json.size())));
    const auto readings = suggestedReadings({&record.root, 1}, KeyChoices().description());
    QVERIFY(!readings.empty());
    // Choosing it keeps all of it, and so does saving.
    const KeyChoices choices(readings.front().description);
    QVERIFY(choices.areUsable());
    QCOMPARE(described(choices), description.toStdString());
    std::string line = json.toStdString();
    std::erase(line, '\n');
    QCOMPARE(saidIn(line, choices.description()), said.toStdString());
    QVERIFY(!readings.front().isCurrent);
    QVERIFY(suggestedReadings({&record.root, 1}, readings.front().description).front().isCurrent);
}

void FormatKeysTest::columnsAreChosenByTheirKeys()
{
    KeyChoices choices;
    choices.choose({{}, "/talk/who"}, KeyUse::Role);
    QVERIFY(!choices.areUsable());
    choices.choose({{}, "/talk/lines"}, KeyUse::Text);
    QVERIFY(choices.areUsable());
    QCOMPARE(choices.useOf({{}, "/talk"}), KeyUse::Messages);
    QCOMPARE(described(choices),
             std::string(R"({"id":"x","messages":{"at":"/talk","form":"columns","strict":false},)"
                         R"("role":"/who","text":"/lines"})"));
    QCOMPARE(
        saidIn(R"({"talk": {"who": ["user", "assistant"], "lines": ["hi", "ho"]}})", choices.description()),
        std::string("user: hi|assistant: ho"));
    const KeyChoices again(choices.description());
    QCOMPARE(again.useOf({{}, "/talk/who"}), KeyUse::Role);
    choices.choose({{}, "/talk"}, KeyUse::Nothing);
    QCOMPARE(choices.all().size(), std::size_t{0});
    // Columns of the record itself.
    choices.choose({{}, "/who"}, KeyUse::Role);
    choices.choose({{}, "/lines"}, KeyUse::Text);
    QCOMPARE(saidIn(R"({"who": ["user", "assistant"], "lines": ["hi", "ho"]})", choices.description()),
             std::string("user: hi|assistant: ho"));
}

void FormatKeysTest::questionsAndAnswersMakeExchanges()
{
    KeyChoices choices;
    choices.choose({"/rounds", "/said"}, KeyUse::Text);
    choices.choose({"/rounds", "/q"}, KeyUse::Question);
    QVERIFY(!choices.areUsable());
    choices.choose({"/rounds", "/a"}, KeyUse::Answer);
    QCOMPARE(described(choices),
             std::string(R"({"id":"x","messages":{"at":"/rounds","form":"exchanges","strict":false,)"
                         R"("ask":"/q","answer":"/a"}})"));
    // A question of the record is another use.
    choices.choose({{}, "/q"}, KeyUse::Question);
    QCOMPARE(choices.useOf({"/rounds", "/q"}), KeyUse::Question);
    choices.choose({"/rounds", "/who"}, KeyUse::Role);
    QCOMPARE(choices.useOf({"/rounds", "/q"}), KeyUse::Nothing);
    QCOMPARE(choices.useOf({{}, "/q"}), KeyUse::Question);
}

void FormatKeysTest::offersFormsOfAValue_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("form");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* json, PartForm form, const char* said) {
        QTest::newRow(name) << QByteArray(json) << static_cast<int>(form) << QByteArray(said);
    };
    row("objects", R"({"v": [{"by": "user", "content": "hi"}, {"by": "assistant", "content": "ho"}]})",
        PartForm::Objects, "user: hi|assistant: ho");
    row("exchanges", R"({"v": [{"question": "hi", "answer": "ho"}]})", PartForm::Exchanges,
        "user: hi|assistant: ho");
    row("pairs", R"({"v": [["hi", "ho"]]})", PartForm::Exchanges, "user: hi|assistant: ho");
    row("tuples", R"({"v": [["user", "hi"], ["assistant", "ho"]]})", PartForm::Objects,
        "user: hi|assistant: ho");
    row("texts", R"({"v": ["hi", "ho"]})", PartForm::Texts, "user: hi|assistant: ho");
    row("labelled", R"({"v": ["User: hi", "Bot: ho"]})", PartForm::LabelledTexts, "user: hi|assistant: ho");
    row("columns", R"({"v": {"speaker": ["user", "assistant"], "text": ["hi", "ho"]}})", PartForm::Columns,
        "user: hi|assistant: ho");
    row("lists", R"({"v": {"questions": ["hi"], "answers": ["ho"]}})", PartForm::QuestionLists,
        "user: hi|assistant: ho");
    row("turns", R"({"v": {"turn_1": {"user": "hi", "assistant": "ho"}}})", PartForm::NumberedTurns,
        "user: hi|assistant: ho");
    row("transcript", R"({"v": "Human: hi\n\nAssistant: ho"})", PartForm::Transcript,
        "user: hi|assistant: ho");
    row("lines", R"({"v": "Ann: hi\nBob: ho"})", PartForm::NamedLines, "Ann: hi|Bob: ho");
    row("separated", R"({"v": "hi</s>ho"})", PartForm::Separated, "user: hi|assistant: ho");
}

void FormatKeysTest::offersFormsOfAValue()
{
    QFETCH(const QByteArray, json);
    QFETCH(const int, form);
    QFETCH(const QByteArray, said);
    const Parsed record(std::string_view(json.data(), static_cast<std::size_t>(json.size())));
    const std::vector<LayoutPart> forms = formsFor(Slot::Messages, record.root["v"], "/v");
    const auto offered = std::find_if(forms.begin(), forms.end(), [form](const LayoutPart& part) {
        return part.form == static_cast<PartForm>(form);
    });
    QVERIFY(offered != forms.end());
    KeyChoices choices;
    choices.choose({{}, "/v"}, KeyUse::Messages);
    choices.setForm({{}, "/v"}, *offered);
    QVERIFY(choices.areUsable());
    QCOMPARE(saidIn(json.toStdString(), choices.description()), said.toStdString());
}

void FormatKeysTest::formsAreKeptAndChanged()
{
    KeyChoices choices;
    choices.choose({{}, "/log"}, KeyUse::Messages);
    choices.setForm({{}, "/log"},
                    {.form = PartForm::Separated, .at = JsonPointer("/log"), .marks = {"</s>"}});
    QCOMPARE(described(choices), std::string(R"({"id":"x","messages":{"at":"/log","form":"separated",)"
                                             R"("strict":false,"marks":["</s>"]}})"));
    const KeyChoices again(readBack(choices.description()));
    QCOMPARE(again.useOf({{}, "/log"}), KeyUse::Messages);
    QCOMPARE(again.formOf({{}, "/log"})->form, PartForm::Separated);
    QCOMPARE(again.formOf({{}, "/log"})->marks, std::vector<std::string>{"</s>"});
    QVERIFY(again.formOf({{}, "/other"}) == nullptr);
    choices.choose({{}, "/log"}, KeyUse::Question);
    QCOMPARE(described(choices), std::string(R"({"id":"x","prompt":"/log"})"));
}

void FormatKeysTest::namesOfSpeakersHaveRoles()
{
    const Parsed record(R"({"log": [{"who": "kim", "line": "hi"}, {"who": "lee", "line": "hello"},
                                    {"who": "kim", "line": "bye"}]})");
    KeyChoices choices;
    choices.choose({"/log", "/who"}, KeyUse::Role);
    choices.choose({"/log", "/line"}, KeyUse::Text);
    const auto speakers = [&] { return speakersIn({&record.root, 1}, choices.description()); };
    QCOMPARE(speakers().size(), std::size_t{2});
    QCOMPARE(speakers().front().name, std::string("kim"));
    QCOMPARE(speakers().front().messages, std::uint64_t{2});
    choices.setRole("kim", "user");
    choices.setRole("lee", "assistant");
    QCOMPARE(choices.roleOf("kim"), std::string_view("user"));
    // They are still known by the words of the records.
    QCOMPARE(speakers().front().name, std::string("kim"));
    const std::string text = described(choices);
    QVERIFY2(text.find(R"("roles":{"kim":"user","lee":"assistant"})") != std::string::npos, text.c_str());
    choices.setRole("kim", {});
    QCOMPARE(choices.roleOf("kim"), std::string_view());
    // Nobody is named where the keys say who speaks.
    const Parsed pair(R"({"q": "why", "a": "so"})");
    KeyChoices keys;
    keys.choose({{}, "/q"}, KeyUse::Question);
    keys.choose({{}, "/a"}, KeyUse::Answer);
    QCOMPARE(speakersIn({&pair.root, 1}, keys.description()).size(), std::size_t{0});
}

void FormatKeysTest::knowsKeysOfPatterns()
{
    const FormatFile file =
        readFormatFile(R"({"id": "x", "prompt": "/q", "candidates": {"each": "/response #"}})", "x");
    KeyChoices choices(file.descriptions.at(0));
    QCOMPARE(choices.useOf({{}, "/response 1"}), KeyUse::Candidates);
    QCOMPARE(choices.useOf({{}, "/response b"}), KeyUse::Candidates);
    QCOMPARE(choices.useOf({{}, "/response time"}), KeyUse::Nothing);
    QCOMPARE(choices.useOf({{}, "/response 1/by"}), KeyUse::Nothing);
    QCOMPARE(choices.useOf({"/response 1", "/by"}), KeyUse::Nothing);
    // What is chosen takes their place.
    choices.choose({{}, "/others"}, KeyUse::Candidates);
    QCOMPARE(choices.useOf({{}, "/response 1"}), KeyUse::Nothing);
    const FormatFile listed =
        readFormatFile(R"({"id": "x", "prompt": "/q", "candidates": ["/answer1", "/answer2"]})", "x");
    const KeyChoices named(listed.descriptions.at(0));
    QCOMPARE(named.useOf({{}, "/answer2"}), KeyUse::Candidates);
    QCOMPARE(named.useOf({{}, "/answer3"}), KeyUse::Nothing);
}

void FormatKeysTest::saysThatThereIsNoConversation()
{
    constexpr std::string_view kRecord = R"({"question": "why is it so?", "answer": "because it is late"})";
    const Parsed record(kRecord);
    KeyChoices choices(describedAsNothing({&record.root, 1}));
    QVERIFY(choices.areUsable());
    QCOMPARE(described(choices),
             std::string(R"({"id":"x","conversation":false,"needs":["/question","/answer"]})"));
    QCOMPARE(saidIn(kRecord, choices.description()), std::string());
    // It is stronger than what evidence says.
    const TempFolder folder;
    folder.write("a.jsonl", std::string(kRecord) + "\n" + std::string(kRecord) + "\n");
    QCOMPARE(load({folder.path()})->messages.count, std::uint32_t{4});
    FormatDescription description = choices.description();
    description.id = "facts";
    folder.write("facts.duologue-format.json", formatFileText(description));
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->messages.count, std::uint32_t{0});
    QCOMPARE(fieldText(*snapshot, Row{0}, "format"), std::string("facts"));
    // Whoever chooses a key takes it back.
    choices.choose({{}, "/question"}, KeyUse::Question);
    QCOMPARE(described(choices), std::string(R"({"id":"x","prompt":"/question"})"));
}

void FormatKeysTest::writtenDescriptionIsReadBack()
{
    constexpr std::string_view kAll =
        R"({"id": "a b", "title": "A \"b\" 中", "record_id": "/i", "system": "/s", "history": "/h",
            "messages": "/m~1n", "role": "/r", "text": "/t", "translation": "/z", "prompt": "/p",
            "query": "/q", "response": "/o", "roles": {"kim": "user"}, "ratings": {"R": "/x/y"}, "label": "/l",
            "candidates": "/c", "candidate_text": "/d", "chosen": "/e", "rejected": "/f"})";
    const std::string once = formatFileText(readFormatFile(kAll, "x").descriptions.at(0));
    const FormatFile again = readFormatFile(once, "x");
    QCOMPARE(again.problems.size(), std::size_t{0});
    QCOMPARE(formatFileText(again.descriptions.at(0)), once);
    for (const char* key : {"\"/m~1n\"", "\"query\"", "\"candidate_text\"", "\"kim\"", "\"R\"", "中"})
        QVERIFY2(once.find(key) != std::string::npos, key);
}

void FormatKeysTest::readsARecordByAnotherFormat()
{
    const TempFolder folder;
    folder.write("a.jsonl", std::string(kLogRecord) + "\n" + std::string(kLogRecord) + "\n");
    const auto snapshot = load({folder.path()});
    const DecodedRecordPtr before = readRecord(*snapshot, Row{1}).value();
    QCOMPARE(before->conversation.messages.size(), std::size_t{0});
    KeyChoices choices;
    choices.choose({"/log", "/who"}, KeyUse::Role);
    choices.choose({"/log", "/line"}, KeyUse::Text);
    FormatDescription description = choices.description();
    description.id = "own";
    const DecodedRecordPtr after = readAs(*before, describedFormat(description));
    QCOMPARE(after->formatId, std::string("own"));
    QCOMPARE(after->row, Row{1});
    QCOMPARE(after->conversation.messages.size(), std::size_t{2});
    QCOMPARE(after->conversation.messages[1].role, std::string_view("assistant"));
}

DUOLOGUE_TEST(FormatKeysTest)
#include "format_keys_test.moc"
