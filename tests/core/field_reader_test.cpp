// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/known_fields.h"
#include "core/data/row_order.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"

#include "core/util/text.h"
#include "tests/support/test_class.h"
#include <cmath>
#include <set>

using namespace duologue;
using namespace duologue::test;

class FieldReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsBuiltInFields();
    void ownKeysAvoidBuiltInFields();
    void formatsSayWhatFieldsAre();
    void namesRecordsWithoutAnId();
    void findsFieldsByKeyAndTitle();
    void findsEveryFieldByItsNames();
    void suggestsSimilarFields();
    void codesAndTextsAgree();
    void readsMessageMarks();
    void readsMessagePositions();
    void datasetColumnsTakePrecedence();
    void marksOfOneFamilyAreNotHidden();
    void sortsByNumber();
    void sortsByName();
    void sortsByText();

private:
    RowOrder sorted(std::string_view field, bool descending) const
    {
        return sortedBy(orderOf(RowSet(m_snapshot->recordCount(), true)), *findField(*m_snapshot, field),
                        descending);
    }

    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

void FieldReaderTest::initTestCase()
{
    AgentRecord first = AgentRecord::ofTurns(2, "你好");
    first.ratings = {{"Detail Level", 2}};
    first.messages[1].hallucination = true;
    AgentRecord second = AgentRecord::ofTurns(1, "Hello");
    second.id = "named";
    second.task = "recipe planning";
    second.messages[0].contentZh = "你好";
    second.messages[0].intent = "Search";
    second.ratings = {};
    AgentRecord third = AgentRecord::ofTurns(1, "Hi");
    third.ratings = {{"Detail Level", 1}};
    third.task = "preparing gifts";
    third.messages.insert(third.messages.begin(), {"system", "Be kind", {}, {}, {}});
    m_folder.write("LLM_agent_user/t/1.json", first.json(2));
    m_folder.write("LLM_agent_user/t/10.json", second.json());
    m_folder.write("LLM_agent_user/t/many.json", "[" + third.json() + ",\n" + first.json() + "]");
    m_snapshot = load({m_folder.path()});
    QCOMPARE(m_snapshot->recordCount(), 4U);
}

void FieldReaderTest::readsBuiltInFields()
{
    const auto text = [this](Row row, std::string_view field) { return fieldText(*m_snapshot, row, field); };
    QCOMPARE(text(Row{0}, "messages"), std::string("4"));
    QCOMPARE(text(Row{0}, "turns"), std::string("2"));
    QCOMPARE(text(Row{2}, "messages"), std::string("3"));
    QCOMPARE(text(Row{2}, "turns"), std::string("1"));
    QCOMPARE(text(Row{0}, "format"), std::string("recllmsim-agent"));
    QCOMPARE(text(Row{0}, "file"), std::string("LLM_agent_user/t/1.json"));
    QCOMPARE(text(Row{3}, "record"), std::string("2"));
    QCOMPARE(text(Row{0}, "language"), std::string("en+zh"));
    QCOMPARE(text(Row{2}, "language"), std::string("en"));
    QCOMPARE(text(Row{0}, "translation"), std::string("none"));
    QCOMPARE(text(Row{1}, "translation"), std::string("partial"));
    // 你好 twice, "Answer 1" and "Answer 2": 20 characters.
    QCOMPARE(text(Row{0}, "length"), std::string("20"));
    // Translations are not counted.
    QCOMPARE(text(Row{1}, "length"), std::string("13"));
    QCOMPARE(text(Row{2}, "first_role"), std::string("system"));
    QCOMPARE(text(Row{0}, "role"), std::string("user, assistant"));
    QCOMPARE(text(Row{1}, "intent"), std::string("Search"));
    QCOMPARE(text(Row{0}, "hallucination"), std::string("1"));
    QCOMPARE(text(Row{1}, "hallucination"), std::string("0"));
    QCOMPARE(text(Row{0}, "group"), std::string("LLM_agent_user"));
    QCOMPARE(text(Row{0}, "candidates"), std::string("0"));
    QCOMPARE(text(Row{0}, "satisfaction"), std::string());
}

void FieldReaderTest::namesRecordsWithoutAnId()
{
    QCOMPARE(fieldText(*m_snapshot, Row{0}, "id"), std::string("LLM_agent_user/t/1"));
    QCOMPARE(fieldText(*m_snapshot, Row{1}, "id"), std::string("named"));
    QCOMPARE(fieldText(*m_snapshot, Row{2}, "id"), std::string("LLM_agent_user/t/many#1"));
    QCOMPARE(fieldText(*m_snapshot, Row{3}, "id"), std::string("LLM_agent_user/t/many#2"));
}

void FieldReaderTest::ownKeysAvoidBuiltInFields()
{
    for (const BuiltInField& field : builtInFields()) {
        const bool mayHaveColumn = field.onlyOfMessages || field.info.key == "id";
        QCOMPARE(isBuiltInKey(field.info.key), !mayHaveColumn);
        QVERIFY(field.codes != nullptr || field.numbers != nullptr || field.info.ofMessages ||
                field.appendDefault != nullptr);
        QCOMPARE(field.messageKeys != nullptr || field.messageColumn.has_value(), field.info.ofMessages);
    }
    for (const std::string_view key : kBuiltInKeys)
        QVERIFY(findField(*m_snapshot, key));
}

void FieldReaderTest::formatsSayWhatFieldsAre()
{
    const auto traits = [this](const char* key) { return findField(*m_snapshot, key)->info().traits; };
    QCOMPARE(keysWith(*m_snapshot, &FieldTraits::isTopic), std::vector<std::string>{"task"});
    QCOMPARE(keysWith(*m_snapshot, &FieldTraits::isMark), std::vector<std::string>{"hallucination"});
    QCOMPARE(keysWith(*m_snapshot, &FieldTraits::isRating), std::vector<std::string>{"rating.detail_level"});
    QVERIFY(traits("rating.detail_level").isUsual);
    QVERIFY(traits("turns").isUsual);
    QVERIFY(!traits("candidates").isUsual);
    QVERIFY(!findField(*m_snapshot, "task")->synonyms().empty());
    QVERIFY(!findMessageField(*m_snapshot, "next.intent")->synonyms().empty());
    QVERIFY(findField(*m_snapshot, "turns")->synonyms().empty());
}

void FieldReaderTest::findsFieldsByKeyAndTitle()
{
    for (const char* name : {"rating.detail_level", "Detail Level", "detail level", "ＤＥＴＡＩＬ Level",
                             "Rating.Detail Level", "detail_level"}) {
        const auto field = findField(*m_snapshot, name);
        QVERIFY2(field, name);
        QCOMPARE(field->info().key, std::string("rating.detail_level"));
    }
    QVERIFY(!findField(*m_snapshot, "detail"));
    QVERIFY(!findField(*m_snapshot, ""));
}

void FieldReaderTest::findsEveryFieldByItsNames()
{
    const auto snapshot = load({sampleFolder()});
    std::set<std::string> keys;
    for (const FieldReader& field : allFields(*snapshot)) {
        QVERIFY2(keys.insert(field.info().key).second, field.info().key.c_str());
        QCOMPARE(findField(*snapshot, field.info().key)->info().key, field.info().key);
        QVERIFY(findField(*snapshot, field.info().title));
        QCOMPARE(fieldKey(field.info().key), field.info().key);
    }
}

void FieldReaderTest::suggestsSimilarFields()
{
    QCOMPARE(similarField(*m_snapshot, "truns"), std::string("turns"));
    QCOMPARE(similarField(*m_snapshot, "Detial Level"), std::string("rating.detail_level"));
    QCOMPARE(similarField(*m_snapshot, "intents"), std::string("intent"));
    QCOMPARE(similarField(*m_snapshot, "something_else_altogether"), std::string());
}

void FieldReaderTest::codesAndTextsAgree()
{
    const auto snapshot = load({sampleFolder()});
    for (const FieldReader& field : allFields(*snapshot)) {
        for (Row row{0}; row < snapshot->endRow(); ++row) {
            std::set<CategoryCode> codes;
            std::string joined;
            field.forEachCode(row, [&](CategoryCode code) {
                QVERIFY2(codes.insert(code).second, "a category comes once a record");
                QVERIFY(indexOf(code) < field.categoryCount());
                joined += (joined.empty() ? "" : ", ") + field.category(code).shown();
            });
            if (field.isNumber())
                QCOMPARE(field.text(row).empty(), std::isnan(field.number(row)));
            else if (field.info().kind != FieldKind::Text)
                QCOMPARE(field.text(row), joined);
            // A record without annotated messages has no value, but its count of marks is 0.
            if (field.info().key != "hallucination")
                QCOMPARE(field.has(row), !field.text(row).empty());
        }
    }
}

void FieldReaderTest::readsMessageMarks()
{
    const auto marks = findField(*m_snapshot, "hallucination");
    std::string seen;
    const auto [begin, end] = m_snapshot->messageRange(Row{0});
    for (MessageIndex i = begin; i < end; ++i) {
        marks->forEachMessageCode(i, [&](CategoryCode code) { seen += marks->category(code).shown() + " "; });
        const double number = marks->messageNumber(i);
        seen += std::isnan(number) ? "- " : numberText(number) + " ";
    }
    QCOMPARE(seen, std::string("- yes 1 - no 0 "));
    QCOMPARE(markName(Mark::Unclear), std::string_view("unclear"));
    QCOMPARE(markName(Mark::NotAnnotated), std::string_view());
}

void FieldReaderTest::readsMessagePositions()
{
    TempFolder folder;
    AgentRecord record = AgentRecord::ofTurns(2, "How?");
    record.messages[0].intent = "Search";
    record.messages[2].intent = "";
    record.messages.insert(record.messages.begin() + 1, {"tool", "{}", {}, {}, {}});
    record.messages.insert(record.messages.begin(), {"system", "", {}, {}, {}});
    AgentRecord opening = AgentRecord::ofTurns(1, "Hm");
    opening.messages.insert(opening.messages.begin(), {"assistant", "Welcome", {}, {}, {}});
    opening.messages.push_back({"assistant", "Anything else?", {}, {}, {}});
    opening.messages[1].intent = "Planning";
    AgentRecord empty = AgentRecord::ofTurns(0, "");
    folder.write("LLM_agent_user/t/1.json",
                 "[" + record.json() + "," + empty.json() + "," + empty.json() + "," + opening.json() + "]");
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 4U);
    const auto values = [&](std::string_view name, Row row) {
        const auto field = findMessageField(*snapshot, name);
        std::string all;
        const auto [begin, end] = snapshot->messageRange(row);
        for (MessageIndex i = begin; i < end; ++i) {
            std::string one;
            field->forEachMessageCode(i, [&](CategoryCode code) { one += field->category(code).shown(); });
            all += (one.empty() ? "-" : one) + " ";
        }
        return all;
    };
    QCOMPARE(values("role", Row{0}), std::string("system user tool assistant user assistant "));
    QCOMPARE(values("position", Row{0}), std::string("1 2 3 4 5 6 "));
    QCOMPARE(values("turn", Row{0}), std::string("- 1 1 1 2 2 "));
    QCOMPARE(values("length", Row{0}), std::string("0 4 2 8 4 8 "));
    // The second user message has no intent.
    QCOMPARE(values("reply_to.intent", Row{0}), std::string("- - - Search - - "));
    QCOMPARE(values("position", Row{3}), std::string("1 2 3 4 "));
    QCOMPARE(values("turn", Row{3}), std::string("- 1 1 1 "));
    QCOMPARE(values("Reply_To.Intent", Row{3}), std::string("- - Planning Planning "));
    QCOMPARE(values("position", Row{1}), std::string());
    QCOMPARE(findField(*snapshot, "length")->info().key, std::string("length"));
    QCOMPARE(findMessageField(*snapshot, "length")->info().key, std::string("message_length"));
    QVERIFY(!findMessageField(*snapshot, "turns"));
    QCOMPARE(similarMessageField(*snapshot, "postion"), std::string("position"));
}

void FieldReaderTest::datasetColumnsTakePrecedence()
{
    TempFolder folder;
    folder.write("x.jsonl", R"({"turn": "left", "messages": [{"role": "user", "content": "Hi"}]})"
                            "\n");
    const auto snapshot = load({folder.path()});
    QCOMPARE(fieldText(*snapshot, Row{0}, "turn"), std::string("left"));
    QCOMPARE(findField(*snapshot, "position")->info().ofMessages, true);
    QVERIFY(findMessageField(*snapshot, "turn")->hasMessageNumbers());
}

void FieldReaderTest::marksOfOneFamilyAreNotHidden()
{
    TempFolder folder;
    folder.write("own.jsonl", R"({"messages": [{"role": "user", "content": "Hi"}, )"
                              R"({"role": "assistant", "content": "Hello", "hallucination": true}]})"
                              "\n");
    QCOMPARE(findField(*load({folder.path()}), "hallucination")->info().key,
             std::string("message.hallucination"));

    AgentRecord judged = AgentRecord::ofTurns(2, "Hi");
    judged.messages[1].hallucination = true;
    folder.write("LLM_agent_user/t/1.json", judged.json());
    const auto mixed = load({folder.path()});
    QCOMPARE(mixed->recordCount(), 2U);
    QCOMPARE(findField(*mixed, "hallucination")->info().key, std::string("hallucination"));
    QCOMPARE(findMessageField(*mixed, "hallucination")->info().key, std::string("hallucination"));
    QCOMPARE(findField(*mixed, "message.hallucination")->info().key, std::string("message.hallucination"));
}

void FieldReaderTest::sortsByNumber()
{
    // Equal rows keep their order; the row without a value is last in both directions.
    QCOMPARE(sorted("rating.detail_level", false), rowsAt({2, 0, 3, 1}));
    QCOMPARE(sorted("rating.detail_level", true), rowsAt({0, 3, 2, 1}));
}

void FieldReaderTest::sortsByName()
{
    QCOMPARE(sorted("task", false), rowsAt({2, 1, 0, 3}));
    QCOMPARE(sorted("task", true), rowsAt({0, 3, 1, 2}));
    QCOMPARE(sorted("file", false), rowsAt({0, 1, 2, 3}));
    QCOMPARE(sorted("file", true), rowsAt({2, 3, 1, 0}));
}

void FieldReaderTest::sortsByText()
{
    QCOMPARE(sorted("id", false), rowsAt({0, 2, 3, 1}));
    QCOMPARE(sorted("id", true), rowsAt({1, 3, 2, 0}));
}

DUOLOGUE_TEST(FieldReaderTest)
#include "field_reader_test.moc"
