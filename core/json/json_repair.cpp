// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/json/json_pointer.h"
#include "core/json/json_scanner.h"
#include "core/json/json_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>

namespace duologue {

namespace {

constexpr std::string_view kLostCharacter = "\xEF\xBF\xBD";
constexpr std::string_view kReplacementEscape = "\\ufffd";

/// A part of the output.
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// An open array or object.
struct Frame {
    bool isObject = false;
    std::size_t index = 0;
    std::string_view key;
    /// Where the current member begins in the output.
    std::size_t memberBegin = 0;
    /// Where the last member of each name is in the output; made when the first name comes.
    std::unique_ptr<std::unordered_map<std::string_view, Range>> members;
};

class Repair {
public:
    Repair(std::string_view text, bool dropDuplicates)
        : m_text(text), m_dropDuplicates(dropDuplicates), m_scanner(text)
    {
        m_out.reserve(text.size() + 16);
    }

    JsonRepair run()
    {
        if (!takeAll()) {
            m_result.mistake = diagnoseJson(m_blanked.empty() ? m_text : std::string_view(m_blanked));
            if (!m_result.mistake)
                m_result.mistake =
                    m_grammar.depth() > kDeepestJson
                        ? JsonMistake{m_token.begin, false, {PhraseId::TooManyLevels, kDeepestJson}, true}
                        : JsonMistake{m_token.begin, false, PhraseId::ExpectedValue, false};
            return std::move(m_result);
        }
        cutDuplicates();
        m_result.text = PaddedBytes(m_out);
        return std::move(m_result);
    }

private:
    using Kind = JsonTokenKind;

    /// False if the text is broken beyond repair.
    bool takeAll()
    {
        while (true) {
            m_token = m_scanner.next();
            if (m_token.kind == Kind::Comment) {
                if (!m_token.isClosed)
                    return false;
                blank(m_token);
                noteFirst(m_result.comment, m_token.begin);
                continue;
            }
            if (!takeComma())
                return false;
            if (m_token.kind == Kind::End)
                return m_grammar.expects() == JsonGrammar::Expects::Nothing;
            if (m_token.kind == Kind::Comma)
                m_comma = m_token;
            else if (!take())
                return false;
        }
    }

    /// Writes the comma before the current token. Leaves it out before a closing bracket and after the
    /// record.
    bool takeComma()
    {
        if (!m_comma)
            return true;
        const JsonToken comma = *std::exchange(m_comma, std::nullopt);
        const bool isAfterAll = m_grammar.expects() == JsonGrammar::Expects::Nothing;
        const bool isBeforeEnd = m_grammar.expects() == JsonGrammar::Expects::CommaOrEnd &&
                                 static_cast<char>(m_token.kind) == m_grammar.closingBracket();
        if (isBeforeEnd || (isAfterAll && m_token.kind != Kind::Comma)) {
            blank(comma);
            noteFirst(m_result.strayComma, comma.begin);
            return true;
        }
        if (!m_grammar.advance(Kind::Comma))
            return false;
        endMember();
        m_out += ',';
        ++m_frames.back().index;
        return true;
    }

    bool take()
    {
        const bool isName = m_grammar.expectsName();
        if (!m_grammar.advance(m_token.kind) || m_grammar.depth() > kDeepestJson)
            return false;
        switch (m_token.kind) {
        case Kind::String:
            return isName ? takeName() : takeString();
        case Kind::Scalar:
            return takeScalar();
        case Kind::ObjectBegin:
        case Kind::ArrayBegin:
            m_frames.emplace_back().isObject = m_token.kind == Kind::ObjectBegin;
            break;
        case Kind::ObjectEnd:
        case Kind::ArrayEnd:
            endMember();
            m_frames.pop_back();
            break;
        default:
            break;
        }
        m_out += static_cast<char>(m_token.kind);
        return true;
    }

    static void noteFirst(std::optional<std::size_t>& first, std::size_t at)
    {
        if (!first)
            first = at;
    }

    /// A token that is left out becomes white space for diagnoseJson().
    void blank(const JsonToken& token)
    {
        if (m_blanked.empty())
            m_blanked = m_text;
        for (std::size_t i = token.begin; i < token.end; ++i)
            m_blanked[i] = m_text[i] == '\n' ? '\n' : ' ';
    }

    bool takeName()
    {
        Frame& frame = m_frames.back();
        frame.memberBegin = m_out.size();
        frame.key = {};
        if (!takeString())
            return false;
        m_keys.push_back(decodedString(std::string_view(m_out).substr(frame.memberBegin)));
        frame.key = m_keys.back();
        if (m_dropDuplicates)
            noteMember(frame);
        return true;
    }

    void noteMember(Frame& frame)
    {
        if (!frame.members)
            frame.members = std::make_unique<std::unordered_map<std::string_view, Range>>();
        const auto [known, isNew] = frame.members->try_emplace(frame.key);
        if (!isNew) {
            m_cuts.push_back(known->second);
            addRepair(ProblemCode::DuplicateKey, PhraseId::LastValueCounts);
        }
        known->second.begin = frame.memberBegin;
    }

    /// At the comma or bracket after a member.
    void endMember()
    {
        const Frame& frame = m_frames.back();
        if (!frame.members)
            return;
        // The comma after it is cut with it.
        if (const auto known = frame.members->find(frame.key); known != frame.members->end())
            known->second.end = m_out.size() + 1;
    }

    bool takeString()
    {
        bool hasBadBytes = false;
        bool hasLoneSurrogate = false;
        for (std::size_t at = m_token.begin; at < m_token.end;) {
            if (static_cast<unsigned char>(m_text[at]) < 0x20)
                return false;
            if (m_text[at] == '\\') {
                const JsonEscape escape = escapeAt(m_text, at);
                if (escape.length == 0)
                    return false;
                hasLoneSurrogate = hasLoneSurrogate || escape.isLoneSurrogate;
                m_out += escape.isLoneSurrogate ? kReplacementEscape : m_text.substr(at, escape.length);
                at += escape.length;
                continue;
            }
            const std::size_t length = codePointLength(m_text.substr(at, 4));
            hasBadBytes = hasBadBytes || length == 0;
            m_out += length == 0 ? kLostCharacter : m_text.substr(at, length);
            at += std::max<std::size_t>(length, 1);
        }
        if (!m_token.isClosed)
            return false;
        if (hasBadBytes)
            addRepair(ProblemCode::InvalidUtf8, PhraseId::BytesReplaced);
        if (hasLoneSurrogate)
            addRepair(ProblemCode::LoneSurrogate, PhraseId::SurrogateReplaced);
        return true;
    }

    /// A word or a number.
    bool takeScalar()
    {
        const std::string_view token = m_token.in(m_text);
        if (token == "NaN" || token == "Infinity" || token == "-Infinity") {
            takeNotFinite(token);
            return true;
        }
        if (token == "true" || token == "false" || token == "null") {
            m_out += token;
            return true;
        }
        if (numberEnd(token, 0) != token.size())
            return false;
        if (token.find_first_of(".eE") != std::string_view::npos) {
            takeReal(token);
        } else if (fitsIn64Bits(token)) {
            m_out += token;
        } else {
            // The parser keeps the digits of real numbers.
            addRepair(ProblemCode::IntegerTooLong, PhraseId::DigitsAreKept);
            m_out.append(token).append("e0");
        }
        return true;
    }

    void takeReal(std::string_view token)
    {
        double value = 0;
        const auto read = std::from_chars(token.data(), token.data() + token.size(), value).ec;
        const bool isTiny =
            token.find("e-") != std::string_view::npos || token.find("E-") != std::string_view::npos;
        if (read == std::errc::result_out_of_range && !isTiny)
            takeNotFinite(token);
        else
            m_out += token;
    }

    void takeNotFinite(std::string_view token)
    {
        addRepair(ProblemCode::NumberNotFinite, {PhraseId::NumberIsMissing, token.substr(0, 40)});
        m_out += "null";
    }

    void addRepair(ProblemCode code, Phrase detail)
    {
        m_result.repairs.push_back(
            {code, Severity::Warning, {kNoFile, m_token.begin, 0}, pointer(), std::move(detail)});
    }

    /// The pointer of the current value or name; empty after many repairs, since each may be as long as the
    /// text is deep.
    std::string pointer() const
    {
        constexpr std::size_t kMostPointers = 1'000;
        std::string text;
        if (m_result.repairs.size() >= kMostPointers)
            return text;
        for (const Frame& frame : m_frames)
            appendPointerPart(text, frame.isObject ? frame.key : std::to_string(frame.index));
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
    JsonScanner m_scanner;
    JsonGrammar m_grammar;
    JsonToken m_token;
    /// The last comma, until the next token shows whether it is stray.
    std::optional<JsonToken> m_comma;
    std::string m_out;
    /// The text, with white space instead of what is left out; empty if nothing is.
    std::string m_blanked;
    std::vector<Frame> m_frames;
    /// Decoded names, which frames refer to.
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
