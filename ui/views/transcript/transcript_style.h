// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"

#include <QFont>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextTable>

namespace duologue::ui {

/// Of a block: the text of the conversation that it shows, by its place in Conversation::texts. Blocks
/// without it are the program's own words.
constexpr int kSourceText = QTextFormat::UserProperty + 1;
/// Of characters that differ from another text: the number of the difference.
constexpr int kDifference = QTextFormat::UserProperty + 2;
/// Of the block of a memo: how many characters of the program's own stand before it.
constexpr int kMemoCaption = QTextFormat::UserProperty + 3;

/// Families that the reader has chosen for each language; empty: those of the program.
struct ReadingFonts {
    QString english;
    QString chinese;

    bool operator==(const ReadingFonts&) const = default;
};

/// Measures, fonts and formats of a transcript, and the few ways in which it writes into a document. A value:
/// made anew when palette, font or zoom change.
struct TranscriptStyle {
    /// From the edge of a memo to its text.
    static constexpr double kMemoInset = 10;

    QFont font;
    double zoom = 1;
    ReadingColors colors;
    /// Left and right of the text, so that lines do not become too long to read.
    double sideMargin = 0;
    ReadingFonts fonts = {};

    /// Device-independent pixels, scaled by the zoom.
    double scaled(double pixels) const { return pixels * zoom; }
    double pageMargin() const { return scaled(18); }
    /// The side margins of a page of that width with so many columns side by side.
    double sideMarginFor(int width, int columns) const;
    /// From the edge of a card to its text.
    double inset() const { return scaled(16); }
    /// Between the columns.
    double gutter() const { return scaled(28); }

    QTextCharFormat body(Language language) const;
    /// For code and JSON: all letters of one width.
    QTextCharFormat fixed() const;
    /// For heads and labels: `size` in relation to the body.
    QTextCharFormat label(const QColor& color, double size = 0.88, bool bold = false) const;
    /// A label that asks the view to do something: `action` is the part after "duologue:".
    QTextCharFormat link(const QString& action) const;

    QTextBlockFormat bodyBlock() const;
    QTextBlockFormat labelBlock(double above, double below) const;

    /// A borderless table as wide as the page, with columns of one width; text keeps clear of its edges and
    /// of the gap between the columns. `above` and `below` is the room around it: in Qt the margins
    /// of blocks do not count against a table.
    QTextTable* insertColumns(QTextCursor& cursor, int rows, int columns, double above = 0,
                              double below = 0) const;
};

/// Inserts a text as it stands: never markup, line breaks and spaces kept. The characters that a
/// QTextDocument takes for its own structure are replaced.
void insertVerbatim(QTextCursor& cursor, const QString& text, const QTextCharFormat& format);

/// Empties a cell, tables in it included, and returns a cursor in it.
QTextCursor cleared(const QTextTableCell& cell);

} // namespace duologue::ui
