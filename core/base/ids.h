// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace duologue {

/// A file of the dataset: its index in Snapshot::files. Given out in scan order and never reused.
enum class FileId : std::uint32_t {};

inline constexpr FileId kNoFile{0xFFFF'FFFFU};

constexpr std::size_t indexOf(FileId id)
{
    return static_cast<std::size_t>(id);
}

/// A record: its index in a RecordTable, which is in file order.
enum class Row : std::uint32_t {};

constexpr std::size_t indexOf(Row row)
{
    return static_cast<std::size_t>(row);
}

constexpr Row operator+(Row row, std::uint32_t rows)
{
    return Row{static_cast<std::uint32_t>(row) + rows};
}

constexpr Row operator-(Row row, std::uint32_t rows)
{
    return Row{static_cast<std::uint32_t>(row) - rows};
}

/// How many rows [begin, end) has.
constexpr std::uint32_t operator-(Row end, Row begin)
{
    return static_cast<std::uint32_t>(end) - static_cast<std::uint32_t>(begin);
}

constexpr Row& operator+=(Row& row, std::uint32_t rows)
{
    return row = row + rows;
}

constexpr Row& operator++(Row& row)
{
    return row += 1;
}

/// A message of any record: its index in a MessageTable, which holds those of all records in their order. The
/// place of a message in its own conversation is a plain number.
enum class MessageIndex : std::uint32_t {};

constexpr std::size_t indexOf(MessageIndex message)
{
    return static_cast<std::size_t>(message);
}

constexpr MessageIndex operator+(MessageIndex message, std::uint32_t messages)
{
    return MessageIndex{static_cast<std::uint32_t>(message) + messages};
}

constexpr MessageIndex operator-(MessageIndex message, std::uint32_t messages)
{
    return MessageIndex{static_cast<std::uint32_t>(message) - messages};
}

/// How many messages [begin, end) has.
constexpr std::uint32_t operator-(MessageIndex end, MessageIndex begin)
{
    return static_cast<std::uint32_t>(end) - static_cast<std::uint32_t>(begin);
}

constexpr MessageIndex& operator++(MessageIndex& message)
{
    return message = message + 1;
}

/// Bytes of a file that hold a record, or a mistake in one. Offsets count from the start of the (unpacked)
/// file.
struct ByteSpan {
    FileId file = kNoFile;
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
};

} // namespace duologue
