// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

class QFont;
class QFontMetrics;
class QImage;
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
/// A name after its code.
struct CodedName {
    /// Empty for none.
    QString code;
    QColor color;
    QString name;
};
/// The width that drawCoded() needs for a name with a code.
int codedWidth(const QString& name, const QFontMetrics& metrics);
/// Draws it in one line, at the left, the right or in the middle. The name is elided, and left out where
/// nothing of it would fit after its code.
void drawCoded(QPainter& painter, const QRect& rect, Qt::Alignment alignment, const CodedName& name);
/// A chip as an image of chipSize(), with so many pixels to a point.
QImage chipImage(const QFont& font, const QString& code, const QColor& color, double scale);

} // namespace duologue::ui
