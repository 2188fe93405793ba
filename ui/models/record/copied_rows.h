// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"
#include "ui/work/view.h"

#include <QString>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// Rows of the table of records to copy.
struct CopyRequest {
    ViewPtr view;
    /// The fields, left to right.
    std::vector<std::string> fields;
    /// The beginning of each conversation as a column, which so many fields are left of; it is read from the
    /// files. None without previews.
    std::optional<std::size_t> previewPlace;
    /// First and last positions in the order of the view, ascending.
    std::vector<std::pair<int, int>> ranges;

    std::size_t rowCount() const;
};

/// A table for the clipboard, with a line of titles.
struct CopiedRows {
    /// Cells with tabs or line breaks are quoted, as spreadsheets read them.
    QString text;
    /// Empty for many rows, which few programs can paste.
    QString html;
};

/// More previews would take too long to read.
inline constexpr std::size_t kMostPreviewsCopied = 10'000;

/// The cells as the table shows them. Incomplete if the job was stopped. For a worker.
CopiedRows copyRows(const CopyRequest& request, const Job& job);

} // namespace duologue::ui
