// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/problem.h"

namespace duologue {

namespace {

struct CodeText {
    std::string_view name;
    std::string_view title;
};

constexpr std::array<CodeText, static_cast<std::size_t>(ProblemCode::Count)> kCodes{{
    {"file-unreadable", "File cannot be read"},
    {"file-vanished", "File changed or vanished"},
    {"folder-unreadable", "Folder cannot be read"},
    {"path-missing", "No such file or folder"},
    {"link-loop", "Link leads back to a folder above it"},
    {"record-too-long", "Record is too long"},
    {"json-syntax", "Broken JSON"},
    {"json-truncated", "JSON ends too early"},
    {"json-too-deep", "JSON is nested too deeply"},
    {"archive-damaged", "Packed file is damaged"},
    {"archive-too-large", "Packed file unpacks to too much"},
    {"format-file-invalid", "Format description cannot be used"},
    {"invalid-utf8", "Text is not UTF-8"},
    {"lone-surrogate", "Half of a character pair"},
    {"number-not-finite", "NaN or Infinity instead of a number"},
    {"integer-too-long", "Whole number of more than 64 bits"},
    {"duplicate-key", "Key stands twice"},
    {"unexpected-type", "Value of an unexpected type"},
    {"missing-key", "Missing key"},
    {"unknown-role", "Unknown role"},
    {"unknown-value", "Unknown value"},
    {"not-strict-json", "Not strict JSON"},
    {"too-many-fields", "More fields than columns"},
    {"out-of-memory", "Not enough memory"},
    {"cancelled", "Stopped"},
    {"output-unwritable", "Output cannot be written"},
    {"cache-damaged", "Index in the cache was damaged"},
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
