// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/record_keys.h"
#include "tests/support/load.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

std::string askedRecord(const std::string& members)
{
    return R"({"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}])" +
           (members.empty() ? "" : ", " + members) + "}\n";
}

} // namespace

/// Whatever a record says can be asked for, in whatever shape it says it.
class AskedKeysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answers_data();
    void answers();
    void listsAreShownAndCounted();
    void everyFormatKnowsItsKeys();
    void fieldsWithoutRoomAreUnknown();

private:
    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

void AskedKeysTest::initTestCase()
{
    const std::string prose(150, 'x');
    m_folder.write(
        "records.jsonl",
        askedRecord(
            R"("topics": ["algebra", "proof"], "levels": [1, 2.5], "meta": {"steps": [{"n": 1}], "lang": "en"}, "notes": [], "sources": [{"url": "u"}], "Plan": {"a": [{}]}, "verdict": null)") +
            askedRecord(R"("topics": ["algebra"], "levels": [2], "checked": [true, null], "essays": [")" +
                        prose + R"("], "plan": 3)") +
            askedRecord(R"("topics": [], "meta": {"steps": []}, "notes": null)") + askedRecord(""));
    m_snapshot = load({m_folder.path()});
}

void AskedKeysTest::answers_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char* query, const char* rows) { QTest::newRow(query) << query << rows; };
    row("topics:algebra", "0 1");
    row("topics:proof", "0");
    row("has:topics", "0 1");
    row("missing:topics", "2 3");
    row("levels:2", "1");
    row("levels:>2", "0");
    row("checked:true", "1");
    row("has:sources", "0");
    row("missing:sources", "1 2 3");
    row("has:essays", "1");
    row("has:meta", "0 2");
    row("has:meta.steps", "0");
    row("missing:meta.steps", "1 2 3");
    row("meta.lang:en", "0");
    // No record has a value here, but the keys are there.
    row("has:notes", "");
    row("missing:notes", "0 1 2 3");
    row("has:verdict", "");
    // A tree and a number under names that differ in case.
    row("has:Plan", "0");
    row("has:plan", "1");
    row("missing:Plan", "1 2 3");
    row("-has:topics has:meta", "2");
    row("has:messages", "0 1 2 3");
    row("missing:sorces", "unknown field sorces; did you mean sources?");
    row("has:sorces", "unknown field sorces; did you mean sources?");
    row("check:email", "check needs the results of checks, which have not been run");
    row("missing:nothing_like_it", "unknown field nothing_like_it");
    row("sources:u", "sources has no short values; only has:sources and missing:sources can be used");
    row("message(has:sources)", "sources applies to whole conversations; use it outside these brackets");
    row("message(missing:nothing_like_it)", "unknown field nothing_like_it");
}

void AskedKeysTest::answers()
{
    QFETCH(QString, query);
    QFETCH(QString, rows);
    QCOMPARE(rowsOf(*m_snapshot, query.toStdString()), rows.toStdString());
}

void AskedKeysTest::listsAreShownAndCounted()
{
    QCOMPARE(fieldText(*m_snapshot, Row{0}, "topics"), std::string("algebra, proof"));
    QCOMPARE(fieldText(*m_snapshot, Row{0}, "levels"), std::string("1, 2.5"));
    QCOMPARE(fieldText(*m_snapshot, Row{2}, "topics"), std::string());
    for (const FieldReader& field : allFields(*m_snapshot))
        QVERIFY(!field.info().title.starts_with("keys of the record"));
}

void AskedKeysTest::everyFormatKnowsItsKeys()
{
    const auto sample = load({sampleFolder()});
    const auto countOf = [&](const std::string& query) {
        const QString rows = QString::fromStdString(rowsOf(*sample, query));
        return static_cast<std::uint32_t>(rows.split(QLatin1Char(' '), Qt::SkipEmptyParts).size());
    };
    for (const std::string key : {"options", "profile_mapped", "answers", "rating", "conversation"}) {
        const std::uint32_t with = countOf("has:" + key);
        QVERIFY2(with > 0 && with < sample->recordCount(), key.c_str());
        QCOMPARE(countOf("missing:" + key), sample->recordCount() - with);
    }
}

/// The second record has a value under the key, but there are too many fields for a column of it.
void AskedKeysTest::fieldsWithoutRoomAreUnknown()
{
    std::string many = R"({"messages": [{"role": "user", "content": "q"}], "late": null)";
    for (std::size_t i = 0; i < kMostColumns + 10; ++i)
        many += ", \"key" + std::to_string(i) + "\": 1";
    const TempFolder folder;
    const std::string few = R"({"messages": [{"role": "user", "content": "q"}], "late": 1})";
    const auto snapshot = load({folder.write("a.jsonl", many + "}\n" + few + "\n")});
    QVERIFY(!presenceOf(*snapshot, "late").isKnown());
    QVERIFY(presenceOf(*snapshot, "key3").isKnown());
    QVERIFY(presenceOf(*snapshot, "messages").isKnown());
}

DUOLOGUE_TEST(AskedKeysTest)
#include "asked_keys_test.moc"
