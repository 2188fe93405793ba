// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/padded_bytes.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

namespace duologue {

namespace {

/// The schema of the arguments that the record declares for a tool; Missing if it declares none.
JsonView schemaOf(const Conversation& said, std::string_view name)
{
    for (const Field& field : said.fields) {
        if (field.key != "tools" && field.key != "functions")
            continue;
        for (const JsonView tool : field.value.elements()) {
            const JsonView function = tool["function"].isObject() ? tool["function"] : tool;
            if (function["name"].string() == name)
                return function["parameters"].isObject() ? function["parameters"] : function["input_schema"];
        }
    }
    return {};
}

Phrase mistakeAgainst(const JsonView& schema, const JsonView& arguments)
{
    for (const JsonView required : schema["required"].elements()) {
        if (arguments[required.string()].isMissing())
            return {PhraseId::ArgumentMissing, required.string()};
    }
    const JsonView properties = schema["properties"];
    if (!properties.isObject() || properties.size() == 0)
        return {};
    for (const auto [key, value] : arguments.members()) {
        const JsonView declared = properties[key];
        if (declared.isMissing())
            return {PhraseId::ArgumentUnknown, std::string_view(key)};
        const std::string_view type = declared["type"].string();
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

Phrase mistakeInArguments(const Conversation& said, const Part& call)
{
    const JsonView schema = schemaOf(said, call.name);
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

void lookForToolArguments(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        for (const Part& call : said.partsOf(said.messages[i])) {
            if (call.kind != PartKind::Call)
                continue;
            if (call.text.empty() && !call.value.hasValue()) {
                log.notJudged(PhraseId::NotJudgedNoArguments);
                continue;
            }
            log.looked();
            Phrase mistake = mistakeInArguments(said, call);
            if (!mistake.empty())
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          std::move(mistake));
        }
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
