// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/text_search.h"

#include "core/base/parallel.h"
#include "core/dataset/open_source.h"
#include "core/dataset/record_parser.h"
#include "core/formats/format_list.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace duologue {

namespace {

/// Records of one file that are read at once: as many as fit into a core's cache, what lies between them
/// included.
constexpr std::uint64_t kRunBytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t kGap = std::uint64_t{64} << 10U;
constexpr std::size_t kRunsAtOnce = 8;

struct Run {
    FileId file = kNoFile;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// Places in the list of rows.
    std::size_t first = 0;
    std::size_t last = 0;
};

std::vector<Run> runsOf(const Snapshot& snapshot, const std::vector<Row>& rows)
{
    std::vector<Run> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RecordEntry& entry = snapshot.record(rows[i]);
        const std::uint64_t end = entry.offset + entry.length;
        if (!runs.empty() && runs.back().file == entry.file && entry.offset >= runs.back().end &&
            entry.offset - runs.back().end <= kGap && end - runs.back().begin <= kRunBytes) {
            runs.back().end = end;
            runs.back().last = i + 1;
        } else {
            runs.push_back({entry.file, entry.offset, end, i, i + 1});
        }
    }
    return runs;
}

/// What one worker needs, used again and again. One thread at a time.
class Searcher {
public:
    Searcher(const Snapshot& snapshot, const std::vector<Row>& rows, const RecordFilter& filter)
        : m_snapshot(snapshot),
          m_rows(rows),
          m_filter(filter),
          m_formats(snapshot.formatList ? snapshot.formatList : FormatList::builtIn())
    {
    }

    void search(const Run& run, std::vector<Row>& hits)
    {
        if (!open(run.file))
            return;
        const auto length = static_cast<std::size_t>(run.end - run.begin);
        const auto count = m_source->read(run.begin, length, m_bytes);
        if (!count || count.value() != length)
            return;
        // Where the needle is next, once that is known: most records are passed over without a look.
        std::size_t nextHit = 0;
        for (std::size_t i = run.first; i < run.last; ++i) {
            const RecordEntry& entry = m_snapshot.record(m_rows[i]);
            const auto begin = static_cast<std::size_t>(entry.offset - run.begin);
            const std::size_t end = begin + entry.length;
            if (entry.state == RecordState::Broken)
                continue;
            if (nextHit < begin || nextHit == 0)
                nextHit = std::min(m_filter.nextCandidate(m_bytes.view(), begin), m_bytes.size());
            if (nextHit >= end)
                continue;
            nextHit = 0;
            if (matches(m_rows[i], m_bytes.view().substr(begin, entry.length)))
                hits.push_back(m_rows[i]);
        }
    }

private:
    bool open(FileId file)
    {
        if (m_file == file)
            return m_source.has_value();
        m_file = file;
        m_source.reset();
        auto opened = openSource(m_snapshot.file(file), file);
        if (opened)
            m_source = std::move(opened).value();
        return m_source.has_value();
    }

    bool matches(Row row, std::string_view bytes)
    {
        const RecordEntry& entry = m_snapshot.record(row);
        m_problems.clear();
        const ParsedRecord parsed = parseRecord(m_parser, bytes, {}, m_problems);
        const Format* format = m_formats->find(m_snapshot.formats.at(entry.format));
        if (parsed.state == RecordState::Broken || format == nullptr)
            return false;
        RecordBuilder builder(m_conversation, m_snapshot.file(entry.file).origin, m_problems,
                              m_filter.readsMeasures() ? Measuring::Texts : Measuring::Nothing);
        format->read(parsed.root, builder);
        return m_filter.keepsRow(m_conversation, row);
    }

    const Snapshot& m_snapshot;
    const std::vector<Row>& m_rows;
    const RecordFilter& m_filter;
    const std::shared_ptr<const FormatList> m_formats;
    FileId m_file = kNoFile;
    std::optional<FileSource> m_source;
    PaddedBytes m_bytes;
    JsonParser m_parser;
    Conversation m_conversation;
    std::vector<Problem> m_problems;
};

} // namespace

bool TextFilter::keeps(const Conversation& conversation) const
{
    return anyMatches(conversation, conversation.messages) ||
           anyMatches(conversation, conversation.candidateMessages);
}

bool TextFilter::anyMatches(const Conversation& conversation, const std::vector<Message>& messages) const
{
    return std::any_of(messages.begin(), messages.end(), [&](const Message& message) {
        if (!m_scope.role.empty() && message.role != m_scope.role)
            return false;
        const auto texts = conversation.textsOf(message.texts);
        return std::any_of(texts.begin(), texts.end(), [&](const Text& text) {
            return (!m_scope.language || text.language == *m_scope.language) && m_pattern.matches(text.text);
        });
    });
}

RowSet searchTexts(const Snapshot& snapshot, const RowSet& candidates, const RecordFilter& filter,
                   const Job& job)
{
    std::vector<Row> rows;
    candidates.forEach([&](Row row) { rows.push_back(row); });
    const std::vector<Run> runs = runsOf(snapshot, rows);
    RowSet found(candidates.size());
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
            searcher = std::make_unique<Searcher>(snapshot, rows, filter);
        std::vector<Row> hits;
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i)
            searcher->search(runs[i], hits);
        const std::scoped_lock lock(mutex);
        for (const Row row : hits)
            found.add(row);
        idle.push_back(std::move(searcher));
    });
    return found;
}

} // namespace duologue
