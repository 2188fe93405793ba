// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/field_words.h"

#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <array>

namespace duologue::ui {

namespace {

/// core knows nothing of translation, so the titles that it and the formats give stand here once more for
/// lupdate to find.
[[maybe_unused]] constexpr std::array kTitles{
    QT_TRANSLATE_NOOP("Fields", "Id"),
    QT_TRANSLATE_NOOP("Fields", "Format"),
    QT_TRANSLATE_NOOP("Fields", "File"),
    QT_TRANSLATE_NOOP("Fields", "Record"),
    QT_TRANSLATE_NOOP("Fields", "Messages"),
    QT_TRANSLATE_NOOP("Fields", "Turns"),
    QT_TRANSLATE_NOOP("Fields", "Language"),
    QT_TRANSLATE_NOOP("Fields", "Translation"),
    QT_TRANSLATE_NOOP("Fields", "Earlier translations"),
    QT_TRANSLATE_NOOP("Fields", "Length"),
    QT_TRANSLATE_NOOP("Fields", "First role"),
    QT_TRANSLATE_NOOP("Fields", "Candidates"),
    QT_TRANSLATE_NOOP("Fields", "Problems"),
    QT_TRANSLATE_NOOP("Fields", "Role"),
    QT_TRANSLATE_NOOP("Fields", "Intent"),
    QT_TRANSLATE_NOOP("Fields", "Hallucination"),
    QT_TRANSLATE_NOOP("Fields", "Satisfaction"),
    QT_TRANSLATE_NOOP("Fields", "Position"),
    QT_TRANSLATE_NOOP("Fields", "Turn"),
    QT_TRANSLATE_NOOP("Fields", "Message length"),
    QT_TRANSLATE_NOOP("Fields", "Intent replied to"),
    QT_TRANSLATE_NOOP("Fields", "Next intent"),
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
