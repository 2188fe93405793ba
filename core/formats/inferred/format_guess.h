// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace duologue {

/// A way to read records that a person can choose and save as it is.
struct SuggestedReading {
    /// Without id and title.
    FormatDescription description;
    /// The same in words.
    Phrase why;
    /// 0 to 1: the share of the prose of the records that is shown.
    double coverage = 0;
    /// The paths of the longest texts that are left out, the longest first; at most three.
    std::vector<std::string> unread = {};
    /// Whether records are read in this way if nobody says anything.
    bool isLikely = false;
    /// It is how they are read now.
    bool isCurrent = false;
};

/// The ways to read records of one shape that evidence finds, the likeliest first; at most a handful. What is
/// not likely enough to be taken is among them. `current` is how they are read now.
std::vector<SuggestedReading> suggestedReadings(std::span<const JsonView> records,
                                                const FormatDescription& current);

/// A layout that was found or chosen, as a description of records that are read in just this way.
FormatDescription descriptionBy(const Layout& layout);

/// Narrows a description, which has one layout, to records with the keys that all of these have, and further
/// until it reads none of `others`, which are the other records of the dataset. What it says that it needs
/// stays. False if their keys do not tell the records apart; the description must not be saved then.
bool narrowTo(FormatDescription& description, std::span<const JsonView> records,
              std::span<const JsonView> others);

/// A description by which records with the keys that all of these have are no conversations.
FormatDescription describedAsNothing(std::span<const JsonView> records);

/// How the record is read, as far as one layout can say it: what its format has learned, the description of
/// the format, or what evidence finds. It has an id only if it is a user's. Its layout is empty if the record
/// is no conversation.
FormatDescription currentDescription(const Format& format, const JsonView& record);

/// Whether currentDescription() says all of how the format reads: it is one layout, or has learned them.
bool isOneLayout(const Format& format);

/// The ways in which a value may be written if it is used for the slot, the likeliest first, each with the
/// keys and marks that its form needs. `at` is the pointer to the value.
std::vector<LayoutPart> formsFor(Slot slot, const JsonView& value, const std::string& at);

/// A name in the records for who speaks.
struct Speaker {
    std::string name;
    /// Messages of the sample.
    std::uint64_t messages = 0;
};

/// The names in the records to which `roles` of a description can give a role, those of most messages first;
/// at most 100. None if the layout itself says who speaks.
std::vector<Speaker> speakersIn(std::span<const JsonView> records, const FormatDescription& description);

} // namespace duologue
