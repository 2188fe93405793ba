// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/checked_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace duologue {

namespace {

constexpr std::size_t kBuffer = std::size_t{256} << 10U;
/// Reads of at least this length bypass the buffer.
constexpr std::size_t kDirect = std::size_t{16} << 10U;

bool writeAll(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

} // namespace

CheckedWriter::CheckedWriter(FileDescriptor file) : m_file(std::move(file))
{
    m_buffer.reserve(kBuffer);
}

void CheckedWriter::bytes(const void* data, std::size_t length)
{
    const std::string_view bytes(static_cast<const char*>(data), length);
    if (m_buffer.size() + length > kBuffer)
        flush();
    if (length <= kBuffer) {
        m_buffer.append(bytes);
        return;
    }
    m_checksum.add(bytes);
    m_ok = m_ok && writeAll(m_file.number(), bytes);
}

void CheckedWriter::text(std::string_view text)
{
    value(static_cast<std::uint32_t>(text.size()));
    bytes(text.data(), text.size());
}

void CheckedWriter::flush()
{
    m_checksum.add(m_buffer);
    m_ok = m_ok && writeAll(m_file.number(), m_buffer);
    m_buffer.clear();
}

bool CheckedWriter::finish()
{
    flush();
    const std::uint64_t sum = m_checksum.value();
    return m_ok && writeAll(m_file.number(), {reinterpret_cast<const char*>(&sum), sizeof sum});
}

CheckedReader::CheckedReader(FileSource source) : m_source(std::move(source))
{
    m_ok = m_source.size() >= sizeof(std::uint64_t);
    m_left = m_ok ? m_source.size() - sizeof(std::uint64_t) : 0;
}

/// Called when the buffer is used up and the file is not.
bool CheckedReader::fill()
{
    m_buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kBuffer, m_left)));
    m_bufferAt = 0;
    const auto count = m_source.readInto(m_offset, m_buffer.size(), m_buffer.data());
    m_ok = count && count.value() == m_buffer.size();
    m_offset += m_buffer.size();
    m_checksum.add(m_buffer);
    return m_ok;
}

bool CheckedReader::bytes(void* target, std::size_t length)
{
    m_ok = m_ok && length <= m_left;
    auto* to = static_cast<char*>(target);
    while (m_ok && length > 0) {
        std::size_t piece = std::min(length, m_buffer.size() - m_bufferAt);
        if (piece > 0) {
            std::memcpy(to, m_buffer.data() + m_bufferAt, piece);
            m_bufferAt += piece;
        } else if (length >= kDirect) {
            const auto count = m_source.readInto(m_offset, length, to);
            m_ok = count && count.value() == length;
            m_checksum.add({to, m_ok ? length : 0});
            m_offset += length;
            piece = length;
        } else {
            fill();
        }
        to += piece;
        length -= piece;
        m_left -= piece;
    }
    return m_ok;
}

std::string CheckedReader::text()
{
    const auto length = value<std::uint32_t>();
    if (!m_ok || length > m_left) {
        m_ok = false;
        return {};
    }
    std::string text(length, '\0');
    return bytes(text.data(), length) ? text : std::string();
}

std::size_t CheckedReader::count(std::size_t size)
{
    const auto count = value<std::uint64_t>();
    if (m_ok && count <= m_left / std::max<std::size_t>(size, 1))
        return static_cast<std::size_t>(count);
    m_ok = false;
    return 0;
}

bool CheckedReader::isSound()
{
    std::uint64_t sum = 0;
    if (!m_ok || m_left != 0)
        return false;
    const auto count = m_source.readInto(m_offset, sizeof sum, reinterpret_cast<char*>(&sum));
    return count && count.value() == sizeof sum && sum == m_checksum.value();
}

} // namespace duologue
