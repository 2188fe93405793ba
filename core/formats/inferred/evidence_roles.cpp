// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/conversation.h"
#include "core/formats/inferred/evidence_search.h"
#include "core/util/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace duologue {

namespace {

using Roles = std::map<std::string_view, std::string_view>;

/// Decides for all conversations of a shape together.
class RoleSearch {
public:
    explicit RoleSearch(const SpeakerLists& conversations) : m_conversations(conversations)
    {
        for (const auto& speakers : conversations)
            m_names.insert(speakers.begin(), speakers.end());
        for (const std::string_view name : m_names) {
            if (const std::string_view role = knownSpeaker(name); !role.empty())
                m_roles[name] = role;
        }
    }

    SpeakerRoles find()
    {
        pairLetters();
        findAnsweringSystem();
        if (has("user") && !has("assistant"))
            findAssistant();
        else if (has("assistant") && !has("user"))
            findUser();
        SpeakerRoles found{.roles = {}, .speakers = m_names.size(), .isByExclusion = m_isByExclusion};
        for (const auto& [name, role] : m_roles)
            found.roles.emplace_back(name, role);
        return found;
    }

private:
    std::string_view roleOf(std::string_view name) const
    {
        const auto known = m_roles.find(name);
        return known == m_roles.end() ? std::string_view() : known->second;
    }

    bool has(std::string_view role) const
    {
        return std::any_of(m_roles.begin(), m_roles.end(),
                           [role](const auto& each) { return each.second == role; });
    }

    std::string_view named(std::string_view lower) const
    {
        const auto at = std::find_if(m_names.begin(), m_names.end(), [lower](std::string_view name) {
            return inAsciiLowerCase(trimmed(name)) == lower;
        });
        return at == m_names.end() ? std::string_view() : *at;
    }

    /// Letters that mean a side only next to their counterpart.
    void pairLetters()
    {
        constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
            {"q", "a"}, {"u", "s"}, {"问", "答"}, {"question", "answer"}};
        constexpr std::size_t kMostSpeakers = 3;
        const bool areKnown = has("user") || has("assistant");
        for (const auto& [first, second] : kPairs) {
            const std::string_view asks = named(first);
            const std::string_view answers = named(second);
            if (asks.empty() || answers.empty() || (m_names.size() > kMostSpeakers && areKnown))
                continue;
            m_roles[asks] = "user";
            m_roles[answers] = "assistant";
        }
    }

    /// A system that speaks after the user, where nobody else answers, is the assistant.
    void findAnsweringSystem()
    {
        if (!has("system") || !has("user") || has("assistant"))
            return;
        std::size_t said = 0;
        std::size_t afterUser = 0;
        for (const auto& speakers : m_conversations) {
            for (std::size_t i = 0; i < speakers.size(); ++i) {
                if (roleOf(speakers[i]) != "system")
                    continue;
                ++said;
                afterUser += i > 0 && roleOf(speakers[i - 1]) == "user" ? 1 : 0;
            }
        }
        if (said == 0 || ratioOf(afterUser, said) < 0.5)
            return;
        for (auto& [name, role] : m_roles) {
            if (role == "system")
                role = "assistant";
        }
    }

    /// Exactly one other in each conversation, who takes turns with the user.
    void findAssistant()
    {
        constexpr std::size_t kMostOthers = 3;
        std::size_t looked = 0;
        std::size_t taking = 0;
        std::set<std::string_view> all;
        for (const auto& speakers : m_conversations) {
            std::set<std::string_view> others;
            std::size_t changes = 0;
            for (std::size_t i = 0; i < speakers.size(); ++i) {
                if (roleOf(speakers[i]).empty())
                    others.insert(speakers[i]);
                changes += i > 0 && speakers[i] != speakers[i - 1] ? 1 : 0;
            }
            if (others.empty())
                continue;
            ++looked;
            if (others.size() != 1)
                continue;
            taking +=
                ratioOf(changes, speakers.size() - std::min<std::size_t>(1, speakers.size())) > 0.6 ? 1 : 0;
            all.insert(*others.begin());
        }
        if (looked == 0 || ratioOf(taking, looked) <= 0.9 || all.size() > kMostOthers)
            return;
        for (const std::string_view name : all)
            m_roles[name] = "assistant";
        m_isByExclusion = true;
    }

    void findUser()
    {
        constexpr std::string_view kOfAnybody[] = {"agent", "expert", "doctor", "lawyer"};
        std::vector<std::string_view> unknown;
        for (const std::string_view name : m_names) {
            if (roleOf(name).empty())
                unknown.push_back(name);
        }
        if (unknown.size() == 1) {
            m_roles[unknown.front()] = "user";
            m_isByExclusion = true;
            return;
        }
        const auto isAnybody = [&](std::string_view name) {
            return std::find(std::begin(kOfAnybody), std::end(kOfAnybody), inAsciiLowerCase(trimmed(name))) !=
                   std::end(kOfAnybody);
        };
        const bool areAnybody = std::all_of(m_roles.begin(), m_roles.end(), [&](const auto& each) {
            return each.second != "assistant" || isAnybody(each.first);
        });
        // Among others, an agent is a person of the conversation.
        if (areAnybody)
            std::erase_if(m_roles, [](const auto& each) { return each.second == "assistant"; });
    }

    const SpeakerLists& m_conversations;
    std::set<std::string_view> m_names;
    Roles m_roles;
    bool m_isByExclusion = false;
};

// Rows that are messages.

constexpr std::size_t kMostRows = 400;

/// A key of rows whose runs of equal values may be conversations.
struct RunKey {
    SampleKeyId key = kEachKey;
    double score = 0;
};

/// A scalar as text; none if it is a list, an object or null.
std::optional<std::string> scalarOf(const SampleValue* value)
{
    if (value == nullptr || value->isList() || value->isObject() || !value->source.hasValue())
        return std::nullopt;
    return value->isText() ? std::string(value->text) : value->source.toJson();
}

std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// A column of rows cut where its value changes. A row without a value goes on with the one before, as the
/// merged cells of a spreadsheet do.
struct ColumnRuns {
    /// The first row of each.
    std::vector<std::size_t> begins;
    std::size_t distinct = 0;
    /// The values are whole numbers, each larger by one than that before.
    bool areConsecutive = true;
};

/// None if a value is a list or an object, or if only some rows of a run have it.
std::optional<ColumnRuns> runsOf(const Sample& sample, SampleKeyId key)
{
    ColumnRuns runs;
    std::set<std::string> distinct;
    std::string last;
    std::size_t without = 0;
    std::size_t with = 0;
    std::size_t at = 0;
    for (const SampleValue* const row : sample.records()) {
        const SampleValue* const cell = row->member(key);
        if (cell != nullptr && (cell->isList() || cell->isObject()))
            return std::nullopt;
        const std::size_t index = at++;
        std::string value = scalarOf(cell).value_or(std::string());
        if (value.empty()) {
            if (runs.begins.empty())
                return std::nullopt;
            ++without;
            continue;
        }
        ++with;
        if (!runs.begins.empty() && value == last)
            continue;
        const auto number = wholeNumber(value);
        const auto before = wholeNumber(last);
        runs.areConsecutive =
            runs.areConsecutive && number && (runs.begins.empty() || (before && *number == *before + 1));
        runs.begins.push_back(index);
        distinct.insert(value);
        last = std::move(value);
    }
    runs.distinct = distinct.size();
    if (without > 0 && with != runs.begins.size())
        return std::nullopt;
    return runs;
}

/// Whether the values of a column rise within each run and begin again with the next, as the numbers and the
/// times of messages do.
bool doesBeginAgain(const Sample& sample, SampleKeyId key, const ColumnRuns& runs)
{
    std::string last;
    std::size_t run = 0;
    std::size_t at = 0;
    std::size_t rises = 0;
    std::size_t restarts = 0;
    for (const SampleValue* const row : sample.records()) {
        const std::optional<std::string> value = scalarOf(row->member(key));
        if (!value || value->size() > 40 || !std::any_of(value->begin(), value->end(), isAsciiDigit))
            return false;
        const bool begins = run < runs.begins.size() && runs.begins[run] == at;
        const int order = at == 0 ? 0 : compareNatural(*value, last);
        if (begins)
            restarts += run++ > 0 && order < 0 ? 1 : 0;
        else if (order < 0)
            return false;
        else
            rises += order > 0 ? 1 : 0;
        last = *value;
        ++at;
    }
    return restarts > 0 && ratioOf(restarts, runs.begins.size() - 1) >= 0.9 &&
           ratioOf(rises, at - runs.begins.size()) >= 0.9;
}

/// Who speaks in the runs of a column.
struct RunSpeakers {
    /// The share of runs in which two or more speak.
    double several = 0;
    /// The share of runs that the same one begins.
    double sameFirst = 0;
};

RunSpeakers speakersOf(const Sample& sample, const SamplePath& speaker, const ColumnRuns& runs)
{
    std::size_t several = 0;
    std::map<std::string_view, std::size_t> first;
    const auto rows = sample.records();
    for (std::size_t run = 0; run < runs.begins.size(); ++run) {
        const std::size_t end = run + 1 < runs.begins.size() ? runs.begins[run + 1] : rows.size();
        std::set<std::string_view> speakers;
        for (std::size_t i = runs.begins[run]; i < end; ++i)
            speakers.insert(sample.speakerAt(rows[i], speaker));
        several += speakers.size() > 1 ? 1 : 0;
        ++first[sample.speakerAt(rows[runs.begins[run]], speaker)];
    }
    std::size_t most = 0;
    for (const auto& [name, count] : first)
        most = std::max(most, count);
    return {ratioOf(several, runs.begins.size()), ratioOf(most, runs.begins.size())};
}

/// How plainly a key ties rows into conversations: by its name, or by its values, which are runs within which
/// numbers or times begin again, or which are talks of their own. None if it does not.
std::optional<double> runScore(const Sample& sample, SampleKeyId key, const SamplePath& speaker)
{
    constexpr double kBeginsAgain = 3;
    const std::optional<ColumnRuns> runs = runsOf(sample, key);
    if (!runs)
        return std::nullopt;
    const KeyWords& words = sample.key(key).words;
    const auto rows = static_cast<double>(sample.records().size());
    const auto count = static_cast<double>(runs->begins.size());
    const auto different = static_cast<double>(runs->distinct);
    const bool areRuns =
        different < 0.6 * rows && count < 0.6 * rows && (count <= 1.3 * different || count <= 0.4 * rows);
    if (!areRuns)
        return std::nullopt;
    bool beginsAgain = false;
    // A number of two rows each may be that of a question and its answer.
    const bool areTurns =
        runs->areConsecutive && (words.weight(WordClass::Order) >= 1 || count > 0.45 * rows);
    if (count >= 2 && !areTurns) {
        for (const SampleMember& member : sample.records().front()->members)
            beginsAgain = beginsAgain || (member.key != key && doesBeginAgain(sample, member.key, *runs));
    }
    // Where conversations are mixed, the first messages of all are a run, which one side speaks.
    constexpr std::size_t kFewestRuns = 3;
    const RunSpeakers speakers = speaker.empty() ? RunSpeakers{1, 0} : speakersOf(sample, speaker, *runs);
    beginsAgain = beginsAgain && speakers.several >= 0.5;
    const bool areTalks =
        runs->begins.size() >= kFewestRuns && speakers.several >= 0.8 && speakers.sameFirst >= 0.8;
    constexpr double kPlainList = 3;
    const bool isNamed =
        words.weight(WordClass::Id) >= 2 || words.weight(WordClass::List) >= (areTurns ? kPlainList : 2);
    const bool isOther = words.lastWeight(WordClass::Time) >= 2 || words.lastWeight(WordClass::Meta) >= 3 ||
                         words.lastWeight(WordClass::Label) >= 2 || words.weight(WordClass::Speaker) >= 1.5;
    if (!isNamed && !beginsAgain && (isOther || areTurns || count > different || !areTalks))
        return std::nullopt;
    const double name = isNamed ? words.weight(WordClass::Id) + words.weight(WordClass::List) : 0;
    return name - 0.5 * words.unknown + 0.5 * count / rows + (beginsAgain ? kBeginsAgain : 0);
}

/// Questions about one text are tied by it, too: what ties pairs to a conversation says so, or numbers the
/// turns next to it.
bool canTiePairs(const Sample& sample, SampleKeyId key)
{
    const auto isTurn = [&](SampleKeyId each) {
        constexpr std::string_view kTurns[] = {"turn",    "turns",   "round", "rounds",
                                               "turn_id", "turn_no", "轮次"};
        return std::find(std::begin(kTurns), std::end(kTurns), inAsciiLowerCase(sample.key(each).name)) !=
               std::end(kTurns);
    };
    if (isTurn(key))
        return false;
    if (sample.key(key).words.weight(WordClass::List) >= 2.5)
        return true;
    const auto& members = sample.records().front()->members;
    const std::optional<ColumnRuns> runs = runsOf(sample, key);
    return runs && runs->begins.size() >= 2 &&
           std::any_of(members.begin(), members.end(), [&](const SampleMember& member) {
               return isTurn(member.key) && doesBeginAgain(sample, member.key, *runs);
           });
}

/// Strangers who never ask each other anything have written statements, or were recorded.
bool areStatements(const Sample& sample, const MessageFields& messages, const SampleFields& fields)
{
    constexpr std::size_t kFewest = 6;
    // An utterance is what is said in a talk.
    constexpr double kUtterance = 4;
    if (sample.lastWeight(messages.text, WordClass::Text) >= kUtterance)
        return false;
    const FieldStats* const text = fields.find(messages.text);
    return messages.known < 0.5 && text != nullptr && text->texts.size() >= kFewest && text->questions == 0;
}

/// Each row has a file of its own: it was recorded by itself.
bool areRecordings(const SampleFields& fields, std::size_t rows)
{
    return std::any_of(fields.all().begin(), fields.all().end(), [rows](const FieldStats& field) {
        return field.addresses >= 0.9 && field.distinct >= 0.9 &&
               field.count() >= 0.9 * static_cast<double>(rows);
    });
}

bool canBeOneConversation(const Sample& sample, const MessageFields& fields, const SampleFields& columns,
                          std::uint64_t rowsInFile)
{
    if (areStatements(sample, fields, columns) ||
        (fields.known < 0.9 && areRecordings(columns, sample.records().size())))
        return false;
    constexpr std::uint64_t kMostKnown = 3'000;
    constexpr std::uint64_t kMostNamed = 1'500;
    const bool isPlain =
        (fields.known > 0.5 && rowsInFile <= kMostKnown) ||
        (sample.weight(fields.speaker, WordClass::Speaker) >= 2.5 && rowsInFile <= kMostNamed);
    std::vector<std::string_view> speakers;
    for (const SampleValue* const row : sample.records())
        speakers.push_back(sample.speakerAt(row, fields.speaker));
    std::size_t changes = 0;
    for (std::size_t i = 1; i < speakers.size(); ++i)
        changes += speakers[i] != speakers[i - 1] ? 1 : 0;
    const std::set<std::string_view> distinct(speakers.begin(), speakers.end());
    const double most = std::max(fields.known >= 0.6 ? 3.0 : 2.0, 0.5 * static_cast<double>(speakers.size()));
    return isPlain && ratioOf(changes, speakers.size() - 1) > 0.25 &&
           static_cast<double>(distinct.size()) <= most;
}

} // namespace

std::string_view SpeakerRoles::roleOf(std::string_view speaker) const
{
    const auto known = std::find_if(roles.begin(), roles.end(),
                                    [speaker](const auto& each) { return each.first == speaker; });
    return known == roles.end() ? std::string_view() : std::string_view(known->second);
}

SpeakerRoles speakerRolesOf(const SpeakerLists& conversations)
{
    return RoleSearch(conversations).find();
}

std::optional<MessageRows> messageRowsOf(std::span<const JsonView> rows, std::uint64_t rowsInFile)
{
    const Sample sample(rows, kMostRows);
    ElementList objects;
    for (const SampleValue* const row : sample.records()) {
        if (row->isObject())
            objects.push_back(row);
    }
    if (objects.size() < 2 || ratioOf(objects.size(), sample.records().size()) < 0.9)
        return std::nullopt;
    const SampleFields fields = sample.fieldsOf(objects, 2);
    const std::vector<ElementList> lists{objects};
    auto messages = findMessageFields(sample, lists, fields, objects.size());
    // Who says an answer is no speaker of the row, which has the question as well.
    const bool mayBeAnswer = messages && messages->text.size() > 1 &&
                             sample.lastWeight(messages->text.parent(), WordClass::Answer) >= 2;
    const auto pair = messages && !mayBeAnswer ? std::nullopt : findPair(sample, fields, objects, {}, true);
    if (pair && mayBeAnswer && pair->answer == messages->text)
        messages.reset();
    if (!messages && !pair)
        return std::nullopt;
    MessageRows found;
    SamplePath speaker;
    std::vector<SampleKeyId> said;
    if (messages) {
        found = {.speaker = sample.pointerTo(messages->speaker),
                 .text = sample.pointerTo(messages->text),
                 .names = messages->names,
                 .values = messages->values,
                 .known = messages->known};
        speaker = messages->speaker;
        said = {messages->speaker[0], messages->text[0]};
    } else {
        found = {.names = pair->names, .values = pair->values, .known = 1, .arePairs = true};
        said = {pair->ask[0], pair->answer[0]};
    }
    RunKey best;
    for (const SampleMember& member : objects.front()->members) {
        if (std::find(said.begin(), said.end(), member.key) != said.end() ||
            (!messages && !canTiePairs(sample, member.key)))
            continue;
        const std::optional<double> score = runScore(sample, member.key, speaker);
        if (score && (best.key == kEachKey || *score > best.score))
            best = {member.key, *score};
    }
    if (best.key != kEachKey)
        found.conversationKey = sample.key(best.key).name;
    else if (messages)
        found.canBeWhole = canBeOneConversation(sample, *messages, fields, rowsInFile);
    return found;
}

} // namespace duologue
