// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/transcript_document.h"

#include <QTextBrowser>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

class QAction;

namespace duologue::ui {

class Workspace;

/// The current conversation for reading: languages side by side, one message under the other, the current
/// message marked in every column. Whatever the data holds is shown as it stands; nothing is loaded and no
/// link of the data is followed. Its actions() may be put into menus, by their object names
/// (transcript_actions.cpp lists them). GUI thread.
class TranscriptView : public QTextBrowser {
    Q_OBJECT

public:
    TranscriptView(Workspace& workspace, QWidget* parent);
    ~TranscriptView() override;

    LanguageMode languageMode() const { return m_mode; }
    void setLanguageMode(LanguageMode mode);
    double zoom() const { return m_zoom; }
    void setZoom(double zoom);

    /// Null while no record is shown.
    const TranscriptDocument* transcript() const { return m_transcript.get(); }
    /// One of the actions; null where none has that name.
    QAction* action(const QString& name) const;

    // In viewport coordinates; null where the message is not written yet.
    QRect messageRect(int message) const;
    QRect textRect(int message, int column) const;
    /// The text that a copy would take.
    QString selectedText() const;

    void enlarge() { setZoom(m_zoom * 1.1); }
    void shrink() { setZoom(m_zoom / 1.1); }
    void resetZoom() { setZoom(1); }
    /// To the next message (1) or the one before (-1).
    void stepMessage(int by);
    /// To the next message with a hallucination mark of yes or unclear.
    void stepMarked(int by);
    void showNextMissingTranslation();
    /// The current message as text; none: in all its languages.
    void copyMessage(std::optional<Language> language);
    void copyMessageJson();

    QVariant loadResource(int type, const QUrl& name) override;

Q_SIGNALS:
    void languageModeChanged(LanguageMode mode);
    void zoomChanged(double zoom);
    /// All messages of the record are written.
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
    QAction* addMessageAction(const char* name, const QString& text, const QKeySequence& keys,
                              std::function<void()> triggered);
    void makeActions();
    void makeLanguageActions();
    void makeZoomActions();
    void showCurrent();
    void showRecord(TranscriptDocument::Source source, TranscriptFolds folds);
    void showNote(const QString& title, const QString& text);
    void rebuild();
    void fillMore();
    TranscriptStyle style() const;
    bool isWide() const;

    void showCurrentMessage(int message);
    void scrollToWanted();
    /// The message under the pointer becomes the current one, without any scrolling.
    void point(const QPoint& place);
    int messageUnder(const QPoint& place) const;
    void stepTo(int by, const std::function<bool(const Message&)>& wanted);
    void follow(const QUrl& link);
    void keepSelectionInColumn();
    void select(std::vector<QTextCursor> pieces, int anchor);
    void drawCards(const QRect& exposed);
    QPointF scrollOffset() const;

    /// A message that is to be scrolled to as soon as it is laid out, and where on the screen its top
    /// belongs.
    struct Wanted {
        int message = 0;
        double top = 0;
    };

    Workspace& m_workspace;
    std::unique_ptr<TranscriptDocument> m_transcript;
    /// Shown while there is no transcript.
    std::unique_ptr<QTextDocument> m_note;
    TranscriptDocument::Source m_source;
    LanguageMode m_mode = LanguageMode::Both;
    double m_zoom = 1;
    bool m_isWide = false;
    bool m_pointing = false;
    bool m_selecting = false;
    bool m_dragging = false;
    std::optional<Wanted> m_wanted;
    std::vector<QTextCursor> m_selection;
    /// Column in which the mouse went down last, -1 for none.
    int m_column = -1;
    QTimer m_fill;
    double m_charactersPerMs = 500;
};

} // namespace duologue::ui
