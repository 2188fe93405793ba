// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

/// Makes every TranscriptView accessible to screen readers: a document with a child for each message, which
/// has role and marks as name, its texts as description, and a rectangle, and can be made current. Call it
/// before the first view is accessed; further calls do nothing.
void installTranscriptAccessible();

} // namespace duologue::ui
