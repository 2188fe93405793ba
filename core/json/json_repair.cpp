// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"

#include "core/base/text.h"
#include "core/json/json_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <memory>
#include <unordered_map>

namespace duologue {

namespace {

constexpr std::string_view kLostCharacter = "\xEF\xBF\xBD";
constexpr std::string_view kReplacementEscape = "\\ufffd";

/// Part of the output.
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// An array or object that is open.
struct Frame {
    bool isObject = false;
    std::size_t index = 0;
    std::string_view key;
    /// Where the current member begins in the output.
    std::size_t memberBegin = 0;
    /// Where members of each name stand in the output; made when the first name comes.
    std::unique_ptr<std::unordered_map<std::string_view, Range>> members;
};

class Repair {
public:
    Repair(std::string_view text, bool dropDuplicates) : m_text(text), m_dropDuplicates(dropDuplicates)
    {
        m_out.reserve(text.size() + 16);
    }

    JsonRepair run()
    {
        if (!wholeText()) {
            m_result.mistake = diagnoseJson(m_blanked.empty() ? m_text : std::string_view(m_blanked));
            if (!m_result.mistake)
                m_result.mistake = JsonMistake{m_at, false, "expected a value"};
            return std::move(m_result);
        }
        cutDuplicates();
        m_result.text = PaddedBytes(m_out);
        return std::move(m_result);
    }

private:
    bool wholeText()
    {
        if (!skipSpace() || !value())
            return false;
        while (!m_frames.empty()) {
            if (!next())
                return false;
        }
        if (!skipSpace())
            return false;
        if (peek() == ',') {
            blank(m_at, m_at + 1);
            noteFirst(m_result.strayComma, m_at);
            ++m_at;
            return skipSpace() && m_at == m_text.size();
        }
        return m_at == m_text.size();
    }

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    static void noteFirst(std::optional<std::size_t>& first, std::size_t at)
    {
        if (!first)
            first = at;
    }

    /// What is left out of the record is white space to those who look for its mistakes.
    void blank(std::size_t begin, std::size_t end)
    {
        if (m_blanked.empty())
            m_blanked = m_text;
        for (std::size_t i = begin; i < end; ++i)
            m_blanked[i] = m_text[i] == '\n' ? '\n' : ' ';
    }

    /// False for a comment that does not end.
    bool skipSpace()
    {
        while (m_at < m_text.size()) {
            if (isJsonSpace(m_text[m_at])) {
                ++m_at;
                continue;
            }
            const std::size_t end = commentEnd(m_text, m_at);
            if (end == m_at)
                return true;
            if (end == std::string_view::npos)
                return false;
            blank(m_at, end);
            noteFirst(m_result.comment, m_at);
            m_at = end;
        }
        return true;
    }

    bool open(char bracket)
    {
        m_out += bracket;
        ++m_at;
        Frame frame;
        frame.isObject = bracket == '{';
        m_frames.push_back(std::move(frame));
        m_justOpened = true;
        return true;
    }

    bool value()
    {
        const char c = peek();
        if (c == '{' || c == '[')
            return open(c);
        if (c == '"')
            return string();
        return word() || number();
    }

    /// A member's name up to its value's beginning.
    bool name()
    {
        Frame& frame = m_frames.back();
        frame.memberBegin = m_out.size();
        if (peek() != '"')
            return false;
        const std::size_t begin = m_out.size();
        const std::size_t place = m_at;
        frame.key = {};
        if (!string())
            return false;
        frame.key = decodedKey(begin);
        if (m_dropDuplicates)
            noteMember(frame, place);
        if (!skipSpace() || peek() != ':')
            return false;
        ++m_at;
        m_out += ':';
        return skipSpace() && value();
    }

    /// The name whose token begins at `begin` of the output, without quotes and escapes.
    std::string_view decodedKey(std::size_t begin)
    {
        m_keys.push_back(decodedString(std::string_view(m_out).substr(begin)));
        return m_keys.back();
    }

    void noteMember(Frame& frame, std::size_t place)
    {
        if (!frame.members)
            frame.members = std::make_unique<std::unordered_map<std::string_view, Range>>();
        const auto [known, isNew] = frame.members->try_emplace(frame.key);
        if (!isNew) {
            m_cuts.push_back(known->second);
            mend(ProblemCode::DuplicateKey, place, "the last value counts");
        }
        known->second.begin = frame.memberBegin;
    }

    void endMember(Frame& frame)
    {
        if (m_dropDuplicates && frame.isObject && frame.members) {
            // The comma behind it goes with it.
            if (const auto known = frame.members->find(frame.key); known != frame.members->end())
                known->second.end = m_out.size() + 1;
        }
    }

    bool close()
    {
        m_out += m_frames.back().isObject ? '}' : ']';
        ++m_at;
        m_frames.pop_back();
        return true;
    }

    /// What follows in the innermost open array or object.
    bool next()
    {
        Frame& frame = m_frames.back();
        const char closing = frame.isObject ? '}' : ']';
        if (!skipSpace())
            return false;
        if (m_justOpened) {
            m_justOpened = false;
            if (peek() == closing)
                return close();
            return frame.isObject ? name() : value();
        }
        endMember(frame);
        if (peek() == closing)
            return close();
        if (peek() != ',')
            return false;
        const std::size_t comma = m_at++;
        if (!skipSpace())
            return false;
        if (peek() == closing) {
            blank(comma, comma + 1);
            noteFirst(m_result.strayComma, comma);
            return close();
        }
        m_out += ',';
        ++frame.index;
        return frame.isObject ? name() : value();
    }

    bool string()
    {
        const std::size_t begin = m_at++;
        m_out += '"';
        bool badBytes = false;
        bool halfPair = false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"') {
                m_out += '"';
                ++m_at;
                if (badBytes)
                    mend(ProblemCode::InvalidUtf8, begin, "bytes that are no UTF-8 are shown as U+FFFD");
                if (halfPair)
                    mend(ProblemCode::LoneSurrogate, begin,
                         "an escaped half of a character pair is shown as U+FFFD");
                return true;
            }
            if (static_cast<unsigned char>(c) < 0x20)
                return false;
            if (c == '\\') {
                if (!escape(halfPair))
                    return false;
                continue;
            }
            const std::size_t length = codePointLength(m_text.substr(m_at, 4));
            badBytes = badBytes || length == 0;
            m_out += length == 0 ? kLostCharacter : m_text.substr(m_at, length);
            m_at += std::max<std::size_t>(length, 1);
        }
        return false;
    }

    bool escape(bool& halfPair)
    {
        constexpr std::string_view kKnownEscapes = "\"\\/bfnrt";
        const char kind = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
        if (kind != 'u') {
            if (kind == '\0' || kKnownEscapes.find(kind) == std::string_view::npos)
                return false;
            m_out += m_text.substr(m_at, 2);
            m_at += 2;
            return true;
        }
        const auto first = escapedUnit(m_text, m_at);
        if (!first)
            return false;
        const auto second = isHighSurrogate(*first) ? escapedUnit(m_text, m_at + 6) : std::nullopt;
        const bool pair = second && isLowSurrogate(*second);
        const bool half = !pair && (isHighSurrogate(*first) || isLowSurrogate(*first));
        halfPair = halfPair || half;
        const std::size_t length = pair ? 12 : 6;
        m_out += half ? kReplacementEscape : m_text.substr(m_at, length);
        m_at += length;
        return true;
    }

    bool word()
    {
        constexpr std::array<std::string_view, 3> kWords{"true", "false", "null"};
        constexpr std::array<std::string_view, 3> kNotFinite{"NaN", "Infinity", "-Infinity"};
        const std::string_view rest = m_text.substr(m_at, 9);
        for (const std::string_view known : kWords) {
            if (rest.starts_with(known)) {
                m_out += known;
                m_at += known.size();
                return true;
            }
        }
        for (const std::string_view known : kNotFinite) {
            if (rest.starts_with(known)) {
                notFinite(known);
                m_at += known.size();
                return true;
            }
        }
        return false;
    }

    void notFinite(std::string_view token)
    {
        mend(ProblemCode::NumberNotFinite, m_at, std::string(token.substr(0, 40)) + " counts as missing");
        m_out += "null";
    }

    bool number()
    {
        const std::size_t end = numberEnd(m_text, m_at);
        if (end == m_at)
            return false;
        const std::string_view token = m_text.substr(m_at, end - m_at);
        if (token.find_first_of(".eE") != std::string_view::npos) {
            double value = 0;
            const auto read = std::from_chars(token.data(), token.data() + token.size(), value).ec;
            const bool tiny =
                token.find("e-") != std::string_view::npos || token.find("E-") != std::string_view::npos;
            if (read == std::errc::result_out_of_range && !tiny)
                notFinite(token);
            else
                m_out += token;
        } else if (fitsIn64Bits(token)) {
            m_out += token;
        } else {
            mend(ProblemCode::IntegerTooLong, m_at, "the digits are kept as text");
            m_out.append("\"").append(token).append("\"");
        }
        m_at = end;
        return true;
    }

    void mend(ProblemCode code, std::size_t offset, std::string detail)
    {
        m_result.mends.push_back(
            {code, Severity::Warning, {kNoFile, offset, 0}, pointer(), std::move(detail)});
    }

    /// Of the value or name that is being read.
    std::string pointer() const
    {
        std::string text;
        for (const Frame& frame : m_frames) {
            text += '/';
            if (!frame.isObject)
                text += std::to_string(frame.index);
            for (const char c : frame.isObject ? frame.key : std::string_view()) {
                if (c == '~' || c == '/')
                    text.append(c == '~' ? "~0" : "~1");
                else
                    text += c;
            }
        }
        return text;
    }

    void cutDuplicates()
    {
        if (m_cuts.empty())
            return;
        std::sort(m_cuts.begin(), m_cuts.end(),
                  [](const Range& left, const Range& right) { return left.begin < right.begin; });
        std::string kept;
        kept.reserve(m_out.size());
        std::size_t at = 0;
        for (const Range& cut : m_cuts) {
            if (cut.begin > at)
                kept.append(m_out, at, cut.begin - at);
            at = std::max(at, cut.end);
        }
        kept.append(m_out, at);
        m_out = std::move(kept);
    }

    std::string_view m_text;
    bool m_dropDuplicates;
    std::size_t m_at = 0;
    std::string m_out;
    std::string m_blanked;
    std::vector<Frame> m_frames;
    bool m_justOpened = false;
    /// Names without quotes; frames look into it.
    std::deque<std::string> m_keys;
    std::vector<Range> m_cuts;
    JsonRepair m_result;
};

} // namespace

JsonRepair repairJson(std::string_view text, bool dropDuplicates)
{
    return Repair(text, dropDuplicates).run();
}

} // namespace duologue
