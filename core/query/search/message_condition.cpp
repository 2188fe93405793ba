// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/message_condition.h"

#include "core/query/search/term_match.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

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

} // namespace duologue
