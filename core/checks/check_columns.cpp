// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/check_columns.h"

#include "core/base/ascii.h"
#include "core/base/translatable.h"

#include <limits>

namespace duologue {

namespace {

constexpr std::string_view kCheckField = "check";
constexpr std::string_view kChecksField = "checks";

Column columnOf(std::string_view key, std::string_view title, FieldKind kind)
{
    Column column;
    column.info.key = key;
    column.info.title = title;
    column.info.kind = kind;
    return column;
}

bool isPartOfWord(char c)
{
    return isDigit(c) || c == '_' || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z') || (c & '\x80') != 0;
}

} // namespace

SnapshotPtr withCheckFields(const Snapshot& snapshot, const CheckRun& run, const RowSet& rows)
{
    Column ids = columnOf(kCheckField, DUOLOGUE_TEXT("Fields", "Check"), FieldKind::Categories);
    Column counts = columnOf(kChecksField, DUOLOGUE_TEXT("Fields", "Checks"), FieldKind::Number);
    std::vector<CategoryCode> codes(checks().size(), kNoCategory);
    for (const CheckResult& result : run.results) {
        codes[indexOf(*result.check)] = categoryCode(ids.categories.size());
        ids.categories.push_back({std::string(result.check->id), {}});
    }
    std::vector<std::vector<CategoryCode>> found(snapshot.recordCount());
    std::vector<std::uint32_t> findings(snapshot.recordCount());
    for (const Finding& finding : run.findings) {
        if (finding.part == FindingPart::Dataset)
            continue;
        auto& ofRow = found[indexOf(finding.row)];
        const CategoryCode code = codes[finding.check];
        if (ofRow.empty() || ofRow.back() != code)
            ofRow.push_back(code);
        ++findings[indexOf(finding.row)];
    }
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        for (const CategoryCode code : found[indexOf(row)])
            ids.codes.push_back(code);
        ids.ends.push_back(static_cast<std::uint32_t>(ids.codes.size()));
        counts.numbers.push_back(rows.contains(row) ? findings[indexOf(row)]
                                                    : std::numeric_limits<double>::quiet_NaN());
    }
    auto made = std::make_shared<Snapshot>(snapshot);
    std::erase_if(made->records.columns, [](const Column& column) {
        return column.info.key == kCheckField || column.info.key == kChecksField;
    });
    made->records.columns.push_back(std::move(ids));
    made->records.columns.push_back(std::move(counts));
    return made;
}

bool hasCheckFields(const Snapshot& snapshot)
{
    return snapshot.records.column(kChecksField) != nullptr;
}

CheckRun runForFields(const Snapshot& snapshot, const CheckSettings& settings, int threads, const Job& job)
{
    CheckRequest request{snapshot, RowSet(snapshot.recordCount(), true), settings};
    request.onlyRecords = true;
    request.threads = threads;
    return runChecks(request, job);
}

bool mayNameCheckFields(std::string_view text)
{
    for (std::size_t at = text.find(kCheckField); at != std::string_view::npos;
         at = text.find(kCheckField, at + 1)) {
        std::size_t end = at + kCheckField.size();
        end += end < text.size() && text[end] == 's' ? 1 : 0;
        const bool isWhole =
            (at == 0 || !isPartOfWord(text[at - 1])) && (end == text.size() || !isPartOfWord(text[end]));
        if (isWhole)
            return true;
    }
    return false;
}

} // namespace duologue
