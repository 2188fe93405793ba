// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue::ui {

/// A mark that mendCjkEmphasis() inserts; take it out of what is shown.
inline constexpr char16_t kEmphasisMark = 0x2E12;

/// Markdown in which asterisks beside Chinese, Japanese and Korean text work as their writer meant them.
/// CommonMark (0.31, section 6.2, "flanking") lets no emphasis end between a punctuation mark and a letter,
/// or begin between a letter and a punctuation mark. That suits languages with spaces between words; in
/// **出发地点：**了解 it leaves the asterisks standing. A rare punctuation mark is inserted where the rule
/// fails, so that it holds. Texts that contain that mark are returned as they are. Code is left alone.
QString mendCjkEmphasis(const QString& markdown);

} // namespace duologue::ui
