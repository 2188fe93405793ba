// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/record_split.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A ValueSplitter for damaged files: a record with a missing quote or bracket, which would swallow all that
/// follow, ends where the next one begins. The next one is found by a line with the indentation of the first
/// record, or by an object that begins with the keys of an earlier record. Only records that cannot be
/// repaired are split so, after their mistake.
class RecoveringSplitter {
public:
    explicit RecoveringSplitter(RecordLayout layout, std::uint64_t firstOffset = 0);

    /// `kept` begins at `keptOffset`, which is not after the openBegin() of before; its last `fresh` bytes
    /// are new. `last`: the file ends with them; then the caller takes a record that is still open at
    /// openBegin().
    void feed(std::string_view kept, std::uint64_t keptOffset, std::size_t fresh, bool last,
              const RecordHandler& record);

    std::uint64_t openBegin() const { return m_splitter.openBegin(); }
    /// The splitter of what was read so far.
    const ValueSplitter& splitter() const { return m_splitter; }

private:
    struct Range {
        std::uint64_t begin;
        std::uint64_t end;
    };
    /// Where a broken record ends and the next one begins.
    struct Cut {
        std::uint64_t end;
        std::uint64_t next;
    };

    std::optional<Cut> cutOf(std::string_view record, std::uint64_t offset, bool whole) const;
    std::size_t findOpening(std::string_view record, std::size_t from) const;
    void learn(std::string_view record);
    bool isLong(std::uint64_t length) const;
    void split(std::string_view bytes, bool last);
    bool recover(std::string_view kept, std::uint64_t keptOffset, bool last);

    ValueSplitter m_splitter;
    /// Found and not taken yet; the first `m_sound` need not be checked again.
    std::vector<Range> m_found;
    std::size_t m_sound = 0;
    /// An open record is checked when it has become this long, which doubles with each check.
    std::uint64_t m_suspicious;
    /// The different beginnings of the first records (openingOf()).
    std::vector<std::string> m_openings;
    /// Records that were taken, and their bytes.
    std::uint64_t m_records = 0;
    std::uint64_t m_recordBytes = 0;
};

} // namespace duologue
