// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/column.h"
#include "core/util/checksum.h"
#include "core/util/vectors.h"

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// As CategoryCoder, but each different pair of words has its own code. So a list has the same pairs in
/// whatever order they are added. A coder belongs to one list, to which nothing else adds. One thread.
class ExactCoder {
public:
    CategoryCode code(Name name, std::vector<Category>& categories)
    {
        const auto isIt = [&](std::uint32_t index) {
            return categories[index].en == name.en && categories[index].zh == name.zh;
        };
        std::uint32_t& recent = m_recent[recentSlot(name.shown(), kRecent)];
        if (recent < categories.size() && isIt(recent))
            return CategoryCode{recent};
        const std::uint64_t hash = hashOf(name);
        recent = m_indexes.find(hash, isIt);
        if (recent == CodeIndex::kNone) {
            recent = static_cast<std::uint32_t>(categories.size());
            categories.push_back({std::string(name.en), std::string(name.zh)});
            m_indexes.add(hash, recent);
        }
        return CategoryCode{recent};
    }

    /// Forgets all, for a list that has been cleared.
    void clear() { m_indexes.clear(); }

private:
    static std::uint64_t hashOf(Name name)
    {
        const std::uint64_t english = checksum(name.en);
        return name.zh.empty() ? english : std::rotl(english, 1) ^ checksum(name.zh);
    }

    static constexpr std::size_t kRecent = 16;

    CodeIndex m_indexes;
    std::array<std::uint32_t, kRecent> m_recent{};
};

/// The value that `key` (ValueKey::text()) is kept of, in the record that it is from: of the field that the
/// column of records is made from. None if the record has no such value. Valid as long as the record.
std::optional<std::string_view> valueOfKey(const Conversation& record, const FieldInfo& column,
                                           std::string_view key);

/// FieldInfo::rawKey of the column that holds the field.
std::string rawKeyOf(const Field& field);

/// The categories of a field. They stay when the batch is used again, so that few of them are new to the
/// table.
struct BatchCategories {
    /// More are data of the records, and do not stay.
    static constexpr std::size_t kMostKept = 1024;

    std::vector<Category> categories;
    ExactCoder coder;
    /// Of the first categories: their codes in the table to which the batch is appended.
    std::vector<CategoryCode> translated;

    CategoryCode codeOf(Name name) { return coder.code(name, categories); }
    void clear()
    {
        categories.clear();
        coder.clear();
        translated.clear();
    }
};

/// Values of one field, for the records or messages that have it, in rising order of their indexes.
struct BatchColumn : BatchCategories {
    /// Field::key as the format gave it, and Field::joints. They identify the column.
    std::string name;
    std::uint32_t joints = 0;
    FieldInfo info;
    std::vector<std::uint32_t> indexes;
    std::vector<double> numbers;
    std::vector<CategoryCode> codes;
    /// The columns that were used after this one the last times, the last one first.
    std::array<std::uint32_t, 2> next{};
    /// It has values in the batch as it is now.
    bool isUsed = false;
    /// The first categories are those of flags.
    bool hasFlags = false;
    /// As Column::mixed and Column::areDigits.
    bool mixed = false;
    bool areDigits = true;

    /// Begins anew with a first value of the field's kind.
    void begin(const Field& field);
    void add(std::uint32_t index, const Field& field);
    /// Changes its kind to one that can hold both its values and values of `kind`.
    void widen(FieldKind kind);
};

/// The columns of a batch of records, or of its messages. One thread.
class BatchColumns {
public:
    /// Calls visit(column) for those with values, in the order of their first values.
    template<typename Visit>
    void forEach(const Visit& visit)
    {
        for (const std::uint32_t index : m_used)
            visit(m_columns[index]);
    }

    /// Removes all values, and keeps what may come again.
    void clear();

    /// Call before the fields of each record or message. Most have their fields in the same order, so the
    /// column that followed the last time is tried first.
    void beginNext() { m_last = kNone; }
    void add(std::uint32_t index, const Field& field) { column(field).add(index, field); }
    /// Appends the values at [begin, end) of known columns; the first index becomes `base`. Makes columns in
    /// the order of their first values.
    void appendKnown(std::span<const Column> known, std::uint32_t begin, std::uint32_t end,
                     std::uint32_t base);

private:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFU;

    BatchColumn& column(const Field& field);
    std::uint32_t findOrMake(const Field& field);
    void appendKnownValues(const Column& known, std::uint32_t begin, std::uint32_t end, std::uint32_t base);

    std::vector<BatchColumn> m_columns;
    TextMap<std::uint32_t> m_columnByRawKey;
    /// Those with values, in the order of the first ones.
    std::vector<std::uint32_t> m_used;
    std::uint32_t m_last = kNone;
    /// The columns that were the first of a record or message the last times.
    std::array<std::uint32_t, 2> m_first{};
};

} // namespace duologue
