// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/error_analysis.h"
#include "core/marks/scheme_file.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

using namespace duologue;
using namespace duologue::test;

namespace {

/// Events that take stamped events back, to be stamped.
std::vector<MarkEvent> undoOf(const std::vector<MarkEvent>& events)
{
    std::vector<MarkEvent> made(events.size());
    for (std::size_t i = 0; i < events.size(); ++i)
        made[i].undo = events[i].id;
    return made;
}

using Json = nlohmann::ordered_json;
using Codes = std::vector<std::string>;

constexpr std::int64_t kNow = 1'800'000'000'000;

/// Records of one file, "r1" to "r30" by id, and what readers say of them.
class Study {
public:
    Study()
    {
        std::string lines;
        for (int i = 1; i <= 30; ++i) {
            Json made{{"id", "r" + std::to_string(i)},
                      {"topic", i % 3 == 0 ? "旅行" : "food"},
                      {"number", i},
                      {"name", "n" + std::to_string(i)}};
            if (i % 5 != 0)
                made["tags"] = Json::array({"all", i % 2 == 0 ? "even" : "odd"});
            made["messages"] = {{{"role", "user"}, {"content", "Question " + std::to_string(i)}},
                                {{"role", "assistant"}, {"content", "Answer " + std::to_string(i)}}};
            lines += made.dump() + "\n";
        }
        m_folder.write("a.jsonl", lines);
        snapshot = load({m_folder.path()});
        m_records.emplace(*snapshot, m_folder.path());
    }

    static MarkTarget target(int number)
    {
        MarkTarget made;
        made.record = "a.jsonl#" + std::to_string(number);
        made.id = "r" + std::to_string(number);
        return made;
    }

    static MarkTarget message(int number, std::uint32_t message)
    {
        MarkTarget made = target(number);
        made.message = message;
        return made;
    }

    /// Returns the id of the event.
    std::string say(const std::string& by, const MarkTarget& on, const std::string& question,
                    const Json& answer, const std::string& scheme = {})
    {
        MarkEvent event;
        event.at = ++m_at;
        event.id = newMarkId(event.at);
        event.by = by;
        event.on = on;
        event.scheme = scheme;
        event.set = {{question, answer.dump()}};
        marks.add(event);
        return event.id;
    }

    void undo(const std::string& by, const std::string& id)
    {
        MarkEvent event;
        event.at = ++m_at;
        event.id = newMarkId(event.at);
        event.by = by;
        event.undo = id;
        marks.add(event);
    }

    /// Stamps and adds; returns what was added.
    std::vector<MarkEvent> add(std::vector<MarkEvent> events, const std::string& by,
                               const std::string& scheme = {})
    {
        m_at += 100;
        stamp(events, by, m_at, scheme);
        for (const MarkEvent& event : events) {
            // As it would come back from the file.
            const MarkFileContents read = readMarkText(lineOf(event));
            marks.add(read.events.at(0));
        }
        return events;
    }

    ReaderMarks of(const std::string& reader) const { return {marks, *m_records, reader}; }
    std::vector<AnalysisNote> notes(const std::string& reader) const { return notesOf(of(reader)); }

    /// What is answered by a reader, "r3m2 code=a,b" for each target with any, in their order.
    std::string answers(const std::string& by, const std::string& question) const
    {
        std::string all;
        for (const MarkAnswers& each : marks.answers()) {
            const auto answer = each.answers.find(question);
            if (each.by != by || answer == each.answers.end())
                continue;
            all += (all.empty() ? "" : " ") + each.on.id + each.on.part() + '=';
            const Json json = Json::parse(answer->second.value);
            for (std::size_t i = 0; i < json.size(); ++i)
                all += (i == 0 ? "" : ",") + json[i].get<std::string>();
        }
        return all;
    }
    std::string codes(const std::string& by) const { return answers(by, "code"); }
    std::string labelled(const std::string& by) const { return answers(by, "labelled"); }

    RowSet rows() const { return RowSet(snapshot->recordCount(), true); }
    std::filesystem::path path() const { return m_folder.path(); }

    SnapshotPtr snapshot;
    MarkSet marks;

private:
    TempFolder m_folder;
    std::optional<MarkedRecords> m_records;
    std::int64_t m_at = kNow;
};

MarkScheme schemeOf(const Codes& codes, int version = 1)
{
    MarkScheme scheme;
    scheme.id = "errors";
    scheme.version = version;
    SchemeQuestion question;
    question.key = "code";
    question.kind = QuestionKind::ManyOf;
    question.isOpen = true;
    for (const std::string& code : codes)
        question.choices.push_back({code, {code, {}}, {}, {}, {}});
    scheme.questions.push_back(question);
    return scheme;
}

Codes valuesOf(const MarkScheme& scheme)
{
    Codes values;
    for (const SchemeChoice& choice : codeChoicesOf(scheme))
        values.push_back(choice.value);
    return values;
}

/// "a 3/10 labelled"
std::string rateText(const CodeRate& rate)
{
    return rate.code + ' ' + std::to_string(rate.yes) + '/' + std::to_string(rate.judged) +
           (rate.basis == RateBasis::Labelled ? " labelled" : " read");
}

std::vector<std::string> rateTexts(const std::vector<CodeRate>& rates)
{
    std::vector<std::string> texts;
    for (const CodeRate& rate : rates)
        texts.push_back(rateText(rate));
    return texts;
}

bool isNear(double value, double wanted)
{
    return std::abs(value - wanted) < 0.5e-5;
}

} // namespace

/// Notes, codes, labels and rates.
class ErrorAnalysisTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void notesAreInTheOrderInWhichTheyWereMade()
    {
        Study study;
        study.say("anna", Study::target(5), "note", "忽略了价格限制");
        study.say("ben", Study::target(5), "note", "too long");
        const std::string wrong = study.say("anna", Study::target(2), "note", "wrong place");
        study.undo("anna", wrong);
        study.say("anna", Study::message(3, 2), "note", "second message");
        study.say("anna", Study::target(2), "note", "later");
        study.say("anna", Study::target(7), "note", "");
        study.say("anna", Study::target(8), "note", "taken back");
        study.say("anna", Study::target(8), "note", nullptr);
        // A change of the note does not move it.
        study.say("anna", Study::target(5), "note", "忽略了价格");
        study.say("anna", Study::target(5), "code", {"遗漏约束", "长"});
        study.say("anna", Study::target(5), "code", {"遗漏约束", "short", "short"});
        study.say("anna", Study::message(3, 2), "code", "one alone");
        study.say("anna", Study::target(3), "code", {"of the record"});
        MarkTarget lost;
        lost.record = "gone.jsonl#1";
        study.say("anna", lost, "note", "lost");
        MarkTarget dataset;
        study.say("anna", dataset, "note", "of the dataset");

        const std::vector<AnalysisNote> notes = study.notes("anna");
        QCOMPARE(notes.size(), std::size_t{4});
        QCOMPARE(notes[0].note, std::string("忽略了价格"));
        QCOMPARE(notes[0].row, Row{4});
        QCOMPARE(notes[0].at, kNow + 1);
        QVERIFY(notes[0].codes == (Codes{"遗漏约束", "short"}));
        QVERIFY(notes[0].match == MarkMatch::Same && notes[0].isThere());
        QCOMPARE(notes[1].note, std::string("second message"));
        QCOMPARE(notes[1].on.message, 2U);
        QVERIFY(notes[1].codes == Codes{"one alone"});
        QCOMPARE(notes[2].note, std::string("later"));
        QCOMPARE(notes[3].note, std::string("lost"));
        QVERIFY(notes[3].match == MarkMatch::Gone && !notes[3].isThere());
        QCOMPARE(notes[3].on.record, std::string("gone.jsonl#1"));
        const std::vector<AnalysisNote> all = study.notes("");
        QCOMPARE(all.size(), std::size_t{5});
        QCOMPARE(all[1].by, std::string("ben"));
    }

    /// A target that is named with and without a hash is one, and the latest answer holds.
    void namesOfATargetAreOne()
    {
        Study study;
        MarkTarget hashed = Study::target(1);
        hashed.hash = "xxh3:00";
        study.say("anna", hashed, "note", "first");
        study.say("anna", Study::target(1), "code", {"a", "b"});
        study.say("anna", hashed, "code", {"b"});
        QCOMPARE(study.notes("anna").size(), std::size_t{1});
        QVERIFY(study.notes("anna")[0].codes == Codes{"b"});
        // The older answer has the code, too, and does not come back.
        const CodeChange change = mergeCodes(study.of("anna"), schemeOf({}), {"a"}, "c", kNow);
        study.add(change.events, "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=b r1=b"));
        study.add(setCodes(study.of("anna"), Study::target(1), {}), "anna");
        QCOMPARE(study.codes("anna"), std::string());
        QVERIFY(study.notes("anna")[0].codes.empty());
    }

    void codesOfTheSchemeComeFirst()
    {
        Study study;
        study.say("anna", Study::target(1), "note", "1");
        study.say("anna", Study::target(2), "note", "2");
        study.say("anna", Study::target(3), "note", "3");
        study.say("anna", Study::target(3), "code", {"z", "长"});
        study.say("anna", Study::target(2), "code", {"遗漏约束", "长"});
        study.say("anna", Study::target(1), "code", {"长"});
        study.say("ben", Study::target(1), "code", {"b", "长"});
        study.say("anna", Study::target(4), "labelled", {"never"});
        MarkScheme scheme = schemeOf({"unused", "遗漏约束"});
        scheme.questions[0].choices[1].definition.zh = "没有遵守用户给出的条件";
        const std::vector<AnalysisNote> notes = study.notes("anna");
        const std::vector<AnalysisCode> codes = codesOf(notes, &scheme, study.marks, "anna");
        QCOMPARE(codes.size(), std::size_t{5});
        QCOMPARE(codes[0].value, std::string("unused"));
        QCOMPARE(codes[0].notes, std::size_t{0});
        QCOMPARE(codes[1].value, std::string("遗漏约束"));
        QCOMPARE(codes[1].choice.definition.zh, std::string("没有遵守用户给出的条件"));
        QVERIFY(codes[1].isInScheme && codes[1].examples == std::vector<std::size_t>{1});
        QCOMPARE(codes[2].value, std::string("z"));
        QCOMPARE(codes[3].value, std::string("长"));
        QCOMPARE(codes[3].notes, std::size_t{3});
        QVERIFY(codes[3].examples == (std::vector<std::size_t>{0, 1}));
        QVERIFY(!codes[3].isInScheme && codes[3].choice.title.en == "长");
        QCOMPARE(codes[4].value, std::string("never"));
        QCOMPARE(codesOf(study.notes(""), nullptr, study.marks, "").size(), std::size_t{5});
        QCOMPARE(codesOf(study.notes("ben"), nullptr, study.marks, "ben")[1].value, std::string("长"));
    }

    void codesAreSet()
    {
        Study study;
        const auto made = study.add(setCodes(study.of("anna"), Study::target(1), {"a", "遗漏约束", "a"}),
                                    "anna", "errors@2");
        QCOMPARE(made.size(), std::size_t{1});
        QCOMPARE(made[0].scheme, std::string("errors@2"));
        QCOMPARE(made[0].by, std::string("anna"));
        QCOMPARE(made[0].id.size(), std::size_t{26});
        QCOMPARE(study.codes("anna"), std::string("r1=a,遗漏约束"));
        study.add(setCodes(study.of("anna"), Study::target(1), {}), "anna");
        QCOMPARE(study.codes("anna"), std::string());
        QVERIFY(setCodes(study.of("anna"), Study::target(1), {}).empty());
    }

    /// An answer of a clock that is ahead is replaced all the same.
    void whatReplacesIsLater()
    {
        Study study;
        MarkEvent ahead;
        ahead.id = newMarkId(kNow + 1'000'000);
        ahead.at = kNow + 1'000'000;
        ahead.by = "anna";
        ahead.on = Study::target(1);
        ahead.set = {{"code", R"(["a"])"}};
        study.marks.add(ahead);
        std::vector<MarkEvent> events = setCodes(study.of("anna"), Study::target(1), {"b"});
        stamp(events, "anna", kNow, "errors@1");
        QCOMPARE(events[0].at, kNow + 1'000'001);
        study.marks.add(events[0]);
        QCOMPARE(study.codes("anna"), std::string("r1=b"));
    }

    void recordsAreLabelled()
    {
        Study study;
        study.say("anna", Study::message(1, 2), "code", {"a", "b"});
        study.say("ben", Study::message(1, 2), "code", {"a"});
        const auto made = study.add(label(study.of("anna"), Study::message(1, 1), {"a", "b", "c"}, {"b"}),
                                    "anna", "errors@2");
        QCOMPARE(made.size(), std::size_t{2});
        QCOMPARE(made[0].set.size(), std::size_t{2});
        QCOMPARE(study.codes("anna"), std::string("r1m2=b r1=b"));
        QCOMPARE(study.labelled("anna"), std::string("r1=a,b,c"));
        QCOMPARE(study.codes("ben"), std::string("r1m2=a"));
        // What was judged before stays; the same again is an event, given under the present scheme.
        study.add(label(study.of("anna"), Study::target(1), {"d"}, {"d"}), "anna", "errors@3");
        QCOMPARE(study.codes("anna"), std::string("r1m2=b r1=b,d"));
        QCOMPARE(study.labelled("anna"), std::string("r1=a,b,c,d"));
        QCOMPARE(label(study.of("anna"), Study::target(1), {"d"}, {"d"}).size(), std::size_t{1});
        // All no.
        study.add(label(study.of("anna"), Study::target(2), {"a"}, {}), "anna");
        QCOMPARE(study.codes("anna"), std::string("r1m2=b r1=b,d"));
        QCOMPARE(study.labelled("anna"), std::string("r1=a,b,c,d r2=a"));
    }

    void aCodeIsRenamed()
    {
        Study study;
        MarkTarget lost;
        lost.record = "gone.jsonl#1";
        lost.id = "lost";
        study.say("anna", Study::target(1), "code", {"x", "旧", "y"}, "errors@4");
        study.say("anna", Study::message(2, 2), "code", {"旧"});
        study.say("anna", lost, "code", {"旧"});
        study.say("anna", Study::target(3), "code", {"x"});
        study.say("anna", Study::target(3), "labelled", {"x", "旧"});
        study.say("ben", Study::target(1), "code", {"旧"});
        MarkScheme scheme = schemeOf({"x", "旧"}, 4);
        scheme.questions[0].choices[1].definition.en = "defined";
        const CodeChange change = renameCode(study.of("anna"), scheme, "旧", "新", kNow);
        QCOMPARE(change.events.size(), std::size_t{4});
        const std::size_t before = study.marks.events().size();
        const auto made = study.add(change.events, "anna", "errors@5");
        QCOMPARE(study.codes("anna"), std::string("r1=x,新,y r2m2=新 lost=新 r3=x"));
        QCOMPARE(study.labelled("anna"), std::string("r3=x,新"));
        QCOMPARE(study.codes("ben"), std::string("r1=旧"));
        QCOMPARE(made[0].scheme, std::string("errors@4"));
        QCOMPARE(made[1].scheme, std::string("errors@5"));
        QCOMPARE(change.scheme.name(), std::string("errors@5"));
        QVERIFY(valuesOf(change.scheme) == (Codes{"x", "新"}));
        QCOMPARE(codeChoicesOf(change.scheme)[1].title.en, std::string("新"));
        QCOMPARE(codeChoicesOf(change.scheme)[1].definition.en, std::string("defined"));
        QCOMPARE(change.scheme.history.size(), std::size_t{1});
        QCOMPARE(change.scheme.history[0].what, std::string(R"({"op":"rename","from":"旧","to":"新"})"));
        QCOMPARE(change.scheme.history[0].by, std::string("anna"));
        // Ben's code is one that is only in marks now.
        const auto codes = codesOf({}, &change.scheme, study.marks, "ben");
        QCOMPARE(codes.size(), std::size_t{3});
        QCOMPARE(codes[2].value, std::string("旧"));
        // Nothing is lost, and all of it can be taken back.
        QCOMPARE(study.marks.events().size(), before + 4);
        study.add(undoOf(made), "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=x,旧,y r2m2=旧 lost=旧 r3=x"));
        QCOMPARE(study.labelled("anna"), std::string("r3=x,旧"));
        // To itself.
        QVERIFY(renameCode(study.of("anna"), scheme, "旧", "旧", kNow).scheme == scheme);
        // To one that there is: a merge.
        const CodeChange merge = renameCode(study.of("anna"), scheme, "旧", "x", kNow);
        QCOMPARE(merge.scheme.history[0].what, std::string(R"({"op":"merge","from":["旧"],"to":"x"})"));
        study.add(merge.events, "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=x,y r2m2=x lost=x r3=x"));
        // One that is in no scheme.
        const CodeChange plain = renameCode(study.of("anna"), schemeOf({}), "y", "w", kNow);
        QVERIFY(valuesOf(plain.scheme) == Codes{"w"});
    }

    void codesAreMerged()
    {
        Study study;
        study.say("anna", Study::target(1), "code", {"a", "x", "b"});
        study.say("anna", Study::target(2), "code", {"b"});
        study.say("anna", Study::target(2), "labelled", {"b"});
        study.say("anna", Study::target(3), "labelled", {"a", "b", "x"});
        study.say("anna", Study::target(4), "labelled", {"a", "x"});
        study.say("anna", Study::message(5, 1), "code", {"a"});
        study.say("anna", Study::target(5), "labelled", {"a"});
        MarkScheme scheme = schemeOf({"x", "a", "b"});
        scheme.questions[0].choices[1].examples = {"a.jsonl#1"};
        scheme.questions[0].choices[2].examples = {"a.jsonl#1", "a.jsonl#2"};
        const CodeChange change = mergeCodes(study.of("anna"), scheme, {"a", "b"}, "合并", kNow);
        const auto made = study.add(change.events, "anna");
        // Two codes of a target are one; what was judged for one of them alone, with neither found, is open.
        QCOMPARE(study.codes("anna"), std::string("r1=合并,x r2=合并 r5m1=合并"));
        QCOMPARE(study.labelled("anna"), std::string("r2=合并 r3=x,合并 r4=x r5=合并"));
        QVERIFY(valuesOf(change.scheme) == (Codes{"x", "合并"}));
        QVERIFY(codeChoicesOf(change.scheme)[1].examples == (Codes{"a.jsonl#1", "a.jsonl#2"}));
        QCOMPARE(change.scheme.history[0].what,
                 std::string(R"({"op":"merge","from":["a","b"],"to":"合并"})"));
        study.add(undoOf(made), "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=a,x,b r2=b r5m1=a"));
        QCOMPARE(study.labelled("anna"), std::string("r2=b r3=a,b,x r4=a,x r5=a"));
        // Into one of them.
        const CodeChange into = mergeCodes(study.of("anna"), scheme, {"a", "b"}, "a", kNow);
        study.add(into.events, "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=a,x r2=a r5m1=a"));
        QCOMPARE(study.labelled("anna"), std::string("r2=a r3=x,a r4=x r5=a"));
        QVERIFY(valuesOf(into.scheme) == (Codes{"x", "a"}));
        QVERIFY(mergeCodes(study.of("anna"), scheme, {"a"}, "a", kNow).scheme == scheme);
    }

    void aCodeIsSplit()
    {
        Study study;
        study.say("anna", Study::target(1), "code", {"a", "x"});
        study.say("anna", Study::message(2, 2), "code", {"a"});
        study.say("anna", Study::target(2), "labelled", {"a"});
        study.say("anna", Study::target(3), "code", {"a"});
        study.say("anna", Study::target(3), "labelled", {"a"});
        study.say("anna", Study::target(4), "labelled", {"a"});
        study.say("anna", Study::target(5), "code", {"x"});
        const std::vector<MarkTarget> moved{Study::target(1), Study::message(2, 2), Study::target(5),
                                            Study::target(9)};
        const MarkScheme scheme = schemeOf({"a", "x"});
        const CodeChange change = splitCode(study.of("anna"), scheme, "a", "细", moved, kNow);
        const auto made = study.add(change.events, "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=细,x r2m2=细 r3=a r5=x"));
        // All that was a is a or the new one: what was judged for one is judged for both.
        QCOMPARE(study.labelled("anna"), std::string("r2=a,细 r3=a,细 r4=a,细"));
        QVERIFY(valuesOf(change.scheme) == (Codes{"a", "细", "x"}));
        QCOMPARE(change.scheme.history[0].what,
                 std::string(R"({"op":"split","from":"a","to":"细","targets":2})"));
        study.add(undoOf(made), "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=a,x r2m2=a r3=a r5=x"));
        // To a code that there is already: only what is moved is judged for it.
        const CodeChange other = splitCode(study.of("anna"), scheme, "a", "x", moved, kNow);
        study.add(other.events, "anna");
        QCOMPARE(study.codes("anna"), std::string("r1=x r2m2=x r3=a r5=x"));
        QCOMPARE(study.labelled("anna"), std::string("r2=a,x r3=a r4=a"));
        QVERIFY(valuesOf(other.scheme) == (Codes{"a", "x"}));
    }

    void codesAreAddedAndDefined()
    {
        MarkScheme scheme;
        scheme.id = "errors";
        SchemeChoice choice;
        choice.value = "遗漏约束";
        const MarkScheme added = withCode(scheme, choice, "anna", kNow);
        QCOMPARE(added.version, 2);
        QCOMPARE(added.questions.size(), std::size_t{1});
        QVERIFY(added.questions[0].isOpen && added.questions[0].kind == QuestionKind::ManyOf);
        choice.definition.zh = "没有遵守条件";
        const MarkScheme defined = withCode(added, choice, "ben", kNow + 5);
        QCOMPARE(defined.version, 3);
        QCOMPARE(codeChoicesOf(defined).size(), std::size_t{1});
        QCOMPARE(codeChoicesOf(defined)[0].definition.zh, std::string("没有遵守条件"));
        QCOMPARE(defined.history.size(), std::size_t{2});
        QCOMPARE(defined.history[0].what, std::string(R"({"op":"add","code":"遗漏约束"})"));
        QVERIFY(defined.history[1] ==
                (SchemeChange{kNow + 5, "ben", R"({"op":"define","code":"遗漏约束"})"}));
        QVERIFY(withCode(defined, choice, "ben", kNow) == defined);
        const auto read = readScheme(schemeText(defined));
        QVERIFY(read.ok() && read.value() == defined);
        // What is not understood of a history is left out.
        Json odd = Json::parse(schemeText(added));
        odd["history"].push_back("text");
        odd["history"].push_back({{"at", 5}, {"what", "rename"}});
        QVERIFY(readScheme(odd.dump()).value() == added);
        odd["history"] = 7;
        QVERIFY(readScheme(odd.dump()).value().history.empty());
    }

    void ratesAreOfWhatWasLabelled()
    {
        Study study;
        // Ten are labelled for "遗漏约束", three have it, one of them in a message.
        for (int i = 1; i <= 10; ++i)
            study.add(
                label(study.of("anna"), Study::target(i), {"遗漏约束"}, i <= 2 ? Codes{"遗漏约束"} : Codes{}),
                "anna");
        study.say("anna", Study::message(3, 2), "code", {"遗漏约束"});
        // It has the code, but was not labelled for it.
        study.say("anna", Study::target(11), "code", {"遗漏约束", "长"});
        // "长" was not labelled: of the records that were read.
        study.say("anna", Study::target(12), "verdict", "pass");
        study.say("anna", Study::target(13), "verdict", "defer");
        study.say("anna", Study::target(14), "note", "n");
        study.say("ben", Study::target(1), "code", {"长"});
        study.say("ben", Study::target(1), "labelled", {"遗漏约束"});
        study.say("ben", Study::target(20), "labelled", {"遗漏约束"});
        MarkTarget lost;
        lost.record = "gone.jsonl#1";
        study.say("anna", lost, "labelled", {"遗漏约束", "长"});

        RatesRequest request{{"遗漏约束", "长", "never"}, study.rows()};
        const std::vector<CodeRate> rates = codeRates(study.of("anna"), request);
        // Read are 1, 2, 3 and 11 with codes, 12 and 14.
        QCOMPARE(rateTexts(rates), (Codes{"遗漏约束 3/10 labelled", "长 1/6 read", "never 0/6 read"}));
        QVERIFY(isNear(rates[0].rate, 0.3));
        QVERIFY(isNear(rates[0].interval.low, 0.10779));
        QVERIFY(isNear(rates[0].interval.high, 0.60322));
        // Of all readers: ben has labelled one more, and has not found the code in the first.
        QCOMPARE(rateTexts(codeRates(study.of(""), request)),
                 (Codes{"遗漏约束 3/11 labelled", "长 2/6 read", "never 0/6 read"}));
        QCOMPARE(rateTexts(codeRates(study.of("ben"), request)),
                 (Codes{"遗漏约束 0/2 labelled", "长 1/1 read", "never 0/1 read"}));
        // Of some rows; the basis stays the same.
        request.rows = RowSet(study.snapshot->recordCount());
        request.rows.add(Row{11});
        request.rows.add(Row{13});
        const std::vector<CodeRate> some = codeRates(study.of("anna"), request);
        QCOMPARE(rateTexts(some), (Codes{"遗漏约束 0/0 labelled", "长 0/2 read", "never 0/2 read"}));
        QVERIFY(std::isnan(some[0].rate) && !some[0].interval.isKnown());
    }

    void ratesAreCrossedWithAField()
    {
        Study study;
        for (int i = 1; i <= 30; ++i)
            study.add(
                label(study.of("anna"), Study::target(i), {"a", "乙"}, i <= 7 ? Codes{"a"} : Codes{"乙"}),
                "anna");
        const RatesRequest request{{"a", "乙"}, study.rows()};
        const auto by = [&](const char* field, std::size_t most = 20) {
            return codeRatesBy(*study.snapshot, study.of("anna"), request, field, Job(), most);
        };
        // Every third is 旅行: of the first seven, 3 and 6.
        const CrossedRates topics = by("topic");
        QCOMPARE(topics.values.size(), std::size_t{2});
        QCOMPARE(topics.values[0].value.text, std::string("food"));
        QCOMPARE(topics.values[0].records, std::size_t{20});
        QCOMPARE(rateTexts(topics.values[0].rates), (Codes{"a 5/20 labelled", "乙 15/20 labelled"}));
        QCOMPARE(topics.values[1].value.text, std::string("旅行"));
        QCOMPARE(rateTexts(topics.values[1].rates), (Codes{"a 2/10 labelled", "乙 8/10 labelled"}));
        QVERIFY(isNear(topics.values[0].rates[0].rate, 0.25));
        QCOMPARE(topics.leftOut, std::size_t{0});
        // Several values count each; every fifth has none. Odd: 1 3 7 9 11 13 17 19 21 23 27 29.
        const CrossedRates tags = by("tags");
        QCOMPARE(tags.values.size(), std::size_t{3});
        QCOMPARE(tags.values[0].value.text, std::string("all"));
        QCOMPARE(rateTexts(tags.values[0].rates), (Codes{"a 6/24 labelled", "乙 18/24 labelled"}));
        QCOMPARE(rateTexts(tags.values[2].rates), (Codes{"a 3/12 labelled", "乙 9/12 labelled"}));
        QCOMPARE(tags.withoutValue, std::size_t{6});
        // Those with most records are kept; of as many, the first.
        const CrossedRates two = by("tags", 2);
        QCOMPARE(two.values.size(), std::size_t{2});
        QCOMPARE(two.values[0].value.text, std::string("all"));
        QCOMPARE(two.values[1].value.text, std::string("even"));
        QCOMPARE(two.leftOut, std::size_t{1});
        const CrossedRates names = by("name");
        QCOMPARE(names.values.size(), std::size_t{20});
        QCOMPARE(names.leftOut, std::size_t{10});
        QCOMPARE(by("name", 0).leftOut, std::size_t{30});
        // Thirty numbers are put into bins, of which all records are in one.
        std::size_t sum = 0;
        for (const RatesOfValue& each : by("number").values) {
            sum += each.records;
            QVERIFY(each.value.number.has_value());
        }
        QCOMPARE(sum, std::size_t{30});
        QVERIFY(by("nothing").values.empty());
    }

    void newCodesBecomeFewer()
    {
        Study study;
        const std::map<int, Codes> codes{{1, {"a", "b"}}, {2, {"a"}}, {4, {"丙"}},
                                         {6, {"b"}},      {7, {"d"}}, {8, {"e", "a"}}};
        for (int i = 1; i <= 8; ++i) {
            study.say("anna", Study::target(i), "note", "n");
            if (codes.contains(i))
                study.say("anna", Study::target(i), "code", codes.at(i));
        }
        // A second note on a record is no further record.
        study.say("anna", Study::message(1, 2), "note", "another");
        study.say("anna", Study::message(1, 2), "code", {"f"});
        const std::vector<AnalysisNote> notes = study.notes("anna");
        QCOMPARE(notes.size(), std::size_t{9});
        QVERIFY(saturationOf(notes, 3) == (std::vector<std::size_t>{3, 1, 2}));
        QVERIFY(saturationOf(notes) == (std::vector<std::size_t>{6}));
        QVERIFY(saturationOf(notes, 0).size() == 8);
        QVERIFY(saturationOf({}).empty());
    }

    void whatWasAnsweredBeforeAChange()
    {
        Study study;
        MarkScheme first = schemeOf({"a", "b", "old"}, 1);
        SchemeQuestion verdict;
        verdict.key = "verdict";
        verdict.choices = {plain("pass"), plain("fail")};
        first.questions.push_back(verdict);
        MarkScheme second = first;
        second.version = 2;
        second.questions[0].choices[1].definition.zh = "新的定义";
        second.questions[0].choices.pop_back();
        second.questions[0].choices.push_back(plain("new"));
        MarkScheme third = second;
        third.version = 3;
        third.questions[1].choices.push_back(plain("unsure"));
        third.questions[0].choices.back().definition.en = "defined later";
        study.say("anna", Study::target(1), "code", {"a"}, "errors@1");
        study.say("anna", Study::target(2), "code", {"a", "b"}, "errors@1");
        study.say("anna", Study::target(3), "labelled", {"b"}, "errors@1");
        study.say("anna", Study::target(4), "code", {"b"}, "errors@2");
        study.say("anna", Study::target(5), "verdict", "pass", "errors@2");
        study.say("anna", Study::target(6), "code", {"a"}, "errors@0");
        study.say("anna", Study::target(7), "code", {"b"}, "other@1");
        study.say("anna", Study::target(8), "code", {"b"}, "errors@3");
        study.say("anna", Study::target(9), "note", "n", "errors@1");
        study.say("ben", Study::target(10), "code", {"old"}, "errors@1");
        study.say("anna", Study::target(11), "code", {"free"}, "errors@1");
        // Renamed to "new" under the first version, before that was defined.
        study.say("anna", Study::target(12), "code", {"new"}, "errors@1");
        const auto found = [&](const MarkScheme& now) {
            const std::vector<MarkScheme> versions{third, first, second};
            std::string ids;
            for (const MarkAnswers* each : beforeChange(study.marks, versions, now))
                ids += each->on.id + ' ';
            return ids;
        };
        QCOMPARE(found(third), std::string("r2 r3 r5 r6 r10 r12 "));
        QCOMPARE(found(second), std::string("r2 r3 r6 r10 "));
        QCOMPARE(found(first), std::string("r6 "));
    }

    void schemesAreKeptInFiles()
    {
        const TempFolder folder;
        const MarkPlace place = markPlaceOf({folder.path()}, "/nowhere");
        const std::size_t shipped = shippedSchemes().size();
        QCOMPARE(schemesOf(place).schemes.size(), shipped);
        QVERIFY(schemesOf(place).problems.empty());
        MarkScheme own = schemeOf({"遗漏约束"}, 3);
        own.history = {{kNow, "anna", R"({"op":"add","code":"遗漏约束"})"}};
        const auto saved = saveScheme(place, own);
        QVERIFY(saved.value() == own);
        const std::filesystem::path file = folder.path() / ".duologue" / "schemes" / "errors@3.json";
        QCOMPARE(fileBytes(file), schemeText(own));
        // Another machine has made the same version: nothing is overwritten.
        MarkScheme other = schemeOf({"other"}, 3);
        QCOMPARE(saveScheme(place, other).value().name(), std::string("errors@4"));
        QCOMPARE(fileBytes(file), schemeText(own));
        // So are versions that come with the program.
        MarkScheme changed = shippedSchemes()[0];
        changed.title.en = "changed";
        const std::string id = changed.id;
        QCOMPARE(saveScheme(place, changed).value().version, shippedSchemes()[0].version + 1);
        folder.write(".duologue/schemes/errors@12.json", schemeText(schemeOf({"c"}, 12)));
        folder.write(".duologue/schemes/x copy.json", schemeText(schemeOf({"copy"}, 3)));
        folder.write(".duologue/schemes/y copy.json", schemeText(own));
        folder.write(".duologue/schemes/broken.json", "<<<<<<< HEAD\n{}");
        folder.write(".duologue/schemes/notes.txt", "");
        const FoundSchemes found = schemesOf(place);
        std::vector<std::string> names;
        for (const FoundScheme& each : found.schemes) {
            if (each.scheme.id == "errors" || each.scheme.id == id)
                names.push_back(each.scheme.name() + (each.isNewest ? " newest" : "") +
                                (each.file.empty() ? " shipped" : ""));
        }
        QCOMPARE(names,
                 (Codes{id + "@1 shipped", id + "@2 newest", "errors@3", "errors@4", "errors@12 newest"}));
        QCOMPARE(found.schemes.size(), shipped + 4);
        QCOMPARE(found.problems.size(), std::size_t{2});
        QCOMPARE(found.problems[0].file.filename(), std::filesystem::path("broken.json"));
        QCOMPARE(found.problems[0].what.id, PhraseId::SchemeLacks);
        QCOMPARE(found.problems[1].file.filename(), std::filesystem::path("x copy.json"));
        QCOMPARE(found.problems[1].what.id, PhraseId::SchemeVersionTwice);
        // Where the data cannot be written, they are next to the marks, too.
        const MarkPlace elsewhere{folder.path() / "user" / "marks" / "00", folder.path(), true, {}, {}};
        QVERIFY(saveScheme(elsewhere, own).ok());
        QVERIFY(std::filesystem::exists(elsewhere.folder / "schemes" / "errors@3.json"));
        // No folder can be made in a file.
        folder.write("file", "");
        const MarkPlace nowhere{folder.path() / "file" / ".duologue" / "marks", folder.path(), false, {}, {}};
        QVERIFY(!saveScheme(nowhere, own).ok());
    }

private:
    static SchemeChoice plain(const std::string& value)
    {
        SchemeChoice choice;
        choice.value = value;
        return choice;
    }
};

DUOLOGUE_TEST(ErrorAnalysisTest)
#include "error_analysis_test.moc"
