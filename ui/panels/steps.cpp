// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "ui/models/reading/step_list_model.h"
#include "ui/panels/panel.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/views/widgets/section_content.h"
#include "ui/views/widgets/without_type_ahead.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace duologue::ui {

namespace {

struct StepsWords {
    Q_DECLARE_TR_FUNCTIONS(StepsPanel)
};

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
public:
    StepsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_model(new StepListModel(this)),
          m_list(new WithoutTypeAhead<QListView>(this)),
          m_count(new QLabel(this)),
          m_errors(new QCheckBox(StepsWords::tr("Errors only"), this))
    {
        setObjectName(QStringLiteral("stepsPanel"));
        m_list->setObjectName(QStringLiteral("stepList"));
        m_list->setAccessibleName(StepsWords::tr("Steps"));
        m_list->setModel(m_model);
        m_list->setItemDelegate(new StepDelegate(this));
        m_list->setUniformItemSizes(true);
        m_list->setFrameShape(QFrame::NoFrame);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setTextElideMode(Qt::ElideRight);
        m_list->setFont(withChinese(m_list->font()));
        m_count->setObjectName(QStringLiteral("stepCount"));
        m_count->setTextFormat(Qt::PlainText);
        m_errors->setObjectName(QStringLiteral("stepErrors"));
        setFocusProxy(m_list);
        auto* head = new QHBoxLayout;
        head->setContentsMargins(kGrid, kHalfGrid, kGrid, kHalfGrid);
        head->addWidget(m_count, 1);
        head->addWidget(m_errors);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addLayout(head);
        layout->addWidget(m_list, 1);
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
        QString count = StepsWords::tr("%n step(s)", nullptr, steps);
        if (errors > 0)
            count += QStringLiteral(" · ") + StepsWords::tr("%n error(s)", nullptr, errors);
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
    return {
        QStringLiteral("steps"), StepsWords::tr("Steps"), PanelArea::Inspector,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new StepsPanel(workspace, parent); },
        true};
}

} // namespace duologue::ui
