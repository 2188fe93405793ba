// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/record_table.h"

#include <array>

namespace duologue {

/// A RecordEntry in a file: without the gaps that memory has.
struct StoredRecord {
    std::array<std::uint32_t, 2> offset{};
    std::uint32_t length = 0;
    std::uint32_t file = 0;
    std::uint32_t firstMessage = 0;
    std::uint32_t ordinal = 0;
    std::uint32_t characters = 0;
    std::uint16_t turns = 0;
    std::uint16_t languageBits = 0;
    std::uint8_t format = 0;
    std::uint8_t problems = 0;
    std::uint8_t state = 0;
    std::uint8_t candidates = 0;

    static StoredRecord of(const RecordEntry& entry)
    {
        return {{static_cast<std::uint32_t>(entry.offset), static_cast<std::uint32_t>(entry.offset >> 32U)},
                entry.length,
                static_cast<std::uint32_t>(entry.file),
                static_cast<std::uint32_t>(entry.firstMessage),
                entry.ordinal,
                entry.characters,
                entry.turns,
                entry.languageBits,
                entry.format,
                entry.problems,
                static_cast<std::uint8_t>(entry.state),
                entry.candidates};
    }

    RecordEntry entry() const
    {
        return {{MessageIndex{firstMessage}, characters, turns, format, problems,
                 static_cast<RecordState>(state), candidates, languageBits},
                {std::uint64_t{offset[1]} << 32U | offset[0], length, FileId{file}, ordinal}};
    }
};

} // namespace duologue
