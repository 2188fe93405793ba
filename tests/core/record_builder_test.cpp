// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "core/data/record_builder.h"

#include "core/data/column.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

namespace {

/// A conversation under construction, with the JSON it is built from.
struct Bench {
    Conversation conversation;
    RecordOrigin origin;
    std::vector<Problem> problems;
    JsonParser parser;
    PaddedBytes bytes;

    JsonView parse(std::string_view text)
    {
        bytes = PaddedBytes(text);
        return parser.parse(bytes.view()).value();
    }

    const Field* field(std::string_view key) const
    {
        for (const Field& each : conversation.fields) {
            if (each.key == key)
                return &each;
        }
        return nullptr;
    }
};

} // namespace

class RecordBuilderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void normalizesRoles();
    void keepsUnknownRoles();
    void keepsTextsSeparate();
    void readsIds();
    void fieldsBecomeColumns();
    void longListsAreOneValue();
    void idsAreCategories();
    void keepsOnlyFieldsWithColumns();
    void candidatesHaveTheirOwnMessages();
    void addsFieldsFromPath();
    void reportsUnexpectedTypes();
    void countsTurns();
    void clearsConversationOnReuse();
    void fieldsBeforeAnyMessageGoToTheRecord();
    void fieldsBeforeACandidatesMessageAreTheCandidates();
    void textsBeforeAnyMessageAreKept();
};

void RecordBuilderTest::normalizesRoles()
{
    QCOMPARE(usualRole("bot"), std::string_view("assistant"));
    QCOMPARE(usualRole("gemini"), std::string_view("assistant"));
    QCOMPARE(usualRole("Grok"), std::string_view("assistant"));
    QCOMPARE(usualRole("gpt"), std::string_view("assistant"));
    QCOMPARE(usualRole("model"), std::string_view("assistant"));
    QCOMPARE(usualRole("human"), std::string_view("user"));
    QCOMPARE(usualRole("developer"), std::string_view("system"));
    QCOMPARE(usualRole("User"), std::string_view("user"));
    QCOMPARE(usualRole("ASSISTANT"), std::string_view("assistant"));
    QCOMPARE(usualRole("assistant "), std::string_view("assistant"));
    QCOMPARE(usualRole("\tHuman\n"), std::string_view("user"));
    QCOMPARE(usualRole("用户"), std::string_view("user"));
    QCOMPARE(usualRole("助手"), std::string_view("assistant"));
    QCOMPARE(usualRole("ipython"), std::string_view("tool"));
    QCOMPARE(usualRole("sys"), std::string_view("assistant"));
    QCOMPARE(usualRole("users"), std::string_view());
    QCOMPARE(usualRole(std::string(1000, 'u')), std::string_view());
    QCOMPARE(usualRole(" "), std::string_view());
    QCOMPARE(usualRole(""), std::string_view());
}

void RecordBuilderTest::keepsUnknownRoles()
{
    Bench worker;
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.beginMessage("bot", "/history/0/role");
    builder.beginMessage("narrator", "/history/1/role");
    QCOMPARE(worker.conversation.messages[0].role, std::string_view("assistant"));
    QCOMPARE(worker.conversation.messages[0].roleInFile, std::string_view("bot"));
    QCOMPARE(worker.conversation.messages[1].role, std::string_view("narrator"));
    QCOMPARE(worker.problems.size(), std::size_t{1});
    QCOMPARE(worker.problems[0].code, ProblemCode::UnknownRole);
    QCOMPARE(worker.problems[0].severity, Severity::Warning);
    QCOMPARE(worker.problems[0].pointer, std::string("/history/1/role"));
}

void RecordBuilderTest::keepsTextsSeparate()
{
    Bench worker;
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.beginContext(ContextKind::Task);
    builder.text("The task");
    builder.beginMessage("user", {});
    builder.text("Hello");
    builder.text(Language::Chinese, "旧", true);
    builder.text(Language::Chinese, "新");
    builder.beginMessage("assistant", {});
    builder.text("你好，需要什么帮助？");
    const Conversation& made = worker.conversation;
    QCOMPARE(made.text(made.messages[0], Language::English), std::string_view("Hello"));
    QCOMPARE(made.text(made.messages[0], Language::Chinese), std::string_view("新"));
    QCOMPARE(made.textsOf(made.messages[0].texts).size(), std::size_t{3});
    QCOMPARE(made.text(made.messages[1], Language::English), std::string_view());
    QCOMPARE(made.originalText(made.messages[1]), std::string_view("你好，需要什么帮助？"));
    QCOMPARE(made.textsOf(made.context[0].texts).front().text, std::string_view("The task"));
}

void RecordBuilderTest::readsIds()
{
    Bench worker;
    const JsonView root = worker.parse(R"({"s": "x1", "i": 12345678901234567, "n": null})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.id(root["s"]);
    QCOMPARE(worker.conversation.id, std::string_view("x1"));
    builder.id(root["i"]);
    QCOMPARE(worker.conversation.id, std::string_view("12345678901234567"));
    RecordBuilder again(worker.conversation, worker.origin, worker.problems);
    again.id(root["n"]);
    QCOMPARE(worker.conversation.id, std::string_view());
}

void RecordBuilderTest::fieldsBecomeColumns()
{
    Bench worker;
    const JsonView root = worker.parse(
        R"({"n": 2.5, "b": true, "s": "word", "z": "旅行", "list": [1], "trees": [1, {}], "none": null,
                        "o": {"in": {"n": 1}, "s": "x", "empty": {}}})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    for (const auto [key, value] : root.members())
        builder.field(key, value);
    QCOMPARE(worker.field("n")->kind, FieldKind::Number);
    QCOMPARE(worker.field("n")->number, 2.5);
    QCOMPARE(worker.field("b")->kind, FieldKind::Flag);
    QCOMPARE(worker.field("b")->number, 1.0);
    QCOMPARE(worker.field("s")->name.en, std::string_view("word"));
    QCOMPARE(worker.field("z")->name.zh, std::string_view("旅行"));
    QCOMPARE(worker.field("list")->kind, FieldKind::Categories);
    QCOMPARE(worker.field("trees")->kind, FieldKind::Tree);
    QCOMPARE(worker.field("none")->kind, FieldKind::Tree);
    QCOMPARE(worker.field("o.in.n")->number, 1.0);
    QCOMPARE(worker.field("o.s")->kind, FieldKind::Category);
    QCOMPARE(worker.field("o.empty")->kind, FieldKind::Tree);
    QVERIFY(worker.field("o") == nullptr);
}

void RecordBuilderTest::keepsOnlyFieldsWithColumns()
{
    Bench worker;
    worker.origin.group = "of the path";
    std::string json = "{\"group\": [{}]";
    for (std::size_t i = 0; i < kMostFields; ++i)
        json += ", \"list" + std::to_string(i) + "\": [{}], \"n" + std::to_string(i) + "\": 1";
    const auto read = [&](const std::string& text, Keeping keeping) {
        RecordBuilder builder(worker.conversation, worker.origin, worker.problems, Measuring::Languages,
                              keeping);
        builder.beginMessage("user", {});
        for (const auto [key, value] : worker.parse(text).members())
            builder.field(key, value);
        builder.finish();
        return worker.conversation.fields.size();
    };
    QCOMPARE(read(json + "}", Keeping::Everything), 2 * kMostFields + 1);
    QVERIFY(!worker.conversation.fieldsLeftOut);
    QCOMPARE(read(json + "}", Keeping::Columns), kMostFields);
    QVERIFY(!worker.conversation.fieldsLeftOut);
    // The record has a group of its own, so the group of the path is not used; a list of objects gets no
    // column.
    QVERIFY(worker.field("group") == nullptr);
    QCOMPARE(read(json + ", \"more\": 1}", Keeping::Columns), kMostFields);
    QVERIFY(worker.conversation.fieldsLeftOut);
    QVERIFY(worker.field("more") == nullptr);
    QCOMPARE(read("{}", Keeping::Columns), std::size_t{1});
    QVERIFY(!worker.conversation.fieldsLeftOut);
}

void RecordBuilderTest::longListsAreOneValue()
{
    Bench worker;
    const auto listOf = [](std::size_t count, const std::string& value) {
        std::string list;
        for (std::size_t i = 0; i < count; ++i)
            list += (list.empty() ? "[" : ",") + value;
        return list + "]";
    };
    const auto read = [&](const std::string& list, Keeping keeping) {
        worker.problems.clear();
        RecordBuilder builder(worker.conversation, worker.origin, worker.problems, Measuring::Languages,
                              keeping);
        builder.beginMessage("user", {});
        builder.field("list", worker.parse("{\"list\": " + list + "}")["list"]);
        return worker.conversation.fields.size();
    };
    // Neither many texts nor long ones make a list anything else.
    QCOMPARE(read(listOf(1000, "\"a\""), Keeping::Columns), std::size_t{1000});
    QCOMPARE(read(listOf(2, "\"" + std::string(5000, 'a') + "\""), Keeping::Columns), std::size_t{2});
    QCOMPARE(read(listOf(50, "1"), Keeping::Columns), std::size_t{50});
    QVERIFY(worker.problems.empty());
    // A vector.
    const std::string vector = listOf(51, "0.5");
    QCOMPARE(read(vector, Keeping::Columns), std::size_t{1});
    QCOMPARE(worker.field("list")->kind, FieldKind::Categories);
    QCOMPARE(worker.field("list")->name.en, std::string_view(vector));
    QVERIFY(worker.problems.empty());
    QCOMPARE(read(vector, Keeping::Everything), std::size_t{1});
    QCOMPARE(worker.field("list")->kind, FieldKind::Tree);
    // Its texts are searched.
    QCOMPARE(read(listOf(1001, "\"a\""), Keeping::ColumnsAndTexts), std::size_t{2});
    QCOMPARE(worker.problems.size(), std::size_t{1});
    QCOMPARE(worker.problems.front().code, ProblemCode::TooManyFields);
}

void RecordBuilderTest::idsAreCategories()
{
    Bench worker;
    const JsonView root = worker.parse(R"({"i": 7, "s": "a"})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.categoryField("i", root["i"]);
    builder.categoryField("s", root["s"]);
    QCOMPARE(worker.field("i")->kind, FieldKind::Category);
    QCOMPARE(worker.field("i")->name.en, std::string_view("7"));
    QCOMPARE(worker.field("s")->name.en, std::string_view("a"));
}

void RecordBuilderTest::candidatesHaveTheirOwnMessages()
{
    Bench worker;
    const JsonView root = worker.parse(R"({"score": 1})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.beginMessage("user", {});
    builder.text("question");
    builder.beginCandidate(CandidateKind::Chosen, "A", true);
    builder.beginCandidateMessage("bot", "/0");
    builder.text("good");
    builder.messageField("score", root["score"]);
    builder.beginCandidate(CandidateKind::Rejected, "B");
    builder.beginCandidateMessage("bot", "/1");
    builder.text("bad");
    const Conversation& made = worker.conversation;
    QCOMPARE(made.messages.size(), std::size_t{1});
    QCOMPARE(made.candidates.size(), std::size_t{2});
    QVERIFY(made.candidates[0].aligned);
    QCOMPARE(made.candidates[1].label, std::string_view("B"));
    const auto answers = made.messagesOf(made.candidates[0]);
    QCOMPARE(answers.size(), std::size_t{1});
    QCOMPARE(answers[0].role, std::string_view("assistant"));
    QCOMPARE(made.originalText(answers[0]), std::string_view("good"));
    QCOMPARE(made.fieldsOf(answers[0].fields).size(), std::size_t{1});
    QCOMPARE(made.originalText(made.messagesOf(made.candidates[1])[0]), std::string_view("bad"));
    QCOMPARE(made.originalText(made.messages[0]), std::string_view("question"));
}

void RecordBuilderTest::addsFieldsFromPath()
{
    Bench worker;
    worker.origin.group = "LLM_agent_user";
    worker.origin.user = "User_3";
    {
        RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
        builder.finish();
        QCOMPARE(worker.field("group")->name.en, std::string_view("LLM_agent_user"));
        QCOMPARE(worker.field("user")->name.en, std::string_view("User_3"));
    }
    const JsonView root = worker.parse(R"({"user": "me"})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.field("user", root["user"]);
    builder.finish();
    // The record's own value takes precedence over the path.
    QCOMPARE(worker.conversation.fields.size(), std::size_t{2});
    QCOMPARE(worker.field("user")->name.en, std::string_view("me"));
}

void RecordBuilderTest::reportsUnexpectedTypes()
{
    Bench worker;
    const JsonView root = worker.parse(R"({"a": 5, "b": "x"})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    QVERIFY(builder.expect(root["b"], JsonView::Kind::String, "/b"));
    QVERIFY(!builder.expect(root["a"], JsonView::Kind::String, "/a"));
    QVERIFY(!builder.expect(root["c"], JsonView::Kind::Array, "/c"));
    QCOMPARE(worker.problems.size(), std::size_t{2});
    QCOMPARE(worker.problems[0].code, ProblemCode::UnexpectedType);
    QCOMPARE(worker.problems[0].pointer, std::string("/a"));
    QCOMPARE(inEnglish(worker.problems[0].detail), std::string("expected text, found a whole number"));
    QCOMPARE(inEnglish(worker.problems[1].detail), std::string("expected a list, found nothing"));
}

void RecordBuilderTest::countsTurns()
{
    Bench worker;
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    QCOMPARE(worker.conversation.turns(), 0U);
    for (const char* role : {"system", "user", "assistant", "tool", "user"})
        builder.beginMessage(role, {});
    // The second question has no answer yet.
    QCOMPARE(worker.conversation.turns(), 2U);
    builder.beginMessage("bot", {});
    QCOMPARE(worker.conversation.turns(), 2U);
}

void RecordBuilderTest::clearsConversationOnReuse()
{
    Bench worker;
    for (int round = 0; round < 3; ++round) {
        RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
        QVERIFY(worker.conversation.messages.empty());
        QVERIFY(worker.conversation.texts.empty());
        QVERIFY(worker.conversation.id.empty());
        builder.beginMessage("user", {});
        builder.text(builder.keep({"round ", std::to_string(round)}));
        builder.intent({"Planning", "规划"});
        builder.rating("Diversity", 2);
        builder.beginContext(ContextKind::Question);
        builder.beginCandidate(CandidateKind::Sample, "1");
        QCOMPARE(worker.conversation.originalText(worker.conversation.messages[0]),
                 std::string_view(builder.keep({"round ", std::to_string(round)})));
    }
}

void RecordBuilderTest::fieldsBeforeAnyMessageGoToTheRecord()
{
    Bench worker;
    const JsonView root = worker.parse(R"({"asr": ["a", 0.5], "content": {"parts": 1}, "reward": 2})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.messageField("asr", root["asr"]);
    builder.beginContext(ContextKind::Task);
    builder.contentField("content", root["content"]);
    builder.candidateField("reward", root["reward"]);
    QVERIFY(worker.conversation.messages.empty());
    QVERIFY(worker.conversation.candidates.empty());
    QVERIFY(worker.conversation.partFields.empty());
    for (const char* key : {"asr", "content", "reward"})
        QVERIFY2(worker.field(key) && worker.field(key)->kind == FieldKind::Tree, key);
    builder.beginMessage("user", {});
    builder.messageField("asr", root["asr"]);
    QCOMPARE(worker.conversation.partFields.size(), std::size_t{1});
}

void RecordBuilderTest::fieldsBeforeACandidatesMessageAreTheCandidates()
{
    Bench worker;
    const JsonView root = worker.parse(R"({"a": 1})");
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.beginMessage("user", {});
    builder.beginCandidate(CandidateKind::Sample, "1");
    builder.messageField("a", root["a"]);
    const Conversation& made = worker.conversation;
    QCOMPARE(made.fieldsOf(made.messages[0].fields).size(), std::size_t{0});
    QCOMPARE(made.fieldsOf(made.candidates[0].fields).size(), std::size_t{1});
}

void RecordBuilderTest::textsBeforeAnyMessageAreKept()
{
    Bench worker;
    RecordBuilder builder(worker.conversation, worker.origin, worker.problems);
    builder.text("Said by nobody");
    builder.intent({"Planning", {}});
    builder.beginCandidateMessage("assistant", {});
    builder.text("Of no candidate");
    builder.beginCandidate(CandidateKind::Option, "2");
    builder.text("Of no message");
    const Conversation& made = worker.conversation;
    QCOMPARE(made.messages.size(), std::size_t{1});
    QCOMPARE(made.originalText(made.messages[0]), std::string_view("Said by nobody"));
    QCOMPARE(made.messages[0].intents.end - made.messages[0].intents.begin, 1U);
    QCOMPARE(made.candidates.size(), std::size_t{2});
    QCOMPARE(made.originalText(made.candidateMessages[0]), std::string_view("Of no candidate"));
    QCOMPARE(made.originalText(made.candidateMessages[1]), std::string_view("Of no message"));
}

DUOLOGUE_TEST(RecordBuilderTest)
#include "record_builder_test.moc"
