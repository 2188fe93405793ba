// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/record/picture_file.h"
#include "ui/views/document/transcript_columns.h"

#include <cstdint>
#include <map>
#include <set>

namespace duologue::ui {

/// How texts are shown.
struct TranscriptMode {
    LanguageMode languages = LanguageMode::Both;
    /// Languages and candidates side by side, if the view is wide enough.
    bool sideBySide = true;
    /// The maximum number of candidates in one row.
    int candidateColumns = 2;
    /// The context is shown whole, not as one line.
    bool isContextOpen = false;
    /// The part of the width that the first of two columns has; 0 to share it by the lengths of the texts.
    double firstShare = 0;
    /// Markdown is rendered.
    bool markdown = false;
    /// Invisible characters are shown by their code points.
    bool invisible = false;
    /// Differences between candidates are marked, common text is dimmed.
    bool differences = true;
    /// What tools are given and return, reasoning and system prompts are shown whole at first.
    bool stepsOpen = false;
    /// For paper: without links.
    bool onPaper = false;

    bool operator==(const TranscriptMode&) const = default;
};

/// The shown part of a very long text, in bytes.
struct TextWindow {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// What the reader has unfolded. Texts are identified by their index in Conversation::texts.
struct TranscriptFolds {
    bool context = false;
    /// The first candidate that is shown, of very many.
    std::size_t firstCandidate = 0;
    /// Messages whose earlier translation is shown.
    std::set<int> earlier;
    /// Thoughts that are shown.
    std::set<std::uint32_t> thoughts;
    /// Parts, as indexes into Conversation::parts, that are open although they are closed at first, or the
    /// other way round.
    std::set<std::uint32_t> parts;
    /// The shown parts of texts that are very long or are folded at first, if they are not the first ones.
    std::map<std::uint32_t, TextWindow> windows;
    /// Pictures that are shown, by their index in picturesOf(); those that are still being read have neither
    /// an image nor a failure.
    std::map<std::size_t, ReadPicture> pictures;
};

} // namespace duologue::ui
