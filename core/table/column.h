// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/built_in_keys.h"
#include "core/record/known_field.h"
#include "core/table/dictionary.h"
#include "core/table/value_forms.h"

#include <string>
#include <string_view>

namespace duologue {

/// Most columns that a dataset has. An object whose keys are data (ids, words) would otherwise make a column
/// for each key.
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
    /// Distinguishes columns whose keys would be the same: the name as it is in the records, and for a member
    /// of an object a number for the offsets at which the names are joined ("a.b" is another field than "b"
    /// in "a"). Empty for fields that every dataset has.
    std::string rawKey = {};
    FieldTraits traits = {};
};

/// In FieldInfo::rawKey, before the number for the offsets of joined names. No name in a real record contains
/// it.
inline constexpr char kJointSeparator = '\x1F';

/// It is the column of kRecordKeys.
inline bool isRecordKeys(const FieldInfo& info)
{
    return info.rawKey.size() == kRecordKeys.size() + 2 && info.rawKey.starts_with(kRecordKeys) &&
           info.rawKey[kRecordKeys.size()] == kJointSeparator;
}

/// The kind that can hold values of both.
FieldKind commonKind(FieldKind left, FieldKind right);

/// The value of a message's key that is a long text or a tree: columns only say that it is there.
inline constexpr std::string_view kUnshownValue = "…";

/// The values of one field for every record, or for every message: numbers, or codes of categories; several a
/// record for FieldKind::Categories. Rows that lack the field hold NaN or kNoCategory; rows after the end of
/// a column lack it too, so that a column may appear late. Copies are snapshots.
struct Column {
    FieldInfo info;
    ChunkedVector<double> numbers;
    ChunkedVector<CategoryCode> codes;
    /// Categories only: the index in `codes` at which the row's codes end. They begin where those of the row
    /// before end.
    ChunkedVector<std::uint32_t> ends;
    Categories categories;
    /// The column holds values of several kinds or of several names, so it no longer says exactly what each
    /// record had.
    bool mixed = false;
    /// Of all its values.
    ValueForms forms = {};

    /// NaN if there is none.
    double number(Row row) const;
    /// kNoCategory if there is none; the first one for FieldKind::Categories.
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
    /// Categories only, for the row that is being written: its codes include this one.
    bool contains(Row row, CategoryCode code) const;
};

} // namespace duologue
