// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/known_fields.h"
#include "core/data/record_builder.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace duologue {

namespace {

/// An object with more scores is a table of its own.
constexpr std::size_t kMostScores = 50;

constexpr double kMillisecondsInSecond = 1000;

/// What the value of a key says, wherever agents and vendors write it.
enum class Says : std::uint8_t {
    Nothing,
    Input,
    Output,
    /// Gemini counts what is thought apart from the answer.
    Thoughts,
    Total,
    Cost,
    Seconds,
    Milliseconds,
    Model,
    StopReason,
    /// An object of numbers of one answer.
    Usage,
    UsageByModel,
    /// An object that says who answered and why the answer stopped.
    Answer,
    /// The same if it is a member of the record.
    AnswerOfRecord,
    Choices,
    /// An object of anything.
    Loose,
    ExitStatus,
    Rewards,
    Scores,
    Spans,
    /// Of a record that is one span.
    Attributes,
    /// Steps of an agent, each with how long it took.
    Steps,
    /// Of an answer whose "status" says why it stopped (slime).
    AnswerLength,
    /// The answer of a model that led to a call.
    AnswerOfCall,
    Time,
};

constexpr std::pair<std::string_view, Says> kKeys[] = {
    {"input_tokens", Says::Input},
    {"prompt_tokens", Says::Input},
    {"inputTokens", Says::Input},
    {"promptTokens", Says::Input},
    {"promptTokenCount", Says::Input},
    {"prompt_token_count", Says::Input},
    {"input_token_count", Says::Input},
    {"total_prompt_tokens", Says::Input},
    {"total_input_tokens", Says::Input},
    {"tokens_sent", Says::Input},
    {"gen_ai.usage.input_tokens", Says::Input},
    {"gen_ai.usage.prompt_tokens", Says::Input},
    {"llm.token_count.prompt", Says::Input},
    {"output_tokens", Says::Output},
    {"completion_tokens", Says::Output},
    {"outputTokens", Says::Output},
    {"completionTokens", Says::Output},
    {"candidatesTokenCount", Says::Output},
    {"candidates_token_count", Says::Output},
    {"output_token_count", Says::Output},
    {"total_completion_tokens", Says::Output},
    {"total_output_tokens", Says::Output},
    {"tokens_received", Says::Output},
    {"gen_ai.usage.output_tokens", Says::Output},
    {"gen_ai.usage.completion_tokens", Says::Output},
    {"llm.token_count.completion", Says::Output},
    {"thoughtsTokenCount", Says::Thoughts},
    {"thoughts_token_count", Says::Thoughts},
    {"total_tokens", Says::Total},
    {"totalTokens", Says::Total},
    {"totalTokenCount", Says::Total},
    {"total_token_count", Says::Total},
    {"llm.token_count.total", Says::Total},
    {"cost", Says::Cost},
    {"cost_usd", Says::Cost},
    {"costUSD", Says::Cost},
    {"costUsd", Says::Cost},
    {"total_cost", Says::Cost},
    {"total_cost_usd", Says::Cost},
    {"totalCost", Says::Cost},
    {"calculatedTotalCost", Says::Cost},
    {"instance_cost", Says::Cost},
    {"accumulated_cost", Says::Cost},
    {"duration", Says::Seconds},
    {"duration_s", Says::Seconds},
    {"duration_sec", Says::Seconds},
    {"duration_seconds", Says::Seconds},
    {"durationSeconds", Says::Seconds},
    {"elapsed", Says::Seconds},
    {"elapsed_time", Says::Seconds},
    {"elapsed_seconds", Says::Seconds},
    {"total_time", Says::Seconds},
    {"execution_time", Says::Seconds},
    {"duration_ms", Says::Milliseconds},
    {"durationMs", Says::Milliseconds},
    {"totalDurationMs", Says::Milliseconds},
    {"elapsed_ms", Says::Milliseconds},
    {"elapsedMs", Says::Milliseconds},
    {"execution_time_ms", Says::Milliseconds},
    {"latency_ms", Says::Milliseconds},
    {"latencyMs", Says::Milliseconds},
    {"model", Says::Model},
    {"model_name", Says::Model},
    {"modelName", Says::Model},
    {"model_id", Says::Model},
    {"modelId", Says::Model},
    {"modelVersion", Says::Model},
    {"model_name_or_path", Says::Model},
    {"gen_ai.request.model", Says::Model},
    {"llm.model_name", Says::Model},
    {"stop_reason", Says::StopReason},
    {"stopReason", Says::StopReason},
    {"finish_reason", Says::StopReason},
    {"finishReason", Says::StopReason},
    {"usage", Says::Usage},
    {"usage_metadata", Says::Usage},
    {"usageMetadata", Says::Usage},
    {"usageDetails", Says::Usage},
    {"models_usage", Says::Usage},
    {"token_usage", Says::Usage},
    {"tokenUsage", Says::Usage},
    {"metrics", Says::Usage},
    {"final_metrics", Says::Usage},
    {"model_stats", Says::Usage},
    {"accumulated_token_usage", Says::Usage},
    {"model_usage", Says::UsageByModel},
    {"modelUsage", Says::UsageByModel},
    {"response_metadata", Says::Answer},
    {"llm_config", Says::Answer},
    {"llm_output", Says::Answer},
    {"runSettings", Says::Answer},
    {"incomplete_details", Says::Answer},
    {"response", Says::AnswerOfRecord},
    {"output", Says::AnswerOfRecord},
    {"agent", Says::AnswerOfRecord},
    {"completion", Says::AnswerOfRecord},
    {"choices", Says::Choices},
    {"tool_call_metadata", Says::AnswerOfCall},
    {"metadata", Says::Loose},
    {"info", Says::Loose},
    {"exit_status", Says::ExitStatus},
    {"rewards", Says::Rewards},
    {"scores", Says::Scores},
    {"spans", Says::Spans},
    {"attributes", Says::Attributes},
    {"trajectory", Says::Steps},
    {"response_length", Says::AnswerLength},
    {"timestamp", Says::Time},
    {"created_at", Says::Time},
    {"createdAt", Says::Time},
};

/// Finds the keys, in a table that is at most a third full, so that nearly every other key costs one look.
class KeyTable {
public:
    constexpr KeyTable()
    {
        for (std::size_t i = 0; i < std::size(kKeys); ++i) {
            std::size_t at = slotOf(kKeys[i].first);
            while (m_numbers[at] != 0)
                at = (at + 1) % kSlots;
            m_numbers[at] = static_cast<std::uint8_t>(i + 1);
        }
    }

    Says operator[](std::string_view key) const
    {
        if (key.empty())
            return Says::Nothing;
        for (std::size_t at = slotOf(key); m_numbers[at] != 0; at = (at + 1) % kSlots) {
            if (const auto& [known, says] = kKeys[m_numbers[at] - 1U]; known == key)
                return says;
        }
        return Says::Nothing;
    }

private:
    static constexpr std::size_t kSlots = 512;
    static_assert(3 * std::size(kKeys) <= kSlots && std::size(kKeys) < 256);

    static constexpr std::size_t slotOf(std::string_view key)
    {
        const auto byte = [key](std::size_t at) {
            return static_cast<std::size_t>(static_cast<unsigned char>(key[at]));
        };
        return (key.size() * 31 + byte(0) * 37 + byte(key.size() / 2) * 11 + byte(key.size() - 1) * 5) %
               kSlots;
    }

    /// Of the keys, from 1 on.
    std::array<std::uint8_t, kSlots> m_numbers{};
};

constexpr KeyTable kKeyTable;

Says saysOf(std::string_view key)
{
    return kKeyTable[key];
}

void addOnce(std::vector<std::string_view>& list, std::string_view word)
{
    if (!word.empty() && std::find(list.begin(), list.end(), word) == list.end())
        list.push_back(word);
}

void addTo(std::optional<double>& sum, std::optional<double> more)
{
    if (more && std::isfinite(*more))
        sum = sum.value_or(0) + *more;
}

/// Where a member is: the same key means something else in data that anybody has made up.
enum class Place : std::uint8_t {
    /// A member of the record, which has a column of its own.
    Record,
    Message,
    /// "usage", "metrics": numbers of one answer.
    Usage,
    /// What says who answered and why it stopped ("response_metadata", "output").
    Answer,
    /// Anything ("metadata", "info"): only objects in it that are named as above.
    Loose,
};

/// What the data say of one answer, or of all of a run.
struct RunNumbers {
    std::optional<double> input;
    std::optional<double> output;
    std::optional<double> thoughts;
    std::optional<double> total;
    /// Of all models together; the rest may be of the last answer alone.
    std::optional<double> byModel;
    std::optional<double> cost;
    std::optional<double> duration;
    std::string_view stopReason;
    std::vector<std::string_view> models;

    /// Input and output, as the data say: what came from a cache is not added.
    std::optional<double> tokens() const
    {
        if (byModel)
            return byModel;
        return input || output ? std::optional(input.value_or(0) + output.value_or(0) + thoughts.value_or(0))
                               : total;
    }

    void addTokensAndCost(const RunNumbers& other)
    {
        addTo(total, other.tokens());
        addTo(cost, other.cost);
    }

    void read(std::string_view key, const JsonView& value, Place place)
    {
        if (place == Place::Usage && value.isNumber() && readShort(key, value.number()))
            return;
        if (const Says says = saysOf(key); says != Says::Nothing)
            read(key, says, value, place);
        else if (place == Place::Answer && key == "body" && value.isObject())
            readMembers(value, Place::Answer);
        else if (place == Place::Answer && key == "reason" && value.isString())
            stopReason = value.string();
    }
    void read(std::string_view key, Says says, const JsonView& value, Place place)
    {
        if (value.isObject() || value.isArray())
            readContainer(says, value, place);
        else if (value.isNumber())
            readNumber(key, says, value.number().value_or(std::nan("")), place);
        else if (value.isString())
            readWord(key, says, value.string(), place);
    }
    void readMembers(const JsonView& object, Place place)
    {
        for (const auto [key, value] : object.members())
            read(key, value, place);
    }

private:
    /// What Langfuse and OpenInference write in an object of numbers; false for any other key.
    bool readShort(std::string_view key, std::optional<double> number)
    {
        const bool isInput = key == "input" || key == "prompt";
        const bool isOutput = key == "output" || key == "completion";
        if (!isInput && !isOutput && key != "total")
            return false;
        (isInput ? input : isOutput ? output : total) = number;
        return true;
    }

    void readContainer(Says says, const JsonView& value, Place place)
    {
        if (says == Says::Usage) {
            readMembers(value, Place::Usage);
        } else if (says == Says::Cost && place == Place::Usage) {
            // Of input, output and what came from a cache (pi).
            if (const auto sum = value["total"].number())
                cost = *sum;
        } else if (says == Says::UsageByModel) {
            for (const auto [model, usage] : value.members()) {
                RunNumbers ofModel;
                ofModel.readMembers(usage, Place::Usage);
                addOnce(models, model);
                addTo(byModel, ofModel.tokens());
                addTo(cost, ofModel.cost);
            }
        } else if (says == Says::Answer || (says == Says::AnswerOfRecord && place == Place::Record)) {
            readMembers(value, Place::Answer);
        } else if (says == Says::Choices && (place == Place::Answer || place == Place::Record)) {
            readChoices(value);
        } else if (says == Says::Loose && (place == Place::Record || place == Place::Message)) {
            readMembers(value, Place::Loose);
        }
    }

    /// Why an answer stopped is said of one, or alike of all.
    void readChoices(const JsonView& choices)
    {
        const std::string_view before = stopReason;
        std::vector<std::string_view> reasons;
        for (const JsonView choice : choices.elements()) {
            stopReason = {};
            readMembers(choice, Place::Answer);
            addOnce(reasons, stopReason);
        }
        stopReason = reasons.empty() ? before : reasons.size() == 1 ? reasons.front() : std::string_view();
    }

    /// Where the short key is the record's own, it has a column already.
    static bool isOwn(std::string_view key, std::string_view made, Place place)
    {
        return place == Place::Record && key == made;
    }

    void readNumber(std::string_view key, Says says, double number, Place place)
    {
        if (place == Place::Loose || place == Place::Answer)
            return;
        // An answer may say it twice, under its own name and its vendor's, and each of its rows again.
        if (says == Says::Input)
            input = number;
        else if (says == Says::Output)
            output = number;
        else if (says == Says::Thoughts)
            thoughts = number;
        else if (says == Says::Total)
            total = number;
        else if (says == Says::Cost && !isOwn(key, "cost", place))
            cost = number;
        else if (says == Says::Seconds && !isOwn(key, "duration", place))
            duration = number;
        else if (says == Says::Milliseconds)
            duration = number / kMillisecondsInSecond;
    }

    void readWord(std::string_view key, Says says, std::string_view word, Place place)
    {
        if (says == Says::ExitStatus && place == Place::Loose && stopReason.empty())
            stopReason = word;
        if (place == Place::Loose || place == Place::Usage)
            return;
        if (says == Says::Model && !isOwn(key, "model", place))
            addOnce(models, word);
        else if (says == Says::StopReason && !isOwn(key, "stop_reason", place))
            stopReason = word;
    }
};

/// What a score says as a number: Inspect writes C for correct, I for incorrect, P for partly, N for none.
std::optional<double> numberOfScore(const JsonView& value, bool mayBeLetter)
{
    if (value.isNumber())
        return value.number();
    if (const auto flag = value.boolean())
        return *flag ? 1 : 0;
    const std::string_view letter = mayBeLetter ? value.string() : std::string_view();
    if (letter == "C")
        return 1;
    if (letter == "P")
        return 0.5;
    if (letter == "I" || letter == "N")
        return 0;
    return std::nullopt;
}

std::optional<double> numberOfScore(const JsonView& score)
{
    if (!score.isObject())
        return numberOfScore(score, false);
    const JsonView value = score["value"];
    return numberOfScore(value.hasValue() ? value : score["score"], true);
}

/// Seconds since 1970.
std::optional<double> secondsOfTime(const JsonView& time)
{
    if (time.isString()) {
        const auto span = timeIn(time.string());
        return span ? std::optional(span->begin) : std::nullopt;
    }
    constexpr double kFirstInMilliseconds = 1e11;
    const auto number = time.number();
    return number && *number > kFirstInMilliseconds ? std::optional(*number / 1000) : number;
}

/// The difference of two times has digits that neither has.
double wholeMicroseconds(double seconds)
{
    constexpr double kInSecond = 1e6;
    return std::round(seconds * kInSecond) / kInSecond;
}

enum class Which : std::uint8_t { First, Last };

std::optional<double> timeOf(const Conversation& conversation, const Message& message, Which which)
{
    std::optional<double> time;
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (!field.isContent && saysOf(field.key) == Says::Time && !(time && which == Which::First))
            time = secondsOfTime(field.value);
    }
    return time;
}

constexpr std::string_view kRewardBegin = "reward_";
constexpr std::string_view kRewardEnd = "_reward";

/// Whether a key of a record may say something of a run.
bool maySaySomething(std::string_view key)
{
    return saysOf(key) != Says::Nothing || key.starts_with(kRewardBegin) || key.ends_with(kRewardEnd);
}

/// Makes the fields of one record.
class RunReading {
public:
    RunReading(const JsonView& record, RunSigns signs, Conversation& conversation)
        : m_record(record), m_signs(signs), m_conversation(conversation)
    {
    }

    void addAll(bool isAgentsRun)
    {
        for (const auto [key, value] : m_record.members())
            readOfRecord(key, value);
        if (m_record.isArray())
            readEvents();
        if (m_signs.calls)
            readParts();
        if (m_signs.numbers || m_signs.calls)
            readMessages();
        isAgentsRun = isAgentsRun || m_isSession;
        addSteps(isAgentsRun);
        addWords();
        addNumbers(isAgentsRun);
        for (const auto& [key, number] : m_scores)
            addNumber(key, key, number);
    }

private:
    void readOfRecord(std::string_view key, const JsonView& value)
    {
        // "reward_0" is that of one of several answers.
        if (key.size() > kRewardEnd.size() && key.ends_with(kRewardEnd))
            addScore("reward.", key.substr(0, key.size() - kRewardEnd.size()), value);
        else if (key.starts_with(kRewardBegin) && key.size() > kRewardBegin.size() &&
                 !isDigit(key[kRewardBegin.size()]))
            addScore("reward.", key.substr(kRewardBegin.size()), value);
        const Says says = saysOf(key);
        if (says == Says::Nothing)
            return;
        if (says == Says::Rewards)
            addScores("reward.", value);
        else if (says == Says::Scores)
            addScores("score.", value);
        else if (key == "metrics" && m_record["reward"].isNumber())
            addScores("reward.", value);
        else if (says == Says::Spans)
            readSpans(value.elements());
        else if (says == Says::Attributes)
            readLoneSpan(value);
        else if (says == Says::Steps)
            readSteps(value);
        else if (says == Says::AnswerLength && m_record["status"].isString())
            m_run.stopReason = m_record["status"].string();
        else
            m_run.read(key, says, value, Place::Record);
    }

    void addScore(std::string_view prefix, std::string_view name, const JsonView& value)
    {
        const auto number = numberOfScore(value);
        // Under numbers are those of several answers.
        const bool isName = !name.empty() && !isDigit(name.front());
        if (number && std::isfinite(*number) && isName && m_scores.size() < kMostScores)
            m_scores.emplace_back(m_conversation.strings.join({prefix, name}), *number);
    }

    /// By name, or a list of objects with their names.
    void addScores(std::string_view prefix, const JsonView& scores)
    {
        if (scores.size() > kMostScores)
            return;
        for (const auto [name, score] : scores.members())
            addScore(prefix, name, score);
        for (const JsonView score : scores.elements())
            addScore(prefix, score["name"].string(), score);
    }

    /// Of a trace, the spans of its calls of models; the one around them repeats their sums.
    template<typename Spans>
    void readSpans(const Spans& spans)
    {
        std::optional<std::uint64_t> begin;
        std::optional<std::uint64_t> end;
        for (const JsonView span : spans) {
            const JsonView attributes = span["attributes"];
            const JsonView tree = attributes["llm"];
            RunNumbers ofSpan;
            ofSpan.readMembers(attributes, Place::Message);
            ofSpan.readMembers(tree, Place::Message);
            ofSpan.readMembers(tree["token_count"], Place::Usage);
            for (const std::string_view model : ofSpan.models)
                addOnce(m_run.models, model);
            if (attributes["gen_ai.operation.name"].string() != "invoke_agent")
                m_run.addTokensAndCost(ofSpan);
            const auto from = timeOfSpan(span, {"startTimeUnixNano", "start_time_unix_nano"}, "start_time");
            const auto to = timeOfSpan(span, {"endTimeUnixNano", "end_time_unix_nano"}, "end_time");
            if (from && (!begin || *from < *begin))
                begin = from;
            if (to && (!end || *to > *end))
                end = to;
        }
        constexpr double kNanosecondsInSecond = 1e9;
        if (begin && end && *end >= *begin)
            m_run.duration = static_cast<double>(*end - *begin) / kNanosecondsInSecond;
    }

    void readLoneSpan(const JsonView& attributes)
    {
        if (attributes.isObject() && (m_record["spanId"].isString() || m_record["span_id"].isString() ||
                                      m_record["context"]["span_id"].isString()))
            readSpans(std::span(&m_record, 1));
    }

    /// How long the calls of an agent took together.
    void readSteps(const JsonView& steps)
    {
        std::optional<double> sum;
        for (const JsonView step : steps.elements())
            addTo(sum, step["execution_time"].number());
        if (sum)
            m_run.duration = wholeMicroseconds(*sum);
    }

    static std::optional<std::uint64_t> timeOfSpan(const JsonView& span,
                                                   std::initializer_list<std::string_view> inNanoseconds,
                                                   std::string_view asTime)
    {
        for (const std::string_view key : inNanoseconds) {
            if (const auto number = nanosecondsOf(span[key]))
                return number;
        }
        constexpr double kLast = 1e10;
        const auto seconds = secondsOfTime(span[asTime]);
        return seconds && *seconds >= 0 && *seconds < kLast
                   ? std::optional(static_cast<std::uint64_t>(std::llround(*seconds * 1e6)) * 1000)
                   : std::nullopt;
    }

    static std::optional<std::uint64_t> nanosecondsOf(const JsonView& value)
    {
        if (value.isMissing())
            return std::nullopt;
        const std::string digits = value.isString() ? std::string(value.string()) : value.toJson();
        std::uint64_t number = 0;
        const char* const end = digits.data() + digits.size();
        const auto read = std::from_chars(digits.data(), end, number);
        return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
    }

    /// Events of a session: which model a turn has, and what was used so far.
    void readEvents()
    {
        for (const JsonView row : m_record.elements()) {
            const JsonView payload = row["payload"];
            m_isSession =
                m_isSession || (payload.isObject() && row["type"].isString()) ||
                (row["message"].isObject() && row["type"].isString() && !row["parentId"].isMissing()) ||
                (row["message"].isObject() && (row["sessionId"].isString() || row["session_id"].isString()));
            if (m_isSession && row["type"].string() == "result")
                readEndOfSession(row);
            const JsonView used = payload["info"]["total_token_usage"];
            const JsonView metrics = row["llm_metrics"];
            if (used.isObject() || metrics.isObject()) {
                // Each is the sum of all before it.
                m_run.readMembers(used.isObject() ? used : metrics, Place::Usage);
            }
            if (payload["model"].isString())
                addOnce(m_run.models, payload["model"].string());
        }
    }

    /// Claude Code sums up what it printed.
    void readEndOfSession(const JsonView& row)
    {
        for (const auto [key, value] : row.members()) {
            const Says says = saysOf(key);
            if (says == Says::Cost || says == Says::Milliseconds)
                m_run.read(key, says, value, Place::Message);
        }
    }

    void readParts()
    {
        for (const Message& message : m_conversation.messages) {
            for (const Part& part : m_conversation.partsOf(message)) {
                if (part.kind == PartKind::Call) {
                    ++m_steps;
                    addOnce(m_tools, part.name);
                } else if (part.kind == PartKind::Result) {
                    ++m_results;
                    m_errors += part.isError ? 1 : 0;
                }
            }
        }
    }

    void readMessages()
    {
        // Rows of one answer repeat what it used, also if results are between them; the last one is complete.
        std::unordered_map<std::string_view, RunNumbers> answers;
        RunNumbers all;
        for (const Message& message : m_conversation.messages) {
            if (message.role == "tool" || message.role == "user")
                continue;
            RunNumbers said;
            std::string_view id;
            for (const Field& field : m_conversation.fieldsOf(message.fields)) {
                if (field.isContent)
                    continue;
                if (field.key == "id" && id.empty())
                    id = field.value.string();
                if (saysOf(field.key) == Says::AnswerOfCall) {
                    const JsonView answer = field.value["model_response"];
                    RunNumbers ofAnswer;
                    ofAnswer.readMembers(answer, Place::Answer);
                    for (const std::string_view model : ofAnswer.models)
                        addOnce(m_models, model);
                    if (ofAnswer.tokens())
                        answers.insert_or_assign(answer["id"].string(), std::move(ofAnswer));
                    continue;
                }
                said.read(field.key, field.value, Place::Message);
            }
            for (const std::string_view model : said.models)
                addOnce(m_models, model);
            m_isModelMissing = m_isModelMissing || (message.role == "assistant" && said.models.empty());
            if (message.role == "assistant")
                m_stopReason = said.stopReason;
            if (id.empty())
                all.addTokensAndCost(said);
            else if (said.tokens() || said.cost)
                answers.insert_or_assign(id, std::move(said));
        }
        for (const auto& [id, answer] : answers)
            all.addTokensAndCost(answer);
        m_tokens = all.total;
        m_cost = all.cost;
    }

    void addSteps(bool isAgentsRun)
    {
        if (m_steps > 0 || isAgentsRun)
            addNumber("steps", "Steps", static_cast<double>(m_steps));
        for (const std::string_view tool : m_tools)
            addWord("tool", "Tool", FieldKind::Categories, tool);
        if (m_results > 0)
            addNumber("tool_error", "Tool errors", static_cast<double>(m_errors));
    }

    void addWords()
    {
        if (m_models.empty())
            m_models = m_run.models;
        // ATIF: the steps that do not name a model are of the agent's.
        else if (m_isModelMissing)
            addOnce(m_models, m_record["agent"]["model_name"].string());
        const std::string_view own = m_record["model"].string();
        const bool isOwn = m_models.size() == 1 && m_models.front() == own;
        for (const std::string_view model : m_models) {
            if (!isOwn)
                addWord("model", "Model", m_models.size() == 1 ? FieldKind::Category : FieldKind::Categories,
                        model);
        }
        const std::string_view stop = m_stopReason.empty() ? m_run.stopReason : m_stopReason;
        if (!stop.empty())
            addWord("stop_reason", "Stop reason", FieldKind::Category, stop);
    }

    void addNumbers(bool isAgentsRun)
    {
        const auto tokens = m_tokens && !m_run.byModel ? m_tokens : m_run.tokens();
        if (tokens)
            addNumber("tokens", "Tokens", *tokens);
        // Other records have costs and durations of something else.
        if (m_steps == 0 && !tokens && !isAgentsRun)
            return;
        if (const auto cost = m_run.cost ? m_run.cost : m_cost)
            addNumber("cost", "Cost", *cost);
        if (const auto duration = m_run.duration ? m_run.duration : durationOfTimes(isAgentsRun))
            addNumber("duration", "Duration", *duration);
    }

    /// From the first message to the last one. People take their time, so only of runs of agents.
    std::optional<double> durationOfTimes(bool isAgentsRun) const
    {
        const auto& messages = m_conversation.messages;
        if ((m_steps == 0 && !isAgentsRun) || messages.empty())
            return std::nullopt;
        const auto first = timeOf(m_conversation, messages.front(), Which::First);
        const auto last = timeOf(m_conversation, messages.back(), Which::Last);
        return first && last && *last >= *first ? std::optional(wholeMicroseconds(*last - *first))
                                                : std::nullopt;
    }

    void addWord(std::string_view key, std::string_view title, FieldKind kind, std::string_view word)
    {
        const Name name = nameByScript(word);
        add(key, {{}, title, kind, 0, name, {}});
    }

    void addNumber(std::string_view key, std::string_view title, double number)
    {
        if (std::isfinite(number))
            add(key, {{}, title, FieldKind::Number, number, {}, {}});
    }

    void add(std::string_view key, Field field)
    {
        field.key = m_conversation.strings.join({kRunPrefix, key});
        field.joints = kRunJoints;
        m_conversation.fields.push_back(field);
    }

    const JsonView& m_record;
    const RunSigns m_signs;
    Conversation& m_conversation;
    /// What the record says of all of the run.
    RunNumbers m_run;
    std::vector<std::pair<std::string_view, double>> m_scores;
    bool m_isSession = false;
    std::size_t m_steps = 0;
    std::size_t m_results = 0;
    std::size_t m_errors = 0;
    std::vector<std::string_view> m_tools;
    /// What its messages say.
    std::vector<std::string_view> m_models;
    bool m_isModelMissing = false;
    std::optional<double> m_tokens;
    std::optional<double> m_cost;
    std::string_view m_stopReason;
};

std::optional<double> secondsOf(std::string_view key, const JsonView& value)
{
    const Says says = saysOf(key);
    const auto number = value.number();
    if (!number || (says != Says::Seconds && says != Says::Milliseconds))
        return std::nullopt;
    return says == Says::Seconds ? *number : *number / kMillisecondsInSecond;
}

/// Of a result: what its message says of how long the tool took, but for its own "duration".
std::optional<double> durationOf(const Conversation& conversation, const Message& message)
{
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (field.isContent || field.key == "duration")
            continue;
        if (const auto seconds = secondsOf(field.key, field.value))
            return seconds;
        for (const auto [key, value] : field.value.members()) {
            if (const auto seconds = secondsOf(key, value))
                return seconds;
        }
    }
    return std::nullopt;
}

/// The message that has the part; it is before `message`. Null if there is none.
const Message* messageOf(const Conversation& conversation, std::uint32_t part, const Message& message)
{
    const Message* const first = conversation.messages.data();
    for (const Message* at = &message; at != first;) {
        --at;
        if (at->parts.begin <= part && part < at->parts.end)
            return at;
    }
    return nullptr;
}

} // namespace

RunSign runSignOf(std::string_view key)
{
    // "tool_calls", "functionCall" and other spellings.
    constexpr std::size_t kShortest = 9;
    const bool mayBeCalls = key.size() >= kShortest && (key[0] == 't' || key[0] == 'f');
    if (mayBeCalls && key.find("all") != std::string_view::npos)
        return RunSign::Calls;
    const Says says = saysOf(key);
    return says == Says::Nothing || says == Says::Time ? RunSign::None : RunSign::Numbers;
}

bool hasCallsOrResults(const JsonView& content)
{
    const auto isOne = [](const JsonView& part) {
        const PartKind kind = part.isObject() ? partKindOf(part) : PartKind::Text;
        return kind == PartKind::Call || kind == PartKind::Result;
    };
    if (content.isObject())
        return isOne(content);
    for (const JsonView part : content.elements()) {
        if (isOne(part))
            return true;
    }
    return false;
}

void addRunFields(const JsonView& record, RunSigns signs, bool isAgentsRun, Conversation& conversation)
{
    bool mayBeRun = isAgentsRun || signs.calls || signs.numbers || record.isArray();
    const JsonMembers members = record.members();
    for (auto at = members.begin(); !mayBeRun && at != members.end(); ++at)
        mayBeRun = maySaySomething(at.key());
    // Most records say nothing of one.
    if (mayBeRun)
        RunReading(record, signs, conversation).addAll(isAgentsRun);
}

ToolUse toolUseOf(const Conversation& conversation, const Message& message)
{
    ToolUse use;
    std::uint32_t call = Part::kNone;
    for (const Part& part : conversation.partsOf(message)) {
        if (part.kind != PartKind::Call && part.kind != PartKind::Result)
            continue;
        addOnce(use.tools, part.name);
        if (part.kind == PartKind::Result) {
            use.isError = use.isError.value_or(false) || part.isError;
            call = part.counterpart;
        }
    }
    if (!use.isError)
        return use;
    use.duration = durationOf(conversation, message);
    if (use.duration || call == Part::kNone)
        return use;
    if (const Message* const asked = messageOf(conversation, call, message)) {
        const auto begin = timeOf(conversation, *asked, Which::Last);
        const auto end = timeOf(conversation, message, Which::First);
        if (begin && end && *end >= *begin)
            use.duration = wholeMicroseconds(*end - *begin);
    }
    return use;
}

} // namespace duologue
