// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/transcript/transcript_view.h"
#include "ui/widgets/actions.h"

#include <QAction>
#include <functional>
#include <optional>

class QMenu;

namespace duologue::ui {

/// The actions of a TranscriptView and its context menu: steps through its messages and differences, copying,
/// and how texts are shown. The actions belong to the view. GUI thread.
class TranscriptActions : public QObject {
    Q_OBJECT

public:
    TranscriptActions(TranscriptView& view, Workspace& workspace);

    /// The action that was added under this name.
    QAction* find(const QString& name) const;
    /// Copies the current message as text; without a language in all that it has.
    void copyMessage(std::optional<Language> language);
    /// Of the shown conversation.
    LanguagePair languages() const;
    /// Keeps the text of an action ("%1 only") in agreement with one of these languages.
    void followLanguages(QAction& action, const QString& text, Language LanguagePair::*which);
    /// Needs a transcript.
    void showMenu(const QPoint& globalPosition);
    /// Shows the next difference between the candidates (1) or the previous one (-1). False if there is none.
    /// Wraps around if asked.
    bool stepDifference(int by, bool wraps);
    /// The current difference, from 0 on, -1 for none.
    int difference() const { return m_difference; }
    void forgetDifference() { m_difference = -1; }

private:
    QAction* add(MenuSection section, const char* name, const QString& text, const QKeySequence& keys,
                 std::function<void()> triggered);
    void makeLanguageActions();
    void makeConversationActions();
    void makeTextActions();
    void makeZoomActions();
    void makeReadingActions();
    using MessageTest = std::function<bool(const Message&)>;

    /// An action that goes to the next or previous message of a kind and wraps around. It is enabled if the
    /// conversation has such a message.
    void addStep(const char* name, const QString& text, const QKeySequence& keys, int by,
                 const MessageTest& wanted);
    void stepToMark(int by);
    void stepTo(int by, const MessageTest& wanted);
    /// Stops at the ends.
    void stepMessage(int by);
    void addMessageFilters(QMenu& menu);
    void copyMessageJson();
    QString linkToMessage() const;
    void copyCitation();

    TranscriptView& m_view;
    Workspace& m_workspace;
    int m_difference = -1;
};

} // namespace duologue::ui
