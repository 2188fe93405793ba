// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check_run.h"
#include "core/data/record_notes.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Where in a dataset a check finds something: its records in equal parts, in the order of the files.
struct FindingSpread {
    struct Part {
        Row first{0};
        /// Records of the part, and those of them with a finding.
        std::uint64_t records = 0;
        std::uint64_t found = 0;

        double share() const
        {
            return records == 0 ? 0 : static_cast<double>(found) / static_cast<double>(records);
        }
    };

    /// At most as many as asked for; fewer if there are fewer records. They are of one size, give or take one
    /// record.
    std::vector<Part> parts;

    /// The largest share of a part; 0 if nothing is found.
    double most() const;
};

/// As many parts as reports and windows show.
inline constexpr std::size_t kSpreadParts = 24;

/// `findings` are those of one check; those about the dataset as a whole have no place.
FindingSpread spreadOf(std::span<const Finding> findings, std::size_t records,
                       std::size_t parts = kSpreadParts);

/// One block for each part, as high as its share: "▁▁▃█▁". A part with a finding is never as low as one
/// without.
std::string blocksOf(const FindingSpread& spread);

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
