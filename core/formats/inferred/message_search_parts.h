// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/inferred/name_parts.h"
#include "core/formats/layout/layout_parts.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// Messages somewhere in a record, and how sure it is that they are messages: 1 to 9.
struct FoundMessages {
    LayoutPart part;
    int certainty = 0;
};

/// What the list, or the object of numbered or columnar messages, under the key `key` holds; nothing if these
/// are no messages. The part has no pointer yet.
std::optional<FoundMessages> messagesIn(const JsonView& value, std::string_view key);

/// Every list of messages in the record, at most four levels down; members of the record named in
/// `passedOver` are not looked at.
std::vector<FoundMessages> findAllMessages(const JsonView& record,
                                           const std::vector<std::string>& passedOver);

} // namespace duologue
