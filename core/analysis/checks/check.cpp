// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check.h"

#include "core/util/phrase.h"

#include <algorithm>
#include <array>

namespace duologue {

const Check& noMessagesCheck();
const Check& startsWithAssistantCheck();
const Check& sameRoleTwiceCheck();
const Check& endsWithUserCheck();
const Check& noUserCheck();
const Check& emptyMessageCheck();
const Check& emptyAnswerCheck();
const Check& unknownRoleCheck();
const Check& toolCallWithoutResultCheck();
const Check& toolResultWithoutCallCheck();
const Check& toolArgumentsCheck();
const Check& imageMarksCheck();
const Check& idTwiceCheck();
const Check& fieldMissingCheck();
const Check& translationMissingCheck();
const Check& translationShortCheck();
const Check& translationLongCheck();
const Check& translationUntranslatedCheck();
const Check& translationScriptCheck();
const Check& translationSwappedCheck();
const Check& translationNumbersCheck();
const Check& translationUnitsCheck();
const Check& translationDatesCheck();
const Check& translationNamesCheck();
const Check& translationItemsCheck();
const Check& translationHeadingsCheck();
const Check& translationCodeCheck();
const Check& translationLinksCheck();
const Check& annotationMissingCheck();
const Check& markWithoutMemoCheck();
const Check& memoWithoutMarkCheck();
const Check& ratingsDifferCheck();
const Check& ratingScaleCheck();
const Check& ratingTextCheck();
const Check& vocabularyCheck();
const Check& alignedOptionCheck();
const Check& pairEqualCheck();
const Check& pairNearlyEqualCheck();
const Check& pairLengthCheck();
const Check& pairContradictionCheck();
const Check& pairTieCheck();
const Check& pairRefusalCheck();
const Check& pairContextCheck();
const Check& textRepeatsCheck();
const Check& textCutCheck();
const Check& refusalCheck();
const Check& templateMarksCheck();
const Check& textDamagedCheck();
const Check& textInvisibleCheck();
const Check& languageOtherCheck();
const Check& emailCheck();
const Check& phoneCheck();
const Check& identityNumberCheck();
const Check& cardNumberCheck();
const Check& ipAddressCheck();
const Check& secretKeyCheck();
const Check& duplicatePromptCheck();
const Check& duplicateAnswerCheck();
const Check& nearDuplicatePromptCheck();
const Check& nearDuplicateAnswerCheck();
const Check& splitLeakCheck();

const std::vector<const Check*>& checks()
{
    static const std::vector<const Check*> all{
        &noMessagesCheck(),
        &startsWithAssistantCheck(),
        &sameRoleTwiceCheck(),
        &endsWithUserCheck(),
        &noUserCheck(),
        &emptyMessageCheck(),
        &emptyAnswerCheck(),
        &unknownRoleCheck(),
        &toolCallWithoutResultCheck(),
        &toolResultWithoutCallCheck(),
        &toolArgumentsCheck(),
        &imageMarksCheck(),
        &idTwiceCheck(),
        &fieldMissingCheck(),
        &translationMissingCheck(),
        &translationShortCheck(),
        &translationLongCheck(),
        &translationUntranslatedCheck(),
        &translationScriptCheck(),
        &translationSwappedCheck(),
        &translationNumbersCheck(),
        &translationUnitsCheck(),
        &translationDatesCheck(),
        &translationNamesCheck(),
        &translationItemsCheck(),
        &translationHeadingsCheck(),
        &translationCodeCheck(),
        &translationLinksCheck(),
        &annotationMissingCheck(),
        &markWithoutMemoCheck(),
        &memoWithoutMarkCheck(),
        &ratingsDifferCheck(),
        &ratingScaleCheck(),
        &ratingTextCheck(),
        &vocabularyCheck(),
        &alignedOptionCheck(),
        &pairEqualCheck(),
        &pairNearlyEqualCheck(),
        &pairLengthCheck(),
        &pairContradictionCheck(),
        &pairTieCheck(),
        &pairRefusalCheck(),
        &pairContextCheck(),
        &textRepeatsCheck(),
        &textCutCheck(),
        &refusalCheck(),
        &templateMarksCheck(),
        &textDamagedCheck(),
        &textInvisibleCheck(),
        &languageOtherCheck(),
        &emailCheck(),
        &phoneCheck(),
        &identityNumberCheck(),
        &cardNumberCheck(),
        &ipAddressCheck(),
        &secretKeyCheck(),
        &duplicatePromptCheck(),
        &duplicateAnswerCheck(),
        &nearDuplicatePromptCheck(),
        &nearDuplicateAnswerCheck(),
        &splitLeakCheck(),
    };
    return all;
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
