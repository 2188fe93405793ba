// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/label_names.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace duologue {

/// Appends `text` in quotes, as a string of JSON. Bytes that are not valid UTF-8 are kept, so that whoever
/// reads the record says so.
void appendJsonString(std::string& out, std::string_view text);

/// The name in a key as appendJsonString() and a colon make it, still escaped.
inline std::string nameOfKey(std::string_view key)
{
    return std::string(key.substr(1, key.size() - 3));
}

/// Whether the text is exactly one value of strict JSON, with white space around it. Brackets may be nested
/// 200 times.
bool isOneJsonValue(std::string_view text);

/// "image/png, 12345 bytes": what bytes are that are no text, judged by how they begin.
std::string noteOfBytes(std::string_view bytes);

/// Whether the text is such a note.
bool isNoteOfBytes(std::string_view text);

/// Appends bytes of a column that does not say what they are as a string of JSON: text if they can be some,
/// else the note.
void appendBytes(std::string& out, std::string_view bytes);

/// Appends bytes in base64 as a string of JSON.
void appendBase64(std::string& out, std::string_view bytes);

/// What the bytes of a value in a column mean.
enum class ValueKind : std::uint8_t {
    /// All values are null.
    Null,
    /// One byte, 0 or 1.
    Boolean,
    /// Whole numbers of 1, 2, 4 or 8 bytes. A column of labels has ValueType::labels.
    Signed,
    Unsigned,
    /// 2, 4 or 8 bytes.
    Float,
    Text,
    /// JSON as text.
    Json,
    Bytes,
    /// A whole number of any width, divided by a power of ten.
    Decimal,
    /// Days (4 bytes) or milliseconds (8 bytes) since 1970.
    Date,
    /// Since midnight.
    Time,
    /// Since 1970.
    Timestamp,
    /// A number of units.
    Duration,
    /// Months, days, and milliseconds (4 bytes) or nanoseconds (8 bytes).
    Interval,
    /// 16 bytes.
    Uuid,
    /// Nanoseconds of a day and the Julian day, 12 bytes.
    JulianTime,
};

/// So many of a unit of time are a second.
enum class TimeUnit : std::uint8_t { Seconds, Milliseconds, Microseconds, Nanoseconds };

/// The type of a column's values.
struct ValueType {
    ValueKind kind = ValueKind::Bytes;
    TimeUnit unit = TimeUnit::Seconds;
    /// Timestamps: a point in time. Otherwise the clock of an unknown place.
    bool isUtc = false;
    /// Decimals: the highest byte comes first.
    bool isBigEndian = false;
    /// Decimals: digits after the point.
    std::int32_t scale = 0;
    /// Decimals: digits at most.
    std::int32_t precision = 0;
    /// Whole numbers that stand for these; null for numbers.
    LabelNames labels = nullptr;
};

/// "int32", "string", "timestamp[us, UTC]": what people call the type. `width`: bytes of each value.
std::string typeName(const ValueType& type, std::size_t width);

/// How values that are bytes are written.
enum class BytesAs : std::uint8_t { Note, Base64 };

/// Appends a value of a column as JSON: numbers as numbers, labels by their names, dates and times as ISO
/// 8601 in strings, JSON as it is, bytes as text if they are some, else as a note of what they are and how
/// many. `bytes` are the value with its lowest byte first, unless the type says otherwise. Numbers that JSON
/// does not have (NaN, infinity) are null. A value of a width that does not fit the type is null, too.
void appendValue(std::string& out, const ValueType& type, std::string_view bytes,
                 BytesAs bytesAs = BytesAs::Note);

} // namespace duologue
