// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/open_marks.h"
#include "app/cli/command.h"
#include "app/cli/console.h"

#include <cstdlib>

namespace duologue::cli {

namespace {

/// "duologue" in the folder for data of programs.
std::filesystem::path userFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data == '/')
        return std::filesystem::path(data) / "duologue";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : "/") / ".local" / "share" / "duologue";
}

} // namespace

std::optional<OpenMarks> openMarks(const CommonOptions& options, Console& console)
{
    constexpr std::size_t kSaid = 5;
    OpenMarks marks{
        markPlaceOf(options.paths.empty() ? std::filesystem::path(".") : options.paths.front(), userFolder()),
        {}};
    for (const std::filesystem::path& path : markFilesOf(marks.place)) {
        MarkFileContents contents = readMarkFile(path);
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
        for (MarkEvent& event : contents.events)
            marks.set.add(std::move(event));
    }
    return marks;
}

MarkedRecords markedRecords(const Snapshot& snapshot, const OpenMarks& marks)
{
    MarkedRecords records(snapshot, marks.place.root);
    std::vector<const MarkTarget*> targets;
    for (const MarkAnswers& each : marks.set.answers())
        targets.push_back(&each.on);
    records.lookAt(targets, Job());
    return records;
}

} // namespace duologue::cli
