// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/app/intent_codes.h"

#include <QColor>
#include <QString>

class QFont;
class QFontMetrics;
class QImage;
class QPainter;
class QPalette;
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

/// The colours of the reading panels, made from a palette; make them again when it changes. Every text colour
/// has a contrast of at least 4.5 on every background.
struct ReadingColors {
    // Backgrounds.
    QColor page;
    QColor card;
    QColor userCard;
    QColor current;
    QColor memo;
    /// Behind differences and matches; only `text` is used on these.
    QColor difference;
    QColor found;
    QColor foundHere;
    // Texts and icons.
    QColor text;
    QColor dim;
    QColor user;
    QColor assistant;
    QColor link;
    QColor good;
    QColor bad;
    QColor unclear;
    /// What readers have marked.
    QColor marked;
    // Lines.
    QColor rule;
    QColor currentBar;

    const QColor& ofMark(Mark mark) const;
    const QColor& ofRole(std::string_view role) const;

    bool operator==(const ReadingColors&) const = default;
};

ReadingColors readingColors(const QPalette& palette);

} // namespace duologue::ui
