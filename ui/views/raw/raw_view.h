// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_indent.h"
#include "core/table/decoded_record.h"

#include <QPlainTextEdit>
#include <QTextBlock>

namespace duologue::ui {

class JsonHighlighter;
class RawGutter;

/// A record as it stands in its file: every byte of every token, laid out for reading, foldable, with the
/// places of its problems marked. Long records are shown as they are, without layout. GUI thread.
class RawView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit RawView(QWidget* parent);

    void showRecord(const DecodedRecordPtr& record);
    /// Goes to the place of a problem of the record.
    void showProblem(const Problem& problem);
    /// Where the caret is, as a JSON pointer.
    QString pointer() const;

    /// An object or array of more than one line begins in this line.
    bool canFold(int line) const;
    bool isFolded(int line) const;
    void setFolded(int line, bool folded);
    void setAllFolded(bool folded);
    /// Unfolds what hides a line.
    void showLine(int line);

    void setHighlights(const QList<QTextEdit::ExtraSelection>& highlights);

    // For the gutter, which Qt lets only the view itself know about.
    QRectF lineRect(const QTextBlock& line) const;
    QTextBlock firstVisibleLine() const { return firstVisibleBlock(); }

    void showPosition(int position);

Q_SIGNALS:
    void recordShown();
    /// By Ctrl+F and F3, which mean this record while the focus is here.
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
    /// The line that ends what begins in this one; the same where nothing does.
    int foldEnd(int line) const;
    void hideLines(int first, int last, bool hidden);
    void placeGutter();

    JsonHighlighter* m_highlighter;
    RawGutter* m_gutter;
    DecodedRecordPtr m_record;
    bool m_laidOut = false;
    /// What is shown, as bytes, and where the bytes of the record went.
    IndentedJson m_shown;
    QList<QTextEdit::ExtraSelection> m_problems;
};

} // namespace duologue::ui
