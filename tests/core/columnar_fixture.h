// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/columnar_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace duologue::test {

/// The rows of a columnar file as lines of JSON, up to the first fault.
struct ColumnarRows {
    std::vector<std::string> lines;
    /// In English; empty if everything was read.
    std::string fault;
};

/// A file of tests/data/columnar.
std::filesystem::path columnarFile(const std::string& name);
/// What an independent reader has found in the files of that kind.
std::vector<std::string> expectedLines(const std::string& name);

/// Reads so many rows at a time.
ColumnarRows readColumnar(const std::filesystem::path& path, std::size_t rows = 1000);
/// Reads one row of the whole file, and nothing else.
std::string readRow(const ColumnarFile& file, const FileSource& source, std::size_t row);

/// The first difference between lines of JSON; empty if there is none. A member that is null is equal to one
/// that is missing, and numbers may differ in the last digits of a float.
std::string differences(const std::vector<std::string>& lines, const std::vector<std::string>& expected);

} // namespace duologue::test
