// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/record_builder.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace duologue {

/// The order that numbers or times of messages tell, where it is another one than that of the file.
struct MessageOrder {
    /// The key that has them; empty if none tells another order.
    std::string_view key = {};
    /// Indices of the messages in that order.
    std::vector<std::size_t> order = {};
    /// Whether it fits who speaks at least as well as the order of the file.
    bool fits = false;
};

/// A key by which messages are put in order; empty if the message has none.
std::string_view orderKeyOf(const JsonView& message);

/// What the values under the key tell: times, numbers of turns, or numbers from 0 or 1 on without a gap, of
/// all messages. A problem at the first message, to which the pointer of their list leads, says so if that
/// does not fit.
MessageOrder orderToRead(std::string_view key, std::span<const JsonView> messages, std::string_view list,
                         RecordBuilder& builder);

} // namespace duologue
