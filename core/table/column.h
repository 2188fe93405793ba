// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/known_field.h"
#include "core/table/dictionary.h"

#include <string>

namespace duologue {

/// A column has room for every row. Objects whose keys are data (ids, words) would make one for each key.
inline constexpr std::size_t kMostColumns = 1000;

/// What a column is called and what it holds.
struct FieldInfo {
    /// As scripts and queries write it: "rating.preference_alignment".
    std::string key;
    /// As people read it: "Preference Alignment".
    std::string title;
    FieldKind kind = FieldKind::Category;
    /// Counts messages, not records ("role", "satisfaction").
    bool ofMessages = false;
    /// What tells columns apart whose keys would be the same: the name as the records have it, and for a
    /// member of an object where its parts meet ("a.b" is another field than "b" in "a"). Empty for fields
    /// that every dataset has.
    std::string rawKey = {};
    FieldTraits traits = {};
};

/// In FieldInfo::rawKey, before the number that tells where names meet; no name that anybody writes has it.
inline constexpr char kJointSeparator = '\x1F';

/// The kind that can hold values of both.
FieldKind commonKind(FieldKind left, FieldKind right);

/// The values of one field for every record: numbers, or codes of categories; several a record for
/// FieldKind::Categories. Rows that lack the field hold NaN or kNoCategory; rows behind the end of a column
/// lack it too, so that a column may appear late. Copies are snapshots.
struct Column {
    FieldInfo info;
    ChunkedVector<double> numbers;
    ChunkedVector<CategoryCode> codes;
    /// Categories only: where the row's codes end in `codes`; they begin where the row before ends.
    ChunkedVector<std::uint32_t> ends;
    Categories categories;
    /// Values that were not of one kind, or names that were not the same, came together in it: it does not
    /// say exactly any more what each record had.
    bool mixed = false;

    /// NaN where there is none.
    double number(Row row) const;
    /// kNoCategory where there is none; the first one for FieldKind::Categories.
    CategoryCode code(Row row) const;
    /// Calls visit(code) for each of the row's values, none twice.
    template<typename Visit>
    void forEachCode(Row row, Visit&& visit) const
    {
        if (info.kind != FieldKind::Categories) {
            if (const CategoryCode only = code(row); only != kNoCategory)
                visit(only);
            return;
        }
        if (row >= ends.size())
            return;
        for (std::uint32_t i = row == 0 ? 0 : ends[row - 1]; i < ends[row]; ++i)
            visit(codes[i]);
    }
    bool has(Row row) const;
    /// Categories only, for the row that is being written: it is among the row's codes.
    bool contains(Row row, CategoryCode code) const;
};

} // namespace duologue
