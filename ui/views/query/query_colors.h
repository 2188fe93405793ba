// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QInputMethodEvent>
#include <QList>
#include <QString>

class QPalette;

namespace duologue::ui {

/// The colours of the tokens of a query, made from a palette. Each has a contrast of at least 4.5 on the
/// palette's Base.
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

/// The range of a mistake, in characters.
struct WrongPart {
    int begin = 0;
    int length = 0;
};

/// The formats of a query's text for a line edit. Their positions are relative to the cursor, as in input
/// method events.
QList<QInputMethodEvent::Attribute> queryFormats(const QString& text, int cursor, const QueryColors& colors,
                                                 const WrongPart& wrong);

} // namespace duologue::ui
