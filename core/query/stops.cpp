// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/stops.h"

#include "core/data/field_reader.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "core/query/message_search.h"
#include "core/query/term_match.h"
#include "core/util/numbers.h"
#include "core/util/sentences.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace duologue {

namespace {

constexpr std::chrono::milliseconds kBetweenReports{150};
/// Longer texts are not aligned sentence by sentence.
constexpr std::size_t kLongestAligned = 20'000;

Query asMessageQuery(const QueryTerm& term)
{
    Query condition;
    condition.kind = QueryKind::Term;
    condition.term = term;
    Query query;
    query.kind = QueryKind::Messages;
    query.parts = {std::move(condition)};
    return query;
}

/// Finds what a query asks for.
class RuleMaker {
public:
    explicit RuleMaker(const Snapshot& snapshot) : m_snapshot(snapshot) {}

    void add(const Query& query)
    {
        switch (query.kind) {
        case QueryKind::Everything:
        case QueryKind::Not:
            return;
        case QueryKind::And:
        case QueryKind::Or:
            for (const Query& part : query.parts)
                add(part);
            return;
        case QueryKind::Messages:
            addCondition(std::make_shared<const Query>(query));
            return;
        case QueryKind::Term:
            if (!addWords(query.term, nullptr))
                addTerm(query.term);
            return;
        }
    }

    std::vector<StopRule> take() { return std::move(m_rules); }

private:
    bool addWords(const QueryTerm& term, const std::shared_ptr<const Query>& message)
    {
        if (term.kind != TermKind::Text && term.kind != TermKind::Pattern)
            return false;
        if (term.value.empty())
            return true;
        const TextScope scope = textScope(term.field).value_or(TextScope());
        if (term.kind == TermKind::Text) {
            m_rules.push_back({StopRule::Kind::Words, scope, TextPattern::words(term.value), message});
            return true;
        }
        auto made = TextPattern::expression(term.value);
        if (auto* pattern = made.get())
            m_rules.push_back({StopRule::Kind::Words, scope, std::move(*pattern), message});
        return true;
    }

    void addWordsIn(const Query& query, const std::shared_ptr<const Query>& message)
    {
        if (query.kind == QueryKind::Not)
            return;
        for (const Query& part : query.parts)
            addWordsIn(part, message);
        if (query.kind == QueryKind::Term)
            addWords(query.term, message);
    }

    void addCondition(const std::shared_ptr<const Query>& message)
    {
        if (checkQuery(m_snapshot, *message))
            return;
        const std::size_t before = m_rules.size();
        addWordsIn(*message, message);
        if (m_rules.size() == before && !message->parts.empty())
            m_rules.push_back({StopRule::Kind::Messages, {}, {}, message});
    }

    /// A condition on a field of messages asks for the messages that have the value.
    void addTerm(const QueryTerm& term)
    {
        if (term.kind == TermKind::Missing)
            return;
        if (term.field == "translation") {
            if (equalsFolded(term.value, "partial") || term.value == kPartialInChinese)
                m_rules.push_back({.kind = StopRule::Kind::Untranslated});
            return;
        }
        const auto field = findField(m_snapshot, term.fieldName());
        if (!field || !field->info().ofMessages)
            return;
        QueryTerm asked = term;
        // Records have the number of their marks.
        if (field->hasMarks() && term.kind != TermKind::Has && !markNamed(term.value))
            asked = {
                .kind = TermKind::Equals, .field = term.field, .value = "yes", .typedField = term.typedField};
        Query query = asMessageQuery(asked);
        if (!checkQuery(m_snapshot, query))
            m_rules.push_back(
                {StopRule::Kind::Messages, {}, {}, std::make_shared<const Query>(std::move(query))});
    }

    static constexpr std::string_view kPartialInChinese = "部分";

    const Snapshot& m_snapshot;
    std::vector<StopRule> m_rules;
};

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

bool isInOneLanguage(const Conversation& conversation, const Message& message)
{
    std::size_t languages = 0;
    for (const Text& text : conversation.textsOf(message.texts))
        languages += text.earlier || text.text.empty() ? 0 : 1;
    return languages == 1;
}

/// A rule whose condition is made ready for many records.
class PreparedRule {
public:
    PreparedRule(const StopRule& rule, const Snapshot& snapshot) : m_rule(rule), m_snapshot(snapshot)
    {
        if (rule.message && !rule.message->parts.empty())
            m_condition.emplace(snapshot, rule.message->parts.front());
    }

    const StopRule& rule() const { return m_rule; }
    bool hasCondition() const { return m_condition.has_value(); }
    /// Only the records themselves tell which messages it holds for.
    bool readsRecords() const
    {
        return m_rule.kind != StopRule::Kind::Messages || (m_condition && m_condition->readsTexts());
    }

    std::vector<std::uint8_t> messagesOf(const Conversation& conversation, Row row) const
    {
        const std::size_t count = conversation.messages.size();
        std::vector<std::uint8_t> held(count, m_condition ? 0 : 1);
        if (m_rule.kind == StopRule::Kind::Untranslated) {
            for (std::size_t i = 0; i < count; ++i)
                held[i] = isInOneLanguage(conversation, conversation.messages[i]) ? 1 : 0;
        }
        if (!m_condition)
            return held;
        const auto [begin, end] = m_snapshot.messageRange(row);
        // The file may have changed since the tables were built.
        if (end - begin == count)
            m_condition->holdsIn(conversation, begin, held.data());
        keepQuantified(held);
        return held;
    }

    /// The number of messages of a row for which it holds, by columns alone.
    std::uint32_t countOf(Row row) const
    {
        const auto [begin, end] = m_snapshot.messageRange(row);
        std::vector<std::uint8_t> held(end - begin);
        m_condition->holds(begin, end, UnreadTexts::MayNotHold, held.data());
        keepQuantified(held);
        return static_cast<std::uint32_t>(std::ranges::count(held, std::uint8_t{1}));
    }

private:
    void keepQuantified(std::vector<std::uint8_t>& held) const
    {
        const Quantifier quantifier = m_rule.message->quantifier;
        for (std::size_t i = 0; i < held.size(); ++i) {
            const bool isElsewhere = (quantifier == Quantifier::First && i != 0) ||
                                     (quantifier == Quantifier::Last && i + 1 != held.size());
            held[i] = isElsewhere ? 0 : held[i];
        }
    }

    const StopRule& m_rule;
    const Snapshot& m_snapshot;
    std::optional<MessageCondition> m_condition;
};

std::vector<PreparedRule> prepared(const Snapshot& snapshot, const std::vector<StopRule>& rules)
{
    std::vector<PreparedRule> made;
    made.reserve(rules.size());
    for (const StopRule& rule : rules)
        made.emplace_back(rule, snapshot);
    return made;
}

class StopFinder {
public:
    StopFinder(const Snapshot& snapshot, const Conversation& conversation, Row row,
               const std::vector<PreparedRule>& rules, const StopLimits& limits)
        : m_snapshot(snapshot),
          m_conversation(conversation),
          m_row(row),
          m_rules(rules),
          m_held(rules.size()),
          m_limits(limits)
    {
    }

    std::vector<Stop> find()
    {
        findMessages();
        const bool hasWords = std::ranges::any_of(
            m_rules, [](const PreparedRule& each) { return each.rule().kind == StopRule::Kind::Words; });
        if (hasWords)
            forEachText(m_conversation, [this](const RecordText& text) {
                if (text.entry == nullptr || !text.entry->earlier)
                    findIn(text);
                return isFull();
            });
        while (m_nextMessage < m_messages.size() && !isFull())
            addMessage();
        return std::move(m_stops);
    }

private:
    bool isFull() const { return m_stops.size() >= m_limits.stopsInRecord; }

    /// The messages that are stops themselves.
    void findMessages()
    {
        std::vector<std::uint8_t> isStop;
        for (std::size_t i = 0; i < m_rules.size(); ++i) {
            if (m_rules[i].rule().kind == StopRule::Kind::Words)
                continue;
            const auto& held = heldBy(i);
            isStop.resize(held.size());
            for (std::size_t message = 0; message < held.size(); ++message) {
                if (held[message] == 0 || isStop[message] != 0)
                    continue;
                isStop[message] = 1;
                m_messages.emplace_back(static_cast<std::uint32_t>(message), m_rules[i].rule().kind);
            }
        }
        std::ranges::sort(m_messages);
    }

    void addMessage()
    {
        const auto [index, kind] = m_messages[m_nextMessage++];
        const Message& message = m_conversation.messages[index];
        Stop stop;
        stop.kind = kind;
        stop.row = m_row;
        stop.role = message.role;
        stop.message = index;
        std::string_view said = message.memo;
        for (std::uint32_t i = message.texts.begin; i < message.texts.end; ++i) {
            if (m_conversation.texts[i].earlier)
                continue;
            if (stop.text == Stop::kNoText)
                stop.text = i;
            if (said.empty())
                said = m_conversation.texts[i].text;
        }
        stop.excerpt = excerptAround(said, 0, 0, 2 * m_limits.characters);
        m_stops.push_back(std::move(stop));
    }

    /// Adds the messages that come before a text.
    void addMessagesBefore(const RecordText& text)
    {
        const bool isCandidate = text.part == TextPart::Candidate;
        if (!isCandidate && text.message == RecordText::kNoMessage)
            return;
        while (m_nextMessage < m_messages.size() && !isFull() &&
               (isCandidate || m_messages[m_nextMessage].first <= text.message))
            addMessage();
    }

    void findIn(const RecordText& text)
    {
        std::vector<TextRange> ranges;
        for (std::size_t i = 0; i < m_rules.size(); ++i) {
            const StopRule& rule = m_rules[i].rule();
            if (rule.kind != StopRule::Kind::Words || !rule.scope.contains(text) || !isInMessage(i, text))
                continue;
            const auto found = rule.pattern->findAll(text.text, m_limits.stopsInRecord - m_stops.size());
            ranges.insert(ranges.end(), found.begin(), found.end());
        }
        if (ranges.empty() || (text.isValue && !textKeysOf(m_snapshot).isText(text)))
            return;
        addMessagesBefore(text);
        std::ranges::sort(ranges, {}, &TextRange::begin);
        for (const TextRange& range : ranges) {
            if (isFull())
                return;
            Stop stop;
            stop.row = m_row;
            stop.part = text.part;
            stop.role = text.role;
            stop.message = text.message;
            stop.begin = range.begin;
            if (text.field != nullptr)
                stop.field = text.field->key;
            stop.excerpt = excerptAround(text.text, range.begin, range.end, m_limits.characters);
            if (text.entry != nullptr) {
                stop.text = static_cast<std::uint32_t>(text.entry - m_conversation.texts.data());
                if (m_limits.withCounterparts)
                    stop.counterpart = counterpartOf(text, range);
            }
            m_stops.push_back(std::move(stop));
        }
    }

    const std::vector<std::uint8_t>& heldBy(std::size_t rule)
    {
        std::optional<std::vector<std::uint8_t>>& held = m_held[rule];
        if (!held)
            held = m_rules[rule].messagesOf(m_conversation, m_row);
        return *held;
    }

    /// Whether the text is in a message for which the whole condition of the rule holds.
    bool isInMessage(std::size_t rule, const RecordText& text)
    {
        if (!m_rules[rule].hasCondition())
            return true;
        return text.part != TextPart::Candidate && text.message < m_conversation.messages.size() &&
               heldBy(rule)[text.message] != 0;
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
        const Excerpt around = excerptAround(other, middle, middle, m_limits.characters);
        return around.before + around.after;
    }

    const Snapshot& m_snapshot;
    const Conversation& m_conversation;
    Row m_row;
    const std::vector<PreparedRule>& m_rules;
    /// For each rule, whether it holds for each message; empty until it is needed.
    std::vector<std::optional<std::vector<std::uint8_t>>> m_held;
    const StopLimits& m_limits;
    /// The messages that are stops, in their order, and the next one to be added.
    std::vector<std::pair<std::uint32_t, StopRule::Kind>> m_messages;
    std::size_t m_nextMessage = 0;
    std::vector<Stop> m_stops;
    /// The text whose sentences were aligned last.
    const Text* m_aligned = nullptr;
    std::vector<SentencePair> m_pairs;
};

} // namespace

std::vector<StopRule> stopRulesOf(const Snapshot& snapshot, const Query& query)
{
    RuleMaker maker(snapshot);
    maker.add(query);
    return maker.take();
}

std::vector<std::uint8_t> messagesOf(const StopRule& rule, const Snapshot& snapshot,
                                     const Conversation& conversation, Row row)
{
    return PreparedRule(rule, snapshot).messagesOf(conversation, row);
}

Excerpt excerptAround(std::string_view text, std::size_t begin, std::size_t end, std::size_t characters)
{
    const std::size_t from = backFrom(text, begin, characters);
    const std::size_t to = forwardFrom(text, end, characters);
    Excerpt excerpt{inOneLine(text.substr(from, begin - from)), inOneLine(text.substr(begin, end - begin)),
                    inOneLine(text.substr(end, to - end))};
    excerpt.before.erase(0, excerpt.before.find_first_not_of(' '));
    if (from > 0)
        excerpt.before.insert(0, "…");
    if (to < text.size())
        excerpt.after += "…";
    return excerpt;
}

std::vector<Stop> stopsIn(const Snapshot& snapshot, const Conversation& conversation, Row row,
                          const std::vector<StopRule>& rules, const StopLimits& limits)
{
    const std::vector<PreparedRule> ready = prepared(snapshot, rules);
    return StopFinder(snapshot, conversation, row, ready, limits).find();
}

StopList findStops(const Snapshot& snapshot, std::span<const Row> rows, const std::vector<StopRule>& rules,
                   const StopLimits& limits, const Job& job, const StopsFound& early)
{
    StopList list;
    if (rules.empty())
        return list;
    const std::vector<PreparedRule> ready = prepared(snapshot, rules);
    RecordReader record(snapshot);
    std::size_t reported = 0;
    auto lastReport = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i) {
        if (i >= limits.rows || list.stops.size() >= limits.stops) {
            list.isCut = true;
            break;
        }
        record.read(rows[i]);
        const Conversation* const conversation = record.conversation();
        if (conversation == nullptr)
            continue;
        for (Stop& stop : StopFinder(snapshot, *conversation, rows[i], ready, limits).find())
            list.stops.push_back(std::move(stop));
        const auto now = std::chrono::steady_clock::now();
        if (early && list.stops.size() > reported && now - lastReport >= kBetweenReports) {
            early({list.stops.begin() + static_cast<std::ptrdiff_t>(reported), list.stops.end()});
            reported = list.stops.size();
            lastReport = now;
        }
    }
    if (list.stops.size() > limits.stops) {
        list.stops.resize(limits.stops);
        list.isCut = true;
    }
    return list;
}

namespace {

/// Enough to know how many there are.
StopLimits countingLimits(std::size_t most)
{
    StopLimits limits;
    limits.stopsInRecord = most;
    limits.characters = 0;
    limits.withCounterparts = false;
    return limits;
}

} // namespace

std::optional<Row> firstRowWithStop(const Snapshot& snapshot, std::span<const Row> rows,
                                    const std::vector<StopRule>& rules, const Job& job)
{
    const StopLimits limits = countingLimits(1);
    const std::vector<PreparedRule> ready = prepared(snapshot, rules);
    RecordReader record(snapshot);
    for (const Row row : rows) {
        if (job.stopRequested())
            break;
        record.read(row);
        const Conversation* const conversation = record.conversation();
        if (conversation != nullptr &&
            !StopFinder(snapshot, *conversation, row, ready, limits).find().empty())
            return row;
    }
    return std::nullopt;
}

std::vector<std::uint32_t> countStops(const Snapshot& snapshot, std::span<const Row> rows,
                                      const std::vector<StopRule>& rules, std::size_t most, const Job& job)
{
    std::vector<std::uint32_t> counts(rows.size());
    if (rules.empty())
        return counts;
    const StopLimits limits = countingLimits(most);
    const std::vector<PreparedRule> ready = prepared(snapshot, rules);
    // Two conditions may hold for one message, which is one stop.
    const bool readsRecords = ready.size() > 1 || ready.front().readsRecords();
    for (std::size_t i = 0; !readsRecords && i < rows.size() && !job.stopRequested(); ++i)
        counts[i] = static_cast<std::uint32_t>(std::min<std::size_t>(ready.front().countOf(rows[i]), most));
    if (!readsRecords)
        return counts;
    forEachRecord(snapshot, rows, {}, job, [&](std::size_t i, RecordReader& record) {
        if (const Conversation* const conversation = record.conversation())
            counts[i] = static_cast<std::uint32_t>(
                StopFinder(snapshot, *conversation, rows[i], ready, limits).find().size());
    });
    return counts;
}

} // namespace duologue
