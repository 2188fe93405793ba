// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/common/transcript_parts.h"
#include "core/formats/inferred/infer_parts.h"
#include "core/formats/inferred/message_search_parts.h"
#include "core/record/roles.h"

#include <algorithm>
#include <span>

namespace duologue {

namespace {

constexpr std::string_view kQuestionKeys[] = {
    "instruction", "prompt",  "query",  "question",    "problem",      "input_text", "input",
    "user_input",  "history", "inputs", "user_prompt", "user_message", "user_query", "message",
    "context",     "指令",    "问题",   "提问",        "输入"};
constexpr std::string_view kAnswerKeys[] = {"response",
                                            "output",
                                            "completion",
                                            "reply",
                                            "solution",
                                            "answer",
                                            "expected_output",
                                            "judgment",
                                            "outputs",
                                            "generation",
                                            "generated_text",
                                            "model_output",
                                            "model_response",
                                            "assistant_response",
                                            "bot_response",
                                            "targets",
                                            "target",
                                            "回答",
                                            "回复",
                                            "答案",
                                            "输出"};
/// Names of files and of much else; a question is prose.
constexpr std::string_view kInputKeys[] = {"input", "inputs", "输入"};
/// Answers to a "context".
constexpr std::string_view kReplyKeys[] = {"response", "reply", "回复"};
/// Names of the two sides, if each has one text. Words such as "customer" are names of people in other data.
constexpr std::string_view kUserNames[] = {"user", "human", "用户", "人类", "问"};
constexpr std::string_view kAssistantNames[] = {"assistant", "bot",  "chatbot", "ai",
                                                "gpt",       "助手", "机器人",  "答"};
/// What follows the messages if both are messages.
constexpr std::string_view kLastKeys[] = {"completion", "response",        "output",
                                          "outputs",    "expected_output", "answer"};
/// Where the answer to a request is, in logs of programs that call a model.
constexpr std::string_view kAnswerPaths[] = {"response/choices/0/message",
                                             "response/body/choices/0/message",
                                             "output/choices/0/message",
                                             "response/message",
                                             "response/content",
                                             "output/message",
                                             "response/candidates/0/content"};
/// Questions that an answer of items is to, if they are texts.
constexpr std::string_view kItemQuestionKeys[] = {"input", "prompt", "instruction", "question", "query"};
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
    const bool isDialogue = isKeyAmong(key, dialogueKeys());
    return {.slot = Slot::Prompt,
            .form = isDialogue ? PartForm::NamedLines : PartForm::Transcript,
            .at = pointerToPath(key)};
}

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
        if (m_certainty == 0 && m_earlier) {
            m_layout.messages.push_back(*m_earlier);
            m_certainty = 5;
        }
        if (m_certainty == 0)
            findSpeakers();
        if (m_certainty == 0)
            findContextAndAnswer();
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
        if (isItemList(m_record["output"]) && !m_record["instructions"].string().empty())
            m_layout.messages.push_back(textPart(Slot::System, "instructions"));
    }

    /// The question that the items of an answer are to.
    void addItemQuestion()
    {
        if (!isItemList(m_record["output"]))
            return;
        for (const std::string_view key : kItemQuestionKeys) {
            if (!m_record[key].string().empty()) {
                m_layout.messages.push_back(textPart(Slot::Prompt, key));
                return;
            }
        }
    }

    void findMessages()
    {
        std::vector<std::string> passedOver = m_candidateKeys;
        passedOver.insert(passedOver.end(), std::begin(kCandidateMessageKeys),
                          std::end(kCandidateMessageKeys));
        std::vector<FoundMessages> found = findAllMessages(m_record, passedOver);
        // Earlier messages go before a question that is a text of its own.
        const auto isEarlier = [this](const FoundMessages& each) {
            return isKeyAmong(topOf(each), historyKeys()) && hasQuestionText();
        };
        const auto earlier = std::find_if(found.begin(), found.end(), isEarlier);
        if (earlier != found.end())
            m_earlier = earlier->part;
        std::erase_if(found, isEarlier);
        if (found.empty())
            return;
        m_layout.sharesPrefix = false;
        const auto best =
            std::max_element(found.begin(), found.end(), [](const FoundMessages& a, const FoundMessages& b) {
                return a.certainty < b.certainty;
            });
        m_certainty = best->certainty;
        // Beside messages, a list that comes before or after them: "prompt" and "completion".
        const auto isLast = [](const FoundMessages& each) { return isKeyAmong(topOf(each), kLastKeys); };
        const auto isFirst = [](const FoundMessages& each) {
            return isKeyAmong(topOf(each), kQuestionKeys) || topOf(each) == "request";
        };
        if (!isLast(*best) && !isFirst(*best)) {
            m_layout.messages.push_back(best->part);
            // MT-bench's questions, which follow each other.
            const bool areQuestions =
                best->part.form == PartForm::Texts && !m_record["question_id"].isMissing();
            if (areQuestions)
                m_layout.messages.back().slot = Slot::Prompt;
            else if (isKeyAmong(topOf(*best), historyKeys()))
                addAnswer();
            return;
        }
        if (std::none_of(found.begin(), found.end(), isFirst))
            addItemQuestion();
        for (const bool wantsLast : {false, true}) {
            for (const FoundMessages& each : found) {
                if (wantsLast ? isLast(each) : isFirst(each))
                    m_layout.messages.push_back(each.part);
            }
        }
        if (std::none_of(found.begin(), found.end(), isLast))
            addAnswer();
    }

    static std::string_view topOf(const FoundMessages& found)
    {
        const std::string_view path = found.part.at.text();
        return path.substr(1, path.find('/', 1) - 1);
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
        return std::any_of(std::begin(kQuestionKeys), std::end(kQuestionKeys), [this](std::string_view key) {
            return !m_record[memberNamed(m_record, key)].string().empty();
        });
    }

    /// An answer that is a text or one message.
    bool addAnswer()
    {
        for (const std::string_view name : kAnswerKeys) {
            const std::string_view key = memberNamed(m_record, name);
            if (key.empty() || !addAnswerAt(m_record[key], key))
                continue;
            return true;
        }
        for (const std::string_view path : kAnswerPaths) {
            if (addAnswerAt(pointerToPath(path).in(m_record), path))
                return true;
        }
        return false;
    }

    bool addAnswerAt(const JsonView& answer, std::string_view path)
    {
        if (answer.isString())
            m_layout.messages.push_back(textPart(Slot::Response, path));
        else if (isMessage(answer))
            m_layout.messages.push_back({.slot = Slot::Response,
                                         .form = PartForm::Object,
                                         .at = pointerToPath(path),
                                         .role = JsonPointer("/role"),
                                         .text = JsonPointer("/content")});
        else if (answer["parts"].isArray())
            m_layout.messages.push_back({.slot = Slot::Response,
                                         .form = PartForm::Object,
                                         .at = pointerToPath(path),
                                         .role = JsonPointer("/role"),
                                         .text = JsonPointer("/parts")});
        else
            return false;
        return true;
    }

    /// Whether the text under one of the question's names is a question, whose answer has been added last.
    bool isQuestion(std::string_view name, const JsonView& text) const
    {
        // Records of programs have messages, too.
        if (name == "message")
            return m_earlier.has_value();
        if (name == "context")
            return isProse(text) && isKeyAmong(m_layout.messages.back().at.member(), kReplyKeys);
        return !isKeyAmong(name, kInputKeys) || isProse(text);
    }

    void findQuestion()
    {
        for (const std::string_view name : kQuestionKeys) {
            const std::string_view key = memberNamed(m_record, name);
            const JsonView question = m_record[key];
            if (question.string().empty())
                continue;
            const std::size_t before = m_layout.messages.size();
            m_layout.messages.push_back(userPart(key));
            const bool hasAnswer = addAnswer();
            if (isQuestion(name, question) && (hasAnswer || m_earlier || !m_layout.candidates.empty())) {
                m_certainty = hasAnswer ? 5 : 4;
                addEarlier(before);
                return;
            }
            m_layout.messages.resize(before);
        }
    }

    /// What was said before the question.
    void addEarlier(std::size_t index)
    {
        if (!m_earlier)
            return;
        if (m_earlier->form == PartForm::Exchanges || m_earlier->form == PartForm::Texts)
            m_earlier->slot = Slot::History;
        m_layout.messages.insert(m_layout.messages.begin() + static_cast<std::ptrdiff_t>(index), *m_earlier);
    }

    /// A text of the user and one of the assistant under the names of who speaks: {"user": …, "bot": …}.
    void findSpeakers()
    {
        std::string_view asks;
        std::string_view answers;
        for (const auto [key, value] : m_record.members()) {
            if (!isProse(value))
                continue;
            if (isKeyAmong(key, kUserNames) && asks.empty())
                asks = key;
            else if (isKeyAmong(key, kAssistantNames) && answers.empty())
                answers = key;
        }
        if (asks.empty() || answers.empty())
            return;
        m_layout.messages.push_back(userPart(asks));
        m_layout.messages.push_back(textPart(Slot::Response, answers));
        m_certainty = 4;
    }

    /// Texts that were said one after another, and the answer to the last of them.
    void findContextAndAnswer()
    {
        for (const std::string_view name : historyKeys()) {
            const std::string_view key = memberNamed(m_record, name);
            const std::vector<JsonView> sample = firstElements(m_record[key]);
            if (key.empty() || !allElements(sample, [](const JsonView& each) { return each.isString(); }) ||
                std::none_of(sample.begin(), sample.end(), isProse))
                continue;
            m_layout.messages.push_back(
                {.slot = Slot::History, .form = PartForm::Texts, .at = pointerToPath(key)});
            if (addAnswer()) {
                m_certainty = 4;
                return;
            }
            m_layout.messages.pop_back();
        }
    }

    void findTranscript()
    {
        for (const std::string_view key : kTextKeysOfWhole) {
            const std::string_view text = m_record[key].string();
            const bool hasNames = isKeyAmong(key, dialogueKeys()) && splitNamedLines(text).size() > 1;
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
    /// Messages before a question that is a text of its own.
    std::optional<LayoutPart> m_earlier;
};

} // namespace

bool isNameOfPart(std::string_view name)
{
    return isKeyAmong(name, dialogueKeys()) || isKeyAmong(name, kQuestionKeys) ||
           isKeyAmong(name, kAnswerKeys) || isKeyAmong(name, kLastKeys) || isKeyAmong(name, kSystemKeys) ||
           isKeyAmong(name, kCandidateMessageKeys) || name == "chosen" || name == "rejected" ||
           name == "context";
}

std::optional<Layout> inferLayout(const JsonView& record)
{
    return Inference(record).make();
}

} // namespace duologue
