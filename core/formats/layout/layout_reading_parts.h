// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout/layout_parts.h"

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
    /// Pointers to what is read inside of a member.
    std::vector<std::string_view> readInMembers = {};

    /// What stands next to the part in the same member is still shown as fields.
    void markRead(const JsonPointer& pointer)
    {
        if (const std::string_view member = pointer.member(); !member.empty())
            readMembers.push_back(member);
        else
            readInMembers.push_back(pointer.text());
    }

    /// Whether a member of an object that is a member of the record is read.
    bool isRead(std::string_view key, std::string_view name) const
    {
        for (std::string_view path : readInMembers) {
            if (path.size() == key.size() + name.size() + 2 && path.substr(1, key.size()) == key &&
                path[key.size() + 1] == '/' && path.ends_with(name))
                return true;
        }
        return false;
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
