// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/error_analysis.h"
#include "core/analysis/tally.h"
#include "core/util/numbers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <unordered_set>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;
using Codes = std::vector<std::string>;

constexpr std::string_view kNoAnswer = "null";
constexpr std::string_view kDefer = "\"defer\"";

bool has(const Codes& codes, const std::string& code)
{
    return std::ranges::find(codes, code) != codes.end();
}

bool hasAnyOf(const Codes& codes, const Codes& others)
{
    return std::ranges::any_of(codes, [&others](const std::string& code) { return has(others, code); });
}

void addOnce(Codes& codes, const std::string& code)
{
    if (!has(codes, code))
        codes.push_back(code);
}

Codes without(const Codes& codes, const Codes& others)
{
    Codes left;
    std::ranges::copy_if(codes, std::back_inserter(left),
                         [&others](const std::string& code) { return !has(others, code); });
    return left;
}

/// The texts of an answer: of a list, or the only one.
Codes textsIn(const std::string& answer)
{
    const Json json = Json::parse(answer, nullptr, false);
    Codes texts;
    const auto add = [&texts](const Json& value) {
        if (value.is_string())
            addOnce(texts, value.get<std::string>());
    };
    if (!json.is_array())
        add(json);
    for (const Json& each : json.is_array() ? json : Json::array())
        add(each);
    return texts;
}

std::string answerOf(const Codes& codes)
{
    return codes.empty() ? std::string(kNoAnswer)
                         : Json(codes).dump(-1, ' ', false, Json::error_handler_t::replace);
}

const MarkAnswer* answerTo(const MarkAnswers& answers, std::string_view question)
{
    const auto found = answers.answers.find(std::string(question));
    return found == answers.answers.end() ? nullptr : &found->second;
}

/// What one reader says of a target, under all the names that it has in marks.
struct Said {
    MarkedRecord found;
    /// The same for all targets of a record; that of a lost one is the record as the marks name it.
    std::string record;
    std::string by;
    std::string part;
    std::vector<const MarkAnswers*> answers;

    bool isThere() const { return found.match == MarkMatch::Same || found.match == MarkMatch::Changed; }

    /// The answers with the latest answer to a question; null if there is none.
    const MarkAnswers* latest(std::string_view question) const
    {
        const MarkAnswers* made = nullptr;
        const MarkAnswer* last = nullptr;
        for (const MarkAnswers* each : answers) {
            const MarkAnswer* const answer = answerTo(*each, question);
            const bool isLater =
                answer != nullptr && (last == nullptr || answer->at > last->at ||
                                      (answer->at == last->at && answer->event > last->event));
            made = isLater ? each : made;
            last = isLater ? answer : last;
        }
        return made;
    }

    Codes codes(std::string_view question) const
    {
        const MarkAnswers* const last = latest(question);
        return last == nullptr ? Codes() : textsIn(answerTo(*last, question)->value);
    }

    /// Whether one of them has one of the codes, be it the latest or not.
    bool mentions(std::string_view question, const Codes& codes) const
    {
        return std::ranges::any_of(answers, [&](const MarkAnswers* each) {
            const MarkAnswer* const answer = answerTo(*each, question);
            return answer != nullptr && hasAnyOf(textsIn(answer->value), codes);
        });
    }
};

constexpr char kBetween = '\x1F';

std::string recordKey(const MarkedRecord& found, const MarkTarget& target)
{
    if (found.match == MarkMatch::Same || found.match == MarkMatch::Changed)
        return std::to_string(indexOf(found.row));
    std::string key;
    for (const std::string* name : {&target.record, &target.id, &target.hash})
        key += kBetween + *name;
    return key;
}

std::string keyOf(const std::string& record, const std::string& by, const std::string& part)
{
    return record + kBetween + by + kBetween + part;
}

/// What a reader says, or all of them, by target; in the order in which the marks name them first.
class AllSaid {
public:
    explicit AllSaid(const ReaderMarks& of) : m_of(of)
    {
        for (const MarkAnswers& each : of.marks.answers()) {
            const bool isOfRecord = !each.on.record.empty() || !each.on.id.empty();
            if (!isOfRecord || each.answers.empty() || (!of.reader.empty() && each.by != of.reader))
                continue;
            Said said = nameOf(each.on, each.by);
            const auto [place, isNew] =
                m_places.try_emplace(keyOf(said.record, said.by, said.part), m_all.size());
            if (isNew)
                m_all.push_back(std::move(said));
            m_all[place->second].answers.push_back(&each);
        }
    }

    const std::vector<Said>& all() const { return m_all; }

    /// Without any answers if the reader says nothing of it.
    Said find(const MarkTarget& target, const std::string& by) const
    {
        Said said = nameOf(target, by);
        const auto place = m_places.find(keyOf(said.record, by, said.part));
        return place == m_places.end() ? said : m_all[place->second];
    }

    bool mentions(const std::string& code) const
    {
        return std::ranges::any_of(m_all, [&code](const Said& each) {
            return each.mentions(mark_keys::kCode, {code}) || each.mentions(mark_keys::kLabelled, {code});
        });
    }

private:
    Said nameOf(const MarkTarget& target, const std::string& by) const
    {
        const MarkedRecord found = m_of.records.find(target);
        return {found, recordKey(found, target), by, target.part(), {}};
    }

    const ReaderMarks& m_of;
    std::vector<Said> m_all;
    std::map<std::string, std::size_t> m_places;
};

/// When each target was first noted, by its key.
std::map<std::string, std::int64_t> firstNoted(const ReaderMarks& of)
{
    // What was taken back does not count, unless the taking back was taken back.
    std::unordered_set<std::string> taken;
    for (const MarkEvent& event : of.marks.events())
        taken.insert(event.undo);
    std::unordered_set<std::string> undone;
    for (const MarkEvent& event : of.marks.events()) {
        if (!event.undo.empty() && !taken.contains(event.id))
            undone.insert(event.undo);
    }
    std::map<std::string, std::int64_t> first;
    for (const MarkEvent& event : of.marks.events()) {
        const bool isNote = std::ranges::any_of(event.set, [](const auto& answer) {
            return answer.first == mark_keys::kNote && answer.second != kNoAnswer;
        });
        if (!isNote || !event.undo.empty() || undone.contains(event.id) ||
            (!of.reader.empty() && event.by != of.reader))
            continue;
        const std::string key =
            keyOf(recordKey(of.records.find(event.on), event.on), event.by, event.on.part());
        const auto [at, isNew] = first.try_emplace(key, event.at);
        at->second = std::min(at->second, event.at);
    }
    return first;
}

/// Makes events, one for all that is said of a target at once.
class EventMaker {
public:
    /// Events of a recoding keep the schemes of the answers that they replace.
    explicit EventMaker(bool isRecoding) : m_isRecoding(isRecoding) {}

    /// The codes become the answer to a question under each name that the target has an answer under, so that
    /// it does not matter which of them is read; under `target` if there is none.
    void say(const Said& said, const MarkTarget& target, std::string_view question, const Codes& codes)
    {
        bool isSaid = false;
        for (const MarkAnswers* each : said.answers) {
            if (const MarkAnswer* const answer = answerTo(*each, question)) {
                isSaid = true;
                add(each->on, question, codes, answer);
            }
        }
        if (!isSaid && !codes.empty())
            add(target, question, codes, nullptr);
    }

    /// What follows is said of another target.
    void nextTarget() { m_first = m_events.size(); }

    std::vector<MarkEvent> take() { return std::move(m_events); }

private:
    void add(const MarkTarget& on, std::string_view question, const Codes& codes, const MarkAnswer* replaced)
    {
        const std::string scheme = m_isRecoding && replaced != nullptr ? replaced->scheme : std::string();
        auto event =
            std::find_if(m_events.begin() + static_cast<std::ptrdiff_t>(m_first), m_events.end(),
                         [&](const MarkEvent& each) { return each.on == on && each.scheme == scheme; });
        if (event == m_events.end()) {
            event = m_events.emplace(m_events.end());
            event->on = on;
            event->scheme = scheme;
        }
        event->set.emplace_back(question, answerOf(codes));
        if (replaced != nullptr)
            event->at = std::max(event->at, replaced->at);
    }

    bool m_isRecoding;
    std::size_t m_first = 0;
    std::vector<MarkEvent> m_events;
};

MarkScheme nextVersion(const MarkScheme& scheme, std::string_view by, std::int64_t now, const Json& what)
{
    MarkScheme next = scheme;
    ++next.version;
    next.history.push_back({now, std::string(by), what.dump(-1, ' ', false, Json::error_handler_t::replace)});
    return next;
}

std::vector<SchemeChoice>& codesOfScheme(MarkScheme& scheme)
{
    const auto found = std::ranges::find(scheme.questions, mark_keys::kCode, &SchemeQuestion::key);
    if (found != scheme.questions.end())
        return found->choices;
    SchemeQuestion question;
    question.key = mark_keys::kCode;
    question.title = {"Codes", "代码"};
    question.kind = QuestionKind::ManyOf;
    question.isOpen = true;
    scheme.questions.push_back(std::move(question));
    return scheme.questions.back().choices;
}

SchemeChoice plainChoice(const std::string& value)
{
    SchemeChoice choice;
    choice.value = value;
    choice.title.en = value;
    return choice;
}

bool isInScheme(const MarkScheme& scheme, const std::string& code)
{
    return std::ranges::find(codeChoicesOf(scheme), code, &SchemeChoice::value) !=
           codeChoicesOf(scheme).end();
}

/// The answer about what was judged after a merge. `parts` are all codes that become `to`.
Codes mergedLabels(const Codes& judged, const Codes& parts, const std::string& to, const Codes& carried)
{
    Codes made = without(judged, parts);
    const bool isJudged =
        std::ranges::all_of(parts, [&judged](const std::string& part) { return has(judged, part); }) ||
        (hasAnyOf(judged, parts) && hasAnyOf(carried, parts));
    if (isJudged)
        made.push_back(to);
    return made;
}

/// What the readers say of whole records: which codes occur in them and in their parts, and which were
/// judged.
struct RecordCodes {
    Row row{};
    bool isThere = false;
    Codes carried;
    Codes judged;
    /// There is a verdict, a note or a code.
    bool isRead = false;
};

std::map<std::string, RecordCodes> recordCodesOf(const AllSaid& said)
{
    std::map<std::string, RecordCodes> records;
    for (const Said& each : said.all()) {
        RecordCodes& made = records[keyOf(each.record, each.by, {})];
        made.row = each.found.row;
        made.isThere = each.isThere();
        for (const std::string& code : each.codes(mark_keys::kCode))
            addOnce(made.carried, code);
        for (const std::string& code : each.codes(mark_keys::kLabelled))
            addOnce(made.judged, code);
        const MarkAnswers* const verdict = each.latest(mark_keys::kVerdict);
        made.isRead = made.isRead || !made.carried.empty() || each.latest(mark_keys::kNote) != nullptr ||
                      (verdict != nullptr && answerTo(*verdict, mark_keys::kVerdict)->value != kDefer);
    }
    return records;
}

/// The records that a rate is of.
struct CodeRows {
    RateBasis basis = RateBasis::Read;
    RowSet judged;
    RowSet yes;
};

std::vector<CodeRows> codeRowsOf(const ReaderMarks& of, const RatesRequest& request)
{
    const std::map<std::string, RecordCodes> records = recordCodesOf(AllSaid(of));
    std::vector<CodeRows> made;
    for (const std::string& code : request.codes) {
        const bool isLabelled = std::ranges::any_of(records, [&code](const auto& each) {
            return each.second.isThere && has(each.second.judged, code);
        });
        CodeRows rows{isLabelled ? RateBasis::Labelled : RateBasis::Read, RowSet(request.rows.size()),
                      RowSet(request.rows.size())};
        for (const auto& [key, each] : records) {
            const bool isJudged = isLabelled ? has(each.judged, code) : each.isRead;
            if (!each.isThere || !isJudged || !request.rows.contains(each.row))
                continue;
            rows.judged.add(each.row);
            if (has(each.carried, code))
                rows.yes.add(each.row);
        }
        made.push_back(std::move(rows));
    }
    return made;
}

CodeRate rateOf(const std::string& code, RateBasis basis, std::size_t yes, std::size_t judged)
{
    const auto of = static_cast<double>(judged);
    const double rate =
        judged == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(yes) / of;
    return {code, basis, yes, judged, rate, wilsonInterval(static_cast<double>(yes), of)};
}

/// "errors@3" as "errors" and 3; 0 if it is no such name.
std::pair<std::string_view, int> partsOfName(std::string_view name)
{
    const std::size_t sign = name.rfind('@');
    if (sign == std::string_view::npos)
        return {name, 0};
    return {name.substr(0, sign), parseNumber<int>(name.substr(sign + 1)).value_or(0)};
}

const SchemeChoice* choiceOf(const MarkScheme& scheme, std::string_view key, std::string_view value)
{
    const SchemeQuestion* const question = questionOf(scheme, key);
    if (question == nullptr)
        return nullptr;
    const auto found = std::ranges::find(question->choices, value, &SchemeChoice::value);
    return found == question->choices.end() ? nullptr : &*found;
}

/// Whether an answer given under the first of these versions is to be looked at again under the last one.
bool hasChangedFor(std::span<const MarkScheme* const> versions, const std::string& question,
                   const MarkAnswer& answer)
{
    const MarkScheme& now = *versions.back();
    // What was judged, too, was judged by the definitions of codes.
    const std::string key = question == mark_keys::kLabelled ? std::string(mark_keys::kCode) : question;
    const SchemeQuestion* const asked = questionOf(now, key);
    if (asked == nullptr)
        return false;
    // A later version may be the first to have the question or the choice that the answer has: a renamed code
    // keeps the version under which it was given.
    const auto base = std::ranges::find_if(
        versions, [&key](const MarkScheme* each) { return questionOf(*each, key) != nullptr; });
    if (has(changedSince(**base, now), key))
        return true;
    for (const std::string& value : textsIn(answer.value)) {
        const auto first = std::ranges::find_if(
            versions, [&](const MarkScheme* each) { return choiceOf(*each, key, value) != nullptr; });
        if (first == versions.end())
            continue;
        const SchemeChoice* const choice = choiceOf(now, key, value);
        if (choice == nullptr || choice->definition != choiceOf(**first, key, value)->definition)
            return true;
    }
    return !asked->isOpen && std::ranges::any_of(asked->choices, [&](const SchemeChoice& choice) {
        return choiceOf(**base, key, choice.value) == nullptr;
    });
}

} // namespace

std::vector<AnalysisNote> notesOf(const ReaderMarks& of)
{
    const std::map<std::string, std::int64_t> first = firstNoted(of);
    const AllSaid said(of);
    std::vector<AnalysisNote> notes;
    for (const Said& each : said.all()) {
        const MarkAnswers* const noted = each.latest(mark_keys::kNote);
        if (noted == nullptr)
            continue;
        const MarkAnswer& answer = *answerTo(*noted, mark_keys::kNote);
        const Codes texts = textsIn(answer.value);
        if (texts.empty() || texts.front().empty())
            continue;
        const auto at = first.find(keyOf(each.record, each.by, each.part));
        notes.push_back({each.found.row, each.found.match, noted->on, each.by, texts.front(),
                         each.codes(mark_keys::kCode), at == first.end() ? answer.at : at->second});
    }
    std::ranges::stable_sort(notes, {}, &AnalysisNote::at);
    return notes;
}

std::vector<AnalysisCode> codesOf(const std::vector<AnalysisNote>& notes, const MarkScheme* scheme,
                                  const MarkSet& marks, std::string_view reader)
{
    constexpr std::size_t kExamples = 2;
    const auto isOfCodes = [](std::string_view question) {
        return question == mark_keys::kCode || question == mark_keys::kLabelled;
    };
    std::vector<AnalysisCode> made;
    std::map<std::string, std::size_t> places;
    if (scheme != nullptr) {
        for (const SchemeChoice& choice : codeChoicesOf(*scheme)) {
            places.emplace(choice.value, made.size());
            made.push_back({choice.value, choice, true, 0, {}});
        }
    }
    std::set<std::string> inMarks;
    for (const MarkAnswers& each : marks.answers()) {
        for (const auto& [question, answer] : each.answers) {
            if (!isOfCodes(question) || (!reader.empty() && each.by != reader))
                continue;
            for (std::string& code : textsIn(answer.value))
                inMarks.insert(std::move(code));
        }
    }
    // Answers only know when they were given last.
    std::map<std::string, std::pair<std::int64_t, std::string>> first;
    for (const MarkEvent& event : marks.events()) {
        for (const auto& [question, answer] : event.set) {
            if (!isOfCodes(question) || (!reader.empty() && event.by != reader))
                continue;
            for (const std::string& code : textsIn(answer)) {
                const std::pair use{event.at, event.id};
                const auto [place, isNew] = first.try_emplace(code, use);
                place->second = std::min(place->second, use);
            }
        }
    }
    Codes others;
    std::ranges::copy_if(inMarks, std::back_inserter(others),
                         [&places](const std::string& code) { return !places.contains(code); });
    std::ranges::stable_sort(others, {}, [&first](const std::string& code) { return first[code]; });
    for (const std::string& code : others) {
        places.emplace(code, made.size());
        made.push_back({code, plainChoice(code), false, 0, {}});
    }
    for (std::size_t i = 0; i < notes.size(); ++i) {
        for (const std::string& code : notes[i].codes) {
            const auto place = places.find(code);
            if (place == places.end())
                continue;
            AnalysisCode& each = made[place->second];
            ++each.notes;
            if (each.examples.size() < kExamples)
                each.examples.push_back(i);
        }
    }
    return made;
}

void stamp(std::vector<MarkEvent>& events, std::string_view reader, std::int64_t now, std::string_view scheme)
{
    for (MarkEvent& event : events) {
        event.at = std::max(now, event.at + 1);
        event.id = newMarkId(event.at);
        event.by = reader;
        if (event.scheme.empty() && event.undo.empty())
            event.scheme = scheme;
    }
}

std::vector<MarkEvent> setCodes(const ReaderMarks& of, const MarkTarget& target,
                                const std::vector<std::string>& codes)
{
    EventMaker events(false);
    Codes once;
    for (const std::string& code : codes)
        addOnce(once, code);
    events.say(AllSaid(of).find(target, of.reader), target, mark_keys::kCode, once);
    return events.take();
}

std::vector<MarkEvent> label(const ReaderMarks& of, const MarkTarget& record,
                             const std::vector<std::string>& judged, const std::vector<std::string>& yes)
{
    MarkTarget whole;
    whole.record = record.record;
    whole.id = record.id;
    whole.hash = record.hash;
    const Codes no = without(judged, yes);
    const AllSaid said(of);
    const Said own = said.find(whole, of.reader);
    EventMaker events(false);
    Codes codes = without(own.codes(mark_keys::kCode), no);
    Codes labelled = own.codes(mark_keys::kLabelled);
    for (const std::string& code : yes)
        addOnce(codes, code);
    for (const Codes* each : {&judged, &yes}) {
        for (const std::string& code : *each)
            addOnce(labelled, code);
    }
    events.say(own, whole, mark_keys::kCode, codes);
    events.say(own, whole, mark_keys::kLabelled, labelled);
    for (const Said& part : said.all()) {
        if (part.record != own.record || part.by != of.reader || part.part.empty() ||
            !part.mentions(mark_keys::kCode, no))
            continue;
        events.nextTarget();
        events.say(part, part.answers.front()->on, mark_keys::kCode,
                   without(part.codes(mark_keys::kCode), no));
    }
    return events.take();
}

std::span<const SchemeChoice> codeChoicesOf(const MarkScheme& scheme)
{
    const SchemeQuestion* const question = questionOf(scheme, mark_keys::kCode);
    return question == nullptr ? std::span<const SchemeChoice>() : question->choices;
}

MarkScheme withCode(const MarkScheme& scheme, const SchemeChoice& choice, std::string_view by,
                    std::int64_t now)
{
    if (std::ranges::find(codeChoicesOf(scheme), choice) != codeChoicesOf(scheme).end())
        return scheme;
    const bool isNew = !isInScheme(scheme, choice.value);
    MarkScheme next =
        nextVersion(scheme, by, now, {{"op", isNew ? "add" : "define"}, {"code", choice.value}});
    std::vector<SchemeChoice>& choices = codesOfScheme(next);
    if (isNew)
        choices.push_back(choice);
    else
        *std::ranges::find(choices, choice.value, &SchemeChoice::value) = choice;
    return next;
}

CodeChange renameCode(const ReaderMarks& of, const MarkScheme& scheme, const std::string& from,
                      const std::string& to, std::int64_t now)
{
    CodeChange change = mergeCodes(of, scheme, {from}, to, now);
    if (from == to || isInScheme(scheme, to) || AllSaid(of).mentions(to))
        return change;
    change.scheme = nextVersion(scheme, of.reader, now, {{"op", "rename"}, {"from", from}, {"to", to}});
    std::vector<SchemeChoice>& choices = codesOfScheme(change.scheme);
    const auto place = std::ranges::find(choices, from, &SchemeChoice::value);
    if (place == choices.end()) {
        choices.push_back(plainChoice(to));
        return change;
    }
    place->value = to;
    for (std::string* title : {&place->title.en, &place->title.zh}) {
        if (*title == from)
            *title = to;
    }
    return change;
}

CodeChange mergeCodes(const ReaderMarks& of, const MarkScheme& scheme, const std::vector<std::string>& from,
                      const std::string& to, std::int64_t now)
{
    const Codes gone = without(from, {to});
    if (gone.empty())
        return {{}, scheme};
    const AllSaid said(of);
    Codes parts = gone;
    if (has(from, to) || isInScheme(scheme, to) || said.mentions(to))
        parts.push_back(to);
    const std::map<std::string, RecordCodes> records = recordCodesOf(said);
    EventMaker events(true);
    for (const Said& each : said.all()) {
        if (each.by != of.reader)
            continue;
        events.nextTarget();
        const MarkTarget& on = each.answers.front()->on;
        if (each.mentions(mark_keys::kCode, gone)) {
            Codes codes;
            for (const std::string& code : each.codes(mark_keys::kCode))
                addOnce(codes, has(gone, code) ? to : code);
            events.say(each, on, mark_keys::kCode, codes);
        }
        // A record that was judged for `to` alone is not judged for what it is now.
        if (each.mentions(mark_keys::kLabelled, parts)) {
            const Codes judged = each.codes(mark_keys::kLabelled);
            const Codes& carried = records.at(keyOf(each.record, each.by, {})).carried;
            const Codes merged = mergedLabels(judged, parts, to, carried);
            if (merged != judged)
                events.say(each, on, mark_keys::kLabelled, merged);
        }
    }
    CodeChange change{events.take(), nextVersion(scheme, of.reader, now,
                                                 {{"op", "merge"}, {"from", Json(from)}, {"to", to}})};
    std::vector<SchemeChoice>& choices = codesOfScheme(change.scheme);
    auto place = std::ranges::find(choices, to, &SchemeChoice::value);
    if (place == choices.end()) {
        const auto first = std::ranges::find_if(
            choices, [&gone](const SchemeChoice& choice) { return has(gone, choice.value); });
        place = choices.insert(first, plainChoice(to));
    }
    Codes examples = place->examples;
    for (const SchemeChoice& choice : choices) {
        for (const std::string& example : has(gone, choice.value) ? choice.examples : Codes())
            addOnce(examples, example);
    }
    place->examples = std::move(examples);
    std::erase_if(choices, [&gone](const SchemeChoice& choice) { return has(gone, choice.value); });
    return change;
}

CodeChange splitCode(const ReaderMarks& of, const MarkScheme& scheme, const std::string& from,
                     const std::string& to, std::span<const MarkTarget> targets, std::int64_t now)
{
    if (from == to)
        return {{}, scheme};
    const AllSaid said(of);
    const bool isNew = !isInScheme(scheme, to) && !said.mentions(to);
    std::set<std::string> moved;
    std::set<std::string> movedRecords;
    for (const MarkTarget& target : targets) {
        const Said each = said.find(target, of.reader);
        if (!each.mentions(mark_keys::kCode, {from}))
            continue;
        moved.insert(keyOf(each.record, each.by, each.part));
        movedRecords.insert(each.record);
    }
    EventMaker events(true);
    for (const Said& each : said.all()) {
        if (each.by != of.reader)
            continue;
        events.nextTarget();
        const MarkTarget& on = each.answers.front()->on;
        if (moved.contains(keyOf(each.record, each.by, each.part))) {
            Codes codes;
            for (const std::string& code : each.codes(mark_keys::kCode))
                addOnce(codes, code == from ? to : code);
            events.say(each, on, mark_keys::kCode, codes);
        }
        Codes judged = each.codes(mark_keys::kLabelled);
        if (has(judged, from) && !has(judged, to) && (isNew || movedRecords.contains(each.record))) {
            judged.push_back(to);
            events.say(each, on, mark_keys::kLabelled, judged);
        }
    }
    CodeChange change{events.take(),
                      nextVersion(scheme, of.reader, now,
                                  {{"op", "split"}, {"from", from}, {"to", to}, {"targets", moved.size()}})};
    if (!isInScheme(scheme, to)) {
        std::vector<SchemeChoice>& choices = codesOfScheme(change.scheme);
        auto place = std::ranges::find(choices, from, &SchemeChoice::value);
        choices.insert(place == choices.end() ? place : std::next(place), plainChoice(to));
    }
    return change;
}

std::vector<CodeRate> codeRates(const ReaderMarks& of, const RatesRequest& request)
{
    const std::vector<CodeRows> rows = codeRowsOf(of, request);
    std::vector<CodeRate> rates;
    for (std::size_t i = 0; i < rows.size(); ++i)
        rates.push_back(rateOf(request.codes[i], rows[i].basis, rows[i].yes.count(), rows[i].judged.count()));
    return rates;
}

CrossedRates codeRatesBy(const Snapshot& snapshot, const ReaderMarks& of, const RatesRequest& request,
                         std::string_view field, const Job& job, std::size_t most)
{
    const std::optional<FieldReader> reader = findField(snapshot, field);
    const std::vector<CodeRows> rows = codeRowsOf(of, request);
    if (!reader || rows.empty())
        return {};
    // The records of any code, then for each code those judged and those with it.
    RowSet any(request.rows.size());
    std::vector<const RowSet*> sets{&any};
    for (const CodeRows& each : rows) {
        any |= each.judged;
        sets.insert(sets.end(), {&each.judged, &each.yes});
    }
    const CountRequest counted{.by = {*reader}, .bins = {binsFor(snapshot, *reader, job)}};
    Counts counts = std::move(count(snapshot, sets, {&counted, 1}, job).front());
    counts.readLong(job);
    if (job.stopRequested())
        return {};
    // Texts are counted one by one, even if they are equal.
    const auto comesFirst = [](const GroupValue& a, const GroupValue& b) { return comesBefore(a, b); };
    std::map<GroupValue, std::vector<std::uint64_t>, decltype(comesFirst)> sums(comesFirst);
    for (std::size_t group = 0; group < counts.groups.size(); ++group) {
        std::vector<std::uint64_t>& sum = sums[counts.value(group, 0)];
        sum.resize(sets.size());
        for (std::size_t set = 0; set < sets.size(); ++set)
            sum[set] += counts.n[group * sets.size() + set];
    }
    std::erase_if(sums, [](const auto& each) { return each.second.front() == 0; });
    // The number of records that a value needs to be kept; of those with just as many, the first ones are.
    std::vector<std::uint64_t> sizes;
    for (const auto& [value, sum] : sums)
        sizes.push_back(sum.front());
    std::ranges::sort(sizes, std::greater<>());
    const std::size_t kept = std::min(most, sizes.size());
    const std::uint64_t least = kept == 0 ? 0 : sizes[kept - 1];
    auto ofLeast = std::count(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(kept), least);
    CrossedRates made;
    made.leftOut = sums.size() - kept;
    made.withoutValue = counts.without.front();
    for (const auto& [value, sum] : sums) {
        if (kept == 0 || sum.front() < least || (sum.front() == least && ofLeast-- <= 0))
            continue;
        RatesOfValue& each = made.values.emplace_back();
        each.value = value;
        each.records = sum.front();
        for (std::size_t i = 0; i < rows.size(); ++i)
            each.rates.push_back(rateOf(request.codes[i], rows[i].basis, sum[2 * i + 2], sum[2 * i + 1]));
    }
    return made;
}

std::vector<std::size_t> saturationOf(const std::vector<AnalysisNote>& notes, std::size_t block)
{
    std::map<std::string, std::size_t> items;
    std::map<std::string, std::size_t> firstItems;
    for (const AnalysisNote& note : notes) {
        const std::size_t item =
            items.try_emplace(recordKey({note.match, note.row}, note.on), items.size()).first->second;
        for (const std::string& code : note.codes) {
            std::size_t& first = firstItems.try_emplace(code, item).first->second;
            first = std::min(first, item);
        }
    }
    block = std::max<std::size_t>(block, 1);
    std::vector<std::size_t> made((items.size() + block - 1) / block);
    for (const auto& [code, item] : firstItems)
        ++made[item / block];
    return made;
}

std::vector<const MarkAnswers*> beforeChange(const MarkSet& marks, std::span<const MarkScheme> versions,
                                             const MarkScheme& now)
{
    // By version; of two with the same one, as after a conflict, the first is meant.
    std::map<int, const MarkScheme*> known;
    for (const MarkScheme& each : versions) {
        if (each.id == now.id && each.version < now.version)
            known.try_emplace(each.version, &each);
    }
    known[now.version] = &now;
    std::vector<const MarkScheme*> ordered;
    for (const auto& [version, scheme] : known)
        ordered.push_back(scheme);
    std::vector<const MarkAnswers*> made;
    for (const MarkAnswers& each : marks.answers()) {
        const bool isBefore = std::ranges::any_of(each.answers, [&](const auto& answered) {
            const auto& [question, answer] = answered;
            const auto [id, version] = partsOfName(answer.scheme);
            if (id != now.id || version >= now.version)
                return false;
            const auto under = known.find(version);
            const auto from = std::distance(known.begin(), under);
            return under == known.end() ||
                   hasChangedFor(std::span(ordered).subspan(static_cast<std::size_t>(from)), question,
                                 answer);
        });
        if (isBefore)
            made.push_back(&each);
    }
    return made;
}

} // namespace duologue
