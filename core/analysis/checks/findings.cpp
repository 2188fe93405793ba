// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/findings.h"

#include "core/analysis/checks/personal.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace duologue {

double FindingSpread::most() const
{
    double most = 0;
    for (const Part& part : parts)
        most = std::max(most, part.share());
    return most;
}

FindingSpread spreadOf(std::span<const Finding> findings, std::size_t records, std::size_t parts)
{
    FindingSpread spread;
    const std::size_t count = std::min(parts, records);
    const auto beginOf = [&](std::size_t part) { return part * records / count; };
    for (std::size_t part = 0; part < count; ++part)
        spread.parts.push_back(
            {Row{static_cast<std::uint32_t>(beginOf(part))}, beginOf(part + 1) - beginOf(part), 0});
    std::optional<Row> last;
    for (const Finding& finding : findings) {
        if (finding.part == FindingPart::Dataset || last == finding.row)
            continue;
        last = finding.row;
        const auto after =
            std::ranges::upper_bound(spread.parts, finding.row, {}, &FindingSpread::Part::first);
        ++std::prev(after)->found;
    }
    return spread;
}

std::string blocksOf(const FindingSpread& spread)
{
    constexpr std::array<std::string_view, 8> kBlocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr auto kHighest = static_cast<double>(kBlocks.size() - 1);
    const double most = spread.most();
    std::string blocks;
    for (const FindingSpread::Part& part : spread.parts)
        blocks += kBlocks.at(
            part.found == 0 ? 0 : static_cast<std::size_t>(std::ceil(part.share() / most * kHighest)));
    return blocks;
}

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
