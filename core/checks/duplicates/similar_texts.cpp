// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/duplicates/similar_texts.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kHashes = 72;

/// How many hashes make a band: the most for which pairs that are just like enough are still found.
std::size_t rowsInBand(double likeness)
{
    constexpr double kFound = 0.99;
    std::size_t best = 1;
    for (std::size_t rows = 2; rows <= 12; ++rows) {
        const std::size_t wholeBands = kHashes / rows;
        const auto bands = static_cast<double>(wholeBands);
        const double found = 1 - std::pow(1 - std::pow(likeness, static_cast<double>(rows)), bands);
        if (found >= kFound)
            best = rows;
    }
    return best;
}

/// The smallest values of the pieces under kHashes functions (multiply and shift).
std::array<std::uint32_t, kHashes> minHashes(const TextDigests& digests, const TextDigest& text)
{
    std::array<std::uint32_t, kHashes> least;
    least.fill(0xFFFF'FFFFU);
    const std::uint32_t* const first = digests.shingles.data() + text.shinglesBegin;
    std::array<std::uint32_t, kHashes> odd;
    for (std::uint32_t i = 0; i < kHashes; ++i)
        odd[i] = (i * 0x9E37'79B1U + 0x85EB'CA6BU) | 1U;
    for (std::uint32_t j = 0; j < text.shingles; ++j) {
        const std::uint32_t piece = first[j] ^ (first[j] >> 15U);
        for (std::size_t i = 0; i < kHashes; ++i) {
            std::uint32_t hash = piece * odd[i];
            hash ^= hash >> 16U;
            hash *= 0x7FEB'352DU;
            least[i] = std::min(least[i], hash);
        }
    }
    return least;
}

/// Joins texts into groups: each points to the first of its group.
class Groups {
public:
    explicit Groups(std::size_t count) : m_first(count) { std::iota(m_first.begin(), m_first.end(), 0U); }

    std::uint32_t firstOf(std::uint32_t index)
    {
        while (m_first[index] != index) {
            m_first[index] = m_first[m_first[index]];
            index = m_first[index];
        }
        return index;
    }

    void join(std::uint32_t left, std::uint32_t right)
    {
        left = firstOf(left);
        right = firstOf(right);
        m_first[std::max(left, right)] = std::min(left, right);
    }

private:
    std::vector<std::uint32_t> m_first;
};

/// The texts that stand for all that are equal to them.
std::vector<std::uint32_t> differentTexts(const TextDigests& digests, DigestPart part)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < digests.texts.size(); ++i) {
        if (digests.texts[i].part == part && digests.texts[i].shingles >= kLeastShingles)
            order.emplace_back(digests.texts[i].checksum, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> different;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || order[i].first != order[i - 1].first)
            different.push_back(order[i].second);
    }
    std::sort(different.begin(), different.end());
    return different;
}

std::vector<TextGroupIndexes> listGroups(Groups& groups, const std::vector<std::uint32_t>& different)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < different.size(); ++i)
        order.emplace_back(groups.firstOf(i), i);
    std::sort(order.begin(), order.end());
    std::vector<TextGroupIndexes> list;
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && order[end].first == order[i].first)
            ++end;
        if (end - i > 1) {
            TextGroupIndexes& group = list.emplace_back();
            for (; i < end; ++i)
                group.push_back(different[order[i].second]);
        }
        i = end;
    }
    return list;
}

} // namespace

std::vector<TextGroupIndexes> equalTexts(const TextDigests& digests, DigestPart part)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < digests.texts.size(); ++i) {
        if (digests.texts[i].part == part)
            order.emplace_back(digests.texts[i].checksum, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<TextGroupIndexes> groups;
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && order[end].first == order[i].first)
            ++end;
        if (end - i > 1) {
            TextGroupIndexes& group = groups.emplace_back();
            for (std::size_t j = i; j < end; ++j)
                group.push_back(order[j].second);
        }
        i = end;
    }
    std::sort(groups.begin(), groups.end());
    return groups;
}

SimilarTexts similarTexts(const TextDigests& digests, DigestPart part, double likeness, const Job& job)
{
    const std::vector<std::uint32_t> different = differentTexts(digests, part);
    const std::size_t rows = rowsInBand(likeness);
    const std::size_t bands = kHashes / rows;
    std::vector<std::uint32_t> keys(different.size() * bands);
    constexpr std::size_t kGrain = 4096;
    parallelFor(different.size(), kGrain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i) {
            const auto least = minHashes(digests, digests.texts[different[i]]);
            for (std::size_t band = 0; band < bands; ++band) {
                std::uint32_t key = static_cast<std::uint32_t>(band);
                for (std::size_t row = 0; row < rows; ++row)
                    key = (key ^ least[band * rows + row]) * 0x9E37'79B1U ^ key >> 13U;
                keys[band * different.size() + i] = key;
            }
        }
    });
    SimilarTexts found;
    Groups groups(different.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order(different.size());
    // Where very many texts share a band, each is compared with some that come before it.
    constexpr std::size_t kCompared = 24;
    for (std::size_t band = 0; band < bands && !job.stopRequested(); ++band) {
        for (std::uint32_t i = 0; i < different.size(); ++i)
            order[i] = {keys[band * different.size() + i], i};
        std::sort(order.begin(), order.end());
        for (std::size_t i = 1; i < order.size(); ++i) {
            if (i % kGrain == 0 && job.stopRequested())
                break;
            for (std::size_t back = 1;
                 back <= std::min(i, kCompared) && order[i - back].first == order[i].first; ++back) {
                const std::uint32_t left = order[i - back].second;
                const std::uint32_t right = order[i].second;
                if (groups.firstOf(left) == groups.firstOf(right))
                    continue;
                if (likenessOf(digests, digests.texts[different[left]], digests.texts[different[right]]) >=
                    likeness) {
                    groups.join(left, right);
                    found.partners.emplace(different[left], different[right]);
                    found.partners.emplace(different[right], different[left]);
                }
            }
        }
    }
    found.groups = listGroups(groups, different);
    return found;
}

} // namespace duologue
