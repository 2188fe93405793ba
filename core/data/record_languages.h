// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace duologue {

struct Snapshot;

/// The languages of records, of which reading has told only the script of some texts: these texts are looked
/// at when somebody first asks, and what is found is kept. The snapshots of one load share it, because the
/// rows of an earlier one are the first rows of the next. Any thread.
class RecordLanguages {
public:
    /// The languages of a record that cannot be read again, or that languageMistake() keeps from being told.
    static constexpr std::uint16_t kUnknown = std::numeric_limits<std::uint16_t>::max();

    /// RecordFigures::languages() of each row, with all languages.
    using Values = std::shared_ptr<const std::vector<std::uint16_t>>;

    /// Keeps values from one start of the program to the next. Either function may be null.
    struct Store {
        /// Nothing if there are none for these very rows.
        std::function<std::vector<std::uint16_t>(const Snapshot& snapshot)> read;
        std::function<void(const Snapshot& snapshot, std::span<const std::uint16_t> values)> write;
    };

    void setStore(Store store)
    {
        const std::scoped_lock lock(m_mutex);
        m_store = std::move(store);
    }

    /// Those of the rows of the snapshot, or of more; null if not all of them are known yet.
    Values known(const Snapshot& snapshot) const;
    /// The same; looks at the texts on all cores if they are not known. Null if the job was stopped.
    Values of(const Snapshot& snapshot, const Job& job);

private:
    Values lookAt(const Snapshot& snapshot, const Job& job) const;

    mutable std::mutex m_mutex;
    Values m_values;
    Store m_store;
    /// Held by the thread that looks at texts.
    std::timed_mutex m_looking;
};

} // namespace duologue
