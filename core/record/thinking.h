// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace duologue {

/// A stretch of a message: what was said, or what the model thought before it said anything.
struct SpokenPart {
    bool thinking = false;
    /// With its tags, so that nothing of the message is lost.
    std::string_view text;

    bool operator==(const SpokenPart&) const = default;
};

/// Parts a message at its <think> and </think>, as reasoning models write them; one part where there are
/// none. A thought that begins the message and is not closed goes on to the end; elsewhere an opening tag
/// alone was said. White space around a part belongs to it.
std::vector<SpokenPart> partsOf(std::string_view text);

} // namespace duologue
