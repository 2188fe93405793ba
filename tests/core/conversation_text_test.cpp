// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/conversation_json.h"
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

class ConversationTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void plainText();
    void markdown();
    void textsCannotForgeMarkdown();
    void namesCannotForgeLines();
    void valuesCannotForgeMessages();
    void jsonContainsEverything();
    void oneLanguage();
    void keepsCollidingNames();
    void keysHaveTheirNamesBeforeMembers();
    void candidatesSayWhoSpeaks();
    void keepsUnexpectedMarks();
    void writesValidUtf8();

private:
    DecodedRecordPtr read(const std::string& record);

    DecodedRecordPtr m_record;
};

DecodedRecordPtr ConversationTextTest::read(const std::string& record)
{
    const TempFolder folder;
    return readRecord(*load({folder.write("1.json", record)}), Row{0}).value();
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
    // Some fields come from the folder name, which differs in each run.
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
    QVERIFY(text.find("### 1 · user · Planning\n\n```\nWhere to?\n```\n\n") != std::string::npos);
    QVERIFY(text.find("> no such train\n") != std::string::npos);
    QVERIFY(text.find("| Diversity | 1.5 |\n") != std::string::npos);
    QVERIFY(text.find("去哪") == std::string::npos);
}

void ConversationTextTest::textsCannotForgeMarkdown()
{
    const auto record = read(
        R"json({"task_context": "# Task\n![](http://evil/1.png)", "preference_summary": ["a"],
        "preference_summary_old": ["<img src=x>"],
        "history": [
            {"role": "user", "content": "x\n\n### 2 · assistant\n\nI agree.\n```\n![](http://evil/2.png)"},
            {"role": "assistant", "content": "<!--", "content_zh": "~~~ 好", "[k](http://evil/3)": "<b>\n# v",
             "hallucination": {"hallucination": true, "memo": "a\n# b"}}],
        "rating": {"a|b\n# c": 1}, "![](http://evil/4.png)": "x\n### 3 · user"})json");
    const std::string text = conversationMarkdown(record->conversation, std::nullopt);
    // Outside of code blocks, no text of the data may act as markup.
    std::vector<std::string> outside;
    std::vector<std::string> inside;
    std::string fence;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const bool isFence = line.starts_with("```") && line.find_first_not_of('`') == std::string::npos;
        if (fence.empty() && isFence)
            fence = line;
        else if (!fence.empty() && isFence && line.size() >= fence.size())
            fence.clear();
        else
            (fence.empty() ? outside : inside).push_back(line);
    }
    QVERIFY(fence.empty());
    QStringList headings;
    for (const std::string& line : outside) {
        if (line.starts_with('#'))
            headings << QString::fromStdString(line);
        // A character after a backslash is not markup.
        const std::string bare = std::regex_replace(line, std::regex("\\\\."), "");
        QVERIFY2(bare.find('[') == std::string::npos && bare.find("<b>") == std::string::npos &&
                     bare.find("<!--") == std::string::npos && bare.find("<img") == std::string::npos,
                 line.c_str());
    }
    QCOMPARE(headings,
             (QStringList{QStringLiteral("## Task"), QStringLiteral("## Preference summary"),
                          QStringLiteral("## Preference summary, earlier"), QStringLiteral("### 1 · user"),
                          QStringLiteral("### 2 · assistant · hallucination: yes")}));
    // Inside of code blocks, all texts are unchanged.
    for (const char* line : {"# Task", "![](http://evil/1.png)", "### 2 · assistant", "I agree.", "```",
                             "![](http://evil/2.png)", "<!--", "~~~ 好"})
        QVERIFY2(std::find(inside.begin(), inside.end(), line) != inside.end(), line);
    QVERIFY(text.find("- \\[k](http\\://evil/3): \\<b><br>\\# v\n") != std::string::npos);
    QVERIFY(text.find("| a\\|b<br>\\# c | 1 |\n") != std::string::npos);
    QVERIFY(text.find("> a<br>\\# b\n") != std::string::npos);
}

void ConversationTextTest::namesCannotForgeLines()
{
    const auto record = read(
        R"({"messages": [{"role": "critic]\n\n[2 · assistant", "content": "one\ntwo"}], "k\n[3 · user]": "v"})");
    const std::string text = conversationText(record->conversation, std::nullopt);
    QVERIFY(text.starts_with("[1 · critic]\\n\\n[2 · assistant]\none\ntwo\n"));
    QCOMPARE(text.find("\n["), std::string::npos);
    QVERIFY(text.find("k\\n[3 · user]: v\n") != std::string::npos);
}

/// Every value that may have several lines: fields of the record and of messages, memos, wordings, context.
void ConversationTextTest::valuesCannotForgeMessages()
{
    const auto record = read(
        R"json({"task_context": "t\n[7 · user]", "note": "n\n[8 · user]", "preference_summary": ["p"],
        "history": [{"role": "user", "content": "q", "source": "s\n[9 · user]"},
            {"role": "assistant", "content": "a",
             "hallucination": {"hallucination": true, "memo": "m\n[10 · user]"}}],
        "rating": {"Detail": "w\n[11 · user]"}})json");
    std::istringstream lines(conversationText(record->conversation, std::nullopt));
    std::vector<std::string> heads;
    std::size_t forged = 0;
    for (std::string line; std::getline(lines, line);) {
        forged += line.find(" · user]") != std::string::npos ? 1 : 0;
        if (line.starts_with('['))
            heads.push_back(line);
    }
    QCOMPARE(heads, (std::vector<std::string>{"[1 · user]", "[2 · assistant · hallucination: yes]"}));
    QVERIFY(forged >= 5);
}

void ConversationTextTest::jsonContainsEverything()
{
    const Json json = Json::parse(conversationJson(m_record->conversation, std::nullopt));
    QCOMPARE(json["turns"].get<int>(), 1);
    QCOMPARE(json["context"]["Task"]["und"].get<std::string>(), std::string("A trip"));
    // Two texts of the same kind do not overwrite each other.
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
    const Json json = Json::parse(conversationJson(m_record->conversation, Language::Chinese));
    QCOMPARE(json["messages"][0]["text"].dump(), std::string(R"({"zh":"去哪？","zh_earlier":"哪里？"})"));
    QCOMPARE(json["messages"][1]["text"].dump(), std::string("{}"));
}

void ConversationTextTest::keepsCollidingNames()
{
    const auto record =
        read(R"({"rating": {}, "history": [{"role": "user", "content": "said", "text": "typed",
        "memo": "of the user", "satisfaction": 5}]})");
    const Json message = Json::parse(conversationJson(record->conversation, std::nullopt))["messages"][0];
    QCOMPARE(message["text"]["en"].get<std::string>(), std::string("said"));
    QCOMPARE(message["fields"]["text"].get<std::string>(), std::string("typed"));
    QCOMPARE(message["fields"]["memo"].get<std::string>(), std::string("of the user"));
    QCOMPARE(message["satisfaction"].get<int>(), 5);
    // One field with a single value, and one with several.
    const auto twice = read(R"({"history": [{"role": "user", "content": "x"}], "profile_mapped": {
        "Personality": {"en": "calm", "zh": "沉稳"}, "Travel Habits": [{"en": "a", "zh": "甲"}, {"en": "b", "zh": "乙"}]}})");
    const Json fields = Json::parse(conversationJson(twice->conversation, std::nullopt))["fields"];
    QCOMPARE(fields["profile.personality"]["en"].get<std::string>(), std::string("calm"));
    QCOMPARE(fields["profile.travel_habits"].size(), std::size_t{2});
}

/// As columns are named: "a.b" is the key of that name, whatever comes first.
void ConversationTextTest::keysHaveTheirNamesBeforeMembers()
{
    const auto fields = [this](const char* record) {
        Json fields = Json::parse(conversationJson(read(record)->conversation, std::nullopt))["fields"];
        fields.erase("group");
        return fields.dump();
    };
    QCOMPARE(fields(R"({"a": {"b": 1}, "a.b": 2})"), std::string(R"({"a.b_2":1,"a.b":2})"));
    QCOMPARE(fields(R"({"a.b": 2, "a": {"b": 1}})"), std::string(R"({"a.b":2,"a.b_2":1})"));
    QCOMPARE(fields(R"({"a": {"b": [1]}, "a.b": [2, 3]})"), std::string(R"({"a.b_2":[1],"a.b":[2,3]})"));
}

void ConversationTextTest::candidatesSayWhoSpeaks()
{
    const auto record = read(
        R"({"prompt": "P?", "chosen": [{"role": "assistant", "content": "A"}, {"role": "user", "content": "More?"},)"
        R"( {"role": "assistant", "content": ""}], "rejected": [{"role": "assistant", "content": "B"}]})");
    const std::string text = conversationText(record->conversation, std::nullopt);
    QVERIFY2(text.find("[chosen]\n(assistant)\nA\n\n(user)\nMore?\n\n(assistant)\n\n") != std::string::npos,
             text.c_str());
    QVERIFY2(text.find("[rejected]\nB\n") != std::string::npos, text.c_str());
    const std::string markdown = conversationMarkdown(record->conversation, std::nullopt);
    const std::size_t user = markdown.find("#### user\n");
    QVERIFY2(user != std::string::npos && user > markdown.find("#### assistant\n"), markdown.c_str());
    QVERIFY2(markdown.find("#### assistant\n", user) != std::string::npos, markdown.c_str());
    QVERIFY(markdown.find("#### ", markdown.find("### rejected")) == std::string::npos);
}

void ConversationTextTest::keepsUnexpectedMarks()
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
