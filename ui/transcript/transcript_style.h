// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/text.h"
#include "ui/widgets/colors.h"

#include <QFont>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QVariant>

namespace duologue::ui {

/// A block property: the text that the block shows, as an index into Conversation::texts. Blocks without it
/// are the program's own words.
constexpr int kSourceText = QTextFormat::UserProperty + 1;
/// A character property of differences between texts: the number of the difference.
constexpr int kDifference = QTextFormat::UserProperty + 2;
/// A property of a memo's block: the length of the caption before the memo.
constexpr int kMemoCaption = QTextFormat::UserProperty + 3;
/// A character property of the program's own words among those of the data, which are not copied: kLeftOut,
/// or kCopiedAsTab between cells that are written in one line.
constexpr int kOwnWords = QTextFormat::UserProperty + 4;
constexpr int kLeftOut = 1;
constexpr int kCopiedAsTab = 2;
/// Character properties of a caption that stands for a part of a text that is folded away: the text, and the
/// first byte and the one after the last.
constexpr int kFoldedText = QTextFormat::UserProperty + 5;
constexpr int kFoldedBegin = QTextFormat::UserProperty + 6;
constexpr int kFoldedEnd = QTextFormat::UserProperty + 7;
/// A block property of lines of code: the number of their code block in the document.
constexpr int kCodeBlock = QTextFormat::UserProperty + 9;
/// The same of a part of a message that is folded away: an index into Conversation::parts.
constexpr int kFoldedPart = QTextFormat::UserProperty + 8;

/// The font family of each language; empty for the default.
struct ReadingFonts {
    QString english;
    QString chinese;

    bool operator==(const ReadingFonts&) const = default;
};

/// The columns of a table without borders.
struct ColumnLayout {
    int rows = 1;
    int columns = 1;
    /// Its margins, because Qt ignores the margins of blocks next to a table.
    double above = 0;
    double below = 0;
    /// The part of the width that the first of two columns has.
    double firstShare = 0.5;
    /// From the margin to the text of the outer columns.
    double inset = 0;
    double gutter = 0;
    /// Above and below the text of each cell.
    double cellPadding = 0;
};

/// Measures, fonts and formats of a transcript. A value, made again when palette, font or zoom change.
struct TranscriptStyle {
    /// From the edge of a memo to its text.
    static constexpr double kMemoInset = 10;
    /// From the edge of a candidate to its text.
    static constexpr double kCandidateInset = 14;

    QFont font;
    double zoom = 1;
    ReadingColors colors;
    /// The margin on both sides, so that lines do not become too long to read.
    double sideMargin = 0;
    ReadingFonts fonts = {};
    /// Messages and context are narrower than candidates, by so much on both sides.
    double sideInset = 0;

    /// Device-independent pixels, scaled by the zoom.
    double scaled(double pixels) const { return pixels * zoom; }
    double pageMargin() const { return scaled(18); }
    /// The side margins for a page width and a number of columns.
    double sideMarginFor(int width, int columns) const;
    /// From the edge of a card to its text.
    double cardInset() const { return scaled(16); }
    /// From the margin to the text of messages and context.
    double inset() const { return cardInset() + sideInset; }
    /// The gap between columns.
    double gutter() const { return scaled(28); }

    QTextCharFormat body(Language language) const;
    /// The fixed-width font for code and JSON.
    QTextCharFormat fixed() const;
    /// For headers and labels; `size` is relative to the body.
    QTextCharFormat label(const QColor& color, double size = 0.88, bool bold = false) const;
    /// A link that makes the view do something: `action` is the part after "duologue:".
    QTextCharFormat link(const QString& action) const;

    /// Its lines are as high as texts of the language need.
    QTextBlockFormat bodyBlock(Language language = Language::English) const;
    QTextBlockFormat labelBlock(double above, double below) const;

    /// Inserts a borderless table of the page's width, with padding at its edges and gaps.
    QTextTable* insertColumns(QTextCursor& cursor, const ColumnLayout& layout) const;
};

/// Inserts a text verbatim, never as markup, with its line breaks and spaces. Characters with a meaning for
/// QTextDocument are replaced.
void insertVerbatim(QTextCursor& cursor, const QString& text, const QTextCharFormat& format);

/// Clears a cell, including tables in it and data of its blocks, and returns a cursor in it.
QTextCursor cleared(const QTextTableCell& cell);

/// A document that loads nothing. A QTextDocument would read local files that its text names, even if its
/// view loads nothing.
class SealedDocument : public QTextDocument {
public:
    using QTextDocument::QTextDocument;

protected:
    QVariant loadResource(int, const QUrl&) override { return {}; }
};

} // namespace duologue::ui
