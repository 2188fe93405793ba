// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/text_pattern.h"

#include "core/query/pattern_rewriter.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <optional>
#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <vector>

namespace duologue {

Expected<std::string, PatternMistake> toRe2(std::string_view pattern)
{
    auto rewritten = rewritePattern(pattern);
    if (auto* mistake = rewritten.error())
        return std::move(*mistake);
    return rewritten.value().text();
}

bool boundsOtherWords(std::string_view pattern)
{
    const auto made = rewritePattern(pattern);
    const auto* const rewritten = made.get();
    return rewritten != nullptr && rewritten->hasWordBound && rewritten->hasOtherCharacters;
}

namespace {

/// For the states of an expression, which are made as texts ask for them. If there are more, matching goes on
/// without them, slower.
constexpr std::int64_t kMostMemory = std::int64_t{32} << 20U;
/// Searching for many needles takes longer than reading the records.
constexpr std::size_t kMostNeedles = 24;
/// Shorter needles are nearly everywhere.
constexpr int kShortestNeedle = 2;
/// A character may take so many bytes in JSON: twice a surrogate escape of JSON within JSON.
constexpr std::size_t kLongestEscape = 14;

RE2::Options optionsFor(bool caseSensitive)
{
    RE2::Options options;
    options.set_case_sensitive(caseSensitive);
    options.set_log_errors(false);
    options.set_max_mem(kMostMemory);
    return options;
}

/// The longest piece without a quotation mark, which JSON within JSON writes in another way.
std::string pieceOf(std::string_view literal)
{
    const std::string folded = foldForSearch(literal);
    std::string longest;
    for (std::size_t at = 0; at < folded.size();) {
        const std::size_t end = std::min(folded.find('"', at), folded.size());
        if (end - at > longest.size())
            longest = folded.substr(at, end - at);
        at = end + 1;
    }
    return longest;
}

/// Needles for texts of which each match has one; null if one of them cannot be searched for.
std::shared_ptr<const std::vector<FoldedNeedle>> needlesOf(const std::vector<std::string>& literals)
{
    std::vector<FoldedNeedle> needles;
    for (const std::string& literal : literals) {
        const std::string piece = pieceOf(literal);
        FoldedNeedle needle(piece);
        if (piece.empty() || !needle.canSearchJson() || needles.size() == kMostNeedles)
            return nullptr;
        needles.push_back(std::move(needle));
    }
    return needles.empty() ? nullptr : std::make_shared<const std::vector<FoldedNeedle>>(std::move(needles));
}

/// The position of the first of the needles from `from` on. Looks for all of them in one part of the bytes
/// after the other, so that a frequent one is not found again and again before a rare one that is far away.
std::size_t firstOf(const std::vector<FoldedNeedle>& needles, std::string_view json, std::size_t from)
{
    constexpr std::size_t kFirstPart = std::size_t{4} << 10U;
    constexpr std::size_t kLongestPart = std::size_t{256} << 10U;
    std::size_t overlap = 0;
    for (const FoldedNeedle& needle : needles)
        overlap = std::max(overlap, needle.folded().size() * kLongestEscape);
    std::size_t size = needles.size() == 1 ? json.size() : kFirstPart + overlap;
    while (from < json.size()) {
        const std::string_view part = json.substr(0, std::min(size, json.size() - from) + from);
        std::size_t found = std::string_view::npos;
        for (const FoldedNeedle& needle : needles) {
            if (const auto hit = needle.find(part, Spelling::Json, from))
                found = std::min(found, std::max(hit->begin, from));
        }
        if (found != std::string_view::npos || part.size() == json.size())
            return found;
        from = part.size() - overlap;
        size = std::min(2 * size, kLongestPart + overlap);
    }
    return std::string_view::npos;
}

} // namespace

/// A regular expression compiled by RE2. Any thread.
class TextPattern::Expression {
public:
    Expression(const std::string& pattern, const RE2::Options& options)
        : m_compiled(pattern, options), m_filter(kShortestNeedle)
    {
        int id = 0;
        if (m_compiled.ok() && m_filter.Add(pattern, options, &id) == RE2::NoError)
            m_filter.Compile(&m_atoms);
        for (const std::string& atom : m_atoms)
            m_needles.push_back(needlesOf({atom}));
    }

    const RE2& compiled() const { return m_compiled; }

    bool find(std::string_view text, std::size_t from, re2::StringPiece* match) const
    {
        return m_compiled.Match({text.data(), text.size()}, from, text.size(), RE2::UNANCHORED, match,
                                match == nullptr ? 0 : 1);
    }

    /// Texts of which each match has one: the longest that all have, else the alternatives.
    std::vector<std::string> literals() const
    {
        std::vector<std::string> literals;
        std::vector<int> all(m_atoms.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<int>(i);
        if (all.empty() || mayMatch({}))
            return literals;
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::vector<int> others = all;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            if (!mayMatch(others) && (literals.empty() || m_atoms[i].size() > literals.front().size()))
                literals = {m_atoms[i]};
        }
        return literals.empty() ? m_atoms : literals;
    }

    /// Whether the bytes of a record contain enough of the literals for a match.
    bool mayMatchIn(std::string_view record) const
    {
        if (m_atoms.size() < 2)
            return true;
        std::vector<int> present;
        for (std::size_t i = 0; i < m_atoms.size(); ++i) {
            if (!m_needles[i] || firstOf(*m_needles[i], record, 0) != std::string_view::npos)
                present.push_back(static_cast<int>(i));
        }
        return mayMatch(present);
    }

private:
    /// Whether a text with these atoms alone may match.
    bool mayMatch(const std::vector<int>& atoms) const
    {
        std::vector<int> potential;
        m_filter.AllPotentials(atoms, &potential);
        return !potential.empty();
    }

    RE2 m_compiled;
    re2::FilteredRE2 m_filter;
    std::vector<std::string> m_atoms;
    /// Of each atom; null if it cannot be searched for.
    std::vector<std::shared_ptr<const std::vector<FoldedNeedle>>> m_needles;
};

TextPattern TextPattern::words(std::string_view text)
{
    TextPattern pattern;
    pattern.m_words = std::make_shared<const FoldedNeedle>(text);
    // JSON within JSON writes quotes in another way.
    if (pattern.m_words->folded().find('"') != std::string::npos)
        pattern.m_needles = needlesOf({std::string(text)});
    return pattern;
}

namespace {

/// What RE2 says about the rewritten pattern, about the one that was typed.
PatternMistake mistakeIn(const RE2& compiled, const RewrittenPattern& rewritten, std::string_view pattern)
{
    const std::string& part = compiled.error_arg();
    const TextRange origin = rewritten.originOf(part, pattern);
    const std::string_view typed = pattern.substr(origin.begin, origin.end - origin.begin);
    const auto mistake = [&](PhraseId what) { return PatternMistake{origin.begin, Phrase(what, typed)}; };
    switch (compiled.error_code()) {
    case RE2::ErrorMissingParen:
        return {pattern.size(), PhraseId::PatternOpenGroup};
    case RE2::ErrorUnexpectedParen:
        return {rewritten.originOf(")", pattern).begin, PhraseId::NoOpenBracket};
    case RE2::ErrorPatternTooLarge:
        return {0, PhraseId::PatternTooLarge};
    // Groups whose counts together are beyond RE2's limit.
    case RE2::ErrorRepeatSize:
        return mistake(PhraseId::PatternCount);
    case RE2::ErrorRepeatArgument:
        return mistake(PhraseId::PatternNothingRepeated);
    case RE2::ErrorRepeatOp:
        return mistake(PhraseId::PatternRepeatedTwice);
    case RE2::ErrorTrailingBackslash:
        return {pattern.size() - 1, PhraseId::PatternLastBackslash};
    case RE2::ErrorBadEscape:
        return mistake(PhraseId::PatternEscape);
    case RE2::ErrorBadCharRange:
        if (part.starts_with("\\p") || part.starts_with("\\P"))
            return mistake(PhraseId::PatternUnknownClass);
        return mistake(part.starts_with("[:") ? PhraseId::PatternUnknownPosix : PhraseId::PatternRange);
    default:
        return mistake(PhraseId::PatternUnsupported);
    }
}

} // namespace

Expected<TextPattern, PatternMistake> TextPattern::expression(std::string_view text, bool caseSensitive)
{
    auto made = rewritePattern(text);
    if (auto* mistake = made.error())
        return std::move(*mistake);
    const auto& rewritten = made.value();
    TextPattern pattern;
    pattern.m_expression = std::make_shared<const Expression>(rewritten.text(), optionsFor(caseSensitive));
    if (!pattern.m_expression->compiled().ok())
        return mistakeIn(pattern.m_expression->compiled(), rewritten, text);
    pattern.m_needles = needlesOf(pattern.m_expression->literals());
    return pattern;
}

bool TextPattern::matches(std::string_view text) const
{
    return m_words ? m_words->find(text, Spelling::Plain, 0).has_value()
                   : m_expression->find(text, 0, nullptr);
}

std::optional<TextRange> TextPattern::find(std::string_view text, std::size_t from) const
{
    if (m_words)
        return m_words->find(text, Spelling::Plain, from);
    re2::StringPiece match;
    if (from > text.size() || !m_expression->find(text, from, &match))
        return std::nullopt;
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    return TextRange{begin, begin + match.size()};
}

std::vector<TextRange> TextPattern::findAll(std::string_view text, std::size_t most) const
{
    std::vector<TextRange> all;
    std::size_t from = 0;
    while (from < text.size() && all.size() < most) {
        const auto found = find(text, from);
        if (!found)
            break;
        const bool empty = found->end <= found->begin;
        if (!empty)
            all.push_back(*found);
        const std::size_t end = std::max(found->end, from);
        from = empty || end == from ? end + std::max<std::size_t>(codePointLength(text.substr(end)), 1) : end;
    }
    return all;
}

std::size_t TextPattern::nextInJson(std::string_view json, std::size_t from) const
{
    if (m_needles)
        return firstOf(*m_needles, json, from);
    if (!m_words || !m_words->canSearchJson())
        return from < json.size() ? from : std::string_view::npos;
    const auto found = m_words->find(json, Spelling::Json, from);
    return found ? std::max(found->begin, from) : std::string_view::npos;
}

bool TextPattern::mayBeIn(std::string_view record) const
{
    return !m_expression || !m_needles || m_expression->mayMatchIn(record);
}

std::string patternLibrary()
{
    return "RE2";
}

} // namespace duologue
