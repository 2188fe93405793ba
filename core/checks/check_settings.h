// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checks/check.h"
#include "core/io/folder_scan.h"
#include "core/table/snapshot.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace duologue {

/// A finding that somebody has looked at and accepts.
struct Suppression {
    std::string check;
    /// The file, relative to the folder of the settings, and the record's number in it from 1 on.
    std::string file;
    std::uint32_t record = 0;
    /// The number of the message from 1 on; 0 for all findings of the record.
    std::uint32_t message = 0;
    std::string reason;

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

/// Tells which findings are suppressed. Valid as long as the snapshot and the settings.
class SuppressedFindings {
public:
    SuppressedFindings(const Snapshot& snapshot, const CheckSettings& settings);

    bool contains(const Finding& finding) const;

private:
    /// Check, row, and message from 1 on or 0.
    std::set<std::tuple<std::uint16_t, Row, std::uint32_t>> m_findings;
};

/// The suppression of a finding, to be added to the settings.
Suppression suppressionOf(const Snapshot& snapshot, const CheckSettings& settings, const Finding& finding,
                          std::string reason);

bool isGroup(std::string_view id);

} // namespace duologue
