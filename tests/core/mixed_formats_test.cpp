// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/format_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <random>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

/// Files whose records are of several formats: each record is read as it is read alone, whatever the others
/// are.
class MixedFormatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsEachRecordAsIfAlone_data();
    void readsEachRecordAsIfAlone();
    void incompleteRecordStaysWithItsFile();
    void recordOfNothingIsNoMessage();

private:
    struct Part {
        std::string line;
        std::string messages;
        std::string text;
    };
    static std::string textOf(const Snapshot& snapshot, Row row);

    std::vector<Part> m_parts;
};

std::string MixedFormatsTest::textOf(const Snapshot& snapshot, Row row)
{
    return fieldText(snapshot, row, "messages") + " " + fieldText(snapshot, row, "turns") + " " +
           fieldText(snapshot, row, "length") + " " + fieldText(snapshot, row, "language");
}

void MixedFormatsTest::initTestCase()
{
    const TempFolder folder;
    for (const Format* format : builtInFormats()) {
        const FormatFixture fixture = FormatFixture::of(*format, sourceFolder());
        for (const std::string& record : fixture.goodRecords()) {
            const std::string line = Json::parse(record).dump();
            const auto alone = load({folder.write("alone.jsonl", line + "\n")});
            QCOMPARE(alone->recordCount(), 1U);
            m_parts.push_back({line, fieldText(*alone, Row{0}, "messages"), textOf(*alone, Row{0})});
        }
    }
    QVERIFY(m_parts.size() > 40);
}

void MixedFormatsTest::readsEachRecordAsIfAlone_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 60; ++seed)
        QTest::newRow(std::to_string(seed).c_str()) << seed;
}

void MixedFormatsTest::readsEachRecordAsIfAlone()
{
    QFETCH(const unsigned, seed);
    std::mt19937 random(seed);
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
    std::string text;
    std::vector<const Part*> expected;
    for (int i = 0; i < 40; ++i) {
        const Part& part = m_parts[below(m_parts.size())];
        const bool isBroken = below(10) == 0;
        text += isBroken ? part.line.substr(0, part.line.size() / 2) : part.line;
        text += '\n';
        expected.push_back(isBroken ? nullptr : &part);
    }
    const TempFolder folder;
    const auto mixed = load({folder.write("mixed.jsonl", text)});
    QCOMPARE(std::size_t{mixed->recordCount()}, expected.size());
    for (Row row{0}; row < mixed->endRow(); ++row) {
        QCOMPARE(mixed->record(row).state == RecordState::Broken, expected[indexOf(row)] == nullptr);
        if (expected[indexOf(row)] != nullptr)
            QVERIFY2(textOf(*mixed, row) == expected[indexOf(row)]->text,
                     (textOf(*mixed, row) + " is not " + expected[indexOf(row)]->text + "\n" +
                      expected[indexOf(row)]->line)
                         .c_str());
    }
}

void MixedFormatsTest::incompleteRecordStaysWithItsFile()
{
    const TempFolder folder;
    const auto snapshot =
        load({folder.write("chats.jsonl", R"({"messages": [{"role": "user", "content": "a"}]}
{"mesages": [{"role": "user", "content": 5}]}
)")});
    QCOMPARE(fieldText(*snapshot, Row{1}, "format"), std::string("openai-messages"));
    QVERIFY(!snapshot->problems.empty());
}

void MixedFormatsTest::recordOfNothingIsNoMessage()
{
    const TempFolder folder;
    const auto snapshot =
        load({folder.write("tasks.jsonl", R"({"instruction": "q", "input": "", "output": "a"}
{"dataset": "own", "version": 1}
)")});
    QCOMPARE(fieldText(*snapshot, Row{0}, "messages"), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{1}, "messages"), std::string("0"));
}

DUOLOGUE_TEST(MixedFormatsTest)
#include "mixed_formats_test.moc"
