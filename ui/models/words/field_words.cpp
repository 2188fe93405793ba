// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/field_words.h"

#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <array>

namespace duologue::ui {

namespace {

/// Ratings that the data of RecLLMSim name, and nothing in the program.
[[maybe_unused]] constexpr std::array kRatingTitles{
    QT_TRANSLATE_NOOP("Fields", "Preference Alignment"),
    QT_TRANSLATE_NOOP("Fields", "Role-Playing Completeness"),
    QT_TRANSLATE_NOOP("Fields", "Additional Preferences"),
};

} // namespace

QString fieldTitle(const FieldInfo& field)
{
    return fieldTitle(field.title);
}

QString fieldTitle(const std::string& title)
{
    return asLabel(QCoreApplication::translate("Fields", title.c_str()));
}

} // namespace duologue::ui
