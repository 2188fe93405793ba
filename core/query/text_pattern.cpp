// SPDX-License-Identifier: GPL-3.0-or-later
#define PCRE2_CODE_UNIT_WIDTH 8
#include "core/query/text_pattern.h"

#include "core/query/pattern_literal.h"
#include "core/query/required_needles.h"

#include <algorithm>
#include <array>
#include <pcre2.h>

namespace duologue {

struct TextPattern::Compiled {
    pcre2_code* code = nullptr;

    explicit Compiled(pcre2_code* made) : code(made) {}
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;
    ~Compiled() { pcre2_code_free(code); }
};

namespace {

struct FreeMatchData {
    void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
};

PCRE2_SPTR bytesOf(std::string_view text)
{
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

} // namespace

TextPattern TextPattern::words(std::string_view text)
{
    TextPattern pattern;
    pattern.m_words = std::make_shared<const FoldedNeedle>(text);
    return pattern;
}

std::variant<TextPattern, PatternMistake> TextPattern::expression(std::string_view text, bool caseSensitive)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    const std::uint32_t options =
        PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | (caseSensitive ? 0U : PCRE2_CASELESS);
    pcre2_code* code = pcre2_compile(bytesOf(text), text.size(), options, &error, &offset, nullptr);
    if (code == nullptr) {
        std::array<PCRE2_UCHAR, 256> message{};
        pcre2_get_error_message(error, message.data(), message.size());
        return PatternMistake{offset, reinterpret_cast<const char*>(message.data())};
    }
    TextPattern pattern;
    pattern.m_compiled = std::make_shared<const Compiled>(code);
    pattern.m_required = std::make_shared<const RequiredNeedles>(requiredLiterals(text));
    pattern.m_longestMatch = longestMatch(text);
    // Without just-in-time compilation matching is slower, never wrong: its result does not matter.
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    return pattern;
}

std::optional<TextRange> TextPattern::find(std::string_view text, std::size_t from) const
{
    if (m_words)
        return m_words->find(text, Spelling::Plain, from);
    const std::unique_ptr<pcre2_match_data, FreeMatchData> match(pcre2_match_data_create(1, nullptr));
    if (pcre2_match(m_compiled->code, bytesOf(text), text.size(), from, 0, match.get(), nullptr) < 0)
        return std::nullopt;
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(match.get());
    // "\\K" in a lookahead can end a match before it begins.
    return TextRange{std::min(ends[0], ends[1]), ends[1]};
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
    if (!m_words)
        return m_required->nextInJson(json, from, [&](const TextRange& required) {
            return !m_longestMatch || mayMatchAround(json, required);
        });
    if (!m_words->canSearchJson())
        return from < json.size() ? from : std::string_view::npos;
    const auto found = m_words->find(json, Spelling::Json, from);
    return found ? std::max(found->begin, from) : std::string_view::npos;
}

bool TextPattern::mayBeIn(std::string_view record) const
{
    return !m_required || m_required->all(record, [&](const TextRange& required) {
        return !m_longestMatch || mayMatchAround(record, required);
    });
}

/// Where no escape stands near, the bytes are the text itself, up to the quotes that end it.
bool TextPattern::mayMatchAround(std::string_view json, const TextRange& required) const
{
    const std::size_t before = std::min(*m_longestMatch, required.begin);
    std::size_t begin = required.begin - before;
    std::size_t end = std::min(required.end + *m_longestMatch, json.size());
    if (json.substr(begin, end - begin).find('\\') != std::string_view::npos ||
        json.substr(required.begin, required.end - required.begin).find('"') != std::string_view::npos)
        return true;
    if (const auto quote = json.substr(begin, before).rfind('"'); quote != std::string_view::npos)
        begin += quote + 1;
    end = std::min(json.find('"', required.end), end);
    return find(json.substr(begin, end - begin)).has_value();
}

std::string patternLibrary()
{
    std::array<char, 64> version{};
    pcre2_config(PCRE2_CONFIG_VERSION, version.data());
    return "PCRE2 " + std::string(version.data());
}

} // namespace duologue
