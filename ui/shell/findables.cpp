// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/findables.h"

#include "core/data/field_reader.h"
#include "ui/dialogs/keys/key_bindings.h"
#include "ui/dialogs/keys/menu_entries.h"
#include "ui/models/words/field_words.h"
#include "ui/models/words/other_language.h"
#include "ui/shell/main_window.h"
#include "ui/views/query/query_bar.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QAction>
#include <QLineEdit>
#include <QMenuBar>
#include <QPointer>

namespace duologue::ui {

namespace {

/// The names of menus as well: "Panels" is found by its Chinese word.
QStringList otherWords(const QString& text, const QString& place)
{
    QStringList words = OtherLanguage::instance().of(text);
    for (const QString& menu : place.split(QStringLiteral(" ▸ ")))
        words << OtherLanguage::instance().of(menu);
    return words;
}

/// Begins a filter by the field; its values are offered.
void askFor(MainWindow& window, const QString& key)
{
    QLineEdit& edit = *window.queryBar().edit();
    edit.setFocus(Qt::ShortcutFocusReason);
    const QString before = edit.text().trimmed();
    edit.setText((before.isEmpty() ? QString() : before + QLatin1Char(' ')) + key + QLatin1Char(':'));
}

} // namespace

std::vector<Findable> findables(MainWindow& window, Workspace& workspace)
{
    std::vector<Findable> found;
    for (const MenuEntry& entry : menuEntries(*window.menuBar())) {
        if (!entry.action->isEnabled())
            continue;
        // Menus of recent datasets are filled again at any time.
        found.push_back({entry.text, entry.menu, otherWords(entry.text, entry.menu),
                         keysText(entry.action->shortcuts()), [action = QPointer<QAction>(entry.action)] {
                             if (action)
                                 action->trigger();
                         }});
    }
    for (const FieldReader& field : allFields(workspace.snapshot())) {
        const FieldInfo& info = field.info();
        const QString key = toQt(info.key);
        const QString title = asLabel(fieldTitle(info));
        QStringList words = otherWords(title, {});
        words << key << toQt(info.title);
        found.push_back({title,
                         MainWindow::tr("Filter by a field"),
                         words,
                         {},
                         [window = QPointer<MainWindow>(&window), key] {
                             if (window)
                                 askFor(*window, key);
                         }});
    }
    return found;
}

} // namespace duologue::ui
