// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check.h"
#include "core/checks/finding.h"
#include "core/io/folder_scan.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace duologue {

struct Conversation;

/// A finding that somebody has looked at and accepts.
struct Suppression {
    std::string check;
    /// The file, relative to the folder of the settings, and the record's number in it from 1 on.
    std::string file;
    std::uint32_t record = 0;
    /// The number of the message from 1 on; 0 for all findings of the record.
    std::uint32_t message = 0;
    std::string reason;
    /// Of the text that the finding was about; 0 if the file was written by version 1.0 or by hand: then the
    /// numbers alone say which finding it is.
    std::uint64_t textHash = 0;

    bool operator==(const Suppression&) const = default;
};

/// What somebody has decided about the checks of a dataset.
struct CheckSettings {
    /// By the id of the check.
    std::map<std::string, double> thresholds;
    std::set<std::string> off;
    std::vector<Suppression> suppressions;
    /// The folder that the files of suppressions are relative to.
    std::filesystem::path folder;

    double threshold(const Check& check) const;
    bool isOff(const Check& check) const { return off.count(std::string(check.id)) > 0; }
};

/// Why the settings make no sense (an unknown check, a threshold out of its range); empty if they do.
Phrase mistakeIn(const CheckSettings& settings);

/// "translation_short.threshold=0.2" or "translation_short=0.2". A phrase says what is wrong with it.
Phrase setThreshold(std::string_view assignment, CheckSettings& settings);

/// The settings as the JSON of a file, and back. A phrase says what is wrong with the text.
std::string settingsText(const CheckSettings& settings);
std::variant<CheckSettings, Phrase> settingsOf(std::string_view text);

/// Reads the file kCheckSettingsName in the folder of the dataset: in `path` if that is a folder, else beside
/// it. No settings if there is no such file.
std::variant<CheckSettings, Phrase> readCheckSettings(const std::filesystem::path& path);

/// A hash of the texts of a message, of a candidate's message, of a part of the context or of the record;
/// never 0. That of something without text is that of its record.
std::uint64_t findingTextHash(const Conversation& conversation, FindingPart part, std::uint32_t message);

/// Tells which findings are suppressed. A suppression with a hash holds where the record number and the hash
/// agree; if they do not agree anywhere, for the first finding whose text has the hash: records were added or
/// moved. Valid as long as the snapshot and the settings.
class SuppressedFindings {
public:
    SuppressedFindings(const Snapshot& snapshot, const CheckSettings& settings);

    /// Whether hashes of findings are needed.
    bool readsHashes() const { return m_readsHashes; }
    /// For each finding of one check, in the order of rows, 1 if it is suppressed.
    std::vector<std::uint8_t> among(std::uint16_t check, const std::vector<Finding>& findings);
    /// Suppressions of a check that has run whose text is not there any more. Reads the records that have
    /// their numbers now, if these are among the rows; other records are not judged.
    std::vector<Suppression> lost(const RowSet& rows) const;

private:
    struct Place {
        /// The end of the snapshot's rows if no record has the number.
        Row row{0};
        bool hasFile = false;
        bool isMatched = false;
        bool hasRun = false;
    };

    const Snapshot& m_snapshot;
    const CheckSettings& m_settings;
    bool m_readsHashes = false;
    /// For each suppression.
    std::vector<Place> m_places;
};

/// The suppression of a finding, to be added to the settings.
Suppression suppressionOf(const Snapshot& snapshot, const CheckSettings& settings, const Finding& finding,
                          std::string reason);

bool isGroup(std::string_view id);

} // namespace duologue
