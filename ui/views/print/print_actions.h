// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class TranscriptView;
class Workspace;

/// Adds the print actions to a transcript: print or save as PDF the selected or the matching conversations.
/// Errors are reported at the top of the window.
void addPrintActions(TranscriptView& transcript, Workspace& workspace);

} // namespace duologue::ui
