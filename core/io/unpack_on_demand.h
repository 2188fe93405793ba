// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/packed_file.h"
#include "core/io/unpacked_file.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace duologue {

/// Members of packed files that were unpacked before, so that their sizes are known. The first read from a
/// member unpacks its whole packed file again, on this object's own thread or, if the system has none, on the
/// reader's; packed files follow each other in the order of these reads. A packed file that has changed since
/// gives nothing. The object lives as long as one of its members. Its destructor asks the thread to stop and
/// waits a moment; a thread that hangs in a read is abandoned.
class UnpackOnDemand final : public LateUnpacking, public std::enable_shared_from_this<UnpackOnDemand> {
public:
    static Result<std::shared_ptr<UnpackOnDemand>> create();
    ~UnpackOnDemand() override;
    UnpackOnDemand(const UnpackOnDemand&) = delete;
    UnpackOnDemand& operator=(const UnpackOnDemand&) = delete;

    /// Adds the next member of `packed`, which is the same file as in the last call or a new one. Must not be
    /// called after the first read.
    std::shared_ptr<const UnpackedFile> add(const std::shared_ptr<const PackedFile>& packed,
                                            std::uint64_t size);

    void begin(std::size_t packed) override;
    void cancel() override;

private:
    /// A packed file and its members: [first, end) of all members.
    struct Contents {
        std::shared_ptr<const PackedFile> file;
        std::size_t first = 0;
        std::size_t end = 0;
        bool asked = false;
    };

    /// The data of the thread, which may outlive the object.
    struct Work {
        explicit Work(std::shared_ptr<UnpackedStore> place) : store(std::move(place)) {}

        void run();
        /// Unpacks the requested files until there are none. `lock` holds `mutex`.
        void unpackAsked(std::unique_lock<std::mutex>& lock);
        void unpackAgain(const Contents& contents);
        /// Ends the wait of readers for bytes that have not come.
        void finish(const Contents& contents);

        const std::shared_ptr<UnpackedStore> store;
        /// Neither grows after the first read.
        std::vector<Contents> packed;
        std::deque<UnpackedFile> members;
        std::mutex mutex;
        /// A file or the stop was requested, or the thread has ended.
        std::condition_variable changed;
        std::deque<std::size_t> asked;
        std::stop_source stop;
        bool isRunning = false;
    };

    explicit UnpackOnDemand(std::shared_ptr<UnpackedStore> store)
        : m_work(std::make_shared<Work>(std::move(store)))
    {
    }

    const std::shared_ptr<Work> m_work;
    /// The offset of the next member in the store.
    std::uint64_t m_nextOffset = 0;
};

} // namespace duologue
