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

/// What readers say of the answers of one record.
struct Judged {
    /// The smaller number of a candidate and the greater one, from 1 on: those that were preferred.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> pairs;
    /// Whether an answer is wanted, in all opinions about it: by the number of the message, which is 0 for a
    /// candidate, and of the candidate.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<bool>> answers;
};

bool hasCandidate(std::uint32_t number, const Conversation& conversation)
{
    return number != 0 && number <= conversation.candidates.size() &&
           conversation.candidates[number - 1].messages.size() > 0;
}

/// A candidate, or the number of a message of the assistant, as in Judged::answers; (0, 0) if the target is
/// something else, or more precise.
std::pair<std::uint32_t, std::uint32_t> answerOf(const MarkTarget& on, const Conversation& conversation)
{
    if (on.otherCandidate != 0 || on.span || on.call != 0 || !on.group.empty())
        return {};
    if (on.candidate != 0)
        return {0, hasCandidate(on.candidate, conversation) ? on.candidate : 0};
    const std::size_t count = conversation.messages.size();
    const std::size_t number = on.message == 0 ? count : on.message;
    const bool isAnswer =
        number > 1 && number <= count && conversation.messages[number - 1].role == "assistant";
    return {isAnswer ? static_cast<std::uint32_t>(number) : 0, 0};
}

void judgePair(MarkTarget on, const std::string& preference, const Conversation& conversation, Judged& judged,
               Losses& losses)
{
    const bool isWhole = on.candidate == 0 && on.otherCandidate == 0;
    if (isWhole && conversation.candidates.size() == 2) {
        on.candidate = 1;
        on.otherCandidate = 2;
    }
    const bool isPair = on.candidate != on.otherCandidate && hasCandidate(on.candidate, conversation) &&
                        hasCandidate(on.otherCandidate, conversation);
    if (!isPair) {
        losses.add(isWhole ? PhraseId::MarkLostPair : PhraseId::MarkLostPart);
        return;
    }
    if (preference != "a" && preference != "b") {
        losses.add(PhraseId::MarkLostTie);
        return;
    }
    const std::uint32_t better = preference == "a" ? on.candidate : on.otherCandidate;
    const std::uint32_t worse = preference == "a" ? on.otherCandidate : on.candidate;
    judged.pairs[std::minmax(better, worse)].insert(better);
    judged.answers[{0, better}].insert(true);
    judged.answers[{0, worse}].insert(false);
}

Judged judgedBy(const std::vector<MarkAnswers>& marks, const Conversation& conversation, bool countsVerdicts,
                Losses& losses)
{
    Judged judged;
    for (const MarkAnswers& each : marks) {
        for (const auto& [question, answer] : each.answers) {
            const std::string value = plainText(parsedJson(answer.value));
            if (question == kPreference) {
                judgePair(each.on, lowerAscii(value), conversation, judged, losses);
                continue;
            }
            if (question != mark_keys::kVerdict || !countsVerdicts) {
                losses.add(PhraseId::MarkLostQuestion, 1, question);
                continue;
            }
            const auto answered = answerOf(each.on, conversation);
            const bool isKnown = value == "pass" || value == "fail";
            if (isKnown && answered.first + answered.second != 0)
                judged.answers[answered].insert(value == "pass");
            else
                losses.add(PhraseId::MarkLostVerdict);
        }
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
        const auto& [message, candidate] = number;
        if (opinions.size() > 1)
            losses.add(PhraseId::MarkLostDispute);
        else
            answers.push_back({candidate == 0 ? nullptr : &record.conversation.candidates[candidate - 1],
                               *opinions.begin(), message});
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
        const Conversation* const conversation = bytes ? reader.conversation() : nullptr;
        // Others may have marked the record as it is now.
        std::vector<MarkAnswers> valid;
        for (const MarkAnswers* each : group.answers) {
            MarkAnswers kept = *each;
            std::erase_if(kept.answers, [&](const auto& answer) {
                return conversation == nullptr ||
                       records.find(targetOf(marks, *each, answer.second)).match != MarkMatch::Same;
            });
            losses.add(PhraseId::MarkLostRecord, kept.answers.size() < each->answers.size() ? 1 : 0);
            if (!kept.answers.empty())
                valid.push_back(std::move(kept));
        }
        if (!valid.empty()) {
            const Judged judged = judgedBy(valid, *conversation, !isPairs, losses);
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
