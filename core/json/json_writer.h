// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

} // namespace duologue
