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

/// Members of packed files that were unpacked at an earlier time, so that their sizes are known. A packed
/// file is unpacked again, whole, when somebody first reads from one of its members: on a thread of this
/// object's own, or where the system gives none on the reader's, in the order in which they are asked for.
/// Where it has changed since, nothing comes out of it. Lives as long as anyone has one of the members. Its
/// end asks the thread to stop and gives it a moment; a thread that hangs in a read is left to itself.
class UnpackOnDemand final : public LateUnpacking, public std::enable_shared_from_this<UnpackOnDemand> {
public:
    static Result<std::shared_ptr<UnpackOnDemand>> create();
    ~UnpackOnDemand() override;
    UnpackOnDemand(const UnpackOnDemand&) = delete;
    UnpackOnDemand& operator=(const UnpackOnDemand&) = delete;

    /// The next member of that file, which is the one of the call before or one that follows it. Not once
    /// somebody reads.
    std::shared_ptr<const UnpackedFile> add(const std::shared_ptr<const PackedFile>& packed,
                                            std::uint64_t size);

    void begin(std::size_t packed) override;
    void cancel() override;

private:
    /// A packed file and its members, [first, end) of all.
    struct Contents {
        std::shared_ptr<const PackedFile> file;
        std::size_t first = 0;
        std::size_t end = 0;
        bool asked = false;
    };

    /// What the thread works on. It may outlive the object.
    struct Work {
        explicit Work(std::shared_ptr<UnpackedStore> place) : store(std::move(place)) {}

        void run();
        /// Unpacks what is asked for, until nothing is. `lock` is of `mutex`.
        void unpackAsked(std::unique_lock<std::mutex>& lock);
        void unpackAgain(const Contents& contents);
        /// Nobody goes on waiting for what has not come.
        void finish(const Contents& contents);

        const std::shared_ptr<UnpackedStore> store;
        /// Neither grows once somebody reads.
        std::vector<Contents> packed;
        std::deque<UnpackedFile> members;
        std::mutex mutex;
        /// Something was asked for, or the stop was requested, or the thread has ended.
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
    /// Where the next member's place in the store begins.
    std::uint64_t m_nextOffset = 0;
};

} // namespace duologue
