// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <QString>
#include <string>
#include <string_view>

class QFont;

namespace duologue::ui {

/// Between the core's UTF-8 and Qt's strings. Bytes that are no UTF-8 become U+FFFD.
QString toQt(std::string_view text);
std::string fromQt(const QString& text);

/// What comes from data, names and keys and values, for a label, a title, a cell or an axis. It stands on one
/// line, and what would break that or turn the words around it about is shown as an escape (visibleLine()).
QString asLabel(std::string_view text);
QString asLabel(const QString& text);
/// The same for what may have several lines.
QString asLines(std::string_view text);
QString asLines(const QString& text);

/// A label, for places that would take "&x" for a mnemonic.
QString asMenuText(const QString& text);
/// A whole tool tip, in lines that wrap, and no markup in it.
QString asToolTip(const QString& text);

/// The font with families that draw Chinese as it is written in China: without an explicit family Qt picks
/// Japanese shapes. `language` decides which family comes first.
QFont withChinese(const QFont& font, Language language = Language::English);
/// The same, beginning with a family that draws all of `text`: a Chinese one where any of it is Chinese.
QFont inOneFace(const QFont& font, const QString& text);

/// True where some installed font has Simplified Chinese.
bool hasChineseFont();

/// A count with the digits grouped as the user's locale does: "3,980".
QString countText(std::uint64_t count);

} // namespace duologue::ui
