// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpacked_file.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/io/open_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace duologue {

namespace {

std::string folderForTemporaryFiles()
{
    const char* const folder = ::secure_getenv("TMPDIR");
    return folder != nullptr && *folder != '\0' ? folder : P_tmpdir;
}

/// Opens a temporary file without a name; negative, with errno, on failure.
int openNamelessFile(const std::string& folder)
{
    constexpr mode_t kForTheUserAlone = S_IRUSR | S_IWUSR;
    const int nameless = openFile(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, AT_FDCWD, kForTheUserAlone);
    // Not every file system supports files without a name.
    if (nameless >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return nameless;
    std::string path = folder + "/duologue-XXXXXX";
    const int named = ::mkostemp(path.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(path.c_str());
    return named;
}

} // namespace

Result<std::shared_ptr<UnpackedStore>> UnpackedStore::create()
{
    const std::string folder = folderForTemporaryFiles();
    const int number = openNamelessFile(folder);
    const int error = errno;
    if (number < 0)
        return Problem{
            ProblemCode::FileUnreadable,
            Severity::Error,
            {},
            {},
            {PhraseId::NoTemporaryFiles, toValidUtf8(folder), std::generic_category().message(error)}};
    return std::shared_ptr<UnpackedStore>(new UnpackedStore(FileDescriptor(number)));
}

bool UnpackedStore::write(std::uint64_t offset, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count =
            ::pwrite(m_descriptor.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        offset += static_cast<std::uint64_t>(count);
        m_size = std::max(m_size, offset);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

UnpackedFile::UnpackedFile(std::shared_ptr<UnpackedStore> store)
    : m_store(std::move(store)), m_offset(m_store->size())
{
}

UnpackedFile::UnpackedFile(std::shared_ptr<UnpackedStore> store, std::uint64_t offset, LateFile late)
    : m_store(std::move(store)), m_offset(offset), m_late(std::move(late))
{
}

bool UnpackedFile::append(std::string_view bytes)
{
    // The bytes after it belong to another file.
    const bool fits = !m_late || bytes.size() <= m_late->size - m_size;
    const bool written = fits && m_store->write(m_offset + m_size, bytes);
    const std::scoped_lock lock(m_store->m_mutex);
    m_size += written ? bytes.size() : 0;
    m_store->m_grown.notify_all();
    return written;
}

void UnpackedFile::finish()
{
    const std::scoped_lock lock(m_store->m_mutex);
    m_finished = true;
    m_store->m_grown.notify_all();
}

FileSource UnpackedFile::open(FileId id) const
{
    if (m_finished)
        return {m_store->m_descriptor, id, m_offset, m_size};
    std::shared_ptr<const GrowingLength> length;
    if (m_late)
        length = {m_late->unpacking.lock(), this};
    else
        length = shared_from_this();
    return {m_store->m_descriptor, id, m_offset, std::move(length)};
}

void UnpackedFile::cancel() const
{
    if (const auto unpacking = m_late ? m_late->unpacking.lock() : nullptr)
        unpacking->cancel();
}

std::uint64_t UnpackedFile::waitFor(std::uint64_t wanted) const
{
    const auto isThere = [&] { return m_size >= wanted || m_finished; };
    if (!isThere()) {
        if (const auto unpacking = m_late ? m_late->unpacking.lock() : nullptr)
            unpacking->begin(m_late->packed);
        std::unique_lock lock(m_store->m_mutex);
        m_store->m_grown.wait(lock, isThere);
    }
    return m_size;
}

} // namespace duologue
