// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace duologue {

/// A part of a message: what the model says, or what it thinks before.
struct SpokenPart {
    bool thinking = false;
    /// With its tags, so that nothing of the message is lost.
    std::string_view text;

    bool operator==(const SpokenPart&) const = default;
};

/// Splits a message at <think> and </think>, as reasoning models write them; one part if there are none. A
/// thought at the beginning of the message that is not closed goes on to the end; elsewhere a single opening
/// tag is part of what is said. White space around a part belongs to it.
std::vector<SpokenPart> partsOf(std::string_view text);

} // namespace duologue
