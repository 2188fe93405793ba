// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/steps.h"
#include "core/data/field_reader.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/transcript/call_text.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QFont>
#include <QLabel>
#include <QListView>
#include <QStyledItemDelegate>
#include <algorithm>

namespace duologue::ui {

void StepListModel::setRecord(DecodedRecordPtr record)
{
    m_record = std::move(record);
    listEntries();
}

void StepListModel::setErrorsOnly(bool only)
{
    m_errorsOnly = only;
    listEntries();
}

void StepListModel::listEntries()
{
    beginResetModel();
    m_entries.clear();
    m_steps = 0;
    m_errors = 0;
    const auto add = [this](const Entry& entry) {
        if (!m_errorsOnly || entry.isError)
            m_entries.push_back(entry);
    };
    for (std::size_t i = 0; m_record && i < m_record->conversation.messages.size(); ++i) {
        const Conversation& conversation = m_record->conversation;
        const Message& message = conversation.messages[i];
        bool hasCalls = false;
        for (std::uint32_t part = message.parts.begin; part < message.parts.end; ++part) {
            const Part& call = conversation.parts[part];
            if (call.kind != PartKind::Call)
                continue;
            hasCalls = true;
            const bool isError =
                call.counterpart != Part::kNone && conversation.parts[call.counterpart].isError;
            ++m_steps;
            m_errors += isError ? 1 : 0;
            add({static_cast<int>(i), part, isError});
        }
        if (!hasCalls && message.role != "tool" && message.role != "system")
            add({static_cast<int>(i), Part::kNone, false});
    }
    endResetModel();
}

int StepListModel::rowOf(int message) const
{
    const auto after = std::ranges::upper_bound(m_entries, message, {}, &Entry::message);
    return static_cast<int>(after - m_entries.begin()) - 1;
}

int StepListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QString StepListModel::text(const Entry& entry) const
{
    const Conversation& conversation = m_record->conversation;
    const Message& message = conversation.messages[static_cast<std::size_t>(entry.message)];
    constexpr qsizetype kPreviewLength = 100;
    if (entry.call == Part::kNone)
        return roleWord(message) + QStringLiteral("  ") +
               beginningOf(conversation.originalText(message), kPreviewLength);
    const Part& call = conversation.parts[entry.call];
    const QString first = callTextOf(call).first;
    QString line = QStringLiteral("    ") + asLabel(call.name);
    if (!first.isEmpty())
        line += QStringLiteral("  ") + asLabel(first);
    return entry.isError ? line + QStringLiteral("  ✗") : line;
}

QVariant StepListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_record)
        return {};
    const Entry& entry = m_entries.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return text(entry);
    case Qt::ToolTipRole:
        return asToolTip(text(entry).trimmed());
    case Qt::AccessibleTextRole:
        return entry.isError ? tr("%1, failed").arg(text(entry).trimmed()) : text(entry).trimmed();
    case Qt::FontRole: {
        QFont font;
        font.setBold(entry.call == Part::kNone);
        return font;
    }
    case MessageRole:
        return entry.message;
    case IsErrorRole:
        return entry.isError;
    default:
        return {};
    }
}

namespace {

/// Steps that failed are in the colour of errors.
class StepDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->font.setBold(index.data(Qt::FontRole).value<QFont>().bold());
        if (index.data(StepListModel::IsErrorRole).toBool())
            option->palette.setColor(QPalette::Text, readingColors(option->palette).bad);
    }
};

/// The outline of a session: questions, calls and answers, those that failed marked. A click goes there, and
/// the list follows the message that is read.
class StepsPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(StepsPanel)

public:
    StepsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_model(new StepListModel(this)),
          m_list(named<WithoutTypeAhead<QListView>>("stepList", this)),
          m_count(named<QLabel>("stepCount", this)),
          m_errors(named<QCheckBox>("stepErrors", tr("Errors only"), this))
    {
        setObjectName(QStringLiteral("stepsPanel"));
        m_list->setAccessibleName(tr("Steps"));
        m_list->setModel(m_model);
        m_list->setItemDelegate(new StepDelegate(this));
        m_list->setUniformItemSizes(true);
        m_list->setFrameShape(QFrame::NoFrame);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setTextElideMode(Qt::ElideRight);
        m_list->setFont(withChinese(m_list->font()));
        m_count->setTextFormat(Qt::PlainText);
        setFocusProxy(m_list);
        auto* head = makeRow(nullptr, {{m_count, 1}, m_errors}, -1, {kGrid, kHalfGrid, kGrid, kHalfGrid});
        makeColumn(this, {head, {m_list, 1}}, 0);
        connect(m_errors, &QCheckBox::toggled, this, [this](bool only) {
            m_model->setErrorsOnly(only);
            follow();
        });
        connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
                [this](const QModelIndex& index) {
                    if (!m_isFollowing && index.isValid())
                        m_workspace.setCurrentMessage(index.data(StepListModel::MessageRole).toInt());
                });
        connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
            m_workspace.setCurrentMessage(index.data(StepListModel::MessageRole).toInt());
        });
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { showRecord(); });
        connect(&m_workspace, &Workspace::currentMessageChanged, this, [this] { follow(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { showContent(); });
        showContent();
        showRecord();
    }

private:
    void showContent()
    {
        setHasContent(*this, findMessageField(m_workspace.snapshot(), "run.tool").has_value());
    }

    void showRecord()
    {
        m_isFollowing = true;
        m_model->setRecord(m_workspace.current());
        m_isFollowing = false;
        const int steps = m_model->stepCount();
        const int errors = m_model->errorCount();
        QString count = tr("%n step(s)", nullptr, steps);
        if (errors > 0)
            count += QStringLiteral(" · ") + tr("%n error(s)", nullptr, errors);
        m_count->setText(count);
        m_errors->setVisible(errors > 0 || m_errors->isChecked());
        follow();
    }

    void follow()
    {
        const QModelIndex index = m_model->index(m_model->rowOf(m_workspace.currentMessage()));
        m_isFollowing = true;
        m_list->setCurrentIndex(index);
        if (index.isValid())
            m_list->scrollTo(index);
        m_isFollowing = false;
    }

    Workspace& m_workspace;
    StepListModel* m_model;
    QListView* m_list;
    QLabel* m_count;
    QCheckBox* m_errors;
    bool m_isFollowing = false;
};

} // namespace

PanelSpec stepsPanel()
{
    return {QStringLiteral("steps"), StepsPanel::tr("Steps"), PanelArea::Inspector, makePanel<StepsPanel>,
            true};
}

} // namespace duologue::ui
