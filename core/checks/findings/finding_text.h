// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check_run.h"
#include "core/record/record_notes.h"

#include <memory>
#include <string>
#include <string_view>

namespace duologue {

/// Whether personal data is written whole or masked.
enum class PersonalData : std::uint8_t { Masked, Whole };

/// What is found, in English.
std::string findingText(const Finding& finding, PersonalData personal = PersonalData::Masked);

/// "error", "warning", "note". What a check may only suspect is a note, whatever its severity.
std::string_view reportedSeverity(const Check& check);

/// "FILE:N", as commands take it.
std::string nameOfRow(const Snapshot& snapshot, Row row);

/// "train.jsonl:1 message 3": the other row of a finding with this index.
std::string nameOfOther(const Snapshot& snapshot, const Finding& finding, std::size_t index);

/// The findings as notes beside their records, with personal data masked. Those about the dataset as a whole
/// have no place there.
std::shared_ptr<const RecordNotes> notesOf(const CheckRun& run, const Snapshot& snapshot);

} // namespace duologue
