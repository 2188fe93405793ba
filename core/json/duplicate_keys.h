// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_tape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace duologue {

/// Finds objects that have two members of one name. A key is told from nearly all others by a sign that is
/// made of its length and its bytes. Objects with the keys of one that was seen before need no comparing, and
/// in most files that is all but a few. For one record after another; one thread at a time.
class DuplicateKeys {
public:
    /// So many bytes can be read where a key's length begins, which stands before it.
    static constexpr std::size_t kReadAtKey = sizeof(std::uint64_t);

    /// Some object in `value`, an object or array, at whatever depth. Calls itself no more often than the
    /// parser lets values nest.
    bool anyIn(const JsonTape& tape, const std::uint64_t* value);

private:
    /// Objects of more members than this are not remembered.
    static constexpr std::size_t kFew = 24;

    /// Signs of an object's keys in their order, each unlike the others.
    struct UnlikeKeys {
        std::size_t count = 0;
        std::array<std::uint64_t, kFew> signs{};
    };

    bool anyInArray(const JsonTape& tape, const std::uint64_t* array);
    bool anyInObject(const JsonTape& tape, const std::uint64_t* object);
    /// Whether keys with these signs are unlike each other for sure. `mixed` is made of all of them.
    bool areUnlike(std::span<const std::uint64_t> signs, std::uint64_t mixed);

    std::array<UnlikeKeys, 16> m_remembered{};
};

} // namespace duologue
