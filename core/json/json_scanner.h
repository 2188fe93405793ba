// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duologue {

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
