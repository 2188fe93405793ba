// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language/sentences.h"

#include "core/base/ascii.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 20> kAbbreviations{"mr",  "mrs", "ms",     "dr",  "st",  "prof", "vs",
                                                          "etc", "e.g", "i.e",    "no",  "inc", "ltd",  "co",
                                                          "jr",  "sr",  "approx", "est", "fig", "mt"};

bool isLetter(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

bool isSpace(char c)
{
    return isBlank(c) || c == '\v' || c == '\f';
}

bool isFullStop(char32_t c)
{
    return c == U'。' || c == U'！' || c == U'？' || c == U'…';
}

bool isCloser(char32_t c)
{
    constexpr std::u32string_view kClosers = U"\"')]}*_~”’」』）】》〉";
    return kClosers.find(c) != std::u32string_view::npos;
}

bool isSign(char32_t c)
{
    constexpr unsigned kLastAscii = 0x7F;
    if (c <= kLastAscii)
        return !isLetter(static_cast<char>(c)) && !isDigit(static_cast<char>(c));
    // General, Chinese and full-width punctuation, and symbols.
    return (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF0F) ||
           (c >= 0xFF1A && c <= 0xFF20) || (c >= 0x1F000 && c <= 0x1FAFF);
}

/// The characters of one line, cut into sentences.
class LineCutter {
public:
    LineCutter(std::string_view text, std::size_t begin, std::size_t end) : m_text(text), m_end(end)
    {
        m_begin = begin;
    }

    void cut(std::vector<Sentence>& sentences)
    {
        const std::size_t before = sentences.size();
        std::size_t at = m_begin;
        while (at < m_end) {
            const CodePoint here = codePointAt(m_text.substr(at, m_end - at));
            const std::size_t next = at + std::max<std::size_t>(1, here.length);
            if (!endsSentence(here.value, at, next)) {
                at = next;
                continue;
            }
            at = afterClosers(next);
            add(sentences, at);
        }
        add(sentences, m_end);
        if (sentences.size() > before) {
            sentences[before].beginsLine = true;
            sentences.back().endsLine = true;
        }
    }

private:
    bool endsSentence(char32_t c, std::size_t at, std::size_t next) const
    {
        if (isFullStop(c))
            return true;
        if (c != U'.' && c != U'!' && c != U'?')
            return false;
        const std::size_t after = afterClosers(next);
        if (after >= m_end)
            return true;
        if (!isSpace(m_text[after]))
            // "Really?真的" has no space where Chinese follows.
            return c != U'.' && codePointAt(m_text.substr(after)).value > 0x2E00;
        std::size_t word = after;
        while (word < m_end && isSpace(m_text[word]))
            ++word;
        const bool goesOn = word < m_end && m_text[word] >= 'a' && m_text[word] <= 'z';
        return !goesOn && (c != U'.' || !isAbbreviated(at));
    }

    /// Whether the full stop at `at` belongs to an abbreviation or to the number of a list.
    bool isAbbreviated(std::size_t at) const
    {
        std::size_t begin = at;
        while (begin > m_begin &&
               (isLetter(m_text[begin - 1]) || isDigit(m_text[begin - 1]) || m_text[begin - 1] == '.'))
            --begin;
        const std::string word = lowerAscii(m_text.substr(begin, at - begin));
        const bool isNumber = !word.empty() && std::ranges::all_of(word, isDigit);
        if (isNumber) {
            // Only signs stand before the number of a list.
            const std::string_view lead = m_text.substr(m_begin, begin - m_begin);
            return std::ranges::none_of(lead, [](char c) {
                return isLetter(c) || isDigit(c) || static_cast<unsigned char>(c) >= 0x80;
            });
        }
        return word.size() <= 1 || std::ranges::find(kAbbreviations, word) != kAbbreviations.end();
    }

    std::size_t afterClosers(std::size_t at) const
    {
        while (at < m_end) {
            const CodePoint c = codePointAt(m_text.substr(at, m_end - at));
            const bool more = isCloser(c.value) || isFullStop(c.value) || c.value == U'.' ||
                              c.value == U'!' || c.value == U'?';
            if (!more)
                break;
            at += std::max<std::size_t>(1, c.length);
        }
        return at;
    }

    void add(std::vector<Sentence>& sentences, std::size_t end)
    {
        const std::string_view part = m_text.substr(m_begin, end - m_begin);
        const std::string_view kept = trimmed(part);
        const auto begin = static_cast<std::size_t>(kept.data() - m_text.data());
        m_begin = end;
        if (hasShape(kept))
            sentences.push_back({begin, begin + kept.size(), false, false});
    }

    static bool hasShape(std::string_view text)
    {
        for (std::size_t at = 0; at < text.size();) {
            const CodePoint c = codePointAt(text.substr(at));
            if (c.length > 0 && !isSign(c.value))
                return true;
            at += std::max<std::size_t>(1, c.length);
        }
        return false;
    }

    std::string_view m_text;
    std::size_t m_begin = 0;
    std::size_t m_end;
};

} // namespace

std::vector<Sentence> sentencesOf(std::string_view utf8)
{
    std::vector<Sentence> sentences;
    for (std::size_t line = 0; line < utf8.size();) {
        const std::size_t end = std::min(utf8.find('\n', line), utf8.size());
        LineCutter(utf8, line, end).cut(sentences);
        line = end + 1;
    }
    return sentences;
}

} // namespace duologue
