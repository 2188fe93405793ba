// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/recovering_splitter.h"

#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/json/record_split.h"
#include "core/load/record_parser.h"
#include "core/util/text.h"

#include <algorithm>
#include <cassert>

namespace duologue {

namespace {

constexpr std::uint64_t kFirstCheckLength = std::uint64_t{64} << 10U;
/// The same after a cut, as the next record may be broken, too.
constexpr std::uint64_t kCheckAfterCut = std::uint64_t{4} << 10U;
/// How records begin is learned from so many records, and so many different beginnings are kept.
constexpr std::uint64_t kRecordsToLearn = 64;
constexpr std::size_t kMostOpenings = 16;
/// The beginning of a record is looked for in this many bytes.
constexpr std::size_t kLongestOpening = std::size_t{16} << 10U;

constexpr std::size_t kNone = std::string_view::npos;

/// How an object begins: its first two keys with "*" for simple values. Ends at the first list or object
/// (`{"id":*,"messages":[`). A list begins like its first element. Empty if this is neither, or ends too
/// early.
std::string openingOf(std::string_view json)
{
    if (json.starts_with('[')) {
        const std::size_t first = 1 + skipBlank(json.substr(1, kLongestOpening));
        const std::string opening =
            json.substr(first).starts_with('{') ? openingOf(json.substr(first)) : std::string();
        return opening.empty() ? opening : '[' + opening;
    }
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

/// Where the value of a member begins; 0 for a value without a name.
std::size_t valueBegin(std::string_view member)
{
    if (!member.starts_with('"'))
        return 0;
    JsonScanner scanner(member, JsonScanner::Comments::Ignored);
    scanner.next();
    if (scanner.next().kind != JsonTokenKind::Colon)
        return 0;
    return scanner.next().begin;
}

/// Where the name of the value at `at` begins; npos if the value has none.
std::size_t nameBegin(std::string_view text, std::size_t at)
{
    constexpr std::size_t kLongestName = 1000;
    const auto last = [&](std::size_t end) {
        while (end > 0 && isBlank(text[end - 1]))
            --end;
        return end == 0 ? kNone : end - 1;
    };
    const std::size_t colon = last(at);
    const std::size_t quote = colon == kNone || text[colon] != ':' ? kNone : last(colon);
    if (quote == kNone || quote == 0 || text[quote] != '"')
        return kNone;
    for (std::size_t begin = text.rfind('"', quote - 1); begin != kNone && quote - begin < kLongestName;
         begin = begin == 0 ? kNone : text.rfind('"', begin - 1)) {
        if (begin == 0 || text[begin - 1] != '\\')
            return begin;
    }
    return kNone;
}

bool isWhole(std::string_view value)
{
    if (value.empty())
        return false;
    const auto mistake = repairJson(value, false).mistake;
    // What is nested deeply is no more than that.
    return !mistake || mistake->tooDeep;
}

/// Whether nothing but brackets that close something, and commas, is left of a broken record.
bool areClosingBrackets(std::string_view text)
{
    return text.find_first_not_of("]}, \t\r\n\x1E") == kNone;
}

/// Finds the parts of a broken record.
class PartSearch {
public:
    PartSearch(std::string_view text, RecordLayout layout) : m_text(text), m_layout(layout) {}

    /// The part [begin, end) holds at most one beginning of a record, its own.
    void take(std::size_t begin, std::size_t end)
    {
        begin += skipMarks(m_text.substr(begin, end - begin));
        while (end > begin && (isBlank(m_text[end - 1]) || m_text[end - 1] == ','))
            --end;
        if (begin == end)
            return;
        const std::string_view part = m_text.substr(begin, end - begin);
        const std::size_t value = m_layout == RecordLayout::Members ? valueBegin(part) : 0;
        if (isWhole(part.substr(value)))
            m_parts.emplace_back(begin, end);
        else if (!takeValues(begin, begin + value, end))
            addBroken(begin, end);
    }

    std::vector<std::pair<std::size_t, std::size_t>> parts()
    {
        // Brackets that belong to no broken record are the mistake.
        if (!m_anyBroken && m_brackets)
            m_parts.insert(std::lower_bound(m_parts.begin(), m_parts.end(), *m_brackets), *m_brackets);
        const bool isAll = m_parts.size() == 1 && m_parts.front() == std::pair(std::size_t{0}, m_text.size());
        return isAll ? std::vector<std::pair<std::size_t, std::size_t>>() : std::move(m_parts);
    }

private:
    void addBroken(std::size_t begin, std::size_t end)
    {
        m_anyBroken = true;
        m_parts.emplace_back(begin, end);
    }

    /// Takes whole records that follow each other from `value` on, and what is left behind them. False if the
    /// first one is broken: then nothing tells what follows from its rest.
    bool takeValues(std::size_t begin, std::size_t value, std::size_t end)
    {
        if (m_text[value] != '{' && m_text[value] != '[')
            return false;
        std::vector<std::pair<std::size_t, std::size_t>> values;
        const auto add = [&](std::uint64_t from, std::uint64_t to) {
            values.emplace_back(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
        };
        ValueSplitter splitter(RecordLayout::Values, value);
        splitter.feed(m_text.substr(value, end - value), add);
        splitter.finish(add);
        const auto isRecord = [&](const auto& each) {
            const std::string_view bytes = m_text.substr(each.first, each.second - each.first);
            return (bytes.front() == '{' || bytes.front() == '[') && isWhole(bytes);
        };
        if (values.empty() || !isRecord(values.front()))
            return false;
        m_parts.emplace_back(begin, values.front().second);
        std::size_t next = 1;
        for (; next < values.size() && isRecord(values[next]); ++next)
            m_parts.push_back(values[next]);
        const std::size_t last = values[next - 1].second;
        const std::size_t rest = last + skipMarks(m_text.substr(last, end - last));
        if (rest == end)
            return true;
        if (!areClosingBrackets(m_text.substr(rest, end - rest)))
            addBroken(rest, end);
        else if (!m_brackets)
            m_brackets.emplace(rest, end);
        return true;
    }

    std::string_view m_text;
    RecordLayout m_layout;
    std::vector<std::pair<std::size_t, std::size_t>> m_parts;
    /// The first brackets that close nothing.
    std::optional<std::pair<std::size_t, std::size_t>> m_brackets;
    bool m_anyBroken = false;
};

} // namespace

RecordStarts::RecordStarts(RecordLayout layout, std::vector<std::string> openings, std::string line)
    : m_layout(layout), m_openings(std::move(openings)), m_line(std::move(line))
{
}

RecordStarts RecordStarts::learnedFrom(std::string_view beginning, RecordLayout layout)
{
    std::vector<std::string_view> examples;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        if (examples.size() < kRecordsToLearn)
            examples.push_back(beginning.substr(static_cast<std::size_t>(begin), end - begin));
    };
    std::string line;
    if (layout == RecordLayout::Lines) {
        splitLines(beginning, 0, add);
    } else {
        ValueSplitter splitter(layout);
        splitter.feed(beginning, add);
        if (splitter.inRecord())
            add(splitter.openBegin(), beginning.size());
        line = splitter.recordLine();
    }
    RecordStarts starts(layout, {}, line);
    if (starts.learn(examples) || examples.empty())
        return starts;
    // All are broken, perhaps because the first one has swallowed the others.
    const std::string_view first = examples.front();
    if (std::string opening = openingOf(first.substr(valueBegin(first))); !opening.empty())
        starts.m_openings.push_back(std::move(opening));
    examples.clear();
    std::size_t begin = 0;
    for (const std::size_t next : starts.findAll(first)) {
        if (examples.size() < kRecordsToLearn)
            examples.push_back(first.substr(begin, next - begin));
        begin = next;
    }
    examples.push_back(first.substr(begin));
    RecordStarts again(layout, {}, line);
    return again.learn(examples) ? again : starts;
}

/// False if none of the examples is whole.
bool RecordStarts::learn(const std::vector<std::string_view>& examples)
{
    std::vector<std::string_view> whole;
    for (std::string_view example : examples) {
        while (example.ends_with(',') || (!example.empty() && isBlank(example.back())))
            example.remove_suffix(1);
        example.remove_prefix(valueBegin(example));
        if (example.empty() || diagnoseJson(example))
            continue;
        whole.push_back(example);
        std::string opening = openingOf(example);
        if (!opening.empty() && m_openings.size() < kMostOpenings &&
            std::find(m_openings.begin(), m_openings.end(), opening) == m_openings.end())
            m_openings.push_back(std::move(opening));
    }
    // What also begins a part of a record does not tell where the next one begins.
    for (const std::string_view record : whole) {
        for (std::size_t at = findOpening(record, 1); at != kNone; at = findOpening(record, at))
            std::erase(m_openings, openingOf(record.substr(at)));
        if (findLine(record, 0) != kNone)
            m_line.clear();
    }
    return !whole.empty();
}

std::size_t RecordStarts::findOpening(std::string_view text, std::size_t from) const
{
    if (m_openings.empty())
        return kNone;
    const bool anyList = std::any_of(m_openings.begin(), m_openings.end(),
                                     [](const std::string& opening) { return opening.front() == '['; });
    const auto next = [&](std::size_t at) {
        return anyList ? text.find_first_of("{[", at) : text.find('{', at);
    };
    for (std::size_t at = next(from); at != kNone; at = next(at + 1)) {
        const std::size_t inside = text.find_first_not_of(" \t\r\n", at + 1);
        if (inside == kNone)
            return kNone;
        if (text[inside] != (text[at] == '{' ? '"' : '{'))
            continue;
        const std::string opening = openingOf(text.substr(at));
        if (std::find(m_openings.begin(), m_openings.end(), opening) != m_openings.end())
            return at;
    }
    return kNone;
}

std::size_t RecordStarts::findLine(std::string_view text, std::size_t from) const
{
    if (m_line.empty())
        return kNone;
    const std::size_t found = text.find(m_line, from - std::min(from, m_line.size() - 1));
    return found == kNone ? kNone : found + m_line.size() - 1;
}

std::vector<std::size_t> RecordStarts::findAll(std::string_view text) const
{
    std::vector<std::size_t> all;
    std::size_t opening = findOpening(text, 1);
    std::size_t line = findLine(text, 1);
    while (opening != kNone || line != kNone) {
        std::size_t at = std::min(opening, line);
        if (opening == at)
            opening = findOpening(text, at + 1);
        if (line == at)
            line = findLine(text, at + 1);
        if (m_layout == RecordLayout::Members)
            at = nameBegin(text, at);
        if (at != kNone && at > 0 && (all.empty() || at > all.back()))
            all.push_back(at);
    }
    return all;
}

std::vector<std::pair<std::size_t, std::size_t>>
recoverRecords(std::string_view broken, const RecordStarts& starts, RecordLayout layout)
{
    PartSearch search(broken, layout);
    std::size_t begin = 0;
    for (const std::size_t next : starts.findAll(broken)) {
        search.take(begin, next);
        begin = next;
    }
    search.take(begin, broken.size());
    return search.parts();
}

RecoveringSplitter::RecoveringSplitter(RecordLayout layout, std::uint64_t firstOffset,
                                       const FileStarts* starts)
    : m_starts(starts),
      m_layout(layout),
      m_splitter(layout, firstOffset),
      m_step(kFirstCheckLength),
      m_checkLength(kFirstCheckLength)
{
}

void RecoveringSplitter::feed(std::string_view kept, std::uint64_t keptOffset, std::size_t fresh, bool last,
                              const RecordHandler& record)
{
    const Kept all{kept, keptOffset, last};
    assert(m_splitter.offset() + fresh == all.end());
    static_cast<void>(fresh);
    do {
        split(all);
        while (recover(all)) {
        }
    } while (m_splitter.offset() < all.end());
    for (const Range& range : m_found)
        record(range.begin, range.end);
    m_found.clear();
    m_checked = 0;
}

/// Splits the next bytes.
void RecoveringSplitter::split(const Kept& kept)
{
    const auto add = [this](std::uint64_t begin, std::uint64_t end) { m_found.push_back({begin, end}); };
    const std::uint64_t from = m_splitter.offset();
    const std::uint64_t to = std::min(from + m_step, kept.end());
    m_step = std::min(m_step * 2, kFirstCheckLength);
    m_splitter.feed(kept.part(from, to), add);
    if (kept.isLast && to == kept.end())
        m_splitter.finish(add);
}

/// Where other records may begin in a record that is broken.
std::vector<std::size_t> RecoveringSplitter::startsIn(std::string_view broken) const
{
    return (m_starts != nullptr ? m_starts->get()
                                : RecordStarts(m_layout, m_openings, m_splitter.recordLine()))
        .findAll(broken);
}

/// Cuts the bytes of a broken record where others may begin, and goes on with the last of these. The first
/// `before` records that were found stay. False, and nothing changes, if none may begin there.
bool RecoveringSplitter::cut(const Kept& kept, const Range& range, std::size_t before)
{
    const std::string_view broken = kept.part(range.begin, range.end);
    const std::vector<std::size_t> starts = startsIn(broken);
    if (starts.empty())
        return false;
    m_found.resize(before);
    std::size_t from = 0;
    for (const std::size_t next : starts) {
        const std::size_t last = broken.find_last_not_of(" \t\r\n,", next - 1);
        if (last != kNone && last >= from)
            m_found.push_back({range.begin + from, range.begin + last + 1});
        from = next;
    }
    m_checked = m_found.size();
    m_checkLength = m_step = kCheckAfterCut;
    m_splitter = m_splitter.resumedAt(range.begin + from);
    return true;
}

/// Cuts the first broken record that contains another one. False if there is no such record.
bool RecoveringSplitter::recover(const Kept& kept)
{
    for (; m_checked < m_found.size(); ++m_checked) {
        const Range range = m_found[m_checked];
        // The record is too long to be read, so its first bytes were dropped.
        if (range.begin < kept.offset)
            continue;
        const std::string_view bytes = kept.part(range.begin, range.end);
        if (isRest(kept, m_checked)) {
            if (joinRest(kept))
                return true;
            continue;
        }
        learn(bytes);
        if (mayHoldOthers(bytes) && !isWhole(bytes.substr(valueBegin(bytes)))) {
            if (cut(kept, range, m_checked))
                return true;
            continue;
        }
        ++m_records;
        m_recordBytes += bytes.size();
    }
    return recoverOpen(kept);
}

/// Whether a range is not a record, but what is left of one that seemed to end before its end.
bool RecoveringSplitter::isRest(const Kept& kept, std::size_t index) const
{
    const auto first = [&](const Range& range) {
        return kept.bytes[static_cast<std::size_t>(range.begin - kept.offset)];
    };
    if (index == 0 || m_layout == RecordLayout::Members || m_found[index - 1].begin < kept.offset)
        return false;
    const char c = first(m_found[index]);
    return c != '{' && c != '[' && first(m_found[index - 1]) == '{';
}

/// Joins a broken record with its rest, and cuts both together. False if it is not broken, or no other record
/// may begin in them.
bool RecoveringSplitter::joinRest(const Kept& kept)
{
    const Range before = m_found[m_checked - 1];
    if (isWhole(kept.part(before.begin, before.end)))
        return false;
    std::size_t end = m_checked + 1;
    const auto first = [&](std::size_t i) {
        return kept.bytes[static_cast<std::size_t>(m_found[i].begin - kept.offset)];
    };
    while (end < m_found.size() && first(end) != '{' && first(end) != '[')
        ++end;
    const Range all{before.begin, m_found[end - 1].end};
    if (cut(kept, all, m_checked - 1))
        return true;
    const auto place = m_found.begin() + static_cast<std::ptrdiff_t>(m_checked);
    m_found.erase(place, m_found.begin() + static_cast<std::ptrdiff_t>(end));
    m_found[--m_checked] = all;
    return false;
}

/// Cuts the record that has not ended yet if it is broken.
bool RecoveringSplitter::recoverOpen(const Kept& kept)
{
    if (!m_splitter.inRecord()) {
        m_checkLength = kFirstCheckLength;
        return false;
    }
    const Range open{m_splitter.openBegin(), m_splitter.offset()};
    if (open.begin < kept.offset || open.begin == open.end)
        return false;
    const std::uint64_t length = open.end - open.begin;
    const bool isAtEnd = kept.isLast && open.end == kept.end();
    if (!isAtEnd && length < m_checkLength)
        return false;
    // A record that is too long to be read is broken, whatever follows.
    const bool isTooLong = length > kLongestRecord;
    m_checkLength = isTooLong ? length * 2 : std::min(length * 2, kLongestRecord + 1);
    const std::string_view bytes = kept.part(open.begin, open.end);
    learn(bytes);
    if (!isAtEnd && !isTooLong) {
        // Far cheaper than to look for mistakes, and in vain for nearly every long record.
        if (startsIn(bytes).empty())
            return false;
        const auto mistake = repairJson(bytes.substr(valueBegin(bytes)), false).mistake;
        // It has not been read to its end.
        if (!mistake || mistake->truncated || mistake->tooDeep)
            return false;
    }
    return cut(kept, open, m_found.size());
}

void RecoveringSplitter::learn(std::string_view record)
{
    if (m_records >= kRecordsToLearn || m_openings.size() >= kMostOpenings)
        return;
    std::string opening = openingOf(record.substr(valueBegin(record)));
    if (!opening.empty() && std::find(m_openings.begin(), m_openings.end(), opening) == m_openings.end())
        m_openings.push_back(std::move(opening));
}

/// Whether a record is much longer than the others of the file, so that it may contain some.
bool RecoveringSplitter::isLong(std::uint64_t length) const
{
    constexpr std::uint64_t kTimes = 3;
    return m_records == 0 || length * m_records > m_recordBytes * kTimes;
}

/// Cheap tests: they run for every record, and most are valid.
bool RecoveringSplitter::mayHoldOthers(std::string_view record) const
{
    const std::string line = m_splitter.recordLine();
    if (!line.empty() && record.find(line) != kNone)
        return true;
    const bool endsAsBegun = record.front() != '{' || record.back() == '}';
    if (endsAsBegun && !isLong(record.size()))
        return false;
    return !RecordStarts(m_layout, m_openings, {}).findAll(record).empty();
}

} // namespace duologue
