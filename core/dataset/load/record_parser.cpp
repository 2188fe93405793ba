// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/record_parser.h"

#include "core/base/phrase_id.h"
#include "core/json/duplicate_keys.h"
#include "core/json/json_diagnose.h"
#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"

#include <algorithm>

namespace duologue {

namespace {

bool isBeyondRepair(ProblemCode code)
{
    return code == ProblemCode::JsonTooDeep || code == ProblemCode::OutOfMemory;
}

/// Repairs the record and parses the result.
ParsedRecord repairAndParse(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                            bool dropDuplicates, std::vector<Problem>& problems)
{
    JsonRepair repair = repairJson(bytes, dropDuplicates);
    if (repair.mistake) {
        problems.push_back({repair.mistake->truncated ? ProblemCode::JsonTruncated : ProblemCode::JsonSyntax,
                            Severity::Error,
                            {where.file, where.offset + repair.mistake->offset, 0},
                            {},
                            repair.mistake->what});
        return {{}, RecordState::Broken, {}};
    }
    auto parsed = parser.parse(repair.text.view());
    if (!parsed) {
        Problem problem = parsed.problem();
        problem.where = where;
        problems.push_back(std::move(problem));
        return {{}, RecordState::Broken, {}};
    }
    if (!dropDuplicates && hasDuplicateKeys(parsed.value()))
        return repairAndParse(parser, bytes, where, true, problems);
    for (Problem& problem : repair.repairs) {
        problem.where.file = where.file;
        problem.where.offset += where.offset;
        problems.push_back(std::move(problem));
    }
    ParsedRecord record{parsed.value(), RecordState::Repaired, {}};
    if (repair.strayComma)
        record.remarks.add(Liberty::StrayCommas, where.offset + *repair.strayComma);
    if (repair.comment)
        record.remarks.add(Liberty::Comments, where.offset + *repair.comment);
    return record;
}

/// What strict parsing lets pass and the record still has to be repaired for.
std::optional<ParsedRecord> repairIfLoose(JsonParser& parser, const JsonView& root, std::string_view bytes,
                                          const ByteSpan& where, std::vector<Problem>& problems)
{
    const bool mayHoldHalves = !JsonParser::refusesLoneSurrogates();
    if (!(mayHoldHalves && hasLoneSurrogate(bytes)) && !hasDuplicateKeys(root))
        return std::nullopt;
    return repairAndParse(parser, bytes, where, false, problems);
}

} // namespace

Problem tooLong(const ByteSpan& where)
{
    return {ProblemCode::RecordTooLong,
            Severity::Error,
            where,
            {},
            {PhraseId::RecordTooLong, kLongestRecord >> 20U}};
}

Problem ofNoFormat(const ByteSpan& where)
{
    return {ProblemCode::UnexpectedType, Severity::Error, where, {}, PhraseId::NoFormatMatches};
}

ParsedRecord parseRecord(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                         std::vector<Problem>& problems)
{
    if (bytes.size() > kLongestRecord) {
        problems.push_back(tooLong(where));
        return {{}, RecordState::Broken, {}};
    }
    const auto parsed = parser.parse(bytes);
    if (parsed) {
        auto repaired = repairIfLoose(parser, parsed.value(), bytes, where, problems);
        return repaired ? *repaired : ParsedRecord{parsed.value(), RecordState::Read, {}};
    }
    if (isBeyondRepair(parsed.problem().code)) {
        problems.push_back(parsed.problem());
        problems.back().where = where;
        return {{}, RecordState::Broken, {}};
    }
    return repairAndParse(parser, bytes, where, false, problems);
}

std::optional<ParsedRecord> parseIfOneRecord(JsonParser& parser, std::string_view bytes,
                                             const ByteSpan& where, std::vector<Problem>& problems)
{
    const auto parsed = parser.parse(bytes);
    if (!parsed)
        return std::nullopt;
    auto repaired = repairIfLoose(parser, parsed.value(), bytes, where, problems);
    return repaired ? *repaired : ParsedRecord{parsed.value(), RecordState::Read, {}};
}

void dropRepeatedWarnings(std::vector<Problem>& problems, std::size_t firstProblem)
{
    const auto first = problems.begin() + static_cast<std::ptrdiff_t>(firstProblem);
    const auto isMended = [&](const Problem& problem) {
        return problem.code == ProblemCode::UnexpectedType &&
               std::any_of(first, problems.end(), [&](const Problem& other) {
                   return other.code == ProblemCode::NumberNotFinite && other.pointer == problem.pointer;
               });
    };
    if (std::none_of(first, problems.end(),
                     [](const Problem& problem) { return problem.code == ProblemCode::NumberNotFinite; }))
        return;
    std::vector<Problem> kept;
    std::copy_if(first, problems.end(), std::back_inserter(kept),
                 [&](const Problem& problem) { return !isMended(problem); });
    problems.erase(first, problems.end());
    problems.insert(problems.end(), std::make_move_iterator(kept.begin()),
                    std::make_move_iterator(kept.end()));
}

} // namespace duologue
