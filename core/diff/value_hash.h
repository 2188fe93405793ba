// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

// Values of JSON are compared as values: the order of members, white space, escapes and the way in which a
// number is written (1, 1.0, 1e0) make no difference.

/// Equal values have equal hashes, in every run.
std::uint64_t valueHash(const JsonView& value);

/// Exact, without hashes.
bool equalValues(const JsonView& left, const JsonView& right);

/// The members of an object by their names. Valid as long as the object.
class MemberIndex {
public:
    explicit MemberIndex(const JsonView& object);

    /// Missing if there is none.
    JsonView operator[](std::string_view key) const;
    const std::vector<JsonMember>& inFileOrder() const { return m_members; }

private:
    std::vector<JsonMember> m_members;
    /// Indices of m_members by rising names; empty if there are few.
    std::vector<std::uint32_t> m_byName;
};

} // namespace duologue
