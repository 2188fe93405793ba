// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_file.h"
#include "core/io/file_source.h"
#include "core/util/buffers.h"
#include "core/util/checksum.h"
#include "core/util/escape.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace duologue {

namespace {

constexpr std::string_view kFolder = ".duologue";
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

} // namespace

MarkFileContents readMarkText(std::string_view text)
{
    MarkFileContents contents;
    JsonParser parser;
    const PaddedBytes padded(text);
    text = padded.view();
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || isOfConflict(line))
            continue;
        const Result<JsonView> json = parser.parse(line);
        if (!json) {
            contents.problems.push_back({number, PhraseId::MarkLineBroken});
            continue;
        }
        if (auto event = markEventOf(json.value()))
            contents.events.push_back(std::move(*event));
        else
            contents.problems.push_back({number, PhraseId::MarkLineUnknown});
    }
    return contents;
}

MarkFileContents readMarkFile(const std::filesystem::path& path)
{
    const FileDescriptor file(openFile(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) {
        MarkFileContents contents;
        if (errno != ENOENT)
            contents.error = systemError(errno);
        return contents;
    }
    std::string text;
    std::array<char, 1U << 16U> piece;
    for (ssize_t got = ::read(file.number(), piece.data(), piece.size()); got != 0;
         got = ::read(file.number(), piece.data(), piece.size())) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            MarkFileContents contents = readMarkText(text);
            contents.error = systemError(errno);
            return contents;
        }
        text.append(piece.data(), static_cast<std::size_t>(got));
    }
    return readMarkText(text);
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

MarkPlace markPlaceOf(const std::filesystem::path& dataset, const std::filesystem::path& userFolder)
{
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::absolute(dataset, failed).lexically_normal();
    std::filesystem::path own = whole.has_filename() ? whole : whole.parent_path();
    if (!std::filesystem::is_directory(own, failed))
        own = own.parent_path();
    for (std::filesystem::path folder = own;; folder = folder.parent_path()) {
        if (std::filesystem::is_directory(folder / kFolder, failed)) {
            if (canWriteIn(folder / kFolder / kMarks))
                return {folder / kFolder / kMarks, folder, false};
            break;
        }
        if (folder == folder.parent_path())
            break;
    }
    if (canWriteIn(own))
        return {own / kFolder / kMarks, own, false};
    const WideChecksum name = wideChecksum(own.string());
    std::array<char, 40> hex{};
    std::snprintf(hex.data(), hex.size(), "%016llx%016llx", static_cast<unsigned long long>(name.high),
                  static_cast<unsigned long long>(name.low));
    return {userFolder / "marks" / hex.data(), own, true};
}

std::vector<std::filesystem::path> markFilesOf(const MarkPlace& place)
{
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (std::filesystem::directory_iterator each(place.folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        if (each->path().extension() == kEnding && each->is_regular_file(failed))
            files.push_back(each->path());
    }
    std::ranges::sort(files);
    return files;
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
