// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/json_text.h"

#include "core/base/ascii.h"
#include "core/io/columnar/byte_reader.h"

#include <algorithm>
#include <cstdint>

namespace duologue {

namespace {

constexpr std::uint64_t kEachByte = 0x0101010101010101U;
constexpr std::uint64_t kHighBits = 0x8080808080808080U;

bool needsEscape(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

/// Whether any of eight bytes is a control character, a quote or a backslash. May say so wrongly of bytes
/// from 0x80 on beside such a one, never the other way around.
bool anyNeedsEscape(std::uint64_t word)
{
    const auto isZero = [](std::uint64_t bytes) { return (bytes - kEachByte) & ~bytes & kHighBits; };
    const std::uint64_t isControl = (word - kEachByte * 0x20) & ~word & kHighBits;
    return (isControl | isZero(word ^ kEachByte * '"') | isZero(word ^ kEachByte * '\\')) != 0;
}

std::size_t cleanLength(std::string_view text)
{
    std::size_t i = 0;
    while (i + 8 <= text.size() && !anyNeedsEscape(loadNumber<std::uint64_t>(text.data() + i)))
        i += 8;
    while (i < text.size() && !needsEscape(text[i]))
        ++i;
    return i;
}

void appendEscaped(std::string& out, char c)
{
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\u00";
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
}

/// Follows strict JSON without keeping anything of it.
class JsonChecker {
public:
    explicit JsonChecker(std::string_view text) : m_rest(text) {}

    bool isOneValue()
    {
        skipSpace();
        if (!value(0))
            return false;
        skipSpace();
        return m_rest.empty();
    }

private:
    static constexpr int kDeepestCell = 200;

    void skipSpace()
    {
        while (!m_rest.empty() && isBlank(m_rest.front()))
            m_rest.remove_prefix(1);
    }

    bool take(char c)
    {
        if (!m_rest.starts_with(c))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    bool word(std::string_view expected)
    {
        if (!m_rest.starts_with(expected))
            return false;
        m_rest.remove_prefix(expected.size());
        return true;
    }

    bool digits()
    {
        const std::size_t before = m_rest.size();
        while (!m_rest.empty() && isDigit(m_rest.front()))
            m_rest.remove_prefix(1);
        return m_rest.size() < before;
    }

    bool number()
    {
        take('-');
        if (!take('0') && !digits())
            return false;
        if (take('.') && !digits())
            return false;
        if (!take('e') && !take('E'))
            return true;
        if (!take('+'))
            take('-');
        return digits();
    }

    bool string()
    {
        if (!take('"'))
            return false;
        while (true) {
            m_rest.remove_prefix(cleanLength(m_rest));
            if (take('"'))
                return true;
            if (!take('\\') || m_rest.empty())
                return false;
            const char escaped = m_rest.front();
            m_rest.remove_prefix(1);
            if (escaped == 'u') {
                for (int i = 0; i < 4; ++i, m_rest.remove_prefix(1)) {
                    if (m_rest.empty() || !isHexDigit(m_rest.front()))
                        return false;
                }
            } else if (std::string_view("\"\\/bfnrt").find(escaped) == std::string_view::npos) {
                return false;
            }
        }
    }

    static bool isHexDigit(char c)
    {
        const char lower = lowerAscii(c);
        return isDigit(c) || (lower >= 'a' && lower <= 'f');
    }

    bool enclosed(char close, bool hasNames, int depth)
    {
        skipSpace();
        if (take(close))
            return true;
        do {
            skipSpace();
            if (hasNames) {
                if (!string())
                    return false;
                skipSpace();
                if (!take(':'))
                    return false;
                skipSpace();
            }
            if (!value(depth + 1))
                return false;
            skipSpace();
        } while (take(','));
        return take(close);
    }

    bool value(int depth)
    {
        if (m_rest.empty() || depth > kDeepestCell)
            return false;
        switch (m_rest.front()) {
        case '{':
            m_rest.remove_prefix(1);
            return enclosed('}', true, depth);
        case '[':
            m_rest.remove_prefix(1);
            return enclosed(']', false, depth);
        case '"':
            return string();
        case 't':
            return word("true");
        case 'f':
            return word("false");
        case 'n':
            return word("null");
        default:
            return number();
        }
    }

    std::string_view m_rest;
};

} // namespace

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    while (!text.empty()) {
        const std::size_t clean = cleanLength(text);
        out.append(text.substr(0, clean));
        text.remove_prefix(clean);
        if (text.empty())
            break;
        appendEscaped(out, text.front());
        text.remove_prefix(1);
    }
    out += '"';
}

bool isOneJsonValue(std::string_view text)
{
    return JsonChecker(text).isOneValue();
}

} // namespace duologue
