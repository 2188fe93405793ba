// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check_run.h"
#include "core/data/row_set.h"
#include "core/marks/agreement.h"
#include "core/marks/identity.h"
#include "core/marks/mark_set.h"
#include "core/util/phrase.h"

#include <string>
#include <vector>

namespace duologue {

/// Who says something about a question: a reader by name, a field of the data as "field:KEY", or a check as
/// "check:ID".
struct SourcesRequest {
    std::string question;
    std::vector<std::string> sources;
    /// Only records of these.
    RowSet rows;
    /// What checks found in the rows. One that ran says "fail" of records with a finding that nobody has
    /// waved off, and "pass" of all other rows, also of those that it could not judge; one that did not run
    /// says nothing. Null for none.
    const CheckRun* checks = nullptr;
};

/// The ids of the checks among the sources.
std::vector<std::string> checksAmong(const std::vector<std::string>& sources);

/// Something that at least one source says something about: a record, or a part of one (MarkTarget::part()).
struct AgreementUnit {
    Row row{};
    std::string part;
};

/// What the sources say of each unit, as coefficients read it. Units are in the order of their records, so
/// that those of one conversation are a group.
struct SourceAnswers {
    std::vector<AgreementUnit> units;
    Ratings ratings;
    /// The answers that numbers of `ratings` stand for; empty if the answers are numbers themselves.
    std::vector<std::string> names;
};

/// The readers who answer the question about anything in the records, by name.
std::vector<std::string> readersOf(const MarkSet& marks, std::string_view question);

/// Answers with several values are one value each: the list of them, sorted.
SourceAnswers answersOf(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                        const SourcesRequest& request);

/// The index of an answer among SourceAnswers::names, or the number itself.
std::string answerText(const SourceAnswers& answers, double value);

/// A coefficient by the name that scripts use, with what it was computed of.
struct NamedCoefficient {
    std::string name;
    Coefficient coefficient;
    std::optional<AgreementInterval> interval;
};

/// Those that fit: for two sources Cohen's kappa, plain, and for numbers weighted; for more Fleiss' kappa;
/// always per cent, AC1 and alpha. Intervals are by bootstrap over conversations, 1,000 draws at 95 %.
std::vector<NamedCoefficient> coefficientsOf(const SourceAnswers& answers, std::uint64_t seed);

} // namespace duologue
