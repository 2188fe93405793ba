// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/transcript/reading_place.h"
#include "ui/views/transcript/transcript_document.h"
#include "ui/work/latest_task.h"

#include <QTextBrowser>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

class QAction;

namespace duologue::ui {

class FoundMarks;
class TranscriptActions;
class Workspace;

/// The current conversation for reading: languages side by side, one message under the other, the current
/// message marked in every column. Whatever the data holds is shown as it stands; nothing is loaded and no
/// link of the data is followed. Its actions() may be put into menus, by their object names
/// (transcript_actions.cpp lists them). GUI thread.
class TranscriptView : public QTextBrowser {
    Q_OBJECT

public:
    /// The view of the current record, or one beside it that shows what it is given.
    enum class Part { Main, Pinned };

    TranscriptView(Workspace& workspace, QWidget* parent, Part part = Part::Main);
    ~TranscriptView() override;

    void show(TranscriptDocument::Source source);
    using QTextBrowser::show;
    const TranscriptDocument::Source& shownSource() const { return m_source; }
    const TranscriptMode& mode() const { return m_mode; }
    void setMode(const TranscriptMode& mode);
    LanguageMode languageMode() const { return m_mode.languages; }
    void setLanguageMode(LanguageMode mode);
    void setReadingFonts(const ReadingFonts& fonts);
    double zoom() const { return m_zoom; }
    void setZoom(double zoom);
    Part part() const { return m_part; }
    /// Null while no record is shown.
    const TranscriptDocument* transcript() const { return m_transcript.get(); }
    QAction* action(const QString& name) const;

    // In viewport coordinates; null where the message is not written yet.
    QRect messageRect(int message) const;
    QRect textRect(int message, int column) const;
    /// Messages in sight: from the first one to the one behind the last.
    std::pair<int, int> visibleMessages() const;
    FoundMarks* foundMarks() const { return m_foundMarks; }
    /// Marks places, under the selection.
    void setHighlights(QList<ExtraSelection> highlights);
    /// Unfolds what hides a byte of a text.
    void reveal(std::uint32_t text, std::size_t byte);
    /// Scrolls until a position of the document is in sight.
    void showPosition(int position);
    /// Highlighted and followed: of the workspace, or the view's own where it is pinned; -1 for none.
    int currentMessage() const;
    void makeCurrent(int message);
    QString selectedText() const;
    QVariant loadResource(int type, const QUrl& name) override;

Q_SIGNALS:
    void modeChanged();
    /// What is written changed: another record, mode or size, or something was unfolded.
    void contentChanged();
    void zoomChanged(double zoom);
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
    std::optional<WantedMessage> place() const;
    void showCurrent();
    void showNoRecord();
    QString whyLate() const;
    bool isAboutToShow() const;
    void showRecord(TranscriptFolds folds, CandidateDifferencesPtr differences);
    void showSelections();
    void forgetSelections();
    std::string placeKey() const;
    void showNote(const QString& title, const QString& text);
    void rebuild();
    void fillMore();
    /// Who scrolls does not wait for what is far behind.
    void restFromFilling();
    TranscriptStyle style() const;
    bool isWide() const;
    int candidateColumns(const TranscriptStyle& style) const;

    void showCurrentMessage(int message);
    void scrollToWanted();
    /// The message under the pointer becomes the current one, without any scrolling.
    void point(const QPoint& place);
    int messageUnder(const QPoint& place) const;
    void follow(const QUrl& link);
    void showMore(std::uint32_t text, bool before);
    void keepSelectionInColumn();
    void select(std::vector<QTextCursor> pieces, int anchor);
    void drawCards(const QRect& exposed);
    QPointF scrollOffset() const;

    Workspace& m_workspace;
    TranscriptActions* m_actions;
    FoundMarks* m_foundMarks;
    std::unique_ptr<TranscriptDocument> m_transcript;
    /// Shown while there is no transcript.
    std::unique_ptr<QTextDocument> m_note;
    TranscriptDocument::Source m_source;
    Part m_part;
    TranscriptMode m_mode;
    int m_ownMessage = -1;
    LatestTask<CandidateDifferencesPtr> m_differencesTask;
    QList<ExtraSelection> m_highlights;
    /// Of other records, by placeKey().
    std::unordered_map<std::string, ReadingPlace> m_places;
    double m_zoom = 1;
    ReadingFonts m_fonts;
    bool m_isWide = false;
    bool m_pointing = false;
    bool m_selecting = false;
    bool m_dragging = false;
    std::optional<WantedMessage> m_wanted;
    std::vector<QTextCursor> m_selection;
    /// Column in which the mouse went down last, -1 for none.
    int m_column = -1;
    QTimer m_fill;
    double m_charactersPerMs = 500;
};

} // namespace duologue::ui
