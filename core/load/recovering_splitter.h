// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/record_split.h"

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// How the records of a file begin: by their first keys (`{"id":*,"messages":[`), and on lines with the same
/// indentation. Only what begins no part of a whole record counts, so that a broken record can be cut there.
class RecordStarts {
public:
    RecordStarts() = default;
    /// Beginnings as openingOf() and ValueSplitter::recordLine() give them.
    RecordStarts(RecordLayout layout, std::vector<std::string> openings, std::string line);
    /// Learns from the records in `beginning`, the first bytes of a file.
    static RecordStarts learnedFrom(std::string_view beginning, RecordLayout layout);

    /// The offsets in `text` after the first byte at which a record may begin, in order. Takes linear time.
    std::vector<std::size_t> findAll(std::string_view text) const;

private:
    bool learn(const std::vector<std::string_view>& examples);
    std::size_t findOpening(std::string_view text, std::size_t from) const;
    std::size_t findLine(std::string_view text, std::size_t from) const;

    RecordLayout m_layout = RecordLayout::Lines;
    std::vector<std::string> m_openings;
    /// The line break and what follows it up to the bracket; empty if it says nothing.
    std::string m_line;
};

/// The RecordStarts of one file, learned when they are first needed: most files are not broken. Any thread.
class FileStarts {
public:
    /// So many first bytes of a file are enough.
    static constexpr std::size_t kBeginning = std::size_t{256} << 10U;

    /// `read` gives the first bytes of the file.
    FileStarts(std::function<std::string()> read, RecordLayout layout)
        : m_read(std::move(read)), m_layout(layout)
    {
    }

    const RecordStarts& get() const
    {
        std::call_once(m_once, [this] { m_starts = RecordStarts::learnedFrom(m_read(), m_layout); });
        return m_starts;
    }

private:
    std::function<std::string()> m_read;
    RecordLayout m_layout;
    mutable std::once_flag m_once;
    mutable RecordStarts m_starts;
};

/// The parts of a broken record: whole records in it, and what is left of broken ones. Nothing if it is one
/// broken record. Takes linear time.
std::vector<std::pair<std::size_t, std::size_t>>
recoverRecords(std::string_view broken, const RecordStarts& starts, RecordLayout layout);

/// A ValueSplitter for damaged files. A record with a missing quote or bracket would swallow all records that
/// follow; here it ends where the next one may begin (RecordStarts). Only records that cannot be repaired are
/// cut. A record that is passed on may still be broken and hold others (recoverRecords()).
class RecoveringSplitter {
public:
    /// `starts` must outlive the splitter; null: learns from the records as they come.
    explicit RecoveringSplitter(RecordLayout layout, std::uint64_t firstOffset = 0,
                                const FileStarts* starts = nullptr);

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
    /// The bytes at hand, and where they are in the file.
    struct Kept {
        std::string_view bytes;
        std::uint64_t offset;
        bool isLast;

        std::uint64_t end() const { return offset + bytes.size(); }
        std::string_view part(std::uint64_t from, std::uint64_t to) const
        {
            return bytes.substr(static_cast<std::size_t>(from - offset), static_cast<std::size_t>(to - from));
        }
    };

    void learn(std::string_view record);
    bool isLong(std::uint64_t length) const;
    bool mayHoldOthers(std::string_view record) const;
    void split(const Kept& kept);
    bool recover(const Kept& kept);
    bool recoverOpen(const Kept& kept);
    bool isRest(const Kept& kept, std::size_t index) const;
    bool joinRest(const Kept& kept);
    std::vector<std::size_t> startsIn(std::string_view broken) const;
    bool cut(const Kept& kept, const Range& range, std::size_t before);

    const FileStarts* m_starts;
    RecordLayout m_layout;
    ValueSplitter m_splitter;
    /// So many bytes are split at once; few after a cut, as the next record may be broken, too.
    std::uint64_t m_step;
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
