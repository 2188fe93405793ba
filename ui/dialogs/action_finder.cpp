// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/action_finder.h"

#include "ui/views/widgets/metrics.h"
#include "ui/work/qt_text.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

void addEntries(QList<MenuEntry>& entries, const QList<QAction*>& actions, const QString& path)
{
    for (QAction* action : actions) {
        const QString text = withoutMnemonic(action->text());
        if (action->isSeparator() || text.isEmpty())
            continue;
        if (QMenu* menu = action->menu()) {
            // Some menus are filled when they are about to be shown.
            Q_EMIT menu->aboutToShow();
            addEntries(entries, menu->actions(), path.isEmpty() ? text : path + QStringLiteral(" ▸ ") + text);
        } else {
            entries << MenuEntry{action, path, text};
        }
    }
}

} // namespace

QList<MenuEntry> menuEntries(const QMenuBar& bar)
{
    QList<MenuEntry> entries;
    addEntries(entries, bar.actions(), {});
    return entries;
}

ActionFinder::ActionFinder(const QMenuBar& bar, QWidget* parent)
    : QDialog(parent),
      m_entries(menuEntries(bar)),
      m_words(new QLineEdit(this)),
      m_list(new QListWidget(this))
{
    setWindowTitle(tr("Find an action"));
    m_words->setObjectName(QStringLiteral("actionWords"));
    m_words->setPlaceholderText(tr("Words of the action or its menu"));
    m_words->setAccessibleName(windowTitle());
    m_words->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("actionList"));
    m_list->setAccessibleName(tr("Actions"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
    layout->addWidget(m_words);
    layout->addWidget(m_list, 1);
    connect(m_words, &QLineEdit::textChanged, this, &ActionFinder::show);
    connect(m_words, &QLineEdit::returnPressed, this, &ActionFinder::take);
    connect(m_list, &QListWidget::itemActivated, this, &ActionFinder::take);
    show({});
    constexpr QSize kUsual(520, 400);
    resize(kUsual);
}

void ActionFinder::show(const QString& words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_list->clear();
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        const MenuEntry& entry = m_entries[i];
        if (!entry.action->isEnabled())
            continue;
        const QString all = entry.menu + QLatin1Char(' ') + entry.text;
        const bool fits = std::all_of(wanted.begin(), wanted.end(), [&all](const QString& word) {
            return all.contains(word, Qt::CaseInsensitive);
        });
        if (!fits)
            continue;
        const QString keys = entry.action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            QStringLiteral("%1 ▸ %2%3")
                .arg(entry.menu, entry.text, keys.isEmpty() ? QString() : QStringLiteral("    ") + keys));
        item->setData(Qt::UserRole, i);
        m_list->addItem(item);
    }
    m_list->setCurrentRow(0);
}

void ActionFinder::take()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item == nullptr)
        return;
    m_chosen = m_entries[item->data(Qt::UserRole).toLongLong()].action;
    accept();
}

/// Up and Down move in the list while the words have the focus.
bool ActionFinder::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace duologue::ui
