// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/problem_place.h"

#include "core/io/columnar/columnar_file.h"
#include "core/json/json_repair.h"
#include "core/json/record_split.h"
#include "core/load/record_parser.h"
#include "core/load/source_files.h"
#include "core/util/text.h"

#include <algorithm>

namespace duologue {

namespace {

/// Counts lines and characters of a file up to offsets that come in rising order.
class LineCounter {
public:
    explicit LineCounter(const FileSource& source) : m_source(source) {}

    /// False where the file cannot be read up to there.
    bool advanceTo(std::uint64_t offset, const Job& job)
    {
        constexpr std::size_t kCountedAtOnce = std::size_t{4} << 20U;
        while (m_offset < offset) {
            if (job.stopRequested())
                return false;
            if (m_piece.empty()) {
                const auto length = m_source.read(m_offset, kCountedAtOnce, m_buffer);
                if (!length || length.value() == 0)
                    return false;
                m_piece = m_buffer.view();
                if (m_offset == 0)
                    count(byteOrderMarkLength(m_piece), false);
            }
            count(static_cast<std::size_t>(
                      std::min<std::uint64_t>(m_piece.size(), offset - std::min(offset, m_offset))),
                  true);
            if (m_offset >= m_source.size())
                break;
        }
        return true;
    }

    TextPlace place() const { return m_place; }

private:
    void count(std::size_t length, bool isText)
    {
        const std::string_view part = m_piece.substr(0, length);
        m_piece.remove_prefix(length);
        m_offset += length;
        if (!isText)
            return;
        const auto newline = part.rfind('\n');
        if (newline == std::string_view::npos) {
            m_place.column += characterCount(part);
            return;
        }
        m_place.line += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
        m_place.column = 1 + characterCount(part.substr(newline + 1));
    }

    const FileSource& m_source;
    PaddedBytes m_buffer;
    std::string_view m_piece;
    std::uint64_t m_offset = 0;
    TextPlace m_place;
};

/// The exact place of a problem that only names its record and a pointer into it.
std::uint64_t exactOffset(const FileSource& source, const Problem& problem)
{
    const ByteSpan& where = problem.where;
    if (problem.pointer.empty() || where.length == 0 || where.length > kLongestRecord)
        return where.offset;
    PaddedBytes bytes;
    if (!source.read(where.offset, where.length, bytes))
        return where.offset;
    return where.offset + offsetOfPointer(bytes.view(), problem.pointer);
}

struct Wanted {
    FileId file;
    std::uint64_t offset;
    std::size_t problem;
};

/// In a file of columns, the number of the row, and the place of a value in its text.
TextPlace placeInRow(const FileSource& source, const Problem& problem)
{
    const std::uint64_t row = RowTexts::rowAt(problem.where.offset);
    TextPlace place;
    place.line = row + 1;
    const std::uint64_t within = exactOffset(source, problem) - RowTexts::offsetOf(row);
    PaddedBytes text;
    if (within > 0 && source.read(RowTexts::offsetOf(row), static_cast<std::size_t>(within), text))
        place.column = 1 + characterCount(text.view());
    return place;
}

void placeInFile(const Snapshot& snapshot, std::span<Wanted> wanted, std::span<const Problem> problems,
                 const Job& job, std::vector<std::optional<TextPlace>>& places)
{
    const FileId id = wanted.front().file;
    const auto source = openSource(snapshot.file(id), id);
    if (!source)
        return;
    std::uint64_t end = 0;
    for (const Wanted& each : wanted)
        end = std::max(end, each.offset + problems[each.problem].where.length);
    if (changeSince(source.value(), snapshot.file(id).stamp, 0, end))
        return;
    if (!source.value().isStored()) {
        for (const Wanted& each : wanted)
            places[each.problem] = placeInRow(source.value(), problems[each.problem]);
        return;
    }
    for (Wanted& each : wanted)
        each.offset = exactOffset(source.value(), problems[each.problem]);
    std::sort(wanted.begin(), wanted.end(),
              [](const Wanted& left, const Wanted& right) { return left.offset < right.offset; });
    LineCounter counter(source.value());
    for (const Wanted& each : wanted) {
        if (!counter.advanceTo(each.offset, job))
            return;
        places[each.problem] = counter.place();
    }
}

} // namespace

std::vector<std::optional<TextPlace>> placesOf(const Snapshot& snapshot, std::span<const Problem> problems,
                                               const Job& job)
{
    std::vector<std::optional<TextPlace>> places(problems.size());
    std::vector<Wanted> wanted;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        if (problems[i].where.file != kNoFile)
            wanted.push_back({problems[i].where.file, problems[i].where.offset, i});
    }
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const Wanted& left, const Wanted& right) { return left.file < right.file; });
    for (std::size_t begin = 0; begin < wanted.size() && !job.stopRequested();) {
        std::size_t end = begin;
        while (end < wanted.size() && wanted[end].file == wanted[begin].file)
            ++end;
        placeInFile(snapshot, std::span(wanted).subspan(begin, end - begin), problems, job, places);
        begin = end;
    }
    return places;
}

std::optional<TextPlace> placeOf(const Snapshot& snapshot, const Problem& problem)
{
    return placesOf(snapshot, {&problem, 1}, Job()).front();
}

} // namespace duologue
