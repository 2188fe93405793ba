// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/annotation_counter.h"
#include "ui/models/record/sibling_records.h"
#include "ui/panels/panel.h"
#include "ui/views/record/intent_strip.h"
#include "ui/views/record/message_list_view.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/section_content.h"
#include "ui/work/latest_task.h"
#include "ui/work/qt_text.h"
#include "ui/work/row_steps.h"
#include "ui/work/stored_settings.h"
#include "ui/work/workspace.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

/// The place of a record as far as it differs from that of another: names of files repeat from folder to
/// folder.
QString placeSeenFrom(const Snapshot& snapshot, std::optional<Row> from, Row row)
{
    const QStringList path = recordPath(snapshot, row).split(QLatin1Char('/'));
    if (!from || *from >= snapshot.endRow())
        return path.join(QLatin1Char('/'));
    const QStringList other = recordPath(snapshot, *from).split(QLatin1Char('/'));
    qsizetype same = 0;
    while (same + 1 < path.size() && same + 1 < other.size() && path[same] == other[same])
        ++same;
    return path.mid(same).join(QLatin1Char('/'));
}

/// In pixels: the button asks for no more, so that the panel may be narrow.
constexpr int kLeastPlace = 110;

QString markedOnlyKey()
{
    return QStringLiteral("messages/all_annotated");
}

struct MessagesPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// The annotated messages of the conversation: their intents as a strip, then a list that begins with the
/// marked ones, and a button to the next mark, here or in another conversation.
class MessagesPanel final : public QWidget {
public:
    MessagesPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_counter(new AnnotationCounter(workspace, this)),
          m_messages(new MessageListView(workspace, this)),
          m_all(new QCheckBox(this)),
          m_note(new QLabel(this)),
          m_next(new QPushButton(MessagesPanels::tr("Next in dataset"), this))
    {
        setObjectName(QStringLiteral("messagesPanel"));
        m_note->setObjectName(QStringLiteral("messagesNote"));
        m_note->setTextFormat(Qt::PlainText);
        m_note->setWordWrap(true);
        m_note->setMargin(kGrid);
        m_note->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        m_note->setForegroundRole(QPalette::PlaceholderText);
        m_all->setObjectName(QStringLiteral("allAnnotated"));
        m_all->setToolTip(MessagesPanels::tr("List every annotated message, not only those with a mark"));
        m_all->setChecked(storedSetting(markedOnlyKey()).toBool());
        m_next->setObjectName(QStringLiteral("nextHallucination"));
        m_next->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        auto* foot = new QVBoxLayout;
        foot->setContentsMargins(kGrid, kHalfGrid, kGrid, kGrid);
        foot->setSpacing(kHalfGrid);
        foot->addWidget(m_all);
        foot->addWidget(m_next);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(new IntentStrip(workspace, this));
        layout->addWidget(m_note);
        layout->addWidget(m_messages, 1);
        layout->addLayout(foot);
        // Keeps the button below the note if there is no list.
        layout->addStretch();
        connect(m_next, &QPushButton::clicked, this, [this] { m_workspace.stepToMark(1); });
        connect(m_all, &QCheckBox::toggled, this, [this](bool all) {
            storeSetting(markedOnlyKey(), all ? QVariant(QStringLiteral("true")) : QVariant());
            showList();
        });
        connect(m_counter, &AnnotationCounter::changed, this, [this] {
            setHasContent(*this, m_counter->counts().any());
            lookForNext();
        });
        connect(m_messages, &MessageListView::recordChanged, this, [this] { showRecord(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { lookForNext(); });
        connect(&m_workspace, &Workspace::currentMessageChanged, this, [this] { lookForNext(); });
        setHasContent(*this, m_counter->counts().any());
        showList();
        lookForNext();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        showPlace();
    }

private:
    void showList()
    {
        m_messages->setMarkedOnly(!m_all->isChecked());
        const int annotated = m_messages->annotatedCount();
        const bool some = m_messages->shownCount() > 0;
        m_messages->setVisible(some);
        m_note->setVisible(!some);
        m_note->setText(!m_workspace.current() ? MessagesPanels::tr("No conversation selected")
                        : annotated > 0        ? MessagesPanels::tr("No message here is marked.")
                                               : MessagesPanels::tr("No annotations here"));
        m_all->setVisible(annotated > 0);
        m_all->setText(MessagesPanels::tr("All annotated (%1)").arg(annotated));
    }

    void showRecord()
    {
        showList();
        lookForNext();
    }

    /// The next marked message after the current one, within the conversation; -1 for none.
    int nextHere() const
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (!record)
            return -1;
        const auto& messages = record->conversation.messages;
        for (int i = m_workspace.currentMessage() + 1; i < static_cast<int>(messages.size()); ++i) {
            if (messages[static_cast<std::size_t>(i)].hallucination == Mark::Yes)
                return i;
        }
        return -1;
    }

    /// True while the dataset is not counted yet.
    bool someMayBeMarked() const
    {
        const Snapshot& snapshot = *m_workspace.view()->snapshot;
        return &m_counter->snapshot() == &snapshot ? m_counter->counts().marked(Mark::Yes) > 0
                                                   : snapshot.recordCount() > 0;
    }

    /// Shows on the button where it leads.
    void lookForNext()
    {
        m_look.cancel();
        m_place.clear();
        m_next->setToolTip(MessagesPanels::tr(
            "Go to the next message marked yes, here or in the next such record of the table"));
        const int here = nextHere();
        const bool somewhere = someMayBeMarked();
        m_next->setEnabled(here >= 0 || somewhere);
        if (here >= 0) {
            m_next->setText(MessagesPanels::tr("Next: message %1").arg(here + 1));
            return;
        }
        m_next->setText(MessagesPanels::tr("Next in dataset"));
        if (!somewhere)
            return;
        m_look.run([view = m_workspace.view(), current = m_workspace.currentRow()](
                       const Job& job) { return nextMarkedRow(*view, current, 1, job); },
                   [this](const std::optional<MarkedRow>& next) {
                       if (!next || next->row >= m_workspace.snapshot().endRow())
                           return;
                       m_place = placeSeenFrom(m_workspace.snapshot(), m_workspace.currentRow(), next->row);
                       m_whole =
                           MessagesPanels::tr("%1, message %2 · %3 of %4")
                               .arg(m_place)
                               .arg(next->message + 1)
                               .arg(countText(next->position), countText(m_workspace.view()->order.size()));
                       m_next->setToolTip(asToolTip(MessagesPanels::tr("Next: %1").arg(m_whole)));
                       showPlace();
                   });
    }

    /// All of it, or as much of the end of the path as fits.
    void showPlace()
    {
        if (m_place.isEmpty())
            return;
        const QString text = MessagesPanels::tr("Next: %1");
        const int edges = 3 * kGrid;
        const int room = width() - 2 * kGrid - fontMetrics().horizontalAdvance(text.arg(QString())) - edges;
        const bool isRoomForAll = fontMetrics().horizontalAdvance(m_whole) <= room;
        m_next->setText(text.arg(
            isRoomForAll ? m_whole
                         : fontMetrics().elidedText(m_place, Qt::ElideLeft, std::max(room, kLeastPlace))));
    }

    Workspace& m_workspace;
    AnnotationCounter* m_counter;
    MessageListView* m_messages;
    QCheckBox* m_all;
    QLabel* m_note;
    QPushButton* m_next;
    /// Where the next marked message is, if it is in another record.
    QString m_place;
    /// The same with the message, and the place of the record in the list.
    QString m_whole;
    LatestTask<std::optional<MarkedRow>> m_look;
};

} // namespace

PanelSpec messagesPanel()
{
    return {QStringLiteral("messages"), MessagesPanels::tr("Messages"), PanelArea::Inspector,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new MessagesPanel(workspace, parent);
            },
            true};
}

} // namespace duologue::ui
