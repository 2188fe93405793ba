// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/columnar_fixture.h"

#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace duologue::test {

namespace {

bool isSameValue(const nlohmann::json& left, const nlohmann::json& right)
{
    // Numbers that are not written as whole may differ in their last digits.
    if (left.is_number_integer() && right.is_number_integer())
        return left == right;
    if (left.is_number() && right.is_number()) {
        const auto first = left.get<double>();
        const auto second = right.get<double>();
        return std::abs(first - second) <= 1e-7 * std::max(std::abs(first), std::abs(second));
    }
    if (left.is_array() && right.is_array())
        return left.size() == right.size() &&
               std::equal(left.begin(), left.end(), right.begin(), isSameValue);
    if (!left.is_object() || !right.is_object())
        return left == right;
    std::set<std::string> keys;
    for (const auto& [key, value] : left.items())
        keys.insert(key);
    for (const auto& [key, value] : right.items())
        keys.insert(key);
    return std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
        return isSameValue(left.value(key, nlohmann::json()), right.value(key, nlohmann::json()));
    });
}

} // namespace

std::filesystem::path columnarFile(const std::string& name)
{
    return sourceFolder() / "tests/data/columnar" / name;
}

std::vector<std::string> expectedLines(const std::string& name)
{
    std::vector<std::string> lines;
    std::istringstream text(fileBytes(columnarFile(name + ".jsonl")));
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    return lines;
}

ColumnarRows readColumnar(const std::filesystem::path& path, std::size_t rows)
{
    ColumnarRows read;
    const auto source = FileSource::open(path, FileId{0});
    const auto file = source ? ColumnarFile::open(source.value()) : source.problem();
    if (!file) {
        read.fault = inEnglish(file.problem().detail);
        return read;
    }
    read.fault = inEnglish(file.value()->damage());
    for (std::size_t group = 0; group < file.value()->groups().size(); ++group) {
        auto cursor = file.value()->rowsOf(source.value(), group, 0);
        while (cursor) {
            const auto block = cursor.value()->next(rows);
            if (!block) {
                read.fault = inEnglish(block.problem().detail);
                return read;
            }
            if (block.value() == nullptr)
                break;
            while (block.value()->rows() > 0) {
                std::string line;
                const PhraseId fault =
                    block.value()->appendNext(line, std::numeric_limits<std::uint32_t>::max());
                if (fault != PhraseId{}) {
                    read.fault = inEnglish(fault);
                    return read;
                }
                read.lines.push_back(std::move(line));
            }
        }
        if (!cursor) {
            read.fault = inEnglish(cursor.problem().detail);
            return read;
        }
    }
    return read;
}

std::string readRow(const ColumnarFile& file, const FileSource& source, std::size_t row)
{
    std::string line;
    for (std::size_t group = 0; group < file.groups().size(); ++group) {
        const RowGroupSpan& span = file.groups()[group];
        if (row < span.firstRow || row >= span.firstRow + span.rows)
            continue;
        auto cursor = file.rowsOf(source, group, row - span.firstRow);
        if (!cursor)
            return inEnglish(cursor.problem().detail);
        const auto block = cursor.value()->next(1);
        if (!block)
            return inEnglish(block.problem().detail);
        if (const PhraseId fault = block.value()->appendNext(line, std::numeric_limits<std::uint32_t>::max());
            fault != PhraseId{})
            return inEnglish(fault);
    }
    return line;
}

std::string differences(const std::vector<std::string>& lines, const std::vector<std::string>& expected)
{
    if (lines.size() != expected.size())
        return std::to_string(lines.size()) + " rows, expected " + std::to_string(expected.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!isSameValue(nlohmann::json::parse(lines[i]), nlohmann::json::parse(expected[i])))
            return "row " + std::to_string(i) + ": " + lines[i] + "\nexpected " + expected[i];
    }
    return {};
}

} // namespace duologue::test
