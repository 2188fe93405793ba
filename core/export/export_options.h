// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/language/language.h"
#include "core/record/record_notes.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Which texts are written where a conversation has several languages.
enum class ExportLanguage {
    /// The text that was written first, whatever its language.
    AsWritten,
    English,
    Chinese,
    /// All texts. Not every target has a place for them.
    Both,
};

/// "original", "en", "zh", "both".
std::optional<ExportLanguage> exportLanguageOf(std::string_view word);
std::string_view wordOf(ExportLanguage language);

/// What is written of each record.
struct ExportOptions {
    /// None: what the target does by itself.
    std::optional<ExportLanguage> language;
    bool keepsSystem = true;
    /// Keys of fields. A table has these columns; elsewhere they are written beside what the target has a
    /// place for. Empty: the usual columns, or nothing beside.
    std::vector<std::string> columns;
    /// Written beside the records that they are about, if the target takes notes.
    std::shared_ptr<const RecordNotes> notes;
    /// Cells that a spreadsheet would run as formulas are written as they are.
    bool rawCells = false;
};

} // namespace duologue
