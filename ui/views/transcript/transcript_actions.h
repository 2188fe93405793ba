// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/transcript/transcript_view.h"

#include <QAction>
#include <functional>
#include <optional>

namespace duologue::ui {

/// The actions of a TranscriptView: walking through its messages and differences, copying, and how texts are
/// shown. The actions belong to the view. GUI thread.
class TranscriptActions : public QObject {
    Q_OBJECT

public:
    explicit TranscriptActions(TranscriptView& view);

    /// The object name of an action.
    static QString nameOf(const TranscriptView& view, const QString& name);

    /// The current message as text; none: in all its languages.
    void copyMessage(std::optional<Language> language);

private:
    QAction* add(const char* name, const QString& text, const QKeySequence& keys,
                 std::function<void()> triggered);
    void makeLanguageActions();
    void makeConversationActions();
    void makeTextActions();
    void makeZoomActions();
    using MessageTest = std::function<bool(const Message&)>;

    /// A way from message to message, round the end; it can be gone where there is such a message.
    void addStep(const char* name, const QString& text, const QKeySequence& keys, int by, MessageTest wanted);
    void stepTo(int by, const MessageTest& wanted);
    /// Not round the end.
    void stepMessage(int by);
    /// To the next difference of candidates, or the one before.
    void stepDifference(int by);
    void copyMessageJson();

    TranscriptView& m_view;
    int m_difference = -1;
};

} // namespace duologue::ui
