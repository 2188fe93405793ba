// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/value_menu.h"
#include "core/query/query.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>
#include <utility>

namespace duologue::ui {

namespace {

constexpr qsizetype kLongestLabel = 40;

QString shortLabel(const std::string& value)
{
    return asMenuText(beginningOf(value, kLongestLabel));
}

/// The translation context of this file.
struct ValueMenu {
    Q_DECLARE_TR_FUNCTIONS(ValueMenu)
};

} // namespace

void addShowOnlyActions(QMenu& menu, Workspace& workspace, const QString& label, std::function<void()> filter,
                        OffersReading offers)
{
    menu.addAction(ValueMenu::tr("Show only “%1”").arg(label), &workspace, filter);
    if (offers == OffersReading::Yes)
        addReadAction(menu, workspace, std::move(filter));
}

void addReadAction(QMenu& menu, Workspace& workspace, std::function<void()> filter)
{
    menu.addAction(ValueMenu::tr("Read these"), &workspace, [&workspace, filter = std::move(filter)] {
        filter();
        workspace.readShown();
    });
}

void addValueActions(QMenu& menu, Workspace& workspace, const std::string& fieldKey, const std::string& value,
                     OffersReading offers)
{
    const QString label = shortLabel(value);
    addShowOnlyActions(
        menu, workspace, label, [&workspace, fieldKey, value] { showOnlyValue(workspace, fieldKey, value); },
        offers);
    menu.addAction(ValueMenu::tr("Exclude “%1”").arg(label), &workspace, [&workspace, fieldKey, value] {
        workspace.setQuery(Query::all({workspace.query(), notQuery(equalsQuery(fieldKey, value))}));
    });
    std::vector<Query> chosen;
    for (const Query& part : conjuncts(workspace.query())) {
        if (isAbout(part, fieldKey))
            chosen.push_back(part);
    }
    if (!chosen.empty()) {
        menu.addAction(ValueMenu::tr("Add “%1” to the filter").arg(label), &workspace,
                       [&workspace, fieldKey, value, chosen] {
                           workspace.setQuery(
                               withField(workspace.query(), fieldKey,
                                         Query::any({Query::all(chosen), equalsQuery(fieldKey, value)})));
                       });
    }
    menu.addAction(ValueMenu::tr("Copy “%1”").arg(label), &workspace,
                   [value] { QGuiApplication::clipboard()->setText(toQt(value)); });
}

void addValueActions(QMenu& menu, Workspace& workspace, const FieldReader& field, Row row)
{
    if (!field.isMade())
        return;
    const std::string& key = field.info().key;
    if (!field.hasManyValues()) {
        const std::string value = field.text(row);
        if (!value.empty())
            addValueActions(menu, workspace, key, value);
        return;
    }
    for (const std::string& value : field.texts(row)) {
        if (!menu.isEmpty())
            menu.addSeparator();
        addValueActions(menu, workspace, key, value);
    }
}

void showOnlyValue(Workspace& workspace, const std::string& fieldKey, const std::string& value)
{
    workspace.setQuery(withField(workspace.query(), fieldKey, equalsQuery(fieldKey, value)));
}

} // namespace duologue::ui
