// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_file.h"
#include "tests/core/format_fixture.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <chrono>
#include <random>

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& lines)
{
    std::string all;
    for (const std::string& line : lines)
        all.append(all.empty() ? "" : ", ").append(line);
    return all;
}

/// A score that makes a layout an inferred one, after the id of every description.
std::string inferred(std::string_view rest)
{
    return R"({"id": "x", "score": 15, )" + std::string(rest) + "}";
}

RecordAsRead readAs(const std::string& description, std::string_view json)
{
    return {*describedFormat(readFormatFile(description, "x").descriptions.at(0)), json};
}

std::string textOf(const JsonPointer& pointer)
{
    return pointer.text();
}

std::string textOf(const std::vector<JsonPointer>& pointers)
{
    std::string all;
    for (const JsonPointer& pointer : pointers)
        all += "[" + pointer.text() + "]";
    return all;
}

/// Every member of a part.
std::string everythingOf(const LayoutPart& part)
{
    std::string all =
        std::to_string(static_cast<int>(part.slot)) + "/" + std::to_string(static_cast<int>(part.form));
    for (const bool flag :
         {part.isStrict, part.isAlternative, part.isEach, part.isAnswerFirst, part.isLabelled})
        all += flag ? " 1" : " 0";
    for (const JsonPointer* pointer : {&part.at, &part.role, &part.text, &part.translation, &part.ask,
                                       &part.answer, &part.input, &part.before, &part.toolKey})
        all += " " + textOf(*pointer);
    all += " " + textOf(part.otherTexts) + " " + textOf(part.otherRoles);
    for (const std::string& mark : part.marks)
        all += " '" + mark + "'";
    return all + "\n";
}

std::string everythingOf(const Layout& layout)
{
    std::string all = std::to_string(layout.score) + " " + textOf(layout.recordIds) + " " +
                      textOf(layout.query) + " " + std::to_string(static_cast<int>(layout.verdict)) +
                      textOf(layout.verdictAt) + (layout.sharesPrefix ? " shares" : "") + "\n";
    for (const auto* parts : {&layout.messages, &layout.candidates}) {
        for (const LayoutPart& part : *parts)
            all += everythingOf(part);
        all += "--\n";
    }
    for (const auto& [word, role] : layout.roles)
        all += word + "=" + role + " ";
    return all;
}

/// Layouts and records at random. Each text of a record is another.
class RandomCase {
public:
    explicit RandomCase(std::uint32_t seed) : m_random(seed) {}

    /// Parts of any form, with pointers and patterns that records may have.
    Layout layout()
    {
        constexpr Slot kSlots[] = {Slot::System,  Slot::History,  Slot::Messages,
                                   Slot::Prompt,  Slot::Response, Slot::Candidates,
                                   Slot::Options, Slot::Chosen,   Slot::Rejected};
        Layout layout{.score = chance(4) ? kDescribedScore : kInferredScore};
        for (std::size_t i = below(3) + 1; i > 0; --i) {
            LayoutPart part = this->part();
            part.slot = kSlots[below(std::size(kSlots))];
            (isOfCandidates(part.slot) ? layout.candidates : layout.messages).push_back(std::move(part));
        }
        layout.query = pointer(3);
        layout.sharesPrefix = chance(3);
        return layout;
    }

    std::string record() { return object(4); }
    /// How many texts records have so far.
    std::size_t texts() const { return m_texts; }

private:
    std::size_t below(std::size_t count) { return m_random() % count; }
    bool chance(std::size_t oneIn) { return below(oneIn) == 0; }

    /// One in so many times; else none.
    JsonPointer pointer(std::size_t oneIn)
    {
        constexpr const char* kPointers[] = {"/q",      "/said",     "/who", "/log", "/a_1",
                                             "/q/said", "/log/said", "/0",   "/1"};
        return JsonPointer(chance(oneIn) ? kPointers[below(std::size(kPointers))] : "");
    }

    LayoutPart part()
    {
        constexpr const char* kPatterns[] = {"/a_#",     "/log/*",      "/*",  "/*/log",
                                             "/a_#/log", "/log/*/said", "/*/*"};
        LayoutPart part{.form = kFormWords[below(kFormWords.size())].value, .at = pointer(1)};
        part.isStrict = chance(2);
        if (chance(2)) {
            part.at = JsonPointer(kPatterns[below(std::size(kPatterns))]);
            part.isEach = true;
        }
        part.role = JsonPointer(chance(4) ? "" : "/who");
        part.text = JsonPointer("/said");
        part.otherTexts = {pointer(1)};
        part.ask = pointer(2);
        part.answer = pointer(2);
        part.input = pointer(3);
        part.before = pointer(3);
        part.isAnswerFirst = chance(2);
        part.toolKey = pointer(4);
        part.marks =
            chance(2) ? std::vector<std::string>{chance(2) ? "User" : "|", "*"} : std::vector<std::string>();
        part.isLabelled = chance(2);
        return part;
    }

    std::string value(int depth)
    {
        if (depth > 0 && chance(4))
            return object(depth - 1);
        if (depth == 0 || !chance(3))
            return scalar();
        std::string list;
        for (std::size_t i = below(4); i > 0; --i)
            list += (list.empty() ? "" : ",") + value(depth - 1);
        return "[" + list + "]";
    }

    std::string object(int depth)
    {
        std::string members;
        for (const char* key : {"q", "a_1", "who", "said", "log", "a_b", "9", "10", "x"}) {
            if (chance(2))
                members += (members.empty() ? "\"" : ",\"") + std::string(key) + "\":" + value(depth);
        }
        return "{" + members + "}";
    }

    std::string scalar()
    {
        if (chance(6))
            return chance(2) ? "null" : "\"\"";
        const std::string text = "text" + std::to_string(m_texts++) + ".";
        switch (below(4)) {
        case 0:
            return "\"User: " + text + "\"";
        case 1:
            return "\"[client] " + text + "|\"";
        default:
            return "\"" + text + "\"";
        }
    }

    std::mt19937 m_random;
    std::size_t m_texts = 0;
};

/// All texts of a record that a person can see.
std::string everythingShown(const RecordAsRead& record)
{
    const Conversation& conversation = record.conversation();
    std::string all(conversation.id);
    for (const Text& text : conversation.texts)
        all.append(" ").append(text.text);
    for (const auto* messages : {&conversation.messages, &conversation.candidateMessages}) {
        for (const Message& message : *messages)
            all.append(" ").append(message.roleInFile);
    }
    for (const auto* fields : {&conversation.fields, &conversation.partFields}) {
        for (const Field& field : *fields)
            all.append(" ").append(field.value.toJson());
    }
    return all;
}

/// What comes back of a layout that is written to a file.
Layout writtenAndRead(const Layout& layout)
{
    FormatDescription description;
    description.id = "x";
    description.layouts.push_back(layout);
    const FormatFile file = readFormatFile(formatFileText(description), "x");
    for (const Problem& problem : file.problems)
        qWarning("%s %s", inEnglish(problem.detail).c_str(), problem.pointer.c_str());
    return file.descriptions.empty() ? Layout() : file.descriptions.front().layouts.front();
}

} // namespace

/// What layouts say of records of unknown forms: patterns, other keys, names before texts.
class LayoutFormsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void problemsPointToTheirPlace_data();
    void problemsPointToTheirPlace();
    void everyMemberComesBackFromAFile();
    void partsKeepTheirOrderInAFile();
    void verdictsComeBackFromAFile();
    void refusesWrongTypes();
    void inferredDescriptionsDoNotTakeAllRecords();
    void wordsOfTheFileStay();
    void everyTextIsShown();
    void manyNamesTakeLinearTime_data();
    void manyNamesTakeLinearTime();
};

void LayoutFormsTest::reads_data()
{
    QTest::addColumn<QByteArray>("description");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("messageFields");
    const auto row = [](const char* name, const char* description, const char* json, const char* said,
                        const char* fields = "", const char* messageFields = "") {
        QTest::newRow(name) << QByteArray(description) << QByteArray(json) << QByteArray(said)
                            << QByteArray(fields) << QByteArray(messageFields);
    };

    row("sessions in the order of their numbers",
        R"("messages": {"each": "/session_#", "role": "/who", "text": "/said"})",
        R"({"session_10": [{"who": "bot", "said": "c"}], "session_2": [{"who": "user", "said": "b"}],
            "session_2_date": "May", "place": "here", "session_x": 1})",
        "user: b | assistant: c", "session_2_date place session_x",
        "0.session=session_2 1.session=session_10");
    row("letters after numbers, none of a word", R"("candidates": {"each": "/answer_#"}, "prompt": "/q")",
        R"({"q": "why?", "answer_b": "two", "answer_1": "one", "answer_key": "B", "data": "x"})",
        "user: why? | sample 1: one | sample b: two", "answer_key data");
    row("capital letters after small ones", R"("candidates": {"each": "/response#"}, "prompt": "/q")",
        R"({"q": "why?", "responseB": "two", "responseA": "one", "responsed": "x"})",
        "user: why? | sample A: one | sample B: two", "responsed");
    row("days", R"("messages": {"each": "/log/*", "role": "/who", "text": "/said"})",
        R"({"log": {"2024-05-02": [{"who": "user", "said": "a"}], "2024-04-30": [{"who": "bot", "said": "b"}]}})",
        "user: a | assistant: b", "", "0.part=2024-05-02 1.part=2024-04-30");
    row("numbers as names", R"("messages": {"each": "/log/*", "role": "/who", "text": "/said"})",
        R"({"log": {"10": {"who": "bot", "said": "b"}, "9": {"who": "user", "said": "a"}}})",
        "user: a | assistant: b", "", "0.part=9 1.part=10");
    row("a list in each element",
        R"("messages": {"each": "/parts/*/turns", "role": "/who", "text": "/said"})",
        R"({"parts": [{"day": 1, "turns": [{"who": "user", "said": "a"}, {"who": "bot", "said": "b"}]},
                      {"day": 2, "turns": []}, {"turns": [{"who": "user", "said": "c", "at": 5}], "day": 3}, null]})",
        "user: a | assistant: b | user: c", "parts.1.day parts.3", "0.day=1 2.day=3 2.at=5");
    row("a list as the record", R"("messages": {"each": "/*/turns", "role": "/who", "text": "/said"})",
        R"([{"turns": [{"who": "user", "said": "a"}], "day": 1}, {"day": 2}, 5])", "user: a", "1.day 2",
        "0.day=1");
    row("objects within", R"("messages": {"each": "/parts/*/info/turns", "role": "/who", "text": "/said"})",
        R"({"parts": {"x1": {"info": {"turns": [{"who": "user", "said": "a"}], "topic": "t"}, "day": 1}}})",
        "user: a", "", "0.part=x1 0.info.topic=\"t\" 0.day=1");
    row("texts under numbers alternate",
        R"("messages": {"each": "/turn_#", "form": "texts", "strict": false})",
        R"({"turn_2": "b", "turn_1": "a", "turn_3": "c"})", "user: a | assistant: b | user: c", "",
        "0.turn=turn_1 1.turn=turn_2 2.turn=turn_3");
    row("each question", R"("prompt": {"each": "/ask#"}, "response": "/reply")",
        R"({"ask1": "a", "ask2": "b", "reply": "c"})", "user: a | user: b | assistant: c", "",
        "0.ask=ask1 1.ask=ask2");
    row("named candidates", R"("prompt": "/q", "candidates": {"each": "/by/*", "text": ["/text", "/raw"]})",
        R"({"q": "why?", "by": {"large": {"text": "a", "ms": 3}, "small": {"text": null, "raw": "b"}, "none": null}})",
        "user: why? | sample large: a | sample small: b", "by.none", "c0.ms=3 c1.text=null");
    row("candidates of a list", R"("prompt": "/q", "candidates": {"each": "/choices/*/message/content"})",
        R"({"q": "why?", "choices": [{"index": 0, "message": {"role": "bot", "content": "a"}},
                                     {"index": 1, "message": {"role": "bot", "content": ["b", "c"]}}]})",
        "user: why? | sample: a | sample: b\nc", "",
        "c0.message.role=\"bot\" c0.index=0 c1.message.role=\"bot\" c1.index=1");
    row("the better of each", R"("prompt": "/q", "options": {"each": "/r_#", "form": "answer"},
        "verdict": {"at": "/best", "says": "index"})",
        R"({"q": "why?", "r_0": "a", "r_1": "b", "best": 1})", "user: why? | rejected 0: a | chosen 1: b",
        "best");

    row("lists as messages", R"("messages": "/log", "role": "/0", "text": "/1")",
        R"({"log": [["user", "a", "now"], ["bot", "b"]]})", "user: a | assistant: b", "",
        "0.element.2=\"now\"");
    row("other texts and speakers",
        R"("messages": {"at": "/log", "role": ["/who", "/kind"], "text": ["/said", "/call/args"]})",
        R"({"log": [{"who": "user", "said": "a", "kind": "k"}, {"who": null, "kind": "bot", "said": " ",
            "call": {"args": "b", "name": "n"}}]})",
        "user: a | assistant: b", "", "0.kind=\"k\" 1.who=null 1.said=\" \" 1.call.name=\"n\"");
    row("text in an object", R"("messages": "/log", "role": "/who", "text": "/msg")",
        R"({"log": [{"who": "user", "msg": {"kind": "text", "parts": ["a", "b"]}}]})", "user: a\nb", "",
        "0.msg={\"kind\":\"text\",\"parts\":[\"a\",\"b\"]}");
    row("inner keys are read once", R"("messages": "/log", "role": "/by/name", "text": "/msg/words")",
        R"({"log": [{"by": {"name": "user", "age": 3}, "msg": {"words": "a"}}]})", "user: a", "",
        "0.by.age=3");
    row("speakers are numbers",
        R"("messages": "/log", "role": "/who", "text": "/said", "roles": {"1": "user"})",
        R"({"log": [{"who": 1, "said": "a"}, {"who": 2, "said": "b"}]})", "user: a | 2: b");
    row("who answers first", R"("messages": {"at": "/log", "text": "/said", "first": "assistant"})",
        R"({"log": [{"said": "hello"}, {"said": "hi"}]})", "assistant: hello | user: hi");
    row("what a tool says",
        R"("messages": {"at": "/log", "role": "/who", "text": "/said", "tool_key": "/tool"})",
        R"({"log": [{"who": "bot", "said": "a", "tool": ""}, {"who": "bot", "said": "b", "tool": "map"},
                    {"who": "bot", "said": "c", "content": "d", "tool": "map"}]})",
        "assistant: a | tool: b | tool: d", "",
        "0.tool=\"\" 1.who=\"bot\" 1.tool=\"map\" 2.who=\"bot\" 2.said=\"c\" 2.tool=\"map\"");

    row("exchanges", R"("messages": {"at": "/log", "form": "exchanges", "ask": "/q", "answer": "/a"})",
        R"({"log": [{"q": "a", "a": "b", "id": 1}, {"q": null, "a": "c"}, {"q": "d", "a": ""}]})",
        "user: a | assistant: b | assistant: c | user: d", "", "1.id=1 2.q=null 3.a=\"\"");
    row("pairs", R"("messages": {"at": "/log", "form": "exchanges", "ask": "/0", "answer": "/1"})",
        R"({"log": [["a", "b"], ["c", "d", 7]]})", "user: a | assistant: b | user: c | assistant: d", "",
        "3.element.2=7");
    row("input and instruction",
        R"("messages": {"at": "/log", "form": "exchanges", "ask": "/q", "answer": "/a", "input": "/in", "before": "/task"})",
        R"({"task": "Sum.", "log": [{"q": "a", "in": "1", "a": "b"}, {"q": "c", "in": "N/A", "a": "d"}]})",
        "user: Sum.\na\n1 | assistant: b | user: Sum.\nc | assistant: d", "", "3.in=\"N/A\"");
    row("answers before questions",
        R"("messages": {"at": "/log", "form": "exchanges", "ask": "/q", "answer": "/a", "first": "assistant"})",
        R"({"log": [{"q": "b", "a": "a"}, {"q": "d", "a": "c"}]})",
        "assistant: a | user: b | assistant: c | user: d");
    row("labels of exchanges",
        R"("messages": {"at": "/log", "form": "exchanges", "ask": "/q", "answer": "/a", "labelled": true})",
        R"({"log": [{"q": "<|Human|>: a<eoh>", "a": "Bot: b"}, {"q": "Note: c", "a": "d"}]})",
        "user: a | assistant: b | user: Note: c | assistant: d");
    row("exchanges under names",
        R"("messages": {"each": "/round_#", "form": "exchanges", "ask": "/q", "answer": "/a"})",
        R"({"round_1": {"q": "a", "a": "b", "x": 1}, "round_2": {"q": "c", "a": "d"}, "round_3": {"y": 1}})",
        "user: a | assistant: b | user: c | assistant: d", "round_3.y",
        "0.round=round_1 1.round=round_1 1.x=1 2.round=round_2 3.round=round_2");

    row("query that is none", R"("prompt": "/q", "query": "/in", "response": "/a")",
        R"({"q": "a", "in": "<noinput>", "a": "b"})", "user: a | assistant: b", "in");
    row("query", R"("prompt": "/q", "query": "/in", "response": "/a")", R"({"q": "a", "in": "1", "a": "b"})",
        "user: a\n1 | assistant: b");

    row("names before texts", R"("messages": {"at": "/log", "form": "labelled-texts"})",
        R"({"log": ["on", "A: a", "more", "[client] b", "<user>: c", "**Bot**: d", "客服：e"]})",
        ": on | A: a | A: more | user: b | user: c | assistant: d | assistant: e");
    row("only these names", R"("messages": {"at": "/log", "form": "labelled-texts", "marks": ["A", "B"]})",
        R"({"log": ["A: a", "Note: b", "B: c"]})", "A: a | A: Note: b | B: c");
    row("roles of names",
        R"("messages": {"at": "/log", "form": "labelled-texts"}, "roles": {"A": "user", "B": "assistant"})",
        R"({"log": ["A: a", "B: b"]})", "user: a | assistant: b");

    row("lines after names", R"("messages": {"at": "/t", "form": "named-lines", "marks": ["Ann", "Bo"]})",
        R"({"t": "Ann: a\nNote: b\n\nBo: c</s>\nBo: d"})", "Ann: a\nNote: b | Bo: c | Bo: d");
    row("lines after any name", R"("messages": {"at": "/t", "form": "named-lines", "marks": ["*"]})",
        R"({"t": "Ann: a\nhttp://b\nBo (nurse): c__eot__Cy: d"})",
        "Ann: a\nhttp://b | Bo (nurse): c | Cy: d");
    row("names in a line", R"("messages": {"at": "/t", "form": "transcript", "marks": ["user", "bot"]})",
        R"({"t": "<s><user>: a: b. <bot>: c</s> <user>: see the user: d"})",
        "user: a: b. | assistant: c | user: see the user: d");
    row("names in brackets begin lines",
        R"("messages": {"at": "/t", "form": "transcript", "marks": ["client", "therapist"]})",
        R"({"t": "[client] a\n[therapist] b\n[laughs] c"})", "user: a | assistant: b\n[laughs] c");
    row("no names", R"("messages": {"at": "/t", "form": "transcript", "marks": ["user"]}, "response": "/a")",
        R"({"t": "plain", "a": "b"})", "assistant: b", "t");
    row("transcript and its answer",
        R"("prompt": {"at": "/t", "form": "transcript", "marks": ["User", "Bot"]},
        "response": {"at": "/a", "labelled": true})",
        R"({"t": "User: a\nBot: b\nUser: c\nBot: d", "a": "Bot: d"})",
        "user: a | assistant: b | user: c | assistant: d", "a");
    row("answer after its name", R"("prompt": "/q", "response": {"at": "/a", "labelled": true})",
        R"({"q": "System: a", "a": "System: b"})", "user: System: a | assistant: b");

    row("turns between marks",
        R"("messages": {"at": "/t", "form": "separated", "marks": "</s>"}, "response": "/a")",
        R"({"t": "a __eou__</s> b</s> c </s>", "a": "d"})",
        "user: a | assistant: b | user: c | assistant: d");
    row("marks within turns",
        R"("messages": {"at": "/t", "form": "separated", "marks": ["|", ";"]},
        "response": {"at": "/a", "marks": [";"]})",
        R"({"t": "a; b;|c|;d; |", "a": "e ;f;"})", "user: a\nb | assistant: c | user: d | assistant: e\nf");
    row("two turns before an answer",
        R"("messages": {"at": "/t", "form": "separated", "marks": "|"}, "response": "/a")",
        R"({"t": "a|b", "a": "c"})", "assistant: a | user: b | assistant: c");
    row("turns alone", R"("messages": {"at": "/t", "form": "separated", "marks": "|"})", R"({"t": "a|b"})",
        "user: a | assistant: b");

    row("columns of the record", R"("messages": {"form": "columns"}, "role": "/who", "text": "/said")",
        R"({"who": ["user", "bot"], "said": ["a", "b"], "x": 1})", "user: a | assistant: b", "x");
    row("lists of questions and answers",
        R"("messages": {"form": "question-lists", "ask": "/q", "answer": "/a"})",
        R"({"q": ["a", "", "c"], "a": ["b", "d"], "x": 1})",
        "user: a | assistant: b | assistant: d | user: c", "x");
    row("lists in a member",
        R"("messages": {"at": "/m", "form": "question-lists", "ask": "/q", "answer": "/a"})",
        R"({"m": {"q": ["a"], "a": ["b"], "x": 1}})", "user: a | assistant: b", "m.x");

    row("answer that is repeated", R"("messages": "/log", "role": "/who", "text": "/said", "response": "/a")",
        R"({"log": [{"who": "user", "said": "a"}, {"who": "bot", "said": "b"}], "a": " b "})",
        "user: a | assistant: b", "a");
    row("question that was asked before",
        R"("history": {"at": "/h", "form": "texts"}, "prompt": "/q", "response": "/a")",
        R"({"h": ["a", "b"], "q": "a", "a": "c"})", "user: a | assistant: b | user: a | assistant: c");
    row("question that ends the history",
        R"("history": {"at": "/h", "form": "objects", "role": "/who", "text": "/said"}, "prompt": "/q",
           "response": "/a")",
        R"({"h": [{"who": "bot", "said": "a"}, {"who": "user", "said": "b"}], "q": "b", "a": "c"})",
        "assistant: a | user: b | assistant: c", "q");
    row("question among the messages",
        R"("messages": "/log", "role": "/who", "text": "/said", "prompt": "/q")",
        R"({"log": [{"who": "user", "said": "a"}, {"who": "bot", "said": "b"}], "q": "a"})",
        "user: a | assistant: b", "q");
    row("answer that is the question", R"("prompt": "/q", "response": "/a")", R"({"q": "a", "a": "a"})",
        "user: a | assistant: a");
    row("messages as the answer",
        R"("messages": "/log", "role": "/who", "text": "/said",
           "response": {"at": "/more", "form": "objects", "role": "/by", "text": "/words"})",
        R"({"log": [{"who": "user", "said": "a"}], "more": [{"by": "user", "words": "a"}, {"by": "bot", "words": "b"}]})",
        "user: a | assistant: b", "more/0");

    row("good and bad within objects", R"("prompt": "/q", "chosen": "/good/value", "rejected": "/bad/value")",
        R"({"q": "a", "good": {"value": "b", "by": "x"}, "bad": {"value": "c"}})",
        "user: a | chosen: b | rejected: c", "good.by");
    row("transcripts to choose from",
        R"("chosen": {"at": "/good", "form": "transcript", "marks": ["User", "Bot"]},
           "rejected": {"at": "/bad", "form": "transcript", "marks": ["User", "Bot"]})",
        R"({"good": "User: a\nBot: b", "bad": "User: a\nBot: c"})", "user: a | chosen: b | rejected: c");
    row("lists to choose from",
        R"("chosen": {"at": "/good", "form": "objects", "role": "/who", "text": "/said"},
           "rejected": {"at": "/bad", "form": "objects", "role": "/who", "text": "/said"}, "shared_beginning": true)",
        R"({"good": [{"who": "user", "said": "a"}, {"who": "bot", "said": "b"}],
            "bad": [{"who": "user", "said": "a"}, {"who": "bot", "said": "c", "n": 1}]})",
        "user: a | chosen: b | rejected: c", "", "c1.n=1");
    row("texts in a list", R"("prompt": "/q", "response": "/a")",
        R"({"q": ["a", "b"], "a": {"text": "c", "n": 1}})", "user: a\nb | assistant: c", "",
        "1.a={\"text\":\"c\",\"n\":1}");
    row("answer below", R"("prompt": "/q", "response": "/a/choices/0/message/content")",
        R"({"q": "a", "a": {"choices": [{"message": {"role": "r", "content": "b"}, "n": 1}], "id": "i"}})",
        "user: a | assistant: b", "a.choices.0.message.role a.choices.0.n a.id");
    row("messages after a question", R"("prompt": "/q", "messages": "/log", "role": "/who", "text": "/said",
        "order": ["prompt", "messages"])",
        R"({"log": [{"who": "bot", "said": "b"}], "q": "a"})", "user: a | assistant: b");
}

void LayoutFormsTest::reads()
{
    QFETCH(const QByteArray, description);
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, said);
    QFETCH(const QByteArray, fields);
    QFETCH(const QByteArray, messageFields);
    const std::string text = inferred(description.toStdString());
    const FormatFile file = readFormatFile(text, "x");
    for (const Problem& problem : file.problems)
        qWarning("%s %s", inEnglish(problem.detail).c_str(), problem.pointer.c_str());
    QCOMPARE(file.problems.size(), std::size_t{0});
    const RecordAsRead record = readAs(text, json.toStdString());
    QCOMPARE(record.score(), 15);
    QCOMPARE(record.said(), said.toStdString());
    QCOMPARE(record.fields(), fields.toStdString());
    QCOMPARE(record.messageFields(), messageFields.toStdString());
    // The layout says the same after it is written to a file.
    const Layout& layout = file.descriptions.at(0).layouts.at(0);
    QCOMPARE(everythingOf(writtenAndRead(layout)), everythingOf(layout));
}

void LayoutFormsTest::problemsPointToTheirPlace_data()
{
    QTest::addColumn<QByteArray>("description");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("problems");
    QTest::addColumn<QByteArray>("fields");
    const auto row = [](const char* name, const char* description, const char* json, const char* problems,
                        const char* fields) {
        QTest::newRow(name) << QByteArray(description) << QByteArray(json) << QByteArray(problems)
                            << QByteArray(fields);
    };
    row("element of a session", R"("messages": {"each": "/s#", "role": "/who", "text": "/said"})",
        R"({"s2": [{"who": "user", "said": "a"}, 5], "s1": [{"who": "elf", "said": 7}]})",
        "unknown-role /s1/0/who, unexpected-type /s1/0/said, unexpected-type /s2/1", "s2/1");
    row("session that is none", R"("messages": {"each": "/s#", "role": "/who", "text": "/said"})",
        R"({"s1": [{"who": "user", "said": "a"}], "s2": 5, "s3": {"x": 1}})", "unexpected-type /s2",
        "s2 s3.x");
    row("text of a list", R"("messages": {"at": "/log", "form": "labelled-texts"})",
        R"({"log": ["A: a", 5]})", "unknown-role /log/0, unexpected-type /log/1", "log/1");
    row("texts that are none", R"("messages": {"at": "/log", "form": "labelled-texts", "strict": false})",
        R"({"log": "A: a"})", "unexpected-type /log", "log");
    row("exchange that is none",
        R"("messages": {"at": "/log", "form": "exchanges", "ask": "/q", "answer": "/a"})",
        R"({"log": [{"q": "a", "a": "b"}, {"x": 1}, 5]})", "unexpected-type /log/1, unexpected-type /log/2",
        "log/1 log/2");
    row("lists of other lengths", R"("messages": {"form": "question-lists", "ask": "/q", "answer": "/a"})",
        R"({"q": ["a", "b", "c"], "a": ["d"]})", "", "q q q a");
    row("nothing where the pattern leads",
        R"("messages": {"each": "/s#/turns", "role": "/who", "text": "/said"})",
        R"({"s1": {"turns": 5}, "s2": 5})", "unexpected-type /s1/turns", "s1.turns s2");
    row("not a text", R"("messages": {"at": "/t", "form": "separated", "marks": "|", "strict": false})",
        R"({"t": 5})", "unexpected-type /t", "t");
}

void LayoutFormsTest::problemsPointToTheirPlace()
{
    QFETCH(const QByteArray, description);
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, problems);
    QFETCH(const QByteArray, fields);
    const RecordAsRead record = readAs(inferred(description.toStdString()), json.toStdString());
    QCOMPARE(joined(record.problems()), problems.toStdString());
    QCOMPARE(record.fields(), fields.toStdString());
}

void LayoutFormsTest::everyMemberComesBackFromAFile()
{
    LayoutPart part{.slot = Slot::Messages, .form = PartForm::Exchanges, .at = JsonPointer("/a/*/b")};
    part.isEach = true;
    part.role = JsonPointer("/r~1s");
    part.otherRoles = {JsonPointer("/r2"), JsonPointer("/r3")};
    part.text = JsonPointer("/t");
    part.otherTexts = {JsonPointer("/t2/u")};
    part.translation = JsonPointer("/z");
    part.ask = JsonPointer("/q");
    part.answer = JsonPointer("/0");
    part.input = JsonPointer("/in");
    part.before = JsonPointer("/task");
    part.isAnswerFirst = true;
    part.toolKey = JsonPointer("/tool");
    part.marks = {"A", "\"B\""};
    part.isLabelled = true;
    for (const Slot slot : {Slot::System, Slot::History, Slot::Messages, Slot::Prompt, Slot::Response,
                            Slot::Candidates, Slot::Options, Slot::Chosen, Slot::Rejected}) {
        part.slot = slot;
        LayoutPart plain{
            .slot = slot, .form = usualForm(slot), .at = JsonPointer("/p"), .text = JsonPointer("/t")};
        plain.role = JsonPointer(slot == Slot::Messages ? "/r" : "");
        LayoutPart root{
            .slot = slot, .form = usualForm(slot), .role = JsonPointer("/r"), .text = JsonPointer("/t")};
        for (const bool isStrict : {false, true}) {
            part.isStrict = isStrict;
            plain.isStrict = isStrict;
            for (const bool isAlternative : {false, true}) {
                part.isAlternative = isAlternative;
                Layout layout{.score = 11};
                auto& parts = isOfCandidates(slot) ? layout.candidates : layout.messages;
                for (const auto& several : {std::vector{plain, part, root}, std::vector{part, plain, part},
                                            std::vector{root, plain}, std::vector{plain, plain}}) {
                    parts = several;
                    QCOMPARE(everythingOf(writtenAndRead(layout)), everythingOf(layout));
                }
            }
        }
    }
}

void LayoutFormsTest::partsKeepTheirOrderInAFile()
{
    const auto part = [](Slot slot, const char* at) {
        LayoutPart made{.slot = slot, .form = usualForm(slot), .at = JsonPointer(at)};
        if (slot == Slot::Messages) {
            made.role = JsonPointer("/r");
            made.text = JsonPointer("/t");
        }
        return made;
    };
    Layout layout{.score = 12};
    layout.messages = {part(Slot::Prompt, "/a"), part(Slot::Messages, "/b"), part(Slot::Prompt, "/c"),
                       part(Slot::System, "/d"), part(Slot::Messages, "/e"), part(Slot::Messages, "/f")};
    layout.candidates = {part(Slot::Rejected, "/g"), part(Slot::Chosen, "/h")};
    QCOMPARE(everythingOf(writtenAndRead(layout)), everythingOf(layout));
    // An order that says less than all keeps parts of a slot together.
    const FormatFile file = readFormatFile(
        R"({"id": "x", "prompt": "/a", "messages": ["/b", "/c"], "role": "/r", "text": "/t", "order": ["prompt", "messages"]})",
        "x");
    std::string order;
    for (const LayoutPart& each : file.descriptions.at(0).layouts.at(0).messages)
        order += each.at.text();
    QCOMPARE(order, std::string("/a/b/c"));
}

void LayoutFormsTest::verdictsComeBackFromAFile()
{
    for (const Verdict verdict : {Verdict::Index, Verdict::NegativeIsFirst, Verdict::PositiveIsFirst,
                                  Verdict::OneOrTwo, Verdict::OneIsFirst, Verdict::Letter, Verdict::Wanted}) {
        Layout layout{.score = 19};
        layout.candidates = {{.slot = Slot::Options, .form = PartForm::Answer, .at = JsonPointer("/a")},
                             {.slot = Slot::Options, .form = PartForm::Answer, .at = JsonPointer("/b")}};
        layout.verdict = verdict;
        layout.verdictAt = JsonPointer("/v/w");
        layout.query = JsonPointer("/q");
        QCOMPARE(everythingOf(writtenAndRead(layout)), everythingOf(layout));
    }
}

void LayoutFormsTest::refusesWrongTypes()
{
    const auto pointers = [](const std::string& json) {
        Lines lines;
        for (const Problem& problem : readFormatFile(json, "x").problems)
            lines.push_back(problem.pointer);
        return joined(lines);
    };
    QCOMPARE(
        pointers(
            R"({"id": "x", "prompt": {"at": "/p", "labelled": 1, "marks": [2], "first": "dog", "ask": []}})"),
        std::string("/prompt/labelled, /prompt/marks, /prompt/first, /prompt/ask"));
    QCOMPARE(
        pointers(R"({"id": "x", "prompt": "/p", "verdict": {"at": 5, "says": "loudly"}, "order": ["song"]})"),
        std::string("/verdict/at, /verdict/says, /order"));
    QCOMPARE(pointers(R"({"id": "x", "prompt": {"at": "/p", "text": {"a": 1}, "strict": "yes"}})"),
             std::string("/prompt/text, /prompt/strict"));
}

/// A description that somebody has saved of what was found: it is of the records that have a part of it.
void LayoutFormsTest::inferredDescriptionsDoNotTakeAllRecords()
{
    const std::string description = inferred(R"("prompt": "/q", "response": "/a")");
    QCOMPARE(readAs(description, R"({"q": "a"})").score(), 15);
    QCOMPARE(readAs(description, R"({"x": "a"})").score(), 0);
    const std::string pattern = inferred(R"("messages": {"each": "/s_#", "role": "/who", "text": "/said"})");
    QCOMPARE(readAs(pattern, R"({"s_7": [{"who": "user", "said": "a"}]})").score(), 15);
    QCOMPARE(readAs(pattern, R"({"s_x": [{"who": "user", "said": "a"}]})").score(), 0);
    QCOMPARE(
        readAs(R"({"id": "x", "messages": {"each": "/s_#"}, "role": "/who", "text": "/said"})", R"({"t": 1})")
            .problems(),
        Lines{"missing-key /s_#"});
}

void LayoutFormsTest::wordsOfTheFileStay()
{
    const RecordAsRead record = readAs(
        inferred(
            R"("messages": "/log", "role": "/who", "text": "/said", "roles": {"U": "user", "S": "guide"})"),
        R"({"log": [{"who": "U", "said": "a"}, {"who": "S", "said": "b"}, {"who": "bot", "said": "c"}]})");
    std::string words;
    for (const Message& message : record.conversation().messages)
        words.append(message.role).append("/").append(message.roleInFile).append(" ");
    QCOMPARE(words, std::string("user/U guide/S assistant/bot "));
}

/// Whatever a layout says of a record, all of its texts are messages or fields.
void LayoutFormsTest::everyTextIsShown()
{
    constexpr std::uint32_t kCases = 2000;
    for (std::uint32_t seed = 0; seed < kCases; ++seed) {
        RandomCase made(seed);
        FormatDescription description;
        description.id = "x";
        description.layouts.push_back(made.layout());
        const std::string written = formatFileText(description);
        const std::string json = made.record();
        const std::string shown = everythingShown({*describedFormat(std::move(description)), json});
        for (std::size_t i = 0; i < made.texts(); ++i) {
            const std::string text = "text" + std::to_string(i) + ".";
            if (shown.find(text) == std::string::npos)
                qWarning("%s\n%s\n%s", written.c_str(), json.c_str(), shown.c_str());
            QVERIFY2(shown.find(text) != std::string::npos, (std::to_string(seed) + ": " + text).c_str());
        }
    }
}

void LayoutFormsTest::manyNamesTakeLinearTime_data()
{
    QTest::addColumn<QByteArray>("description");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const char* description, const char* before, const char* after) {
        QTest::newRow(name) << QByteArray(description) << QByteArray(before) << QByteArray(after);
    };
    row("texts", R"("messages": {"each": "/t_#", "form": "text", "strict": false})", R"("t_%": "a")", "");
    row("messages", R"("messages": {"each": "/t_#", "role": "/r", "text": "/t"})",
        R"("t_%": {"r": "user", "t": "a"})", "");
    row("no messages", R"("messages": {"each": "/t_#", "role": "/r", "text": "/t"})", R"("t_%": 5)", "");
    row("candidates", R"("prompt": "/q", "candidates": {"each": "/t_#"})", R"("t_%": "a")", R"(, "q": "b")");
    row("exchanges",
        R"("messages": {"each": "/*", "form": "exchanges", "ask": "/q", "answer": "/a", "before": "/b"})",
        R"("%": {"q": "a", "a": "b"})", R"(, "b": "c")");
    row("names around", R"("messages": {"each": "/*/t/#", "form": "texts", "strict": false})",
        R"("%": {"t": {"1": "a"}, "x": 1})", "");
    row("prompts with a query", R"("prompt": {"each": "/t_#"}, "query": "/q")", R"("t_%": "a")",
        R"(, "q": "b")");
}

void LayoutFormsTest::manyNamesTakeLinearTime()
{
    QFETCH(const QByteArray, description);
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    constexpr int kNames = 100'000;
    const std::string pattern = before.toStdString();
    const std::size_t number = pattern.find('%');
    std::string json = "{";
    // The last comes first, so that they have to be sorted.
    for (int i = kNames; i > 0; --i)
        json += (i == kNames ? "" : ",") + pattern.substr(0, number) + std::to_string(i) +
                pattern.substr(number + 1);
    json += after.toStdString() + "}";
    const auto begin = std::chrono::steady_clock::now();
    const RecordAsRead record = readAs(inferred(description.toStdString()), json);
    const auto took = std::chrono::steady_clock::now() - begin;
    // Each of the hundred thousand compared with each other would take minutes.
    QVERIFY(took < std::chrono::seconds(30));
    const std::size_t read = record.conversation().messages.size() + record.conversation().candidates.size() +
                             record.conversation().fields.size();
    QVERIFY(read >= kNames);
}

DUOLOGUE_TEST(LayoutFormsTest)
#include "layout_forms_test.moc"
