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
/// "check:ID". A field of messages speaks of each message if another source does, or if all are such fields,
/// and of records, with all their values, if another source does.
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

/// An answer in JSON as one text: a list is its values, sorted, with commas; true and false, also as texts,
/// are "yes" and "no", so that they are the same in marks and in fields; numbers have no needless digits.
/// Empty for none.
std::string plainAnswer(const std::string& json);

/// The readers who answer the question about anything in the records, by name.
std::vector<std::string> readersOf(const MarkSet& marks, std::string_view question);

/// Why these sources of answers to a question cannot be compared: a name that no reader or field has, the
/// same source twice, or a question that nobody answers though readers are asked. Names what is known. Empty
/// if they can. Checks are not looked at.
Phrase sourcesMistake(const Snapshot& snapshot, const MarkSet& marks, const std::string& question,
                      const std::vector<std::string>& sources);

/// As plainAnswer(). Of no use if the job was stopped.
SourceAnswers answersOf(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                        const SourcesRequest& request, const Job& job);

/// The index of an answer among SourceAnswers::names, or the number itself.
std::string answerText(const SourceAnswers& answers, double value);

/// A coefficient by the name that scripts use, with what it was computed of.
struct NamedCoefficient {
    std::string name;
    Coefficient coefficient;
    std::optional<AgreementInterval> interval;
};

/// Those that fit: for two sources Cohen's kappa, plain, and for numbers weighted; for more Fleiss' kappa;
/// always per cent, AC1 and alpha. Intervals are by bootstrap over conversations, 1,000 draws at 95 %. Of no
/// use if the job was stopped.
std::vector<NamedCoefficient> coefficientsOf(const SourceAnswers& answers, std::uint64_t seed,
                                             const Job& job);

/// The second of two sources as a judge, held against the first. What is neither "pass", "yes", "true" or "1"
/// nor their opposites is left out.
struct JudgeAgreement {
    JudgeRates rates;
    std::optional<double> corrected;
    /// Of the rates and of the corrected one, as those of coefficients.
    std::optional<AgreementInterval> positive;
    std::optional<AgreementInterval> negative;
    std::optional<AgreementInterval> interval;
};

/// Of no use if the job was stopped.
JudgeAgreement judgeAgreement(const SourceAnswers& answers, std::uint64_t seed, const Job& job);

} // namespace duologue
