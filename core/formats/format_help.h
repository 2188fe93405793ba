// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/record_builder.h"

#include <span>
#include <string_view>

namespace duologue {

/// Intents and tasks are one category each under an English and a Chinese name; either finds the pair. A word
/// that is in no pair is its own category.
Name intentName(std::string_view word);
Name taskName(std::string_view word);
/// All of the pairs. Several may have one English name.
std::span<const Name> intentNames();
std::span<const Name> taskNames();

/// The role of a message object: its "role" if that is a text, else a problem and an empty role.
std::string_view messageRole(const JsonView& message, std::string_view pointer, RecordBuilder& builder);

/// A member of a record that the format knows nothing about: a field, without a column of categories if it is
/// a long text.
void readAnyField(std::string_view key, const JsonView& value, RecordBuilder& builder);

/// Annotated behaviour ("strategy", "strategy_V2", "strategy_human"): one column for each of its parts.
bool isStrategyKey(std::string_view key);

/// A JSON pointer from parts, with "/" and "~" escaped as in RFC 6901.
std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::string_view key);
std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::size_t index);

} // namespace duologue
