// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/name_parts.h"

#include "core/base/ascii.h"
#include "core/base/language/language.h"
#include "core/base/text.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::string_view kDialogueKeys[] = {
    "messages",     "message_list", "conversation", "conversations", "dialogue", "dialogues",
    "dialog",       "dialogs",      "utterances",   "turns",         "chat",     "history",
    "chat_history", "transcript",   "thread",       "session",       "rounds",   "对话",
    "会话",         "多轮对话",     "消息",         "聊天记录",      "历史"};
constexpr std::string_view kHistoryKeys[] = {"history",          "chat_history",   "conversation_history",
                                             "dialogue_history", "dialog_history", "previous_messages",
                                             "past_messages",    "context",        "历史",
                                             "对话历史"};

constexpr std::size_t kMostSampled = 8;

bool isSign(char c)
{
    return c == '_' || c == '-' || c == ' ';
}

} // namespace

bool isSameName(std::string_view left, std::string_view right)
{
    std::size_t at = 0;
    for (const char c : left) {
        if (isSign(c))
            continue;
        while (at < right.size() && isSign(right[at]))
            ++at;
        if (at == right.size() || lowerAscii(c) != lowerAscii(right[at++]))
            return false;
    }
    while (at < right.size() && isSign(right[at]))
        ++at;
    return at == right.size();
}

bool isKeyAmong(std::string_view key, KeyNames keys)
{
    return std::any_of(keys.begin(), keys.end(),
                       [key](std::string_view each) { return isSameName(each, key); });
}

KeyNames dialogueKeys()
{
    return kDialogueKeys;
}

KeyNames historyKeys()
{
    return kHistoryKeys;
}

std::string_view memberNamed(const JsonView& object, std::string_view name)
{
    std::string_view found;
    for (const auto [key, value] : object.members()) {
        if (key.size() == name.size() && std::string_view(key) == name)
            return key;
        // A slash in a name would be taken for a path.
        if (found.empty() && isSameName(key, name) && key.find_first_of("/~") == std::string_view::npos)
            found = key;
    }
    return found;
}

std::string pathIn(const JsonView& object, std::string_view path)
{
    const std::size_t slash = path.find('/');
    const std::string_view member = memberNamed(object, path.substr(0, slash));
    if (member.empty() || slash == std::string_view::npos)
        return std::string(member);
    const std::string rest = pathIn(object[member], path.substr(slash + 1));
    return rest.empty() ? rest : std::string(member) + "/" + rest;
}

JsonView valueAtPath(const JsonView& object, std::string_view path)
{
    const std::size_t slash = path.find('/');
    const JsonView value = object[path.substr(0, slash)];
    return slash == std::string_view::npos ? value : valueAtPath(value, path.substr(slash + 1));
}

JsonPointer pointerToPath(std::string_view path)
{
    return path.empty() ? JsonPointer() : JsonPointer("/" + std::string(path));
}

bool canBeText(const JsonView& value)
{
    return value.isString() || value.isArray() || value.isObject();
}

bool isProse(const JsonView& value)
{
    const std::string_view text = value.string();
    return text.find(' ') != std::string_view::npos || scriptOf(text) != Script::Latin;
}

std::vector<JsonView> firstElements(const JsonView& list)
{
    std::vector<JsonView> sample;
    for (const JsonView element : list.elements()) {
        if (sample.size() == kMostSampled)
            break;
        sample.push_back(element);
    }
    return sample;
}

} // namespace duologue
