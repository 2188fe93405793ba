// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/hit_list.h"

#include "core/load/record_reader.h"
#include "core/query/message_search.h"
#include "core/query/term_match.h"
#include "core/util/sentences.h"

#include <algorithm>
#include <chrono>

namespace duologue {

namespace {

constexpr std::chrono::milliseconds kBetweenReports{150};
/// Longer texts are not aligned sentence by sentence.
constexpr std::size_t kLongestAligned = 20'000;

void addPatterns(const Query& query, std::shared_ptr<const Query> message, std::vector<HitPattern>& patterns)
{
    if (query.kind == QueryKind::Not)
        return;
    if (query.kind == QueryKind::Messages)
        message = std::make_shared<const Query>(query);
    for (const Query& part : query.parts)
        addPatterns(part, message, patterns);
    const QueryTerm& term = query.term;
    const bool isText = query.kind == QueryKind::Term && !term.value.empty() &&
                        (term.kind == TermKind::Text || term.kind == TermKind::Pattern);
    if (!isText)
        return;
    const auto scope = textScope(term.field);
    if (term.kind == TermKind::Text) {
        patterns.push_back({scope.value_or(TextScope()), TextPattern::words(term.value), std::move(message)});
        return;
    }
    auto made = TextPattern::expression(term.value);
    if (auto* pattern = std::get_if<TextPattern>(&made))
        patterns.push_back({scope.value_or(TextScope()), std::move(*pattern), std::move(message)});
}

/// The beginning of the character that is `characters` before a byte.
std::size_t backFrom(std::string_view text, std::size_t byte, std::size_t characters)
{
    constexpr unsigned kTailMask = 0xC0;
    constexpr unsigned kTail = 0x80;
    while (byte > 0 && characters > 0) {
        --byte;
        if ((static_cast<unsigned char>(text[byte]) & kTailMask) != kTail)
            --characters;
    }
    return byte;
}

std::size_t forwardFrom(std::string_view text, std::size_t byte, std::size_t characters)
{
    for (; byte < text.size() && characters > 0; --characters)
        byte += std::max<std::size_t>(1, codePointLength(text.substr(byte)));
    return std::min(byte, text.size());
}

/// White space and control characters become single spaces.
std::string inOneLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        const bool isGap = static_cast<unsigned char>(c) <= ' ';
        if (isGap && !line.empty() && line.back() == ' ')
            continue;
        line += isGap ? ' ' : c;
    }
    return line;
}

/// The text of the message in another language than this one.
std::string_view otherText(const Conversation& conversation, const Slice& texts, const Text& text)
{
    for (const Text& other : conversation.textsOf(texts)) {
        if (&other != &text && !other.earlier && !other.text.empty())
            return other.text;
    }
    return {};
}

/// The condition on a message that a pattern stands in; shared by the patterns of one condition.
struct PreparedCondition {
    std::shared_ptr<const Query> query;
    MessageCondition condition;
};

/// One for each pattern; null for those that have no condition.
using PreparedConditions = std::vector<std::shared_ptr<const PreparedCondition>>;

PreparedConditions conditionsOf(const Snapshot& snapshot, const std::vector<HitPattern>& patterns)
{
    PreparedConditions prepared;
    for (const HitPattern& each : patterns) {
        const bool isSame = !prepared.empty() && prepared.back() && prepared.back()->query == each.message;
        if (isSame)
            prepared.push_back(prepared.back());
        else if (each.message && !each.message->parts.empty())
            prepared.push_back(std::make_shared<const PreparedCondition>(
                PreparedCondition{each.message, MessageCondition(snapshot, each.message->parts.front())}));
        else
            prepared.push_back(nullptr);
    }
    return prepared;
}

class HitFinder {
public:
    HitFinder(const Snapshot& snapshot, const Conversation& conversation, Row row,
              const std::vector<HitPattern>& patterns, const PreparedConditions& conditions,
              const HitLimits& limits)
        : m_snapshot(snapshot),
          m_conversation(conversation),
          m_row(row),
          m_patterns(patterns),
          m_conditions(conditions),
          m_held(patterns.size()),
          m_limits(limits)
    {
    }

    std::vector<TextHit> find()
    {
        forEachText(m_conversation, [this](const RecordText& text) {
            if (text.entry == nullptr || !text.entry->earlier)
                findIn(text);
            return m_hits.size() >= m_limits.hitsInRecord;
        });
        return std::move(m_hits);
    }

private:
    void findIn(const RecordText& text)
    {
        std::vector<TextRange> ranges;
        for (std::size_t i = 0; i < m_patterns.size(); ++i) {
            const HitPattern& each = m_patterns[i];
            if (!each.scope.contains(text) || !isInMessage(i, text))
                continue;
            const auto found = each.pattern.findAll(text.text, m_limits.hitsInRecord - m_hits.size());
            ranges.insert(ranges.end(), found.begin(), found.end());
        }
        if (ranges.empty() || (text.isValue && !textKeysOf(m_snapshot).isText(text)))
            return;
        std::ranges::sort(ranges, {}, &TextRange::begin);
        for (const TextRange& range : ranges) {
            if (m_hits.size() >= m_limits.hitsInRecord)
                return;
            TextHit hit;
            hit.row = m_row;
            hit.part = text.part;
            hit.role = text.role;
            hit.message = text.message;
            hit.begin = range.begin;
            if (text.field != nullptr)
                hit.field = text.field->key;
            hit.excerpt = excerptAround(text.text, range.begin, range.end, m_limits.characters);
            if (text.entry != nullptr) {
                hit.text = static_cast<std::uint32_t>(text.entry - m_conversation.texts.data());
                if (m_limits.withCounterparts)
                    hit.counterpart = counterpartOf(text, range);
            }
            m_hits.push_back(std::move(hit));
        }
    }

    /// Whether the text is in a message for which the whole condition of the pattern holds.
    bool isInMessage(std::size_t pattern, const RecordText& text)
    {
        const PreparedCondition* const prepared = m_conditions[pattern].get();
        if (prepared == nullptr)
            return true;
        const std::size_t count = m_conversation.messages.size();
        if (text.part == TextPart::Candidate || text.message >= count)
            return false;
        const Quantifier quantifier = prepared->query->quantifier;
        if ((quantifier == Quantifier::First && text.message != 0) ||
            (quantifier == Quantifier::Last && text.message + 1 != count))
            return false;
        std::vector<std::uint8_t>& held = m_held[pattern];
        if (held.empty()) {
            held.resize(count);
            const auto [begin, end] = m_snapshot.messageRange(m_row);
            // The file may have changed since the tables were built.
            if (end - begin == count)
                prepared->condition.holdsIn(m_conversation, begin, held.data());
        }
        return held[text.message] != 0;
    }

    /// The aligned sentence where it is certain, else what stands at the same part of the other text.
    std::string counterpartOf(const RecordText& text, const TextRange& range)
    {
        if (text.part != TextPart::Message || text.message >= m_conversation.messages.size())
            return {};
        const std::string_view other =
            otherText(m_conversation, m_conversation.messages[text.message].texts, *text.entry);
        if (other.empty())
            return {};
        if (text.text.size() <= kLongestAligned && other.size() <= kLongestAligned) {
            if (m_aligned != text.entry) {
                m_aligned = text.entry;
                m_pairs = alignSentences(text.text, other);
            }
            for (const SentencePair& pair : m_pairs) {
                const bool isHere = pair.firstBegin <= range.begin && range.begin < pair.firstEnd;
                if (isHere && pair.certainty >= kSureOfPair)
                    return inOneLine(other.substr(pair.secondBegin, pair.secondEnd - pair.secondBegin));
            }
        }
        const double part = static_cast<double>(range.begin) / static_cast<double>(text.text.size());
        const std::size_t middle =
            wholeCharacters(other, static_cast<std::size_t>(part * static_cast<double>(other.size())));
        const HitExcerpt around = excerptAround(other, middle, middle, m_limits.characters);
        return around.before + around.after;
    }

    const Snapshot& m_snapshot;
    const Conversation& m_conversation;
    Row m_row;
    const std::vector<HitPattern>& m_patterns;
    const PreparedConditions& m_conditions;
    /// For each pattern with a condition, whether it holds for each message; empty until it is needed.
    std::vector<std::vector<std::uint8_t>> m_held;
    const HitLimits& m_limits;
    std::vector<TextHit> m_hits;
    /// The text whose sentences were aligned last.
    const Text* m_aligned = nullptr;
    std::vector<SentencePair> m_pairs;
};

} // namespace

std::vector<HitPattern> hitPatternsOf(const Query& query)
{
    std::vector<HitPattern> patterns;
    addPatterns(query, nullptr, patterns);
    return patterns;
}

HitExcerpt excerptAround(std::string_view text, std::size_t begin, std::size_t end, std::size_t characters)
{
    const std::size_t from = backFrom(text, begin, characters);
    const std::size_t to = forwardFrom(text, end, characters);
    HitExcerpt excerpt{inOneLine(text.substr(from, begin - from)), inOneLine(text.substr(begin, end - begin)),
                       inOneLine(text.substr(end, to - end))};
    excerpt.before.erase(0, excerpt.before.find_first_not_of(' '));
    if (from > 0)
        excerpt.before.insert(0, "…");
    if (to < text.size())
        excerpt.after += "…";
    return excerpt;
}

std::vector<TextHit> hitsIn(const Snapshot& snapshot, const Conversation& conversation, Row row,
                            const std::vector<HitPattern>& patterns, const HitLimits& limits)
{
    return HitFinder(snapshot, conversation, row, patterns, conditionsOf(snapshot, patterns), limits).find();
}

HitList findHits(const Snapshot& snapshot, std::span<const Row> rows, const std::vector<HitPattern>& patterns,
                 const HitLimits& limits, const Job& job, const HitsFound& early)
{
    HitList list;
    if (patterns.empty())
        return list;
    const PreparedConditions conditions = conditionsOf(snapshot, patterns);
    RecordReader record(snapshot);
    std::size_t reported = 0;
    auto lastReport = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i) {
        if (i >= limits.rows || list.hits.size() >= limits.hits) {
            list.isCut = true;
            break;
        }
        record.read(rows[i]);
        const Conversation* const conversation = record.conversation();
        if (conversation == nullptr)
            continue;
        for (TextHit& hit : HitFinder(snapshot, *conversation, rows[i], patterns, conditions, limits).find())
            list.hits.push_back(std::move(hit));
        const auto now = std::chrono::steady_clock::now();
        if (early && list.hits.size() > reported && now - lastReport >= kBetweenReports) {
            early({list.hits.begin() + static_cast<std::ptrdiff_t>(reported), list.hits.end()});
            reported = list.hits.size();
            lastReport = now;
        }
    }
    if (list.hits.size() > limits.hits) {
        list.hits.resize(limits.hits);
        list.isCut = true;
    }
    return list;
}

std::optional<Row> firstRowWithHit(const Snapshot& snapshot, std::span<const Row> rows,
                                   const std::vector<HitPattern>& patterns, const Job& job)
{
    HitLimits limits;
    limits.hitsInRecord = 1;
    limits.characters = 0;
    limits.withCounterparts = false;
    const PreparedConditions conditions = conditionsOf(snapshot, patterns);
    RecordReader record(snapshot);
    for (const Row row : rows) {
        if (job.stopRequested())
            break;
        record.read(row);
        const Conversation* const conversation = record.conversation();
        if (conversation != nullptr &&
            !HitFinder(snapshot, *conversation, row, patterns, conditions, limits).find().empty())
            return row;
    }
    return std::nullopt;
}

} // namespace duologue
