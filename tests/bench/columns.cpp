// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/facet.h"
#include "core/analysis/report.h"
#include "core/data/row_order.h"
#include "core/query/evaluate.h"
#include "tests/bench/bare_columns.h"
#include "tests/support/made_snapshot.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <malloc.h>
#include <numeric>
#include <string>
#include <vector>

using namespace duologue;
using namespace duologue::bench;

namespace {

/// The duration of each repetition of a question, in milliseconds.
struct Times {
    std::vector<double> clock;
    /// Processor time of all threads: comparable even if the machine does other things.
    std::vector<double> processor;

    void measure(const std::function<void()>& work)
    {
        const std::clock_t before = std::clock();
        const auto begin = std::chrono::steady_clock::now();
        work();
        clock.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        processor.push_back(1000.0 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    }
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Question {
    std::string title;
    std::function<void()> ask;
    /// The same answer from plain vectors, by one thread; null if there is no such thing.
    std::function<void()> limit = nullptr;
    Times times = {};
    Times limits = {};
};

class Bench {
public:
    Bench(const Snapshot& snapshot, const Bare& bare)
        : m_snapshot(snapshot), m_all(orderOf(RowSet(snapshot.recordCount(), true))), m_bare(bare)
    {
        for (const char* field :
             {"task", "group", "chat_model", "turns", "language", "Detail Level", "Diversity", "finished"})
            m_facets.push_back(makeFacet({SnapshotPtr(), &m_snapshot}, field, Job()));
    }

    std::vector<Question> questions() const
    {
        std::vector<Question> made;
        addSorts(made);
        addFilters(made);
        addTallies(made);
        addChange(made);
        return made;
    }

private:
    void addSorts(std::vector<Question>& made) const
    {
        for (const char* name :
             {"tokens",   "score",  "Detail Level", "task",       "chat_model", "topics",       "finished",
              "user",     "folder", "id",           "file",       "record",     "length",       "turns",
              "messages", "format", "language",     "first_role", "intent",     "hallucination"}) {
            made.push_back({std::string("sort by ") + name, [this, name] { sort(name, false); },
                            std::string(name) == "tokens"
                                ? std::function<void()>([this] { bareSort(m_bare); })
                                : nullptr});
        }
        made.push_back({"sort by tokens, falling", [this] { sort("tokens", true); }});
        made.push_back({"sort by user, falling", [this] { sort("user", true); }});
        const RowSet some = filtered(parsed("-task:\"travel planning\""));
        const auto sorted =
            std::make_shared<const RowOrder>(sortedBy(m_all, *findField(m_snapshot, "id"), false));
        for (const char* name : {"user", "id"}) {
            const auto keys = std::make_shared<const SortKeys>(m_all, *findField(m_snapshot, name), Job());
            made.push_back({std::string("sorted by ") + name + " before: the other direction",
                            [this, keys] { keep(sortedBy(m_all, *keys, true).size()); }});
        }
        made.push_back({"sorted by id before: another filter",
                        [some, sorted] { keep(orderWithin(*sorted, some).size()); }});
    }

    void addFilters(std::vector<Question>& made) const
    {
        for (const auto& [title, text] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"a category", "task:\"travel planning\""},
                 {"one of several", "topics:tea"},
                 {"a range", kRange},
                 {"AND of three", kThree},
                 {"NOT", "-task:\"travel planning\""},
                 {"an intent of messages", "intent:Search"},
                 {"a mark of messages", "hallucination:yes"},
                 {"**a message for which two things hold**", "message(intent:Recommendation turn:>3)"},
                 {"**a mark on an answer to an intent**",
                  "message(hallucination:yes turn:>3 reply_to.intent:Recommendation)"},
                 {"how many messages are long", "count(length:>30):>=2"},
                 {"all messages", "all(length:<44 OR role:user)"},
                 {"has a text", "has:user"},
                 {"a built-in number", "length:100..300"}}) {
            made.push_back({std::string("filter: ") + title,
                            [this, query = parsed(text)] { keep(filtered(query).count()); },
                            std::string(text) == kRange ? std::function<void()>([this] { bareRange(m_bare); })
                                                        : nullptr});
        }
    }

    void addTallies(std::vector<Question>& made) const
    {
        made.push_back({"two means by turn count, all rows", [this] { means(everything()); },
                        [this] { bareMeans(m_bare); }});
        made.push_back({"histogram of task, all rows", [this] { count(everything(), {"task"}); },
                        [this] { bareHistogram(m_bare); }});
        made.push_back({"messages by turn count and intent, all rows",
                        [this] {
                            count(everything(), {"turns", "intent"});
                        },
                        [this] { bareMessages(m_bare); }});
        for (const char* name :
             {"topics", "tokens", "hallucination", "Detail Level", "turns", "language", "finished"})
            made.push_back({std::string("histogram of ") + name + ", all rows",
                            [this, name] { count(everything(), {name}); }});
    }

    void addChange(std::vector<Question>& made) const
    {
        for (const auto& [title, text] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"**filter change** to a category: all below", "task:\"travel planning\""},
                 {"**filter change** to a range: all below", kRange},
                 {"**filter change** to AND of three: all below", kThree},
                 {"**filter change** to NOT: all below", "-task:\"travel planning\""}}) {
            made.push_back({title, [this, query = parsed(text)] {
                                const RowSet rows = filtered(query);
                                histograms(rows);
                                means(rows);
                                count(rows, {"turns", "intent"});
                            }});
        }
        addWindow(made);
        addReports(made);
        const RowSet rows = filtered(parsed("-task:\"travel planning\""));
        made.push_back(
            {"– the filter (NOT)", [this] { keep(filtered(parsed("-task:\"travel planning\"")).count()); }});
        made.push_back({"– eight histograms", [this, rows] { histograms(rows); }});
        made.push_back({"– two means by turn count", [this, rows] { means(rows); }});
        made.push_back({"– messages by turn count and intent", [this, rows] {
                            count(rows, {"turns", "intent"});
                        }});
    }

    /// Everything that changing the filter recomputes in a window with its widest chart and the default
    /// facets.
    void addWindow(std::vector<Question>& made) const
    {
        const ReportSpec& report = *findReport("cohorts");
        const ReportOptions options = complete(report, m_snapshot, {}, Job());
        std::vector<FieldFacetPtr> facets;
        for (const char* field : {"task", "intent", "turns", "hallucination"})
            facets.push_back(makeFacet({SnapshotPtr(), &m_snapshot}, field, Job()));
        for (const auto& [title, text] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"a category", "task:\"travel planning\""},
                 {"NOT", "-task:\"travel planning\""},
                 {"none", ""}}) {
            made.push_back({std::string("**filter change** to ") + title + ": cohorts and four facets",
                            [this, &report, options, facets, query = parsed(text)] {
                                const RowSet rows = filtered(query);
                                for (const FieldFacetPtr& facet : facets)
                                    keep(countFacet(*facet, rows, Job()).size());
                                const ReportData data = reportOf(report, m_snapshot, rows, options, Job());
                                keep(data.comparison.numbers.size());
                            }});
        }
    }

    /// What each chart computes when the filter changes, and what choosing its fields computes once.
    void addReports(std::vector<Question>& made) const
    {
        const RowSet rows = filtered(parsed("-task:\"travel planning\""));
        const auto add = [&](const std::string& what, const ReportSpec& report, const ReportOptions& asked) {
            const ReportOptions options = complete(report, m_snapshot, asked, Job());
            made.push_back({"chart: " + what, [this, &report, options, rows] {
                                const ReportData data = reportOf(report, m_snapshot, rows, options, Job());
                                keep(data.tally.rows.size() + data.comparison.numbers.size());
                            }});
        };
        for (const ReportSpec& report : reports())
            add(std::string(report.id), report, {});
        for (const char* field : {"tokens", "score", "topics", "length", "message_length"}) {
            ReportOptions options;
            options.field = field;
            add(std::string("distribution of ") + field, *findReport("distribution"), options);
        }
        for (const char* field : {"task", "turns", "intent", "hallucination", "tokens", "id"}) {
            const auto facet = makeFacet({SnapshotPtr(), &m_snapshot}, field, Job());
            made.push_back({std::string("facet: ") + field,
                            [facet, rows] { keep(countFacet(*facet, rows, Job()).size()); }});
            made.push_back({std::string("facet: ") + field + ", once a dataset", [this, field] {
                                keep(makeFacet({SnapshotPtr(), &m_snapshot}, field, Job())->values.size());
                            }});
        }
        made.push_back({"bins of tokens, once a dataset", [this] {
                            keep(binsFor(m_snapshot, *findField(m_snapshot, "tokens"), Job()).count);
                        }});
    }

    RowSet everything() const { return RowSet(m_snapshot.recordCount(), true); }

    static Query parsed(const char* text) { return parseQuery(text).value(); }

    RowSet filtered(const Query& query) const { return evaluate(m_snapshot, query, Job()).value(); }

    void sort(const char* name, bool descending) const
    {
        keep(indexOf(sortedBy(m_all, *findField(m_snapshot, name), descending)[m_all.size() / 2]));
    }

    void count(const RowSet& rows, const std::vector<const char*>& names) const
    {
        std::vector<FieldReader> by;
        by.reserve(names.size());
        for (const char* name : names)
            by.push_back(*findField(m_snapshot, name));
        keep(tally(m_snapshot, rows, {by}, Job()).rows.size());
    }

    /// As facets draw them, from values that were sorted once.
    void histograms(const RowSet& rows) const
    {
        for (const FieldFacetPtr& facet : m_facets)
            keep(countFacet(*facet, rows, Job()).size());
    }

    void means(const RowSet& rows) const
    {
        const ReportSpec& report = *findReport("rating-by-turns");
        ReportOptions asked;
        asked.measures = {"Detail Level", "Preference Alignment"};
        const ReportOptions options = complete(report, m_snapshot, asked, Job());
        keep(reportOf(report, m_snapshot, rows, options, Job()).tally.rows.size());
    }

    static constexpr const char* kRange = "tokens:20000..60000";
    static constexpr const char* kThree = "task:\"travel planning\" tokens:>=20000 turns:2..5";

    const Snapshot& m_snapshot;
    RowOrder m_all;
    const Bare& m_bare;
    std::vector<FieldFacetPtr> m_facets;
};

void printMemory(const Snapshot& snapshot, std::size_t heap)
{
    const double records = snapshot.recordCount();
    std::size_t columns = 0;
    for (const Column& column : snapshot.records.columns)
        columns += column.numbers.size() * sizeof(double) + column.codes.bytes() + column.ends.bytes();
    std::size_t messages = 0;
    for (const Column& column : snapshot.messages.columns)
        messages += column.codes.bytes();
    std::printf(
        "| memory | bytes |\n| --- | ---: |\n| a record, without its columns | %zu |\n| a message | %.1f |\n"
        "| the %zu columns, a record | %.1f |\n| all tables with names and texts, a record | %.1f |\n\n",
        sizeof(RecordEntry), static_cast<double>(messages) / snapshot.messages.count,
        snapshot.records.columns.size(), static_cast<double>(columns) / records,
        static_cast<double>(heap) / records);
}

void print(const std::vector<Question>& questions)
{
    std::printf("| question | median | all cores | limit | ratio |\n| --- | ---: | ---: | ---: | ---: |\n");
    for (const Question& question : questions) {
        const double ours = median(question.times.clock);
        std::printf("| %s | %.2f ms | %.2f ms ", question.title.c_str(), ours,
                    median(question.times.processor));
        if (question.limit)
            std::printf("| %.2f ms | %.2f |\n", median(question.limits.clock),
                        ours / median(question.limits.clock));
        else
            std::printf("| | |\n");
    }
}

} // namespace

/// Asks tables in memory what the window asks at every click. The limits are plain loops of one thread over
/// bare vectors.
int main(int argc, char** argv)
{
    const long records = argc > 1 ? std::atol(argv[1]) : 1'000'000;
    const long rounds = argc > 2 ? std::atol(argv[2]) : 5;
    const std::string_view only = argc > 3 ? argv[3] : "";
    if (records < 1 || rounds < 1 || argc > 4) {
        std::fputs("usage: bench_columns [RECORDS [ROUNDS [PART-OF-TITLE]]]\n", stderr);
        return 2;
    }
    const std::size_t before = ::mallinfo2().uordblks + ::mallinfo2().hblkhd;
    const SnapshotPtr snapshot = test::madeSnapshot(static_cast<std::size_t>(records), 1);
    const std::size_t heap = ::mallinfo2().uordblks + ::mallinfo2().hblkhd - before;
    const Bare bare = bareOf(*snapshot);
    const Bench bench(*snapshot, bare);
    std::vector<Question> questions = bench.questions();
    std::erase_if(questions,
                  [only](const Question& each) { return each.title.find(only) == std::string::npos; });
    for (long round = 0; round < rounds; ++round) {
        for (Question& question : questions) {
            question.times.measure(question.ask);
            if (question.limit)
                question.limits.measure(question.limit);
        }
    }
    std::printf("%u records, %zu messages, medians of %ld rounds\n\n", snapshot->recordCount(),
                std::size_t{snapshot->messages.count}, rounds);
    printMemory(*snapshot, heap);
    print(questions);
    return 0;
}
