// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/sql_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace duologue {

namespace {

/// The server reads names and texts alike: a backslash gives the next character a meaning.
std::string quotedBy(char quote, std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 2);
    out += quote;
    for (const char c : text) {
        if (c == '\0') {
            out += "\\0";
            continue;
        }
        if (c == quote || c == '\\')
            out += '\\';
        out += c;
    }
    out += quote;
    return out;
}

/// PostgreSQL has no texts with a zero byte, so no value is equal to one.
bool isNoText(std::string_view text, SqlDialect dialect)
{
    return dialect == SqlDialect::PostgreSql && text.find('\0') != std::string_view::npos;
}

/// PostgreSQL with standard_conforming_strings: only the quote has a meaning.
std::string doubled(char quote, std::string_view text)
{
    std::string out(1, quote);
    for (const char c : text) {
        if (c == quote)
            out += quote;
        out += c;
    }
    return out + quote;
}

/// `neutral` changes nothing, `deciding` decides.
std::string joinedConditions(const std::vector<std::string>& conditions, std::string_view word,
                             std::string_view neutral, std::string_view deciding)
{
    std::string out;
    std::size_t count = 0;
    for (const std::string& each : conditions) {
        if (each == deciding)
            return std::string(deciding);
        if (each == neutral)
            continue;
        if (count++ > 0)
            out.append(" ").append(word).append(" ");
        out += each;
    }
    if (count == 0)
        return std::string(neutral);
    return count == 1 ? out : '(' + out + ')';
}

} // namespace

std::string sqlName(std::string_view name, SqlDialect dialect)
{
    return dialect == SqlDialect::PostgreSql ? doubled('"', name.substr(0, name.find('\0')))
                                             : quotedBy('`', name);
}

std::string sqlText(std::string_view text, SqlDialect dialect)
{
    if (isNoText(text, dialect))
        return "NULL::text";
    return dialect == SqlDialect::PostgreSql ? doubled('\'', text) : quotedBy('\'', text);
}

std::string sqlIn(const std::string& expression, const std::vector<std::string>& texts, SqlDialect dialect)
{
    std::string list;
    for (const std::string& each : texts) {
        if (!isNoText(each, dialect))
            list += (list.empty() ? "" : ", ") + sqlText(each, dialect);
    }
    return list.empty() ? "0" : '(' + expression + " IN (" + list + "))";
}

std::string sqlTotal(const std::string& condition, SqlDialect dialect)
{
    if (condition == "0" || condition == "1")
        return condition;
    return dialect == SqlDialect::PostgreSql ? "coalesce(" + condition + ", false)"
                                             : "ifNull(" + condition + ", 0)";
}

std::string sqlNumber(double number, SqlDialect dialect)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    const std::string text(buffer.data(), end);
    if (dialect == SqlDialect::PostgreSql)
        return "'" + text + "'::float8";
    if (std::isinf(number))
        return number > 0 ? "(1 / 0)" : "(-1 / 0)";
    // The server reads no number that is as small as this: these are its bytes.
    constexpr double kSmall = 1e-300;
    if (number != 0 && std::abs(number) < kSmall) {
        std::string bytes = "reinterpretAsFloat64(unhex('";
        for (unsigned at = 0; at < sizeof(number); ++at) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            const auto byte = std::bit_cast<std::uint64_t>(number) >> (at * 8U) & 0xFFU;
            bytes += kDigits[byte / 16];
            bytes += kDigits[byte % 16];
        }
        return bytes + "'))";
    }
    return "toFloat64(" + text + ')';
}

std::string sqlAnd(const std::vector<std::string>& conditions)
{
    return joinedConditions(conditions, "AND", "1", "0");
}

std::string sqlOr(const std::vector<std::string>& conditions)
{
    return joinedConditions(conditions, "OR", "0", "1");
}

std::string sqlNot(const std::string& condition)
{
    if (condition == "0")
        return "1";
    return condition == "1" ? "0" : "NOT (" + condition + ')';
}

} // namespace duologue
