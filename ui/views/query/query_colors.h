// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QInputMethodEvent>
#include <QList>
#include <QString>

class QPalette;

namespace duologue::ui {

/// The colours of a query's pieces, made from a palette; each can be read on its Base (contrast of 4.5 and
/// more).
struct QueryColors {
    QColor field;
    QColor value;
    QColor text;
    QColor pattern;
    QColor keyword;
    QColor mistake;

    bool operator==(const QueryColors&) const = default;
};

QueryColors queryColors(const QPalette& palette);

/// A stretch of the text that is wrong, in characters.
struct WrongPart {
    int begin = 0;
    int length = 0;
};

/// How a line edit draws the text of a query; places count from the cursor, as an input method's do.
QList<QInputMethodEvent::Attribute> queryFormats(const QString& text, int cursor, const QueryColors& colors,
                                                 const WrongPart& wrong);

} // namespace duologue::ui
