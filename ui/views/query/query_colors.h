// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QInputMethodEvent>
#include <QList>
#include <QString>

class QPalette;

namespace duologue::ui {

/// The colours of the parts of a query, computed from a palette; each is readable on its Base (contrast of
/// 4.5 and more).
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

/// The part of the text that is wrong, in UTF-16 characters.
struct WrongPart {
    int begin = 0;
    int length = 0;
};

/// How a line edit draws the text of a query. Positions are relative to the cursor, as in input method
/// events.
QList<QInputMethodEvent::Attribute> queryFormats(const QString& text, int cursor, const QueryColors& colors,
                                                 const WrongPart& wrong);

} // namespace duologue::ui
