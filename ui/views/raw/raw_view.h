// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_indent.h"
#include "core/table/decoded_record.h"

#include <QPlainTextEdit>
#include <QTextBlock>

namespace duologue::ui {

class JsonHighlighter;
class RawGutter;

/// A record as it is in its file: every byte of every token, but indented, foldable, and with its problems
/// underlined. A long or deeply nested record is shown without layout, 128 KiB of it at most. GUI thread.
class RawView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit RawView(QWidget* parent);

    void showRecord(const DecodedRecordPtr& record);
    /// Moves the caret to a problem of the record.
    void showProblem(const Problem& problem);
    /// The position of the caret as a JSON pointer; empty without a record.
    QString pointer() const;

    /// Whether an object or array of several lines begins in this line.
    bool canFold(int line) const;
    bool isFolded(int line) const;
    void setFolded(int line, bool folded);
    void setAllFolded(bool folded);
    /// Unfolds everything that hides this line.
    void showLine(int line);

    void setHighlights(const QList<QTextEdit::ExtraSelection>& highlights);

    // For the gutter: Qt makes the functions behind these protected.
    QRectF lineRect(const QTextBlock& line) const;
    QTextBlock firstVisibleLine() const { return firstVisibleBlock(); }

    void showPosition(int position);

Q_SIGNALS:
    void recordShown();
    /// Ctrl+F and F3, which search this record while the view has the focus.
    void findAsked();
    void stepAsked(int by);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    int positionOf(std::size_t sourceByte) const;
    std::size_t sourceOf(const Problem& problem) const;
    void markProblems();
    /// The last line that folding this one hides; the line itself if it cannot be folded.
    int foldEnd(int line) const;
    void hideLines(int first, int last, bool hidden);
    void placeGutter();

    JsonHighlighter* m_highlighter;
    RawGutter* m_gutter;
    DecodedRecordPtr m_record;
    bool m_laidOut = false;
    /// The text that is shown, in UTF-8, and where the bytes of the record are in it.
    IndentedJson m_shown;
    QList<QTextEdit::ExtraSelection> m_problems;
};

} // namespace duologue::ui
