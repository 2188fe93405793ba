// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace duologue::ui {

/// A message to scroll to as soon as it is laid out.
struct ScrollTarget {
    int message = 0;
    /// The wanted distance from the top of the view to the top of the message, in pixels.
    double top = 0;
};

/// How a reader left a conversation.
struct ReadingState {
    /// Empty if the beginning of the conversation was visible.
    std::optional<ScrollTarget> top;
    /// The current message, -1 for none.
    int message = -1;
};

} // namespace duologue::ui
