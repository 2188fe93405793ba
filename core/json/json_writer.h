// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Appends JSON to a text, on one line, one value after another: for records by the million, where building a
/// tree first takes three times as long. The caller sees to it that each member has a key and a value. One
/// thread.
class JsonWriter {
public:
    /// `out` must outlive it.
    explicit JsonWriter(std::string& out) : m_out(out) {}

    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginArray() { begin('['); }
    void endArray() { end(']'); }
    /// The next value belongs to it.
    void key(std::string_view key);

    /// Bytes that are not UTF-8 become U+FFFD.
    void text(std::string_view text);
    /// null for NaN and the infinities.
    void number(double number);
    void flag(bool flag) { json(flag ? "true" : "false"); }
    void null() { json("null"); }
    /// A value that is JSON already.
    void json(std::string_view value);

private:
    void begin(char bracket);
    void end(char bracket);
    void separate();
    void quote(std::string_view text);

    std::string& m_out;
    bool m_needsComma = false;
};

/// A JSON text laid out for reading.
struct IndentedJson {
    std::string text;
    /// The byte at `sources[i]` of the source is at `targets[i]` of the text. One entry for each token, both
    /// ascending.
    std::vector<std::size_t> sources;
    std::vector<std::size_t> targets;

    /// The offset in the text of the byte at `source`.
    std::size_t targetOf(std::size_t source) const;
};

/// How deep arrays and objects are nested at most. A text that is nested too deeply cannot be laid out, as
/// its indentation alone would need more memory than there is.
std::size_t nestingDepth(std::string_view text);

/// Lays a JSON text out with one member or element on each line. It works on tokens: numbers, escapes and all
/// other bytes of a token stay as they are, and so does the order of keys. Text that is not JSON is kept,
/// too.
IndentedJson indentJson(std::string_view text, int spaces = 2);

} // namespace duologue
