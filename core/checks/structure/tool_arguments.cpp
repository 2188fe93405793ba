// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/padded_bytes.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace duologue {

namespace {

/// What a record declares of the arguments of one tool.
struct Schema {
    explicit Schema(const JsonView& schema) : required(schema["required"])
    {
        for (const auto [key, value] : schema["properties"].members())
            properties.insert_or_assign(key, value);
    }

    JsonView required;
    std::unordered_map<std::string_view, JsonView> properties;
};

/// The schemas of a record, each read once, by the names of tools.
class Schemas {
public:
    explicit Schemas(const Conversation& said)
    {
        for (const Field& field : said.fields) {
            if (field.key != "tools" && field.key != "functions")
                continue;
            for (const JsonView tool : field.value.elements()) {
                const JsonView function = tool["function"].isObject() ? tool["function"] : tool;
                const JsonView parameters = function["parameters"];
                m_declared.try_emplace(function["name"].string(),
                                       parameters.isObject() ? parameters : function["input_schema"]);
            }
        }
    }

    /// Of nothing if the record does not declare the tool.
    const Schema& of(std::string_view name)
    {
        const auto declared = m_declared.find(name);
        return m_read.try_emplace(name, declared == m_declared.end() ? JsonView() : declared->second)
            .first->second;
    }

private:
    std::unordered_map<std::string_view, JsonView> m_declared;
    std::unordered_map<std::string_view, Schema> m_read;
};

Phrase mistakeAgainst(const Schema& schema, const JsonView& arguments)
{
    std::unordered_set<std::string_view> given;
    for (const auto [key, value] : arguments.members())
        given.insert(key);
    for (const JsonView required : schema.required.elements()) {
        if (!given.contains(required.string()))
            return {PhraseId::ArgumentMissing, required.string()};
    }
    if (schema.properties.empty())
        return {};
    for (const auto [key, value] : arguments.members()) {
        const auto found = schema.properties.find(key);
        if (found == schema.properties.end())
            return {PhraseId::ArgumentUnknown, std::string_view(key)};
        const std::string_view type = found->second["type"].string();
        const bool isWrong = (type == "string" && !value.isString()) ||
                             ((type == "number" || type == "integer") && !value.isNumber()) ||
                             (type == "array" && !value.isArray()) ||
                             (type == "object" && !value.isObject()) ||
                             (type == "boolean" && !value.boolean());
        if (isWrong && value.hasValue())
            return {PhraseId::ArgumentType, std::string_view(key), type};
    }
    return {};
}

Phrase mistakeInArguments(const Schema& schema, const Part& call)
{
    if (call.value.isObject())
        return mistakeAgainst(schema, call.value);
    if (call.text.empty() && !call.value.isString())
        return PhraseId::ArgumentsNoJson;
    const PaddedBytes bytes(argumentsJson(call));
    JsonParser parser;
    const auto parsed = parser.parse(bytes.view());
    if (!parsed || !parsed.value().isObject())
        return PhraseId::ArgumentsNoJson;
    return mistakeAgainst(schema, parsed.value());
}

/// Whether what the call gives the tool is no JSON by design: a patch, code, words to search for.
bool isFreeForm(const Part& call)
{
    const std::string_view type = call.type;
    if (type == "custom" || type == "executableCode" || type == "executable_code")
        return true;
    return type.ends_with("_call") && type != "function_call" && type != "tool_call" && type != "mcp_call";
}

bool hasArguments(const Part& call)
{
    return !call.text.empty() || call.value.hasValue();
}

void lookForToolArguments(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    std::optional<Schemas> schemas;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        bool isJudged = false;
        std::optional<PhraseId> whyNot;
        for (const Part& call : said.partsOf(said.messages[i])) {
            if (call.kind != PartKind::Call)
                continue;
            if (isFreeForm(call) || !hasArguments(call)) {
                whyNot = hasArguments(call) ? PhraseId::NotJudgedFreeForm : PhraseId::NotJudgedNoArguments;
                continue;
            }
            log.looked(std::exchange(isJudged, true) ? 0 : 1);
            if (!schemas)
                schemas.emplace(said);
            Phrase mistake = mistakeInArguments(schemas->of(call.name), call);
            if (!mistake.empty())
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          std::move(mistake));
        }
        if (whyNot && !isJudged)
            log.notJudged(*whyNot);
    }
}

} // namespace

const Check& toolArgumentsCheck()
{
    static const Check check{
        .id = "tool_arguments",
        .group = CheckGroup::Structure,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Arguments of a tool are wrong"),
        .why = DUOLOGUE_TEXT(
            "Checks",
            "Arguments that are no JSON, or lack what the tool declares as required, cannot be run."),
        .unit = CheckUnit::Messages,
        .look = lookForToolArguments,
    };
    return check;
}

} // namespace duologue
