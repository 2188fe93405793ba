// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/plain_messages.h"
#include "core/load/record_reader.h"
#include "core/marks/shape_parts.h"
#include "core/util/phrase_id.h"

#include <set>

namespace duologue {

namespace {

/// The question of the shipped scheme about two answers.
constexpr const char* kPreference = "preference";

/// What readers say of the answers of one record. Numbers are those of candidates from 1 on; 0 is the last
/// message.
struct Judged {
    /// The smaller number and the greater one: those that were preferred.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> pairs;
    /// Whether an answer is wanted, in all opinions about it.
    std::map<std::uint32_t, std::set<bool>> answers;
};

std::string answerTo(const MarkAnswers& answers, std::string_view question)
{
    const auto found = answers.answers.find(std::string(question));
    return found == answers.answers.end() ? std::string() : plainText(parsedJson(found->second.value));
}

/// An answer as a whole, or the last message of the conversation: nothing more precise.
bool isOfAnswer(const MarkTarget& on, const Conversation& conversation)
{
    const bool isLast = on.message == 0 || on.message == conversation.messages.size();
    return on.otherCandidate == 0 && !on.span && on.call == 0 && on.group.empty() &&
           (on.candidate != 0 || isLast);
}

bool isThere(std::uint32_t candidate, const Conversation& conversation)
{
    if (candidate == 0)
        return conversation.messages.size() > 1 && conversation.messages.back().role == "assistant";
    return candidate <= conversation.candidates.size() &&
           conversation.candidates[candidate - 1].messages.size() > 0;
}

void judgePair(const MarkTarget& on, const std::string& preference, const Conversation& conversation,
               Judged& judged, Losses& losses)
{
    const bool isPair = on.candidate != on.otherCandidate && isThere(on.candidate, conversation) &&
                        isThere(on.otherCandidate, conversation);
    if (!isPair) {
        losses.add(PhraseId::MarkLostPart);
        return;
    }
    if (preference != "a" && preference != "b") {
        losses.add(PhraseId::MarkLostTie);
        return;
    }
    const std::uint32_t better = preference == "a" ? on.candidate : on.otherCandidate;
    const std::uint32_t worse = preference == "a" ? on.otherCandidate : on.candidate;
    judged.pairs[std::minmax(better, worse)].insert(better);
    judged.answers[better].insert(true);
    judged.answers[worse].insert(false);
}

Judged judgedBy(const std::vector<const MarkAnswers*>& marks, const Conversation& conversation,
                bool countsVerdicts, Losses& losses)
{
    Judged judged;
    for (const MarkAnswers* each : marks) {
        const MarkTarget& on = each->on;
        if (on.candidate != 0 && on.otherCandidate != 0) {
            if (const std::string preference = lowerAscii(answerTo(*each, kPreference)); !preference.empty())
                judgePair(on, preference, conversation, judged, losses);
            continue;
        }
        const std::string verdict = answerTo(*each, mark_keys::kVerdict);
        if (!countsVerdicts || (verdict != "pass" && verdict != "fail") || !isOfAnswer(on, conversation))
            continue;
        if (isThere(on.candidate, conversation))
            judged.answers[on.candidate].insert(verdict == "pass");
        else
            losses.add(PhraseId::MarkLostPart);
    }
    return judged;
}

void writePairs(const ExportRecord& record, const ExportContext& context, const Judged& judged,
                std::string& out, Losses& losses)
{
    const auto& candidates = record.conversation.candidates;
    std::vector<ExportedPair> pairs;
    for (const auto& [pair, preferred] : judged.pairs) {
        if (preferred.size() > 1) {
            losses.add(PhraseId::MarkLostDispute);
            continue;
        }
        const std::uint32_t better = *preferred.begin();
        const std::uint32_t worse = better == pair.first ? pair.second : pair.first;
        pairs.push_back({&candidates[better - 1], &candidates[worse - 1]});
    }
    if (!pairs.empty())
        writeTrlPairs(record, context, pairs, out, losses);
}

void writeAnswers(const ExportRecord& record, const ExportContext& context, const Judged& judged,
                  std::string& out, Losses& losses)
{
    std::vector<JudgedAnswer> answers;
    for (const auto& [number, opinions] : judged.answers) {
        if (opinions.size() > 1)
            losses.add(PhraseId::MarkLostDispute);
        else
            answers.push_back(
                {number == 0 ? nullptr : &record.conversation.candidates[number - 1], *opinions.begin()});
    }
    if (!answers.empty())
        writeTrlAnswers(record, context, answers, out, losses);
}

} // namespace

std::string writePreferences(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                             MarkShape shape, const Job& job, Losses& losses)
{
    const bool isPairs = shape == MarkShape::TrlPreference;
    const ExportOptions options;
    const ExportContext context{.snapshot = snapshot, .options = options, .columns = {}};
    std::string out;
    RecordReader reader(snapshot);
    for (const MarkedGroup& group : groupsOf(marks, records)) {
        if (job.stopRequested())
            break;
        if (group.row)
            reader.read(*group.row);
        const auto bytes = group.row ? reader.bytes() : std::nullopt;
        const Conversation* const conversation =
            group.row && bytes && !group.isChanged ? reader.conversation() : nullptr;
        if (conversation == nullptr) {
            losses.add(PhraseId::MarkLostRecord, group.answers.size());
        } else {
            const Judged judged = judgedBy(group.answers, *conversation, !isPairs, losses);
            const ExportRecord record{.row = *group.row, .bytes = *bytes, .conversation = *conversation};
            if (isPairs)
                writePairs(record, context, judged, out, losses);
            else
                writeAnswers(record, context, judged, out, losses);
        }
        losses.endRecord();
    }
    return out;
}

} // namespace duologue
