// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <span>
#include <string_view>

namespace duologue {

/// The Chinese name of a field whose printed name is `title`; empty if it has none. This is the only list of
/// such names: windows print them, and queries find fields by them.
std::string_view chineseFieldName(std::string_view title);

/// Words for values that the program itself writes or reads in every dataset (roles, marks, flags, states of
/// the translation), with their Chinese names, the printed one first; empty for other fields. `key` is that
/// of the field.
std::span<const Name> builtInValueNames(std::string_view key);

/// The Chinese names of true and false.
std::span<const Name> flagNames();

} // namespace duologue
