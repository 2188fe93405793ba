// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace duologue::ui {

/// A message that is to be scrolled to as soon as it is laid out, and where on the screen its top belongs.
struct WantedMessage {
    int message = 0;
    double top = 0;
};

/// What a reader left of a conversation, to come back to.
struct ReadingPlace {
    /// Nothing where the conversation's beginning was in sight.
    std::optional<WantedMessage> top;
    /// The one that was current, -1 for none.
    int message = -1;
};

} // namespace duologue::ui
