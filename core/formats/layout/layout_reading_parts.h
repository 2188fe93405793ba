// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout/layout_parts.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace duologue {

/// One record while it is read by a layout. Lives for one call of readByLayout().
struct LayoutReading {
    JsonView record;
    const Layout& layout;
    RecordBuilder& builder;
    /// Members of the record that are read, and so are no fields.
    std::vector<std::string_view> readMembers;
    /// Pointers to lists that are read inside of a member.
    std::vector<std::string_view> readLists = {};

    /// What stands next to the part in the same member is still shown as fields.
    void markRead(const JsonPointer& pointer)
    {
        if (const std::string_view member = pointer.member(); !member.empty())
            readMembers.push_back(member);
        else if (pointer.in(record).isArray())
            readLists.push_back(pointer.text());
    }

    /// Whether the value at the pointer is a list that is read.
    bool isRead(std::string_view pointer) const
    {
        return std::find(readLists.begin(), readLists.end(), pointer) != readLists.end();
    }

    /// Whether a list is read inside of the value at the pointer.
    bool hasRead(std::string_view pointer) const
    {
        return std::any_of(readLists.begin(), readLists.end(), [pointer](std::string_view list) {
            return list.size() > pointer.size() && list.starts_with(pointer) && list[pointer.size()] == '/';
        });
    }
};

/// Parts of which one is read: the first that the record has. If it has none, and a record must have one, the
/// first is read all the same, so that the user learns what is missing.
void readOneOf(LayoutReading& reading, std::span<const LayoutPart> alternatives);

/// How many messages all candidates have in common at the beginning.
std::size_t sharedBeginning(const LayoutReading& reading);

/// These messages.
void readShared(LayoutReading& reading, std::size_t shared);

/// The candidates, without the `shared` messages.
void readCandidates(LayoutReading& reading, std::size_t shared);

} // namespace duologue
