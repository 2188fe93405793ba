// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/packed_file.h"
#include "core/io/unpacked_file.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace duologue {

/// Members of packed files that were unpacked at an earlier time, so that their sizes are known. A packed
/// file is unpacked again, whole, when somebody first reads from one of its members: on a thread of this
/// object's own, in the order in which they are asked for. Where it has changed since, nothing comes out of
/// it. Lives as long as anyone has one of the members; its end does not wait for the rest of a file.
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
    void giveUp() override;

private:
    /// A packed file and its members, [first, end) of all.
    struct Contents {
        std::shared_ptr<const PackedFile> file;
        std::size_t first = 0;
        std::size_t end = 0;
        bool asked = false;
    };

    explicit UnpackOnDemand(std::shared_ptr<UnpackedStore> store) : m_store(std::move(store)) {}

    void work(const std::stop_token& stop);
    void unpackAgain(const Contents& contents, const std::stop_token& stop);
    /// Nobody goes on waiting for what has not come.
    void finish(const Contents& contents);

    const std::shared_ptr<UnpackedStore> m_store;
    /// Neither grows once somebody reads.
    std::vector<Contents> m_packed;
    std::deque<UnpackedFile> m_members;
    /// Where the next member's place in the store begins.
    std::uint64_t m_nextOffset = 0;
    std::mutex m_mutex;
    std::condition_variable_any m_more;
    std::deque<std::size_t> m_asked;
    bool m_givenUp = false;
    std::jthread m_thread;
};

} // namespace duologue
