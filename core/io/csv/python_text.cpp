// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/python_text.h"

#include "core/io/columnar/value_text.h"
#include "core/util/text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace duologue {

namespace {

/// As deep as isOneJsonValue() goes.
constexpr int kDeepest = 200;

std::size_t blanksBefore(std::string_view text)
{
    return std::min(text.find_first_not_of(" \t\r\n"), text.size());
}

/// Reads literals, and appends them as JSON. Each read…() returns false where there is no such thing.
class PythonReader {
public:
    explicit PythonReader(std::string_view text) : m_text(text) {}

    bool isAtEnd()
    {
        skipBlanks();
        return m_at == m_text.size();
    }

    bool readValue(std::string& out, int depth = 0)
    {
        skipBlanks();
        if (m_at == m_text.size() || depth > kDeepest)
            return false;
        switch (m_text[m_at]) {
        case '[':
            return readMembers(out, ']', depth);
        case '(':
            return readMembers(out, ')', depth);
        case '{':
            return readMembers(out, '}', depth);
        case '\'':
        case '"':
            return readText(out);
        default:
            return readWord(out, depth) || readNumber(out);
        }
    }

    bool readCall(PythonCall& call)
    {
        call.name = nameAhead();
        m_at += call.name.size();
        if (call.name.empty() || isDigit(call.name.front()) || !take('('))
            return false;
        call.arguments = "{";
        while (!take(')')) {
            const std::string_view name = nameAhead();
            m_at += name.size();
            if (name.empty() || !take('='))
                return false;
            call.arguments += call.arguments.size() > 1 ? "," : "";
            appendJsonString(call.arguments, name);
            call.arguments += ':';
            if (!readValue(call.arguments))
                return false;
            take(',');
        }
        call.arguments += '}';
        return true;
    }

    bool take(char c)
    {
        skipBlanks();
        if (m_at == m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

private:
    void skipBlanks() { m_at += blanksBefore(m_text.substr(m_at)); }

    std::string_view ahead(std::string_view characters) const
    {
        return m_text.substr(m_at,
                             std::min(m_text.find_first_not_of(characters, m_at), m_text.size()) - m_at);
    }

    std::string_view nameAhead()
    {
        skipBlanks();
        return ahead("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.");
    }

    /// The elements of a list or a tuple, or the members of a dict. NumPy writes no commas.
    bool readMembers(std::string& out, char end, int depth)
    {
        const bool isDict = end == '}';
        ++m_at;
        out += isDict ? '{' : '[';
        for (bool isFirst = true; !take(end); isFirst = false) {
            out += isFirst ? "" : ",";
            if (isDict) {
                skipBlanks();
                if (!readText(out) || !take(':'))
                    return false;
                out += ':';
            }
            if (!readValue(out, depth + 1))
                return false;
            take(',');
        }
        out += isDict ? '}' : ']';
        return true;
    }

    bool readWord(std::string& out, int depth)
    {
        constexpr std::pair<std::string_view, std::string_view> kWords[] = {
            {"None", "null"}, {"True", "true"}, {"False", "false"}, {"nan", "null"}};
        const std::string_view word = nameAhead();
        for (const auto& [python, json] : kWords) {
            if (word != python)
                continue;
            m_at += word.size();
            out += json;
            return true;
        }
        if (word != "array")
            return false;
        m_at += word.size();
        if (!take('(') || !readValue(out, depth + 1))
            return false;
        const std::size_t end = m_text.find(')', m_at);
        if (end == std::string_view::npos)
            return false;
        const std::string_view type = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        return type.empty() || type.find("dtype=") != std::string_view::npos;
    }

    bool readNumber(std::string& out)
    {
        std::string_view number = ahead("+-.0123456789eE");
        m_at += number.size();
        // NumPy writes 1.0 as "1.".
        number.remove_suffix(number.ends_with('.') ? 1 : 0);
        out += number;
        return isOneJsonValue(number);
    }

    bool readText(std::string& out)
    {
        if (m_at == m_text.size() || (m_text[m_at] != '\'' && m_text[m_at] != '"'))
            return false;
        const char quote = m_text[m_at++];
        std::string text;
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
                readEscape(text);
            else
                text += m_text[m_at++];
        }
        appendJsonString(out, text);
        return m_at++ < m_text.size();
    }

    void readEscape(std::string& text)
    {
        constexpr std::string_view kLetters = "nrtabfv\\'\"";
        constexpr std::string_view kMeant = "\n\r\t\a\b\f\v\\'\"";
        const char letter = m_text[m_at + 1];
        const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
        const std::string_view code = m_text.substr(m_at + 2, digits);
        std::uint32_t value = 0;
        if (const std::size_t at = kLetters.find(letter); at != std::string_view::npos) {
            text += kMeant[at];
        } else if (digits > 0 && code.size() == digits &&
                   std::from_chars(code.data(), code.data() + digits, value, 16).ptr ==
                       code.data() + digits) {
            appendCodePoint(text, value);
            m_at += digits;
        } else {
            // Python keeps what it does not know.
            text.append(m_text.substr(m_at, 2));
        }
        m_at += 2;
    }

    const std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

bool beginsLikePython(std::string_view text)
{
    text.remove_prefix(blanksBefore(text));
    if (text.starts_with('['))
        text.remove_prefix(1 + blanksBefore(text.substr(1)));
    else if (!text.starts_with('{'))
        return false;
    if (text.starts_with('{'))
        text.remove_prefix(1 + blanksBefore(text.substr(1)));
    return text.starts_with('\'');
}

std::optional<std::string> jsonOfPython(std::string_view text)
{
    std::string json;
    PythonReader reader(text);
    if (!reader.readValue(json) || !reader.isAtEnd())
        return std::nullopt;
    return json;
}

std::vector<PythonCall> pythonCalls(std::string_view text)
{
    PythonReader reader(text);
    const bool isList = reader.take('[');
    std::vector<PythonCall> calls;
    while (!reader.isAtEnd() && !(isList && reader.take(']'))) {
        if (!reader.readCall(calls.emplace_back()))
            return {};
        reader.take(',');
    }
    return reader.isAtEnd() ? calls : std::vector<PythonCall>();
}

} // namespace duologue
