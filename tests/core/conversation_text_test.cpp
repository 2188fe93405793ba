// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/record_reader.h"
#include "core/export/conversation_text.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

class ConversationTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void plainText();
    void markdown();
    void jsonHoldsEverything();
    void oneLanguage();
    void namesThatCollide();
    void oddMarksAreKept();
    void writesValidUtf8();

private:
    DecodedRecordPtr read(const std::string& record);

    DecodedRecordPtr m_record;
};

DecodedRecordPtr ConversationTextTest::read(const std::string& record)
{
    const TempFolder folder;
    return readRecord(*load({folder.write("1.json", record)}), 0).value();
}

void ConversationTextTest::initTestCase()
{
    m_record = read(
        R"({"task_context": "A trip", "preference_summary": ["trains"], "preference_summary_old": ["cars"],
        "history": [
            {"role": "user", "content": "Where to?", "content_zh": "去哪？", "content_zh_old": "哪里？",
             "intent": "Planning"},
            {"role": "assistant", "content": "Bled.", "hallucination": {"hallucination": true, "memo": "no such train"}}],
        "rating": {"Diversity": 1.5, "Detail Level": "high"}, "conflict": true})");
}

void ConversationTextTest::plainText()
{
    const std::string text = conversationText(m_record->conversation, std::nullopt);
    // Some fields come from the folder, which has another name each time.
    const std::size_t fields = text.find("\nFields:\n");
    QVERIFY(fields != std::string::npos);
    QVERIFY(text.find("\n  conflict: true\n", fields) != std::string::npos);
    QCOMPARE(
        text.substr(0, fields),
        std::string(
            "Task:\n  A trip\n\nPreference summary:\n  trains\n\nPreference summary, earlier:\n  cars\n\n"
            "[1 · user · Planning]\nWhere to?\n\n去哪？\n(earlier translation) 哪里？\n\n"
            "[2 · assistant · hallucination: yes]\nBled.\n(memo: no such train)\n\n"
            "Ratings:\n  Diversity: 1.5\n  Detail Level: – (\"high\")\n"));
    QCOMPARE(messageText(m_record->conversation, 1, std::nullopt),
             std::string("[2 · assistant · hallucination: yes]\nBled.\n(memo: no such train)\n"));
}

void ConversationTextTest::markdown()
{
    const std::string text = conversationMarkdown(m_record->conversation, Language::English);
    QVERIFY(text.find("### 1 · user · Planning\n\nWhere to?\n\n") != std::string::npos);
    QVERIFY(text.find("> no such train\n") != std::string::npos);
    QVERIFY(text.find("| Diversity | 1.5 |\n") != std::string::npos);
    QVERIFY(text.find("去哪") == std::string::npos);
}

void ConversationTextTest::jsonHoldsEverything()
{
    const Json json = conversationJson(m_record->conversation, std::nullopt);
    QCOMPARE(json["turns"].get<int>(), 1);
    QCOMPARE(json["context"]["Task"]["en"].get<std::string>(), std::string("A trip"));
    // Two parts of one kind do not write over each other.
    QCOMPARE(json["context"]["Preference summary"]["en"].get<std::string>(), std::string("trains"));
    QCOMPARE(json["context"]["Preference summary"]["en_earlier"].get<std::string>(), std::string("cars"));
    const Json& first = json["messages"][0];
    QCOMPARE(first["text"].dump(), std::string(R"({"en":"Where to?","zh":"去哪？","zh_earlier":"哪里？"})"));
    QCOMPARE(first["intent"].dump(), std::string(R"([{"en":"Planning","zh":"规划"}])"));
    QCOMPARE(json["messages"][1]["hallucination"].get<std::string>(), std::string("yes"));
    QCOMPARE(json["messages"][1]["memo"].get<std::string>(), std::string("no such train"));
    QCOMPARE(json["ratings"]["Diversity"].get<double>(), 1.5);
    QVERIFY(json["ratings"]["Detail Level"]["value"].is_null());
    QVERIFY(json["fields"]["conflict"].get<bool>());
    QVERIFY(Json::accept(jsonText(json, -1)));
    QCOMPARE(jsonText(json, -1).find('\n'), std::string::npos);
}

void ConversationTextTest::oneLanguage()
{
    const Json json = conversationJson(m_record->conversation, Language::Chinese);
    QCOMPARE(json["messages"][0]["text"].dump(), std::string(R"({"zh":"去哪？","zh_earlier":"哪里？"})"));
    QCOMPARE(json["messages"][1]["text"].dump(), std::string("{}"));
}

void ConversationTextTest::namesThatCollide()
{
    const auto record =
        read(R"({"rating": {}, "history": [{"role": "user", "content": "said", "text": "typed",
        "memo": "of the user", "satisfaction": 5}]})");
    const Json message = conversationJson(record->conversation, std::nullopt)["messages"][0];
    QCOMPARE(message["text"]["en"].get<std::string>(), std::string("said"));
    QCOMPARE(message["fields"]["text"].get<std::string>(), std::string("typed"));
    QCOMPARE(message["memo"].get<std::string>(), std::string("of the user"));
    QCOMPARE(message["satisfaction"].get<int>(), 5);
    // A key twice, once with one value and once with several.
    const auto twice = read(R"({"history": [{"role": "user", "content": "x"}], "profile_mapped": {
        "Personality": {"en": "calm", "zh": "沉稳"}, "Travel Habits": [{"en": "a", "zh": "甲"}, {"en": "b", "zh": "乙"}]}})");
    const Json fields = conversationJson(twice->conversation, std::nullopt)["fields"];
    QCOMPARE(fields["profile.personality"]["en"].get<std::string>(), std::string("calm"));
    QCOMPARE(fields["profile.travel_habits"].size(), std::size_t{2});
}

void ConversationTextTest::oddMarksAreKept()
{
    const auto record = read(R"({"rating": {}, "history": [{"content": "said", "role": "assistant",
        "hallucination": {"a": 1, "memo": 5, "hallucination": "maybe", "b": 2}}]})");
    std::vector<std::string> keys;
    for (const Field& field : record->conversation.partFields)
        keys.emplace_back(field.key);
    QCOMPARE(keys, (std::vector<std::string>{"hallucination.a", "hallucination.memo", "hallucination.b"}));
    std::vector<std::string> pointers;
    for (const Problem& problem : record->problems)
        pointers.push_back(problem.pointer);
    QCOMPARE(pointers, (std::vector<std::string>{"/history/0/hallucination/hallucination",
                                                 "/history/0/hallucination/memo"}));
    QCOMPARE(record->conversation.messages[0].role, std::string_view("assistant"));
}

void ConversationTextTest::writesValidUtf8()
{
    QCOMPARE(jsonText(Json("a\xFFz"), -1), std::string("\"a\xEF\xBF\xBDz\""));
}

DUOLOGUE_TEST(ConversationTextTest)
#include "conversation_text_test.moc"
