// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace duologue {
class Losses;
struct Coverage;
struct TextTable;
} // namespace duologue

namespace duologue::cli {

class Console;
struct CommonOptions;

/// Prints a table in options.format, which tableFormatOf() must know. What its numbers are of stands below
/// it; for a table without captions (CSV, TSV) it goes to standard error.
void printTable(const TextTable& table, const CommonOptions& options, Console& console);

/// Says on standard error what numbers are of, for formats that have no place for it.
void noteCoverage(const Coverage& coverage, Console& console);

/// Says on standard error what an export had no place for.
void sayLosses(const Losses& losses, Console& console);

/// Prints JSON in options.format: "jsonl" gives each element of a list a line of its own.
void printJson(const nlohmann::ordered_json& json, const CommonOptions& options, Console& console);

/// The same for the list of rowAt(0) … rowAt(count - 1). With "jsonl", only one row is in memory at a time.
void printJsonRows(std::size_t count, const std::function<nlohmann::ordered_json(std::size_t)>& rowAt,
                   const CommonOptions& options, Console& console);

} // namespace duologue::cli
