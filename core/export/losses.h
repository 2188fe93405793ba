// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/table/record_table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// Something that was in the records and is not in what was written.
struct Loss {
    Phrase what;
    std::uint64_t values = 0;
    std::uint64_t records = 0;
};

/// Counts what a target has no place for. One thread; those of several threads are merged.
class Losses {
public:
    /// Of the current record. `name` is the phrase's %1, if it has one; it must live until endRecord().
    void add(PhraseId what, std::uint64_t values = 1, std::string_view name = {});
    /// The whole current record is left out, so nothing else of it counts.
    void leaveOut(PhraseId why) { m_leftOut = why; }
    /// Only some of it is left out.
    void keep() { m_leftOut.reset(); }
    /// What follows is of the next record.
    void endRecord();
    /// Something that is not as in the records, in all that is written. Each is said once.
    void remark(Phrase remark);

    /// Adds those of other records.
    void merge(const Losses& other);

    /// Reasons why whole records are left out come first; then by values, most first.
    std::vector<Loss> list() const;
    std::uint64_t recordsLeftOut() const;
    /// Records that are left out for that reason.
    std::uint64_t recordsLeftOut(PhraseId why) const;
    const std::vector<Phrase>& remarks() const { return m_remarks; }

private:
    struct Count {
        std::uint64_t values = 0;
        std::uint64_t records = 0;
        /// The number of the last record that was counted.
        std::uint64_t lastRecord = 0;
        bool isLeftOut = false;
    };
    /// Something of the current record.
    struct Pending {
        PhraseId what{};
        std::string_view name;
        std::uint64_t values = 0;
    };
    struct Less {
        using is_transparent = void;
        template<typename Left, typename Right>
        bool operator()(const Left& left, const Right& right) const
        {
            return left.first != right.first ? left.first < right.first : left.second < right.second;
        }
    };

    void count(const Pending& loss, bool isLeftOut);

    std::map<std::pair<PhraseId, std::string>, Count, Less> m_counts;
    std::vector<Pending> m_pending;
    std::optional<PhraseId> m_leftOut;
    std::vector<Phrase> m_remarks;
    /// Counts from 1.
    std::uint64_t m_record = 1;
};

} // namespace duologue
