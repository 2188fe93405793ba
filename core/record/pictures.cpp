// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/pictures.h"

#include <algorithm>
#include <string>

namespace duologue {

namespace {

constexpr std::string_view kPlaceholder = "<image>";

std::size_t timesIn(std::string_view text, std::string_view mark)
{
    std::size_t count = 0;
    for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + mark.size()))
        ++count;
    return count;
}

bool isPartOf(const JsonView& part, std::string_view medium)
{
    return part["type"].string().find(medium) != std::string_view::npos;
}

/// The files that the record names, in order.
std::vector<std::string_view> filesNamed(const Conversation& conversation)
{
    std::vector<std::string_view> files;
    const auto add = [&files](const JsonView& value) {
        const std::string_view address = value.isString() ? value.string() : partAddress(value);
        files.push_back(address);
    };
    for (const Field& field : conversation.fields) {
        if (field.key != "images" && field.key != "image")
            continue;
        if (!field.value.isArray()) {
            add(field.value);
            continue;
        }
        for (const JsonView each : field.value.elements())
            add(each);
        // A list of categories is one field for each of them, with the same value.
        break;
    }
    return files;
}

} // namespace

std::string_view partAddress(const JsonView& part)
{
    for (const auto [key, value] : part.members()) {
        const std::string_view address =
            value.isString() && key != "type" ? value.string() : partAddress(value);
        if (!address.empty())
            return address;
    }
    return {};
}

std::vector<MediaCount> mediaOf(const Conversation& conversation)
{
    std::vector<MediaCount> media{{"image", {}}, {"video", {}}, {"audio", {}}};
    for (MediaCount& each : media) {
        for (const Field& field : conversation.fields) {
            const bool isList = field.key.size() == each.medium.size() + 1 && field.key.ends_with('s');
            if (field.key.starts_with(each.medium) && (isList || field.key == each.medium))
                each.files = each.files.value_or(0) + (field.value.isArray() ? field.value.size() : 1);
        }
        const std::string mark = "<" + std::string(each.medium) + ">";
        for (const Message& message : conversation.messages) {
            each.marks += timesIn(conversation.originalText(message), mark);
            for (const Field& field : conversation.fieldsOf(message.fields)) {
                if (!field.isContent)
                    continue;
                for (const JsonView part : field.value.elements())
                    each.parts += isPartOf(part, each.medium) && partAddress(part).empty() ? 1 : 0;
            }
        }
    }
    return media;
}

bool isPicturePart(const JsonView& part)
{
    return isPartOf(part, "image");
}

std::vector<PictureName> picturesOf(const Conversation& conversation)
{
    std::vector<PictureName> pictures;
    const std::vector<std::string_view> files = filesNamed(conversation);
    std::size_t nextFile = 0;
    for (std::uint32_t message = 0; message < conversation.messages.size(); ++message) {
        const Message& said = conversation.messages[message];
        for (const Field& field : conversation.fieldsOf(said.fields)) {
            if (!field.isContent)
                continue;
            for (const JsonView part : field.value.elements()) {
                if (!isPicturePart(part))
                    continue;
                const std::string_view address = partAddress(part);
                const std::string_view next =
                    address.empty() && nextFile < files.size() ? files[nextFile++] : address;
                if (!next.empty())
                    pictures.push_back({message, next, false});
            }
        }
        std::size_t count = timesIn(conversation.originalText(said), kPlaceholder);
        for (; count > 0; --count, ++nextFile) {
            const std::string_view file = nextFile < files.size() ? files[nextFile] : std::string_view();
            pictures.push_back({message, file, true});
        }
    }
    return pictures;
}

} // namespace duologue
