// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_reader.h"
#include "ui/models/facet/value_count_model.h"
#include "ui/models/record/annotation_counter.h"
#include "ui/models/record/sibling_records.h"
#include "ui/models/words/message_words.h"
#include "ui/panels/panel.h"
#include "ui/views/facet/value_count_view.h"
#include "ui/views/query/value_menu.h"
#include "ui/views/record/message_list_view.h"
#include "ui/views/widgets/mark_icon.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"
#include "ui/work/row_steps.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>
#include <array>

namespace duologue::ui {

namespace {

/// Longer names are elided, so that the panel stays narrow.
constexpr int kLocationWidth = 110;
/// Narrower than the style's default, so that three of them leave room for the conversation.
constexpr int kLeastButton = 68;

constexpr std::array kMarks{Mark::Yes, Mark::No, Mark::Unclear};

struct HallucinationPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// The hallucination marks of this conversation and of the whole dataset, and a button to the next one.
class HallucinationPanel final : public QWidget {
public:
    HallucinationPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_counter(new AnnotationCounter(workspace, this)),
          m_messages(new MessageListView(workspace, MessageListView::Shows::Marks, this)),
          m_counts(new ValueCountView(workspace, "hallucination", this)),
          m_note(new QLabel(this)),
          m_next(new QPushButton(HallucinationPanels::tr("Next in dataset"), this))
    {
        setObjectName(QStringLiteral("hallucinationPanel"));
        m_counts->setObjectName(QStringLiteral("hallucinationCounts"));
        m_counts->setAccessibleName(HallucinationPanels::tr("Hallucination marks and how often they occur"));
        m_note->setObjectName(QStringLiteral("hallucinationNote"));
        m_note->setTextFormat(Qt::PlainText);
        m_note->setWordWrap(true);
        m_note->setMargin(8);
        m_next->setObjectName(QStringLiteral("nextHallucination"));
        m_next->setToolTip(HallucinationPanels::tr(
            "Go to the next message marked yes, here or in the next such record of the table"));
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_note);
        layout->addWidget(m_messages, 1);
        layout->addWidget(m_counts);
        layout->addLayout(makeButtons());
        connect(m_next, &QPushButton::clicked, this, [this] { goToNext(); });
        connect(m_counter, &AnnotationCounter::changed, this, [this] { refresh(); });
        connect(m_messages, &MessageListView::recordChanged, this, [this] { showRecord(); });
        connect(&m_workspace, &Workspace::queryChanged, this, [this] { showQuery(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { lookForNext(); });
        connect(&m_workspace, &Workspace::currentMessageChanged, this, [this] { lookForNext(); });
        refresh();
        tintIcons();
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::PaletteChange)
            tintIcons();
    }

private:
    QVBoxLayout* makeButtons()
    {
        // In two lines, because one line would be too wide for a small window.
        auto* lines = new QVBoxLayout;
        lines->setContentsMargins(4, 4, 4, 4);
        lines->setSpacing(4);
        auto* row = new QHBoxLayout;
        row->setSpacing(2);
        for (std::size_t i = 0; i < kMarks.size(); ++i) {
            const Mark mark = kMarks.at(i);
            auto* button = new QPushButton(markWord(mark), this);
            button->setObjectName(QStringLiteral("filterHallucination_") + toQt(markName(mark)));
            button->setCheckable(true);
            button->setMinimumWidth(kLeastButton);
            button->setToolTip(
                mark == Mark::No
                    ? HallucinationPanels::tr(
                          "Show only conversations in which no message is marked as a hallucination")
                    : HallucinationPanels::tr("Show only conversations with a message marked “%1”")
                          .arg(markWord(mark)));
            button->setAccessibleName(button->toolTip());
            connect(button, &QPushButton::clicked, this, [this, mark](bool on) { filterBy(mark, on); });
            row->addWidget(button);
            m_filters.at(i) = button;
        }
        lines->addLayout(row);
        lines->addWidget(m_next);
        return lines;
    }

    void tintIcons()
    {
        constexpr int kPixels = 64;
        const ReadingColors colors = readingColors(palette());
        for (std::size_t i = 0; i < kMarks.size(); ++i) {
            const Mark mark = kMarks.at(i);
            m_filters.at(i)->setIcon(QPixmap::fromImage(markImage(mark, colors.ofMark(mark), kPixels)));
        }
    }

    static Query only(Mark mark)
    {
        QueryTerm term;
        term.kind = TermKind::Equals;
        term.field = "hallucination";
        term.value = std::string(markName(mark));
        return Query::of(std::move(term));
    }

    void filterBy(Mark mark, bool on)
    {
        if (on)
            showOnlyValue(m_workspace, "hallucination", std::string(markName(mark)));
        else
            m_workspace.setQuery(withoutField(m_workspace.query(), "hallucination"));
        showQuery();
    }

    void showQuery()
    {
        const auto parts = conjuncts(m_workspace.query());
        for (std::size_t i = 0; i < kMarks.size(); ++i)
            m_filters.at(i)->setChecked(std::find(parts.begin(), parts.end(), only(kMarks.at(i))) !=
                                        parts.end());
    }

    void refresh()
    {
        std::array<quint64, 4> here{};
        if (const DecodedRecordPtr& record = m_workspace.current()) {
            for (const Message& message : record->conversation.messages)
                ++here.at(static_cast<std::size_t>(message.hallucination));
        }
        std::vector<ValueCountModel::Entry> entries;
        for (const Mark mark : kMarks) {
            const auto& all = m_counter->counts().marked(mark);
            entries.push_back({markWord(mark), std::string(markName(mark)),
                               here.at(static_cast<std::size_t>(mark)), all.messages, all.conversations});
        }
        m_counts->counts().setEntries(std::move(entries));
        lookForNext();
        const bool some = m_messages->shownCount() > 0;
        m_messages->setVisible(some);
        m_note->setVisible(!some);
        m_note->setText(m_workspace.current() ? HallucinationPanels::tr("No annotations here")
                                              : HallucinationPanels::tr("No conversation selected"));
    }

    void showRecord()
    {
        refresh();
        const DecodedRecordPtr& record = m_workspace.current();
        if (!record || record->row != m_wanted)
            return;
        m_wanted.reset();
        const auto& messages = record->conversation.messages;
        const auto marked = std::find_if(messages.begin(), messages.end(), [](const Message& message) {
            return message.hallucination == Mark::Yes;
        });
        // Queued, so that all panels have received currentChanged before.
        if (marked != messages.end())
            QMetaObject::invokeMethod(
                this,
                [this, row = record->row, index = static_cast<int>(marked - messages.begin())] {
                    if (m_workspace.current() && m_workspace.current()->row == row)
                        m_workspace.setCurrentMessage(index);
                },
                Qt::QueuedConnection);
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
        return &m_counter->snapshot() == &snapshot ? m_counter->counts().marked(Mark::Yes).messages > 0
                                                   : snapshot.recordCount() > 0;
    }

    /// Shows on the button where it leads.
    void lookForNext()
    {
        m_look.cancel();
        const int here = nextHere();
        const bool somewhere = someMayBeMarked();
        m_next->setEnabled(here >= 0 || somewhere);
        if (here >= 0) {
            m_next->setText(HallucinationPanels::tr("Next: message %1").arg(here + 1));
            return;
        }
        m_next->setText(HallucinationPanels::tr("Next in dataset"));
        if (!somewhere)
            return;
        m_look.run(
            [view = m_workspace.view(), current = m_workspace.currentRow()](const Job& job) {
                return nextMarkedRow(*view, current, Mark::Yes, job);
            },
            [this](std::optional<Row> row) {
                if (!row || *row >= m_workspace.snapshot().endRow())
                    return;
                const QString place = recordLocation(m_workspace.snapshot(), *row);
                m_next->setText(HallucinationPanels::tr("Next: %1")
                                    .arg(fontMetrics().elidedText(place, Qt::ElideMiddle, kLocationWidth)));
            });
    }

    void goToNext()
    {
        if (const int here = nextHere(); here >= 0) {
            m_workspace.setCurrentMessage(here);
            return;
        }
        m_search.run([view = m_workspace.view(), current = m_workspace.currentRow()](
                         const Job& job) { return nextMarkedRow(*view, current, Mark::Yes, job); },
                     [this](std::optional<Row> row) {
                         if (!row) {
                             m_workspace.report(HallucinationPanels::tr("No further hallucination"),
                                                HallucinationPanels::tr("No matching record is marked yes."));
                             return;
                         }
                         m_wanted = row;
                         if (row == m_workspace.currentRow())
                             showRecord();
                         else
                             m_workspace.setCurrentRow(row);
                     });
    }

    Workspace& m_workspace;
    AnnotationCounter* m_counter;
    MessageListView* m_messages;
    ValueCountView* m_counts;
    QLabel* m_note;
    QPushButton* m_next;
    std::array<QPushButton*, kMarks.size()> m_filters{};
    /// The row to go to, until its record is read.
    std::optional<Row> m_wanted;
    LatestTask<std::optional<Row>> m_search;
    LatestTask<std::optional<Row>> m_look;
};

} // namespace

PanelSpec hallucinationPanel()
{
    return {QStringLiteral("hallucination"), HallucinationPanels::tr("Hallucination"), PanelArea::Right,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new HallucinationPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
