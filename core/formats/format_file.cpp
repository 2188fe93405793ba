// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_file.h"

#include <array>
#include <nlohmann/json.hpp>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

struct PointerKey {
    std::string_view key;
    JsonPointer FormatMapping::*pointer;
};

constexpr std::array<PointerKey, 16> kPointerKeys{{
    {"record_id", &FormatMapping::recordId},
    {"system", &FormatMapping::system},
    {"history", &FormatMapping::history},
    {"messages", &FormatMapping::messages},
    {"role", &FormatMapping::role},
    {"text", &FormatMapping::text},
    {"translation", &FormatMapping::translation},
    {"prompt", &FormatMapping::prompt},
    {"query", &FormatMapping::query},
    {"response", &FormatMapping::response},
    {"ratings", &FormatMapping::ratings},
    {"label", &FormatMapping::label},
    {"candidates", &FormatMapping::candidates},
    {"candidate_text", &FormatMapping::candidateText},
    {"chosen", &FormatMapping::chosen},
    {"rejected", &FormatMapping::rejected},
}};

/// One file while it is read.
class Reading {
public:
    explicit Reading(const std::string& name) : m_name(name) {}

    FormatFile result() && { return std::move(m_result); }

    void refuse(const std::string& pointer, const std::string& why, Severity severity = Severity::Error)
    {
        m_result.problems.push_back(
            {ProblemCode::FormatFileInvalid, severity, {}, pointer, m_name + ": " + why});
    }

    std::optional<Json> parsed(std::string_view text)
    {
        Json json = Json::parse(text, nullptr, false, true);
        if (!json.is_discarded())
            return json;
        refuse({}, "it is no JSON");
        return std::nullopt;
    }

    void add(FormatMapping mapping, const std::string& pointer)
    {
        const bool exchange = !mapping.prompt.empty() || !mapping.response.empty();
        const bool answers =
            !mapping.candidates.empty() || (!mapping.chosen.empty() && !mapping.rejected.empty());
        if (mapping.messages.empty() && !exchange && !answers) {
            refuse(pointer, "it names neither \"messages\" nor \"prompt\" and \"response\"");
            return;
        }
        if (!mapping.messages.empty() && (mapping.role.empty() || mapping.text.empty())) {
            refuse(pointer, "\"messages\" need a \"role\" and a \"text\"");
            return;
        }
        if (mapping.title.empty())
            mapping.title = mapping.id;
        m_result.mappings.push_back(std::move(mapping));
    }

    void readMapping(const Json& json, const std::string& pointer)
    {
        if (!json.is_object() || !json.contains("id") || !json["id"].is_string()) {
            refuse(pointer, "expected an object with an \"id\"");
            return;
        }
        FormatMapping mapping;
        for (const auto& [key, value] : json.items())
            readKey(mapping, key, value, pointer + "/" + key);
        add(std::move(mapping), pointer);
    }

private:
    void readKey(FormatMapping& mapping, const std::string& key, const Json& value,
                 const std::string& pointer)
    {
        if (key == "roles" && value.is_object()) {
            for (const auto& [word, usual] : value.items()) {
                if (usual.is_string())
                    mapping.roles.emplace_back(word, usual.get<std::string>());
                else
                    refuse(pointer + "/" + word, "expected a role");
            }
            return;
        }
        if (key == "ratings" && value.is_object()) {
            for (const auto& [name, place] : value.items()) {
                if (place.is_string())
                    mapping.ratingsByName.emplace_back(name, JsonPointer(place.get<std::string>()));
                else
                    refuse(pointer + "/" + name, "expected a JSON pointer");
            }
            return;
        }
        if (!value.is_string()) {
            refuse(pointer, "expected a text");
            return;
        }
        const auto text = value.get<std::string>();
        if (key == "id" || key == "title") {
            (key == "id" ? mapping.id : mapping.title) = text;
            return;
        }
        for (const PointerKey& known : kPointerKeys) {
            if (known.key == key) {
                mapping.*known.pointer = JsonPointer(text);
                return;
            }
        }
        refuse(pointer, "\"" + key + "\" means nothing here", Severity::Warning);
    }

    std::string m_name;
    FormatFile m_result;
};

/// A member's text, or what is usual.
std::string textOr(const Json& object, const char* key, const char* usual)
{
    return object.is_object() && object.contains(key) && object[key].is_string()
               ? object[key].get<std::string>()
               : usual;
}

/// The name of a column as a pointer: its name may hold slashes.
JsonPointer column(const Json& columns, const char* key, const char* usual)
{
    std::string escaped;
    for (const char c : textOr(columns, key, usual)) {
        if (c == '~' || c == '/')
            escaped.append(c == '~' ? "~0" : "~1");
        else
            escaped += c;
    }
    return JsonPointer(escaped.empty() ? "" : "/" + escaped);
}

FormatMapping datasetMapping(const std::string& name, const Json& set)
{
    const Json columns = set.value("columns", Json::object());
    const Json tags = set.value("tags", Json::object());
    const bool chat = textOr(set, "formatting", "alpaca") == "sharegpt";
    const bool ranking = set.contains("ranking") && set["ranking"] == true;
    FormatMapping mapping;
    mapping.id = name;
    mapping.title = name;
    mapping.system = column(columns, "system", "");
    if (chat) {
        mapping.messages = column(columns, "messages", "conversations");
        mapping.role = column(tags, "role_tag", "from");
        mapping.text = column(tags, "content_tag", "value");
        mapping.roles = {{textOr(tags, "user_tag", "human"), "user"},
                         {textOr(tags, "assistant_tag", "gpt"), "assistant"},
                         {textOr(tags, "observation_tag", "observation"), "tool"},
                         {textOr(tags, "function_tag", "function_call"), "assistant"},
                         {textOr(tags, "system_tag", "system"), "system"}};
    } else {
        mapping.prompt = column(columns, "prompt", "instruction");
        mapping.query = column(columns, "query", "input");
        mapping.history = column(columns, "history", "");
        if (!ranking)
            mapping.response = column(columns, "response", "output");
    }
    if (ranking) {
        mapping.chosen = column(columns, "chosen", "chosen");
        mapping.rejected = column(columns, "rejected", "rejected");
    }
    return mapping;
}

} // namespace

FormatFile readFormatFile(std::string_view json, const std::string& name)
{
    Reading reading(name);
    if (const auto parsed = reading.parsed(json)) {
        if (parsed->is_array()) {
            for (std::size_t i = 0; i < parsed->size(); ++i)
                reading.readMapping((*parsed)[i], "/" + std::to_string(i));
        } else {
            reading.readMapping(*parsed, {});
        }
    }
    return std::move(reading).result();
}

FormatFile readDatasetInfo(std::string_view json, const std::string& name)
{
    Reading reading(name);
    const auto parsed = reading.parsed(json);
    if (!parsed || !parsed->is_object())
        return std::move(reading).result();
    for (const auto& [dataset, set] : parsed->items()) {
        // Without columns or tags a set is written as usual and needs no description.
        const bool described = set.is_object() && ((set.contains("columns") && set["columns"].is_object()) ||
                                                   (set.contains("tags") && set["tags"].is_object()));
        if (described)
            reading.add(datasetMapping(dataset, set), "/" + dataset);
    }
    return std::move(reading).result();
}

} // namespace duologue
