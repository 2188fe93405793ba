// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/checks/check.h"
#include "core/analysis/checks/checked_record.h"
#include "core/data/conversation.h"
#include "core/data/record_keys.h"
#include "core/util/buffers.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace duologue {

namespace {

void lookForNoMessages(const CheckedRecord& record, CheckLog& log)
{
    const FormatFacts& usual = record.format();
    const Conversation& said = record.conversation;
    // Records of other kinds have no messages, and formats for them are tables.
    if (usual.withMessages == 0) {
        log.notJudged(PhraseId::NotJudgedUsual);
        return;
    }
    log.looked();
    if (said.messages.empty() && said.candidates.empty())
        log.found(record.row, FindingPart::Record, 0, PhraseId::NoMessages);
}

/// What is usual cannot be told from fewer.
constexpr std::uint64_t kFewToTell = 8;

void lookForStartsWithAssistant(const CheckedRecord& record, CheckLog& log)
{
    const auto& messages = record.conversation.messages;
    const auto first = std::find_if(messages.begin(), messages.end(),
                                    [](const Message& message) { return message.role != "system"; });
    const FormatFacts& usual = record.format();
    // Where most begin so, it is how the data is.
    const bool isUsual =
        usual.withMessages >= kFewToTell && usual.beginWithAssistant * 2 > usual.withMessages;
    if (first == messages.end() || isUsual) {
        log.notJudged(isUsual ? PhraseId::NotJudgedUsual : PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    if (first->role == "assistant")
        log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(first - messages.begin()),
                  PhraseId::AssistantFirst);
}

bool callsTool(const Conversation& said, const Message& message)
{
    const auto parts = said.partsOf(message);
    return std::any_of(parts.begin(), parts.end(),
                       [](const Part& part) { return part.kind == PartKind::Call; });
}

bool hasOwnName(const Conversation& said, const Message& message)
{
    return !messageValue(said, message, "name").string().empty() ||
           !messageValue(said, message, "speaker").string().empty();
}

void lookForSameRoleTwice(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    if (said.messages.size() < 2) {
        log.notJudged(PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    for (std::size_t i = 1; i < said.messages.size(); ++i) {
        const Message& before = said.messages[i - 1];
        const Message& after = said.messages[i];
        const bool isSpeaker = after.role == "user" || after.role == "assistant";
        // A model calls a tool, and several speakers may share a role.
        if (!isSpeaker || before.role != after.role || before.roleInFile != after.roleInFile ||
            callsTool(said, before) || hasOwnName(said, before) || hasOwnName(said, after))
            continue;
        log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                  after.role == "user" ? PhraseId::UserTwice : PhraseId::AssistantTwice);
    }
}

/// What is usual cannot be told from fewer.
constexpr std::uint64_t kFewConversations = 8;

void lookForEndsWithUser(const CheckedRecord& record, CheckLog& log)
{
    const auto& messages = record.conversation.messages;
    const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                   [](const Message& message) { return message.role != "system"; });
    const FormatFacts& usual = record.format();
    const bool isUsual =
        usual.withMessages >= kFewConversations && usual.endWithUser * 2 > usual.withMessages;
    // Candidates are the answers, and prompts without answers are data as well.
    if (last == messages.rend() || !record.conversation.candidates.empty() || isUsual) {
        log.notJudged(isUsual ? PhraseId::NotJudgedUsual : PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    if (last->role == "user")
        log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(messages.rend() - last - 1),
                  PhraseId::UserLast);
}

void lookForNoUser(const CheckedRecord& record, CheckLog& log)
{
    const auto& messages = record.conversation.messages;
    const auto countOf = [&](std::string_view role) {
        return std::count_if(messages.begin(), messages.end(),
                             [role](const Message& message) { return message.role == role; });
    };
    // Other roles than the usual ones, or a prompt beside the messages, may ask.
    const bool isUsual = countOf("user") + countOf("assistant") + countOf("system") + countOf("tool") ==
                         static_cast<std::ptrdiff_t>(messages.size());
    if (messages.empty() || !isUsual || !record.conversation.context.empty()) {
        log.notJudged(PhraseId::NotJudgedNoMessages);
        return;
    }
    log.looked();
    if (countOf("user") == 0)
        log.found(record.row, FindingPart::Record, 0, PhraseId::NoUserMessage);
}

void lookForEmptyMessage(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        if (message.role == "assistant")
            continue;
        log.looked();
        if (isBlankMessage(said, message))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      PhraseId::BlankMessage);
    }
}

bool has(const Conversation& said, const Message& message, PartKind kind)
{
    const auto parts = said.partsOf(message);
    return std::any_of(parts.begin(), parts.end(), [kind](const Part& part) { return part.kind == kind; });
}

/// An agent may think before it goes on; that is no answer.
bool isThoughtOnTheWay(const Conversation& said, std::size_t index)
{
    return index + 1 < said.messages.size() && has(said, said.messages[index], PartKind::Reasoning) &&
           std::any_of(said.messages.begin(), said.messages.end(),
                       [&said](const Message& message) { return has(said, message, PartKind::Call); });
}

void lookForEmptyAnswer(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    const auto judge = [&](const Message& message, FindingPart part, std::size_t index) {
        log.looked();
        if (isBlankMessage(said, message) &&
            !(part == FindingPart::Message && isThoughtOnTheWay(said, index)))
            log.found(record.row, part, static_cast<std::uint32_t>(index), PhraseId::BlankAnswer);
    };
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        if (said.messages[i].role == "assistant")
            judge(said.messages[i], FindingPart::Message, i);
    }
    for (std::size_t i = 0; i < said.candidateMessages.size(); ++i) {
        if (said.candidateMessages[i].role == "assistant" || said.candidateMessages[i].role.empty())
            judge(said.candidateMessages[i], FindingPart::Candidate, i);
    }
}

void lookForUnknownRole(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        // The format gives the message its role.
        if (message.roleInFile.empty() && !message.role.empty()) {
            log.notJudged(PhraseId::NotJudgedNoRole);
            continue;
        }
        log.looked();
        // A description of the format may say who a word stands for.
        const bool isSaid = !usualRole(message.role).empty() && !isThoughtWord(message.roleInFile);
        if (usualRole(message.roleInFile).empty() && !isSaid)
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      message.roleInFile.empty() ? Phrase(PhraseId::NoRole)
                                                 : Phrase(PhraseId::UnknownRole, message.roleInFile));
    }
}

/// Whether a call is to be followed by its result: not if the server that answers runs the tool and keeps
/// what it returns, or if the result is stored with the call.
bool needsResult(const Part& part)
{
    constexpr std::string_view kOfServer[] = {"web_search_call", "file_search_call", "code_interpreter_call",
                                              "image_generation_call", "mcp_call"};
    constexpr std::string_view kResults[] = {"result", "results", "output", "outputs"};
    const auto hasValue = [&](std::string_view key) { return part.source[key].hasValue(); };
    return part.kind == PartKind::Call &&
           std::find(std::begin(kOfServer), std::end(kOfServer), part.type) == std::end(kOfServer) &&
           std::none_of(std::begin(kResults), std::end(kResults), hasValue);
}

void lookForToolCallWithoutResult(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const auto parts = said.partsOf(said.messages[i]);
        if (std::none_of(parts.begin(), parts.end(), needsResult))
            continue;
        // The last message may call a tool: its result is what comes next.
        if (i + 1 == said.messages.size()) {
            log.notJudged(PhraseId::NotJudgedLastMessage);
            continue;
        }
        log.looked();
        for (const Part& part : parts) {
            if (needsResult(part) && !part.id.empty() && part.counterpart == Part::kNone)
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          {PhraseId::CallWithoutResult, part.id});
        }
    }
}

void lookForToolResultWithoutCall(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        for (const Part& part : said.partsOf(said.messages[i])) {
            if (part.kind != PartKind::Result)
                continue;
            if (part.id.empty()) {
                log.notJudged(PhraseId::NotJudgedNoId);
                continue;
            }
            log.looked();
            if (part.counterpart == Part::kNone)
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          {PhraseId::ResultWithoutCall, part.id});
        }
    }
}

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

bool mayNameFiles(const Field& field)
{
    return field.key.starts_with("image") || field.key.starts_with("video") || field.key.starts_with("audio");
}

void lookForImageMarks(const CheckedRecord& record, CheckLog& log)
{
    const auto& fields = record.conversation.fields;
    bool isJudged = false;
    // Most records name no files, and looking for their marks takes long.
    for (const MediaCount& media : std::any_of(fields.begin(), fields.end(), mayNameFiles)
                                       ? mediaOf(record.conversation)
                                       : std::vector<MediaCount>()) {
        const std::size_t marks = media.marks + media.parts;
        // Files may be shown where no mark says, and talk about marks has no files.
        if (!media.files || (marks == 0 && *media.files <= 1))
            continue;
        isJudged = true;
        if (marks == *media.files)
            continue;
        const Phrase what = media.marks == 0 && media.parts > 0
                                ? Phrase(PhraseId::PartsAndFiles, media.parts, media.medium, *media.files)
                                : Phrase(PhraseId::MarksAndFiles, marks, media.medium, *media.files);
        log.found(record.row, FindingPart::Record, 0, what);
    }
    if (isJudged)
        log.looked();
    else
        log.notJudged(PhraseId::NotJudgedNoPictures);
}

bool isSameFile(const Snapshot& snapshot, Row left, Row right)
{
    return snapshot.record(left).file == snapshot.record(right).file;
}

void lookAtAllForIdTwice(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const Column* const ids = dataset.snapshot().records.column("id");
    std::vector<Row> firstRows;
    dataset.rows().forEach([&](Row row) {
        const CategoryCode code = ids == nullptr ? kNoCategory : ids->code(indexOf(row));
        if (code == kNoCategory) {
            log.notJudged(PhraseId::NotJudgedNoId);
            return;
        }
        log.looked();
        if (firstRows.size() <= indexOf(code))
            firstRows.resize(indexOf(code) + 1, dataset.snapshot().endRow());
        Row& first = firstRows[indexOf(code)];
        if (first == dataset.snapshot().endRow())
            first = row;
        // Files number their records from the same number on.
        else if (isSameFile(dataset.snapshot(), first, row))
            log.found(row, FindingPart::Record, 0,
                      {PhraseId::IdTwice, ValueKey::shown(ids->categories[indexOf(code)].shown())})
                .others.push_back(first);
        if (indexOf(row) % 65'536 == 0 && job.stopRequested())
            return;
    });
}

/// What most records have cannot be told from fewer.
constexpr std::size_t kLeastWithField = 20;

std::vector<std::vector<Row>> rowsByFormat(const Snapshot& snapshot, const RowSet& rows)
{
    std::vector<std::vector<Row>> byFormat(std::max<std::size_t>(snapshot.formats.size(), 256));
    rows.forEach([&](Row row) {
        const RecordEntry record = snapshot.record(row);
        if (record.state != RecordState::Broken)
            byFormat[record.format].push_back(row);
    });
    return byFormat;
}

/// Reports the rows without the field if nearly all have it.
template<typename Has>
void judgeField(const std::vector<Row>& rows, std::string_view name, const Has& has, CheckLog& log)
{
    if (rows.size() < kLeastWithField)
        return;
    std::vector<Row> without;
    const auto most = static_cast<std::size_t>((1 - log.threshold()) * static_cast<double>(rows.size()));
    for (const Row row : rows) {
        if (!has(row))
            without.push_back(row);
        if (without.size() > most) {
            log.notJudged(PhraseId::NotJudgedUsual);
            return;
        }
    }
    log.looked();
    for (const Row row : without)
        log.found(row, FindingPart::Record, 0, {PhraseId::FieldMissing, name});
}

void lookAtField(const std::vector<Row>& rows, const Column& column, CheckLog& log)
{
    judgeField(
        rows, column.info.key, [&](Row row) { return column.has(indexOf(row)); }, log);
}

/// Keys without a column of their own.
void lookAtKeys(const Snapshot& snapshot, const std::vector<Row>& rows, CheckLog& log)
{
    const Column* const keys = recordKeys(snapshot);
    if (keys == nullptr || rows.size() < kLeastWithField)
        return;
    for (std::size_t code = 0; code < keys->categories.size(); ++code) {
        const std::string_view name = keys->categories[code].shown();
        if (name.ends_with(kEmptyKeyMark))
            continue;
        judgeField(
            rows, name,
            [&](Row row) {
                bool has = false;
                keys->forEachCode(indexOf(row), [&](CategoryCode each) {
                    const std::string_view other = keys->categories[indexOf(each)].shown();
                    // The key with an empty value is there as well.
                    has = has || indexOf(each) == code ||
                          (other.size() == name.size() + 1 && other.starts_with(name) &&
                           other.ends_with(kEmptyKeyMark));
                });
                return has;
            },
            log);
    }
}

void lookAtAllForFieldMissing(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const Snapshot& snapshot = dataset.snapshot();
    const auto byFormat = rowsByFormat(snapshot, dataset.rows());
    for (const std::vector<Row>& rows : byFormat) {
        for (const Column& column : snapshot.records.columns) {
            if (job.stopRequested())
                return;
            if (!isRecordKeys(column.info))
                lookAtField(rows, column, log);
        }
        lookAtKeys(snapshot, rows, log);
    }
}

} // namespace

std::span<const Check> structureChecks()
{
    static const Check kChecks[] = {
        {
            .id = "no_messages",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "No messages"),
            .why = DUOLOGUE_TEXT("Checks", "A conversation without messages is an empty record."),
            .unit = CheckUnit::Records,
            .look = lookForNoMessages,
        },
        {
            .id = "starts_with_assistant",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Starts with the assistant"),
            .why = DUOLOGUE_TEXT("Checks", "Most training programs expect the user to speak first."),
            .unit = CheckUnit::Records,
            .look = lookForStartsWithAssistant,
        },
        {
            .id = "same_role_twice",
            .title = DUOLOGUE_TEXT("Checks", "Same role twice in a row"),
            .why = DUOLOGUE_TEXT("Checks",
                                 "Two questions or two answers in a row are often a split message, or a "
                                 "message between them is missing."),
            .unit = CheckUnit::Records,
            .look = lookForSameRoleTwice,
        },
        {
            .id = "ends_with_user",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Ends with the user"),
            .why = DUOLOGUE_TEXT("Checks", "The last question has no answer."),
            .unit = CheckUnit::Records,
            .look = lookForEndsWithUser,
        },
        {
            .id = "no_user",
            .title = DUOLOGUE_TEXT("Checks", "No user message"),
            .why = DUOLOGUE_TEXT("Checks", "An answer without a question teaches nothing about questions."),
            .unit = CheckUnit::Records,
            .look = lookForNoUser,
        },
        {
            .id = "empty_message",
            .title = DUOLOGUE_TEXT("Checks", "Empty message"),
            .why = DUOLOGUE_TEXT("Checks", "The message has no text, tool call or image."),
            .unit = CheckUnit::Messages,
            .look = lookForEmptyMessage,
        },
        {
            .id = "empty_answer",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Empty answer"),
            .why = DUOLOGUE_TEXT("Checks", "A model trained on empty answers learns to give empty answers."),
            .unit = CheckUnit::Messages,
            .look = lookForEmptyAnswer,
        },
        {
            .id = "unknown_role",
            .title = DUOLOGUE_TEXT("Checks", "Unknown role"),
            .why = DUOLOGUE_TEXT(
                "Checks", "Programs that accept only user, assistant, system and tool drop the message or "
                          "stop."),
            .unit = CheckUnit::Messages,
            .look = lookForUnknownRole,
        },
        {
            .id = "tool_call_without_result",
            .title = DUOLOGUE_TEXT("Checks", "Tool call without a result"),
            .why =
                DUOLOGUE_TEXT("Checks", "The model learns to call a tool and continue without its result."),
            .unit = CheckUnit::Messages,
            .look = lookForToolCallWithoutResult,
        },
        {
            .id = "tool_result_without_call",
            .title = DUOLOGUE_TEXT("Checks", "Tool result without a call"),
            .why = DUOLOGUE_TEXT(
                "Checks", "The result refers to a call that does not exist: its id is wrong, or a message is "
                          "missing."),
            .unit = CheckUnit::Messages,
            .look = lookForToolResultWithoutCall,
        },
        {
            .id = "tool_arguments",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Invalid tool arguments"),
            .why = DUOLOGUE_TEXT(
                "Checks",
                "Arguments that are not JSON, or lack values that the tool requires, cannot be run."),
            .unit = CheckUnit::Messages,
            .look = lookForToolArguments,
        },
        {
            .id = "image_marks",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Media files and placeholders differ in number"),
            .why = DUOLOGUE_TEXT("Checks",
                                 "A placeholder without a file, or a file without a placeholder, misaligns "
                                 "all that follow."),
            .unit = CheckUnit::Records,
            .look = lookForImageMarks,
        },
        {
            .id = "id_twice",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Duplicate id"),
            .why = DUOLOGUE_TEXT("Checks", "References to the id are ambiguous: they refer to two records."),
            .unit = CheckUnit::Records,
            .lookAtAll = lookAtAllForIdTwice,
        },
        {
            .id = "field_missing",
            .title = DUOLOGUE_TEXT("Checks", "Field missing that most records have"),
            .why =
                DUOLOGUE_TEXT("Checks", "Programs that read the field from every record fail on this one."),
            .unit = CheckUnit::Fields,
            .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "share of records that have the field"), 0.95,
                                        0.5, 1.0},
            .lookAtAll = lookAtAllForFieldMissing,
        },
    };
    return kChecks;
}

} // namespace duologue
