// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_reader.h"
#include "ui/models/words/field_words.h"
#include "ui/panels/panel.h"
#include "ui/views/find/find_bar.h"
#include "ui/views/print/print_actions.h"
#include "ui/views/query/value_menu.h"
#include "ui/views/transcript/comparison_view.h"
#include "ui/views/transcript/transcript_find.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/views/widgets/elided_label.h"
#include "ui/views/widgets/menu_section.h"
#include "ui/work/qt_text.h"
#include "ui/work/row_steps.h"
#include "ui/work/workspace.h"

#include <QAction>
#include <QCoreApplication>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <string>
#include <vector>

namespace duologue::ui {

namespace {

/// Fields that the header shows, if the dataset has them, and that its menu offers as filters.
std::vector<std::string> headerFields(const Snapshot& snapshot)
{
    std::vector<std::string> keys{"id", "format"};
    for (const std::string& topic : keysWith(snapshot, &FieldTraits::isTopic))
        keys.push_back(topic);
    keys.insert(keys.end(), {"turns", "group", "user"});
    return keys;
}

struct Panels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// A header that names the conversation, and the conversation.
class ConversationPanel final : public QWidget {
public:
    ConversationPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_title(new ElidedLabel(this)),
          m_transcript(new TranscriptView(workspace, this)),
          m_find(new TranscriptFind(*m_transcript)),
          m_findBar(new FindBar(*m_find, Panels::tr("Find in this conversation"), this)),
          m_comparison(new ComparisonView(workspace, *m_transcript, this))
    {
        setObjectName(QStringLiteral("conversationPanel"));
        setFocusProxy(m_transcript);
        m_title->setObjectName(QStringLiteral("conversationTitle"));
        m_title->setContextMenuPolicy(Qt::CustomContextMenu);
        m_previous = makeButton(Qt::UpArrow, Panels::tr("Previous conversation"), -1);
        m_next = makeButton(Qt::DownArrow, Panels::tr("Next conversation"), 1);
        auto* header = new QHBoxLayout;
        header->setContentsMargins(10, 3, 6, 3);
        header->setSpacing(2);
        header->addWidget(m_title, 1);
        header->addWidget(m_comparison->siblingsButton());
        header->addWidget(m_comparison->pinButton());
        header->addWidget(m_previous);
        header->addWidget(m_next);
        auto* line = new QFrame(this);
        line->setFrameShape(QFrame::HLine);
        line->setFrameShadow(QFrame::Plain);
        line->setForegroundRole(QPalette::Mid);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addLayout(header);
        layout->addWidget(line);
        layout->addWidget(m_comparison, 1);
        layout->addWidget(m_findBar);
        makeFindActions();
        addPrintActions(*m_transcript, m_workspace);
        addActions(m_transcript->actions());
        connect(m_title, &QWidget::customContextMenuRequested, this,
                [this](const QPoint& at) { showMenu(at); });
        connect(&m_workspace, &Workspace::currentChanged, this, [this] {
            rememberRow();
            showTitle();
        });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] { m_rowsRead.clear(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { showTitle(); });
        connect(&m_workspace, &Workspace::queryChanged, this,
                [this] { m_find->setQueryPatterns(patternsOf(m_workspace.query())); });
        connect(m_findBar, &FindBar::closed, m_transcript, [this] { m_transcript->setFocus(); });
        showTitle();
    }

private:
    /// For stepping on from a conversation that the filter hides.
    void rememberRow()
    {
        constexpr std::size_t kRemembered = 16;
        const auto row = m_workspace.currentRow();
        if (!row || (!m_rowsRead.empty() && m_rowsRead.back() == *row))
            return;
        m_rowsRead.push_back(*row);
        if (m_rowsRead.size() > kRemembered)
            m_rowsRead.erase(m_rowsRead.begin());
    }

    QToolButton* makeButton(Qt::ArrowType arrow, const QString& text, int by)
    {
        auto* button = new QToolButton(this);
        button->setObjectName(by > 0 ? QStringLiteral("nextConversation")
                                     : QStringLiteral("previousConversation"));
        button->setArrowType(arrow);
        button->setAutoRaise(true);
        button->setToolTip(text);
        button->setAccessibleName(text);
        connect(button, &QToolButton::clicked, this, [this, by] {
            if (const auto row = stepRow(*m_workspace.view(), m_rowsRead, by))
                m_workspace.setCurrentRow(row);
        });
        return button;
    }

    void makeFindActions()
    {
        const auto add = [this](const char* name, const QString& text, const QKeySequence& keys,
                                auto&& slot) {
            auto* action = new QAction(text, m_transcript);
            action->setObjectName(QLatin1String(name));
            action->setShortcut(keys);
            action->setShortcutContext(Qt::WindowShortcut);
            setMenuSection(*action, MenuSection::Find);
            connect(action, &QAction::triggered, this, slot);
            m_transcript->addAction(action);
        };
        add("findInConversation", Panels::tr("Find in conversation…"), {Qt::CTRL | Qt::Key_F}, [this] {
            const QString selected = m_transcript->selection().text();
            m_findBar->open(selected.contains(QLatin1Char('\n')) ? QString() : selected);
        });
        add("findNext", Panels::tr("Next hit"), {Qt::Key_F3}, [this] { stepHit(1); });
        add("findPrevious", Panels::tr("Previous hit"), {Qt::SHIFT | Qt::Key_F3}, [this] { stepHit(-1); });
    }

    void stepHit(int by)
    {
        if (m_findBar->isHidden())
            m_findBar->open();
        else
            m_find->step(by);
    }

    void showTitle()
    {
        const ViewPtr& view = m_workspace.view();
        const auto row = m_workspace.currentRow();
        QStringList parts;
        if (row && *row < view->snapshot->endRow()) {
            for (const std::string& key : headerFields(*view->snapshot)) {
                if (const QString text = fieldText(key, *row); !text.isEmpty())
                    parts << text;
            }
        }
        const QString title = parts.join(QStringLiteral(" · "));
        m_title->setText(title);
        m_title->setToolTip(asToolTip(title));
        m_title->setAccessibleName(title);
        m_previous->setEnabled(!view->order.empty() && row != view->order.front());
        m_next->setEnabled(!view->order.empty() && row != view->order.back());
    }

    QString fieldText(std::string_view key, Row row) const
    {
        const auto field = findField(m_workspace.snapshot(), key);
        if (!field || !field->has(row))
            return {};
        if (key == "turns") {
            const int turns = m_workspace.snapshot().record(row).turns;
            if (turns == 0) {
                const auto [begin, end] = m_workspace.snapshot().messageRange(row);
                return Panels::tr("%Ln message(s)", nullptr, static_cast<int>(end - begin));
            }
            return Panels::tr("%Ln turn(s)", nullptr, turns);
        }
        QString text = asLabel(field->text(row));
        field->forEachCode(row, [&](CategoryCode code) {
            const Category category = field->category(code);
            if (!category.en.empty() && !category.zh.empty() && category.en != category.zh)
                text = asLabel(category.en + ' ' + category.zh);
        });
        return text;
    }

    void showMenu(const QPoint& at)
    {
        const auto row = m_workspace.currentRow();
        if (!row || *row >= m_workspace.snapshot().endRow())
            return;
        QMenu menu(this);
        for (const std::string& key : headerFields(m_workspace.snapshot())) {
            const auto field = findField(m_workspace.snapshot(), key);
            if (field && field->has(*row))
                addValueActions(*menu.addMenu(asMenuText(fieldTitle(field->info()))), m_workspace, *field,
                                *row);
        }
        menu.exec(m_title->mapToGlobal(at));
    }

    Workspace& m_workspace;
    /// The rows that were read last, the current one at the end.
    std::vector<Row> m_rowsRead;
    ElidedLabel* m_title;
    TranscriptView* m_transcript;
    TranscriptFind* m_find;
    FindBar* m_findBar;
    ComparisonView* m_comparison;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
};

} // namespace

PanelSpec conversationPanel()
{
    return {QStringLiteral("conversation"), Panels::tr("Conversation"), PanelArea::Center,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new ConversationPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
