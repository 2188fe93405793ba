// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/text_search.h"

#include "core/formats/format.h"
#include "core/load/record_parser.h"
#include "core/load/record_reader.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace duologue {

namespace {

constexpr std::size_t kRunsAtOnce = 8;

struct FoundList {
    std::vector<Row> found;
    std::vector<Row> unread;
};

/// Searches runs of records. Keeps the parser and buffers of one worker between runs. One thread at a time.
class Searcher {
public:
    Searcher(const Snapshot& snapshot, const std::vector<Row>& rows, const RecordFilter& filter,
             const Job& job)
        : m_snapshot(snapshot),
          m_rows(rows),
          m_filter(filter),
          m_job(job),
          m_reader(snapshot),
          m_formats(snapshot.formatList ? snapshot.formatList : FormatList::builtIn())
    {
    }

    void search(const RowRun& run, FoundList& list)
    {
        if (!m_reader.read(run)) {
            for (std::size_t i = run.first; i < run.last; ++i) {
                if (m_snapshot.record(m_rows[i]).state != RecordState::Broken)
                    list.unread.push_back(m_rows[i]);
            }
            return;
        }
        const std::string_view bytes = m_reader.bytes();
        // Offset of the next possible match; 0 if it has to be looked for. Records before it are skipped.
        std::size_t nextHit = 0;
        for (std::size_t i = run.first; i < run.last && !m_job.stopRequested(); ++i) {
            const RecordEntry& entry = m_snapshot.record(m_rows[i]);
            const auto begin = static_cast<std::size_t>(entry.offset - run.begin);
            const std::size_t end = begin + entry.length;
            if (entry.state == RecordState::Broken)
                continue;
            if (nextHit < begin || nextHit == 0)
                nextHit = std::min(m_filter.nextCandidate(bytes, begin), bytes.size());
            if (nextHit >= end)
                continue;
            nextHit = 0;
            if (keeps(m_rows[i], bytes.substr(begin, entry.length)))
                list.found.push_back(m_rows[i]);
        }
    }

private:
    bool keeps(Row row, std::string_view bytes)
    {
        const RecordEntry& entry = m_snapshot.record(row);
        m_problems.clear();
        const RecordOrigin& origin = m_snapshot.file(entry.file).origin;
        const ParsedRecord parsed = parseRecord(m_parser, bytes, {}, m_problems, origin.form);
        const Format* format = m_formats->find(m_snapshot.formats.at(entry.format), origin);
        if (parsed.state == RecordState::Broken || format == nullptr)
            return false;
        RecordBuilder builder(m_conversation, origin, m_problems,
                              m_filter.readsLanguages() ? Measuring::Languages : Measuring::Nothing,
                              Keeping::ColumnsAndTexts);
        readParsed(*format, parsed, entry.offset, builder);
        return m_filter.keepsRow(m_conversation, row, m_first);
    }

    const Snapshot& m_snapshot;
    const std::vector<Row>& m_rows;
    const RecordFilter& m_filter;
    const Job& m_job;
    /// Those of the snapshot, which outlives this object.
    const FirstRecords m_first = [this] { return SnapshotPtr(SnapshotPtr(), &m_snapshot); };
    RowRunReader m_reader;
    const std::shared_ptr<const FormatList> m_formats;
    JsonParser m_parser;
    Conversation m_conversation;
    std::vector<Problem> m_problems;
};

} // namespace

bool TextScope::contains(const RecordText& text) const
{
    const bool isSpeech =
        text.part == TextPart::Message || (text.part == TextPart::Candidate && text.entry != nullptr);
    const bool isOfTool = text.part == TextPart::ToolCall || text.part == TextPart::ToolResult ||
                          (isSpeech && text.role == "tool");
    switch (group) {
    case TextGroup::All:
        break;
    case TextGroup::Speech:
        if (!isSpeech || text.role != role)
            return false;
        break;
    case TextGroup::Tools:
        if (!isOfTool)
            return false;
        break;
    case TextGroup::Context:
    case TextGroup::Candidates:
    case TextGroup::Notes: {
        const TextPart wanted = group == TextGroup::Context      ? TextPart::Context
                                : group == TextGroup::Candidates ? TextPart::Candidate
                                                                 : TextPart::Note;
        if (text.part != wanted)
            return false;
        break;
    }
    }
    return !language || answers(text.language(), *language);
}

Phrase keysNotSearched(const TextKeys& keys, bool looksAtIds)
{
    constexpr std::size_t kNamed = 20;
    std::vector<std::string> closed = keys.closed();
    if (looksAtIds)
        std::erase(closed, "id");
    if (closed.empty())
        return {};
    std::string names;
    for (std::size_t i = 0; i < std::min(closed.size(), kNamed); ++i)
        names += (i == 0 ? "" : ", ") + closed[i];
    return {PhraseId::KeysNotSearched, closed.size() > kNamed ? names + ", …" : names};
}

const TextKeys& TextFilter::keys(const FirstRecords& first) const
{
    return textKeysOf(*m_first.get(first));
}

bool TextFilter::keeps(const Conversation& conversation, const FirstRecords& first) const
{
    return forEachText(conversation, [&](const RecordText& text) {
        // The keys are looked at last, because few texts that match are values.
        return m_scope.contains(text) && m_pattern.matches(text.text) &&
               (!text.isValue || keys(first).isText(text));
    });
}

FoundRows searchTexts(const Snapshot& snapshot, const RowSet& candidates, const RecordFilter& filter,
                      const Job& job)
{
    std::vector<Row> rows;
    candidates.forEach([&](Row row) { rows.push_back(row); });
    const std::vector<RowRun> runs = runsOf(snapshot, rows);
    const RowSet none(candidates.size());
    FoundRows rowsFound{none, none};
    std::mutex mutex;
    std::vector<std::unique_ptr<Searcher>> idle;
    parallelFor(runs.size(), kRunsAtOnce, [&](std::size_t begin, std::size_t end) {
        std::unique_ptr<Searcher> searcher;
        {
            const std::scoped_lock lock(mutex);
            if (!idle.empty()) {
                searcher = std::move(idle.back());
                idle.pop_back();
            }
        }
        if (!searcher)
            searcher = std::make_unique<Searcher>(snapshot, rows, filter, job);
        FoundList list;
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i)
            searcher->search(runs[i], list);
        const std::scoped_lock lock(mutex);
        for (const Row row : list.found)
            rowsFound.found.add(row);
        for (const Row row : list.unread)
            rowsFound.unread.add(row);
        idle.push_back(std::move(searcher));
    });
    return rowsFound;
}

} // namespace duologue
