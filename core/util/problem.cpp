// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/problem.h"

#include "core/util/phrase.h"

namespace duologue {

namespace {

struct CodeText {
    std::string_view name;
    std::string_view title;
};

constexpr std::array<CodeText, static_cast<std::size_t>(ProblemCode::Count)> kCodes{{
    {"file-unreadable", DUOLOGUE_TEXT("ProblemCode", "File cannot be read")},
    {"file-vanished", DUOLOGUE_TEXT("ProblemCode", "File changed or disappeared")},
    {"folder-unreadable", DUOLOGUE_TEXT("ProblemCode", "Folder cannot be read")},
    {"path-missing", DUOLOGUE_TEXT("ProblemCode", "No such file or folder")},
    {"link-loop", DUOLOGUE_TEXT("ProblemCode", "Link to a file or folder already included")},
    {"record-too-long", DUOLOGUE_TEXT("ProblemCode", "Record is too long")},
    {"json-syntax", DUOLOGUE_TEXT("ProblemCode", "Broken JSON")},
    {"json-truncated", DUOLOGUE_TEXT("ProblemCode", "Truncated JSON")},
    {"json-too-deep", DUOLOGUE_TEXT("ProblemCode", "JSON is nested too deeply")},
    {"archive-damaged", DUOLOGUE_TEXT("ProblemCode", "Packed file is damaged")},
    {"archive-too-large", DUOLOGUE_TEXT("ProblemCode", "Packed file is too large when unpacked")},
    {"columns-damaged", DUOLOGUE_TEXT("ProblemCode", "Columnar file is damaged")},
    {"cells-uneven", DUOLOGUE_TEXT("ProblemCode", "Row length differs from the first row")},
    {"rows-apart", DUOLOGUE_TEXT("ProblemCode", "Rows of a conversation are not adjacent")},
    {"format-file-invalid", DUOLOGUE_TEXT("ProblemCode", "Unusable format description")},
    {"invalid-utf8", DUOLOGUE_TEXT("ProblemCode", "Invalid UTF-8")},
    {"lone-surrogate", DUOLOGUE_TEXT("ProblemCode", "Unpaired surrogate")},
    {"number-not-finite", DUOLOGUE_TEXT("ProblemCode", "NaN or Infinity instead of a number")},
    {"integer-too-long", DUOLOGUE_TEXT("ProblemCode", "Whole number does not fit in 64 bits")},
    {"duplicate-key", DUOLOGUE_TEXT("ProblemCode", "Duplicate key")},
    {"unexpected-type", DUOLOGUE_TEXT("ProblemCode", "Unexpected value type")},
    {"missing-key", DUOLOGUE_TEXT("ProblemCode", "Missing key")},
    {"unknown-role", DUOLOGUE_TEXT("ProblemCode", "Unknown role")},
    {"unknown-value", DUOLOGUE_TEXT("ProblemCode", "Unknown value")},
    {"not-strict-json", DUOLOGUE_TEXT("ProblemCode", "Not strict JSON")},
    {"too-many-fields", DUOLOGUE_TEXT("ProblemCode", "Too many fields")},
    {"out-of-memory", DUOLOGUE_TEXT("ProblemCode", "Not enough memory")},
    {"cache-damaged", DUOLOGUE_TEXT("ProblemCode", "Damaged index in the cache")},
    {"module-missing", DUOLOGUE_TEXT("ProblemCode", "Program module unavailable")},
}};

} // namespace

std::string_view codeName(ProblemCode code)
{
    return kCodes.at(static_cast<std::size_t>(code)).name;
}

std::string_view codeTitle(ProblemCode code)
{
    return kCodes.at(static_cast<std::size_t>(code)).title;
}

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

} // namespace duologue
