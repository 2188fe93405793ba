// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table_address.h"

#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace duologue {

namespace {

struct Scheme {
    std::string_view prefix;
    Engine engine;
    bool isEncrypted;
    std::uint16_t port;
};

constexpr std::array<Scheme, 5> kSchemes{{
    {"clickhouse://", Engine::ClickHouse, false, 8123},
    {"clickhouse+http://", Engine::ClickHouse, false, 8123},
    {"clickhouse+https://", Engine::ClickHouse, true, 8443},
    {"postgresql://", Engine::PostgreSql, false, 5432},
    {"postgres://", Engine::PostgreSql, false, 5432},
}};

const Scheme* schemeOf(std::string_view text)
{
    const auto found = std::find_if(kSchemes.begin(), kSchemes.end(),
                                    [text](const Scheme& each) { return text.starts_with(each.prefix); });
    return found == kSchemes.end() ? nullptr : found;
}

std::optional<int> hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    const char lower = lowerAscii(c);
    return lower >= 'a' && lower <= 'f' ? std::optional(lower - 'a' + 10) : std::nullopt;
}

/// Nothing if a percent sign is not followed by two digits.
std::optional<std::string> decoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        if (i + 2 >= text.size())
            return std::nullopt;
        const auto first = hexDigit(text[i + 1]);
        const auto second = hexDigit(text[i + 2]);
        if (!first || !second)
            return std::nullopt;
        out += static_cast<char>(*first * 16 + *second);
        i += 2;
    }
    return out;
}

/// Writes everything as %2E that has a meaning in an address, and what is no printable ASCII.
std::string encoded(std::string_view name)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    constexpr std::string_view kMeaning = "%./?#@: \"";
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte != 0x7F && kMeaning.find(c) == std::string_view::npos) {
            out += c;
            continue;
        }
        out += '%';
        out += kDigits[byte / 16];
        out += kDigits[byte % 16];
    }
    return out;
}

bool isHostName(std::string_view host)
{
    return !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
        const char lower = lowerAscii(c);
        return isDigit(c) || (lower >= 'a' && lower <= 'z') || c == '.' || c == '-' || c == '_';
    });
}

bool isIpv6(std::string_view host)
{
    return host.find(':') != std::string_view::npos && std::all_of(host.begin(), host.end(), [](char c) {
               return hexDigit(c).has_value() || c == ':' || c == '.';
           });
}

/// False if it is no host with a port.
bool readHost(std::string_view text, TableAddress& address)
{
    std::string_view port;
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos || !isIpv6(text.substr(1, close - 1)))
            return false;
        address.host = text.substr(1, close - 1);
        const std::string_view rest = text.substr(close + 1);
        if (!rest.empty() && rest.front() != ':')
            return false;
        port = rest.empty() ? rest : rest.substr(1);
        if (!rest.empty() && port.empty())
            return false;
    } else {
        const std::size_t colon = text.find(':');
        address.host = text.substr(0, colon);
        if (!isHostName(address.host))
            return false;
        if (colon != std::string_view::npos) {
            port = text.substr(colon + 1);
            if (port.empty())
                return false;
        }
    }
    if (port.empty())
        return true;
    const auto number = parseNumber<std::uint16_t>(port);
    address.port = number.value_or(0);
    return address.port != 0;
}

/// Splits at the first dot. False if a part is empty or badly encoded.
bool readNames(std::string_view text, std::string& before, std::string& table)
{
    const std::size_t dot = text.find('.');
    const bool hasBoth = dot != std::string_view::npos;
    const auto first = hasBoth ? decoded(text.substr(0, dot)) : std::string();
    const auto second = decoded(hasBoth ? text.substr(dot + 1) : text);
    if (!first || !second || second->empty() || (hasBoth && first->empty()))
        return false;
    before = *first;
    table = *second;
    return true;
}

} // namespace

std::uint16_t usualPort(Engine engine, bool isEncrypted)
{
    for (const Scheme& scheme : kSchemes) {
        if (scheme.engine == engine && scheme.isEncrypted == isEncrypted)
            return scheme.port;
    }
    return 0;
}

bool isTableAddress(std::string_view path)
{
    return schemeOf(path) != nullptr;
}

std::string TableAddress::text() const
{
    const auto scheme = std::find_if(kSchemes.begin(), kSchemes.end(), [this](const Scheme& each) {
        return each.engine == engine && each.isEncrypted == isEncrypted;
    });
    const bool isIpv6Host = host.find(':') != std::string::npos;
    std::string out(scheme->prefix);
    out += isIpv6Host ? '[' + host + ']' : host;
    out += ':' + std::to_string(port) + '/';
    const std::string& before = engine == Engine::ClickHouse ? database : schema;
    if (engine == Engine::PostgreSql && !database.empty())
        out += encoded(database) + '/';
    return out + (before.empty() ? std::string() : encoded(before) + '.') + encoded(table);
}

std::string TableAddress::shownName() const
{
    const std::string& before = engine == Engine::ClickHouse || schema.empty() ? database : schema;
    return before.empty() ? table : before + '.' + table;
}

Expected<TableAddress, Phrase> readTableAddress(std::string_view text)
{
    const Scheme* const scheme = schemeOf(text);
    if (scheme == nullptr)
        return PhraseId::NoTableAddress;
    TableAddress address;
    address.engine = scheme->engine;
    address.isEncrypted = scheme->isEncrypted;
    address.port = scheme->port;
    const std::string_view rest = text.substr(scheme->prefix.size());
    const std::size_t slash = rest.find('/');
    if (rest.substr(0, slash).find('@') != std::string_view::npos)
        return PhraseId::UserInAddress;
    if (slash == std::string_view::npos || !readHost(rest.substr(0, slash), address))
        return PhraseId::NoTableAddress;
    std::string_view path = rest.substr(slash + 1);
    if (path.find_first_of("?#") != std::string_view::npos)
        return PhraseId::NoTableAddress;
    std::string* before = &address.database;
    if (address.engine == Engine::PostgreSql) {
        before = &address.schema;
        if (const std::size_t next = path.find('/'); next != std::string_view::npos) {
            const auto database = decoded(path.substr(0, next));
            if (!database || database->empty())
                return PhraseId::NoTableAddress;
            address.database = *database;
            path = path.substr(next + 1);
        }
    }
    if (path.find('/') != std::string_view::npos || !readNames(path, *before, address.table))
        return PhraseId::NoTableAddress;
    return address;
}

Credentials credentialsOfEnvironment()
{
    const auto value = [](const char* name) {
        const char* const found = std::getenv(name);
        return found == nullptr ? std::string() : std::string(found);
    };
    return {value("DUOLOGUE_USER"), value("DUOLOGUE_PASSWORD")};
}

} // namespace duologue
