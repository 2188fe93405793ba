// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check_report.h"
#include "core/analysis/checks/check_run.h"
#include "core/analysis/dataset_card.h"
#include "core/analysis/report_table.h"
#include "core/load/loader.h"
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

namespace {

std::string chatLine(int number)
{
    return R"({"id": "c)" + std::to_string(number) + R"(", "mood": ")" +
           (number % 10 == 0 ? "calm" : "wild") +
           R"(", "messages": [{"role": "user", "content": "Question )" + std::to_string(number) +
           R"("}, {"role": "assistant", "content": ")" + (number % 5 == 0 ? "" : "Answer") + "\"}]}\n";
}

std::vector<std::string> sentencesOf(const Coverage& coverage)
{
    std::vector<std::string> sentences;
    for (const Phrase& phrase : coverage.phrases())
        sentences.push_back(asSentence(phrase));
    return sentences;
}

} // namespace

/// What numbers are of is said wherever a number is: for a filter, a read that was stopped, a sample.
class CoverageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        std::string lines;
        for (int i = 0; i < 4'000; ++i)
            lines += chatLine(i);
        m_folder.write("chat.jsonl", lines);
        m_all = load({m_folder.path()});
        QCOMPARE(m_all->recordCount(), 4'000U);
        m_some = evaluate(*m_all, parseQuery(kQuery).value(), Job()).value();
        QCOMPARE(m_some.count(), std::size_t{400});
    }

    void saysWhatIsSpecial()
    {
        Coverage coverage = coverageOf(*m_all, 4'000);
        QVERIFY(coverage.phrases().empty());
        QCOMPARE(inEnglish(coverage.chosen()), std::string("all 4,000 conversations"));
        coverage = coverageOf(*m_all, 42, "task:`travel`");
        QCOMPARE(sentencesOf(coverage),
                 std::vector<std::string>{"42 of 4,000 conversations, where `` task:`travel` ``."});
        coverage.shard = "3/7";
        coverage.isComplete = false;
        coverage.bytesRead = 39'999;
        coverage.bytesFound = 100'000;
        coverage.remarks = {{PhraseId::SampleOf, "10", "42"}};
        QCOMPARE(sentencesOf(coverage),
                 (std::vector<std::string>{
                     "42 of 4,000 conversations, where `` task:`travel` ``.", "Part 3/7 of them.",
                     "Reading was stopped: the first 4,000 conversations, 39 % of the bytes.",
                     "A random sample of 10 of 42."}));
        coverage.isReading = true;
        QCOMPARE(inEnglish(coverage.reading()),
                 std::string("read so far: 4,000 conversations, 39 % of the bytes"));
        // What is not complete is not all, however little is left.
        coverage.bytesRead = 100'000;
        QCOMPARE(*coverage.percentRead(), 99U);
        coverage.bytesFound = 0;
        QCOMPARE(inEnglish(coverage.reading()), std::string("read so far: 4,000 conversations"));
    }

    void snapshotKnowsHowFarItWasRead()
    {
        const SnapshotPtr stopped = stoppedRead();
        const Coverage coverage = coverageOf(*stopped, stopped->recordCount());
        QVERIFY(!stopped->complete);
        QVERIFY(coverage.percentRead().has_value());
        QVERIFY(*coverage.percentRead() > 0 && *coverage.percentRead() < 100);
        const auto sentences = sentencesOf(coverage);
        QCOMPARE(sentences.size(), std::size_t{1});
        QVERIFY2(sentences.front().starts_with("Reading was stopped: the first ") &&
                     sentences.front().ends_with(" % of the bytes."),
                 sentences.front().c_str());
        QCOMPARE(*coverageOf(*m_all, 1).percentRead(), 100U);
    }

    void tablesHaveCaptions()
    {
        TextTable table{{{"n", true}}, {{"1"}}};
        table.captions = coverageOf(*m_all, 42, "a|b*").phrases();
        const std::string sentence = "42 of 4,000 conversations, where `a|b*`.";
        QCOMPARE(formatTable(table, TableFormat::Aligned), "n\n1\n\n" + sentence + "\n");
        QVERIFY(formatTable(table, TableFormat::Markdown).ends_with("| 1 |\n\n" + sentence + "\n"));
        QVERIFY(
            formatTable(table, TableFormat::Latex)
                .ends_with("\\end{tabular}\n\n42 of 4,000 conversations, where \\`{}a\\textbar{}b*\\`{}.\n"));
        QCOMPARE(formatTable(table, TableFormat::Csv), std::string("n\n1\n"));
        QCOMPARE(formatTable(table, TableFormat::Tsv), std::string("n\n1\n"));
        // What comes from the data cannot become markup.
        table.captions = {{PhraseId::WordsLeftOut, "<b>*x*", "2"}};
        QVERIFY(formatTable(table, TableFormat::Markdown).find("\\<b>\\*x\\*: 2 values") !=
                std::string::npos);
    }

    void meansSayHowManyHaveAValue()
    {
        Tally tally;
        tally.means.resize(1);
        tally.means[0].title = "Score";
        tally.rows.resize(2);
        tally.rows[0] = {{}, 3, {Mean{2, 3, 5}}};
        tally.rows[1] = {{}, 4, {Mean{0, 0, 0}}};
        tally.withoutValue = 1'234;
        const auto remarks = leftOutOf(tally);
        QCOMPARE(remarks.size(), std::size_t{2});
        QCOMPARE(inEnglish(remarks[0]), std::string("1,234 records have no value and are not in any row"));
        QCOMPARE(inEnglish(remarks[1]), std::string("Score: mean of the 2 of 7 records that have a value"));
    }

    void cardBeginsWithIt()
    {
        const CheckRun run = checked(*m_all, m_some);
        const std::string some =
            makeCard(*m_all, m_some, run, "Chat", coverageOf(*m_all, m_some.count(), kQuery), Job()).markdown;
        QVERIFY2(some.starts_with("# Chat\n\n400 of 4,000 conversations, where `mood:calm`.\n\n"),
                 some.substr(0, 200).c_str());
        const RowSet all(4'000, true);
        const std::string whole =
            makeCard(*m_all, all, run, "Chat", coverageOf(*m_all, 4'000), Job()).markdown;
        QVERIFY(whole.starts_with("# Chat\n\n## Size\n"));
        const SnapshotPtr stopped = stoppedRead();
        const RowSet read(stopped->recordCount(), true);
        const std::string part = makeCard(*stopped, read, checked(*stopped, read), "Chat",
                                          coverageOf(*stopped, read.count()), Job())
                                     .markdown;
        QVERIFY(part.starts_with("# Chat\n\nReading was stopped: the first "));
    }

    void reportsOfChecksSayWhatTheyRanOn()
    {
        const CheckRun run = checked(*m_all, m_some);
        const std::string sentence = "400 of 4,000 conversations, where `mood:calm`.";
        CheckReport report{*m_all, run};
        QVERIFY(reportText(report).ends_with(sentence + "\n"));
        QVERIFY(reportMarkdown(report).starts_with("# Checks\n\n" + sentence + "\n\n"));
        const Json json = reportJson(report);
        QCOMPARE(json["of"].get<int>(), 4'000);
        QCOMPARE(json["where"].get<std::string>(), std::string(kQuery));
        QCOMPARE(json["read"]["complete"].get<bool>(), true);
        const Json sarif = reportSarif(report, "duologue", "1");
        QCOMPARE(sarif["runs"][0]["properties"]["of"].get<int>(), 4'000);
        report.saysCoverage = false;
        QVERIFY(reportText(report).find(sentence) == std::string::npos);
        const CheckRun whole = checked(*m_all, RowSet(4'000, true));
        QVERIFY(reportMarkdown({*m_all, whole}).starts_with("# Checks\n\nAll 4,000 conversations.\n\n"));
        QVERIFY(reportJson({*m_all, whole})["where"].is_null());
    }

    void checksSayThatTheyWereStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        const CheckRun run = runChecks({*m_all, RowSet(4'000, true), {}}, Job(stop.get_token()));
        const auto sentences = sentencesOf(run.coverage);
        QCOMPARE(sentences,
                 std::vector<std::string>{"The checks were stopped after 0 of 4,000 conversations."});
    }

private:
    static constexpr const char* kQuery = "mood:calm";

    static CheckRun checked(const Snapshot& snapshot, const RowSet& rows)
    {
        CheckRequest request{snapshot, rows, {}, {"empty_answer"}};
        if (rows.count() < snapshot.recordCount())
            request.where = kQuery;
        return runChecks(request, Job());
    }

    /// Stopped at its first snapshot.
    SnapshotPtr stoppedRead()
    {
        for (int i = 0; i < 40; ++i) {
            std::string lines;
            for (int line = 0; line < 4'000; ++line)
                lines += chatLine(line);
            m_many.write(std::to_string(i) + ".jsonl", lines);
        }
        LoadOptions options;
        options.threads = 1;
        options.snapshotInterval = 0;
        std::stop_source stop;
        Progress progress;
        return loadDataset({m_many.path()}, options, Job(stop.get_token(), &progress),
                           [&](const SnapshotPtr&) { stop.request_stop(); });
    }

    TempFolder m_folder;
    TempFolder m_many;
    SnapshotPtr m_all;
    RowSet m_some;
};

DUOLOGUE_TEST(CoverageTest)
#include "coverage_test.moc"
