// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The end of the string whose opening quote is at `at`; npos if it has no closing one.
std::size_t stringEnd(std::string_view text, std::size_t at);

/// The end of the number that begins at `at`, as Python reads numbers; `at` if none begins there.
std::size_t numberEnd(std::string_view text, std::size_t at);

/// The end of the "//" or "/* */" comment that begins at `at`, its line break not included; `at` if none
/// begins there, npos if it does not end.
std::size_t commentEnd(std::string_view text, std::size_t at);

/// Whether a whole number, sign included, fits in a signed or an unsigned 64-bit number.
bool fitsIn64Bits(std::string_view token);

/// The code unit of the \uXXXX escape at `at`; none if there is no such escape.
std::optional<std::uint32_t> escapedUnit(std::string_view text, std::size_t at);

inline bool isHighSurrogate(std::uint32_t unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

inline bool isLowSurrogate(std::uint32_t unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

/// The escape that begins with the backslash at `at`.
struct JsonEscape {
    /// In bytes; 0 if it is none that JSON knows. A surrogate pair is one escape of 12 bytes.
    std::size_t length = 0;
    /// What it stands for; U+FFFD for an unpaired surrogate.
    char32_t character = 0;
    bool isLoneSurrogate = false;
};

JsonEscape escapeAt(std::string_view text, std::size_t at);

/// True if a text escapes an unpaired surrogate ("\ud83d" alone), which strict parsing may let pass.
bool hasLoneSurrogate(std::string_view json);

/// What a string token, its quotes included, stands for.
std::string decodedString(std::string_view token);

/// A record may be nested so deep. Everything that goes through a record stops there, so that memory and
/// stack are bounded whatever the record is.
inline constexpr std::size_t kDeepestJson = 1024;

/// Kinds of tokens, by their first byte if it decides.
enum class JsonTokenKind : char {
    End = '\0',
    ObjectBegin = '{',
    ObjectEnd = '}',
    ArrayBegin = '[',
    ArrayEnd = ']',
    Comma = ',',
    Colon = ':',
    String = '"',
    Comment = '/',
    /// A number, a word, or any other run of bytes up to white space or another token.
    Scalar = 'a',
};

struct JsonToken {
    JsonTokenKind kind = JsonTokenKind::End;
    std::size_t begin = 0;
    std::size_t end = 0;
    /// False for a string without a closing quote and for a comment without an end, which reach up to the end
    /// of the text.
    bool isClosed = true;

    bool isOpening() const { return kind == JsonTokenKind::ObjectBegin || kind == JsonTokenKind::ArrayBegin; }
    bool isClosing() const { return kind == JsonTokenKind::ObjectEnd || kind == JsonTokenKind::ArrayEnd; }
    /// The part of the scanned text that it is.
    std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// Cuts a text into tokens of JSON, whatever the text is: it judges neither their order nor what is in them.
class JsonScanner {
public:
    /// Whether a comment is one token. If it is ignored, its bytes are cut into scalars and other tokens.
    enum class Comments : unsigned char { Ignored, Recognised };

    explicit JsonScanner(std::string_view text, Comments comments = Comments::Recognised)
        : m_text(text), m_comments(comments)
    {
    }

    /// The next token after white space; End at the end of the text.
    JsonToken next();

private:
    bool isScalarAt(std::size_t at) const;

    std::string_view m_text;
    Comments m_comments;
    std::size_t m_at = 0;
};

/// Follows which tokens may come next in one JSON value. It takes no more stack for deep nesting.
class JsonGrammar {
public:
    enum class Expects : unsigned char { Value, ValueOrEnd, Name, NameOrEnd, Colon, CommaOrEnd, Nothing };

    /// What may come after the tokens so far.
    Expects expects() const { return m_expects; }
    /// A string that comes next would be the name of a member.
    bool expectsName() const { return m_expects == Expects::Name || m_expects == Expects::NameOrEnd; }
    /// The bracket that closes the innermost open array or object; '\0' outside of all.
    char closingBracket() const { return m_closing.empty() ? '\0' : m_closing.back(); }
    /// How many arrays and objects are open.
    std::size_t depth() const { return m_closing.size(); }

    /// Goes on to what may come after this token; false, and nothing changes, if it may not come here.
    bool advance(JsonTokenKind kind);

private:
    bool beginValue(JsonTokenKind kind);
    bool close(JsonTokenKind kind);
    bool endValue();

    Expects m_expects = Expects::Value;
    std::vector<char> m_closing;
};

} // namespace duologue
