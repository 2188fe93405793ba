// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/checks/finding_model.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"

#include <QCoreApplication>
#include <QListWidget>

namespace duologue::ui {

namespace {

/// What checks have found in the current conversation. A click or Enter goes to the message.
class FindingsPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(FindingsPanel)

public:
    FindingsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent), m_workspace(workspace), m_list(named<QListWidget>("findingList", this))
    {
        setObjectName(QStringLiteral("findingsPanel"));
        m_list->setAccessibleName(tr("Findings in this conversation"));
        m_list->setWordWrap(true);
        m_list->setUniformItemSizes(false);
        makeColumn(this, {m_list});
        connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { goTo(*item); });
        connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) { goTo(*item); });
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { show(); });
        connect(&m_workspace.checks(), &DatasetChecks::changed, this, [this] { show(); });
        show();
    }

private:
    void show()
    {
        m_list->clear();
        const CheckedSnapshotPtr& checked = m_workspace.checks().checked();
        const auto row = m_workspace.currentRow();
        const bool isKnown = checked != nullptr && row && *row < checked->snapshot->endRow();
        const auto findings = isKnown ? checked->findingsOf(*row) : std::span<const std::uint32_t>();
        for (const std::uint32_t number : findings) {
            const Finding& finding = checked->run.findings[number];
            const Check& check = *checks()[finding.check];
            const QString place = finding.part == FindingPart::Message
                                      ? QStringLiteral("%1 · ").arg(finding.message + 1)
                                      : QString();
            auto* item = new QListWidgetItem(
                QStringLiteral("%1%2: %3").arg(place, checkTitle(check), translated(finding.what)), m_list);
            item->setData(Qt::UserRole, number);
            item->setToolTip(asToolTip(checkReason(check)));
        }
        setHasContent(*this, !findings.empty());
    }

    void goTo(const QListWidgetItem& item)
    {
        if (const CheckedSnapshotPtr& checked = m_workspace.checks().checked())
            m_workspace.showFinding(checked->run.findings[item.data(Qt::UserRole).toUInt()]);
    }

    Workspace& m_workspace;
    QListWidget* m_list;
};

} // namespace

PanelSpec findingsPanel()
{
    return {QStringLiteral("findings"), QCoreApplication::translate("Panels", "Findings"),
            PanelArea::Inspector, makePanel<FindingsPanel>, true};
}

} // namespace duologue::ui
