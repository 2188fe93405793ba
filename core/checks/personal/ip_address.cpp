// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/parse_number.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/personal/personal_text.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

/// Addresses of nobody: private, local, of documentation (RFC 1918, 5737, 6598).
bool isReserved(const std::array<int, 4>& parts)
{
    return parts[0] == 0 || parts[0] == 10 || parts[0] == 127 || parts[0] >= 224 ||
           (parts[0] == 172 && parts[1] >= 16 && parts[1] < 32) || (parts[0] == 192 && parts[1] == 168) ||
           (parts[0] == 192 && parts[1] == 0 && parts[2] == 2) || (parts[0] == 169 && parts[1] == 254) ||
           (parts[0] == 198 && parts[1] == 51 && parts[2] == 100) ||
           (parts[0] == 203 && parts[1] == 0 && parts[2] == 113) ||
           (parts[0] == 100 && parts[1] >= 64 && parts[1] < 128);
}

constexpr std::array<std::string_view, 5> kVersionWords{"version", "release", "build", "firmware", "版本"};

/// Versions ("1.2.3.4", "v10.0.0.1") and public resolvers are no addresses of somebody.
bool isVersion(std::string_view text, std::size_t begin, const std::array<int, 4>& parts)
{
    const bool isSmall = std::all_of(parts.begin(), parts.end(), [](int part) { return part < 20; });
    // In bytes: the longest of the words, a sign and a space.
    constexpr std::size_t kBefore = 12;
    const std::string before =
        lowerAscii(text.substr(begin > kBefore ? begin - kBefore : 0, std::min(begin, kBefore)));
    const bool hasWord = std::ranges::any_of(
        kVersionWords, [&](std::string_view word) { return before.find(word) != std::string::npos; });
    return isSmall || hasWord || before.ends_with("v") || before.ends_with("v ") || before.ends_with(".") ||
           parts == std::array<int, 4>{8, 8, 4, 4};
}

} // namespace

std::vector<PersonalSpan> addressesIn(std::string_view text)
{
    std::vector<PersonalSpan> found;
    forEachNumberRun(text, ".", [&](std::size_t begin, std::size_t end) {
        std::array<int, 4> parts{};
        std::size_t count = 0;
        std::string_view rest = text.substr(begin, end - begin);
        while (!rest.empty()) {
            const std::size_t dot = rest.find('.');
            const auto value = parseNumber<int>(rest.substr(0, dot));
            const bool hasZero = rest.size() > 1 && rest[0] == '0' && rest[1] != '.';
            if (!value || *value > 255 || hasZero || count == parts.size())
                return;
            parts[count++] = *value;
            rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
        }
        if (count == parts.size() && !isReserved(parts) && !isVersion(text, begin, parts) &&
            !isPartOfIdentifier(text, begin, end, IdentifierParts::Letters))
            found.push_back({begin, end});
    });
    return found;
}

namespace {

void lookForIpAddress(const CheckedRecord& record, CheckLog& log)
{
    reportPersonal(record, log, addressesIn);
}

} // namespace

const Check& ipAddressCheck()
{
    static const Check check{
        .id = "ip_address",
        .group = CheckGroup::PersonalData,
        .title = DUOLOGUE_TEXT("Checks", "IP address"),
        .why = DUOLOGUE_TEXT("Checks", "The address names a household or a company."),
        .unit = CheckUnit::Texts,
        .isPersonal = true,
        .look = lookForIpAddress,
    };
    return check;
}

} // namespace duologue
