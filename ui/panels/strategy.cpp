// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"
#include "ui/views/record/strategy_view.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/section_content.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

struct StrategyPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// The annotated strategies in the version that is chosen above them.
class StrategyPanel final : public QWidget {
public:
    StrategyPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_versions(new QComboBox(this)),
          m_tree(new StrategyView(workspace, this))
    {
        setObjectName(QStringLiteral("strategyPanel"));
        m_versions->setObjectName(QStringLiteral("strategyVersion"));
        m_versions->setAccessibleName(StrategyPanels::tr("Version of the annotation"));
        // The list opens as a window of its own.
        m_versions->view()->setAccessibleName(m_versions->accessibleName());
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(kHalfGrid);
        layout->addWidget(m_versions);
        layout->addWidget(m_tree, 1);
        connect(m_tree, &StrategyView::versionsChanged, this, [this] { listVersions(); });
        connect(m_versions, &QComboBox::activated, this,
                [this] { m_tree->setVersion(m_versions->currentData().toString()); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { lookForContent(); });
        listVersions();
        lookForContent();
    }

private:
    void listVersions()
    {
        m_versions->clear();
        for (const QString& version : m_tree->versions()) {
            QString words = version;
            m_versions->addItem(asLabel(words.replace(QLatin1Char('_'), QLatin1Char(' '))), version);
        }
        m_versions->addItem(StrategyPanels::tr("All versions"), QString());
        m_versions->setCurrentIndex(std::max(m_versions->findData(m_tree->version()), 0));
        m_versions->setVisible(m_tree->versions().size() > 1);
    }

    void lookForContent()
    {
        if (m_workspace.view()->snapshot == m_looked)
            return;
        m_looked = m_workspace.view()->snapshot;
        const auto& columns = m_looked->records.columns;
        setHasContent(*this, std::any_of(columns.begin(), columns.end(), [](const Column& column) {
            return isStrategyField(column.info.key);
        }));
    }

    Workspace& m_workspace;
    QComboBox* m_versions;
    StrategyView* m_tree;
    SnapshotPtr m_looked;
};

} // namespace

PanelSpec strategyPanel()
{
    return {QStringLiteral("strategy"), StrategyPanels::tr("Strategy"), PanelArea::Inspector,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new StrategyPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
