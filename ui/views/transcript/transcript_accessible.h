// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

/// Makes every TranscriptView readable for screen readers: a document with one child for each message, which
/// has its role and marks for a name, its texts for a description, a place, and can be made the current one.
/// Call it before a view is asked for its interface; more calls do nothing.
void installTranscriptAccessible();

} // namespace duologue::ui
