// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

class MainWindow;
class Settings;
class Workspace;

/// Makes all transcripts of the window show texts as the main one does: languages, Markdown, zoom.
void followReadingMode(const MainWindow& window);

/// Applies the selected fonts to all transcripts of the window.
void applyReadingFonts(const MainWindow& window, const Settings& settings);

/// Reports, once, that no Chinese font is installed.
void hintAtFonts(Workspace& workspace, Settings& settings);

} // namespace duologue::ui
