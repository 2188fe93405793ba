// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/modules/module.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace duologue {

/// A POST. All texts end with a null character.
struct HttpPost {
    const char* url = nullptr;
    const char* body = nullptr;
    std::size_t bodyLength = 0;
    /// Null if ~/.netrc says.
    const char* user = nullptr;
    const char* password = nullptr;
    /// A file of certificates; null for the system's.
    const char* certificates = nullptr;
    long connectSeconds = 0;
    long seconds = 0;
    /// How long a wait for bytes lasts before isStopped() is asked.
    int waitMilliseconds = 0;
    /// What both functions get.
    void* caller = nullptr;
    /// Gets the next bytes of the answer and its status; returns false if no more are wanted.
    bool (*take)(void* caller, long status, const char* bytes, std::size_t length) noexcept = nullptr;
    bool (*isStopped)(void* caller) noexcept = nullptr;
};

/// How a POST ended.
struct HttpEnd {
    enum class Kind : std::uint8_t {
        Whole,
        TooSlow,
        /// The server was not reached, or the connection was lost.
        NotReached,
        Other,
        OutOfMemory
    };
    Kind kind = Kind::Other;
    /// 0 if there was no answer.
    long status = 0;
    /// What the library says if the answer is not whole.
    std::array<char, 256> reason{};
};

/// libcurl. Any thread.
class HttpModule {
public:
    static constexpr ModuleName kModule = ModuleName::Http;

    /// Blocks until the answer is whole, no more of it is wanted, or isStopped() returns true. Then the
    /// connection is closed.
    virtual HttpEnd post(const HttpPost& request) const noexcept = 0;

protected:
    ~HttpModule() = default;
};

} // namespace duologue
