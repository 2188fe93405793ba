// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/load/record_reader.h"
#include "ui/models/record/record_comparison.h"
#include "ui/panels/comparison_steps.h"
#include "ui/panels/comparison_table.h"
#include "ui/panels/panel.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/views/widgets/elided_label.h"
#include "ui/views/widgets/metrics.h"
#include "ui/work/latest_task.h"
#include "ui/work/qt_text.h"
#include "ui/work/row_steps.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

namespace duologue::ui {

namespace {

struct ComparisonPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// Two conversations side by side, in step by turn, and above them what differs. The right one is the current
/// record; the left one is the record that was read before, or the next one, until the user takes another.
class ComparisonPanel final : public QWidget {
public:
    ComparisonPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent), m_workspace(workspace), m_table(new ComparisonTable(this))
    {
        setObjectName(QStringLiteral("comparisonPanel"));
        auto* texts = new QSplitter(Qt::Horizontal, this);
        texts->setChildrenCollapsible(false);
        texts->addWidget(makeSide(m_sides[0], QStringLiteral("A"), "comparisonA"));
        texts->addWidget(makeSide(m_sides[1], QStringLiteral("B"), "comparisonB"));
        auto* halves = new QSplitter(Qt::Vertical, this);
        halves->setChildrenCollapsible(false);
        halves->addWidget(m_table);
        halves->addWidget(texts);
        halves->setStretchFactor(0, 1);
        halves->setStretchFactor(1, 3);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(halves);
        setFocusProxy(m_sides[1].text);
        m_steps = new ComparisonSteps(*m_sides[0].text, *m_sides[1].text, this);
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { takeCurrent(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_wanted.reset();
            m_before.reset();
            m_isChosen = false;
            show(m_sides[0], nullptr);
        });
        takeCurrent();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        refresh();
    }

private:
    struct Side {
        ElidedLabel* title = nullptr;
        TranscriptView* text = nullptr;
        DecodedRecordPtr record;
    };

    QWidget* makeSide(Side& side, const QString& letter, const char* name)
    {
        auto* holder = new QWidget(this);
        side.title = new ElidedLabel(holder);
        side.title->setObjectName(QLatin1String(name) + QStringLiteral("Title"));
        side.text = new TranscriptView(m_workspace, holder, TranscriptView::Part::Pinned);
        side.text->setObjectName(QLatin1String(name));
        side.text->setAccessibleName(letter == QLatin1String("A") ? ComparisonPanels::tr("Conversation A")
                                                                  : ComparisonPanels::tr("Conversation B"));
        auto* head = new QHBoxLayout;
        head->setContentsMargins(kGrid, kHalfGrid, kGrid, kHalfGrid);
        head->setSpacing(kGrid);
        // Both heads are equally high; one has no buttons.
        head->addStrut(fontMetrics().height() + kGrid);
        auto* sign = new QLabel(letter, holder);
        QFont strong = sign->font();
        strong.setBold(true);
        sign->setFont(strong);
        head->addWidget(sign);
        head->addWidget(side.title, 1);
        if (letter == QLatin1String("A"))
            addButtons(*head, holder);
        auto* layout = new QVBoxLayout(holder);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addLayout(head);
        layout->addWidget(side.text, 1);
        return holder;
    }

    void addButtons(QHBoxLayout& head, QWidget* holder)
    {
        const auto add = [&](const char* name, const QString& text, const QString& tip, auto&& slot) {
            auto* button = new QToolButton(holder);
            button->setObjectName(QLatin1String(name));
            button->setAutoRaise(true);
            button->setText(text);
            button->setToolTip(tip);
            button->setAccessibleName(tip);
            connect(button, &QToolButton::clicked, this, slot);
            head.addWidget(button);
        };
        add("comparisonTake", ComparisonPanels::tr("Keep B on the left"),
            ComparisonPanels::tr("Keep conversation B here and compare it with others"), [this] {
                if (m_workspace.currentRow())
                    choose(*m_workspace.currentRow());
            });
        add("comparisonSwap", ComparisonPanels::tr("Swap"),
            ComparisonPanels::tr("Swap the two conversations"), [this] {
                const auto left = m_sides[0].record;
                const auto right = m_workspace.currentRow();
                if (!left || !right)
                    return;
                choose(*right);
                m_workspace.setCurrentRow(left->row);
            });
    }

    void choose(Row row)
    {
        m_isChosen = true;
        m_wanted = row;
        read();
    }

    void takeCurrent()
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (record && m_sides[1].record && record->row != m_sides[1].record->row)
            m_before = m_sides[1].record->row;
        m_sides[1].record = record;
        if (isVisible())
            refresh();
    }

    /// Only while it is visible: two conversations take time to lay out.
    void refresh()
    {
        show(m_sides[1], m_workspace.current());
        const auto row = m_workspace.currentRow();
        if (!m_isChosen && row) {
            const std::array read{*row};
            const auto next = stepRow(*m_workspace.view(), read, 1);
            m_wanted = m_before && m_before != row ? m_before
                       : next                      ? next
                                                   : stepRow(*m_workspace.view(), read, -1);
        }
        read();
        compare();
    }

    void read()
    {
        if (!m_wanted || *m_wanted >= m_workspace.snapshot().endRow()) {
            show(m_sides[0], nullptr);
            compare();
            return;
        }
        if (m_sides[0].record && m_sides[0].record->row == *m_wanted &&
            m_read == m_workspace.view()->snapshot)
            return;
        m_task.run([snapshot = m_workspace.view()->snapshot,
                    row = *m_wanted](const Job&) { return readRecord(*snapshot, row); },
                   [this, snapshot = m_workspace.view()->snapshot](Result<DecodedRecordPtr> record) {
                       m_read = snapshot;
                       show(m_sides[0], record ? record.value() : nullptr);
                       compare();
                   });
    }

    void show(Side& side, const DecodedRecordPtr& record)
    {
        side.record = record;
        if (record == side.text->shownSource().record)
            return;
        TranscriptDocument::Source source;
        const Snapshot& snapshot = m_workspace.snapshot();
        if (record && record->row < snapshot.endRow()) {
            const RecordEntry& entry = snapshot.record(record->row);
            source = {record, entry.offset, toQt(snapshot.file(entry.file).shownPath)};
            source.intents = IntentCodes(snapshot);
            side.title->setText(asLabel(findField(snapshot, "id")->text(record->row)));
        } else {
            side.title->setText(ComparisonPanels::tr("No conversation selected"));
        }
        side.title->setToolTip(asToolTip(side.title->text()));
        side.text->showSource(source);
    }

    void compare()
    {
        const DecodedRecordPtr& first = m_sides[0].record;
        const DecodedRecordPtr& second = m_sides[1].record;
        if (first && second)
            m_table->showLines(compareConversations(first->conversation, second->conversation,
                                                    IntentCodes(m_workspace.snapshot())));
        else
            m_table->showLines({});
    }

    Workspace& m_workspace;
    ComparisonTable* m_table;
    ComparisonSteps* m_steps = nullptr;
    std::array<Side, 2> m_sides;
    /// The row of the left side, and whether the user has chosen it.
    std::optional<Row> m_wanted;
    bool m_isChosen = false;
    /// The record that was current before the present one.
    std::optional<Row> m_before;
    SnapshotPtr m_read;
    LatestTask<Result<DecodedRecordPtr>> m_task;
};

} // namespace

PanelSpec comparisonPanel()
{
    return {QStringLiteral("comparison"), ComparisonPanels::tr("Comparison"), PanelArea::Center,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new ComparisonPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
