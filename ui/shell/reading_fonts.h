// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace duologue::ui {

class MainWindow;
class Settings;
class Workspace;

/// Sets the transcripts of the window in the fonts that were chosen.
void applyReadingFonts(const MainWindow& window, const Settings& settings);

/// Fills a menu from which the font of each language is chosen.
void buildFontMenu(QMenu& menu, MainWindow& window, Settings& settings);

/// Says once, where Chinese is read, that no font for it is installed.
void hintAtFonts(Workspace& workspace, Settings& settings);

} // namespace duologue::ui
