// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/tables/known_tables.h"

#include "ui/work/qt_text.h"
#include "ui/work/stored_settings.h"

#include <QStringList>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

struct NamedKind {
    const char* name;
    TableKind kind;
};

constexpr std::array<NamedKind, 3> kKinds{
    {{"rows", TableKind::Rows}, {"lists", TableKind::Lists}, {"messages", TableKind::Messages}}};

QString keyOfLayout(const QString& address)
{
    return QStringLiteral("tables/") +
           QString::fromLatin1(address.toUtf8().toBase64(QByteArray::Base64UrlEncoding));
}

} // namespace

LayoutChoice keptLayout(const QString& address)
{
    constexpr qsizetype kParts = 5;
    LayoutChoice choice;
    const QStringList parts = storedSetting(keyOfLayout(address)).toStringList();
    if (parts.size() != kParts)
        return choice;
    const auto kind = std::ranges::find(kKinds, parts[0],
                                        [](const NamedKind& each) { return QString::fromLatin1(each.name); });
    if (kind == kKinds.end())
        return choice;
    return {kind->kind, fromQt(parts[1]), fromQt(parts[2]), fromQt(parts[3]), fromQt(parts[4])};
}

void keepLayout(const QString& address, const LayoutChoice& choice)
{
    if (!choice.kind) {
        storeSetting(keyOfLayout(address), {});
        return;
    }
    const auto kind = std::ranges::find(kKinds, *choice.kind, &NamedKind::kind);
    storeSetting(keyOfLayout(address),
                 QStringList{QString::fromLatin1(kind->name), toQt(choice.role), toQt(choice.text),
                             toQt(choice.conversation), toQt(choice.position)});
}

} // namespace duologue::ui
