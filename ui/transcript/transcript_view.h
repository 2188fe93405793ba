// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/tasks.h"
#include "ui/transcript/transcript_document.h"
#include "ui/transcript/transcript_marks.h"
#include "ui/transcript/transcript_overlays.h"

#include <QTextBrowser>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

class QAction;

namespace duologue::ui {

class ColumnDivider;
class FoundMarks;
class PictureReader;
class SentenceMarks;
class StickyHead;
class TextUnderlines;
class TranscriptActions;
class Workspace;

/// Shows the current conversation for reading: languages side by side, one message below the other, the
/// current message highlighted in every column. The data is shown verbatim; the view loads nothing that the
/// data names, except a picture on disk when the reader asks for it, and follows none of its links. GUI
/// thread.
class TranscriptView : public QTextBrowser {
    Q_OBJECT

public:
    /// Main shows the current record. Pinned is the view beside it, and Sample that of a record whose
    /// description is being made; both show what showSource() gives them.
    enum class Part { Main, Pinned, Sample };
    /// The least part of the width that a column has.
    static constexpr double kLeastShare = 0.2;
    /// Where a conversation is opened: where it was left, or its beginning or end.
    enum class Arrival { Left, Top, End };

    TranscriptView(Workspace& workspace, QWidget* parent, Part part = Part::Main);
    ~TranscriptView() override;

    void showSource(TranscriptDocument::Source source);
    const TranscriptDocument::Source& shownSource() const { return m_source; }
    const TranscriptMode& mode() const { return m_mode; }
    void setMode(const TranscriptMode& mode);
    LanguageMode languageMode() const { return m_mode.languages; }
    void setLanguageMode(LanguageMode mode);
    /// The part of the width for the first of two columns; 0 to share it by the texts.
    void setFirstShare(double share);
    void setContextOpen(bool open);
    /// Selects the texts of the column in which the mouse was pressed last.
    void selectAllTexts();
    /// Scrolls on (1) or back (-1) by what is visible. At the end of the conversation, asks for the next one
    /// or the one before it (conversationWanted).
    void readOn(int by);
    /// The row, when it is shown next, begins there.
    void arriveAt(Row row, Arrival arrival) { m_arrival = {row, arrival}; }
    /// Shows the next difference between the candidates (1) or the previous one (-1). False if there is none
    /// in this conversation.
    bool stepDifference(int by);
    /// The next conversation that is shown begins at its first difference (1) or its last one (-1).
    void arriveAtDifference(int by) { m_arrivalDifference = by; }
    /// The current difference and the number of them, each from 1 on; 0 for none.
    std::pair<int, int> differencePosition() const;
    /// The place at the top of the view; empty at the beginning of the conversation.
    std::optional<ReadingPlace> readingPlace() const;
    /// Scrolls to a place as soon as it is written.
    void aimAt(const ReadingPlace& place);
    /// A place is still to be reached.
    bool isAiming() const { return m_target.has_value(); }
    /// Scrolls to the beginning of a message.
    void showHead(int message);
    void setReadingFonts(const ReadingFonts& fonts);
    double zoom() const { return m_zoom; }
    void setZoom(double zoom);
    Part part() const { return m_part; }
    /// The reader came from the conversation before or after this one by reading on, so it begins at its
    /// beginning or end.
    bool isReadOn() const { return m_isReadOn; }
    /// The same for the same record, also when its file is read again.
    std::string recordKey() const;
    /// Null while no record is shown.
    const TranscriptDocument* transcript() const { return m_transcript.get(); }
    QAction* action(const QString& name) const;

    // In viewport coordinates; null if the message is not written yet.
    QRect messageRect(int message) const;
    QRect textRect(int message, int column) const;
    /// The range of visible messages: the first one and the one after the last.
    std::pair<int, int> visibleMessages() const;
    FoundMarks* foundMarks() const { return m_foundMarks; }
    /// Marks parts of the text; the selection is painted over them.
    void setHighlights(QList<ExtraSelection> highlights) { m_selection.setHighlights(std::move(highlights)); }
    /// Marks a sentence and its translation, under the highlights.
    void setSentences(QList<ExtraSelection> sentences) { m_selection.setSentences(std::move(sentences)); }
    /// Underlines what checks have found and readers have marked, under the highlights.
    void setFindings(QList<ExtraSelection> findings) { m_selection.setFindings(std::move(findings)); }
    SentenceMarks& sentences() const { return *m_sentences; }
    const TextUnderlines& underlines() const { return *m_underlines; }
    PictureReader& pictures() const { return *m_pictures; }
    /// As in TranscriptDocument; the scroll position stays.
    void showPicture(std::size_t picture, ReadPicture read);
    void hidePicture(std::size_t picture);
    /// Unfolds the part of a text that contains a byte.
    void reveal(std::uint32_t text, std::size_t byte) { m_transcript->reveal(text, byte); }
    /// Opens what a message calls and thinks.
    void revealParts(int message) { m_transcript->openStep(message, true); }
    /// Scrolls until a position of the document is visible.
    void showPosition(int position);
    /// The workspace's current message; a pinned view has its own. -1 for none.
    int currentMessage() const;
    void makeCurrent(int message);
    const ColumnSelection& selection() const { return m_selection; }
    /// As in ColumnSelection.
    std::optional<SelectedText> selectedText() const
    {
        return m_transcript ? m_selection.selectedText() : std::nullopt;
    }
    const StickyHead& stickyHead() const { return *m_stickyHead; }
    const ColumnDivider& divider() const { return *m_divider; }
    /// The message under the pointer becomes the current one, without scrolling.
    void makeCurrentAt(const QPoint& point);
    QVariant loadResource(int, const QUrl&) override { return {}; }

Q_SIGNALS:
    void modeChanged();
    /// The written text changed: another record, mode or size, or something was unfolded.
    void contentChanged();
    void zoomChanged(double zoom);
    /// Another record is shown, or none.
    void sourceChanged();
    /// Another difference between candidates is shown, or how many there are is known.
    void differenceShown();
    /// The reader wants the next conversation (1) or the one before this (-1).
    /// F3 in a view that is not the main one: the next stop (1) or the previous one (-1).
    void stopWanted(int by);
    void conversationWanted(int by, duologue::ui::TranscriptView::Arrival arrival);
    void filled();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    QMimeData* createMimeDataFromSelection() const override;

private:
    std::optional<ReadingPlace> arrivalPlace();
    void showCurrent();
    void showNote();
    void showNotes();
    bool isBlind() const;
    void showRecord(TranscriptFolds folds, CandidateDifferencesPtr differences);
    void rebuild();
    void fillMore();
    void slowFilling();
    TranscriptStyle currentStyle() const;
    /// Narrower views show the languages one below the other.
    bool isWide() const { return width() >= 900; }
    int candidateColumns() const;

    void showCurrentMessage(int message);
    /// What happens to a place that is far from what is written: it is waited for, or writing begins there.
    enum class Far { Waits, BeginsThere };
    void scrollToTarget(Far far = Far::Waits);
    int firstToWrite() const;
    void followReading();
    bool isFar(const ReadingPlace& place) const;
    std::optional<ReadingPlace> placeShown() const;
    int messageUnder(const QPoint& point) const;
    void follow(const QUrl& link);
    void copyCode(int number);
    void showMore(std::uint32_t text, bool before);
    bool copyOrSelectByKey(const QKeyEvent& event);
    bool jumpByKey(const QKeyEvent& event);
    bool readByKey(const QKeyEvent& event);
    QPointF scrollOffset() const;

    Workspace& m_workspace;
    TranscriptActions* m_actions;
    FoundMarks* m_foundMarks;
    StickyHead* m_stickyHead = nullptr;
    ColumnDivider* m_divider = nullptr;
    SentenceMarks* m_sentences = nullptr;
    TextUnderlines* m_underlines = nullptr;
    PictureReader* m_pictures = nullptr;
    std::unique_ptr<TranscriptDocument> m_transcript;
    /// Shown while there is no transcript.
    std::unique_ptr<QTextDocument> m_note;
    TranscriptDocument::Source m_source;
    Part m_part;
    TranscriptMode m_mode;
    int m_ownMessage = -1;
    LatestTask<CandidateDifferencesPtr> m_differencesTask;
    int m_arrivalDifference = 0;
    /// States of records that were shown before, by recordKey().
    std::unordered_map<std::string, ReadingState> m_readingStates;
    double m_zoom = 1;
    ReadingFonts m_fonts;
    bool m_isWide = false;
    /// The current message changes without scrolling.
    bool m_keepsScroll = false;
    bool m_dragging = false;
    /// The place to scroll to as soon as it is written.
    std::optional<ReadingPlace> m_target;
    /// The place that was reached last and the scroll position that it had: until the reader scrolls, it
    /// stays the place to keep, so that no rounding adds up.
    std::optional<std::pair<ReadingPlace, int>> m_reached;
    std::optional<std::pair<Row, Arrival>> m_arrival;
    bool m_isReadOn = false;
    ColumnSelection m_selection{*this};
    /// The column in which the mouse was pressed last, -1 for none.
    /// All of it is selected, though it is not written to its end yet.
    std::optional<int> m_wholeColumn;
    bool m_copiesWhenWritten = false;
    int m_pressedColumn = -1;
    QTimer m_fill;
    double m_charactersPerMs = 500;
};

} // namespace duologue::ui
