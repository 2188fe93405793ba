// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace duologue::ui {

class TranscriptDocument;

/// A place in a conversation that stays the same when its text is laid out again: in another width, size or
/// language, with Markdown or without. A value.
struct ReadingPlace {
    /// -1 for a text of the context or a candidate.
    int message = -1;
    /// Index into Conversation::texts of the line at the place; -1 for the head of the message.
    int text = -1;
    /// The letters and digits of that text before the line: Markdown hides and adds only other characters.
    int letters = 0;
    /// The same as a part of all its letters, for a view that does not show the text.
    double share = 0;
    /// The distance from the top of the view to the line or head, in pixels.
    double top = 0;
    /// The end of the conversation, whatever the others are.
    bool isEnd = false;

    static ReadingPlace headOf(int message, double top)
    {
        ReadingPlace place;
        place.message = message;
        place.top = top;
        return place;
    }
    static ReadingPlace end()
    {
        ReadingPlace place;
        place.isEnd = true;
        return place;
    }
};

/// The place of a text of a message that comes after `before` in it, so far from the top of the view. -1 as
/// in ReadingPlace::message.
ReadingPlace placeAfter(std::string_view before, std::uint32_t text, int message, double top);

/// The place that is at `y` (in document coordinates) where the view's top is; empty above the first text.
std::optional<ReadingPlace> placeAt(const TranscriptDocument& transcript, double y);

/// The y, in document coordinates, to which a view scrolls to show the place; empty if it is not written yet.
std::optional<double> scrollPositionOf(const TranscriptDocument& transcript, const ReadingPlace& place);

/// How a reader left a conversation.
struct ReadingState {
    /// Empty if the beginning of the conversation was visible.
    std::optional<ReadingPlace> place;
    /// The current message, -1 for none.
    int message = -1;
};

} // namespace duologue::ui
