// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet/value_count_model.h"
#include "ui/models/record/annotation_counter.h"
#include "ui/models/words/message_words.h"
#include "ui/panels/panel.h"
#include "ui/views/facet/value_count_view.h"
#include "ui/views/record/intent_strip.h"
#include "ui/views/record/message_list_view.h"
#include "ui/work/call_queue.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

struct IntentPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// The intents of the messages, with their counts in the conversation and in the dataset.
class IntentPanel final : public QWidget {
public:
    IntentPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_counter(new AnnotationCounter(workspace, this)),
          m_messages(new MessageListView(workspace, MessageListView::Shows::Intents, this)),
          m_counts(new ValueCountView(workspace, "intent", this)),
          m_note(new QLabel(this))
    {
        setObjectName(QStringLiteral("intentPanel"));
        m_counts->setObjectName(QStringLiteral("intentCounts"));
        m_counts->setAccessibleName(IntentPanels::tr("Intents and how often they occur"));
        m_counts->setColumnHidden(ValueCountModel::ConversationsColumn, true);
        m_note->setTextFormat(Qt::PlainText);
        m_note->setWordWrap(true);
        m_note->setMargin(8);
        m_note->setObjectName(QStringLiteral("intentNote"));
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_note);
        layout->addWidget(new IntentStrip(workspace, this));
        layout->addWidget(m_messages, 1);
        layout->addWidget(m_counts);
        connect(m_counter, &AnnotationCounter::changed, this, [this] { refresh(); });
        connect(m_messages, &MessageListView::recordChanged, this, [this] { m_deferred.request(); });
        refresh();
    }

private:
    void refresh()
    {
        std::vector<ValueCountModel::Entry> entries = datasetEntries();
        if (const DecodedRecordPtr& record = m_workspace.current()) {
            for (const Message& message : record->conversation.messages) {
                for (const Name& intent : record->conversation.intentsOf(message))
                    countHere(entries, intent);
            }
        }
        std::stable_sort(entries.begin(), entries.end(),
                         [](const auto& left, const auto& right) { return left.messages > right.messages; });
        m_counts->counts().setEntries(std::move(entries));
        const bool some = m_messages->shownCount() > 0;
        m_messages->setVisible(some);
        m_counts->setVisible(m_counts->counts().rowCount() > 0);
        m_note->setVisible(!some);
        m_note->setText(m_workspace.current() ? IntentPanels::tr("No intents here")
                                              : IntentPanels::tr("No conversation selected"));
    }

    std::vector<ValueCountModel::Entry> datasetEntries() const
    {
        std::vector<ValueCountModel::Entry> entries;
        const Categories& intents = m_counter->snapshot().messages.intents;
        const auto& counted = m_counter->counts().intents;
        for (std::size_t code = 0; code < counted.size(); ++code) {
            const Category& intent = intents[code];
            entries.push_back({nameInBoth({intent.en, intent.zh}), intent.shown(), 0, counted[code], 0});
        }
        return entries;
    }

    static void countHere(std::vector<ValueCountModel::Entry>& entries, const Name& intent)
    {
        const auto known = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
            return entry.value == intent.shown() || entry.value == intent.zh;
        });
        if (known == entries.end())
            entries.push_back({nameInBoth(intent), std::string(intent.shown()), 1, 0, 0});
        else
            ++known->here;
    }

    Workspace& m_workspace;
    AnnotationCounter* m_counter;
    MessageListView* m_messages;
    ValueCountView* m_counts;
    QLabel* m_note;
    /// Deferred, so that the conversation is shown first.
    DeferredCall m_deferred{[this] { refresh(); }};
};

} // namespace

PanelSpec intentPanel()
{
    return {
        QStringLiteral("intent"), IntentPanels::tr("Intent"), PanelArea::Right,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new IntentPanel(workspace, parent); }};
}

} // namespace duologue::ui
