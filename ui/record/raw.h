// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_writer.h"
#include "core/load/record_reader.h"

#include <QHash>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QWidget>

namespace duologue::ui {

class RawView;

/// The strip left of a raw record: line numbers and the arrows that fold objects and arrays.
class RawGutter : public QWidget {
    Q_OBJECT

public:
    explicit RawGutter(RawView& view);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    RawView& m_view;
};

class JsonHighlighter;

/// A record as it is in its file: every token verbatim, indented for reading, foldable, with its problems
/// marked; a broken record is shown byte by byte. A record of a file of columns has the type of each beside
/// it. A long or deeply nested record is shown without indentation, 128 KiB of it at most. GUI thread.
class RawView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit RawView(QWidget* parent);

    void showRecord(const DecodedRecordPtr& record);
    /// Goes to the position of a problem.
    void showProblem(const Problem& problem);
    /// The JSON pointer of the cursor position.
    QString pointer() const;
    /// The type of the column that the cursor is in; empty in a record of no file of columns.
    QString columnType() const;

    /// True if an object or array of several lines begins in this line.
    bool canFold(int line) const;
    bool isFolded(int line) const;
    void setFolded(int line, bool folded);
    void setAllFolded(bool folded);
    /// Unfolds everything that hides a line.
    void showLine(int line);

    void setHighlights(const QList<QTextEdit::ExtraSelection>& highlights);

    // For the gutter; Qt offers it only to the view itself.
    QRectF lineRect(const QTextBlock& line) const;
    QTextBlock firstVisibleLine() const { return firstVisibleBlock(); }

    void showPosition(int position);

Q_SIGNALS:
    void recordShown();
    /// Ctrl+F or F3 was pressed while the focus was here.
    void findRequested();
    void stepRequested(int by);
    /// The bytes are to be saved of which the record shows only a note. `suffix` is for the file's name:
    /// "png".
    void saveRequested(const QString& pointer, const QString& suffix);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int positionOf(std::size_t sourceByte) const;
    std::size_t sourceOf(const Problem& problem) const;
    void markProblems();
    /// The last line that folding this one hides; the line itself if it cannot be folded.
    int foldEnd(int line) const;
    void hideLines(int first, int last, bool hidden);
    void layOutGutter();
    /// The note of bytes at the cursor; empty if there is none.
    QString noteHere() const;
    /// The name of the member of the record that begins in the line; empty if none does.
    static QString memberIn(const QString& line);

    JsonHighlighter* m_highlighter;
    RawGutter* m_gutter;
    DecodedRecordPtr m_record;
    bool m_laidOut = false;
    /// The shown bytes and their positions in the record.
    IndentedJson m_shown;
    QList<QTextEdit::ExtraSelection> m_problems;
    QHash<QString, QString> m_types;
};

} // namespace duologue::ui
