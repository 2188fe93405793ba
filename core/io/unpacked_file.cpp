// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpacked_file.h"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace duologue {

Result<std::shared_ptr<UnpackedStore>> UnpackedStore::create()
{
    std::FILE* file = std::tmpfile();
    if (file == nullptr)
        return Problem{ProblemCode::FileUnreadable,
                       Severity::Error,
                       {},
                       {},
                       "there is no room for temporary files: " + std::generic_category().message(errno)};
    const int number = ::dup(::fileno(file));
    const int error = errno;
    std::fclose(file);
    if (number < 0)
        return Problem{
            ProblemCode::FileUnreadable, Severity::Error, {}, {}, std::generic_category().message(error)};
    return std::shared_ptr<UnpackedStore>(new UnpackedStore(FileDescriptor(number)));
}

bool UnpackedStore::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count =
            ::pwrite(m_descriptor.number(), bytes.data(), bytes.size(), static_cast<off_t>(m_size));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        m_size += static_cast<std::uint64_t>(count);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

UnpackedFile::UnpackedFile(std::shared_ptr<UnpackedStore> store)
    : m_store(std::move(store)), m_offset(m_store->size())
{
}

bool UnpackedFile::append(std::string_view bytes)
{
    const bool written = m_store->append(bytes);
    const std::scoped_lock lock(m_store->m_mutex);
    m_size = m_store->size() - m_offset;
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
    return {m_store->m_descriptor, id, m_offset, shared_from_this()};
}

std::uint64_t UnpackedFile::waitFor(std::uint64_t wanted) const
{
    const auto isThere = [&] { return m_size >= wanted || m_finished; };
    if (!isThere()) {
        std::unique_lock lock(m_store->m_mutex);
        m_store->m_grown.wait(lock, isThere);
    }
    return m_size;
}

} // namespace duologue
