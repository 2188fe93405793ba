// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/open_tables.h"

#include "app/cli/console.h"
#include "core/data/field_reader.h"
#include "core/query/query_parser.h"
#include "core/query/saved_view.h"
#include "core/remote/keyring.h"
#include "core/remote/query_push.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>

namespace duologue::cli {

namespace {

/// The condition of a text of the query language; nothing after saying what is wrong.
std::optional<Bounds> boundsOf(const RemoteTable& table, const std::string& text, Console& console)
{
    const auto parsed = parseQuery(text);
    if (const auto* mistake = parsed.error()) {
        sayMistake(*mistake, text, console);
        return std::nullopt;
    }
    auto pushed = pushQuery(table.facts(), parsed.value());
    if (const auto* mistake = pushed.error()) {
        sayMistake(*mistake, text, console);
        if (mistake->what.id == PhraseId::NoField || mistake->what.id == PhraseId::SimilarField)
            sayWhichFields(table, console);
        return std::nullopt;
    }
    return std::move(pushed).value();
}

/// What to sort by; empty if the engine does not sort by the field as lists do.
std::string sortOf(const RemoteTable& table, const std::string& sort, bool& isDescending)
{
    const std::size_t colon = sort.rfind(':');
    const std::string order = colon == std::string::npos ? std::string() : sort.substr(colon + 1);
    isDescending = order == "desc";
    const std::string name = isDescending || order == "asc" ? sort.substr(0, colon) : sort;
    const auto field = findField(*table.facts().sample, name);
    return field ? pushedOrder(table.facts(), field->info().key).value_or("") : std::string();
}

} // namespace

void sayWhichFields(const RemoteTable& table, Console& console)
{
    const std::size_t rows = table.facts().sample->recordCount();
    console.say(table.address().shownName() + ": the known fields are those of its columns and of " +
                (rows == 1 ? "its first row" : "its first " + groupedDigits(rows) + " rows"));
}

int OpenTables::open(CommonOptions& options, const TableRequest& request, std::size_t textsAfterPaths,
                     Console& console)
{
    const std::size_t count = options.paths.size() - std::min(options.paths.size(), textsAfterPaths);
    auto made = std::make_shared<OpenTables>();
    made->m_request = request;
    if (request.sort.empty())
        made->m_request.sort = options.view.sort;
    made->m_rows = options.rows;
    made->m_randomRows = options.randomRows;
    made->m_isInOrder = options.inOrder || !options.after.empty();
    made->m_after = options.after;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string path = options.paths[i].string();
        if (!isTableAddress(path))
            continue;
        const auto address = readTableAddress(path);
        if (const Phrase* mistake = address.error()) {
            console.say(inEnglish(*mistake));
            return kUsage;
        }
        const auto& server = address.value();
        auto table =
            RemoteTable::open(server, completed(credentialsOfEnvironment(), server, Job()), {}, Job());
        if (const Phrase* mistake = table.error()) {
            console.say(server.text() + ": " + inEnglish(*mistake));
            return kNothingRead;
        }
        OpenTable& open = made->m_tables.emplace_back();
        open.path = options.paths[i];
        open.table = std::move(table).value();
        if (request.shard && !open.table->hasShards()) {
            console.say(server.text() +
                        ": --shard needs a column of conversation ids, and the table has none");
            return kUsage;
        }
        Bounds bounds = Bounds::exactly("1");
        for (const std::string& where : {request.where, options.view.query}) {
            const auto more = where.empty() ? Bounds::exactly("1") : boundsOf(*open.table, where, console);
            if (!more)
                return kUsage;
            bounds = bothHold(bounds, *more);
        }
        open.searched = bounds;
        if (request.text) {
            const auto text = pushQuery(open.table->facts(), Query::of(*request.text));
            if (const auto* more = text.get()) {
                bounds = bothHold(bounds, *more);
                // The text names the file that rows become, which a filter looks at and a search does not.
                made->m_request.isOnlyNear = made->m_request.isOnlyNear || *more == Bounds::exactly("1");
            }
        }
        open.bounds = std::move(bounds);
    }
    if (request.shard && !made->m_tables.empty() && made->m_tables.size() < count) {
        console.say(
            "--shard takes either tables or files: engines divide tables by id, but files are divided in "
            "order");
        return kUsage;
    }
    made->m_isAlone = count == 1;
    if (!made->m_tables.empty())
        options.tables = std::move(made);
    return kDone;
}

std::optional<std::uint64_t> OpenTables::searched() const
{
    std::uint64_t sum = 0;
    for (const OpenTable& open : m_tables) {
        const auto counted = open.table->count(open.searched, Job());
        const MatchCounts* const counts = counted.get();
        if (counts == nullptr || !counts->isExact())
            return std::nullopt;
        sum += counts->upper;
    }
    return m_isAlone ? std::optional(sum) : std::nullopt;
}

std::optional<std::uint64_t> OpenTables::matching() const
{
    if (!m_isAlone || choosesRows() || m_request.isOnlyNear)
        return std::nullopt;
    const OpenTable& open = m_tables.front();
    const auto counted = open.table->count(open.bounds, Job());
    const MatchCounts* const counts = counted.get();
    return counts != nullptr && counts->isExact() ? std::optional(counts->upper) : std::nullopt;
}

Query OpenTables::withoutAbsentColumns(const Snapshot& rows, Query query) const
{
    return m_isAlone ? duologue::withoutAbsentColumns(m_tables.front().table->facts(), rows, std::move(query))
                     : query;
}

/// Whether the first rows that come are the first that the user wants: what is not exact brings others as
/// well, and an unsorted list is not the first of a sorted one.
bool OpenTables::areChosenByEngine(const OpenTable& open, const RowsWanted& wanted) const
{
    return open.bounds.isExact() && (m_request.sort.empty() || !wanted.sortBy.empty());
}

void OpenTables::sayIfCut(const OpenTable& open, const RowsWanted& wanted, const FetchedRows& fetched,
                          const Job& job, Console& console)
{
    const std::uint64_t rows = fetched.rows;
    const std::string name = open.table->address().shownName();
    if (fetched.last) {
        m_remarks.emplace_back(PhraseId::RowsFetchedInOrder, name, groupedDigits(rows));
        const bool isText = toValidUtf8(*fetched.last) == *fetched.last;
        console.say(name + ": " + groupedDigits(rows) + " were fetched in id order; " +
                    (isText ? "to continue: --after " + shellQuoted(*fetched.last)
                            : "cannot continue from here, because the last id is not text"));
        return;
    }
    // The rows that the user wants to see have come, and the engine has chosen them.
    const bool areThoseWanted = areChosenByEngine(open, wanted) && wanted.limit == m_request.limit;
    if (rows < wanted.limit || areThoseWanted)
        return;
    // One pass over all rows is enough to say how many there may be.
    const auto counted = open.table->count(Bounds::exactly(open.bounds.upper), job);
    const MatchCounts* const counts = counted.get();
    if (counts != nullptr && counts->upper <= rows)
        return;
    m_isCut = !choosesRows();
    const std::string all = counts == nullptr
                                ? "those"
                                : (open.bounds.isExact() ? "" : "at most ") + groupedDigits(counts->upper);
    if (counts != nullptr)
        m_remarks.emplace_back(wanted.seed ? PhraseId::RowsFetchedByChance : PhraseId::RowsFetched, name,
                               groupedDigits(rows), all);
    console.say(name + ": only " + (wanted.seed ? "a random sample of " : "the first ") +
                groupedDigits(rows) + " of " + all + " that match were fetched; --rows N fetches more");
    if (!m_request.sort.empty() && wanted.sortBy.empty())
        console.say("the engine cannot sort by " + m_request.sort +
                    ": these rows are sorted, but they are not the first of all rows");
}

void OpenTables::fetch(OpenTable& open, const Job& job, Console& console)
{
    RowsWanted wanted;
    wanted.limit = m_rows;
    wanted.seed = m_randomRows;
    wanted.inOrder = m_isInOrder;
    wanted.shard = m_request.shard;
    if (!m_after.empty())
        wanted.after = m_after;
    if (!m_request.sort.empty() && !m_randomRows && !m_isInOrder)
        wanted.sortBy = sortOf(*open.table, m_request.sort, wanted.descending);
    if (areChosenByEngine(open, wanted))
        wanted.limit = std::min(wanted.limit, m_request.limit);
    const FetchedRows fetched = open.table->fetch(open.bounds.upper, wanted, job);
    open.file = fetched.file;
    if (!fetched.mistake.empty()) {
        m_isBroken = true;
        console.say(open.table->address().text() + ": " + inEnglish(fetched.mistake) + " (" +
                    groupedDigits(fetched.rows) + (fetched.rows == 1 ? " row" : " rows") + " came before)");
    }
    if (fetched.rows == 0 && fetched.mistake.empty())
        fetchNothing(open, wanted, job, console);
    else
        sayIfCut(open, wanted, fetched, job, console);
}

/// Commands find the fields of the table in a row, which does not match either; without any, they have none.
void OpenTables::fetchNothing(OpenTable& open, const RowsWanted& wanted, const Job& job, Console& console)
{
    if (wanted.after) {
        console.say(open.table->address().shownName() + ": no conversations follow " +
                    shellQuoted(toValidUtf8(*wanted.after)));
        open.file.clear();
        return;
    }
    m_isNothing = m_isAlone;
    RowsWanted any;
    any.limit = 1;
    const FetchedRows row = open.table->fetch("1", any, job);
    open.file = row.file;
    if (row.rows > 0 || !row.mistake.empty())
        return;
    console.say(open.table->address().shownName() + ": the table has no conversations");
    open.file.clear();
}

void OpenTables::fetchInto(std::vector<std::filesystem::path>& paths, const Job& job, Console& console)
{
    for (OpenTable& open : m_tables) {
        const auto at = std::find(paths.begin(), paths.end(), open.path);
        if (at == paths.end())
            continue;
        if (open.file.empty())
            fetch(open, job, console);
        if (open.file.empty())
            paths.erase(at);
        else
            *at = open.file;
    }
}

} // namespace duologue::cli
