// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/layout/format_file.h"
#include "core/formats/layout/format_text_parts.h"

#include <nlohmann/json.hpp>

namespace duologue {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson partJson(const LayoutPart& part)
{
    if (!part.isStrict)
        return part.at.text();
    OrderedJson json;
    if (!part.at.empty())
        json["at"] = part.at.text();
    json["form"] = wordOfValue(kFormWords, part.form);
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
    const LayoutPart* first = nullptr;
    for (const LayoutPart& part : parts) {
        if (part.slot != slot)
            continue;
        list.push_back(partJson(part));
        first = first == nullptr ? &part : first;
    }
    if (first == nullptr)
        return;
    json[std::string(wordOfValue(kSlotWords, slot))] = list.size() == 1 ? list.front() : list;
    if (slot == Slot::Messages) {
        writePointer(json, "role", first->role);
        writePointer(json, "text", first->text);
        writePointer(json, "translation", first->translation);
    } else if (slot == Slot::Candidates) {
        writePointer(json, "candidate_text", first->text);
    }
}

void writeNeeds(OrderedJson& json, const LayoutNeeds& needs)
{
    for (const Slot slot : needs.slots)
        json["needs"].push_back(wordOfValue(kSlotWords, slot));
    if (needs.query)
        json["needs"].push_back("query");
    if (needs.verdict)
        json["needs"].push_back("verdict");
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
    writePointer(json, "verdict", layout.verdictAt);
    for (const Slot slot : {Slot::Candidates, Slot::Chosen, Slot::Rejected})
        writeSlot(json, layout, slot);
    writePointers(json, "tools", layout.tools);
    if (layout.sharesPrefix)
        json["shared_beginning"] = true;
    for (const auto& [word, usual] : layout.roles)
        json["roles"][word] = usual;
    for (const auto& [name, pointer] : layout.ratingsByName)
        json["ratings"][name] = pointer.text();
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
