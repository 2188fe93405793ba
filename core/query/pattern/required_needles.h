// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/pattern/folded_needle.h"

#include <atomic>
#include <functional>
#include <memory>

namespace duologue {

/// Texts that every match of a pattern contains. If one of them is missing, there is no match. Searches for
/// the one that proves to be the rarest in the data: every record may have a year, few have a certain month.
/// Which one that is depends on the timing of threads, and so do the positions that next() returns; all()
/// accepts the record whichever was found. Any thread.
class RequiredNeedles {
public:
    using MayMatch = std::function<bool(const TextRange&)>;

    /// `literals` begin with the longest. Short ones are ignored if there are longer ones.
    explicit RequiredNeedles(const std::vector<std::string>& literals);

    /// A position in JSON from `from` on at which one of them is and mayMatch(its range) is true. No match
    /// ends before it. npos if there is none.
    std::size_t nextInJson(std::string_view json, std::size_t from, const MayMatch& mayMatch) const;

    /// Whether a record has such a position for each of them.
    bool all(std::string_view record, const MayMatch& mayMatch) const;

private:
    /// The first position of one of them, or npos. Counts how many have been found.
    static std::size_t next(const FoldedNeedle& needle, std::string_view json, std::size_t from,
                            const MayMatch& mayMatch, std::uint64_t& hits);

    /// How often each has been found, in how many bytes.
    struct Tried {
        std::atomic<std::uint64_t> bytes = 0;
        std::atomic<std::uint64_t> hits = 0;
    };

    std::size_t rarest() const;

    std::vector<FoldedNeedle> m_needles;
    std::unique_ptr<Tried[]> m_tried;
};

} // namespace duologue
