// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/record_parser.h"

#include "core/json/json_diagnose.h"

namespace duologue {

namespace {

Problem explained(const Problem& refusal, std::string_view bytes, const ByteSpan& where)
{
    Problem problem = refusal;
    problem.where = where;
    if (refusal.code == ProblemCode::JsonTooDeep || refusal.code == ProblemCode::OutOfMemory)
        return problem;
    if (const auto mistake = diagnoseJson(bytes)) {
        problem.code = mistake->truncated ? ProblemCode::JsonTruncated : ProblemCode::JsonSyntax;
        problem.where.offset += mistake->offset;
        problem.where.length = 0;
        problem.detail = mistake->what;
    }
    return problem;
}

} // namespace

ParsedRecord parseRecord(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                         std::vector<Problem>& problems)
{
    if (bytes.size() > kLongestRecord) {
        problems.push_back({ProblemCode::RecordTooLong,
                            Severity::Error,
                            where,
                            {},
                            "it has " + std::to_string(bytes.size()) + " bytes; " +
                                std::to_string(kLongestRecord) + " are the most that is read at once"});
        return {{}, RecordState::Broken};
    }
    const auto parsed = parser.parse(bytes);
    if (parsed)
        return {parsed.value(), RecordState::Read};
    problems.push_back(explained(parsed.problem(), bytes, where));
    return {{}, RecordState::Broken};
}

} // namespace duologue
