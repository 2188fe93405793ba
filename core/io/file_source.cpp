// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_source.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/io/folder.h"
#include "core/io/open_file.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace duologue {

namespace {

Problem unreadable(FileId id, int error)
{
    const auto code = error == ENOENT ? ProblemCode::FileVanished : ProblemCode::FileUnreadable;
    return {code, Severity::Error, {id, 0, 0}, {}, Phrase::verbatim(std::generic_category().message(error))};
}

} // namespace

Result<FileSource> FileSource::open(const std::string& path, FileId id, const Folder* folder)
{
    // O_NONBLOCK keeps open() from hanging on a pipe without a writer; regular files ignore it.
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    const int descriptor =
        folder != nullptr ? folder->open(fileNameOf(path).data(), kFlags) : openFile(path.c_str(), kFlags);
    if (descriptor < 0) {
        const int error = errno;
        std::error_code ignored;
        if (error == ENOENT && std::filesystem::is_symlink(path, ignored))
            return Problem{
                ProblemCode::FileUnreadable, Severity::Error, {id, 0, 0}, {}, PhraseId::BrokenLink};
        return unreadable(id, error);
    }
    FileDescriptor owner(descriptor);
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return unreadable(id, errno);
    if (!S_ISREG(status.st_mode)) {
        return Problem{
            ProblemCode::FileUnreadable, Severity::Error, {id, 0, 0}, {}, PhraseId::NotRegularFile};
    }
    FileSource source(std::move(owner), id, 0, static_cast<std::uint64_t>(status.st_size));
    source.m_identity = identityOf(status);
    source.m_isSettled = duologue::isSettled(source.m_identity);
    return source;
}

bool FileSource::looksUnchanged() const
{
    struct stat status = {};
    return ::fstat(m_descriptor.number(), &status) == 0 && identityOf(status) == m_identity;
}

Result<std::size_t> FileSource::read(std::uint64_t offset, std::size_t length, PaddedBytes& buffer) const
{
    const auto wanted = isStored() ? static_cast<std::size_t>(available(offset, length)) : length;
    buffer.resizeUninitialised(wanted);
    auto count = readInto(offset, wanted, buffer.data());
    if (count)
        buffer.truncate(count.value());
    return count;
}

Result<std::size_t> FileSource::readInto(std::uint64_t offset, std::size_t length, char* target) const
{
    if (!isStored())
        return m_records->read(stored(), offset, length, target);
    const std::uint64_t size = lengthFor(offset + length);
    std::size_t done = 0;
    while (done < length) {
        const auto count = ::pread(m_descriptor.number(), target + done, length - done,
                                   static_cast<off_t>(m_base + offset + done));
        if (count < 0) {
            if (errno == EINTR)
                continue;
            return unreadable(m_id, errno);
        }
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    if (done < length && offset + length <= size) {
        return Problem{ProblemCode::FileVanished,
                       Severity::Error,
                       {m_id, offset + done, 0},
                       {},
                       PhraseId::FileBecameShorter};
    }
    return done;
}

} // namespace duologue
