// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/check_menu.h"

#include "ui/work/qt_text.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace duologue::ui {

QAction* CheckMenu::addBox(const QString& text, const QString& key, bool checked)
{
    QAction* action = addAction(asMenuText(text));
    action->setData(key);
    action->setCheckable(true);
    action->setChecked(checked);
    connect(action, &QAction::triggered, this, &CheckMenu::checkedChanged);
    return action;
}

QStringList CheckMenu::checkedKeys() const
{
    QStringList keys;
    for (const QAction* action : actions()) {
        if (action->isChecked())
            keys << action->data().toString();
    }
    return keys;
}

void CheckMenu::mouseReleaseEvent(QMouseEvent* event)
{
    QAction* action = actionAt(event->position().toPoint());
    if (action != nullptr && action->isCheckable() && action->isEnabled())
        action->trigger();
    else
        QMenu::mouseReleaseEvent(event);
}

void CheckMenu::keyPressEvent(QKeyEvent* event)
{
    QAction* action = activeAction();
    if (event->key() == Qt::Key_Space && action != nullptr && action->isCheckable() && action->isEnabled())
        action->trigger();
    else
        QMenu::keyPressEvent(event);
}

} // namespace duologue::ui
