// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/open_marks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"

namespace duologue::cli {

std::optional<OpenMarks> openMarks(const CommonOptions& options, Console& console)
{
    constexpr std::size_t kSaid = 5;
    OpenMarks marks{markPlaceOf({options.paths.begin(), options.paths.end()}, userMarkFolder()), {}};
    for (const MarkFile& file : markFilesOf(marks.place)) {
        const std::filesystem::path& path = file.path;
        MarkFileContents contents = readPlacedMarks(marks.place, file);
        if (!contents.error.empty()) {
            console.say(path.string() + ": " + inEnglish(contents.error));
            return std::nullopt;
        }
        for (std::size_t i = 0; i < std::min(contents.problems.size(), kSaid); ++i)
            console.say(path.string() + ":" + std::to_string(contents.problems[i].line) + ": " +
                        inEnglish(contents.problems[i].what));
        if (contents.problems.size() > kSaid)
            console.say(path.string() + ": … and " + std::to_string(contents.problems.size() - kSaid) +
                        " more lines");
        marks.set.reserve(marks.set.events().size() + contents.events.size());
        for (MarkEvent& event : contents.events)
            marks.set.add(std::move(event));
    }
    return marks;
}

MarkedRecords markedRecords(const Snapshot& snapshot, OpenMarks& marks)
{
    MarkedRecords records(snapshot, marks.place.root);
    std::vector<const MarkTarget*> targets;
    for (const MarkAnswers& each : marks.set.answers())
        targets.push_back(&each.on);
    records.lookAt(targets, Job());
    joinNames(marks.set, records);
    return records;
}

} // namespace duologue::cli
