// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/value_words.h"

#include "core/data/known_fields.h"
#include "core/formats/format.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace duologue::ui {

namespace {

/// The translation context of this file.
struct ValueText {
    Q_DECLARE_TR_FUNCTIONS(ValueWords)
};

/// The words of the program for a value that is one of them; the value itself otherwise.
Name wordsFor(const FieldInfo& field, const Category& value)
{
    const auto names = field.kind == FieldKind::Flag ? flagNames() : builtInValueNames(field.key);
    const auto known =
        std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.en == value.en; });
    return known == names.end() ? nameOf(value) : *known;
}

/// Flags are written true and false in data, and yes and no in sentences.
std::string_view englishWord(const FieldInfo& field, std::string_view word)
{
    if (field.kind != FieldKind::Flag)
        return word;
    return word == "true" ? "yes" : word == "false" ? "no" : word;
}

enum class Length : std::uint8_t { Drawn, Whole };

template<typename Words>
QString joinedWords(const FieldReader& field, Row row, Length length, const Words& words)
{
    QStringList all;
    const std::vector<std::string> texts =
        length == Length::Whole ? field.texts(row) : std::vector<std::string>();
    std::size_t place = 0;
    field.forEachCode(row, [&](CategoryCode code) {
        const bool isWhole = place < texts.size() && field.isLong(code);
        all << words(isWhole ? Category{texts[place], {}} : field.category(code));
        ++place;
    });
    return all.join(ValueText::tr(", "));
}

bool hasWords(const FieldReader& field)
{
    return !field.isNumber() && !field.hasMessageNumbers() && field.info().kind != FieldKind::Text;
}

} // namespace

bool isChineseWindow()
{
    //: The language of the window: en or zh.
    return QCoreApplication::translate("ValueWords", "en") == QLatin1String("zh");
}

QString ValueWords::inBoth() const
{
    return other.isEmpty() ? shown : ValueText::tr("%1 (%2)").arg(shown, other);
}

QString formatTitle(const Snapshot& snapshot, std::string_view id)
{
    const FormatList& formats = snapshot.formatList ? *snapshot.formatList : *FormatList::builtIn();
    const Format* format = formats.find(id);
    return format == nullptr ? asLabel(id) : formatText(format->title());
}

ValueWords valueWords(const Snapshot& snapshot, const FieldInfo& field, const Category& value)
{
    if (field.key == "format" && value.zh.empty())
        return {formatTitle(snapshot, value.en), {}};
    const Name name = wordsFor(field, value);
    const std::string_view english = englishWord(field, name.en);
    if (name.zh.empty() || english.empty())
        return {asLabel(english.empty() ? name.zh : english), {}};
    const QString one = asLabel(english);
    const QString two = asLabel(name.zh);
    if (one == two)
        return {one, {}};
    return isChineseWindow() ? ValueWords{two, one} : ValueWords{one, two};
}

ValueWords groupWords(const Snapshot& snapshot, const FieldInfo& field, const GroupValue& value)
{
    return valueWords(snapshot, field, Category{value.text, value.chinese});
}

QString cellText(const Snapshot& snapshot, const FieldReader& field, Row row)
{
    if (!hasWords(field))
        return asLabel(field.shownText(row));
    return joinedWords(field, row, Length::Drawn, [&](const Category& value) {
        return valueWords(snapshot, field.info(), value).shown;
    });
}

QString wholeCellText(const Snapshot& snapshot, const FieldReader& field, Row row)
{
    if (!hasWords(field))
        return asLabel(field.text(row));
    return joinedWords(field, row, Length::Whole, [&](const Category& value) {
        return valueWords(snapshot, field.info(), value).shown;
    });
}

QString cellTextInBoth(const Snapshot& snapshot, const FieldReader& field, Row row)
{
    if (!hasWords(field))
        return toQt(field.text(row));
    return joinedWords(field, row, Length::Whole, [&](const Category& value) {
        return valueWords(snapshot, field.info(), value).inBoth();
    });
}

} // namespace duologue::ui
