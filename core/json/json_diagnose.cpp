// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_diagnose.h"

#include "core/base/text.h"
#include "core/json/json_tokens.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace duologue {

namespace {

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Walks over the text with a stack of its own. Each step either moves on or leaves a mistake.
class Diagnosis {
public:
    explicit Diagnosis(std::string_view text) : m_text(text) {}

    std::optional<JsonMistake> run()
    {
        skipSpace();
        if (!value())
            return m_mistake;
        while (!m_open.empty()) {
            if (!next())
                return m_mistake;
        }
        skipSpace();
        if (m_at < m_text.size())
            fail(m_at, "expected nothing more behind the value");
        return m_mistake;
    }

private:
    bool fail(std::size_t offset, std::string what)
    {
        m_mistake = JsonMistake{offset, m_at >= m_text.size(), std::move(what)};
        return false;
    }

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void skipSpace()
    {
        while (m_at < m_text.size() && isJsonSpace(m_text[m_at]))
            ++m_at;
    }

    /// A value's beginning; an array or object that holds something stays open.
    bool value()
    {
        switch (peek()) {
        case '"':
            return string();
        case '{':
            ++m_at;
            skipSpace();
            if (peek() == '}') {
                ++m_at;
                return true;
            }
            m_open.push_back('{');
            m_justOpened = true;
            return true;
        case '[':
            ++m_at;
            skipSpace();
            if (peek() == ']') {
                ++m_at;
                return true;
            }
            m_open.push_back('[');
            m_justOpened = true;
            return true;
        default:
            if (word() || number())
                return true;
            fail(m_at, "expected a value");
            m_mistake->truncated = m_mistake->truncated || endsInsideWord();
            return false;
        }
    }

    /// A member's name up to its value's beginning.
    bool name()
    {
        if (peek() != '"')
            return fail(m_at, "expected a name in double quotes");
        if (!string())
            return false;
        skipSpace();
        if (peek() != ':')
            return fail(m_at, "expected ':' behind the name");
        ++m_at;
        skipSpace();
        return value();
    }

    /// What follows in the innermost open array or object: its first value, or what stands behind a value.
    bool next()
    {
        if (m_justOpened) {
            m_justOpened = false;
            return m_open.back() == '{' ? name() : value();
        }
        skipSpace();
        const char close = m_open.back() == '{' ? '}' : ']';
        if (peek() == close) {
            ++m_at;
            m_open.pop_back();
            return true;
        }
        if (peek() != ',')
            return fail(m_at, std::string("expected ',' or '") + close + "'");
        ++m_at;
        skipSpace();
        return close == '}' ? name() : value();
    }

    bool string()
    {
        const std::size_t begin = m_at++;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"') {
                ++m_at;
                return true;
            }
            if (static_cast<unsigned char>(c) < 0x20)
                return fail(m_at, "a control character inside a text must be escaped");
            if (c == '\\') {
                if (!escape(begin))
                    return false;
            } else {
                ++m_at;
            }
        }
        return fail(begin, "the text that begins here has no closing quote");
    }

    bool escape(std::size_t stringBegin)
    {
        constexpr std::string_view kKnownEscapes = "\"\\/bfnrt";
        const std::size_t backslash = m_at++;
        if (m_at >= m_text.size())
            return fail(stringBegin, "the text that begins here has no closing quote");
        if (m_text[m_at] == 'u') {
            const std::string_view digits = m_text.substr(m_at + 1, 4);
            const bool cut = m_at + 5 >= m_text.size();
            if (cut || !std::all_of(digits.begin(), digits.end(), isHexDigit)) {
                // Python wants to see what is behind the digits before it believes them.
                fail(m_at, "expected four hexadecimal digits behind \\u");
                m_mistake->truncated = cut;
                return false;
            }
            m_at += 5;
            return true;
        }
        if (kKnownEscapes.find(m_text[m_at]) == std::string_view::npos)
            return fail(backslash, "no such escape");
        ++m_at;
        return true;
    }

    static constexpr std::array<std::string_view, 6> kWords{"true", "false",    "null",
                                                            "NaN",  "Infinity", "-Infinity"};

    /// All that is left of the text is the beginning of a word or a number's sign.
    bool endsInsideWord() const
    {
        return std::any_of(
            kWords.begin(), kWords.end(),
            [rest = m_text.substr(m_at)](std::string_view known) { return known.starts_with(rest); });
    }

    bool word()
    {
        for (const std::string_view known : kWords) {
            if (m_text.substr(m_at).starts_with(known)) {
                m_at += known.size();
                return true;
            }
        }
        return false;
    }

    bool number()
    {
        const std::size_t end = numberEnd(m_text, m_at);
        return end != std::exchange(m_at, end);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<char> m_open;
    bool m_justOpened = false;
    std::optional<JsonMistake> m_mistake;
};

} // namespace

std::optional<JsonMistake> diagnoseJson(std::string_view text)
{
    return Diagnosis(text).run();
}

TextPlace placeInText(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    TextPlace place;
    place.line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const auto lineBegin = before.rfind('\n');
    place.column =
        characterCount(lineBegin == std::string_view::npos ? before : before.substr(lineBegin + 1)) + 1;
    return place;
}

} // namespace duologue
