// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/inferred/learned_format.h"
#include "core/json/json_writer.h"
#include "tests/support/random.h"
#include "tests/support/spoken.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <list>
#include <map>

using namespace duologue;
using namespace duologue::test;

namespace {

using Strings = std::vector<std::string>;

/// What people call the parts of a conversation: none of these names is in the table of words, their words
/// are.
const std::map<std::string, Strings> kNames{
    {"ask",
     {"last_user_utterance", "visitorQuestion", "askedQuery", "customer-request", "Prompt Text", "userMsg",
      "client_inquiry", "顾客提问", "用户问题"}},
    {"answer",
     {"botReplyText", "assistant_response", "agentAnswer", "model-output", "Generated Reply", "system_reply",
      "chatbotResponse", "客服回答", "助手回复"}},
    {"instruction", {"task_instruction", "taskInstruction", "given-instruction"}},
    {"input", {"task_input", "inputText", "given_input", "extra-input"}},
    {"list",
     {"chat_messages", "dialogueTurns", "conversation_log", "Chat Turns", "talkUtterances", "对话消息"}},
    {"speaker", {"speaker_name", "messageSender", "speaker-role", "turnSpeaker"}},
    {"text", {"utterance_text", "messageText", "said_text", "turn-content"}},
    {"history", {"chat_history", "dialogueHistory", "previous_turns"}},
    {"system", {"systemPrompt", "system_message", "system-instruction"}},
    {"good", {"chosen_answer", "preferredResponse", "better-reply"}},
    {"bad", {"rejected_answer", "dispreferredResponse", "worse-reply"}},
    {"candidate", {"model_response", "candidateAnswer", "reply"}},
};

/// "chosen_answer" and "rejected_answer" belong together.
constexpr std::size_t kPairs = 3;

constexpr std::string_view kQuestions[] = {
    "When does the ferry leave for the island on Sundays?", "How do I keep the leeks fresh in winter?",
    "What should I pack for three days in the mountains?",  "Which of the two bridges was built first?",
    "Can you tell me why the mill wheel does not turn?",    "Where can I leave my bicycle near the station?",
    "Who repairs old clocks in this part of the town?",     "How long does the bread have to rest?",
    "Is the path along the river open after the rain?",     "What is the best time to plant apple trees?"};
constexpr std::string_view kAnswers[] = {"It leaves at nine, and again at half past two.",
                                         "Put them into damp sand, standing up, in the cellar.",
                                         "Take warm clothes, a lamp and enough to drink.",
                                         "The stone bridge is older by some sixty years.",
                                         "A branch has got between the wheel and the wall.",
                                         "There is a roofed place behind the main building.",
                                         "Ask at the shop next to the church, they do.",
                                         "Leave it for two hours, under a damp cloth.",
                                         "Yes, but the part below the weir is muddy.",
                                         "Late in autumn, before the ground is frozen."};

std::string textJson(std::string_view text)
{
    std::string json;
    JsonWriter out(json);
    out.text(text);
    return json;
}

/// Members in any order.
struct Members {
    std::vector<std::pair<std::string, std::string>> all;

    void addJson(const std::string& name, std::string json) { all.emplace_back(name, std::move(json)); }
    void add(const std::string& name, std::string_view text) { addJson(name, textJson(text)); }
    std::string json() const
    {
        std::string json = "{";
        for (const auto& [name, value] : all)
            json += (json.size() > 1 ? "," : "") + textJson(name) + ":" + value;
        return json + "}";
    }
};

std::string listJson(const Strings& elements)
{
    std::string json = "[";
    for (const std::string& element : elements)
        json += (json.size() > 1 ? "," : "") + element;
    return json + "]";
}

/// Chooses names and writes records of one shape with them.
class Writer {
public:
    explicit Writer(std::uint32_t seed) : m_random(seed), m_nesting(m_random.below(3)) {}

    std::size_t below(std::size_t count) { return m_random.below(count); }
    /// The same name in all records.
    const std::string& name(const std::string& part)
    {
        const auto [at, isNew] = m_names.try_emplace(part);
        if (isNew)
            at->second = m_random.of(kNames.at(part));
        return at->second;
    }
    /// Names of a better and a worse answer, of one kind.
    const std::string& name(const std::string& part, std::size_t kind) const { return kNames.at(part)[kind]; }

    /// Shuffled, with what else records have, and perhaps within another object.
    std::string record(Members members, std::size_t index)
    {
        members.addJson("id", std::to_string(index));
        members.add("lang", "en");
        if (m_shuffle == 0)
            m_shuffle = 1 + m_random.below(members.all.size());
        std::rotate(members.all.begin(),
                    members.all.begin() + static_cast<std::ptrdiff_t>(m_shuffle % members.all.size()),
                    members.all.end());
        if (m_nesting == 0)
            return members.json();
        Members outer;
        outer.addJson("uid", textJson("r" + std::to_string(index)));
        outer.addJson(m_nesting == 1 ? "payload" : "data", members.json());
        return outer.json();
    }

private:
    Random m_random;
    const std::size_t m_nesting;
    std::size_t m_shuffle = 0;
    std::map<std::string, std::string> m_names;
};

std::string question(std::size_t record, std::size_t turn)
{
    return std::string(kQuestions[(record * 3 + turn) % std::size(kQuestions)]);
}

std::string answer(std::size_t record, std::size_t turn)
{
    return std::string(kAnswers[(record * 3 + turn) % std::size(kAnswers)]);
}

/// Records of one form, and what each says.
struct Made {
    Strings records;
    Strings said;
};

constexpr std::size_t kRecords = 8;

using Form = void (*)(Writer&, std::size_t record, Members&, std::string& said);

std::string turns(std::size_t record, std::size_t count)
{
    std::string said;
    for (std::size_t i = 0; i < count; ++i)
        said += (i > 0 ? " | user: " : "user: ") + question(record, i) + " | assistant: " + answer(record, i);
    return said;
}

void pair(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    members.add(writer.name("ask"), question(record, 0));
    members.add(writer.name("answer"), answer(record, 0));
    said = turns(record, 1);
}

void pairWithSystem(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    const std::string system = "Answer the guests of house " + std::to_string(record) + " in one sentence.";
    members.add(writer.name("system"), system);
    pair(writer, record, members, said);
    said = "system: " + system + " | " + said;
}

void instruction(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    const std::string input = record % 2 == 0 ? question(record, 1) : std::string();
    const std::string asked = "Write down for visitor " + std::to_string(record) + " what is asked here.";
    members.add(writer.name("instruction"), asked);
    members.add(writer.name("input"), input);
    members.add(writer.name("answer"), answer(record, 0));
    said = "user: " + asked + (input.empty() ? "" : "\n" + input) + " | assistant: " + answer(record, 0);
}

void exchanges(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    Strings list;
    const std::size_t count = 2 + record % 2;
    for (std::size_t i = 0; i < count; ++i) {
        Members exchange;
        exchange.add(writer.name("ask"), question(record, i));
        exchange.add(writer.name("answer"), answer(record, i));
        list.push_back(exchange.json());
    }
    members.addJson(writer.name("list"), listJson(list));
    said = turns(record, count);
}

void messages(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    constexpr std::string_view kSides[][2] = {
        {"User", "Bot"}, {"customer", "agent"}, {"USER", "SYSTEM"}, {"顾客", "客服"}};
    const auto& sides = kSides[writer.name("speaker").size() % std::size(kSides)];
    Strings list;
    const std::size_t count = 2 + record % 2;
    for (std::size_t i = 0; i < 2 * count; ++i) {
        Members message;
        message.add(writer.name("speaker"), sides[i % 2]);
        message.add(writer.name("text"), i % 2 == 0 ? question(record, i / 2) : answer(record, i / 2));
        list.push_back(message.json());
    }
    members.addJson(writer.name("list"), listJson(list));
    said = turns(record, count);
}

void tuples(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    Strings list;
    for (std::size_t i = 0; i < 4; ++i)
        list.push_back(listJson({textJson(i % 2 == 0 ? "user" : "assistant"),
                                 textJson(i % 2 == 0 ? question(record, i / 2) : answer(record, i / 2))}));
    members.addJson(writer.name("list"), listJson(list));
    said = turns(record, 2);
}

void labelled(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    Strings list;
    for (std::size_t i = 0; i < 4; ++i)
        list.push_back(
            textJson(i % 2 == 0 ? "User: " + question(record, i / 2) : "Bot: " + answer(record, i / 2)));
    members.addJson(writer.name("list"), listJson(list));
    said = turns(record, 2);
}

void transcript(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    std::string text;
    for (std::size_t i = 0; i < 2; ++i)
        text += (i > 0 ? "\nUser: " : "User: ") + question(record, i) + "\nAssistant: " + answer(record, i);
    members.add(writer.name("list"), text);
    said = turns(record, 2);
}

void sessions(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    for (std::size_t session = 0; session < 2; ++session) {
        Strings list;
        for (std::size_t i = 0; i < 2; ++i) {
            Members message;
            message.add(writer.name("speaker"), i == 0 ? "user" : "assistant");
            message.add(writer.name("text"), i == 0 ? question(record, session) : answer(record, session));
            list.push_back(message.json());
        }
        members.addJson("session_" + std::to_string(session + 4), listJson(list));
    }
    said = turns(record, 2);
}

void historyAndPair(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    Strings list;
    list.push_back(listJson({textJson(question(record, 0)), textJson(answer(record, 0))}));
    members.addJson(writer.name("history"), listJson(list));
    members.add(writer.name("ask"), question(record, 1));
    members.add(writer.name("answer"), answer(record, 1));
    said = turns(record, 2);
}

void columns(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    Members inside;
    inside.addJson(writer.name("speaker"), listJson({textJson("user"), textJson("assistant"),
                                                     textJson("user"), textJson("assistant")}));
    inside.addJson(writer.name("text"),
                   listJson({textJson(question(record, 0)), textJson(answer(record, 0)),
                             textJson(question(record, 1)), textJson(answer(record, 1))}));
    members.addJson(writer.name("list"), inside.json());
    said = turns(record, 2);
}

void preference(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    const std::size_t kind = writer.name("good").size() % kPairs;
    members.add(writer.name("ask"), question(record, 0));
    members.add(writer.name("good", kind), answer(record, 0));
    members.add(writer.name("bad", kind), answer(record, 4));
    said = "user: " + question(record, 0) + " | chosen: " + answer(record, 0) +
           " | rejected: " + answer(record, 4);
}

void judged(Writer& writer, std::size_t record, Members& members, std::string& said)
{
    constexpr std::string_view kCounters[][2] = {{"_1", "_2"}, {" A", " B"}, {"_a", "_b"}};
    const auto& counters = kCounters[writer.name("candidate").size() % std::size(kCounters)];
    const bool isFirst = record % 2 == 0;
    members.add(writer.name("ask"), question(record, 0));
    members.add(writer.name("candidate") + std::string(counters[0]), answer(record, 0));
    members.add(writer.name("candidate") + std::string(counters[1]), answer(record, 4));
    members.add("verdict", isFirst ? "A>B" : "B>A");
    said = "user: " + question(record, 0) + (isFirst ? " | chosen: " : " | rejected: ") + answer(record, 0) +
           (isFirst ? " | rejected: " : " | chosen: ") + answer(record, 4);
}

constexpr std::pair<const char*, Form> kForms[] = {{"pair", pair},
                                                   {"pair with system", pairWithSystem},
                                                   {"instruction", instruction},
                                                   {"exchanges", exchanges},
                                                   {"messages", messages},
                                                   {"tuples", tuples},
                                                   {"labelled texts", labelled},
                                                   {"transcript", transcript},
                                                   {"sessions", sessions},
                                                   {"history and pair", historyAndPair},
                                                   {"columns", columns},
                                                   {"preference", preference},
                                                   {"judged", judged}};

Made made(Form form, std::uint32_t seed)
{
    Made made;
    Writer writer(seed);
    for (std::size_t record = 0; record < kRecords; ++record) {
        Members members;
        form(writer, record, members, made.said.emplace_back());
        made.records.push_back(writer.record(std::move(members), record));
    }
    return made;
}

/// How records are read together, as the first records of a file.
class ReadTogether {
public:
    explicit ReadTogether(const Strings& records)
    {
        std::vector<JsonView> views;
        for (const std::string& record : records) {
            m_bytes.emplace_back(record);
            m_parsers.emplace_back();
            m_views.push_back(m_parsers.back().parse(m_bytes.back().view()).value());
        }
        LearnedRecords learned = learnRecords(m_views);
        m_isUnsure = std::any_of(learned.shapes.begin(), learned.shapes.end(),
                                 [](const LearnedShape& shape) { return shape.isUnsure; });
        m_origin.learned = learnedFormat(std::move(learned));
    }

    bool isUnsure() const { return m_isUnsure; }

    std::string said(std::size_t record) const
    {
        const Format* const format = FormatList::builtIn()->recognise(m_views[record], m_origin).format;
        if (format == nullptr)
            return {};
        Conversation conversation;
        std::vector<Problem> problems;
        RecordBuilder builder(conversation, m_origin, problems);
        format->read(m_views[record], builder);
        return spokenIn(conversation);
    }

private:
    std::list<PaddedBytes> m_bytes;
    std::list<JsonParser> m_parsers;
    std::vector<JsonView> m_views;
    RecordOrigin m_origin;
    bool m_isUnsure = false;
};

} // namespace

/// Data are recognised by the words of their keys, not by their keys: all forms, under names that are put
/// together from such words, in other orders and within other objects.
class RenamingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsOtherNames();
};

void RenamingTest::readsOtherNames()
{
    constexpr std::uint32_t kSeeds = 60;
    std::size_t all = 0;
    std::size_t equal = 0;
    std::size_t wrong = 0;
    std::size_t sureAndWrong = 0;
    std::string notes;
    for (const auto& [name, form] : kForms) {
        for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
            const Made data = made(form, seed);
            const ReadTogether read(data.records);
            bool isShown = false;
            bool areEqual = true;
            for (std::size_t i = 0; i < data.records.size(); ++i) {
                const std::string said = read.said(i);
                areEqual = areEqual && said == data.said[i];
                isShown = isShown || !said.empty();
            }
            ++all;
            equal += areEqual ? 1 : 0;
            const bool isWrong = !areEqual && isShown;
            wrong += isWrong ? 1 : 0;
            if (!areEqual)
                notes += std::string(name) + (isWrong ? " wrong: " : " none: ") + data.records[0] + "\n  " +
                         read.said(0) + "\n";
            sureAndWrong += isWrong && !read.isUnsure() ? 1 : 0;
        }
    }
    const std::string figures = std::to_string(equal) + " equal, " + std::to_string(wrong) + " wrong of " +
                                std::to_string(all) + "\n" + notes;
    QVERIFY2(20 * equal >= 19 * all && 100 * wrong <= all && sureAndWrong == 0, figures.c_str());
}

DUOLOGUE_TEST(RenamingTest)
#include "renaming_test.moc"
