// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/column.h"
#include "core/table/exact_coder.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Of longer values only the beginning is kept as the category; the viewer shows them whole.
inline constexpr std::size_t kLongestName = 240;

inline bool isShortName(std::string_view text)
{
    return text.size() <= kLongestName;
}

std::string_view shortenedName(std::string_view text);

/// Values of one field, for the records or messages that have it, in rising order of their indexes.
struct BatchColumn {
    /// Field::key as the format gave it, and Field::joints. The column's key is made from both once.
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

/// The columns of a run of records, or of messages. One thread.
class BatchColumns {
public:
    const std::vector<BatchColumn>& columns() const { return m_columns; }

    /// Call before the fields of each record or message: those of a kind have their fields in the same order.
    void beginNext() { m_expected = 0; }
    void add(std::uint32_t index, const Field& field) { column(field).add(index, field); }
    /// Appends the values at [begin, end) of known columns, counted from `base` here. Columns are made in the
    /// order of their first values.
    void appendKnown(const std::vector<Column>& known, std::uint32_t begin, std::uint32_t end,
                     std::uint32_t base);

private:
    BatchColumn& column(const Field& field);
    BatchColumn& makeColumn(const Field& field, std::string rawKey);
    void appendKnownValues(const Column& known, std::uint32_t begin, std::uint32_t end, std::uint32_t base);

    std::vector<BatchColumn> m_columns;
    TextMap<std::size_t> m_columnByRawKey;
    /// The column after the last one, which is tried first.
    std::size_t m_expected = 0;
};

} // namespace duologue
