// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/snapshot.h"
#include "core/formats/format.h"
#include "core/load/record_parser.h"
#include "core/load/record_reader.h"
#include "core/util/buffers.h"
#include "core/util/parallel.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// Lends each thread a worker of its own and keeps them for the next chunks.
template<typename Worker>
class IdleWorkers {
public:
    template<typename Make, typename Use>
    void with(const Make& make, const Use& use)
    {
        std::unique_ptr<Worker> worker;
        {
            const std::scoped_lock lock(m_mutex);
            if (!m_idle.empty()) {
                worker = std::move(m_idle.back());
                m_idle.pop_back();
            }
        }
        if (!worker)
            worker = make();
        use(*worker);
        const std::scoped_lock lock(m_mutex);
        m_idle.push_back(std::move(worker));
    }

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Worker>> m_idle;
};

/// Reads some records of a snapshot again, neighbours together, and parses one at a time. One thread at a
/// time; the snapshot must outlive it.
class RowReader {
public:
    explicit RowReader(const Snapshot& snapshot);

    const Snapshot& snapshot() const { return m_snapshot; }

    /// Reads the bytes of these rows, which may be in any order, instead of those before.
    void read(std::span<const Row> rows);
    /// The bytes of the row with this index among them; none if its file is gone or has changed since it was
    /// loaded. Valid until the next read().
    std::optional<std::string_view> bytes(std::size_t index) const;

    /// Parses a record of read(). The values are valid until the next one is parsed.
    ParsedRecord parse(Row row, std::string_view bytes);
    /// What was parsed last, as its format reads it, with its texts; null if no format does. Valid until the
    /// next one is parsed.
    const Conversation* conversation(Row row, const ParsedRecord& parsed);

private:
    struct Place {
        std::size_t block = 0;
        std::size_t begin = 0;
        std::size_t length = 0;
        bool isRead = false;
    };

    const Snapshot& m_snapshot;
    const std::shared_ptr<const FormatList> m_formats;
    RowRunReader m_reader;
    std::vector<PaddedBytes> m_blocks;
    std::vector<Place> m_places;
    JsonParser m_parser;
    Conversation m_conversation;
    std::vector<Problem> m_problems;
};

/// A record of each of two snapshots.
struct RowPair {
    Row old{0};
    Row now{0};
};

/// Called for each row, in any order, on several threads at once.
using RowVisitor =
    std::function<void(std::size_t index, RowReader& reader, std::optional<std::string_view> bytes)>;
/// The same for pairs. Both readers belong to the caller's thread.
using PairVisitor =
    std::function<void(std::size_t index, RowReader& old, std::optional<std::string_view> oldBytes,
                       RowReader& now, std::optional<std::string_view> nowBytes)>;

/// Reads the rows again on all cores. Some MiB are in memory at a time. Stops early with the job.
void readRowsAgain(const Snapshot& snapshot, std::span<const Row> rows, const Job& job,
                   const RowVisitor& visit);
/// The same for pairs of records. It is fast if both sides of neighbouring pairs are neighbours.
void readPairsAgain(const Snapshot& old, const Snapshot& now, std::span<const RowPair> pairs, const Job& job,
                    const PairVisitor& visit);

} // namespace duologue
