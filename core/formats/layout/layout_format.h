// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout/layout_parts.h"

#include <memory>
#include <string>
#include <vector>

namespace duologue {

/// A format as a file describes it: the user's, or one that comes with the program.
struct FormatDescription {
    std::string id;
    std::string title;
    /// What a record must have, in one clause; made from the layouts if nobody wrote it.
    std::string rule;
    /// The file that it describes, absolute; empty if it describes all that have its parts.
    std::string file;
    /// Ways in which its records are written; the first that fits a record reads it. At least one.
    std::vector<Layout> layouts;
};

/// A format that reads records by the layouts of the description.
std::shared_ptr<const Format> describedFormat(FormatDescription description);

/// The description of such a format; null for any other. Valid as long as the format.
const FormatDescription* descriptionOf(const Format& format);

} // namespace duologue
