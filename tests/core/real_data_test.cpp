// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/dataset_diff.h"
#include "core/analysis/field_diff.h"
#include "core/analysis/report_table.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/real_data.h"
#include "tests/support/record_check.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

/// Known facts about the published data. Skipped if the data is not installed.
class RealDataTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void counts();
    void meanRatingsByTurns();
    void hallucinationMarks();
    void intents();
    void repliesUseIntentOfQuestion();
    void queries_data();
    void queries();
    void markedConversationsContainAllMarks();
    void earlierTranslationsAndFirstRoles();
    void everyFileHasSevenRatings();
    void shortTranslations();
    void humanConversations();
    void skippedFiles();
    void tableAndViewerAgree();
    void hasNoProblems();
    void isEqualToItself();

private:
    std::size_t count(std::string_view query) const;
    /// A tally over LLM_agent_user as CSV.
    std::string table(std::string_view by, const std::vector<std::string>& means = {}) const;

    SnapshotPtr m_all;
    RowSet m_agent;
};

void RealDataTest::initTestCase()
{
    DUOLOGUE_NEEDS_REAL_DATA(folder, "RecLLMSim");
    m_all = load({*folder});
    m_agent = evaluate(*m_all, parseQuery("group:LLM_agent_user").value(), Job()).value();
}

std::size_t RealDataTest::count(std::string_view query) const
{
    const auto rows = evaluate(*m_all, parseQuery(query).value(), Job());
    if (const auto* mistake = rows.error())
        qFatal("%s", inEnglish(mistake->what).c_str());
    return rows.value().count();
}

std::string RealDataTest::table(std::string_view by, const std::vector<std::string>& means) const
{
    std::vector<FieldReader> fields;
    for (const std::string& name : means)
        fields.push_back(*findField(*m_all, name));
    return formatTable(tableOf(tally(*m_all, m_agent, {{*findField(*m_all, by)}, fields}, Job())),
                       TableFormat::Csv);
}

void RealDataTest::counts()
{
    QCOMPARE(m_agent.count(), std::size_t{1856});
    std::size_t messages = 0;
    m_agent.forEach([&](Row row) {
        const auto [begin, end] = m_all->messageRange(row);
        messages += end - begin;
    });
    QCOMPARE(messages, std::size_t{14199});
    QCOMPARE(count("group:LLM_agent_user format:recllmsim-agent"), std::size_t{1856});
    QCOMPARE(findField(*m_all, "task")->has(Row{0}), true);
}

void RealDataTest::meanRatingsByTurns()
{
    QCOMPARE(table("turns", {"Preference Alignment", "Role-Playing Completeness"}),
             std::string("turns,n,Preference Alignment,Role-Playing Completeness\n"
                         "1,1,1.0000,1.0000\n"
                         "2,316,1.2089,1.2911\n"
                         "3,575,1.3496,1.6417\n"
                         "4,452,1.6018,1.6416\n"
                         "5,279,1.7097,1.6093\n"
                         "6,138,1.8043,1.7246\n"
                         "7,69,1.7536,1.7101\n"
                         "8,15,1.8667,1.7333\n"
                         "9,6,1.6667,1.3333\n"
                         "10,5,1.6000,1.2000\n"));
}

void RealDataTest::hallucinationMarks()
{
    QCOMPARE(table("hallucination"), std::string("hallucination,messages\nno,7064\nyes,39\n"));
    QCOMPARE(7064 + 39, 7103);
}

void RealDataTest::intents()
{
    QCOMPARE(table("intent"), std::string("intent,messages\nOthers,2028\nPlanning,2416\nRecommendation,1263\n"
                                          "Search,380\nSearch & Recommendation,1009\n"));
}

void RealDataTest::queries_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("conversations");
    // Expected counts come from a separate script that reads the files.
    QTest::newRow("marks") << QByteArray("hallucination:yes") << 34;
    QTest::newRow("ratings") << QByteArray("turns:4 rating.preference_alignment:2") << 272;
    QTest::newRow("late marks") << QByteArray("message(turn:>3 hallucination:yes)") << 9;
    QTest::newRow("late marks on recommendations")
        << QByteArray("message(hallucination:yes turn:>3 (reply_to.intent:Recommendation OR "
                      "reply_to.intent:\"Search & Recommendation\"))")
        << 4;
    QTest::newRow("in Chinese") << QByteArray("message(hallucination:yes turn:>2 reply_to.intent:推荐)") << 2;
    QTest::newRow("searched twice") << QByteArray("count(intent:Search):>=2") << 58;
    QTest::newRow("texts") << QByteArray("message(text.user:budget turn:>=3)") << 128;
    QTest::newRow("ends with user message") << QByteArray("last(role:user)") << 0;
}

void RealDataTest::queries()
{
    QFETCH(const QByteArray, query);
    QFETCH(const int, conversations);
    QCOMPARE(static_cast<int>(count("group:LLM_agent_user " + query.toStdString())), conversations);
}

void RealDataTest::markedConversationsContainAllMarks()
{
    const auto rows = evaluate(*m_all, parseQuery("group:LLM_agent_user hallucination:yes").value(), Job());
    const auto field = findField(*m_all, "hallucination");
    double marks = 0;
    rows.value().forEach([&](Row row) { marks += field->number(row); });
    QCOMPARE(marks, 39.0);
}

void RealDataTest::repliesUseIntentOfQuestion()
{
    // Every question is answered; seven conversations begin with an assistant message, which answers
    // nothing and is in no turn.
    QCOMPARE(table("reply_to.intent"),
             std::string("reply_to.intent,messages\nOthers,2028\nPlanning,2416\nRecommendation,1263\n"
                         "Search,380\nSearch & Recommendation,1009\n"));
    QCOMPARE(table("turn"), std::string("turn,messages\n1,3712\n2,3710\n3,3078\n4,1928\n5,1024\n"
                                        "6,466\n7,190\n8,52\n9,22\n10,10\n"));
}

void RealDataTest::earlierTranslationsAndFirstRoles()
{
    double earlier = 0;
    const auto field = findField(*m_all, "earlier_translations");
    m_agent.forEach([&](Row row) { earlier += field->number(row); });
    QCOMPARE(earlier, 306.0);
    QCOMPARE(count("group:LLM_agent_user first_role:assistant"), std::size_t{7});
    QCOMPARE(count("group:LLM_agent_user first_role:user"), std::size_t{1849});
}

void RealDataTest::everyFileHasSevenRatings()
{
    for (const char* name : {"Detail Level", "Diversity", "Practical Usefulness", "Preference Alignment",
                             "Role-Playing Completeness", "Additional Preferences", "Memorization"})
        QCOMPARE(count("group:LLM_agent_user has:\"" + std::string(name) + "\""), std::size_t{1856});
}

void RealDataTest::shortTranslations()
{
    constexpr std::uint32_t kLong = 400;
    std::size_t longMessages = 0;
    std::size_t shortMessages = 0;
    std::size_t conversations = 0;
    m_agent.forEach([&](Row row) {
        bool any = false;
        const auto [begin, end] = m_all->messageRange(row);
        for (MessageIndex i = begin; i < end; ++i) {
            const KeptMessage message = keptMessage(*m_all, i);
            if (message.english.value_or(0) < kLong)
                continue;
            ++longMessages;
            if (message.chinese && *message.chinese * 10 < *message.english) {
                ++shortMessages;
                any = true;
            }
        }
        conversations += any ? 1 : 0;
    });
    QCOMPARE(longMessages, std::size_t{9899});
    QCOMPARE(shortMessages, std::size_t{49});
    QCOMPARE(conversations, std::size_t{47});
}

void RealDataTest::humanConversations()
{
    const std::size_t human = count("group:real_human_user");
    QVERIFY(human > 0);
    QCOMPARE(human + m_agent.count(), std::size_t{m_all->recordCount()});
    QCOMPARE(count("group:real_human_user format:recllmsim-human"), human);
    QCOMPARE(count("group:real_human_user has:user"), human);
    // A task with two names is one category.
    QCOMPARE(count("task:旅行规划"), count("task:\"travel planning\""));
    QVERIFY(count("group:real_human_user task:\"travel planning\"") > 0);
    QCOMPARE(count("group:real_human_user has:chat_model"), human);
}

void RealDataTest::skippedFiles()
{
    std::vector<std::string> skipped;
    for (std::size_t i = 0; i < m_all->files.size(); ++i) {
        if (!m_all->files[i].skipReason.empty())
            skipped.push_back(m_all->files[i].shownPath);
    }
    QCOMPARE(skipped, (std::vector<std::string>{"LICENSE", "RecUserSim/config/gen_chat_en.json"}));
}

void RealDataTest::tableAndViewerAgree()
{
    for (Row row{0}; row < m_all->endRow(); row += 3)
        QCOMPARE(disagreement(*m_all, *readRecord(*m_all, row).value()), std::string());
}

void RealDataTest::hasNoProblems()
{
    QCOMPARE(m_all->problemCounts.errors(), std::uint64_t{0});
    for (std::size_t i = 0; i < m_all->problems.size(); ++i) {
        const Problem& problem = m_all->problems[i];
        QVERIFY2(problem.severity != Severity::Warning, (m_all->file(problem.where.file).shownPath +
                                                         problem.pointer + ": " + inEnglish(problem.detail))
                                                            .c_str());
    }
}

void RealDataTest::isEqualToItself()
{
    const DatasetDiff diff = diffDatasets(*m_all, *m_all, {}, Job());
    QVERIFY(diff.isEqual());
    QCOMPARE(diff.equal, std::uint64_t{m_all->recordCount()});
    const FieldDiffCounts counts = diffFields(*m_all, "content_zh_old", "content_zh", Job(),
                                              [](const FieldDifference&) { return true; });
    QCOMPARE(counts.equal + counts.different, std::uint64_t{306});
    QCOMPARE(counts.onlyFirst, std::uint64_t{0});
}

DUOLOGUE_TEST(RealDataTest)
#include "real_data_test.moc"
