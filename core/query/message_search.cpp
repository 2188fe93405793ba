// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/message_search.h"

#include "core/query/term_match.h"
#include "core/query/text_search.h"
#include "core/util/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <span>

namespace duologue {

namespace {

struct TextTerm {
    TextScope scope;
    TextPattern pattern;

    bool holds(const Conversation& conversation, std::size_t message) const
    {
        return forEachTextOf(conversation, message, [&](const RecordText& text) {
            return scope.contains(text) && pattern.matches(text.text);
        });
    }
};

/// A term about a field. `byKey` says for each key of a message whether the term holds. Keys of numbers rise
/// with the numbers, so for these it holds from lowKey to highKey.
struct ColumnTerm {
    FieldReader field;
    std::vector<std::uint8_t> byKey;
    std::uint32_t lowKey = 1;
    std::uint32_t highKey = 0;

    void holds(MessageIndex begin, MessageIndex end, std::uint8_t* out) const
    {
        std::vector<std::uint32_t> keys(end - begin);
        FieldScan(field).messageKeys(begin, end, keys.data());
        // Writing bytes may change any object as far as the compiler knows, so the loops read local copies.
        const std::uint32_t* const key = keys.data();
        const std::size_t count = keys.size();
        if (const std::uint8_t* const wanted = byKey.data(); !byKey.empty()) {
            for (std::size_t i = 0; i < count; ++i)
                out[i] = wanted[key[i]];
            return;
        }
        const std::uint32_t low = lowKey;
        const std::uint32_t width = highKey - lowKey;
        const auto any = static_cast<std::uint8_t>(lowKey <= highKey);
        for (std::size_t i = 0; i < count; ++i)
            out[i] = static_cast<std::uint8_t>(key[i] - low <= width) & any;
    }

    /// Sets the keys whose numbers are in the range. Key 0 is a message without a number.
    void setRange(const QueryTerm& range)
    {
        const double toKey = 1 - field.categoryNumber(categoryCode(0));
        double low = std::ceil(range.low) + toKey;
        double high = std::floor(range.high) + toKey;
        low += std::ceil(range.low) == range.low && !range.lowIncluded ? 1 : 0;
        high -= std::floor(range.high) == range.high && !range.highIncluded ? 1 : 0;
        constexpr double kLast = std::numeric_limits<std::uint32_t>::max();
        // Written so that a NaN bound leaves the range of keys empty.
        if (!(low <= high && low <= kLast && high >= 1))
            return;
        lowKey = static_cast<std::uint32_t>(std::max(low, 1.0));
        highKey = static_cast<std::uint32_t>(std::min(high, kLast));
    }
};

/// For each key, 1 if the term holds.
std::vector<std::uint8_t> wantedKeys(const FieldReader& field, const QueryTerm& term)
{
    const FieldScan scan(field);
    std::vector<std::uint8_t> wanted(scan.messageKeyCount());
    if (field.hasMarks() && term.kind == TermKind::Equals) {
        if (const auto mark = markNamed(term.value))
            wanted[static_cast<std::size_t>(*mark)] = 1;
        return wanted;
    }
    const CategoryMatch match(field, term);
    std::vector<std::uint8_t> wantedCodes(field.categoryCount());
    for (std::size_t code = 0; code < wantedCodes.size(); ++code)
        wantedCodes[code] = match(field.category(categoryCode(code))) ? 1 : 0;
    for (std::uint32_t key = 0; key < wanted.size(); ++key) {
        bool any = false;
        bool found = false;
        scan.forEachCodeOfKey(key, [&](CategoryCode code) {
            any = true;
            found = found || (indexOf(code) < wantedCodes.size() && wantedCodes[indexOf(code)] != 0);
        });
        wanted[key] = term.kind == TermKind::Has ? any : term.kind == TermKind::Missing ? !any : found;
    }
    return wanted;
}

} // namespace

struct MessageCondition::Part {
    QueryKind kind = QueryKind::Everything;
    std::optional<TextTerm> text;
    std::optional<ColumnTerm> column;
    /// For missing: on numbers, which is evaluated as has: and inverted.
    bool inverted = false;
    std::vector<Part> parts;

    /// `negated` is true inside an odd number of negations. Calls readText(term, negated, out) for a text
    /// term.
    template<typename ReadText>
    void holds(MessageIndex begin, MessageIndex end, std::uint8_t* out, bool negated,
               const ReadText& readText) const
    {
        const std::size_t count = end - begin;
        if (count == 0)
            return;
        switch (kind) {
        case QueryKind::Not:
            parts.front().holds(begin, end, out, !negated, readText);
            break;
        case QueryKind::And:
        case QueryKind::Or: {
            parts.front().holds(begin, end, out, negated, readText);
            std::vector<std::uint8_t> other(count);
            // Stops once the result is decided for all messages.
            const int decided = kind == QueryKind::And ? 0 : 1;
            for (std::size_t i = 1; i < parts.size(); ++i) {
                if (std::memchr(out, 1 - decided, count) == nullptr)
                    return;
                parts[i].holds(begin, end, other.data(), negated, readText);
                const std::uint8_t* const each = other.data();
                if (decided == 0)
                    std::transform(out, out + count, each, out, std::bit_and<std::uint8_t>());
                else
                    std::transform(out, out + count, each, out, std::bit_or<std::uint8_t>());
            }
            return;
        }
        case QueryKind::Term:
            if (column)
                column->holds(begin, end, out);
            else
                readText(*text, negated, out);
            break;
        default:
            std::fill_n(out, count, std::uint8_t{1});
        }
        if (inverted || kind == QueryKind::Not)
            std::transform(out, out + count, out, [](std::uint8_t held) { return held ^ 1U; });
    }
};

MessageCondition::MessageCondition(const Snapshot& snapshot, const Query& query)
    : m_root(std::make_unique<const Part>(makePart(snapshot, query))), m_readsTexts(asksTexts(query))
{
}

MessageCondition::~MessageCondition() = default;
MessageCondition::MessageCondition(MessageCondition&&) noexcept = default;

MessageCondition::Part MessageCondition::makePart(const Snapshot& snapshot, const Query& query)
{
    if (query.kind == QueryKind::Term)
        return makeTerm(snapshot, query.term);
    Part part;
    part.kind = query.kind;
    for (const Query& each : query.parts)
        part.parts.push_back(makePart(snapshot, each));
    return part;
}

MessageCondition::Part MessageCondition::makeTerm(const Snapshot& snapshot, const QueryTerm& term)
{
    Part part;
    part.kind = QueryKind::Term;
    if (term.kind == TermKind::Text || term.kind == TermKind::Pattern) {
        part.text = TextTerm{textScope(term.field).value_or(TextScope{}), patternOf(term)};
        return part;
    }
    const auto field = findMessageField(snapshot, term.fieldName());
    if (!field) {
        // The dataset has no records, or checkQuery() would refuse the field.
        part.kind = QueryKind::Everything;
        return part;
    }
    if (!field->hasMessageNumbers()) {
        part.column = ColumnTerm{*field, wantedKeys(*field, term)};
        return part;
    }
    QueryTerm range = term;
    if (term.kind == TermKind::Equals)
        range.low = range.high = numberIn(term.value).value_or(std::nan(""));
    part.inverted = term.kind == TermKind::Missing;
    part.column = ColumnTerm{*field, {}};
    part.column->setRange(range);
    return part;
}

void MessageCondition::holds(MessageIndex begin, MessageIndex end, UnreadTexts unread,
                             std::uint8_t* out) const
{
    m_root->holds(begin, end, out, false, [&](const TextTerm&, bool negated, std::uint8_t* each) {
        // A negation turns an upper bound into a lower bound.
        const bool held = (unread == UnreadTexts::MayHold) != negated;
        std::fill_n(each, end - begin, static_cast<std::uint8_t>(held));
    });
}

void MessageCondition::holdsIn(const Conversation& conversation, MessageIndex begin, std::uint8_t* out) const
{
    const auto end = begin + static_cast<std::uint32_t>(conversation.messages.size());
    m_root->holds(begin, end, out, false, [&](const TextTerm& term, bool, std::uint8_t* each) {
        for (std::size_t i = 0; i < conversation.messages.size(); ++i)
            *each++ = term.holds(conversation, i) ? 1 : 0;
    });
}

const TextPattern* MessageCondition::requiredIn(const Part& part)
{
    if (part.text)
        return &part.text->pattern;
    if (part.kind != QueryKind::And)
        return nullptr;
    for (const Part& each : part.parts) {
        if (const TextPattern* required = requiredIn(each))
            return required;
    }
    return nullptr;
}

const TextPattern* MessageCondition::requiredPattern() const
{
    return requiredIn(*m_root);
}

namespace {

/// For each message of a conversation, 1 if the condition holds for it.
using Held = std::span<const std::uint8_t>;

/// Bounds for the number of messages for which the condition holds, if texts are not read.
struct HeldCount {
    std::size_t least = 0;
    std::size_t most = 0;
};

/// Open if only the texts can decide.
enum class Verdict : std::uint8_t { No, Yes, Open };

/// Decides whether a conversation matches from the results for its messages.
class QuantifierTest {
public:
    explicit QuantifierTest(const Query& query) : m_quantifier(query.quantifier), m_range(query.term) {}

    bool holds(Held held) const
    {
        switch (m_quantifier) {
        case Quantifier::Some:
            return std::find(held.begin(), held.end(), 1) != held.end();
        case Quantifier::First:
            return !held.empty() && held.front() != 0;
        case Quantifier::Last:
            return !held.empty() && held.back() != 0;
        case Quantifier::All:
            return !held.empty() && std::find(held.begin(), held.end(), 0) == held.end();
        case Quantifier::Count:
            break;
        }
        const auto count = std::count(held.begin(), held.end(), 1);
        return m_range.contains(static_cast<double>(count));
    }

    /// The verdict from a lower and an upper bound for each message.
    Verdict verdict(Held least, Held most) const
    {
        if (m_quantifier == Quantifier::Count)
            return countVerdict({static_cast<std::size_t>(std::count(least.begin(), least.end(), 1)),
                                 static_cast<std::size_t>(std::count(most.begin(), most.end(), 1))});
        // The other quantifiers are monotonic: more matching messages never make them false.
        return holds(least) ? Verdict::Yes : holds(most) ? Verdict::Open : Verdict::No;
    }

    /// True if the conversation cannot match without a matching message.
    bool needsOne() const { return m_quantifier != Quantifier::Count || !m_range.contains(0); }

private:
    Verdict countVerdict(HeldCount count) const
    {
        bool any = false;
        bool all = true;
        for (std::size_t i = count.least; i <= count.most; ++i) {
            const bool in = m_range.contains(static_cast<double>(i));
            any = any || in;
            all = all && in;
        }
        return all ? Verdict::Yes : any ? Verdict::Open : Verdict::No;
    }

    Quantifier m_quantifier;
    ClosedRange m_range;
};

/// Decides, with their texts, about records that columns leave open.
class OpenRecords final : public RecordFilter {
public:
    OpenRecords(const Snapshot& snapshot, const MessageCondition& condition, const QuantifierTest& test)
        : m_snapshot(snapshot),
          m_condition(condition),
          m_test(test),
          m_required(test.needsOne() ? condition.requiredPattern() : nullptr)
    {
    }

    std::size_t nextCandidate(std::string_view bytes, std::size_t from) const override
    {
        return m_required == nullptr ? from : m_required->nextInJson(bytes, from);
    }

    bool keeps(const Conversation&, const FirstRecords&) const override { return false; }

    bool keepsRow(const Conversation& conversation, Row row, const FirstRecords&) const override
    {
        const auto [begin, end] = m_snapshot.messageRange(row);
        // The file may have changed since the tables were built.
        if (conversation.messages.size() != end - begin)
            return false;
        std::vector<std::uint8_t> held(end - begin);
        m_condition.holdsIn(conversation, begin, held.data());
        return m_test.holds(held);
    }

private:
    const Snapshot& m_snapshot;
    const MessageCondition& m_condition;
    const QuantifierTest& m_test;
    const TextPattern* m_required;
};

/// Evaluates all candidates by columns alone.
class ColumnPass {
public:
    ColumnPass(const Snapshot& snapshot, const MessageCondition& condition, const QuantifierTest& test,
               const RowSet& candidates)
        : m_snapshot(snapshot),
          m_condition(condition),
          m_test(test),
          m_candidates(candidates),
          found(candidates.size()),
          open(candidates.size())
    {
    }

    void run(const Job& job)
    {
        parallelFor(FieldScan::pieceCount(m_candidates.size()), 1, [&](std::size_t first, std::size_t last) {
            const Row pieceEnd = FieldScan::startOfPiece(last, m_candidates.size());
            for (Row begin = FieldScan::startOfPiece(first, m_candidates.size()); begin < pieceEnd;
                 begin += FieldScan::kRun) {
                if (indexOf(begin) % FieldScan::kPiece == 0 && job.stopRequested())
                    return;
                const Row end = std::min(begin + FieldScan::kRun, pieceEnd);
                if (m_candidates.anyIn(begin, end))
                    takeRun(begin, end);
            }
        });
    }

private:
    void takeRun(Row begin, Row end)
    {
        std::array<MessageIndex, FieldScan::kRun + 1> starts;
        messageStarts(m_snapshot, begin, end, starts.data());
        const MessageIndex first = starts[0];
        const std::size_t count = starts[end - begin] - first;
        std::vector<std::uint8_t> least(count);
        m_condition.holds(first, starts[end - begin], UnreadTexts::MayNotHold, least.data());
        std::vector<std::uint8_t> most;
        if (m_condition.readsTexts()) {
            most.resize(count);
            m_condition.holds(first, starts[end - begin], UnreadTexts::MayHold, most.data());
        }
        for (Row row = begin; row < end; ++row) {
            // Of a record that could not be read it is not known which messages it has: not even that it
            // has none.
            if (!m_candidates.contains(row) || m_snapshot.records.entries.hot()[indexOf(row)].isBroken())
                continue;
            const std::size_t at = starts[row - begin] - first;
            const std::size_t size = starts[row - begin + 1] - starts[row - begin];
            const Held atLeast = Held(least).subspan(at, size);
            const Verdict verdict = m_condition.readsTexts()
                                        ? m_test.verdict(atLeast, Held(most).subspan(at, size))
                                    : m_test.holds(atLeast) ? Verdict::Yes
                                                            : Verdict::No;
            if (verdict != Verdict::No)
                (verdict == Verdict::Yes ? found : open).add(row);
        }
    }

    const Snapshot& m_snapshot;
    const MessageCondition& m_condition;
    const QuantifierTest& m_test;
    const RowSet& m_candidates;

public:
    RowSet found;
    RowSet open;
};

} // namespace

FoundRows messageRows(const Snapshot& snapshot, const Query& query, const RowSet& candidates, const Job& job)
{
    const MessageCondition condition(snapshot, query.parts.front());
    const QuantifierTest test(query);
    ColumnPass columns(snapshot, condition, test, candidates);
    columns.run(job);
    if (!condition.readsTexts() || job.stopRequested())
        return {std::move(columns.found), RowSet(candidates.size())};
    FoundRows rows = searchTexts(snapshot, columns.open, OpenRecords(snapshot, condition, test), job);
    rows.found |= columns.found;
    return rows;
}

} // namespace duologue
