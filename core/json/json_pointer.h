// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A JSON pointer (RFC 6901) that somebody wrote down, taken apart once to be followed in many records. A
/// name without a slash in front is taken for a pointer to that member.
class JsonPointer {
public:
    JsonPointer() = default;
    explicit JsonPointer(std::string_view text);

    /// Points to nothing.
    bool empty() const { return m_parts.empty(); }
    /// Missing where there is no such value.
    JsonView in(const JsonView& value) const;
    /// The member that it names, where it names a member of the value itself; else empty: a deeper one leaves
    /// others beside it.
    std::string_view member() const;
    /// As RFC 6901 writes it.
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
    std::vector<std::string> m_parts;
};

} // namespace duologue
