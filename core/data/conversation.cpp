// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"

#include "core/json/json_view.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

std::string_view Conversation::text(const Message& message, Language language) const
{
    for (const Text& text : textsOf(message.texts)) {
        if (isWrittenFor(text.language, language) && !text.earlier)
            return text.text;
    }
    return {};
}

std::string_view Conversation::originalText(const Message& message) const
{
    const auto all = textsOf(message.texts);
    return all.empty() ? std::string_view() : all.front().text;
}

std::uint32_t Conversation::turns() const
{
    TurnCount count;
    for (const Message& message : messages)
        count.next(TurnCount::speakerOf(message.role));
    return count.turns();
}

void Conversation::clear()
{
    id = {};
    isIdNumber = false;
    messages.clear();
    candidateMessages.clear();
    candidates.clear();
    context.clear();
    ratings.clear();
    fields.clear();
    fieldsLeftOut = false;
    texts.clear();
    intents.clear();
    partFields.clear();
    parts.clear();
    strings.clear();
    made.clear();
}

namespace {

struct RoleWord {
    std::string_view inFile;
    std::string_view usual;
};

/// In lower case. "sys" is the assistant: corpora of task dialogues call the two sides usr and sys.
constexpr RoleWord kRoles[] = {
    {"user", "user"},
    {"assistant", "assistant"},
    {"human", "user"},
    {"gpt", "assistant"},
    {"system", "system"},
    {"tool", "tool"},
    {"bot", "assistant"},
    {"model", "assistant"},
    {"ai", "assistant"},
    {"chatgpt", "assistant"},
    {"bing", "assistant"},
    {"bard", "assistant"},
    {"claude", "assistant"},
    {"gemini", "assistant"},
    {"copilot", "assistant"},
    {"grok", "assistant"},
    {"deepseek", "assistant"},
    {"qwen", "assistant"},
    {"llama", "assistant"},
    {"mistral", "assistant"},
    {"kimi", "assistant"},
    {"llm", "assistant"},
    {"chatbot", "assistant"},
    {"agent", "assistant"},
    {"function_call", "assistant"},
    {"tool_call", "assistant"},
    {"systemmessage", "system"},
    {"humanmessage", "user"},
    {"usermessage", "user"},
    {"aimessage", "assistant"},
    {"aimessagechunk", "assistant"},
    {"assistantmessage", "assistant"},
    {"toolmessage", "tool"},
    {"functionmessage", "tool"},
    {"functionexecutionresultmessage", "tool"},
    {"prompter", "user"},
    {"developer", "system"},
    {"function", "tool"},
    {"observation", "tool"},
    {"ipython", "tool"},
    {"environment", "tool"},
    {"api", "tool"},
    {"tool_response", "tool"},
    {"tool_result", "tool"},
    {"toolresult", "tool"},
    {"tool_output", "tool"},
    {"usr", "user"},
    {"sys", "assistant"},
    {"seeker", "user"},
    {"supporter", "assistant"},
    {"customer", "user"},
    {"client", "user"},
    {"patient", "user"},
    {"doctor", "assistant"},
    {"therapist", "assistant"},
    {"counselor", "assistant"},
    {"student", "user"},
    {"teacher", "assistant"},
    {"tutor", "assistant"},
    {"wizard", "assistant"},
    {"apprentice", "user"},
    {"question", "user"},
    {"answer", "assistant"},
    {"用户", "user"},
    {"使用者", "user"},
    {"人类", "user"},
    {"提问", "user"},
    {"问", "user"},
    {"患者", "user"},
    {"病人", "user"},
    {"客户", "user"},
    {"学生", "user"},
    {"来访者", "user"},
    {"助手", "assistant"},
    {"助理", "assistant"},
    {"机器人", "assistant"},
    {"模型", "assistant"},
    {"回答", "assistant"},
    {"答", "assistant"},
    {"医生", "assistant"},
    {"客服", "assistant"},
    {"老师", "assistant"},
    {"咨询师", "assistant"},
    {"系统", "system"},
    {"工具", "tool"},
};

constexpr std::size_t longestWord()
{
    std::size_t longest = 0;
    for (const RoleWord& role : kRoles)
        longest = std::max(longest, role.inFile.size());
    return longest;
}

constexpr std::size_t kLongestWord = longestWord();

} // namespace

std::string_view usualRole(std::string_view roleInFile)
{
    // Nearly all messages have one of these: compared without a call.
    const JsonKey exact{roleInFile};
    if (exact == "user")
        return "user";
    if (exact == "assistant")
        return "assistant";
    if (exact == "tool")
        return "tool";
    if (exact == "system")
        return "system";
    const std::string_view word = trimmed(roleInFile);
    // What the function of that name returned.
    if (word.starts_with("functions."))
        return "tool";
    if (word.empty() || word.size() > kLongestWord)
        return {};
    std::array<char, kLongestWord> lower{};
    std::transform(word.begin(), word.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const std::string_view folded(lower.data(), word.size());
    const auto known = std::find_if(std::begin(kRoles), std::end(kRoles),
                                    [&](const RoleWord& role) { return role.inFile == folded; });
    return known == std::end(kRoles) ? std::string_view() : known->usual;
}

namespace {

constexpr std::string_view kOpening = "<think>";
constexpr std::string_view kClosing = "</think>";

} // namespace

std::vector<SpokenPart> partsOf(std::string_view text)
{
    std::vector<SpokenPart> parts;
    while (!text.empty()) {
        const auto begin = text.find(kOpening);
        if (begin == std::string_view::npos)
            break;
        const bool leads = parts.empty() && trimmed(text.substr(0, begin)).empty();
        if (!leads && text.find(kClosing, begin) == std::string_view::npos)
            break;
        if (!trimmed(text.substr(0, begin)).empty())
            parts.push_back({false, text.substr(0, begin)});
        const auto closing = text.find(kClosing, begin);
        const auto end = closing == std::string_view::npos ? text.size() : closing + kClosing.size();
        parts.push_back({true, text.substr(begin, end - begin)});
        text.remove_prefix(end);
    }
    if (parts.empty() || !trimmed(text).empty())
        parts.push_back({false, text});
    return parts;
}

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
