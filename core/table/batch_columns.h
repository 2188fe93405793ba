// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/column.h"
#include "core/table/exact_coder.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A longer value is shortened when it becomes a category. The viewer shows it whole.
inline constexpr std::size_t kLongestName = 240;

inline bool isShortName(std::string_view text)
{
    return text.size() <= kLongestName;
}

std::string_view shortenedName(std::string_view text);

/// Values of one field, for the records or messages that have it, in rising order of their indexes.
struct BatchColumn {
    /// Field::key as the format gave it, and Field::joints. They identify the column.
    std::string name;
    std::uint32_t joints = 0;
    FieldInfo info;
    std::vector<std::uint32_t> indexes;
    std::vector<double> numbers;
    std::vector<CategoryCode> codes;
    std::vector<Category> categories;
    ExactCoder coder;
    /// As Column::mixed.
    bool mixed = false;

    void add(std::uint32_t index, const Field& field);
    /// Changes its kind to one that can hold both its values and values of `kind`.
    void widen(FieldKind kind);
};

/// The columns of a batch of records, or of its messages. One thread.
class BatchColumns {
public:
    const std::vector<BatchColumn>& columns() const { return m_columns; }

    /// Call before the fields of each record or message. Most have their fields in the same order, so the
    /// search for a column starts again at the first one.
    void beginNext() { m_expected = 0; }
    void add(std::uint32_t index, const Field& field) { column(field).add(index, field); }
    /// Appends the values at [begin, end) of known columns; the first index becomes `base`. Makes columns in
    /// the order of their first values.
    void appendKnown(const std::vector<Column>& known, std::uint32_t begin, std::uint32_t end,
                     std::uint32_t base);

private:
    BatchColumn& column(const Field& field);
    BatchColumn& makeColumn(const Field& field, std::string rawKey);
    void appendKnownValues(const Column& known, std::uint32_t begin, std::uint32_t end, std::uint32_t base);

    std::vector<BatchColumn> m_columns;
    TextMap<std::size_t> m_columnByRawKey;
    /// Index of the column after the last one that was used. It is tried first.
    std::size_t m_expected = 0;
};

} // namespace duologue
