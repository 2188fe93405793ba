// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_import.h"
#include "core/data/record_keys.h"
#include "core/load/record_reader.h"
#include "core/marks/span.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"

#include <set>
#include <unordered_map>

namespace duologue {

namespace {

MarkTarget at(const std::string& place)
{
    MarkTarget target;
    target.record = place;
    return target;
}

MarkTarget saying(const std::string& hash)
{
    MarkTarget target;
    target.hash = hash;
    return target;
}

bool isThere(const MarkedRecord& record)
{
    return record.match == MarkMatch::Same || record.match == MarkMatch::Changed;
}

/// The texts of a message that a span may be in: those of its language, or all if none is known to be.
std::vector<std::string_view> textsOfSide(const Conversation& conversation, const Message& message,
                                          const std::string& side)
{
    const auto language = languageOfCode(side);
    std::vector<std::string_view> all;
    std::vector<std::string_view> ofSide;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (text.earlier)
            continue;
        all.push_back(text.text);
        if (language && answers(text.language, *language))
            ofSide.push_back(text.text);
    }
    return ofSide.empty() ? all : ofSide;
}

/// Where a span is in a message, with its own text.
std::optional<MarkSpan> spanIn(const Conversation& conversation, const Message& message, const MarkTarget& on)
{
    for (const std::string_view text : textsOfSide(conversation, message, on.side)) {
        if (const auto found = findSpan(text, *on.span); found && found->isExact)
            return spanOf(text, found->beginByte, found->endByte);
    }
    return std::nullopt;
}

/// A span without a message gets the one that it is in. False if that is none, or several.
bool findMessage(const Conversation& conversation, MarkTarget& on)
{
    if (!on.span || on.message != 0 || on.candidate != 0)
        return true;
    std::optional<MarkSpan> found;
    for (const Message& message : conversation.messages) {
        auto span = spanIn(conversation, message, on);
        if (span && found)
            return false;
        if (!span)
            continue;
        found = std::move(span);
        on.message = static_cast<std::uint32_t>(&message - conversation.messages.data()) + 1;
    }
    on.span = found;
    return found.has_value();
}

/// What readers have answered, by the record that they mean.
class Answered {
public:
    struct Saying {
        /// The present answer; none if it was taken back.
        std::optional<MarkAnswer> now;
        /// Of all answers.
        std::int64_t last = std::numeric_limits<std::int64_t>::min();
        std::vector<std::pair<std::int64_t, std::string>> all;
    };

    Answered(const MarkSet& marks, const MarkedRecords& records) : m_records(records)
    {
        for (const MarkEvent& event : marks.events()) {
            for (const auto& [question, value] : event.set)
                note(event, question, value);
        }
        for (const MarkAnswers& each : marks.answers()) {
            for (const auto& [question, answer] : each.answers)
                hold(m_sayings[keyOf(each.by, each.on, question)], answer);
        }
    }

    void add(const MarkEvent& event)
    {
        for (const auto& [question, value] : event.set)
            hold(note(event, question, value), {value, event.scheme, event.at, event.id});
    }

    const Saying& of(const MarkEvent& event, const std::string& question)
    {
        return m_sayings[keyOf(event.by, event.on, question)];
    }

private:
    static void hold(Saying& saying, const MarkAnswer& answer)
    {
        if (!saying.now || isLater(answer, *saying.now))
            saying.now = answer;
    }

    Saying& note(const MarkEvent& event, const std::string& question, const std::string& value)
    {
        Saying& saying = m_sayings[keyOf(event.by, event.on, question)];
        saying.last = std::max(saying.last, event.at);
        saying.all.emplace_back(event.at, value);
        return saying;
    }

    std::string keyOf(const std::string& by, const MarkTarget& on, const std::string& question) const
    {
        const MarkedRecord found = m_records.find(on);
        std::string key =
            isThere(found) ? std::to_string(indexOf(found.row)) : on.record + ' ' + on.id + ' ' + on.hash;
        for (const std::string& each : {by, on.part(), question})
            key += '\x1F' + each;
        return key;
    }

    const MarkedRecords& m_records;
    std::unordered_map<std::string, Saying> m_sayings;
};

/// Takes the answers from an event that say nothing new.
void leaveNews(MarkEvent& event, Answered& answered)
{
    std::erase_if(event.set, [&](const auto& each) {
        const auto& [question, value] = each;
        const Answered::Saying& saying = answered.of(event, question);
        const std::string now = saying.now ? saying.now->value : "null";
        const bool isKnown =
            now == value && (!saying.now || event.scheme.empty() || event.scheme == saying.now->scheme);
        const bool isOver = event.at != 0 && saying.now && saying.now->at >= event.at;
        // Also what was taken back since.
        return isKnown || isOver ||
               std::ranges::find(saying.all, std::pair(event.at, value)) != saying.all.end();
    });
}

class Import {
public:
    Import(ReadMarks& read, const ImportRequest& request) : m_read(read), m_request(request) {}

    /// Nothing is left of events that are passed over.
    void fitTargets(const Job& job)
    {
        std::vector<const MarkTarget*> targets;
        for (MarkEvent& event : m_read.events) {
            useUsualName(event.on);
            targets.push_back(&event.on);
        }
        std::vector<MarkTarget> dialogues;
        for (const MarkEvent& event : m_read.events)
            dialogues.push_back(saying(event.on.record.empty() ? event.on.hash : std::string()));
        for (const MarkTarget& each : dialogues)
            targets.push_back(&each);
        m_request.records.lookAt(targets, job);
        std::map<Row, std::vector<std::size_t>> byRow;
        for (std::size_t i = 0; i < m_read.events.size(); ++i) {
            const MarkEvent& event = m_read.events[i];
            const MarkTarget& on = event.on;
            // Of the dataset, or of a group.
            if (!event.undo.empty() || (on.record.empty() && on.id.empty() && on.hash.empty()))
                continue;
            if (const MarkedRecord found = recordOf(on); isThere(found))
                byRow[found.row].push_back(i);
            else if (on.record.empty() || on.hash.empty())
                refuse(i, PhraseId::MarkLineRecord);
        }
        RecordReader reader(m_request.snapshot);
        for (const auto& [row, events] : byRow) {
            if (job.stopRequested())
                return;
            reader.read(row);
            const Conversation* const conversation = reader.conversation();
            const MarkTarget named = targetOfRecord(m_request.snapshot, row, m_request.root, conversation);
            for (const std::size_t i : events)
                fit(i, named, conversation);
        }
    }

private:
    /// "FILE:N" becomes "FILE#N" with the path from the folder of the marks, unless there is a file of that
    /// name. With a hash, it may be of a file that is gone.
    void useUsualName(MarkTarget& on)
    {
        const std::size_t sign = on.record.find_last_of(on.hash.empty() ? ":#" : ":");
        const auto number = sign == std::string::npos
                                ? std::nullopt
                                : parseNumber<std::uint32_t>(std::string_view(on.record).substr(sign + 1));
        if (!number || m_request.records.quick(at(on.record)).match == MarkMatch::Same)
            return;
        const auto [known, isNew] = m_usualNames.try_emplace(on.record);
        if (isNew) {
            const auto rows = recordsWithNumber(m_request.snapshot, on.record.substr(0, sign), *number);
            if (rows.size() == 1)
                known->second =
                    targetOfRecord(m_request.snapshot, rows.front(), m_request.root, nullptr).record;
        }
        if (!known->second.empty())
            on.record = known->second;
    }

    /// A hash that stands beside no place is of a dialogue in another program, which may show less of it:
    /// only if it is another record's, the id is not one of this dataset.
    MarkedRecord recordOf(const MarkTarget& on) const
    {
        const MarkedRecord found = m_request.records.find(on);
        if (found.match != MarkMatch::Changed || !on.record.empty())
            return found;
        const MarkedRecord same = m_request.records.find(saying(on.hash));
        return same.match == MarkMatch::Same ? same : found;
    }

    void fit(std::size_t index, const MarkTarget& named, const Conversation* conversation)
    {
        MarkTarget& on = m_read.events[index].on;
        // What is on an older text keeps its hash.
        if (on.record.empty() || on.hash.empty())
            on.hash = named.hash;
        const bool isChanged = on.hash != named.hash;
        on.record = named.record;
        on.id = named.id;
        if (conversation == nullptr || isChanged)
            return;
        if (!findMessage(*conversation, on) || matchOfPart(*conversation, on) == MarkMatch::Gone)
            refuse(index, PhraseId::MarkLinePart);
    }

    void refuse(std::size_t index, PhraseId why)
    {
        m_read.problems.push_back({m_read.lines[index], why});
        m_read.events[index] = {};
    }

    ReadMarks& m_read;
    const ImportRequest& m_request;
    /// By what files call records; empty if none or several fit.
    std::map<std::string, std::string> m_usualNames;
};

} // namespace

MarkMatch matchOfPart(const Conversation& conversation, const MarkTarget& on)
{
    const auto candidates = conversation.candidates.size();
    if (on.candidate > candidates || on.otherCandidate > candidates)
        return MarkMatch::Gone;
    if (on.message > conversation.messages.size())
        return MarkMatch::Gone;
    std::uint32_t calls = 0;
    for (const Message& message : conversation.messages) {
        const bool isIn = on.message == 0 || &message == &conversation.messages[on.message - 1];
        for (const Part& part : conversation.partsOf(message))
            calls += isIn && part.kind == PartKind::Call ? 1 : 0;
    }
    if (on.candidate == 0 && on.call > calls)
        return MarkMatch::Gone;
    if (on.message == 0 || on.candidate != 0)
        return MarkMatch::Same;
    const bool isSame = !on.span || spanIn(conversation, conversation.messages[on.message - 1], on);
    return isSame ? MarkMatch::Same : MarkMatch::Changed;
}

std::int64_t timeAfter(const MarkSet& marks, const MarkEvent& event, std::int64_t now)
{
    const auto isSame = [](const std::string& one, const std::string& other) {
        return !one.empty() && one == other;
    };
    for (const MarkEvent& each : marks.events()) {
        const bool isOn = isSame(each.on.record, event.on.record) || isSame(each.on.id, event.on.id) ||
                          isSame(each.on.hash, event.on.hash);
        const bool isAnswered = std::ranges::any_of(each.set, [&event](const auto& answer) {
            return std::ranges::find(event.set, answer.first, [](const auto& one) { return one.first; }) !=
                   event.set.end();
        });
        if (each.at >= now && each.by == event.by && isOn && isAnswered && each.on.part() == event.on.part())
            now = each.at + 1;
    }
    return now;
}

void nameReader(ReadMarks& read, const std::string& by)
{
    std::vector<MarkEvent> events;
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < read.events.size(); ++i) {
        MarkEvent& event = read.events[i];
        if (event.by.empty())
            event.by = by;
        if (event.by.empty()) {
            read.problems.push_back({read.lines[i], PhraseId::MarkLineReader});
            continue;
        }
        lines.push_back(read.lines[i]);
        events.push_back(std::move(event));
    }
    read.events = std::move(events);
    read.lines = std::move(lines);
}

ImportedMarks importMarks(ReadMarks read, const ImportRequest& request, const Job& job)
{
    Import(read, request).fitTargets(job);
    ImportedMarks made;
    Answered answered(request.marks, request.records);
    std::set<std::string> ids;
    for (const MarkEvent& event : request.marks.events())
        ids.insert(event.id);
    for (MarkEvent& event : read.events) {
        // Passed over.
        if (event.id.empty())
            continue;
        if (!read.hasIds)
            leaveNews(event, answered);
        const bool saysNothing = event.set.empty() && event.undo.empty();
        if (saysNothing || !ids.insert(event.id).second) {
            ++made.known;
            continue;
        }
        if (event.at == 0) {
            event.at = request.now;
            for (const auto& [question, value] : event.set)
                event.at = std::max(event.at, answered.of(event, question).last + 1);
        }
        answered.add(event);
        made.events.push_back(std::move(event));
    }
    made.problems = std::move(read.problems);
    std::ranges::stable_sort(made.problems, {}, &MarkLineProblem::line);
    const auto isSame = [](const MarkLineProblem& one, const MarkLineProblem& other) {
        return one.line == other.line && one.what == other.what;
    };
    made.problems.erase(std::unique(made.problems.begin(), made.problems.end(), isSame), made.problems.end());
    return made;
}

} // namespace duologue
