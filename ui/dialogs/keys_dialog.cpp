// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys_dialog.h"

#include "ui/dialogs/action_finder.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace duologue::ui {

namespace {

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& each : action.shortcuts())
        keys << each.toString(QKeySequence::NativeText);
    return keys.join(QStringLiteral(", "));
}

} // namespace

KeysDialog::KeysDialog(const QMenuBar& bar, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* tree = new QTreeWidget(this);
    tree->setObjectName(QStringLiteral("keysTree"));
    tree->setHeaderLabels({tr("Action"), tr("Key")});
    tree->setAccessibleName(tr("Keyboard shortcuts"));
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    QTreeWidgetItem* group = nullptr;
    for (const MenuEntry& entry : menuEntries(bar)) {
        if (entry.action->shortcut().isEmpty())
            continue;
        const QString menu = entry.menu.section(QStringLiteral(" ▸ "), 0, 0);
        if (group == nullptr || group->text(0) != menu) {
            group = new QTreeWidgetItem(tree, {menu});
            QFont bold = tree->font();
            bold.setBold(true);
            group->setFont(0, bold);
            group->setFirstColumnSpanned(true);
        }
        new QTreeWidgetItem(group, {entry.text, keysOf(*entry.action)});
    }
    tree->expandAll();
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tree);
    layout->addWidget(buttons);
    resize(520, 560);
}

} // namespace duologue::ui
