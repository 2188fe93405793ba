// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_stamp.h"

#include "core/base/checksum.h"

#include <algorithm>
#include <array>
#include <optional>

namespace duologue {

namespace {

using EndBytes = std::array<char, FileStamp::kEnd>;

/// Up to kEnd bytes at `offset`; none where they cannot be read.
std::optional<std::string_view> readEnd(const FileSource& source, std::uint64_t offset, std::uint64_t end,
                                        EndBytes& bytes)
{
    const auto length = static_cast<std::size_t>(std::min(FileStamp::kEnd, end - offset));
    const auto count = source.readInto(offset, length, bytes.data());
    if (!count || count.value() != length)
        return std::nullopt;
    return std::string_view(bytes.data(), length);
}

/// Where the last kEnd bytes of a file of that size begin.
std::uint64_t tailBegin(std::uint64_t size)
{
    return size - std::min(size, FileStamp::kEnd);
}

/// What stands at both ends of the first `size` bytes.
std::optional<FileStamp> endsOf(const FileSource& source, std::uint64_t size)
{
    EndBytes bytes;
    FileStamp stamp;
    stamp.size = size;
    const auto head = readEnd(source, 0, size, bytes);
    if (!head)
        return std::nullopt;
    stamp.head = checksum(*head);
    const auto tail = readEnd(source, tailBegin(size), size, bytes);
    if (!tail)
        return std::nullopt;
    stamp.tail = checksum(*tail);
    return stamp;
}

bool endsAlike(const std::optional<FileStamp>& ends, const FileStamp& stamp)
{
    return ends && ends->head == stamp.head && ends->tail == stamp.tail;
}

} // namespace

FileStamp stampOf(const FileSource& source)
{
    if (source.modified() == 0)
        return {};
    auto stamp = endsOf(source, source.size());
    if (!stamp)
        return {};
    stamp->modified = source.modified();
    return *stamp;
}

FileStamp stampOf(const FileSource& source, std::string_view bytes)
{
    if (source.modified() == 0 || bytes.size() != source.size())
        return {};
    return {bytes.size(), source.modified(), checksum(bytes.substr(0, FileStamp::kEnd)),
            checksum(bytes.substr(static_cast<std::size_t>(tailBegin(bytes.size()))))};
}

bool isUnchanged(const FileSource& source, const FileStamp& stamp)
{
    return stamp.isKnown() && source.size() == stamp.size && source.modified() == stamp.modified &&
           endsAlike(endsOf(source, stamp.size), stamp);
}

bool hasNewLines(const FileSource& source, const FileStamp& stamp)
{
    if (!stamp.isKnown() || source.size() <= stamp.size || stamp.size < 2)
        return false;
    std::array<char, 2> end{};
    if (!source.readInto(stamp.size - end.size(), end.size(), end.data()))
        return false;
    constexpr std::string_view kSpace = " \t\r\n";
    return end[1] == '\n' && kSpace.find(end[0]) == std::string_view::npos &&
           endsAlike(endsOf(source, stamp.size), stamp);
}

} // namespace duologue
