// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_file.h"
#include "core/io/file_source.h"
#include "core/io/folder_scan.h"
#include "core/util/buffers.h"
#include "core/util/checksum.h"
#include "core/util/escape.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace duologue {

namespace {

constexpr std::string_view kFolder = kOwnFolderName;
constexpr std::string_view kMarks = "marks";
constexpr std::string_view kEnding = ".jsonl";

Phrase systemError(int error)
{
    return {PhraseId::Verbatim, std::string(std::strerror(error))};
}

/// What git writes between the two sides of a conflict.
bool isOfConflict(std::string_view line)
{
    for (const std::string_view sign : {"<<<<<<<", "=======", ">>>>>>>", "|||||||"}) {
        if (line.starts_with(sign) && (line.size() == sign.size() || line[sign.size()] == ' '))
            return true;
    }
    return false;
}

/// Whether files can be made in a folder, or in the one in which it would be made.
bool canWriteIn(std::filesystem::path folder)
{
    std::error_code failed;
    while (!std::filesystem::exists(folder, failed) && folder.has_parent_path() &&
           folder != folder.parent_path())
        folder = folder.parent_path();
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

Phrase writeLines(int file, std::span<const MarkEvent> events)
{
    // A writer that was killed has left the beginning of a line.
    struct stat status {};
    if (::fstat(file, &status) != 0)
        return systemError(errno);
    char last = '\n';
    if (status.st_size > 0 && ::pread(file, &last, 1, status.st_size - 1) != 1)
        return systemError(errno);
    bool isCut = last != '\n';
    for (const MarkEvent& event : events) {
        const std::string line = (isCut ? "\n" : "") + lineOf(event);
        isCut = false;
        const ssize_t written = ::write(file, line.data(), line.size());
        if (written != static_cast<ssize_t>(line.size()))
            return systemError(written < 0 ? errno : ENOSPC);
    }
    return {};
}

/// Whole lines, which are read on one core.
struct Piece {
    std::string_view text;
    /// Of lines, and of the events among them.
    std::size_t lines = 0;
    std::size_t events = 0;
    std::vector<MarkLineProblem> problems = {};
};

std::size_t linesIn(std::string_view text)
{
    std::size_t lines = 0;
    for (std::size_t at = 0; at < text.size(); ++lines)
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    return lines;
}

/// Writes the events to places from `to` on: one for each line, of which the last may stay free.
void readPiece(Piece& piece, MarkEvent* to)
{
    JsonParser parser;
    std::string_view text = piece.text;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || isOfConflict(line))
            continue;
        const Expected<JsonView> json = parser.parse(line);
        MarkEvent& event = to[piece.events];
        Phrase mistake = json ? readMarkEvent(json.value(), event) : Phrase(PhraseId::MarkLineBroken);
        if (mistake.empty()) {
            ++piece.events;
            continue;
        }
        event = {};
        piece.problems.push_back({number, std::move(mistake)});
    }
}

/// The text can be read beyond its end as JsonParser needs it.
MarkFileContents readPadded(std::string_view text)
{
    constexpr std::size_t kPiece = 1U << 18U;
    std::vector<Piece> pieces;
    while (!text.empty()) {
        const std::size_t end = text.size() <= kPiece ? std::string_view::npos : text.find('\n', kPiece);
        const std::string_view piece = text.substr(0, std::min(end, text.size() - 1) + 1);
        pieces.push_back({.text = piece, .lines = linesIn(piece)});
        text.remove_prefix(piece.size());
    }
    MarkFileContents contents;
    std::vector<std::size_t> firsts{0};
    for (const Piece& piece : pieces)
        firsts.push_back(firsts.back() + piece.lines);
    contents.events.resize(firsts.back());
    const auto read = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            readPiece(pieces[i], contents.events.data() + firsts[i]);
    };
    parallelFor(pieces.size(), 1, read);
    // Lines without an event have left places free.
    auto end = contents.events.begin();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto begin = contents.events.begin() + static_cast<std::ptrdiff_t>(firsts[i]);
        const auto last = begin + static_cast<std::ptrdiff_t>(pieces[i].events);
        end = begin == end ? last : std::move(begin, last, end);
        for (const MarkLineProblem& problem : pieces[i].problems)
            contents.problems.push_back({firsts[i] + problem.line, problem.what});
    }
    contents.events.erase(end, contents.events.end());
    return contents;
}

} // namespace

MarkFileContents readMarkText(std::string_view text)
{
    return readPadded(PaddedBytes(text).view());
}

MarkFileContents readMarkFile(const std::filesystem::path& path, std::uint64_t from)
{
    const FileDescriptor file(openFile(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) {
        MarkFileContents contents;
        if (errno != ENOENT)
            contents.error = systemError(errno);
        return contents;
    }
    constexpr std::size_t kLeast = 1U << 16U;
    struct stat status {};
    const std::uint64_t size = ::fstat(file.number(), &status) == 0
                                   ? static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0))
                                   : 0;
    const std::uint64_t begin = size < from ? 0 : from;
    ::lseek(file.number(), static_cast<off_t>(begin), SEEK_SET);
    // One more than its size, to know where it ends.
    std::size_t more = std::max<std::size_t>(kLeast, size - std::min(begin, size) + 1);
    PaddedBytes text;
    int error = 0;
    for (;; more = kLeast) {
        const std::size_t before = text.size();
        const ssize_t got = ::read(file.number(), text.extend(more), more);
        text.truncate(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got < 0 && errno == EINTR)
            continue;
        error = got < 0 ? errno : 0;
        if (got <= 0)
            break;
    }
    MarkFileContents contents = readPadded(text.view());
    contents.end = begin + text.view().rfind('\n') + 1;
    if (error != 0)
        contents.error = systemError(error);
    return contents;
}

Phrase appendMarks(const std::filesystem::path& path, std::span<const MarkEvent> events)
{
    std::error_code failed;
    std::filesystem::create_directories(path.parent_path(), failed);
    if (failed)
        return systemError(failed.value());
    constexpr mode_t kUsual = 0666;
    const FileDescriptor file(
        openFile(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, AT_FDCWD, kUsual));
    if (file.number() < 0)
        return systemError(errno);
    while (::flock(file.number(), LOCK_EX) != 0) {
        if (errno != EINTR)
            return systemError(errno);
    }
    Phrase error = writeLines(file.number(), events);
    ::flock(file.number(), LOCK_UN);
    return error;
}

std::filesystem::path userMarkFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data == '/')
        return std::filesystem::path(data) / "duologue";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : "/") / ".local" / "share" / "duologue";
}

std::string usualReader()
{
    const passwd* user = ::getpwuid(::getuid());
    return user != nullptr ? user->pw_name : "reader";
}

namespace {

/// The place of one dataset, without others.
MarkPlace ownPlaceOf(const std::filesystem::path& whole, const std::filesystem::path& userFolder)
{
    std::error_code failed;
    const std::filesystem::path own =
        std::filesystem::is_directory(whole, failed) ? whole : whole.parent_path();
    std::vector<MarkFolder> others;
    for (std::filesystem::path folder = own;; folder = folder.parent_path()) {
        const std::filesystem::path marks = folder / kFolder / kMarks;
        if (std::filesystem::is_directory(folder / kFolder, failed)) {
            if (canWriteIn(marks))
                return {marks, folder, false, {}, {}};
            others.push_back({marks, folder});
            break;
        }
        if (folder == folder.parent_path())
            break;
    }
    if (canWriteIn(own))
        return {own / kFolder / kMarks, own, false, std::move(others), {}};
    return {userFolder / "marks" / hexText(wideChecksum(own.string())), own, true, std::move(others), {}};
}

/// Adds the folders of marks below a folder.
void addFoldersBelow(const std::filesystem::path& folder, std::vector<MarkFolder>& found)
{
    std::error_code failed;
    constexpr auto kSkip = std::filesystem::directory_options::skip_permission_denied;
    std::filesystem::recursive_directory_iterator each(folder, kSkip, failed);
    for (const std::filesystem::recursive_directory_iterator end; !failed && each != end;
         each.increment(failed)) {
        std::error_code none;
        if (!each->is_directory(none) || each->is_symlink(none))
            continue;
        const std::filesystem::path& path = each->path();
        if (path.filename() == kFolder && std::filesystem::is_directory(path / kMarks, none))
            found.push_back({path / kMarks, path.parent_path()});
        if (path.filename().native().starts_with('.'))
            each.disable_recursion_pending();
    }
}

bool isBelow(const std::filesystem::path& path, const std::filesystem::path& folder)
{
    const auto [rest, other] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return rest == folder.end() || rest->empty();
}

} // namespace

MarkPlace markPlaceOf(const std::vector<std::filesystem::path>& paths,
                      const std::filesystem::path& userFolder)
{
    std::error_code failed;
    std::vector<std::filesystem::path> opened;
    for (const std::filesystem::path& path : paths) {
        const std::filesystem::path whole = std::filesystem::absolute(path, failed).lexically_normal();
        opened.push_back(whole.has_filename() ? whole : whole.parent_path());
    }
    if (opened.empty())
        opened.push_back(std::filesystem::current_path(failed));
    MarkPlace place = ownPlaceOf(opened.front(), userFolder);
    std::vector<MarkFolder> others = std::move(place.others);
    for (const std::filesystem::path& path : opened) {
        const MarkPlace own = ownPlaceOf(path, userFolder);
        others.push_back({own.folder, own.root});
        std::ranges::copy(own.others, std::back_inserter(others));
        if (std::filesystem::is_directory(path, failed))
            addFoldersBelow(path, others);
    }
    for (MarkFolder& each : others) {
        const auto isKnown = [&each](const MarkFolder& known) { return known.folder == each.folder; };
        if (each.folder != place.folder && std::ranges::none_of(place.others, isKnown))
            place.others.push_back(std::move(each));
    }
    place.opened = std::move(opened);
    return place;
}

std::vector<MarkFile> markFilesOf(const MarkPlace& place)
{
    std::vector<MarkFolder> folders{{place.folder, place.root}};
    std::ranges::copy(place.others, std::back_inserter(folders));
    std::vector<MarkFile> files;
    for (const MarkFolder& folder : folders) {
        const std::size_t before = files.size();
        std::error_code failed;
        for (std::filesystem::directory_iterator each(folder.folder, failed), end; !failed && each != end;
             each.increment(failed)) {
            if (each->path().extension() == kEnding && each->is_regular_file(failed))
                files.push_back({each->path(), folder.root});
        }
        std::ranges::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end(), {},
                          &MarkFile::path);
    }
    return files;
}

MarkFileContents readPlacedMarks(const MarkPlace& place, const MarkFile& file, std::uint64_t from)
{
    MarkFileContents contents = readMarkFile(file.path, from);
    const bool isOwn = file.root == place.root;
    const bool isAllOpened = std::ranges::any_of(
        place.opened, [&](const std::filesystem::path& path) { return isBelow(file.root, path); });
    if (isOwn && isAllOpened)
        return contents;
    /// By the names of files: as they are named here; empty if they were not opened.
    std::map<std::string, std::string> names;
    const auto nameOf = [&](const std::string& name) {
        const std::filesystem::path whole = (file.root / name).lexically_normal();
        const bool isOpened = std::ranges::any_of(
            place.opened, [&](const std::filesystem::path& path) { return isBelow(whole, path); });
        std::error_code failed;
        if (!isOpened && std::filesystem::exists(whole, failed))
            return std::string();
        return isBelow(whole, place.root) ? whole.lexically_relative(place.root).generic_string()
                                          : whole.generic_string();
    };
    std::erase_if(contents.events, [&](MarkEvent& event) {
        const std::size_t sign = event.on.record.rfind('#');
        if (sign == std::string::npos)
            return false;
        const auto [known, isNew] = names.try_emplace(event.on.record.substr(0, sign));
        if (isNew)
            known->second = nameOf(known->first);
        event.on.record.replace(0, sign, known->second);
        return known->second.empty();
    });
    return contents;
}

std::filesystem::path markFileOf(const MarkPlace& place, std::string_view reader)
{
    std::string name;
    for (const char c : reader) {
        const bool isPlain = c != '/' && c != '\\' && static_cast<unsigned char>(c) > ' ' && c != '\x7F';
        name += isPlain ? c : '_';
    }
    if (name.empty() || name.front() == '.')
        name.insert(0, "_");
    return place.folder / (name + std::string(kEnding));
}

} // namespace duologue
