// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

class QFontMetrics;
class QPainter;
class QRect;
class QSize;

namespace duologue::ui {

/// Eight colours that people with any colour vision tell apart (Okabe and Ito, 2008; the black of the
/// original is a grey here, which both light and dark windows show). They repeat after that, so what they
/// colour also has letters.
QColor categoryColor(int index);

/// Black or white, whichever is easier to read on the colour.
QColor textOn(const QColor& background);

/// A category as a small field in its colour, with a code of two letters.
QSize chipSize(const QFontMetrics& metrics);
void drawChip(QPainter& painter, const QRect& rect, const QString& code, const QColor& color);

} // namespace duologue::ui
