// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/layout/format_file.h"
#include "core/formats/layout/format_text_parts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace duologue {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// What the file says of all parts of a slot, so that none has to.
struct SharedKeys {
    std::string role;
    std::string text;
    std::string translation;
};

SharedKeys sharedKeys(const LayoutPart& first)
{
    if (!first.otherRoles.empty() || !first.otherTexts.empty())
        return {};
    if (first.slot == Slot::Messages)
        return {first.role.text(), first.text.text(), first.translation.text()};
    return first.slot == Slot::Candidates ? SharedKeys{{}, first.text.text(), {}} : SharedKeys();
}

/// A pointer, or a list of it and others.
void writeOwn(OrderedJson& json, const char* key, const JsonPointer& pointer,
              const std::vector<JsonPointer>& others, const std::string& shared)
{
    if (others.empty()) {
        if (pointer.text() != shared)
            json[key] = pointer.text();
        return;
    }
    json[key] = OrderedJson::array();
    json[key].push_back(pointer.text());
    for (const JsonPointer& other : others)
        json[key].push_back(other.text());
}

OrderedJson partJson(const LayoutPart& part, const SharedKeys& shared, bool isFirst)
{
    OrderedJson own = OrderedJson::object();
    writeOwn(own, "role", part.role, part.otherRoles, shared.role);
    writeOwn(own, "text", part.text, part.otherTexts, shared.text);
    for (const auto& [word, pointer] : kPointerWords) {
        const std::string usual = pointer == &LayoutPart::translation ? shared.translation : std::string();
        if ((part.*pointer).text() != usual)
            own[std::string(word)] = (part.*pointer).text();
    }
    if (part.isAnswerFirst)
        own["first"] = "assistant";
    if (!part.marks.empty())
        own["marks"] = part.marks;
    if (part.isLabelled)
        own["labelled"] = true;
    if (part.isIfUnanswered)
        own["unanswered"] = true;
    if (part.isAlternative != (!isFirst && !isOfCandidates(part.slot)))
        own["alternative"] = part.isAlternative;
    if (isPlain(part) && own.empty() && !part.at.empty())
        return part.at.text();
    OrderedJson json = OrderedJson::object();
    if (!part.at.empty())
        json[part.isEach ? "each" : "at"] = part.at.text();
    // The record itself is named by a form.
    if (part.isStrict || part.form != usualForm(part.slot) || part.at.empty()) {
        json["form"] = wordOfValue(kFormWords, part.form);
        if (!part.isStrict)
            json["strict"] = false;
    }
    json.update(own);
    return json;
}

void writePointers(OrderedJson& json, const char* key, const std::vector<JsonPointer>& pointers)
{
    OrderedJson list = OrderedJson::array();
    for (const JsonPointer& pointer : pointers)
        list.push_back(pointer.text());
    if (!list.empty())
        json[key] = list.size() == 1 ? list.front() : list;
}

void writePointer(OrderedJson& json, const char* key, const JsonPointer& pointer)
{
    if (!pointer.empty())
        json[key] = pointer.text();
}

/// The parts of a slot, and what they say about the keys inside.
void writeSlot(OrderedJson& json, const Layout& layout, Slot slot)
{
    const auto& parts = isOfCandidates(slot) ? layout.candidates : layout.messages;
    OrderedJson list = OrderedJson::array();
    SharedKeys shared;
    for (const LayoutPart& part : parts) {
        if (part.slot != slot)
            continue;
        if (list.empty())
            shared = sharedKeys(part);
        list.push_back(partJson(part, shared, list.empty()));
    }
    if (list.empty())
        return;
    json[std::string(wordOfValue(kSlotWords, slot))] = list.size() == 1 ? list.front() : list;
    const auto write = [&json](const char* key, const std::string& pointer) {
        if (!pointer.empty())
            json[key] = pointer;
    };
    write("role", shared.role);
    write(slot == Slot::Messages ? "text" : "candidate_text", shared.text);
    write("translation", shared.translation);
}

/// Only if parts are not in the order of their slots: each by its slot.
void writeOrder(OrderedJson& json, const Layout& layout)
{
    const auto bySlot = [](const LayoutPart& a, const LayoutPart& b) { return a.slot < b.slot; };
    if (std::is_sorted(layout.messages.begin(), layout.messages.end(), bySlot) &&
        std::is_sorted(layout.candidates.begin(), layout.candidates.end(), bySlot))
        return;
    for (const auto* parts : {&layout.messages, &layout.candidates}) {
        for (const LayoutPart& part : *parts)
            json["order"].push_back(wordOfValue(kSlotWords, part.slot));
    }
}

void writeVerdict(OrderedJson& json, const Layout& layout)
{
    if (layout.verdict == Verdict::Wanted) {
        writePointer(json, "verdict", layout.verdictAt);
    } else if (layout.verdict != Verdict::None) {
        json["verdict"]["at"] = layout.verdictAt.text();
        json["verdict"]["says"] = wordOfValue(kVerdictWords, layout.verdict);
    }
}

void writeNeeds(OrderedJson& json, const LayoutNeeds& needs)
{
    for (const Slot slot : needs.slots)
        json["needs"].push_back(wordOfValue(kSlotWords, slot));
    for (const JsonPointer& value : needs.values)
        json["needs"].push_back(value.text());
    if (needs.query)
        json["needs"].push_back("query");
    if (needs.verdict)
        json["needs"].push_back("verdict");
    for (const JsonPointer& value : needs.lacks)
        json["lacks"].push_back(value.text());
}

void writeKinds(OrderedJson& json, const Layout& layout)
{
    const auto withKinds = std::find_if(layout.messages.begin(), layout.messages.end(),
                                        [](const LayoutPart& part) { return !part.kinds.empty(); });
    if (withKinds == layout.messages.end())
        return;
    for (const ItemKind& kind : withKinds->kinds) {
        OrderedJson& item = json["items"].emplace_back(OrderedJson::object());
        for (const ItemKind::Condition& condition : kind.when) {
            OrderedJson& words = item["when"][condition.at.text()];
            words = condition.words.empty() ? OrderedJson(true) : OrderedJson(condition.words);
        }
        const auto write = [&item](const char* key, const std::string& word, const JsonPointer& at) {
            if (!word.empty() || !at.empty())
                item[key] = at.empty() ? word : at.text();
        };
        write("role", kind.role, kind.roleAt);
        write("call", kind.call, kind.callAt);
        for (const auto& [word, list] : kItemListWords)
            writePointers(item, std::string(word).c_str(), kind.*list);
        for (const auto& [word, pointer] : kItemPointerWords)
            writePointer(item, std::string(word).c_str(), kind.*pointer);
        if (kind.isFailed)
            item["failed"] = true;
        if (kind.isNothing)
            item["nothing"] = true;
        if (kind.isAfterCall)
            item["after_call"] = true;
    }
}

void writeLayout(OrderedJson& json, const Layout& layout)
{
    writePointers(json, "record_id", layout.recordIds);
    for (const Slot slot : {Slot::System, Slot::History, Slot::Messages, Slot::Prompt})
        writeSlot(json, layout, slot);
    writePointer(json, "query", layout.query);
    writeSlot(json, layout, Slot::Response);
    writePointer(json, "ratings", layout.ratings);
    writePointer(json, "label", layout.label);
    writeVerdict(json, layout);
    for (const Slot slot : {Slot::Candidates, Slot::Options, Slot::Chosen, Slot::Rejected})
        writeSlot(json, layout, slot);
    writeOrder(json, layout);
    writePointers(json, "tools", layout.tools);
    writePointers(json, "children", layout.children);
    if (layout.sharesPrefix)
        json["shared_beginning"] = true;
    if (layout.isLenient)
        json["lenient"] = true;
    if (layout.hasNoConversation)
        json["conversation"] = false;
    for (const auto& [word, usual] : layout.roles)
        json["roles"][word] = usual;
    for (const auto& [name, pointer] : layout.ratingsByName)
        json["ratings"][name] = pointer.text();
    writeKinds(json, layout);
    writeNeeds(json, layout.needs);
    if (layout.score != kDescribedScore)
        json["score"] = layout.score;
}

} // namespace

std::string formatFileText(const FormatDescription& description)
{
    constexpr int kIndent = 4;
    OrderedJson json;
    json["id"] = description.id;
    if (!description.title.empty())
        json["title"] = description.title;
    if (!description.rule.empty())
        json["rule"] = description.rule;
    if (description.layouts.size() == 1)
        writeLayout(json, description.layouts.front());
    for (const Layout& layout : description.layouts) {
        if (description.layouts.size() > 1)
            writeLayout(json["variants"].emplace_back(OrderedJson::object()), layout);
    }
    return json.dump(kIndent, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

} // namespace duologue
