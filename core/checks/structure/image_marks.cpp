// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <optional>

namespace duologue {

namespace {

constexpr std::string_view kPictureMark = "<image>";

/// How many pictures the record names; none if it has no place for them.
std::optional<std::size_t> picturesNamed(const Conversation& said)
{
    std::optional<std::size_t> count;
    for (const Field& field : said.fields) {
        if (field.key == "images" || field.key == "image")
            count = count.value_or(0) + (field.value.isArray() ? field.value.size() : 1);
    }
    return count;
}

void lookForImageMarks(const CheckedRecord& record, CheckLog& log)
{
    const auto pictures = picturesNamed(record.conversation);
    std::size_t marks = 0;
    for (const CheckedText& text : record.texts) {
        if (text.part != TextPart::Message || text.isEarlier)
            continue;
        for (std::size_t at = text.text.find(kPictureMark); at != std::string_view::npos;
             at = text.text.find(kPictureMark, at + 1))
            ++marks;
    }
    // Pictures may be shown where no mark says, and talk about marks has no pictures.
    if (!pictures || (marks == 0 && *pictures <= 1)) {
        log.notJudged(PhraseId::NotJudgedNoPictures);
        return;
    }
    log.looked();
    if (marks != *pictures)
        log.found(record.row, FindingPart::Record, 0, {PhraseId::PicturesAndMarks, marks, *pictures});
}

} // namespace

const Check& imageMarksCheck()
{
    static const Check check{
        .id = "image_marks",
        .group = CheckGroup::Structure,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Pictures and their marks differ in number"),
        .why = DUOLOGUE_TEXT(
            "Checks", "A mark without a picture, or a picture without a mark, shifts all that follow."),
        .unit = CheckUnit::Records,
        .look = lookForImageMarks,
    };
    return check;
}

} // namespace duologue
