// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language/language.h"
#include "core/base/split_vector.h"
#include "core/table/column.h"

namespace duologue {

enum class RecordState : std::uint8_t {
    /// Parsed as it is.
    Read,
    /// Parsed after its tokens were repaired; the bytes on disk are untouched.
    Repaired,
    /// Could not be parsed: it has a Problem and opens only in the raw view.
    Broken,
};

enum class Translation : std::uint8_t { None, Partial, Complete };

/// What records are counted and filtered by.
struct RecordFigures {
    /// Its first message in the MessageTable; the next record's first is its end.
    MessageIndex firstMessage{0};
    /// Characters of its messages, translations not counted twice.
    std::uint32_t characters = 0;
    /// 0 if nobody is the user.
    std::uint16_t turns = 0;
    /// Index into Snapshot::formats.
    std::uint8_t format = 0;
    /// At most 255.
    std::uint8_t problems = 0;
    RecordState state = RecordState::Read;
    std::uint8_t candidates = 0;
    /// languages() and translation().
    std::uint16_t languageBits = 0;

    /// Nothing is known of what it says.
    bool isBroken() const { return state == RecordState::Broken; }
    /// One bit a Language, the first one for Language::English: some message has it.
    std::uint16_t languages() const { return languageBits & kLanguageMask; }
    Translation translation() const { return static_cast<Translation>(languageBits >> kTranslationShift); }
    void add(Language language)
    {
        languageBits = static_cast<std::uint16_t>(languageBits | 1U << static_cast<unsigned>(language));
    }
    void set(Translation translation)
    {
        languageBits =
            static_cast<std::uint16_t>(languages() | static_cast<unsigned>(translation) << kTranslationShift);
    }

    static constexpr unsigned kTranslationShift = 14;
    static constexpr std::uint16_t kLanguageMask = (1U << kLanguageCount) - 1;
    static_assert(kLanguageCount <= kTranslationShift);
};

/// Where a record is on disk.
struct RecordSpan {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    FileId file = kNoFile;
    /// 1-based index in its file.
    std::uint32_t ordinal = 0;

    ByteSpan span() const { return {file, offset, length}; }
};

/// What is kept of every record besides its columns: 40 bytes at most, whatever the format.
struct RecordEntry : RecordFigures, RecordSpan {};

static_assert(sizeof(RecordEntry) <= 40);

/// Every record in file order. Copies are snapshots.
struct RecordTable {
    SplitVector<RecordEntry, RecordFigures, RecordSpan> entries;
    /// In the order of first appearance.
    std::vector<Column> columns;

    /// Null if no record has the field.
    const Column* column(std::string_view key) const;
};

} // namespace duologue
