// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/rule.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>

namespace duologue::house {

namespace {

// Split, so that this file obeys the rules that it checks.
const std::string kLater = "TO"
                           "DO";
const std::string kMend = "FIX"
                          "ME";
constexpr std::string_view kMachineFolder = "/wo"
                                            "rk/";

constexpr std::string_view kLicence = "// SPDX-License-Identifier: GPL-3.0-or-later";

/// A file holds one subject; a longer one often holds two.
constexpr std::size_t kMaxLines = 1'200;
/// More files, or 20 pairs, are hard to take in at a glance.
constexpr int kMostInFolder = 40;

bool isProgram(const SourceFile& file)
{
    return file.isIn("app") || file.isIn("core") || file.isIn("ui");
}

/// True unless it is the middle of a longer path, such as that of a folder of the repository.
bool namesMachineFolder(std::string_view line)
{
    static constexpr std::string_view kInsidePath = "_.-}*)~";
    for (std::size_t at = line.find(kMachineFolder); at != std::string_view::npos;
         at = line.find(kMachineFolder, at + 1)) {
        const char before = at == 0 ? ' ' : line[at - 1];
        if (std::isalnum(static_cast<unsigned char>(before)) == 0 &&
            kInsidePath.find(before) == std::string_view::npos)
            return true;
    }
    return false;
}

struct Pattern {
    /// Every matching line contains one of them: most lines need no regular expression.
    std::vector<std::string_view> words;
    std::regex expression;
};

void findIn(const SourceFile& file, const std::vector<std::string>& lines, const Pattern& pattern,
            const std::string& what, Breaches& breaches)
{
    int number = 0;
    for (const std::string& line : lines) {
        ++number;
        const bool worthLooking =
            std::any_of(pattern.words.begin(), pattern.words.end(),
                        [&line](std::string_view word) { return line.find(word) != std::string::npos; });
        if (std::smatch match; worthLooking && std::regex_search(line, match, pattern.expression))
            breaches.push_back({file.path, number, what + ": " + match.str()});
    }
}

} // namespace

Breaches checkSizes(const Sources& sources)
{
    Breaches breaches;
    for (const SourceFile& file : sources) {
        const std::size_t size = file.lines.size();
        if (file.isCpp() && size > kMaxLines)
            breaches.push_back(
                {file.path, static_cast<int>(size),
                 "has " + std::to_string(size) + " lines, " + std::to_string(kMaxLines) + " are allowed"});
    }
    return breaches;
}

Breaches checkFolderSizes(const Sources& sources)
{
    std::map<std::string, int> counts;
    for (const SourceFile& file : sources) {
        if (file.isCpp() && isProgram(file))
            ++counts[file.path.substr(0, file.path.rfind('/'))];
    }
    Breaches breaches;
    for (const auto& [folder, count] : counts) {
        if (count > kMostInFolder)
            breaches.push_back({folder, count,
                                "holds " + std::to_string(count) + " files, " +
                                    std::to_string(kMostInFolder) + " are allowed"});
    }
    return breaches;
}

Breaches checkLicenceLine(const Sources& sources)
{
    Breaches breaches;
    for (const SourceFile& file : sources) {
        if (file.isCpp() && (file.lines.empty() || file.lines.front() != kLicence))
            breaches.push_back({file.path, 1, "does not begin with " + std::string(kLicence)});
    }
    return breaches;
}

Breaches checkPragmaOnce(const Sources& sources)
{
    Breaches breaches;
    for (const SourceFile& file : sources) {
        if (file.isHeader() &&
            std::find(file.code.begin(), file.code.end(), "#pragma once") == file.code.end())
            breaches.push_back({file.path, 1, "has no #pragma once"});
    }
    return breaches;
}

Breaches checkQtKeywords(const Sources& sources)
{
    static const Pattern keyword{{"signals", "slots", "emit", "foreach", "forever"},
                                 std::regex("\\bsignals\\s*:(?!:)|\\bslots\\s*:(?!:)|\\bemit\\s+\\w|"
                                            "\\bforeach\\s*\\(|\\bforever\\s*(\\{|$)")};
    Breaches breaches;
    for (const SourceFile& file : sources)
        findIn(file, file.code, keyword, "write Q_SIGNALS, Q_SLOTS, Q_EMIT or plain C++", breaches);
    return breaches;
}

Breaches checkEventLoop(const Sources& sources)
{
    static const Pattern call{{"processEvents"}, std::regex("\\bprocessEvents\\b")};
    Breaches breaches;
    for (const SourceFile& file : sources) {
        if (isProgram(file))
            findIn(file, file.code, call, "the window's thread waits for nothing", breaches);
    }
    return breaches;
}

Breaches checkOpenMarks(const Sources& sources)
{
    static const Pattern mark{{kLater, kMend}, std::regex("\\b(" + kLater + "|" + kMend + ")\\b")};
    Breaches breaches;
    for (const SourceFile& file : sources) {
        if (!file.isIn("resources") && !file.isIn("tests/data"))
            findIn(file, file.lines, mark, "finish it or leave it out", breaches);
    }
    return breaches;
}

Breaches checkMachinePaths(const Sources& sources)
{
    Breaches breaches;
    for (const SourceFile& file : sources) {
        int number = 0;
        for (const std::string& line : file.lines) {
            ++number;
            if (namesMachineFolder(line))
                breaches.push_back({file.path, number, "names a folder of one machine"});
        }
    }
    return breaches;
}

} // namespace duologue::house
