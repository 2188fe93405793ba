// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

// Sizes of the window, in device-independent pixels. Distances are multiples of half the grid.

inline constexpr int kGrid = 8;
inline constexpr int kHalfGrid = kGrid / 2;
/// The icons of the toolbar and of buttons.
inline constexpr int kToolIcon = 24;
inline constexpr int kSmallIcon = 16;
/// Between a panel and its neighbour.
inline constexpr int kSeparator = 4;
/// How long a panel takes to slide in, in milliseconds.
inline constexpr int kSlideMs = 140;

} // namespace duologue::ui
