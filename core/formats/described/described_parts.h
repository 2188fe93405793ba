// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/json/json_pointer.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace duologue {

/// Where the records of a described format keep the parts of a conversation. An empty pointer means that
/// there is no such part. Pointers of messages and candidates start at one of these, the others at the
/// record.
struct FormatMapping {
    std::string id;
    std::string title;
    /// The file that it describes, absolute; empty if it describes all that have its parts.
    std::string file;

    JsonPointer recordId;
    JsonPointer system;
    JsonPointer history;

    /// A list of messages, or one question and its answer.
    JsonPointer messages;
    JsonPointer role;
    JsonPointer text;
    JsonPointer translation;
    JsonPointer prompt;
    /// On a line of its own after the prompt.
    JsonPointer query;
    JsonPointer response;

    /// The file's word for a role and the usual one.
    std::vector<std::pair<std::string, std::string>> roles;

    /// An object of numbers, or numbers by name.
    JsonPointer ratings;
    std::vector<std::pair<std::string, JsonPointer>> ratingsByName;
    JsonPointer label;

    JsonPointer candidates;
    JsonPointer candidateText;
    JsonPointer chosen;
    JsonPointer rejected;
};

/// A format that reads records by the mapping.
std::shared_ptr<const Format> describedFormat(FormatMapping mapping);

/// The mapping of a described format; null for any other. Valid as long as the format.
const FormatMapping* describedMapping(const Format& format);

/// The mapping says where at least one message or candidate is.
bool isUsable(const FormatMapping& mapping);

} // namespace duologue
