// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/expected.h"
#include "core/util/phrase.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// The name of a file that holds a view ends like this.
inline constexpr std::string_view kViewEnding = ".duologue-view.json";

/// What a window shows of a dataset, as a value: both programs open it. All texts are as in queries and
/// options of the command line, so that a view means the same in both.
struct SavedView {
    /// A chart with its choices.
    struct Chart {
        /// The id of a report.
        std::string report;
        /// Keys of fields.
        std::string field;
        std::string second;
        std::vector<std::string> measures;
        /// The field with a chart for each of its values, side by side; empty for one chart.
        std::string group = {};
        /// Instead of it, queries with a chart each.
        std::vector<std::string> queries = {};

        bool operator==(const Chart&) const = default;
    };

    /// Files and folders; absolute, or relative to the folder of the view's file.
    std::vector<std::filesystem::path> paths;
    std::string query;
    /// The key of a field, empty for the order of the files; with ":desc" for the other direction.
    std::string sort;
    /// Keys of the columns of the table; empty for the usual ones.
    std::vector<std::string> columns;
    std::vector<Chart> charts;
    /// Codes of the languages whose texts are shown; empty for all.
    std::vector<std::string> languages;
    /// Messages are shown as Markdown, or as they are written; nothing if the view does not say.
    std::optional<bool> markdown = {};
    /// The current record as "FILE:N", as the command line names it; empty for none.
    std::string record;

    bool operator==(const SavedView&) const = default;
};

/// The view as the JSON of a file in `folder`; paths below the folder are written relative to it, so that the
/// folder can be moved.
std::string viewText(const SavedView& view, const std::filesystem::path& folder);

/// Reads it again; relative paths become paths in `folder`. A phrase says what is wrong with the text.
Expected<SavedView, Phrase> viewOf(std::string_view text, const std::filesystem::path& folder);

/// The same from a file.
Expected<SavedView, Phrase> readView(const std::filesystem::path& path);

/// An argument for a shell, in quotes if it needs them.
std::string shellQuoted(std::string_view argument);

/// The line that prints the rows of the view: "duologue-cli list PATH… --where QUERY --sort FIELD --columns
/// A,B".
std::string listCommand(const SavedView& view);

/// The line that exports them.
std::string exportCommand(const SavedView& view, std::string_view target,
                          const std::filesystem::path& output);

/// The line that prints the numbers of a chart of the view.
std::string statsCommand(const SavedView& view, const SavedView::Chart& chart);

/// The line that opens a window at the view's current record.
std::string openCommand(const SavedView& view);

} // namespace duologue
