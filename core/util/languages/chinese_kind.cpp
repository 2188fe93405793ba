// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/languages/chinese_kind.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace duologue {

namespace {

#include "core/util/languages/han_characters.inc"

constexpr std::uint32_t kFirstHan = 0x4E00;
constexpr std::uint32_t kLastHan = 0x9FFF;
constexpr std::size_t kHanBytes = 3;

/// The Han character that begins with the three bytes, as an index from kFirstHan; more than kLastHan -
/// kFirstHan for others.
std::uint32_t hanIndex(const char* at)
{
    const auto byte = [at](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(at[i]));
    };
    return ((byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU)) - kFirstHan;
}

enum class HanKind : std::uint8_t { Either, Simplified, Traditional };

std::vector<HanKind> kindsOfCharacters()
{
    std::vector<HanKind> kinds(kLastHan - kFirstHan + 1);
    const auto set = [&kinds](std::string_view characters, HanKind kind) {
        for (std::size_t at = 0; at < characters.size(); at += kHanBytes)
            kinds[hanIndex(characters.data() + at)] = kind;
    };
    set(kSimplifiedOnly, HanKind::Simplified);
    set(kTraditionalOnly, HanKind::Traditional);
    return kinds;
}

} // namespace

bool isTraditionalChinese(std::string_view utf8)
{
    static const std::vector<HanKind> kinds = kindsOfCharacters();
    constexpr std::size_t kMostBytes = 1200;
    /// So many tell at once, if none of the other kind came before.
    constexpr std::size_t kEnough = 3;
    std::size_t simplified = 0;
    std::size_t traditional = 0;
    const std::size_t end = std::min(utf8.size(), kMostBytes);
    for (std::size_t at = 0; at + kHanBytes <= end;) {
        const auto lead = static_cast<unsigned char>(utf8[at]);
        if (lead < 0xE4 || lead > 0xE9) {
            ++at;
            continue;
        }
        const std::uint32_t index = hanIndex(utf8.data() + at);
        at += kHanBytes;
        if (index >= kinds.size())
            continue;
        simplified += kinds[index] == HanKind::Simplified ? 1U : 0U;
        traditional += kinds[index] == HanKind::Traditional ? 1U : 0U;
        if (simplified == kEnough && traditional == 0)
            return false;
    }
    // A simplified text may quote a name.
    return traditional > 2 * simplified;
}

} // namespace duologue
