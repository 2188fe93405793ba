// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/widgets/reading_colors.h"

#include <QRect>
#include <QStringList>

class QPainter;
class QStyleOptionViewItem;

namespace duologue::ui {

/// Draws the words before a match, the match, marked, and the words after it, so that the match is in sight
/// however narrow the area is. `cell` has the font, palette and state.
void paintHit(QPainter& painter, const QRect& area, const QStyleOptionViewItem& cell,
              const ReadingColors& colors, const QStringList& parts);

} // namespace duologue::ui
