// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace duologue {

/// The encodings in which files are read. All but UTF-8 are decoded to UTF-8 first.
enum class TextEncoding : std::uint8_t {
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Gb18030,
    Big5,
    ShiftJis,
    EucJp,
    EucKr,
    Windows1252,
};

/// "GB18030", as people and iconv know it.
std::string_view encodingName(TextEncoding encoding);

/// UTF-16 or UTF-32 if the first bytes of a file show it, by a byte order mark or by the zeros in the ASCII
/// that JSON and CSV begin with; else UTF-8.
TextEncoding unicodeEncodingOf(std::string_view head);

/// The encoding that bytes of a JSON file speak for, which are not all valid UTF-8. It stays UTF-8 unless
/// little of it is, and another encoding fits nearly all of it: a few broken bytes are damage, not an
/// encoding. Of Chinese and Korean, most characters must be the usual ones of that encoding; Japanese must
/// have kana; a letter of Windows-1252 must stand in a word. Linear in the number of bytes.
TextEncoding encodingByText(std::string_view bytes);

/// What a file in the encoding begins with: the byte order mark of UTF-16 and UTF-32, nothing in others.
std::string_view byteOrderMark(TextEncoding encoding);

/// A text of JSON in the encoding, without a byte order mark. Characters that the encoding does not have
/// become JSON's escapes ("\u20ac"). Any thread.
std::string encodedJson(std::string_view utf8, TextEncoding encoding);

/// Decodes a text piece by piece. What cannot be decoded becomes U+FFFD. One thread.
class TextDecoder {
public:
    /// Not of UTF-8.
    explicit TextDecoder(TextEncoding encoding);
    ~TextDecoder();
    TextDecoder(const TextDecoder&) = delete;
    TextDecoder& operator=(const TextDecoder&) = delete;

    /// False if the system does not know the encoding.
    bool isOpen() const;
    /// Appends the next bytes to `utf8`, without a byte order mark. A character that is cut in two waits for
    /// the next call; `last`: there is none.
    void decode(std::string_view bytes, bool last, std::string& utf8);
    /// How many bytes could not be decoded so far.
    std::uint64_t lostBytes() const { return m_lost; }

private:
    void decodePending(bool last, std::string& utf8);

    const TextEncoding m_encoding;
    void* m_converter;
    /// Bytes that were not decoded yet.
    std::string m_pending;
    std::uint64_t m_lost = 0;
    bool m_isFirst = true;
};

} // namespace duologue
