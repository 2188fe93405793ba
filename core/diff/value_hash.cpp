// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/value_hash.h"

#include "core/base/checksum.h"
#include "core/base/whole_number.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace duologue {

namespace {

/// Fewer members are found faster one after another.
constexpr std::size_t kFewMembers = 16;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    std::uint64_t x = (hash ^ value) + 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

enum class HashKind : std::uint64_t { Null = 1, False, True, Number, Text, List, Object };

std::uint64_t seedOf(HashKind kind)
{
    return mixed(0, static_cast<std::uint64_t>(kind));
}

/// Two numbers with different digits may be one double.
bool mayBeRounded(const JsonView& value, double number)
{
    return !value.digits().empty() || isBeyondExact(number);
}

std::uint64_t numberHash(const JsonView& value)
{
    const double number = value.number().value_or(0);
    // 0 and -0 are equal.
    const std::uint64_t hash =
        mixed(seedOf(HashKind::Number), std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number));
    if (!mayBeRounded(value, number))
        return hash;
    const std::string digits = value.toJson();
    return isHeldByDouble(digits) ? hash : mixed(hash, checksum(digits));
}

bool equalNumbers(const JsonView& left, const JsonView& right)
{
    const double number = left.number().value_or(0);
    if (number != right.number().value_or(0))
        return false;
    return (!mayBeRounded(left, number) && !mayBeRounded(right, number)) ||
           compareDecimals(left.toJson(), right.toJson()) == 0;
}

bool equalLists(const JsonView& left, const JsonView& right)
{
    if (left.size() != right.size())
        return false;
    auto other = right.elements().begin();
    for (const JsonView element : left.elements()) {
        if (!equalValues(element, *other))
            return false;
        ++other;
    }
    return true;
}

bool equalObjects(const JsonView& left, const JsonView& right)
{
    if (left.size() != right.size())
        return false;
    // Mostly the members have the same order.
    auto other = right.members().begin();
    bool isSameOrder = true;
    std::optional<MemberIndex> index;
    for (const auto [key, value] : left.members()) {
        if (isSameOrder && std::string_view((*other).key) == std::string_view(key)) {
            if (!equalValues(value, (*other).value))
                return false;
            ++other;
            continue;
        }
        isSameOrder = false;
        if (!index)
            index.emplace(right);
        const JsonView counterpart = (*index)[key];
        if (counterpart.isMissing() || !equalValues(value, counterpart))
            return false;
    }
    return true;
}

} // namespace

std::uint64_t valueHash(const JsonView& value)
{
    switch (value.kind()) {
    case JsonKind::Missing:
        break;
    case JsonKind::Null:
        return seedOf(HashKind::Null);
    case JsonKind::Bool:
        return seedOf(value.boolean() == true ? HashKind::True : HashKind::False);
    case JsonKind::Integer:
    case JsonKind::Real:
        return numberHash(value);
    case JsonKind::String:
        return mixed(seedOf(HashKind::Text), checksum(value.string()));
    case JsonKind::Array: {
        std::uint64_t hash = seedOf(HashKind::List);
        for (const JsonView element : value.elements())
            hash = mixed(hash, valueHash(element));
        return hash;
    }
    case JsonKind::Object: {
        // A sum, so that the order of the members does not matter.
        std::uint64_t sum = 0;
        for (const auto [key, member] : value.members())
            sum += mixed(checksum(key), valueHash(member));
        return mixed(seedOf(HashKind::Object), sum);
    }
    }
    return 0;
}

bool equalValues(const JsonView& left, const JsonView& right)
{
    if (left.isNumber() && right.isNumber())
        return equalNumbers(left, right);
    if (left.kind() != right.kind())
        return false;
    switch (left.kind()) {
    case JsonKind::Bool:
        return left.boolean() == right.boolean();
    case JsonKind::String:
        return left.string() == right.string();
    case JsonKind::Array:
        return equalLists(left, right);
    case JsonKind::Object:
        return equalObjects(left, right);
    default:
        return true;
    }
}

MemberIndex::MemberIndex(const JsonView& object)
{
    m_members.reserve(object.size());
    for (const JsonMember member : object.members())
        m_members.push_back(member);
    if (m_members.size() <= kFewMembers)
        return;
    m_byName.resize(m_members.size());
    std::iota(m_byName.begin(), m_byName.end(), 0U);
    std::sort(m_byName.begin(), m_byName.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::string_view(m_members[a].key) < std::string_view(m_members[b].key);
    });
}

JsonView MemberIndex::operator[](std::string_view key) const
{
    if (m_byName.empty()) {
        const auto found = std::find_if(m_members.begin(), m_members.end(), [&](const JsonMember& member) {
            return std::string_view(member.key) == key;
        });
        return found == m_members.end() ? JsonView() : found->value;
    }
    const auto found = std::lower_bound(m_byName.begin(), m_byName.end(), key,
                                        [&](std::uint32_t index, std::string_view name) {
                                            return std::string_view(m_members[index].key) < name;
                                        });
    const bool isThere = found != m_byName.end() && std::string_view(m_members[*found].key) == key;
    return isThere ? m_members[*found].value : JsonView();
}

} // namespace duologue
