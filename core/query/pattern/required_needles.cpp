// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/pattern/required_needles.h"

#include "core/base/text.h"

#include <algorithm>
#include <functional>

namespace duologue {

namespace {

/// Each needle is searched for in so many bytes before they are compared.
constexpr std::uint64_t kTrial = std::uint64_t{1} << 20U;
constexpr std::size_t kMostNeedles = 3;
/// Shorter needles are found too often.
constexpr std::size_t kLeastBytes = 3;

/// The literals without quotes, which JSON within JSON writes in another way; the longest first.
std::vector<std::string> partsOf(const std::vector<std::string>& literals)
{
    std::vector<std::string> parts;
    for (const std::string& literal : literals) {
        const std::string folded = foldForSearch(literal);
        if (folded.find('"') == std::string::npos) {
            parts.push_back(literal);
            continue;
        }
        for (std::size_t at = 0; at < folded.size();) {
            const std::size_t end = std::min(folded.find('"', at), folded.size());
            if (end > at)
                parts.push_back(folded.substr(at, end - at));
            at = end + 1;
        }
    }
    std::ranges::stable_sort(parts, std::ranges::greater(), &std::string::size);
    return parts;
}

} // namespace

RequiredNeedles::RequiredNeedles(const std::vector<std::string>& literals)
{
    for (const std::string& literal : partsOf(literals)) {
        if (m_needles.size() == kMostNeedles || (!m_needles.empty() && literal.size() < kLeastBytes))
            break;
        FoldedNeedle needle(literal);
        if (needle.canSearchJson())
            m_needles.push_back(std::move(needle));
    }
    m_tried = std::make_unique<Tried[]>(m_needles.size());
}

std::size_t RequiredNeedles::nextInJson(std::string_view json, std::size_t from,
                                        const MayMatch& mayMatch) const
{
    if (m_needles.empty())
        return from < json.size() ? from : std::string_view::npos;
    const std::size_t number = rarest();
    std::uint64_t hits = 0;
    const std::size_t place = next(m_needles[number], json, from, mayMatch, hits);
    m_tried[number].hits.fetch_add(hits, std::memory_order_relaxed);
    m_tried[number].bytes.fetch_add(std::min(place, json.size()) - std::min(from, json.size()),
                                    std::memory_order_relaxed);
    return place;
}

bool RequiredNeedles::all(std::string_view record, const MayMatch& mayMatch) const
{
    std::uint64_t hits = 0;
    return std::all_of(m_needles.begin(), m_needles.end(), [&](const FoldedNeedle& needle) {
        return next(needle, record, 0, mayMatch, hits) != std::string_view::npos;
    });
}

std::size_t RequiredNeedles::next(const FoldedNeedle& needle, std::string_view json, std::size_t from,
                                  const MayMatch& mayMatch, std::uint64_t& hits)
{
    while (const auto hit = needle.find(json, Spelling::Json, from)) {
        ++hits;
        from = std::max(hit->begin, from);
        if (mayMatch(*hit))
            return from;
        ++from;
    }
    return std::string_view::npos;
}

std::size_t RequiredNeedles::rarest() const
{
    const auto rate = [this](std::size_t i) {
        const auto bytes = m_tried[i].bytes.load(std::memory_order_relaxed);
        const auto hits = m_tried[i].hits.load(std::memory_order_relaxed);
        return bytes < kTrial ? -1.0 : static_cast<double>(hits) / static_cast<double>(bytes);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < m_needles.size(); ++i) {
        if (rate(i) < rate(best))
            best = i;
    }
    return best;
}

} // namespace duologue
