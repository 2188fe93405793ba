// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/row_choice.h"

#include "core/export/row_keys.h"
#include "core/util/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace duologue {

/// A number for an item that looks random, and is the same for the same seed and item on every machine: items
/// in the order of these numbers are shuffled. SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom
/// number generators, 2014).
constexpr std::uint64_t seededNumber(std::uint64_t seed, std::uint64_t item)
{
    std::uint64_t z = (seed ^ 0x6A09'E667'F3BC'C909U) + (item + 1) * 0x9E37'79B9'7F4A'7C15U;
    for (int i = 0; i < 2; ++i) {
        z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBU;
        z ^= z >> 31U;
        z += seed;
    }
    return z;
}

namespace {

/// The indexes in an order that looks random.
void shuffle(std::vector<std::size_t>& indexes, std::uint64_t seed)
{
    std::sort(indexes.begin(), indexes.end(), [seed](std::size_t left, std::size_t right) {
        const std::uint64_t a = seededNumber(seed, left);
        const std::uint64_t b = seededNumber(seed, right);
        return a != b ? a < b : left < right;
    });
}

RowOrder rowsAtIndexes(const RowOrder& rows, std::vector<std::size_t> indexes)
{
    std::sort(indexes.begin(), indexes.end());
    indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
    RowOrder chosen;
    for (const std::size_t index : indexes)
        chosen.push_back(rows[index]);
    return chosen;
}

/// Indexes of the same key, keys in the order of their first index.
std::vector<std::vector<std::size_t>> byKey(std::size_t count, const std::vector<std::uint64_t>& keys)
{
    std::vector<std::vector<std::size_t>> lists;
    std::unordered_map<std::uint64_t, std::size_t> listOf;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [at, isNew] = listOf.try_emplace(keys.empty() ? 0 : keys[i], lists.size());
        if (isNew)
            lists.emplace_back();
        lists[at->second].push_back(i);
    }
    return lists;
}

/// Shares that differ by less are equal: "0.8,0.1,0.1" adds up to a little less than 1.
constexpr double kRounding = 1e-9;

/// The shares of the parts and, last, of what belongs to no part, whose rows are dropped.
std::vector<double> sharesOf(const std::vector<SplitPart>& parts)
{
    std::vector<double> shares;
    double rest = 1;
    for (const SplitPart& part : parts) {
        shares.push_back(part.share);
        rest -= part.share;
    }
    shares.push_back(rest > kRounding ? rest : 0);
    return shares;
}

/// Items that stay together, and how many of each class they are.
struct SplitUnit {
    std::vector<std::size_t> indexes;
    std::map<std::uint64_t, std::size_t> classes;
};

/// Deals units out, large ones first, each to the part that lacks most of what the unit has.
class Dealer {
public:
    Dealer(const std::vector<SplitPart>& parts, const std::vector<std::uint64_t>& classes, std::size_t count)
        : m_shares(sharesOf(parts)), m_dealt(m_shares.size())
    {
        for (std::size_t i = 0; i < count; ++i)
            ++m_all[classes.empty() ? 0 : classes[i]];
    }

    std::size_t partFor(const SplitUnit& unit)
    {
        std::size_t best = 0;
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t part = 0; part < m_shares.size(); ++part) {
            if (m_shares[part] == 0)
                continue;
            const double lack = lackOf(part, unit);
            if (lack > most) {
                most = lack;
                best = part;
            }
        }
        for (const auto& [key, number] : unit.classes)
            m_dealt[best][key] += number;
        return best;
    }

private:
    /// How much smaller the distance to the wanted sizes is if the part gets the unit, in squares; parts that
    /// want less count more, so that small parts do not stay empty.
    double lackOf(std::size_t part, const SplitUnit& unit)
    {
        double lack = 0;
        for (const auto& [key, number] : unit.classes) {
            const double wanted = m_shares[part] * static_cast<double>(m_all[key]);
            const double before = wanted - static_cast<double>(m_dealt[part][key]);
            const double after = before - static_cast<double>(number);
            lack += (before * before - after * after) / std::max(wanted, 1.0);
        }
        return lack;
    }

    std::vector<double> m_shares;
    std::map<std::uint64_t, std::size_t> m_all;
    std::vector<std::map<std::uint64_t, std::size_t>> m_dealt;
};

/// How many of all rows each part gets: cut where the shares end.
std::vector<std::size_t> sizesOfParts(std::size_t rows, const std::vector<SplitPart>& parts)
{
    std::vector<std::size_t> sizes;
    double end = 0;
    std::size_t begin = 0;
    for (const SplitPart& part : parts) {
        end += part.share * static_cast<double>(rows);
        const auto next = std::clamp(static_cast<std::size_t>(std::llround(end)), begin, rows);
        sizes.push_back(next - begin);
        begin = next;
    }
    return sizes;
}

/// How many rows of each class each part gets: its share, rounded down or up so that the shares hold for all
/// classes together, however small they are.
class ClassSizes {
public:
    explicit ClassSizes(const std::vector<SplitPart>& parts)
        : m_shares(sharesOf(parts)), m_owed(m_shares.size())
    {
    }

    std::vector<std::size_t> next(std::size_t rows)
    {
        std::vector<std::size_t> sizes;
        std::vector<std::size_t> roundedDown;
        std::size_t left = rows;
        for (std::size_t part = 0; part < m_shares.size(); ++part) {
            const double wanted = m_shares[part] * static_cast<double>(rows);
            const auto size = std::min(left, static_cast<std::size_t>(wanted + kRounding));
            sizes.push_back(size);
            left -= size;
            m_owed[part] += wanted - static_cast<double>(size);
            if (wanted > static_cast<double>(size) + kRounding)
                roundedDown.push_back(part);
        }
        std::stable_sort(roundedDown.begin(), roundedDown.end(),
                         [&](std::size_t a, std::size_t b) { return m_owed[a] > m_owed[b]; });
        for (std::size_t i = 0; i < std::min(left, roundedDown.size()); ++i) {
            ++sizes[roundedDown[i]];
            m_owed[roundedDown[i]] -= 1;
        }
        sizes.pop_back();
        return sizes;
    }

private:
    const std::vector<double> m_shares;
    /// By how much less than its share each part has got so far.
    std::vector<double> m_owed;
};

bool isPartName(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_';
    });
}

} // namespace

RowOrder sampleOf(const RowOrder& rows, std::size_t count, std::uint64_t seed)
{
    return sampleOfEach(rows, byKey(rows.size(), {}), count, seed);
}

RowOrder sampleOfEach(const RowOrder& rows, std::vector<std::vector<std::size_t>> lists, std::size_t count,
                      std::uint64_t seed)
{
    std::vector<std::size_t> chosen;
    for (std::vector<std::size_t>& list : lists) {
        shuffle(list, seed);
        list.resize(std::min(list.size(), count));
        chosen.insert(chosen.end(), list.begin(), list.end());
    }
    return rowsAtIndexes(rows, std::move(chosen));
}

std::optional<std::vector<SplitPart>> splitParts(std::string_view text)
{
    std::vector<SplitPart> parts;
    double sum = 0;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            return std::nullopt;
        const std::string_view name = part.substr(0, equals);
        const auto share = parseNumber<double>(part.substr(equals + 1));
        const bool isKnown = std::any_of(parts.begin(), parts.end(),
                                         [name](const SplitPart& other) { return other.name == name; });
        if (!isPartName(name) || isKnown || !share || !(*share > 0) || !(*share <= 1))
            return std::nullopt;
        parts.push_back({std::string(name), *share});
        sum += *share;
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
    }
    return sum <= 1 + kRounding ? std::optional(std::move(parts)) : std::nullopt;
}

std::vector<RowOrder> splitRows(const RowOrder& rows, const std::vector<SplitPart>& parts,
                                const std::vector<std::uint64_t>& classes,
                                const std::vector<std::uint64_t>& groups, std::uint64_t seed)
{
    std::vector<std::vector<std::size_t>> chosen(parts.size());
    if (groups.empty()) {
        ClassSizes ofClasses(parts);
        for (std::vector<std::size_t>& list : byKey(rows.size(), classes)) {
            shuffle(list, seed);
            const std::vector<std::size_t> sizes =
                classes.empty() ? sizesOfParts(list.size(), parts) : ofClasses.next(list.size());
            auto next = list.begin();
            for (std::size_t part = 0; part < parts.size(); ++part) {
                const auto end = next + static_cast<std::ptrdiff_t>(sizes[part]);
                chosen[part].insert(chosen[part].end(), next, end);
                next = end;
            }
        }
    } else {
        std::vector<SplitUnit> units;
        for (std::vector<std::size_t>& list : byKey(rows.size(), groups)) {
            SplitUnit unit{std::move(list), {}};
            for (const std::size_t index : unit.indexes)
                ++unit.classes[classes.empty() ? 0 : classes[index]];
            units.push_back(std::move(unit));
        }
        std::sort(units.begin(), units.end(), [seed](const SplitUnit& left, const SplitUnit& right) {
            if (left.indexes.size() != right.indexes.size())
                return left.indexes.size() > right.indexes.size();
            return seededNumber(seed, left.indexes.front()) < seededNumber(seed, right.indexes.front());
        });
        Dealer dealer(parts, classes, rows.size());
        for (const SplitUnit& unit : units) {
            const std::size_t part = dealer.partFor(unit);
            if (part < parts.size())
                chosen[part].insert(chosen[part].end(), unit.indexes.begin(), unit.indexes.end());
        }
    }
    std::vector<RowOrder> split;
    split.reserve(chosen.size());
    for (std::vector<std::size_t>& indexes : chosen)
        split.push_back(rowsAtIndexes(rows, std::move(indexes)));
    return split;
}

namespace {

using RowKeys = std::vector<std::uint64_t>;

/// The keys of the rows under the names, or why there are none.
class KeyMaker {
public:
    KeyMaker(const Snapshot& snapshot, const Job& job) : m_snapshot(snapshot), m_job(job) {}

    /// None, and mistake() says why, if a name means nothing. No names give no keys.
    std::optional<RowKeys> keys(const RowOrder& rows, const std::vector<std::string>& names)
    {
        if (names.empty())
            return RowKeys();
        return made(rowKeys(m_snapshot, rows, names, m_job));
    }
    std::optional<RowKeys> keys(const RowOrder& rows, const std::string& name)
    {
        return keys(rows, name.empty() ? std::vector<std::string>() : std::vector<std::string>{name});
    }
    /// The same for the groups of rows that share a value.
    std::optional<RowKeys> groups(const RowOrder& rows, const std::string& name)
    {
        return name.empty() ? RowKeys() : made(rowGroups(m_snapshot, rows, name, m_job));
    }
    const Phrase& mistake() const { return m_mistake; }

private:
    std::optional<RowKeys> made(Expected<RowKeys, Phrase> keys)
    {
        if (Phrase* mistake = keys.error()) {
            m_mistake = std::move(*mistake);
            return std::nullopt;
        }
        return std::move(keys).value();
    }

    const Snapshot& m_snapshot;
    const Job& m_job;
    Phrase m_mistake;
};

} // namespace

Expected<ChosenParts, Phrase> choose(const Snapshot& snapshot, RowOrder rows, const RowChoice& choice,
                                     const Job& job)
{
    KeyMaker maker(snapshot, job);
    ChosenParts chosen;
    if (!choice.dedup.empty()) {
        auto kept = withoutRepeats(snapshot, rows, choice.dedup, job);
        if (Phrase* mistake = kept.error())
            return std::move(*mistake);
        const std::size_t before = rows.size();
        rows = std::move(kept).value();
        chosen.repeats = before - rows.size();
    }
    if (choice.sample > 0) {
        if (auto lists = rowsOfEachValue(snapshot, rows, choice.per, job)) {
            rows = sampleOfEach(rows, std::move(*lists), choice.sample, choice.seed);
        } else {
            const auto keys = maker.keys(rows, choice.per);
            if (!keys)
                return maker.mistake();
            rows = sampleOfEach(rows, byKey(rows.size(), *keys), choice.sample, choice.seed);
        }
    }
    if (choice.split.empty()) {
        chosen.parts.push_back({{}, std::move(rows)});
        return chosen;
    }
    const auto classes = maker.keys(rows, choice.stratify);
    const auto groups = classes ? maker.groups(rows, choice.group) : std::nullopt;
    if (!groups)
        return maker.mistake();
    auto split = splitRows(rows, choice.split, *classes, *groups, choice.seed);
    for (std::size_t i = 0; i < split.size(); ++i)
        chosen.parts.push_back({choice.split[i].name, std::move(split[i])});
    return chosen;
}

std::filesystem::path pathOfPart(const std::filesystem::path& path, const std::string& part)
{
    if (part.empty())
        return path;
    const std::string file = path.filename().string();
    const std::size_t dot = file.find('.', 1);
    const std::string stem = file.substr(0, dot);
    return path.parent_path() / (stem + "." + part + (dot == std::string::npos ? "" : file.substr(dot)));
}

} // namespace duologue
