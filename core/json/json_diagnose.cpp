// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_diagnose.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/json/json_scanner.h"
#include "core/json/json_tokens.h"

#include <algorithm>
#include <array>
#include <utility>

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

} // namespace duologue
