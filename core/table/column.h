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
/// record for FieldKind::Categories. Those that lack the field hold NaN or kNoCategory; indexes after the end
/// of a column lack it too, so that a column may appear late. Copies are snapshots.
struct Column {
    FieldInfo info;
    ChunkedVector<double> numbers;
    ChunkedVector<CategoryCode> codes;
    /// Categories only: the index in `codes` at which the codes of a record or message end. They begin
    /// where those of the one before end.
    ChunkedVector<std::uint32_t> ends;
    Categories categories;
    /// The column holds values of several kinds or of several names, so it no longer says exactly what each
    /// record had.
    bool mixed = false;
    /// Of all its values.
    ValueForms forms = {};

    /// An index is that of a record or of a message, as the column is of records or of messages. NaN if there
    /// is none.
    double number(std::size_t index) const;
    /// kNoCategory if there is none; the first one for FieldKind::Categories.
    CategoryCode code(std::size_t index) const;
    /// Calls visit(code) for each of its values, none twice.
    template<typename Visit>
    void forEachCode(std::size_t index, Visit&& visit) const
    {
        if (info.kind != FieldKind::Categories) {
            if (const CategoryCode only = code(index); only != kNoCategory)
                visit(only);
            return;
        }
        if (index >= ends.size())
            return;
        for (std::uint32_t i = index == 0 ? 0 : ends[index - 1]; i < ends[index]; ++i)
            visit(codes[i]);
    }
    bool has(std::size_t index) const;
    /// Categories only, for the index that is being written: its codes include this one.
    bool contains(std::size_t index, CategoryCode code) const;
};

} // namespace duologue
