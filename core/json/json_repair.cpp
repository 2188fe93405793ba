// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"

#include "core/json/json_tokens.h"
#include "core/json/json_view.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

namespace {

constexpr std::array<std::string_view, 6> kWords{"true", "false", "null", "NaN", "Infinity", "-Infinity"};

/// The end of the word or number that begins at `at`; `at` if none begins there.
std::size_t scalarEnd(std::string_view text, std::size_t at)
{
    for (const std::string_view word : kWords) {
        if (text.substr(at).starts_with(word))
            return at + word.size();
    }
    return numberEnd(text, at);
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether a text with single quotes is JavaScript, which, unlike Python, has keys without quotes and writes
/// null, true and false.
bool isJavaScript(std::string_view text)
{
    constexpr std::size_t kSeen = std::size_t{64} << 10U;
    text = text.substr(0, kSeen);
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        std::size_t end = at + 1;
        if (c == '\'' || c == '"') {
            while (end < text.size() && text[end] != c)
                end += text[end] == '\\' ? 2 : 1;
            ++end;
        } else if (isLetter(c)) {
            while (end < text.size() && isLetter(text[end]))
                ++end;
            const std::string_view word = text.substr(at, end - at);
            const std::size_t next = std::min(text.find_first_not_of(" \t\r\n", end), text.size());
            if (word == "null" || word == "true" || word == "false" || text.substr(next).starts_with(':'))
                return true;
        }
        at = end;
    }
    return false;
}

/// What is wrong with a key or value that Python's repr() has written; empty for any other.
Phrase pythonAt(std::string_view rest)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kPythonWords{
        {{"None", "null"}, {"True", "true"}, {"False", "false"}}};
    const bool hasPrefix = rest.starts_with("u'") || rest.starts_with("b'") || rest.starts_with("r'");
    if (hasPrefix || (rest.starts_with('\'') && !isJavaScript(rest)))
        return PhraseId::PythonText;
    for (const auto& [python, json] : kPythonWords) {
        if (rest.starts_with(python) && (rest.size() == python.size() || !isLetter(rest[python.size()])))
            return {PhraseId::PythonWord, python, json};
    }
    return {};
}

/// What is wrong with a token that is not what the grammar expects, or with the end of the text.
JsonMistake unexpected(std::string_view text, std::size_t at, const JsonGrammar& grammar)
{
    const std::string_view rest = text.substr(at);
    JsonMistake mistake{at, rest.empty(), {}};
    switch (grammar.expects()) {
    case JsonGrammar::Expects::Value:
    case JsonGrammar::Expects::ValueOrEnd:
        mistake.what = PhraseId::ExpectedValue;
        // The text may end inside a word or after the sign of a number.
        mistake.truncated = std::any_of(kWords.begin(), kWords.end(),
                                        [&](std::string_view word) { return word.starts_with(rest); });
        break;
    case JsonGrammar::Expects::Name:
    case JsonGrammar::Expects::NameOrEnd:
        mistake.what = PhraseId::ExpectedKey;
        break;
    case JsonGrammar::Expects::Colon:
        mistake.what = PhraseId::ExpectedColon;
        break;
    case JsonGrammar::Expects::CommaOrEnd:
        mistake.what = {PhraseId::ExpectedCommaOr, grammar.closingBracket()};
        break;
    case JsonGrammar::Expects::Nothing:
        mistake.what = PhraseId::TextAfterValue;
        break;
    }
    const bool isKeyOrValue = grammar.expects() < JsonGrammar::Expects::Colon;
    if (Phrase python = isKeyOrValue ? pythonAt(rest) : Phrase(); !python.empty())
        mistake.what = std::move(python);
    return mistake;
}

std::optional<JsonMistake> mistakeInString(std::string_view text, const JsonToken& token)
{
    for (std::size_t at = token.begin + 1; at < token.end;) {
        if (static_cast<unsigned char>(text[at]) < 0x20)
            return JsonMistake{at, false, PhraseId::ControlCharacter};
        if (text[at] != '\\') {
            ++at;
            continue;
        }
        if (at + 1 == text.size())
            break;
        if (text[at + 1] == 'u') {
            // Python reports digits that are the last bytes of the text, too.
            const bool isCut = at + 6 >= text.size();
            if (isCut || !escapedUnit(text, at))
                return JsonMistake{at + 1, isCut, PhraseId::ExpectedHexDigits};
            at += 6;
            continue;
        }
        if (escapeAt(text, at).length == 0)
            return JsonMistake{at, false, PhraseId::InvalidEscape};
        at += 2;
    }
    if (token.isClosed)
        return std::nullopt;
    return JsonMistake{token.begin, true, PhraseId::TextNotClosed};
}

} // namespace

std::optional<JsonMistake> diagnoseJson(std::string_view text)
{
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    JsonGrammar grammar;
    while (true) {
        const JsonToken token = scanner.next();
        if (token.kind == JsonTokenKind::End && grammar.expects() == JsonGrammar::Expects::Nothing)
            return std::nullopt;
        const bool isScalar = token.kind == JsonTokenKind::Scalar;
        const std::size_t end = isScalar ? scalarEnd(text, token.begin) : token.end;
        const bool isNoValue = isScalar && end == token.begin;
        if (isNoValue || !grammar.advance(token.kind))
            return unexpected(text, token.begin, grammar);
        if (end < token.end)
            return unexpected(text, end, grammar);
        if (token.kind == JsonTokenKind::String) {
            if (auto mistake = mistakeInString(text, token))
                return mistake;
        }
    }
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

namespace {

enum class Awaits : unsigned char { Name, Value, Separator };

/// An open object or array, and which member or element of it is being read.
struct Level {
    bool isObject = false;
    Awaits awaits = Awaits::Value;
    /// The quoted name.
    std::string_view name;
    std::size_t index = 0;

    std::string key() const { return isObject ? decodedString(name) : std::to_string(index); }
};

/// The objects and arrays around a token, read leniently.
class Levels {
public:
    bool isName(const JsonToken& token) const
    {
        return token.kind == JsonTokenKind::String && !m_levels.empty() &&
               m_levels.back().awaits == Awaits::Name;
    }

    bool isValue(const JsonToken& token) const
    {
        return (token.isOpening() || token.kind == JsonTokenKind::Scalar ||
                token.kind == JsonTokenKind::String) &&
               (m_levels.empty() || m_levels.back().awaits == Awaits::Value);
    }

    void take(const JsonToken& token, std::string_view json)
    {
        if (!m_levels.empty())
            takeInside(m_levels.back(), token, json);
        if (token.isOpening()) {
            const bool isObject = token.kind == JsonTokenKind::ObjectBegin;
            m_levels.push_back({isObject, isObject ? Awaits::Name : Awaits::Value, {}, 0});
        } else if (token.isClosing() && !m_levels.empty()) {
            m_levels.pop_back();
        }
    }

    std::span<const Level> all() const { return m_levels; }

private:
    void takeInside(Level& level, const JsonToken& token, std::string_view json) const
    {
        if (isName(token))
            level.name = token.in(json);
        if (isName(token) || isValue(token)) {
            level.awaits = Awaits::Separator;
        } else if (token.kind == JsonTokenKind::Colon && level.isObject) {
            level.awaits = Awaits::Value;
        } else if (token.kind == JsonTokenKind::Comma) {
            level.awaits = level.isObject ? Awaits::Name : Awaits::Value;
            ++level.index;
        }
    }

    std::vector<Level> m_levels;
};

} // namespace

std::size_t offsetOfPointer(std::string_view json, std::string_view pointer)
{
    const std::vector<std::string> parts = pointerParts(pointer);
    JsonScanner scanner(json);
    Levels levels;
    std::size_t offset = std::string_view::npos;
    // How many levels lie on the way to the value, from the outermost one on.
    std::size_t onTheWay = 0;
    for (JsonToken token = scanner.next();; token = scanner.next()) {
        const std::size_t depth = levels.all().size();
        onTheWay = std::min(onTheWay, depth);
        const bool isFirst = offset == std::string_view::npos && token.kind != JsonTokenKind::Comment;
        const bool isNext = depth > 0 && onTheWay == depth && depth <= parts.size() &&
                            levels.isValue(token) && levels.all().back().key() == parts[depth - 1];
        if (isFirst || isNext) {
            offset = token.begin;
            onTheWay = depth + 1;
        }
        if (token.kind == JsonTokenKind::End)
            return offset;
        levels.take(token, json);
    }
}

std::string pointerOfOffset(std::string_view json, std::size_t offset)
{
    JsonScanner scanner(json);
    Levels levels;
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End && token.begin <= offset;
         token = scanner.next()) {
        if (token.begin == offset && token.kind != JsonTokenKind::String)
            break;
        levels.take(token, json);
    }
    std::string pointer;
    for (const Level& level : levels.all()) {
        if (level.awaits != Awaits::Name)
            appendPointerPart(pointer, level.key());
    }
    return pointer;
}

} // namespace duologue
