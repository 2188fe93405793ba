// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/io/folder_scan.h"
#include "core/util/expected.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
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
Expected<CheckSettings, Phrase> settingsOf(std::string_view text);

/// Reads the file kCheckSettingsName in the folder of the dataset: in `path` if that is a folder, else beside
/// it. No settings if there is no such file.
Expected<CheckSettings, Phrase> readCheckSettings(const std::filesystem::path& path);

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

/// Which checks look at which records.
struct CheckRequest {
    const Snapshot& snapshot;
    RowSet rows;
    CheckSettings settings;
    /// Ids of checks; empty for all that the settings do not switch off.
    std::vector<std::string> only = {};
    /// Leaves out the checks that look at the whole dataset.
    bool onlyRecords = false;
    /// 0: one for each core.
    int threads = 0;
    /// The query that chose the rows, for Coverage; empty if they are all.
    std::string where = {};
};

/// What came of one check.
struct CheckResult {
    const Check* check = nullptr;
    double threshold = 0;
    /// Units (Check::unit) that were judged, and those that could not be, by reason.
    std::uint64_t lookedAt = 0;
    std::map<PhraseId, std::uint64_t> notJudged;
    std::uint64_t findings = 0;
    /// Units with a finding; what is wrong with the dataset as a whole is in none.
    std::uint64_t units = 0;
    /// Records with a finding.
    std::uint64_t records = 0;
    /// Findings that somebody has waved off (CheckSettings::suppressions); not among the others.
    std::uint64_t suppressed = 0;

    /// Of the units that were looked at, those with a finding; none if no unit was, or if what was found is
    /// in no unit.
    std::optional<double> share() const;
    /// Units that could not be judged, for whatever reason.
    std::uint64_t unitsNotJudged() const;
};

/// What came of all of them. A value; any thread.
struct CheckRun {
    /// In the order of checks(), only those that ran.
    std::vector<CheckResult> results;
    /// Those that did not run because the settings switch them off.
    std::vector<const Check*> off;
    /// In the order of checks, then of rows.
    std::vector<Finding> findings;
    /// The same of those that somebody has waved off.
    std::vector<Finding> accepted;
    /// Records whose file has changed or is gone since they were loaded, and broken ones.
    std::uint64_t unread = 0;
    std::uint64_t records = 0;
    /// Accepted findings whose texts are not there any more: nothing is suppressed for them.
    std::vector<Suppression> lost;
    /// What the checks looked at; says so if they were stopped.
    Coverage coverage;

    /// Findings of this severity.
    std::uint64_t count(Severity severity) const;
};

/// Adds what one check has found, in the order of rows, to the findings of the run or to the accepted ones,
/// and counts it in `result`, which has no findings yet.
void addFindings(std::vector<Finding> findings, SuppressedFindings& suppressed, CheckResult& result,
                 CheckRun& run);

/// Why the request makes no sense (an unknown check or threshold); empty if it does.
Phrase mistakeIn(const CheckRequest& request);

/// Reads the records again on all cores, and lets every check look at each. Then lets checks of
/// the whole dataset look. The result is the same for any number of threads. If the job was stopped, which it
/// checks for each record, it is what was found in the records that were looked at until then, without the
/// checks of the whole dataset that were not done. Call it on a worker, with a request that has no
/// mistakeIn().
CheckRun runChecks(const CheckRequest& request, const Job& job);

/// A snapshot whose records have two more fields: "check" with the ids of the checks that found something in
/// them, and "checks" with the number of findings. Queries, lists, counts, facets and exports read them as
/// all others: `check:translation_short`, `checks:>0`. A record without findings has no value in "check" and
/// 0 in "checks"; one that was not looked at (not in `rows`) has none in either: neither `check:email` nor
/// its negation finds it.
SnapshotPtr withCheckFields(const Snapshot& snapshot, const CheckRun& run, const RowSet& rows);

/// The checks that look at one record at a time, for fields of all records: what withCheckFields() needs as
/// soon as somebody asks for one of them.
CheckRun runForFields(const Snapshot& snapshot, const CheckSettings& settings, int threads, const Job& job);

/// Whether a query, or another text that names fields, may name one of the two: "check" and "checks" as
/// words.
bool mayNameCheckFields(std::string_view text);

} // namespace duologue
