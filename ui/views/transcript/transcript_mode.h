// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/transcript/transcript_columns.h"

#include <cstdint>
#include <map>
#include <set>

namespace duologue::ui {

/// How the reader wants texts to be shown.
struct TranscriptMode {
    LanguageMode languages = LanguageMode::Both;
    /// Languages and candidates beside each other, because there is room.
    bool sideBySide = true;
    /// Candidates in one row at most; 1 where there is no room for more.
    int candidateColumns = 2;
    /// Markdown drawn as what it means, in place of the text as it stands.
    bool markdown = false;
    /// Characters that have no shape of their own are shown by their numbers.
    bool invisible = false;
    /// What differs between candidates is marked, what they share is dimmed.
    bool differences = true;
    /// Nothing is offered that one would have to click on.
    bool onPaper = false;

    bool operator==(const TranscriptMode&) const = default;
};

/// The part of a very long text that is shown, in bytes.
struct TextWindow {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// What the reader has unfolded. Texts are named by their place in Conversation::texts.
struct TranscriptFolds {
    bool context = false;
    /// Messages whose earlier translation is shown.
    std::set<int> earlier;
    /// Thoughts that are shown.
    std::set<std::uint32_t> thoughts;
    /// Very long texts of which another part than the first one is shown.
    std::map<std::uint32_t, TextWindow> windows;
};

} // namespace duologue::ui
