// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/record_split.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A ValueSplitter for files as they are: a record with a quote or a bracket missing, which would swallow all
/// that follow, ends where the next one begins. That is seen where records begin lines of their own, each
/// with the indentation of the first, and else where an object begins with the keys of an earlier record;
/// only what is broken beyond repair is parted so, behind its mistake.
class RecoveringSplitter {
public:
    explicit RecoveringSplitter(RecordLayout layout, std::uint64_t firstOffset = 0);

    /// `kept` begins at `keptOffset`, no later than openBegin() stood before; its last `fresh` bytes are new.
    /// `last`: the file ends with them. What is still open then is for the caller, at openBegin().
    void feed(std::string_view kept, std::uint64_t keptOffset, std::size_t fresh, bool last,
              const RecordHandler& record);

    std::uint64_t openBegin() const { return m_splitter.openBegin(); }
    /// How records stood in the file so far.
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
    /// Found and not handed out yet; the first `m_sound` need no second look.
    std::vector<Range> m_found;
    std::size_t m_sound = 0;
    /// An open record is looked at when it has become so long: twice as long each time.
    std::uint64_t m_suspicious;
    /// How the first records begin (openingOf()), each way once.
    std::vector<std::string> m_openings;
    /// Records that were handed out, and their bytes.
    std::uint64_t m_records = 0;
    std::uint64_t m_recordBytes = 0;
};

} // namespace duologue
