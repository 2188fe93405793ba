// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/value_text.h"

#include "core/io/columnar/byte_reader.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace duologue {

namespace {

bool needsEscape(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

std::size_t cleanLength(std::string_view text)
{
    std::size_t i = 0;
    for (; i + kLanes <= text.size(); i += kLanes) {
        const ByteLanes bytes = lanesAt(text.data() + i);
        const auto found = static_cast<ByteLanes>((bytes < 0x20) | (bytes == '"') | (bytes == '\\'));
        if (const std::uint64_t bits = laneBits(found); bits != 0)
            return i + static_cast<std::size_t>(std::countr_zero(bits));
    }
    while (i < text.size() && !needsEscape(text[i]))
        ++i;
    return i;
}

void appendEscaped(std::string& out, char c)
{
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\u00";
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
}

/// Follows strict JSON without keeping anything of it.
class JsonChecker {
public:
    explicit JsonChecker(std::string_view text) : m_rest(text) {}

    bool isOneValue()
    {
        skipSpace();
        if (!value(0))
            return false;
        skipSpace();
        return m_rest.empty();
    }

private:
    static constexpr int kDeepestCell = 200;

    void skipSpace()
    {
        while (!m_rest.empty() && isBlank(m_rest.front()))
            m_rest.remove_prefix(1);
    }

    bool take(char c)
    {
        if (!m_rest.starts_with(c))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    bool word(std::string_view expected)
    {
        if (!m_rest.starts_with(expected))
            return false;
        m_rest.remove_prefix(expected.size());
        return true;
    }

    bool digits()
    {
        const std::size_t before = m_rest.size();
        while (!m_rest.empty() && isDigit(m_rest.front()))
            m_rest.remove_prefix(1);
        return m_rest.size() < before;
    }

    bool number()
    {
        take('-');
        if (!take('0') && !digits())
            return false;
        if (take('.') && !digits())
            return false;
        if (!take('e') && !take('E'))
            return true;
        if (!take('+'))
            take('-');
        return digits();
    }

    bool string()
    {
        if (!take('"'))
            return false;
        while (true) {
            m_rest.remove_prefix(cleanLength(m_rest));
            if (take('"'))
                return true;
            if (!take('\\') || m_rest.empty())
                return false;
            const char escaped = m_rest.front();
            m_rest.remove_prefix(1);
            if (escaped == 'u') {
                for (int i = 0; i < 4; ++i, m_rest.remove_prefix(1)) {
                    if (m_rest.empty() || !isHexDigit(m_rest.front()))
                        return false;
                }
            } else if (std::string_view("\"\\/bfnrt").find(escaped) == std::string_view::npos) {
                return false;
            }
        }
    }

    static bool isHexDigit(char c)
    {
        const char lower = lowerAscii(c);
        return isDigit(c) || (lower >= 'a' && lower <= 'f');
    }

    bool enclosed(char close, bool hasNames, int depth)
    {
        skipSpace();
        if (take(close))
            return true;
        do {
            skipSpace();
            if (hasNames) {
                if (!string())
                    return false;
                skipSpace();
                if (!take(':'))
                    return false;
                skipSpace();
            }
            if (!value(depth + 1))
                return false;
            skipSpace();
        } while (take(','));
        return take(close);
    }

    bool value(int depth)
    {
        if (m_rest.empty() || depth > kDeepestCell)
            return false;
        switch (m_rest.front()) {
        case '{':
            m_rest.remove_prefix(1);
            return enclosed('}', true, depth);
        case '[':
            m_rest.remove_prefix(1);
            return enclosed(']', false, depth);
        case '"':
            return string();
        case 't':
            return word("true");
        case 'f':
            return word("false");
        case 'n':
            return word("null");
        default:
            return number();
        }
    }

    std::string_view m_rest;
};

} // namespace

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    while (!text.empty()) {
        const std::size_t clean = cleanLength(text);
        out.append(text.substr(0, clean));
        text.remove_prefix(clean);
        if (text.empty())
            break;
        appendEscaped(out, text.front());
        text.remove_prefix(1);
    }
    out += '"';
}

bool isOneJsonValue(std::string_view text)
{
    return JsonChecker(text).isOneValue();
}

namespace {

struct Signature {
    std::size_t at;
    std::string_view bytes;
    std::string_view type;
};

constexpr std::array<Signature, 14> kSignatures{{
    {0, "\x89PNG", "image/png"},
    {0, "\xFF\xD8\xFF", "image/jpeg"},
    {0, "GIF8", "image/gif"},
    {8, "WEBP", "image/webp"},
    {8, "WAVE", "audio/wav"},
    {8, "AVI ", "video/avi"},
    {0, "II*", "image/tiff"},
    {0, "MM", "image/tiff"},
    {0, "fLaC", "audio/flac"},
    {0, "OggS", "audio/ogg"},
    {0, "ID3", "audio/mpeg"},
    {4, "ftyp", "video/mp4"},
    {0, "%PDF", "application/pdf"},
    {0, "PK\x03\x04", "application/zip"},
}};

} // namespace

std::string noteOfBytes(std::string_view bytes)
{
    const auto* const known =
        std::find_if(kSignatures.begin(), kSignatures.end(), [&](const Signature& signature) {
            return bytes.size() > signature.at && bytes.substr(signature.at).starts_with(signature.bytes);
        });
    std::string note(known == kSignatures.end() ? "binary" : known->type);
    note += ", ";
    note += std::to_string(bytes.size());
    note += " bytes";
    return note;
}

bool isNoteOfBytes(std::string_view text)
{
    constexpr std::string_view kEnd = " bytes";
    const std::size_t comma = text.find(", ");
    if (comma == std::string_view::npos || !text.ends_with(kEnd))
        return false;
    const std::string_view type = text.substr(0, comma);
    const std::string_view count = text.substr(comma + 2, text.size() - comma - 2 - kEnd.size());
    return !count.empty() && std::all_of(count.begin(), count.end(), isDigit) &&
           (type == "binary" ||
            std::any_of(kSignatures.begin(), kSignatures.end(),
                        [type](const Signature& signature) { return signature.type == type; }));
}

void appendBase64(std::string& out, std::string_view bytes)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out += '"';
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::string_view three = bytes.substr(i, 3);
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 3; ++j)
            bits = bits << 8U | (j < three.size() ? static_cast<unsigned char>(three[j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            out += j <= three.size() ? kDigits[bits >> (18 - 6 * j) & 63U] : '=';
    }
    out += '"';
}

void appendBytes(std::string& out, std::string_view bytes)
{
    const bool hasControls = std::any_of(bytes.begin(), bytes.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && !isBlank(c)) || c == '\x7F';
    });
    appendJsonString(out,
                     hasControls || toValidUtf8(bytes) != bytes ? noteOfBytes(bytes) : std::string(bytes));
}

namespace {

constexpr std::int64_t kSecondsOfDay = 86'400;

template<typename Number>
void appendNumber(std::string& out, Number number)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    out.append(text.data(), end);
}

void appendPadded(std::string& out, std::uint64_t number, std::size_t digits)
{
    const std::string text = std::to_string(number);
    out.append(digits > text.size() ? digits - text.size() : 0, '0');
    out += text;
}

template<typename Number>
void appendFloat(std::string& out, Number number)
{
    if (std::isfinite(number))
        appendNumber(out, number);
    else
        // The reader of the row reports it, as it does in a JSON file.
        out += std::isnan(number) ? "NaN" : number < 0 ? "-Infinity" : "Infinity";
}

float halfFloat(std::uint16_t half)
{
    const int exponent = half >> 10U & 0x1F;
    const int mantissa = half & 0x3FF;
    const float magnitude = exponent == 0    ? std::ldexp(static_cast<float>(mantissa), -24)
                            : exponent == 31 ? std::numeric_limits<float>::infinity()
                                             : std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
    return (half & 0x8000U) != 0 ? -magnitude : magnitude;
}

void appendAnyFloat(std::string& out, std::string_view bytes)
{
    if (bytes.size() == 8)
        appendFloat(out, loadNumber<double>(bytes.data()));
    else if (bytes.size() == 4)
        appendFloat(out, loadNumber<float>(bytes.data()));
    else if (bytes.size() == 2)
        appendFloat(out, halfFloat(loadNumber<std::uint16_t>(bytes.data())));
}

/// A whole number of 1, 2, 4 or 8 bytes.
std::optional<std::int64_t> wholeNumber(std::string_view bytes, bool isSigned)
{
    switch (bytes.size()) {
    case 1: {
        const auto value = loadNumber<std::uint8_t>(bytes.data());
        return isSigned ? static_cast<std::int8_t>(value) : value;
    }
    case 2: {
        const auto value = loadNumber<std::uint16_t>(bytes.data());
        return isSigned ? static_cast<std::int16_t>(value) : value;
    }
    case 4: {
        const auto value = loadNumber<std::uint32_t>(bytes.data());
        return isSigned ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value);
    }
    case 8:
        return loadNumber<std::int64_t>(bytes.data());
    default:
        return std::nullopt;
    }
}

struct Division {
    std::int64_t quotient = 0;
    std::int64_t rest = 0;
};

/// Rounds down, so that the rest is never negative.
Division floorDivision(std::int64_t number, std::int64_t by)
{
    const std::int64_t rest = (number % by + by) % by;
    return {number / by - (number % by < 0 ? 1 : 0), rest};
}

/// Days since 1970 as "2024-05-31", by Howard Hinnant's algorithm.
void appendDay(std::string& out, std::int64_t days)
{
    days += 719'468;
    const Division era = floorDivision(days, 146'097);
    const std::int64_t dayOfEra = era.rest;
    const std::int64_t yearOfEra =
        (dayOfEra - dayOfEra / 1'460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
    const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t shifted = (5 * dayOfYear + 2) / 153;
    const std::int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
    const std::int64_t year = yearOfEra + era.quotient * 400 + (month <= 2 ? 1 : 0);
    if (year < 0)
        out += '-';
    appendPadded(out, static_cast<std::uint64_t>(std::abs(year)), 4);
    out += '-';
    appendPadded(out, static_cast<std::uint64_t>(month), 2);
    out += '-';
    appendPadded(out, static_cast<std::uint64_t>(dayOfYear - (153 * shifted + 2) / 5 + 1), 2);
}

/// How many of the unit are a second, and how many digits that has after the point.
std::pair<std::int64_t, std::size_t> perSecond(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Seconds:
        return {1, 0};
    case TimeUnit::Milliseconds:
        return {1'000, 3};
    case TimeUnit::Microseconds:
        return {1'000'000, 6};
    case TimeUnit::Nanoseconds:
        break;
    }
    return {1'000'000'000, 9};
}

/// "12:30:05.25"
void appendClock(std::string& out, std::int64_t seconds, std::int64_t fraction, std::size_t digits)
{
    for (const std::int64_t part : {seconds / 3'600, seconds / 60 % 60, seconds % 60}) {
        appendPadded(out, static_cast<std::uint64_t>(part), 2);
        out += ':';
    }
    out.pop_back();
    for (; digits > 0 && fraction % 10 == 0; --digits)
        fraction /= 10;
    if (digits > 0) {
        out += '.';
        appendPadded(out, static_cast<std::uint64_t>(fraction), digits);
    }
}

void appendMoment(std::string& out, std::int64_t value, const ValueType& type)
{
    const auto [unit, digits] = perSecond(type.unit);
    const Division seconds = floorDivision(value, unit);
    const Division days = floorDivision(seconds.quotient, kSecondsOfDay);
    appendDay(out, days.quotient);
    out += 'T';
    appendClock(out, days.rest, seconds.rest, digits);
    if (type.isUtc)
        out += 'Z';
}

void appendTime(std::string& out, std::int64_t value, const ValueType& type)
{
    const auto [unit, digits] = perSecond(type.unit);
    const Division seconds = floorDivision(value, unit);
    appendClock(out, floorDivision(seconds.quotient, kSecondsOfDay).rest, seconds.rest, digits);
    if (type.isUtc)
        out += 'Z';
}

/// A number with a point as many digits from its end as the unit has.
void appendScaled(std::string& out, std::string digits, bool isNegative, std::size_t scale)
{
    if (digits.size() <= scale)
        digits.insert(0, scale + 1 - digits.size(), '0');
    if (isNegative)
        out += '-';
    out.append(digits, 0, digits.size() - scale);
    if (scale > 0) {
        out += '.';
        out.append(digits, digits.size() - scale);
    }
}

/// The decimal digits of a whole number of any width, which is divided by ten to the ninth again and again.
std::string digitsOf(std::vector<std::uint32_t> words)
{
    std::string digits;
    while (!words.empty()) {
        std::uint64_t rest = 0;
        for (std::size_t i = words.size(); i-- > 0;) {
            rest = rest << 32U | words[i];
            words[i] = static_cast<std::uint32_t>(rest / 1'000'000'000);
            rest %= 1'000'000'000;
        }
        while (!words.empty() && words.back() == 0)
            words.pop_back();
        for (int i = 0; i < 9 && (rest > 0 || !words.empty()); ++i, rest /= 10)
            digits += static_cast<char>('0' + rest % 10);
    }
    std::reverse(digits.begin(), digits.end());
    return digits.empty() ? "0" : digits;
}

/// Wider decimals than any type has are refused.
constexpr std::size_t kWidestDecimal = 64;
constexpr std::int32_t kLargestScale = 128;

void appendDecimal(std::string& out, const ValueType& type, std::string_view bytes)
{
    if (bytes.size() > kWidestDecimal || bytes.empty() || type.scale < -kLargestScale ||
        type.scale > kLargestScale)
        return;
    std::string low(bytes);
    if (type.isBigEndian)
        std::reverse(low.begin(), low.end());
    const bool isNegative = (static_cast<unsigned char>(low.back()) & 0x80U) != 0;
    low.resize((low.size() + 3) / 4 * 4, isNegative ? '\xFF' : '\0');
    std::vector<std::uint32_t> words(low.size() / 4);
    std::memcpy(words.data(), low.data(), low.size());
    std::uint64_t carry = 1;
    for (std::uint32_t& word : words) {
        if (!isNegative)
            break;
        carry += static_cast<std::uint32_t>(~word);
        word = static_cast<std::uint32_t>(carry);
        carry >>= 32U;
    }
    std::string digits = digitsOf(std::move(words));
    // A negative scale stands for zeros behind the digits.
    if (type.scale < 0 && digits != "0")
        digits.append(static_cast<std::size_t>(-type.scale), '0');
    appendScaled(out, std::move(digits), isNegative, static_cast<std::size_t>(std::max(type.scale, 0)));
}

void appendDuration(std::string& out, std::int64_t value, TimeUnit unit)
{
    const std::uint64_t magnitude =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    appendScaled(out, std::to_string(magnitude), value < 0, perSecond(unit).second);
}

/// "P1M2DT0.003S"
void appendInterval(std::string& out, std::string_view bytes)
{
    if (bytes.size() != 12 && bytes.size() != 16)
        return;
    out += "\"P";
    appendNumber(out, loadNumber<std::int32_t>(bytes.data()));
    out += 'M';
    appendNumber(out, loadNumber<std::int32_t>(bytes.data() + 4));
    out += "DT";
    if (bytes.size() == 12)
        appendDuration(out, loadNumber<std::uint32_t>(bytes.data() + 8), TimeUnit::Milliseconds);
    else
        appendDuration(out, loadNumber<std::int64_t>(bytes.data() + 8), TimeUnit::Nanoseconds);
    out += "S\"";
}

void appendUuid(std::string& out, std::string_view bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    if (bytes.size() != 16)
        return;
    out += '"';
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if (i == 4 || i == 6 || i == 8 || i == 10)
            out += '-';
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 15U];
    }
    out += '"';
}

/// INT96 of old writers: nanoseconds of the day, and the Julian day, of which 2,440,588 is 1970-01-01.
void appendJulianTime(std::string& out, std::string_view bytes)
{
    constexpr std::int64_t kEpoch = 2'440'588;
    constexpr std::int64_t kSecond = 1'000'000'000;
    if (bytes.size() != 12)
        return;
    const Division days = floorDivision(loadNumber<std::int64_t>(bytes.data()), kSecondsOfDay * kSecond);
    out += '"';
    appendDay(out, loadNumber<std::int32_t>(bytes.data() + 8) - kEpoch + days.quotient);
    out += 'T';
    appendClock(out, days.rest / kSecond, days.rest % kSecond, 9);
    out += '"';
}

/// Numbers, dates and times, all of which are stored as whole numbers.
void appendWhole(std::string& out, const ValueType& type, std::string_view bytes)
{
    const auto number = wholeNumber(bytes, type.kind != ValueKind::Unsigned);
    if (!number)
        return;
    if (type.kind == ValueKind::Signed) {
        // -1 is what test data has in place of a label.
        const auto label = static_cast<std::uint64_t>(*number);
        if (type.labels && label < type.labels->size())
            appendJsonString(out, (*type.labels)[label]);
        else
            appendNumber(out, *number);
    } else if (type.kind == ValueKind::Unsigned) {
        appendNumber(out, static_cast<std::uint64_t>(*number));
    } else if (type.kind == ValueKind::Duration) {
        appendDuration(out, *number, type.unit);
    } else {
        out += '"';
        if (type.kind == ValueKind::Time)
            appendTime(out, *number, type);
        else if (type.kind == ValueKind::Timestamp)
            appendMoment(out, *number, type);
        else
            appendDay(out,
                      bytes.size() == 8 ? floorDivision(*number, kSecondsOfDay * 1'000).quotient : *number);
        out += '"';
    }
}

/// "label<neg, pos>"
std::string labelTypeName(const std::vector<std::string>& labels)
{
    constexpr std::size_t kNamed = 10;
    std::string names;
    for (std::size_t i = 0; i < labels.size() && i < kNamed; ++i)
        names += (i > 0 ? ", " : "") + labels[i];
    return "label<" + names + (labels.size() > kNamed ? ", …>" : ">");
}

} // namespace

std::string typeName(const ValueType& type, std::size_t width)
{
    constexpr std::array<const char*, 4> kUnits{"s", "ms", "us", "ns"};
    const std::string bits = std::to_string(width * 8);
    const std::string unit = kUnits.at(static_cast<std::size_t>(type.unit));
    switch (type.kind) {
    case ValueKind::Null:
        return "null";
    case ValueKind::Boolean:
        return "bool";
    case ValueKind::Signed:
        return type.labels ? labelTypeName(*type.labels) : "int" + bits;
    case ValueKind::Unsigned:
        return "uint" + bits;
    case ValueKind::Float:
        return width == 8 ? "double" : "float" + (width == 2 ? bits : std::string());
    case ValueKind::Text:
        return "string";
    case ValueKind::Json:
        return "json";
    case ValueKind::Bytes:
        return "binary";
    case ValueKind::Decimal:
        return "decimal(" + std::to_string(type.precision) + ", " + std::to_string(type.scale) + ")";
    case ValueKind::Date:
        return "date";
    case ValueKind::Time:
        return "time[" + unit + "]";
    case ValueKind::Timestamp:
        return "timestamp[" + unit + (type.isUtc ? ", UTC]" : "]");
    case ValueKind::Duration:
        return "duration[" + unit + "]";
    case ValueKind::Interval:
        return "interval";
    case ValueKind::Uuid:
        return "uuid";
    case ValueKind::JulianTime:
        return "timestamp[ns]";
    }
    return {};
}

void appendValue(std::string& out, const ValueType& type, std::string_view bytes, BytesAs bytesAs)
{
    const std::size_t before = out.size();
    switch (type.kind) {
    case ValueKind::Text:
        appendJsonString(out, bytes);
        return;
    case ValueKind::Json:
        if (isOneJsonValue(bytes))
            out.append(bytes);
        else
            appendJsonString(out, bytes);
        return;
    case ValueKind::Bytes:
        if (bytesAs == BytesAs::Base64)
            appendBase64(out, bytes);
        else
            appendBytes(out, bytes);
        return;
    case ValueKind::Boolean:
        if (bytes.size() == 1)
            out += bytes[0] != 0 ? "true" : "false";
        break;
    case ValueKind::Float:
        appendAnyFloat(out, bytes);
        break;
    case ValueKind::Decimal:
        appendDecimal(out, type, bytes);
        break;
    case ValueKind::Interval:
        appendInterval(out, bytes);
        break;
    case ValueKind::Uuid:
        appendUuid(out, bytes);
        break;
    case ValueKind::JulianTime:
        appendJulianTime(out, bytes);
        break;
    case ValueKind::Null:
        break;
    default:
        appendWhole(out, type, bytes);
    }
    if (out.size() == before)
        out += "null";
}

} // namespace duologue
