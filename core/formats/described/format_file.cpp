// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/described/format_file.h"

#include "core/base/phrase_id.h"
#include "core/json/json_layout.h"
#include "core/json/json_pointer.h"
#include "core/json/json_repair.h"
#include "core/json/json_view.h"

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace duologue {

namespace {

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
class FormatFileReading {
public:
    explicit FormatFileReading(const std::string& name) : m_name(name) {}

    FormatFile result() && { return std::move(m_result); }

    void refuse(const std::string& pointer, Phrase why, Severity severity = Severity::Error)
    {
        m_result.problems.push_back({ProblemCode::FormatFileInvalid,
                                     severity,
                                     {},
                                     pointer,
                                     {PhraseId::InFile, m_name, std::move(why)}});
    }

    /// Valid as long as this object. Uses the parser of the data, whose time depends only on the length of
    /// the text, not on the number of members.
    std::optional<JsonView> parsed(std::string_view text)
    {
        m_text = repairJson(text.substr(byteOrderMarkLength(text)), true);
        if (!m_text.mistake) {
            if (const auto root = m_parser.parse(m_text.text.view()))
                return root.value();
        }
        refuse({}, PhraseId::NotValidJson);
        return std::nullopt;
    }

    void add(FormatMapping mapping, const std::string& pointer)
    {
        if (!isUsable(mapping)) {
            refuse(pointer,
                   mapping.messages.empty() ? PhraseId::ExpectedMessages : PhraseId::ExpectedRoleAndText);
            return;
        }
        if (mapping.title.empty())
            mapping.title = mapping.id;
        m_result.mappings.push_back(std::move(mapping));
    }

    void readMapping(const JsonView& json, const std::string& pointer)
    {
        if (!json["id"].isString()) {
            refuse(pointer, PhraseId::ExpectedId);
            return;
        }
        FormatMapping mapping;
        for (const auto [key, value] : json.members())
            readKey(mapping, std::string(key), value, pointer + "/" + std::string(key));
        add(std::move(mapping), pointer);
    }

private:
    void readKey(FormatMapping& mapping, const std::string& key, const JsonView& value,
                 const std::string& pointer)
    {
        if (key == "roles" && value.isObject()) {
            for (const auto [word, usual] : value.members()) {
                if (usual.isString())
                    mapping.roles.emplace_back(word, usual.string());
                else
                    refuse(pointer + "/" + std::string(word), PhraseId::ExpectedRole);
            }
            return;
        }
        if (key == "ratings" && value.isObject()) {
            for (const auto [name, place] : value.members()) {
                if (place.isString())
                    mapping.ratingsByName.emplace_back(name, JsonPointer(place.string()));
                else
                    refuse(pointer + "/" + std::string(name), PhraseId::ExpectedPointer);
            }
            return;
        }
        if (!value.isString()) {
            refuse(pointer, PhraseId::ExpectedText);
            return;
        }
        if (key == "id" || key == "title") {
            (key == "id" ? mapping.id : mapping.title) = value.string();
            return;
        }
        for (const PointerKey& known : kPointerKeys) {
            if (known.key == key) {
                mapping.*known.pointer = JsonPointer(value.string());
                return;
            }
        }
        refuse(pointer, {PhraseId::UnknownKey, key}, Severity::Warning);
    }

    JsonRepair m_text;
    JsonParser m_parser;
    std::string m_name;
    FormatFile m_result;
};

/// A member's text, or the usual one.
std::string textOr(const JsonView& object, std::string_view key, std::string_view usual)
{
    const JsonView value = object[key];
    return std::string(value.isString() ? value.string() : usual);
}

/// The name of a column as a pointer; the name may contain slashes.
JsonPointer column(const JsonView& columns, std::string_view key, std::string_view usual)
{
    const std::string name = textOr(columns, key, usual);
    std::string pointer;
    if (!name.empty())
        appendPointerPart(pointer, name);
    return JsonPointer(pointer);
}

FormatMapping datasetMapping(const std::string& name, const std::string& folder, const JsonView& set)
{
    const JsonView columns = set["columns"];
    const JsonView tags = set["tags"];
    const bool chat = textOr(set, "formatting", "alpaca") == "sharegpt";
    const bool ranking = set["ranking"].boolean() == true;
    FormatMapping mapping;
    mapping.id = name;
    mapping.title = name;
    mapping.file = (std::filesystem::path(folder) / set["file_name"].string()).lexically_normal().string();
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
    FormatFileReading reading(name);
    if (const auto parsed = reading.parsed(json)) {
        std::size_t number = 0;
        for (const JsonView mapping : parsed->elements())
            reading.readMapping(mapping, "/" + std::to_string(number++));
        if (!parsed->isArray())
            reading.readMapping(*parsed, {});
    }
    return std::move(reading).result();
}

std::string formatFileText(const FormatMapping& mapping)
{
    constexpr int kIndent = 4;
    nlohmann::ordered_json json;
    json["id"] = mapping.id;
    if (!mapping.title.empty())
        json["title"] = mapping.title;
    for (const PointerKey& known : kPointerKeys) {
        if (const JsonPointer& pointer = mapping.*known.pointer; !pointer.empty())
            json[std::string(known.key)] = pointer.text();
    }
    for (const auto& [word, usual] : mapping.roles)
        json["roles"][word] = usual;
    for (const auto& [name, pointer] : mapping.ratingsByName)
        json["ratings"][name] = pointer.text();
    return json.dump(kIndent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

FormatFile readDatasetInfo(std::string_view json, const std::string& name, const std::string& folder)
{
    FormatFileReading reading(name);
    const auto parsed = reading.parsed(json);
    if (!parsed)
        return std::move(reading).result();
    for (const auto [dataset, set] : parsed->members()) {
        // Without columns or tags a set is written as usual and needs no description. One of a hub is no file
        // here.
        if ((set["columns"].isObject() || set["tags"].isObject()) && !set["file_name"].string().empty())
            reading.add(datasetMapping(std::string(dataset), folder, set), "/" + std::string(dataset));
    }
    return std::move(reading).result();
}

} // namespace duologue
