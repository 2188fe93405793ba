// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <array>

namespace duologue {

namespace {

struct DamagedPlace {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// What UTF-8 looks like if it is read as Latin-1 or Windows-1252: these pairs are rare in any language.
constexpr std::array<std::string_view, 12> kMojibake{"â€™", "â€œ", "â€\u009d", "â€“",     "â€”", "Ã©",
                                                     "Ã¨",  "Ã¼",  "Ã¶",       "Â\u00a0", "ï¼Œ", "锟斤拷"};

DamagedPlace damageIn(std::string_view text)
{
    // All of them begin with one of these bytes.
    if (text.find_first_of("\xEF\xC3\xC2\xE9") == std::string_view::npos)
        return {};
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    if (const std::size_t at = text.find(kReplacement); at != std::string_view::npos)
        return {at, at + kReplacement.size()};
    for (const std::string_view pair : kMojibake) {
        if (const std::size_t at = text.find(pair); at != std::string_view::npos)
            return {at, at + pair.size()};
    }
    return {};
}

void lookForTextDamaged(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        log.looked();
        const auto found = damageIn(text.text);
        if (found.end == 0)
            continue;
        Finding& finding = log.found(
            record.row, text.findingPart(), text.findingMessage(),
            {PhraseId::Damaged, toValidUtf8(text.text.substr(found.begin, found.end - found.begin))});
        finding.marks.push_back(text.mark(found.begin, found.end));
    }
}

} // namespace

const Check& textDamagedCheck()
{
    static const Check check{
        .id = "text_damaged",
        .group = CheckGroup::Text,
        .title = DUOLOGUE_TEXT("Checks", "Damaged characters"),
        .why = DUOLOGUE_TEXT(
            "Checks", "The text was decoded in the wrong way once, and is no longer what was written."),
        .unit = CheckUnit::Texts,
        .look = lookForTextDamaged,
    };
    return check;
}

} // namespace duologue
