// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <optional>
#include <string>

namespace duologue {

namespace {

std::string codeName(char32_t character)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string name = "U+";
    for (unsigned shift = 20; shift > 0; shift -= 4) {
        const unsigned digit = (static_cast<std::uint32_t>(character) >> (shift - 4)) & 0xFU;
        if (shift < 20 || digit > 0)
            name += kDigits[digit];
    }
    return name;
}

bool isInvisible(char32_t c)
{
    const bool isControl = (c < 0x20 && c != U'\n' && c != U'\t' && c != U'\r') || (c >= 0x7F && c < 0xA0);
    const bool isZeroWidth = c == 0x200B || c == 0x2060 || c == 0xFEFF || c == 0x00AD;
    const bool isDirection = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return isControl || isZeroWidth || isDirection;
}

std::optional<std::size_t> invisibleIn(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // Lead bytes of C2 80 to C2 9F and AD, of E2 80 and E2 81, and of EF BB.
        const bool isLead = byte == 0xC2 || byte == 0xE2 || byte == 0xEF;
        const bool isAscii = byte < 0x20 || byte == 0x7F;
        if ((isLead || isAscii) && isInvisible(codePointAt(text.substr(i)).value) &&
            codePointLength(text.substr(i)) > 0)
            return i;
    }
    return std::nullopt;
}

void lookForTextInvisible(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        log.looked();
        const auto found = invisibleIn(text.text);
        if (!found)
            continue;
        Finding& finding =
            log.found(record.row, text.findingPart(), text.findingMessage(),
                      {PhraseId::Invisible, codeName(codePointAt(text.text.substr(*found)).value)});
        finding.marks.push_back(text.mark(*found, *found + codePointLength(text.text.substr(*found))));
    }
}

} // namespace

const Check& textInvisibleCheck()
{
    static const Check check{
        .id = "text_invisible",
        .group = CheckGroup::Text,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Invisible characters"),
        .why = DUOLOGUE_TEXT("Checks", "Control, zero-width and direction characters split words for "
                                       "programs, and hide text from people."),
        .unit = CheckUnit::Texts,
        .look = lookForTextInvisible,
    };
    return check;
}

} // namespace duologue
