// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

/// A picture that a message names. Its views live as long as the conversation.
struct PictureName {
    /// Index into Conversation::messages.
    std::uint32_t message = 0;
    /// As the record has it: a path, a web address or data in base64. Empty for a placeholder without a file.
    std::string_view address;
    /// Its place in the text is marked by "<image>"; the file is named elsewhere in the record.
    bool isPlaceholder = false;

    bool operator==(const PictureName&) const = default;
};

/// The pictures of the messages. The first "<image>" in the texts stands for the first of the record's
/// "images", and so on, in the order of the messages; a translation has the placeholders of its original.
/// Parts of a message's content name their picture themselves, or stand for the next one of the list. Any
/// thread.
std::vector<PictureName> picturesOf(const Conversation& conversation);

/// What messages can have besides text, and how many of it a record names and marks.
struct MediaCount {
    /// "image", "video", "audio"
    std::string_view medium;
    /// Files that the record lists under "images" or "image"; none if it has no such key.
    std::optional<std::size_t> files;
    /// "<image>" in the messages.
    std::size_t marks = 0;
    /// Parts of a message's content that are of the medium and name no file.
    std::size_t parts = 0;
};

/// For each medium. A translation has the marks of its original.
std::vector<MediaCount> mediaOf(const Conversation& conversation);

/// The address of a part's data: its first string except the type, also within nested objects.
std::string_view partAddress(const JsonView& part);

/// The type of a content part ("image", "image_url", "input_image") says that it is a picture.
bool isPicturePart(const JsonView& part);

} // namespace duologue
