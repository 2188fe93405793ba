// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/record_split.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A ValueSplitter for damaged files. A record with a missing quote or bracket would swallow all records that
/// follow; here it ends where the next one begins. The next record is a line with the indentation of the
/// first record, or an object that begins with the keys of an earlier record. Only records that cannot be
/// repaired are cut, after their mistake.
class RecoveringSplitter {
public:
    explicit RecoveringSplitter(RecordLayout layout, std::uint64_t firstOffset = 0);

    /// Passes records that end to `record`. The last `fresh` bytes of `kept` are new. `kept` begins at
    /// `keptOffset` in the file, which must not be after openBegin(), except for a record that is too long.
    /// `last`: the file ends here; if a record is still open, the caller takes it from openBegin().
    void feed(std::string_view kept, std::uint64_t keptOffset, std::size_t fresh, bool last,
              const RecordHandler& record);

    std::uint64_t openBegin() const { return m_splitter.openBegin(); }
    /// Its state after the bytes so far.
    const ValueSplitter& splitter() const { return m_splitter; }

private:
    struct Range {
        std::uint64_t begin;
        std::uint64_t end;
    };
    /// What is known of a record's end.
    enum class Extent : std::uint8_t {
        Closed,
        /// It has not been read to its end.
        Growing,
        /// The file ends before it does.
        CutOff,
    };
    /// Records that are broken, and where the next one begins.
    struct Cut {
        std::vector<Range> broken;
        std::uint64_t next = 0;
    };

    std::optional<Cut> cutOf(std::string_view record, std::uint64_t offset, Extent extent) const;
    std::size_t findRecord(std::string_view record, std::size_t lineFrom, std::size_t openingFrom) const;
    std::size_t findOpening(std::string_view record, std::size_t from) const;
    void learn(std::string_view record);
    bool isLong(std::uint64_t length) const;
    void split(std::string_view bytes, bool last);
    void recover(std::string_view kept, std::uint64_t keptOffset, bool last);

    ValueSplitter m_splitter;
    /// Up to here the splitter has got the bytes; after a cut it gets some of them once more, in pieces of
    /// this length, which doubles. So bytes are not split again and again where many records are broken.
    std::uint64_t m_at;
    std::uint64_t m_piece;
    /// Records found by the current feed(). The first `m_checked` are known not to contain others.
    std::vector<Range> m_found;
    std::size_t m_checked = 0;
    /// Length at which an open record is checked; doubles with each check.
    std::uint64_t m_checkLength;
    /// The different beginnings of the first records (openingOf()).
    std::vector<std::string> m_openings;
    /// Number and total length of the records that did not have to be cut.
    std::uint64_t m_records = 0;
    std::uint64_t m_recordBytes = 0;
};

} // namespace duologue
