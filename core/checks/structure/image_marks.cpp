// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/record/pictures.h"

namespace duologue {

namespace {

void lookForImageMarks(const CheckedRecord& record, CheckLog& log)
{
    bool isJudged = false;
    for (const MediaCount& media : mediaOf(record.conversation)) {
        const std::size_t marks = media.marks + media.parts;
        // Files may be shown where no mark says, and talk about marks has no files.
        if (!media.files || (marks == 0 && *media.files <= 1))
            continue;
        isJudged = true;
        if (marks == *media.files)
            continue;
        const Phrase what = media.marks == 0 && media.parts > 0
                                ? Phrase(PhraseId::PartsAndFiles, media.parts, media.medium, *media.files)
                                : Phrase(PhraseId::MarksAndFiles, marks, media.medium, *media.files);
        log.found(record.row, FindingPart::Record, 0, what);
    }
    if (isJudged)
        log.looked();
    else
        log.notJudged(PhraseId::NotJudgedNoPictures);
}

} // namespace

const Check& imageMarksCheck()
{
    static const Check check{
        .id = "image_marks",
        .group = CheckGroup::Structure,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Pictures, videos or sounds and their marks differ in number"),
        .why = DUOLOGUE_TEXT("Checks",
                             "A mark without a file, or a file without a mark, shifts all that follow."),
        .unit = CheckUnit::Records,
        .look = lookForImageMarks,
    };
    return check;
}

} // namespace duologue
