// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"
#include "core/checks/translation/text_numbers.h"

#include <algorithm>
#include <array>
#include <span>

namespace duologue {

namespace {

/// A unit under its names in each language, separated by "|". A translation has the unit if it has any of the
/// names.
struct MeasureUnit {
    std::string_view english;
    std::string_view chinese;
};

constexpr std::array<MeasureUnit, 21> kUnits{{
    {"km|kilometer|kilometre", "公里|千米|里"},
    {"mile", "英里|公里|里|迈|哩|英裡"},
    {"kg|kilogram|kilo", "公斤|千克|斤"},
    {"gram|g", "克"},
    {"cm|centimeter|centimetre", "厘米|公分"},
    {"mm|millimeter|millimetre", "毫米"},
    {"meter|metre", "米"},
    {"pound|lb", "磅|镑|鎊|斤|公斤"},
    {"ounce|oz", "盎司|安士|盎斯"},
    {"ml|milliliter|millilitre", "毫升"},
    {"liter|litre", "升"},
    {"inch", "英寸|寸|吋"},
    {"feet|foot|ft", "英尺|呎|尺|米"},
    {"tbsp|tablespoon", "汤匙|大勺|大匙|餐匙|勺|匙"},
    {"tsp|teaspoon", "茶匙|小勺|小匙|勺|匙"},
    {"cup", "杯"},
    {"hour|hr", "小时|钟头|时|点|刻钟|分钟|時|點|鐘"},
    {"minute|min", "分钟|分|刻钟|小时|半点|鐘|時"},
    {"percent|%", "%|％|百分|成|全|半"},
    {"dollar|usd|$|bucks", "美元|美金|$|元|刀|块|钱|＄|预算|塊|錢|預算"},
    {"euro|eur|€", "欧元|€|欧|歐"},
}};

template<typename Visit>
void forEachName(std::string_view names, const Visit& visit)
{
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        visit(names.substr(0, bar));
        names = bar == std::string_view::npos ? std::string_view() : names.substr(bar + 1);
    }
}

bool isLetterOf(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

/// Ignores the case of ASCII letters.
bool isSameWord(std::string_view left, std::string_view right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char l, char r) { return lowerAscii(l) == lowerAscii(r); });
}

/// Whether an English unit stands right behind the number, or its sign before it; where the unit ends.
std::size_t endOfEnglishUnit(std::string_view text, const TextNumber& number, std::string_view name)
{
    const bool isSign = name == "$" || name == "€";
    if (isSign) {
        const bool isBefore =
            number.begin >= name.size() && text.substr(number.begin - name.size(), name.size()) == name;
        return isBefore ? number.end : 0;
    }
    std::size_t at = number.end;
    while (at < text.size() && (text[at] == ' ' || text[at] == '-'))
        ++at;
    if (at - number.end > 1 || !isSameWord(text.substr(at, name.size()), name))
        return 0;
    at += name.size();
    // The plural.
    for (const std::string_view ending : {"es", "s"}) {
        if (name != "%" && text.substr(at).starts_with(ending)) {
            at += ending.size();
            break;
        }
    }
    const bool isWhole = at >= text.size() || !isLetterOf(text[at]);
    return isWhole ? at : 0;
}

/// Whether the text has a name of the unit, in any case of ASCII letters.
bool hasAnyName(std::string_view text, const MeasureUnit& unit)
{
    bool has = false;
    const auto find = [&](std::string_view name) { has = has || text.find(name) != std::string_view::npos; };
    forEachName(unit.chinese, find);
    forEachName(unit.english, [&](std::string_view name) {
        // A single letter would be found in any word.
        if (name.size() > 1 || !isLetterOf(name[0]))
            find(name);
    });
    return has;
}

void lookForMissingUnits(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        if (!pair.isComparable || pair.isSourceChinese) {
            log.notJudged(pair.isComparable ? PhraseId::NotJudgedFromChinese
                                            : PhraseId::NotJudgedTranslation);
            continue;
        }
        log.looked();
        if (pair.source.find_first_of("0123456789") == std::string_view::npos)
            continue;
        const auto numbers = englishNumbers(pair.source);
        std::vector<TextSpan> missing;
        for (const TextNumber& number : numbers) {
            for (const MeasureUnit& unit :
                 number.isDigits ? std::span(kUnits) : std::span<const MeasureUnit>()) {
                std::size_t end = 0;
                forEachName(unit.english, [&](std::string_view name) {
                    if (end == 0)
                        end = endOfEnglishUnit(pair.source, number, name);
                });
                if (end > 0 && !hasAnyName(pair.target, unit) && !hasAnyName(lowerAscii(pair.target), unit))
                    missing.push_back({number.begin, end});
            }
        }
        reportMissing(record, pair, missing, log);
    }
}

} // namespace

const Check& translationUnitsCheck()
{
    static const Check check{
        .id = "translation_units",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Units missing in the translation"),
        .why =
            DUOLOGUE_TEXT("Checks", "A quantity without its unit, or in another one, says something else."),
        .unit = CheckUnit::Translations,
        .look = lookForMissingUnits,
    };
    return check;
}

} // namespace duologue
