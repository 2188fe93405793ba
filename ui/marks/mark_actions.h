// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "core/marks/mark.h"
#include "core/marks/scheme.h"
#include "ui/app/dataset_marks.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class QAction;
class QKeySequence;
class QWidget;

namespace duologue::ui {

class Workspace;

/// What the reader does to mark what is read: one key each. The actions belong to the panel, which offers
/// them to the menu. GUI thread.
class MarkActions : public QObject {
    Q_OBJECT

public:
    /// What a mark is on.
    enum class Scope { Conversation, Message };

    MarkActions(Workspace& workspace, QWidget& owner);

    Scope scope() const { return m_scope; }
    void setScope(Scope scope);
    /// The part of the current record that is marked: a message, a selected part of its text, or nothing for
    /// the whole conversation. None if nothing that is selected or highlighted can be marked.
    std::optional<MarkTarget> part(QuestionOn on = QuestionOn::Conversation) const;
    /// The answer of this reader about what would be marked, as JSON; empty for none.
    std::string answer(std::string_view question, QuestionOn on = QuestionOn::Conversation) const;

    /// Answers one question; an empty answer takes it back. Of the selected conversations if the table has
    /// the focus and several are selected, else of the current one. False if nothing is marked, which the
    /// window says.
    bool set(const std::string& question, const std::string& answer,
             QuestionOn on = QuestionOn::Conversation);
    /// The same as a verdict: then the next conversation, if the reader wants that.
    void judge(const std::string& verdict);
    void editNote();
    void label();
    /// Lets the reader choose among the values of a question and add new ones.
    void chooseValues(SchemeQuestion question);
    void goToNext();

    bool advances() const;
    void setAdvances(bool advance);
    /// Asks once who reads. False if the reader does not want to say.
    bool askReader(bool again = false);

Q_SIGNALS:
    void scopeChanged();

private:
    QAction* add(const char* name, const QString& text, const QKeySequence& key,
                 std::function<void()> triggered);
    /// While it lives, what is selected in the text is marked.
    class MarksText {
    public:
        explicit MarksText(MarkActions& actions) : m_actions(actions) { m_actions.m_marksText = true; }
        ~MarksText() { m_actions.m_marksText = false; }
        MarksText(const MarksText&) = delete;
        MarksText& operator=(const MarksText&) = delete;

    private:
        MarkActions& m_actions;
    };

    void noteReading();
    bool isQueueListed() const;
    void showQueue();
    std::vector<Row> rows() const;
    /// What would be marked now, to be finished when the reader has answered; none if nothing is, which the
    /// window says.
    std::optional<MarkAct> begin(QuestionOn on = QuestionOn::Conversation);
    /// An empty answer takes one back.
    void finish(MarkAct act, const std::string& question, const std::string& answer);
    /// "c013", "c013, message 4", "3 conversations"
    QString nameOf(const MarkAct& act) const;
    /// The current record is in the queue, or among those that are labelled.
    bool isInQueue() const;
    void takeFindings();

    Workspace& m_workspace;
    QWidget& m_owner;
    Scope m_scope = Scope::Conversation;
    bool m_marksText = false;
    /// The queue that is being made is to be shown.
    bool m_startsQueue = false;
    /// The current record, since when it is shown, and what its row is of.
    DecodedRecordPtr m_shown;
    QElapsedTimer m_reading;
    std::uint64_t m_shownBase = 0;
};

} // namespace duologue::ui
