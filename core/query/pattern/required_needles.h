// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/pattern/folded_needle.h"

#include <atomic>
#include <functional>
#include <memory>

namespace duologue {

/// Texts of which every match of something has each: wherever one of them is not, there is no match. Looks
/// for the one that turns out to be the rarest in what is searched: years stand in every record, months may
/// not. Which one that is depends on how threads come to search, and so does which places are found; all()
/// lets through what is found by whichever. Any thread.
class RequiredNeedles {
public:
    using MayMatch = std::function<bool(const TextRange&)>;

    /// `literals`, the longest first. Short ones among them are left out where there are longer ones.
    explicit RequiredNeedles(const std::vector<std::string>& literals);

    /// A place in JSON, at or behind `from`, where one of them is and mayMatch(its range) holds: no match
    /// ends before it. npos where there is none.
    std::size_t nextInJson(std::string_view json, std::size_t from, const MayMatch& mayMatch) const;

    /// Whether a record has such a place for each of them.
    bool all(std::string_view record, const MayMatch& mayMatch) const;

private:
    /// The first place of one of them, npos where there is none; counts how many were met.
    static std::size_t next(const FoldedNeedle& needle, std::string_view json, std::size_t from,
                            const MayMatch& mayMatch, std::uint64_t& hits);

    /// How often one was met in how much.
    struct Tried {
        std::atomic<std::uint64_t> bytes = 0;
        std::atomic<std::uint64_t> hits = 0;
    };

    std::size_t rarest() const;

    std::vector<FoldedNeedle> m_needles;
    std::unique_ptr<Tried[]> m_tried;
};

} // namespace duologue
