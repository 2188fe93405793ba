// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/pictures.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::string_view kPlaceholder = "<image>";

std::size_t placeholdersIn(std::string_view text)
{
    std::size_t count = 0;
    for (auto at = text.find(kPlaceholder); at != std::string_view::npos;
         at = text.find(kPlaceholder, at + kPlaceholder.size()))
        ++count;
    return count;
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

bool isPicturePart(const JsonView& part)
{
    return part["type"].string().find("image") != std::string_view::npos;
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
                if (const std::string_view address = partAddress(part);
                    isPicturePart(part) && !address.empty())
                    pictures.push_back({message, address, false});
            }
        }
        std::size_t count = placeholdersIn(conversation.originalText(said));
        for (; count > 0; --count, ++nextFile) {
            const std::string_view file = nextFile < files.size() ? files[nextFile] : std::string_view();
            pictures.push_back({message, file, true});
        }
    }
    return pictures;
}

} // namespace duologue
