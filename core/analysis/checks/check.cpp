// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check.h"

#include "core/util/phrase.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace duologue {

/// Those of each group, each in its file.
std::span<const Check> structureChecks();
std::span<const Check> translationChecks();
std::span<const Check> annotationChecks();
std::span<const Check> preferenceChecks();
std::span<const Check> textChecks();
std::span<const Check> personalChecks();
std::span<const Check> duplicateChecks();

namespace {

std::vector<Check> makeChecks()
{
    const std::pair<CheckGroup, std::span<const Check>> groups[] = {
        {CheckGroup::Structure, structureChecks()},
        {CheckGroup::Translation, translationChecks()},
        {CheckGroup::Annotation, annotationChecks()},
        {CheckGroup::Preference, preferenceChecks()},
        {CheckGroup::Text, textChecks()},
        {CheckGroup::PersonalData, personalChecks()},
        {CheckGroup::Duplicates, duplicateChecks()},
    };
    std::vector<Check> all;
    for (const auto& [group, ofGroup] : groups) {
        for (const Check& check : ofGroup)
            all.emplace_back(check).group = group;
    }
    return all;
}

} // namespace

const std::vector<const Check*>& checks()
{
    static const std::vector<Check> all = makeChecks();
    static const std::vector<const Check*> pointers = [] {
        std::vector<const Check*> made;
        for (const Check& check : all)
            made.push_back(&check);
        return made;
    }();
    return pointers;
}

const Check* findCheck(std::string_view id)
{
    const auto found =
        std::find_if(checks().begin(), checks().end(), [id](const Check* check) { return check->id == id; });
    return found == checks().end() ? nullptr : *found;
}

std::size_t indexOf(const Check& check)
{
    return static_cast<std::size_t>(std::find(checks().begin(), checks().end(), &check) - checks().begin());
}

namespace {

struct GroupWords {
    std::string_view id;
    std::string_view title;
};

constexpr std::array<GroupWords, 7> kGroups{{
    {"structure", DUOLOGUE_TEXT("Checks", "Structure")},
    {"translation", DUOLOGUE_TEXT("Checks", "Translation")},
    {"annotation", DUOLOGUE_TEXT("Checks", "Annotation")},
    {"preference", DUOLOGUE_TEXT("Checks", "Preference")},
    {"text", DUOLOGUE_TEXT("Checks", "Text")},
    {"personal-data", DUOLOGUE_TEXT("Checks", "Personal data")},
    {"duplicates", DUOLOGUE_TEXT("Checks", "Duplicates")},
}};

constexpr std::array<std::string_view, 6> kUnitNames{
    DUOLOGUE_TEXT("Checks", "records"),      DUOLOGUE_TEXT("Checks", "messages"),
    DUOLOGUE_TEXT("Checks", "translations"), DUOLOGUE_TEXT("Checks", "texts"),
    DUOLOGUE_TEXT("Checks", "candidates"),   DUOLOGUE_TEXT("Checks", "fields"),
};

} // namespace

std::string_view groupId(CheckGroup group)
{
    return kGroups.at(static_cast<std::size_t>(group)).id;
}

std::string_view groupTitle(CheckGroup group)
{
    return kGroups.at(static_cast<std::size_t>(group)).title;
}

std::string_view unitName(CheckUnit unit)
{
    return kUnitNames.at(static_cast<std::size_t>(unit));
}

} // namespace duologue
