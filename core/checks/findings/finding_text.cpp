// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/findings/finding_text.h"

#include "core/base/text.h"
#include "core/checks/personal/personal_text.h"

namespace duologue {

std::string findingText(const Finding& finding, PersonalData personal)
{
    std::string what = toValidUtf8(inEnglish(finding.what));
    if (personal == PersonalData::Whole)
        return what;
    return finding.isPersonal ? masked(what) : withoutPersonal(what);
}

std::string_view reportedSeverity(const Check& check)
{
    return severityName(check.isMaybe ? Severity::Note : check.severity);
}

std::string nameOfRow(const Snapshot& snapshot, Row row)
{
    const RecordEntry entry = snapshot.record(row);
    return snapshot.file(entry.file).shownPath + ":" + std::to_string(entry.ordinal);
}

std::string nameOfOther(const Snapshot& snapshot, const Finding& finding, std::size_t index)
{
    std::string name = nameOfRow(snapshot, finding.others[index]);
    if (index < finding.otherMessages.size() && finding.otherMessages[index] != Finding::kNoMessage)
        name += " message " + std::to_string(finding.otherMessages[index] + 1);
    return name;
}

std::shared_ptr<const RecordNotes> notesOf(const CheckRun& run, const Snapshot& snapshot)
{
    std::vector<std::pair<Row, RecordNote>> notes;
    for (const Finding& finding : run.findings) {
        if (finding.part == FindingPart::Dataset)
            continue;
        const Check& check = *checks()[finding.check];
        RecordNote note{std::string(check.id),
                        std::string(check.title),
                        std::string(reportedSeverity(check)),
                        check.isMaybe || finding.isMaybe,
                        findingText(finding),
                        {}};
        for (std::size_t i = 0; i < finding.others.size(); ++i)
            note.text += ", " + nameOfOther(snapshot, finding, i);
        if (finding.part == FindingPart::Message)
            note.message = finding.message;
        notes.emplace_back(finding.row, std::move(note));
    }
    return std::make_shared<const RecordNotes>(std::move(notes));
}

} // namespace duologue
