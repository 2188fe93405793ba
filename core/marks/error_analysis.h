// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/count.h"
#include "core/analysis/statistics.h"
#include "core/data/row_set.h"
#include "core/marks/identity.h"
#include "core/marks/mark_set.h"
#include "core/marks/scheme.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Error analysis: a reader writes a note on the first thing that went wrong in a record, groups notes into
/// codes (the question mark_keys::kCode), labels the records again with yes or no for each code
/// (mark_keys::kLabelled names the codes that were judged), and counts. Functions of one thread at a time, as
/// MarkedRecords is.
///
/// What a reader says of a record, or of a part of it, may be named in several ways, such as with the hash
/// from before and after an edit. Here these are one target, and the latest answer holds.
struct ReaderMarks {
    const MarkSet& marks;
    const MarkedRecords& records;
    /// Empty for all readers; not of what changes marks.
    std::string reader;
};

struct AnalysisNote {
    /// Only of Same and Changed.
    Row row{};
    MarkMatch match = MarkMatch::Gone;
    MarkTarget on;
    std::string by;
    std::string note;
    /// Of the same target, in the order in which they were written.
    std::vector<std::string> codes;
    /// When the target was first noted.
    std::int64_t at = 0;

    bool isThere() const { return match == MarkMatch::Same || match == MarkMatch::Changed; }
};

/// The notes of a reader, or of all, oldest first; those on lost records, too.
std::vector<AnalysisNote> notesOf(const ReaderMarks& of);

struct AnalysisCode {
    std::string value;
    /// Of the scheme; only the value and a title if it has none.
    SchemeChoice choice;
    bool isInScheme = false;
    /// How many notes carry it.
    std::size_t notes = 0;
    /// Indices of the two earliest of them, or fewer.
    std::vector<std::size_t> examples;
};

/// The codes of the scheme in its order, then those that are only in marks, by their first use. `notes` are
/// those of notesOf(); the scheme may be null, the reader empty for all.
std::vector<AnalysisCode> codesOf(const std::vector<AnalysisNote>& notes, const MarkScheme* scheme,
                                  const MarkSet& marks, std::string_view reader);

/// Fills in what the events of this file lack when they are to be written: the id, the reader, and the
/// scheme, such as "errors@3", of those that have none. They are of the time `now`, or later if the answers
/// that they replace are.
void stamp(std::vector<MarkEvent>& events, std::string_view reader, std::int64_t now,
           std::string_view scheme);

/// The target has these codes and no others. If it has them already, that is said again, under the present
/// scheme.
std::vector<MarkEvent> setCodes(const ReaderMarks& of, const MarkTarget& target,
                                const std::vector<std::string>& codes);

/// The codes `judged` were judged of a whole record (a target without a part): those in `yes` occur, the
/// others do not and are taken from the record and all of its parts. Codes that were judged before stay so.
/// Said again even if nothing changes, under the present scheme.
std::vector<MarkEvent> label(const ReaderMarks& of, const MarkTarget& record,
                             const std::vector<std::string>& judged, const std::vector<std::string>& yes);

/// A change of the list of codes. Only the marks of the reader change; those of others keep their codes.
struct CodeChange {
    /// For all targets that carry the codes. They keep the version of the scheme under which the answers were
    /// given, because nothing is judged anew.
    std::vector<MarkEvent> events;
    /// The next version, with an entry in its history; to be written by saveScheme().
    MarkScheme scheme;
};

/// Adds a code, or changes the title, definition, colour and examples of one. The same scheme if nothing
/// changes.
MarkScheme withCode(const MarkScheme& scheme, const SchemeChoice& choice, std::string_view by,
                    std::int64_t now);

/// The codes of the question mark_keys::kCode; empty if the scheme lacks it.
std::span<const SchemeChoice> codeChoicesOf(const MarkScheme& scheme);

/// A rename to a code that exists is a merge. A record that was judged for the old name is judged for the new
/// one.
CodeChange renameCode(const ReaderMarks& of, const MarkScheme& scheme, const std::string& from,
                      const std::string& to, std::int64_t now);

/// All codes of `from` become `to`, which may be one of them, another one or new. A record is judged for it
/// if it was judged for all of them, or for one and one of them occurs.
CodeChange mergeCodes(const ReaderMarks& of, const MarkScheme& scheme, const std::vector<std::string>& from,
                      const std::string& to, std::int64_t now);

/// These targets get `to` instead of `from`, if they carry it; with `to` a new code, a record that was judged
/// for `from` is judged for both.
CodeChange splitCode(const ReaderMarks& of, const MarkScheme& scheme, const std::string& from,
                     const std::string& to, std::span<const MarkTarget> targets, std::int64_t now);

/// Which records a rate is of.
enum class RateBasis : std::uint8_t {
    /// Those that were labelled for the code.
    Labelled,
    /// No record was labelled for it: those with a verdict (other than "defer"), a note or a code.
    Read,
};

struct CodeRate {
    std::string code;
    RateBasis basis = RateBasis::Read;
    /// Records with the code, in themselves or in a part.
    std::size_t yes = 0;
    std::size_t judged = 0;
    /// yes / judged; NaN if nothing was judged.
    double rate = 0;
    /// Wilson's score interval at 95 %.
    Interval interval;
};

struct RatesRequest {
    /// In the order of the rates.
    std::vector<std::string> codes;
    /// Only records of these.
    RowSet rows;
};

/// How often each code occurs. The basis of a rate is decided by all records, not only by those of `rows`. Of
/// all readers (an empty name), a record is judged if one of them has judged it, and has the code if one of
/// them says so.
std::vector<CodeRate> codeRates(const ReaderMarks& of, const RatesRequest& request);

struct RatesOfValue {
    GroupValue value;
    /// Of `rows` with the value, those that were judged for at least one code.
    std::size_t records = 0;
    /// In the order of the request.
    std::vector<CodeRate> rates;
};

struct CrossedRates {
    /// In the order of values, numbers before words.
    std::vector<RatesOfValue> values;
    /// How many values were left out: those with the fewest records.
    std::size_t leftOut = 0;
    /// Judged records without a value.
    std::size_t withoutValue = 0;
};

/// The rates by the values of a field, at most `most` of them; many numbers are put into bins. A record with
/// several values counts for each. Empty if there is no such field or the job was stopped.
CrossedRates codeRatesBy(const Snapshot& snapshot, const ReaderMarks& of, const RatesRequest& request,
                         std::string_view field, const Job& job, std::size_t most = 20);

/// How many codes are seen for the first time in each block of records, in the order in which the records
/// were first noted. The last block may be shorter.
std::vector<std::size_t> saturationOf(const std::vector<AnalysisNote>& notes, std::size_t block = 20);

/// Answers under an older version of a scheme that are to be looked at again: the question has changed since,
/// or a choice that the answer has (or, for codes, was judged for), or there are new choices of a question
/// that is not open. `versions` are all that are known of the scheme, in any order. Answers under a version
/// that is not among them are returned, because nothing is known of it.
std::vector<const MarkAnswers*> beforeChange(const MarkSet& marks, std::span<const MarkScheme> versions,
                                             const MarkScheme& now);

} // namespace duologue
