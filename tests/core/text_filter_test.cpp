// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/blocks.h"
#include "core/load/loader.h"
#include "core/query/query_parser.h"
#include "core/query/text_search.h"
#include "tests/support/agent_record.h"
#include "tests/support/json_escape.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/slow_evaluator.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>

using namespace duologue;
using namespace duologue::test;

namespace {

constexpr std::string_view kTexts[] = {
    "Plan a two-day trip",    "杭州有什么好玩的？",   "2024年5月，去杭\u200B州",
    "My \"budget\" is small", "ＢＵＤＧＥＴ：300元",  "an old caf\u00e9, please",
    "a\\b/c\n二〇二四年",     "in 2024\n年5月 again", "😀 nothing here"};

std::string recordText(Random& random, std::size_t paragraphs)
{
    AgentRecord record;
    for (auto i = 1 + random.below(4); i > 0; --i) {
        AgentMessage message{i % 2 == 0 ? "user" : "assistant", {}, {}, {}, {}};
        for (auto j = random.below(paragraphs) + 1; j > 0; --j)
            message.content += std::string(60, '.') + std::string(random.of(kTexts));
        if (random.oneIn(2))
            message.contentZh = random.of(kTexts);
        record.messages.push_back(std::move(message));
    }
    std::string json = record.json();
    if (random.oneIn(3))
        json = escapedBeyondAscii(json);
    if (random.oneIn(20))
        json.insert(json.rfind('}'), ", \"more\": NaN");
    if (random.oneIn(20))
        json.resize(json.size() / 2);
    return json;
}

/// One record per line, with some blank lines and comments in between.
std::string lines(Random& random, std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes) {
        text += recordText(random, 12);
        text += random.oneIn(30) ? "\n\n" : random.oneIn(30) ? "\r\n" : "\n";
        if (random.oneIn(40))
            text += "// 杭州 budget\n";
    }
    return text;
}

std::string list(Random& random, std::size_t bytes)
{
    std::string text = "[\n";
    while (text.size() < bytes)
        text += recordText(random, 12) + ",\n";
    return text + "{}]";
}

using Place = std::pair<std::string, std::uint32_t>;

std::vector<Place> placesOf(const Snapshot& snapshot)
{
    std::vector<Place> places;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        places.emplace_back(snapshot.file(snapshot.record(row).file).shownPath, snapshot.record(row).ordinal);
    return places;
}

} // namespace

/// Loading with a filter gives the same records as loading everything and searching it.
class TextFilterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Random random(7);
        constexpr std::size_t kLarge = std::size_t{5} << 20U;
        m_folder.write("large.jsonl", lines(random, kLarge));
        m_folder.write("small.jsonl", lines(random, 20'000));
        m_folder.write("large.json", list(random, kLarge));
        m_folder.write("small.json", list(random, 20'000));
        for (int i = 0; i < 40; ++i)
            m_folder.write("LLM_agent_user/t/" + std::to_string(i) + ".json", recordText(random, 3));
        m_folder.write("LLM_agent_user/settings.json", R"({"budget": "杭州"})");
        m_all = load({m_folder.path()});
        m_slow = std::make_unique<SlowEvaluator>(*m_all);
        QVERIFY(m_all->recordCount() > 2000);
    }

    void keepsMatchingRecords_data()
    {
        QTest::addColumn<QString>("query");
        for (const char* query : {"budget", "杭州", "\"caf\u00e9, please\"", "\"300元\"", "\"\\\"budget\"",
                                  "\"b/c\"", "nobody", "😀", "/[0-9]{4}年[0-9]{1,2}月/", "/[0-9]{4}\\s年/",
                                  "/budget|杭州/", "/trip$/", "/^\\./", "/\\dy/", "/trip.{0,3}/",
                                  "/two-day trip/", "/(?:trip|年)s?/", "/trip|nobody/", "/\"(budget|caf)/"})
            QTest::newRow(query) << QString::fromUtf8(query);
    }

    void keepsMatchingRecords()
    {
        QFETCH(const QString, query);
        const Query parsed = parseQuery(query.toStdString()).value();
        std::vector<Place> expected;
        const std::vector<Place> places = placesOf(*m_all);
        for (Row row{0}; row < m_all->endRow(); ++row) {
            if (m_all->record(row).state != RecordState::Broken && m_slow->holds(parsed, row))
                expected.push_back(places[indexOf(row)]);
        }
        const TextFilter filter({}, patternOf(parsed.term).value());
        LoadOptions options;
        options.filter = &filter;
        const SnapshotPtr found = loadDataset({m_folder.path()}, options, Job());
        QCOMPARE(placesOf(*found), expected);
        QCOMPARE(found->recordCount() + found->passedOver, std::uint64_t{m_all->recordCount()});
        QCOMPARE(found->files.size(), m_all->files.size());
    }

    void countEqualsListedRecords()
    {
        const auto expression = TextPattern::expression("[0-9]{4}年[0-9]{1,2}月").value();
        std::vector<std::uint64_t> counts;
        for (const auto& [scope, pattern] :
             {std::pair(TextScope(), expression), std::pair(TextScope(), TextPattern::words("杭州")),
              std::pair(TextScope{TextGroup::Speech, "user", Language::English}, TextPattern::words("杭州")),
              std::pair(TextScope{TextGroup::Speech, "user", Language::Chinese},
                        TextPattern::words("杭州"))}) {
            const TextFilter listing(scope, pattern);
            const TextFilter counting(scope, pattern, false);
            LoadOptions options;
            options.filter = &listing;
            const SnapshotPtr listed = loadDataset({m_folder.path()}, options, Job());
            options.filter = &counting;
            const SnapshotPtr counted = loadDataset({m_folder.path()}, options, Job());
            QCOMPARE(counted->recordCount(), 0U);
            QCOMPARE(counted->counted, std::uint64_t{listed->recordCount()});
            QCOMPARE(counted->passedOver, listed->passedOver);
            QCOMPARE(counted->problems.size(), listed->problems.size());
            counts.push_back(counted->counted);
        }
        // All counts differ, so no pattern or scope was ignored.
        std::sort(counts.begin(), counts.end());
        QVERIFY(counts.front() > 0);
        QVERIFY(std::adjacent_find(counts.begin(), counts.end()) == counts.end());
    }

private:
    static Expected<TextPattern, PatternMistake> patternOf(const QueryTerm& term)
    {
        return term.kind == TermKind::Pattern ? TextPattern::expression(term.value)
                                              : TextPattern::words(term.value);
    }

    TempFolder m_folder;
    SnapshotPtr m_all;
    std::unique_ptr<SlowEvaluator> m_slow;
};

DUOLOGUE_TEST(TextFilterTest)
#include "text_filter_test.moc"
