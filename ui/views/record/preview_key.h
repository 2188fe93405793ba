// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace duologue::ui {

/// The preview column in lists of columns. No field has this key.
inline constexpr const char* kPreviewKey = "#preview";

} // namespace duologue::ui
