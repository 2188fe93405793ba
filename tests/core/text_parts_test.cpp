// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "core/query/term_match.h"
#include "core/query/text_search.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

using Files = std::vector<std::string>;

std::string fileOf(const Snapshot& snapshot, Row row)
{
    return snapshot.file(snapshot.record(row).file).shownPath;
}

} // namespace

/// text.context, text.candidate and text.note: each searches only its part of a record.
class TextPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_folder.write("real_human_user/User_1/旅行规划/1.json",
                       R"({"history": [{"role": "user", "content": "去哪儿玩？"},
            {"role": "assistant", "content": "湖边", "hallucination": "否", "reason": "离家近", "satisfaction": "4"}],
            "task_context": "周末带孩子出门"})");
        m_folder.write("LLM_agent_user/travel planning/2.json",
                       R"({"history": [{"role": "user", "content": "Where to?"},
            {"role": "assistant", "content": "To the lake", "hallucination": {"hallucination": true, "memo": "There is no lake, it is a pond"}}]})");
        m_folder.write("explicit_preference/travel_hotel.json",
                       R"([{"preference": "I sleep badly where fans hum", "question": "Which hotel in Lund?",
            "explanation": "Rooms with air conditioning are out."}])");
        m_folder.write("pairs.jsonl", R"({"id": "p", "context": [{"role": "user", "content": "Say hello"}], )"
                                      R"("answer_w": {"role": "bot", "content": "Good morning"}, )"
                                      R"("answer_l": {"role": "bot", "content": "Grr"}})"
                                      "\n");
        m_snapshot = load({m_folder.path()});
        QCOMPARE(m_snapshot->recordCount(), 4U);
    }

    void searchesOnlyItsPart_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("file");
        const auto row = [](const char* query, const char* file) {
            QTest::newRow(query) << QString::fromUtf8(query) << QString::fromUtf8(file);
        };
        row("text.note:离家近", "1.json");
        row("text.note:/近$/", "1.json");
        row("message(text.note:离家近)", "1.json");
        row("message(role:assistant text.note:离家近)", "1.json");
        row("message(role:user text.note:离家近)", "");
        row("text.user:离家近", "");
        row("text.zh:离家近", "1.json");
        row("text.en:离家近", "");
        row("离家近", "1.json");
        row("text.context:周末", "1.json");
        row("text.note:周末", "");
        row("周末", "1.json");
        row("text.note:pond", "2.json");
        row("message(hallucination:yes text.note:pond)", "2.json");
        row("text.context:pond", "");
        row("text.context:\"fans hum\"", "travel_hotel.json");
        row("text.context:\"air conditioning\"", "travel_hotel.json");
        row("text.context:/air \\w+/", "travel_hotel.json");
        row("text.candidate:morning", "pairs.jsonl");
        row("text.candidate:Grr", "pairs.jsonl");
        row("text.candidate:hello", "");
        row("text.note:morning", "");
        row("morning", "pairs.jsonl");
    }

    void searchesOnlyItsPart()
    {
        QFETCH(const QString, query);
        QFETCH(const QString, file);
        const Query parsed = parseQuery(query.toStdString()).value();
        const auto evaluated = evaluate(*m_snapshot, parsed, Job());
        QVERIFY2(evaluated.ok(), "the query has a mistake");
        Files found;
        evaluated.value().forEach([&](Row row) { found.push_back(fileOf(*m_snapshot, row)); });
        QCOMPARE(found.size(), file.isEmpty() ? std::size_t{0} : std::size_t{1});
        if (!file.isEmpty())
            QVERIFY2(found.front().ends_with(file.toStdString()), found.front().c_str());
        if (parsed.kind == QueryKind::Term)
            filterFindsTheSame(parsed.term, found);
    }

private:
    /// Filtering while loading finds the same records as the query.
    void filterFindsTheSame(const QueryTerm& term, const Files& found)
    {
        const auto scope = textScope(term.field);
        QVERIFY(scope.has_value());
        const TextFilter filter(*scope, patternOf(term));
        LoadOptions options;
        options.filter = &filter;
        const SnapshotPtr kept = loadDataset({m_folder.path()}, options, Job());
        Files files;
        for (Row row{0}; row < kept->endRow(); ++row)
            files.push_back(fileOf(*kept, row));
        QCOMPARE(files, found);
    }

    TempFolder m_folder;
    SnapshotPtr m_snapshot;
};

DUOLOGUE_TEST(TextPartsTest)
#include "text_parts_test.moc"
