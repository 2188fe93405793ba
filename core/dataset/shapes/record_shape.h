// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The word for what a value is in a shape: "text", "number", "true/false", "null", "list", "object".
std::string_view kindWord(JsonKind kind);

/// The keys of a record in order, each with the kind of its value: "id: number", "meta: {source, lang}",
/// "messages: [{role, content}]". Of a list, the first element counts. Two levels below the record, only the
/// kind is told. Long keys and long lists of keys are cut. A record that is a list has one part without a
/// key.
std::vector<std::string> shapeOf(const JsonView& record);

} // namespace duologue
