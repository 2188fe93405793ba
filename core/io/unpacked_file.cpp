// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpacked_file.h"

#include <algorithm>
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
    // Behind its place comes another's.
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

void UnpackedFile::giveUp() const
{
    if (const auto unpacking = m_late ? m_late->unpacking.lock() : nullptr)
        unpacking->giveUp();
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
