// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/problem.h"
#include "core/checks/finding.h"

#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

class CheckLog;
class CheckedDataset;
struct CheckedRecord;

enum class CheckGroup : std::uint8_t {
    Structure,
    Translation,
    Annotation,
    Preference,
    Text,
    PersonalData,
    Duplicates,
};

/// What a check looks at, one by one; the number of those that it looked at is counted in this unit.
enum class CheckUnit : std::uint8_t { Records, Messages, Translations, Texts, Candidates, Fields };

/// The number that decides, if there is one.
struct CheckThreshold {
    /// What it is, for people, in English. The window translates it (context "Checks").
    std::string_view meaning;
    double usual = 0;
    double lowest = 0;
    double highest = 0;
};

/// Looks for one kind of mistake in a dataset. Each check is one file in a folder of its group and one line
/// in check.cpp. It has no state: any thread may use it at any time. It has `look` or `lookAtAll`.
struct Check {
    /// For scripts and queries: "translation_short".
    std::string_view id;
    CheckGroup group = CheckGroup::Structure;
    Severity severity = Severity::Warning;
    /// For people, in English; the window translates them (context "Checks"). End with a null character.
    std::string_view title;
    /// Why it matters, in one sentence.
    std::string_view why;
    CheckUnit unit = CheckUnit::Records;
    std::optional<CheckThreshold> threshold = {};
    /// Its findings are often right in the end: they are reported as such, and never with an error.
    bool isMaybe = false;
    /// What it finds is not to be published.
    bool isPersonal = false;

    /// Looks at one record at a time.
    void (*look)(const CheckedRecord& record, CheckLog& log) = nullptr;
    /// Looks at the whole dataset, after all records were looked at.
    void (*lookAtAll)(const CheckedDataset& dataset, CheckLog& log, const Job& job) = nullptr;
};

/// All of them, in the order in which people see them.
const std::vector<const Check*>& checks();

/// Null if there is none.
const Check* findCheck(std::string_view id);

/// Index in checks().
std::size_t indexOf(const Check& check);

/// "structure", "translation", "annotation", "preference", "text", "personal-data", "duplicates".
std::string_view groupId(CheckGroup group);
/// For people, in English (context "Checks").
std::string_view groupTitle(CheckGroup group);
/// "records", "messages", "translations", … (context "Checks").
std::string_view unitName(CheckUnit unit);

} // namespace duologue
