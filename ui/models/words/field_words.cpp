// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/field_words.h"

#include "core/data/known_fields.h"
#include "ui/models/words/value_words.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>

namespace duologue::ui {

QString fieldTitle(const FieldInfo& field)
{
    return fieldTitle(field.title);
}

QString fieldTitle(const std::string& title)
{
    const std::string_view chinese = isChineseWindow() ? chineseFieldName(title) : std::string_view();
    return chinese.empty() ? asLabel(QCoreApplication::translate("Fields", title.c_str())) : asLabel(chinese);
}

FieldItem fieldItem(const FieldInfo& field)
{
    const QString other = isChineseWindow() ? asLabel(field.title) : asLabel(chineseFieldName(field.title));
    return {field.key, fieldTitle(field), other};
}

} // namespace duologue::ui
