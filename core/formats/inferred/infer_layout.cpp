// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/common/transcript_parts.h"
#include "core/formats/inferred/infer_parts.h"
#include "core/record/roles.h"

#include <algorithm>
#include <span>

namespace duologue {

namespace {

using KeyNames = std::span<const std::string_view>;

/// Lists under these keys are conversations even if nothing says who speaks.
constexpr std::string_view kDialogueKeys[] = {
    "messages", "message_list", "conversation", "conversations", "dialogue", "dialogues",  "dialog",
    "dialogs",  "utterances",   "turns",        "chat",          "history",  "transcript", "thread"};
constexpr std::string_view kSpeakerKeys[] = {"role",        "from",   "speaker",      "sender",
                                             "author/role", "author", "message/role", "payload/role"};
/// These mean a speaker only if their values are known roles.
constexpr std::string_view kWeakSpeakerKeys[] = {"source", "type",  "participant",
                                                 "name",   "agent", "message/author/role"};
constexpr std::string_view kMessageTextKeys[] = {"content",   "value", "text",        "message",
                                                 "utterance", "parts", "body",        "said",
                                                 "sentence",  "msg",   "data/content"};

constexpr std::string_view kQuestionKeys[] = {"instruction", "prompt",     "query",      "question",
                                              "problem",     "input_text", "input",      "user_input",
                                              "history",     "inputs",     "user_prompt"};
constexpr std::string_view kAnswerKeys[] = {"response",        "output",         "completion",
                                            "reply",           "solution",       "answer",
                                            "expected_output", "expectedOutput", "judgment"};
/// What follows the messages if both are messages.
constexpr std::string_view kLastKeys[] = {"completion",     "response",        "output", "outputs",
                                          "expectedOutput", "expected_output", "answer"};
constexpr std::string_view kSystemKeys[] = {
    "system",           "system_prompt",       "systemInstruction", "system_instruction",
    "meta_instruction", "custom_system_prompt"};
constexpr std::string_view kCandidateListKeys[] = {"responses", "answer",        "generations", "completions",
                                                   "answers",   "inferences",    "candidates",  "outputs",
                                                   "samples",   "human_answers", "replies"};
/// Lists of messages that are candidates, whatever is beside them.
constexpr std::string_view kCandidateMessageKeys[] = {"rejected_messages", "positive_messages",
                                                      "negative_messages"};
constexpr std::string_view kCandidateTextKeys[] = {"completion", "response", "answer", "output",
                                                   "generation", "text",     "content"};
constexpr std::string_view kTextKeysOfWhole[] = {"text",   "conversation", "transcript", "dialogue",
                                                 "dialog", "input",        "prompt",     "content"};

struct CandidatePair {
    std::string_view first;
    std::string_view second;
    std::string_view verdictKey;
    Verdict verdict;
};

/// Keys of two candidates, and the key that says which is better. A pair without a verdict is chosen and
/// rejected.
constexpr CandidatePair kPairs[] = {
    {"preferred_output", "non_preferred_output", "", Verdict::None},
    {"response_0", "response_1", "better_response_id", Verdict::Index},
    {"response1", "response2", "overall_preference", Verdict::NegativeIsFirst},
    {"output_1", "output_2", "preference", Verdict::OneOrTwo},
    {"output_text_a", "output_text_b", "score", Verdict::PositiveIsFirst},
    {"human_ref_A", "human_ref_B", "labels", Verdict::OneIsFirst},
    {"response_a", "response_b", "winner", Verdict::Letter},
    {"answer_a", "answer_b", "winner", Verdict::Letter},
    {"conversation_a", "conversation_b", "winner", Verdict::Letter},
    {"chosen_messages", "rejected_messages", "", Verdict::None},
};

/// What is inferred has a certainty of 1 to 9 above it.
constexpr int kLeastScore = kInferredScore - 9;

constexpr std::size_t kMostSampled = 8;
constexpr std::size_t kLongestSpeaker = 60;
/// A record may be a table of millions of keys.
constexpr std::size_t kMostValuesSearched = 10'000;
constexpr int kDeepestSearched = 4;

bool isKeyAmong(std::string_view key, KeyNames keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Follows names separated by slashes.
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

template<typename Condition>
bool allElements(const std::vector<JsonView>& sample, Condition condition)
{
    return !sample.empty() && std::all_of(sample.begin(), sample.end(), condition);
}

bool canBeText(const JsonView& value)
{
    return value.isString() || value.isArray() || value.isObject();
}

struct ObjectKeys {
    std::string role;
    std::string text;
    int certainty = 0;
};

/// The key of the text of messages whose role is at `rolePath`, which is in the same object as the role or
/// beside it.
std::string textPathFor(const std::vector<JsonView>& sample, std::string_view rolePath)
{
    const std::size_t slash = rolePath.find('/');
    const bool isWrapped = slash != std::string_view::npos && !rolePath.starts_with("author");
    const std::string prefix = isWrapped ? std::string(rolePath.substr(0, slash + 1)) : std::string();
    for (const std::string_view key : kMessageTextKeys) {
        const std::string path = prefix + std::string(key);
        if (path == rolePath)
            continue;
        const auto with = std::count_if(sample.begin(), sample.end(), [&](const JsonView& each) {
            return canBeText(valueAtPath(each, path));
        });
        if (static_cast<std::size_t>(with) * 2 >= sample.size())
            return path;
    }
    return {};
}

/// In a list that is not `isDialogue`, words that are no known roles need not be speakers: rows have an
/// author, edges of a graph have a "from".
ObjectKeys keysOfMessages(const std::vector<JsonView>& sample, bool isDialogue)
{
    for (const bool isWeak : {false, true}) {
        for (const std::string_view path : isWeak ? KeyNames(kWeakSpeakerKeys) : KeyNames(kSpeakerKeys)) {
            std::size_t known = 0;
            std::size_t said = 0;
            const bool isSpeaker = allElements(sample, [&](const JsonView& each) {
                const JsonView role = valueAtPath(each, path);
                known += usualRole(role.string()).empty() ? 0 : 1;
                said += role.isString() ? 1 : 0;
                return role.isMissing() || (role.isString() && role.string().size() <= kLongestSpeaker);
            });
            // Calls of tools are listed among the messages without a speaker.
            if (!isSpeaker || said * 2 < sample.size() || said == 0)
                continue;
            if (isWeak && (known < sample.size() || sample.size() < 2))
                continue;
            if (known == 0 && !isDialogue && path != "speaker")
                continue;
            std::string text = textPathFor(sample, path);
            if (!text.empty())
                return {std::string(path), std::move(text), known == said ? 9 : isWeak ? 5 : 6};
        }
    }
    return {};
}

LayoutPart textPart(Slot slot, std::string_view key)
{
    return {.slot = slot, .form = PartForm::Text, .at = pointerToPath(key)};
}

LayoutPart listPart(Slot slot, std::string_view key)
{
    return {.slot = slot, .form = PartForm::List, .at = pointerToPath(key)};
}

/// What the user says, perhaps in a transcript.
LayoutPart userPart(std::string_view key)
{
    const bool isDialogue = isKeyAmong(key, kDialogueKeys);
    return {.slot = Slot::Prompt,
            .form = isDialogue ? PartForm::NamedLines : PartForm::Transcript,
            .at = pointerToPath(key)};
}

struct FoundMessages {
    LayoutPart part;
    int certainty = 0;
};

bool isProse(const JsonView& value)
{
    const std::string_view text = value.string();
    return text.find(' ') != std::string_view::npos || scriptOf(text) != Script::Latin;
}

std::optional<FoundMessages> messagesIn(const JsonView& list, std::string_view key)
{
    const std::vector<JsonView> sample = firstElements(list);
    const bool isDialogue = isKeyAmong(key, kDialogueKeys);
    if (allElements(sample, [](const JsonView& each) { return each.isObject(); })) {
        ObjectKeys keys = keysOfMessages(sample, isDialogue);
        if (keys.certainty == 0 && (isDialogue || key == "instances") && isExchangeList(list))
            return FoundMessages{{.form = PartForm::Exchanges}, 7};
        // MultiWOZ's turns have no other name.
        const bool isLog = key == "log" && allElements(sample, [](const JsonView& each) {
                               return each["text"].isString() && each["metadata"].isObject();
                           });
        if (keys.certainty == 0 && (isDialogue || isLog) && sample.size() > 1)
            keys = {{}, textPathFor(sample, {}), 4};
        if (!keys.text.empty())
            return FoundMessages{{.role = pointerToPath(keys.role), .text = pointerToPath(keys.text)},
                                 keys.certainty};
    } else if (isDialogue && isExchangeList(list)) {
        return FoundMessages{{.form = PartForm::Exchanges}, 6};
    } else if ((isDialogue || key == "data") && sample.size() > 1 &&
               allElements(sample, [](const JsonView& each) { return each.isString(); }) &&
               std::any_of(sample.begin(), sample.end(), isProse)) {
        return FoundMessages{{.form = PartForm::Texts}, 4};
    } else if (allElements(sample, [](const JsonView& each) { return each.isArray() && each.size() > 0; })) {
        auto inner = messagesIn(sample.front(), {});
        if (inner && inner->part.form == PartForm::Objects) {
            inner->part.form = PartForm::NestedLists;
            return inner;
        }
    }
    return std::nullopt;
}

bool isNumberedTurn(std::string_view key)
{
    return !key.empty() && key.back() >= '0' && key.back() <= '9' && key.starts_with("turn");
}

/// Looks for messages anywhere in a record.
class MessageSearch {
public:
    explicit MessageSearch(KeyNames passedOver, std::vector<std::string> candidates)
        : m_passedOver(passedOver), m_candidates(std::move(candidates))
    {
    }

    void look(const JsonView& value, std::string_view key, const std::string& path, int depth)
    {
        if (value.isArray()) {
            if (auto found = messagesIn(value, key)) {
                found->part.at = pointerToPath(path);
                // Deeper ones are less likely meant.
                found->certainty = std::max(1, found->certainty - (depth - 1));
                m_found.push_back(std::move(*found));
            }
            return;
        }
        if (!value.isObject() || depth >= kDeepestSearched)
            return;
        lookAtMembers(value, path, depth);
    }

    std::vector<FoundMessages> takeFound() && { return std::move(m_found); }

private:
    void lookAtMembers(const JsonView& object, const std::string& path, int depth)
    {
        bool isTurns = object.size() > 0;
        for (const auto [key, value] : object.members()) {
            const std::string_view name = key;
            isTurns = isTurns && isNumberedTurn(name) && value.isObject();
            if (++m_searched > kMostValuesSearched)
                return;
            const bool isCandidate = depth == 0 && (isKeyAmong(name, m_passedOver) ||
                                                    std::find(m_candidates.begin(), m_candidates.end(),
                                                              name) != m_candidates.end());
            if (!isCandidate && name.find_first_of("/~") == std::string_view::npos)
                look(value, name, path.empty() ? std::string(name) : path + "/" + std::string(name),
                     depth + 1);
        }
        if (isTurns && !path.empty())
            m_found.push_back({{.form = PartForm::NumberedTurns, .at = pointerToPath(path)}, 6});
    }

    KeyNames m_passedOver;
    std::vector<std::string> m_candidates;
    std::vector<FoundMessages> m_found;
    std::size_t m_searched = 0;
};

class Inference {
public:
    explicit Inference(const JsonView& record) : m_record(record) {}

    std::optional<Layout> make()
    {
        if (m_record.isArray())
            return ofList();
        if (!m_record.isObject())
            return std::nullopt;
        findPair();
        findCandidateList();
        findSystem();
        findMessages();
        if (m_certainty == 0)
            findQuestion();
        if (m_certainty == 0)
            findAnswersOfModel();
        if (m_certainty == 0)
            findTranscript();
        findRejected();
        return result();
    }

private:
    std::optional<Layout> result()
    {
        if (m_certainty == 0)
            return std::nullopt;
        m_layout.score = kLeastScore + m_certainty;
        return std::move(m_layout);
    }

    std::optional<Layout> ofList()
    {
        auto found = messagesIn(m_record, "messages");
        if (!found)
            return std::nullopt;
        m_certainty = found->certainty;
        m_layout.messages.push_back(std::move(found->part));
        return result();
    }

    void addCandidate(Slot slot, std::string_view key)
    {
        m_layout.candidates.push_back({.slot = slot, .form = PartForm::Answer, .at = pointerToPath(key)});
        m_candidateKeys.emplace_back(key);
    }

    void findPair()
    {
        for (const CandidatePair& pair : kPairs) {
            if (!canBeText(m_record[pair.first]) || !canBeText(m_record[pair.second]))
                continue;
            const bool isJudged = pair.verdict != Verdict::None;
            addCandidate(isJudged ? Slot::Options : Slot::Chosen, pair.first);
            addCandidate(isJudged ? Slot::Options : Slot::Rejected, pair.second);
            if (isMessageList(m_record[pair.first]) && isMessageList(m_record[pair.second])) {
                m_layout.sharesPrefix = true;
                m_certainty = 7;
            }
            if (m_record[pair.verdictKey].hasValue()) {
                m_layout.verdict = pair.verdict;
                m_layout.verdictAt = pointerToPath(pair.verdictKey);
            }
            return;
        }
    }

    void findCandidateList()
    {
        if (!m_layout.candidates.empty())
            return;
        for (const std::string_view key : kCandidateListKeys) {
            const std::vector<JsonView> sample = firstElements(m_record[key]);
            LayoutPart part = listPart(Slot::Candidates, key);
            const bool areLists =
                allElements(sample, [](const JsonView& each) { return isMessageList(each); });
            // One answer may be a list of texts; several are lists of messages.
            bool fits = areLists || (key != "answer" && allElements(sample, [](const JsonView& each) {
                                         return each.isString();
                                     }));
            for (const std::string_view text : kCandidateTextKeys) {
                if (fits || key == "answer")
                    break;
                fits = allElements(sample, [&](const JsonView& each) { return each[text].isString(); }) &&
                       !isMessageList(m_record[key]);
                part.text = pointerToPath(text);
            }
            if (!fits)
                continue;
            m_layout.candidates.push_back(std::move(part));
            m_candidateKeys.emplace_back(key);
            if (areLists) {
                m_layout.sharesPrefix = true;
                m_certainty = 6;
            }
            return;
        }
    }

    void findSystem()
    {
        for (const std::string_view key : kSystemKeys) {
            const JsonView system = m_record[key];
            if (system.isString() && !system.string().empty())
                m_layout.messages.push_back(textPart(Slot::System, key));
            else if (system["parts"].isArray())
                m_layout.messages.push_back({.slot = Slot::System,
                                             .form = PartForm::Object,
                                             .at = pointerToPath(key),
                                             .text = JsonPointer("/parts")});
            else
                continue;
            return;
        }
    }

    void findMessages()
    {
        MessageSearch search(kCandidateMessageKeys, m_candidateKeys);
        search.look(m_record, {}, {}, 0);
        std::vector<FoundMessages> found = std::move(search).takeFound();
        // Earlier exchanges go before a question that is a text of its own.
        if (hasQuestionText())
            std::erase_if(found, [](const FoundMessages& each) {
                return each.part.form == PartForm::Exchanges && each.part.at.member() == "history";
            });
        if (found.empty())
            return;
        m_layout.sharesPrefix = false;
        const auto best =
            std::max_element(found.begin(), found.end(), [](const FoundMessages& a, const FoundMessages& b) {
                return a.certainty < b.certainty;
            });
        m_certainty = best->certainty;
        // Beside messages, a list that comes before or after them: "prompt" and "completion".
        const auto topOf = [](const FoundMessages& each) {
            const std::string_view path = each.part.at.text();
            return path.substr(1, path.find('/', 1) - 1);
        };
        const auto isLast = [&](const FoundMessages& each) { return isKeyAmong(topOf(each), kLastKeys); };
        const auto isFirst = [&](const FoundMessages& each) {
            return isKeyAmong(topOf(each), kQuestionKeys) || topOf(each) == "context";
        };
        const bool areParts = isLast(*best) || isFirst(*best);
        if (!areParts) {
            m_layout.messages.push_back(best->part);
            // MT-bench's questions, which follow each other.
            const bool areQuestions =
                best->part.form == PartForm::Texts && !m_record["question_id"].isMissing();
            if (areQuestions)
                m_layout.messages.back().slot = Slot::Prompt;
            return;
        }
        for (const bool wantsLast : {false, true}) {
            for (const FoundMessages& each : found) {
                if (wantsLast ? isLast(each) : isFirst(each))
                    m_layout.messages.push_back(each.part);
            }
        }
        const bool hasLast = std::any_of(found.begin(), found.end(), isLast);
        if (!hasLast)
            addAnswer();
    }

    /// MT-bench keeps questions and the answers of each model in files of their own.
    void findAnswersOfModel()
    {
        const JsonView choices = m_record["choices"];
        const JsonView turns =
            firstElements(choices).empty() ? JsonView() : firstElements(choices)[0]["turns"];
        if (turns.size() == 0 || !(*turns.elements().begin()).isString())
            return;
        m_layout.messages.push_back(
            {.slot = Slot::Response, .form = PartForm::Texts, .at = pointerToPath("choices/0/turns")});
        m_certainty = 4;
    }

    bool hasQuestionText() const
    {
        return std::any_of(std::begin(kQuestionKeys), std::end(kQuestionKeys),
                           [this](std::string_view key) { return !m_record[key].string().empty(); });
    }

    /// An answer that is a text or one message.
    bool addAnswer()
    {
        for (const std::string_view key : kAnswerKeys) {
            const JsonView answer = m_record[key];
            if (answer.isString())
                m_layout.messages.push_back(textPart(Slot::Response, key));
            else if (isMessage(answer))
                m_layout.messages.push_back({.slot = Slot::Response,
                                             .form = PartForm::Object,
                                             .at = pointerToPath(key),
                                             .role = JsonPointer("/role"),
                                             .text = JsonPointer("/content")});
            else
                continue;
            return true;
        }
        return false;
    }

    void findQuestion()
    {
        for (const std::string_view key : kQuestionKeys) {
            const JsonView question = m_record[key];
            if (!question.isString() || question.string().empty())
                continue;
            const std::size_t before = m_layout.messages.size();
            m_layout.messages.push_back(userPart(key));
            const bool hasAnswer = addAnswer();
            // "input" and "output" of a program are often names of files.
            const bool isQuestion = key != "input" || isProse(question);
            if (isQuestion && (hasAnswer || !m_layout.candidates.empty())) {
                m_certainty = hasAnswer ? 5 : 4;
                addHistory(before);
                return;
            }
            m_layout.messages.resize(before);
        }
    }

    /// Earlier exchanges go before the question.
    void addHistory(std::size_t index)
    {
        if (isExchangeList(m_record["history"]))
            m_layout.messages.insert(
                m_layout.messages.begin() + static_cast<std::ptrdiff_t>(index),
                {.slot = Slot::History, .form = PartForm::Exchanges, .at = pointerToPath("history")});
    }

    void findTranscript()
    {
        for (const std::string_view key : kTextKeysOfWhole) {
            const std::string_view text = m_record[key].string();
            const bool hasNames = isKeyAmong(key, kDialogueKeys) && splitNamedLines(text).size() > 1;
            if (splitTranscript(text).size() < 2 && !hasNames)
                continue;
            m_layout.messages.push_back(userPart(key));
            m_certainty = 3;
            return;
        }
    }

    /// Candidates beside messages, as ms-swift writes them.
    void findRejected()
    {
        if (m_certainty == 0)
            return;
        if (m_record["positive_messages"].isArray() && m_record["negative_messages"].isArray()) {
            m_layout.candidates.push_back(listPart(Slot::Chosen, "positive_messages"));
            m_layout.candidates.push_back(listPart(Slot::Rejected, "negative_messages"));
        }
    }

    const JsonView m_record;
    Layout m_layout;
    /// 1 to 9.
    int m_certainty = 0;
    std::vector<std::string> m_candidateKeys;
};

} // namespace

bool isNameOfPart(std::string_view name)
{
    return isKeyAmong(name, kDialogueKeys) || isKeyAmong(name, kQuestionKeys) ||
           isKeyAmong(name, kAnswerKeys) || isKeyAmong(name, kLastKeys) || isKeyAmong(name, kSystemKeys) ||
           isKeyAmong(name, kCandidateMessageKeys) || name == "chosen" || name == "rejected" ||
           name == "context";
}

std::optional<Layout> inferLayout(const JsonView& record)
{
    return Inference(record).make();
}

} // namespace duologue
