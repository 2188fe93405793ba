// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/inferred/message_search_parts.h"
#include "core/record/roles.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::string_view kSpeakerKeys[] = {
    "role",         "from",         "speaker",    "sender", "author/role", "author/name", "author",
    "message/role", "payload/role", "speaker_id", "角色",   "说话人",      "发言人"};
/// These mean a speaker only if their values are known roles.
constexpr std::string_view kWeakSpeakerKeys[] = {"source", "type",  "participant",
                                                 "name",   "agent", "message/author/role"};
constexpr std::string_view kMessageTextKeys[] = {"content",      "value", "text", "message",  "utterance",
                                                 "parts",        "body",  "said", "sentence", "msg",
                                                 "data/content", "内容",  "文本", "话语"};
/// Lists of questions with their answers under these keys are conversations.
constexpr std::string_view kExchangeKeys[] = {"instances", "questions", "qa",        "qas",
                                              "qa_pairs",  "pairs",     "exchanges", "问答"};

constexpr std::size_t kLongestSpeaker = 60;
/// A record may be a table of millions of keys.
constexpr std::size_t kMostValuesSearched = 10'000;
constexpr int kDeepestSearched = 4;

struct MessageKeys {
    std::string role;
    std::string text;
    int certainty = 0;
};

/// The path as the first of the messages that has it writes it.
std::string pathInAny(const std::vector<JsonView>& sample, std::string_view path)
{
    for (const JsonView& each : sample) {
        if (std::string found = pathIn(each, path); !found.empty())
            return found;
    }
    return {};
}

/// The key of the text of messages whose role is at `rolePath`, which is in the same object as the role or
/// beside it.
std::string textPathFor(const std::vector<JsonView>& sample, std::string_view rolePath)
{
    const std::size_t slash = rolePath.find('/');
    const bool isWrapped = slash != std::string_view::npos && !rolePath.starts_with("author");
    const std::string prefix = isWrapped ? std::string(rolePath.substr(0, slash + 1)) : std::string();
    for (const std::string_view key : kMessageTextKeys) {
        std::string path = pathInAny(sample, prefix + std::string(key));
        if (path.empty() || path == rolePath)
            continue;
        const auto with = std::count_if(sample.begin(), sample.end(), [&](const JsonView& each) {
            return canBeText(valueAtPath(each, path));
        });
        if (static_cast<std::size_t>(with) * 2 >= sample.size())
            return path;
    }
    return {};
}

/// How the values at the path name speakers.
struct Speakers {
    std::size_t known = 0;
    std::size_t said = 0;
    bool areSpeakers = false;
};

Speakers speakersAt(const std::vector<JsonView>& sample, std::string_view path)
{
    Speakers speakers;
    speakers.areSpeakers = allElements(sample, [&](const JsonView& each) {
        const JsonView role = valueAtPath(each, path);
        speakers.known += usualRole(role.string()).empty() ? 0 : 1;
        speakers.said += role.isString() ? 1 : 0;
        return role.isMissing() || (role.isString() && role.string().size() <= kLongestSpeaker);
    });
    // Calls of tools are listed among the messages without a speaker.
    speakers.areSpeakers = speakers.areSpeakers && speakers.said > 0 && speakers.said * 2 >= sample.size();
    return speakers;
}

/// In a list that is not `isDialogue`, words that are no known roles need not be speakers: rows have an
/// author, edges of a graph have a "from".
MessageKeys keysOfMessages(const std::vector<JsonView>& sample, bool isDialogue)
{
    for (const bool isWeak : {false, true}) {
        for (const std::string_view name : isWeak ? KeyNames(kWeakSpeakerKeys) : KeyNames(kSpeakerKeys)) {
            std::string path = pathInAny(sample, name);
            if (path.empty())
                continue;
            const Speakers speakers = speakersAt(sample, path);
            if (!speakers.areSpeakers || (isWeak && (speakers.known < sample.size() || sample.size() < 2)))
                continue;
            if (speakers.known == 0 && !isDialogue && name != "speaker" && name != "说话人")
                continue;
            std::string text = textPathFor(sample, path);
            if (!text.empty())
                return {std::move(path), std::move(text),
                        speakers.known == speakers.said ? 9
                        : isWeak                        ? 5
                                                        : 6};
        }
    }
    return {};
}

FoundMessages objectsWith(const MessageKeys& keys)
{
    return {{.role = pointerToPath(keys.role), .text = pointerToPath(keys.text)}, keys.certainty};
}

std::optional<FoundMessages> messagesInObjects(const JsonView& list, std::vector<JsonView> sample,
                                               std::string_view key)
{
    // The first items of an answer may all be steps, and Gemini's contents may have no roles.
    if (key == "output" && isItemList(list))
        return objectsWith({"role", "content", 9});
    const auto isContent = [](const JsonView& each) {
        return each["parts"].isArray() && each["content"].isMissing() && each["type"].isMissing() &&
               (each["role"].isMissing() || each["role"].isString());
    };
    if (key == "contents" && allElements(sample, isContent))
        return objectsWith({"role", "parts", 9});
    if (!std::all_of(sample.begin(), sample.end(), isStepWithoutSpeaker))
        std::erase_if(sample, isStepWithoutSpeaker);
    const bool isDialogue = isKeyAmong(key, dialogueKeys());
    MessageKeys keys = keysOfMessages(sample, isDialogue);
    const auto hasProse = [](const JsonView& each) {
        for (const auto [name, value] : each.members()) {
            if (isProse(value))
                return true;
        }
        return false;
    };
    const bool areExchanges = isDialogue || (isKeyAmong(key, kExchangeKeys) && allElements(sample, hasProse));
    if (keys.certainty == 0 && areExchanges && isExchangeList(list))
        return FoundMessages{{.form = PartForm::Exchanges}, 7};
    // MultiWOZ's turns have no other name.
    const bool isLog = key == "log" && allElements(sample, [](const JsonView& each) {
                           return each["text"].isString() && each["metadata"].isObject();
                       });
    if (keys.certainty == 0 && (isDialogue || isLog) && sample.size() > 1)
        keys = {{}, textPathFor(sample, {}), 4};
    return keys.text.empty() ? std::nullopt : std::optional(objectsWith(keys));
}

std::optional<FoundMessages> messagesInList(const JsonView& list, std::string_view key)
{
    const std::vector<JsonView> sample = firstElements(list);
    const bool isDialogue = isKeyAmong(key, dialogueKeys());
    if (allElements(sample, [](const JsonView& each) { return each.isObject(); }))
        return messagesInObjects(list, sample, key);
    if (isDialogue && isExchangeList(list))
        return FoundMessages{{.form = PartForm::Exchanges}, 6};
    if ((isDialogue || key == "data") && sample.size() > 1 &&
        allElements(sample, [](const JsonView& each) { return each.isString(); }) &&
        std::any_of(sample.begin(), sample.end(), isProse))
        return FoundMessages{{.form = PartForm::Texts}, 4};
    if (allElements(sample, [](const JsonView& each) { return each.isArray() && each.size() > 0; })) {
        auto inner = messagesInList(sample.front(), {});
        if (inner && inner->part.form == PartForm::Objects) {
            inner->part.form = PartForm::NestedLists;
            return inner;
        }
    }
    return std::nullopt;
}

bool holdsOnlyTexts(const JsonView& list)
{
    return list.size() > 0 &&
           allElements(firstElements(list), [](const JsonView& each) { return each.isString(); });
}

/// Messages as columns, {"role": […], "content": […]}, as the datasets library writes lists of objects.
std::optional<FoundMessages> messagesInColumns(const JsonView& object)
{
    for (const std::string_view speaker : kSpeakerKeys) {
        const std::string_view role = memberNamed(object, speaker);
        if (role.empty() || !holdsOnlyTexts(object[role]) ||
            !allElements(firstElements(object[role]),
                         [](const JsonView& each) { return !usualRole(each.string()).empty(); }))
            continue;
        for (const std::string_view name : kMessageTextKeys) {
            const std::string_view text = memberNamed(object, name);
            if (!text.empty() && holdsOnlyTexts(object[text]) && object[text].size() == object[role].size())
                return FoundMessages{
                    {.form = PartForm::Columns, .role = pointerToPath(role), .text = pointerToPath(text)}, 8};
        }
    }
    return std::nullopt;
}

bool isNumberedTurn(std::string_view key)
{
    return !key.empty() && isDigit(key.back()) && key.starts_with("turn");
}

bool isNumberName(std::string_view key)
{
    return !key.empty() && key.size() <= 9 && std::all_of(key.begin(), key.end(), isDigit);
}

/// Messages, or turns, under numbers in place of a list.
std::optional<FoundMessages> messagesInNumbers(const JsonView& object)
{
    bool areTurns = object.size() > 0;
    bool areNumbers = areTurns;
    std::vector<JsonView> sample;
    for (const auto [key, value] : object.members()) {
        areTurns = areTurns && isNumberedTurn(key) && value.isObject();
        areNumbers = areNumbers && isNumberName(key) && value.isObject();
        if (!areTurns && !areNumbers)
            return std::nullopt;
        sample.push_back(value);
    }
    if (areTurns)
        return FoundMessages{{.form = PartForm::NumberedTurns}, 6};
    const MessageKeys keys = areNumbers ? keysOfMessages(sample, false) : MessageKeys();
    return keys.text.empty() ? std::nullopt : std::optional(objectsWith(keys));
}

class MessageSearch {
public:
    explicit MessageSearch(const std::vector<std::string>& passedOver) : m_passedOver(passedOver) {}

    void look(const JsonView& value, std::string_view key, const std::string& path, int depth)
    {
        if (!path.empty()) {
            if (auto found = messagesIn(value, key)) {
                found->part.at = pointerToPath(path);
                // Deeper ones are less likely meant.
                found->certainty = std::max(1, found->certainty - (depth - 1));
                m_found.push_back(std::move(*found));
                return;
            }
        }
        if (value.isObject() && depth < kDeepestSearched)
            lookAtMembers(value, path, depth);
    }

    std::vector<FoundMessages> takeFound() && { return std::move(m_found); }

private:
    void lookAtMembers(const JsonView& object, const std::string& path, int depth)
    {
        for (const auto [key, value] : object.members()) {
            const std::string_view name = key;
            if (++m_searched > kMostValuesSearched)
                return;
            const bool isPassedOver =
                depth == 0 && std::find(m_passedOver.begin(), m_passedOver.end(), name) != m_passedOver.end();
            if (!isPassedOver && name.find_first_of("/~") == std::string_view::npos)
                look(value, name, path.empty() ? std::string(name) : path + "/" + std::string(name),
                     depth + 1);
        }
    }

    const std::vector<std::string>& m_passedOver;
    std::vector<FoundMessages> m_found;
    std::size_t m_searched = 0;
};

} // namespace

std::optional<FoundMessages> messagesIn(const JsonView& value, std::string_view key)
{
    if (value.isArray())
        return messagesInList(value, key);
    auto found = messagesInNumbers(value);
    return found ? found : messagesInColumns(value);
}

std::vector<FoundMessages> findAllMessages(const JsonView& record, const std::vector<std::string>& passedOver)
{
    MessageSearch search(passedOver);
    search.look(record, {}, {}, 0);
    return std::move(search).takeFound();
}

} // namespace duologue
