// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/recovering_splitter.h"

#include "core/dataset/load/record_parser.h"
#include "core/json/json_repair.h"
#include "core/json/json_scanner.h"

#include <algorithm>
#include <limits>

namespace duologue {

namespace {

constexpr std::uint64_t kFirstCheckLength = std::uint64_t{64} << 10U;
/// Where records are broken, the next one is often broken, too.
constexpr std::uint64_t kFirstPieceAfterCut = std::uint64_t{4} << 10U;
/// How records begin is learned from so many records, and so many different beginnings are kept.
constexpr std::uint64_t kRecordsToLearn = 64;
constexpr std::size_t kMostOpenings = 16;
/// The beginning of a record is looked for in this many bytes.
constexpr std::size_t kLongestOpening = std::size_t{16} << 10U;

/// How an object begins: its first two keys with "*" for simple values. Ends at the first list or object
/// (`{"id":*,"messages":[`). Empty if this is no object, or ends too early.
std::string openingOf(std::string_view json)
{
    if (!json.starts_with('{'))
        return {};
    constexpr int kKeys = 2;
    json = json.substr(0, kLongestOpening);
    JsonScanner scanner(json, JsonScanner::Comments::Ignored);
    std::string opening(scanner.next().in(json));
    int keys = 0;
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        if (token.isOpening() || token.isClosing())
            return keys == 0 ? std::string() : opening + static_cast<char>(token.kind);
        if (token.kind == JsonTokenKind::Comma || token.kind == JsonTokenKind::Colon) {
            opening += static_cast<char>(token.kind);
            continue;
        }
        const bool isKey = token.kind == JsonTokenKind::String && opening.back() != ':';
        if (token.end == json.size() || (!isKey && opening.back() != ':'))
            return {};
        opening += isKey ? token.in(json) : "*";
        keys += isKey ? 1 : 0;
        if (keys == kKeys && !isKey)
            return opening;
    }
    return {};
}

/// The first offset in a broken record at which the next one may begin. If a bracket is missing, the next one
/// may be anywhere, as if it were a member. If a quotation mark is missing, it may be in the string before
/// the mistake.
std::size_t firstOffsetOfNext(std::string_view record, const JsonMistake& mistake)
{
    if (mistake.truncated)
        return 1;
    std::size_t from = std::min(mistake.offset, record.size());
    for (int quotes = 0; quotes < 2; ++quotes) {
        const std::size_t quote = from == 0 ? std::string_view::npos : record.rfind('"', from - 1);
        from = quote == std::string_view::npos ? 0 : quote;
    }
    return std::max<std::size_t>(from, 1);
}

/// The brackets that nothing closes up to the end of a text, or up to one that closes another kind.
std::vector<std::size_t> neverClosed(std::string_view text)
{
    std::vector<std::size_t> open;
    JsonScanner scanner(text);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        if (token.isOpening()) {
            open.push_back(token.begin);
            continue;
        }
        if (!token.isClosing())
            continue;
        // '{' and '}', '[' and ']' differ by 2.
        if (open.empty() || text[open.back()] + 2 != static_cast<char>(token.kind))
            break;
        open.pop_back();
    }
    return open;
}

} // namespace

RecoveringSplitter::RecoveringSplitter(RecordLayout layout, std::uint64_t firstOffset)
    : m_splitter(layout, firstOffset),
      m_at(firstOffset),
      m_piece(std::numeric_limits<std::uint64_t>::max()),
      m_checkLength(kFirstCheckLength)
{
}

void RecoveringSplitter::feed(std::string_view kept, std::uint64_t keptOffset, std::size_t fresh, bool last,
                              const RecordHandler& record)
{
    const std::uint64_t end = keptOffset + kept.size();
    m_at = end - fresh;
    m_piece = std::numeric_limits<std::uint64_t>::max();
    do {
        const std::uint64_t from = m_at;
        m_at += std::min(m_piece, end - from);
        if (m_piece <= end)
            m_piece *= 2;
        const bool isLast = last && m_at == end;
        split(kept.substr(static_cast<std::size_t>(from - keptOffset), static_cast<std::size_t>(m_at - from)),
              isLast);
        recover(kept.substr(0, static_cast<std::size_t>(m_at - keptOffset)), keptOffset, isLast);
    } while (m_at < end);
    for (const Range& range : m_found)
        record(range.begin, range.end);
    m_found.clear();
    m_checked = 0;
}

void RecoveringSplitter::split(std::string_view bytes, bool last)
{
    const auto add = [this](std::uint64_t begin, std::uint64_t end) { m_found.push_back({begin, end}); };
    m_splitter.feed(bytes, add);
    if (last)
        m_splitter.finish(add);
}

/// Cuts the first broken record that contains another one, and goes back to where that one begins.
void RecoveringSplitter::recover(std::string_view kept, std::uint64_t keptOffset, bool last)
{
    const auto goBack = [&](const Cut& cut) {
        m_found.insert(m_found.end(), cut.broken.begin(), cut.broken.end());
        m_checked = m_found.size();
        m_checkLength = m_piece = kFirstPieceAfterCut;
        m_at = cut.next;
        m_splitter = m_splitter.resumedAt(cut.next);
    };
    for (; m_checked < m_found.size(); ++m_checked) {
        const Range range = m_found[m_checked];
        // The record is too long to be read, so its first bytes were dropped.
        if (range.begin < keptOffset)
            continue;
        const std::string_view bytes = kept.substr(static_cast<std::size_t>(range.begin - keptOffset),
                                                   static_cast<std::size_t>(range.end - range.begin));
        learn(bytes);
        const auto cut = cutOf(bytes, range.begin, Extent::Closed);
        if (!cut) {
            ++m_records;
            m_recordBytes += bytes.size();
            continue;
        }
        m_found.resize(m_checked);
        goBack(*cut);
        return;
    }
    if (!m_splitter.inRecord()) {
        m_checkLength = kFirstCheckLength;
        return;
    }
    const std::uint64_t begin = m_splitter.openBegin();
    if (begin < keptOffset)
        return;
    const std::string_view open = kept.substr(static_cast<std::size_t>(begin - keptOffset));
    // A record that is too long to be read is broken, whatever follows.
    const bool isWhole = last || open.size() > kLongestRecord;
    if (!isWhole && open.size() < m_checkLength)
        return;
    m_checkLength = open.size() * std::uint64_t{2};
    learn(open);
    if (const auto cut = cutOf(open, begin, isWhole ? Extent::CutOff : Extent::Growing))
        goBack(*cut);
}

void RecoveringSplitter::learn(std::string_view record)
{
    if (m_records >= kRecordsToLearn || m_openings.size() >= kMostOpenings)
        return;
    std::string opening = openingOf(record);
    if (!opening.empty() && std::find(m_openings.begin(), m_openings.end(), opening) == m_openings.end())
        m_openings.push_back(std::move(opening));
}

/// Whether a record is much longer than the others of the file, so that it may contain some.
bool RecoveringSplitter::isLong(std::uint64_t length) const
{
    constexpr std::uint64_t kTimes = 3;
    return m_records == 0 || length * m_records > m_recordBytes * kTimes;
}

/// Finds an object at `from` or later that begins like one of the first records; npos if there is none.
std::size_t RecoveringSplitter::findOpening(std::string_view record, std::size_t from) const
{
    for (std::size_t at = record.find('{', from); at != std::string_view::npos;
         at = record.find('{', at + 1)) {
        // Most objects have another first key; only the others are looked at further.
        const std::size_t key = std::min(record.find_first_not_of(" \t\r\n", at + 1), record.size());
        const std::string_view rest = record.substr(key);
        const auto hasKeyOf = [rest](const std::string& opening) {
            return rest.starts_with(std::string_view(opening).substr(1, opening.find(':') - 1));
        };
        if (std::none_of(m_openings.begin(), m_openings.end(), hasKeyOf))
            continue;
        const std::string opening = openingOf(record.substr(at));
        if (std::find(m_openings.begin(), m_openings.end(), opening) != m_openings.end())
            return at;
    }
    return std::string_view::npos;
}

/// Where the next record begins: a line at `lineFrom` or later; if there is none, an object at `openingFrom`
/// or later. npos if there is none.
std::size_t RecoveringSplitter::findRecord(std::string_view record, std::size_t lineFrom,
                                           std::size_t openingFrom) const
{
    const std::size_t line = m_splitter.findRecordLine(record, lineFrom);
    return line != std::string_view::npos ? line : findOpening(record, openingFrom);
}

std::optional<RecoveringSplitter::Cut> RecoveringSplitter::cutOf(std::string_view record,
                                                                 std::uint64_t offset, Extent extent) const
{
    // Cheap tests first: this runs for every record, and most are valid.
    const bool holdsLine = m_splitter.findRecordLine(record, 0) != std::string_view::npos;
    const bool endsAsBegun = record.front() != '{' || record.back() == '}';
    if (!holdsLine && endsAsBegun && !isLong(record.size()))
        return std::nullopt;
    if (!holdsLine && findOpening(record, 1) == std::string_view::npos)
        return std::nullopt;
    const auto mistake = repairJson(record, false).mistake;
    // A record that has not been read to its end is truncated, but not broken. Nor is one that is only too
    // deep to be read.
    if (!mistake || mistake->tooDeep ||
        (mistake->truncated && (extent == Extent::Growing || !isLong(record.size()))))
        return std::nullopt;
    const std::size_t none = std::string_view::npos;
    std::size_t next =
        findRecord(record, mistake->truncated ? 1 : mistake->offset, firstOffsetOfNext(record, *mistake));
    std::vector<std::size_t> open;
    if (mistake->truncated && next != none)
        open = neverClosed(record);
    Cut cut;
    // Records that are not closed stand in each other. All of them are cut at once, since to go through the
    // rest for each would take too long.
    for (std::size_t begin = 0; next != none;) {
        const std::size_t end = record.find_last_not_of(" \t\r\n,", next - 1);
        if (end == none || end < begin)
            break;
        cut.broken.push_back({offset + begin, offset + end + 1});
        cut.next = offset + next;
        begin = next;
        if (!std::binary_search(open.begin(), open.end(), next) || !isLong(record.size() - next))
            break;
        next = findRecord(record, next + 1, next + 1);
    }
    return cut.broken.empty() ? std::nullopt : std::optional(std::move(cut));
}

} // namespace duologue
