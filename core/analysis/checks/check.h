// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/problem.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

/// Bytes of one text of a record that a finding is about: what a window marks.
struct FindingMark {
    /// The mark is in no entry of Conversation::texts, but in a value of a field.
    static constexpr std::uint32_t kNoText = 0xFFFF'FFFF;

    /// Index into Conversation::texts of the record, as readRecord() gives it.
    std::uint32_t text = kNoText;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const FindingMark&) const = default;
};

/// Which list Finding::message is an index of.
enum class FindingPart : std::uint8_t {
    /// The record as a whole.
    Record,
    Message,
    /// A message of a candidate, of Conversation::candidateMessages.
    Candidate,
    /// What frames the conversation: an entry of Conversation::context.
    Context,
    /// The dataset as a whole: the finding has no row.
    Dataset,
};

/// Something that a check has found, as a value.
struct Finding {
    /// Index in checks().
    std::uint16_t check = 0;
    FindingPart part = FindingPart::Record;
    /// The text in the data may be right: people have to look.
    bool isMaybe = false;
    /// `what` has a text that is not to be published: reports show it masked.
    bool isPersonal = false;
    Row row{0};
    std::uint32_t message = 0;
    /// Of a candidate's message: which candidate of the record it is of, and which of the messages of that,
    /// both from 1; 0 for any other.
    std::uint32_t candidate = 0;
    std::uint32_t messageOfCandidate = 0;
    /// Of the text that it is about (findingTextHash()): it tells the text when the record has another
    /// number. 0 if nobody needs it.
    std::uint64_t textHash = 0;
    /// How many units its log had looked at when it was found: equal for what is found in one unit.
    std::uint32_t unit = 0;
    /// What is wrong, with its numbers and words.
    Phrase what;
    /// The words in question, in one text or in several (a text and its translation).
    std::vector<FindingMark> marks;
    /// Other rows that it is about: of a duplicate, the first record of its group.
    std::vector<Row> others;
    /// For each of them the message there, as `message`; kNoMessage, or missing, for the record as a whole.
    std::vector<std::uint32_t> otherMessages = {};

    static constexpr std::uint32_t kNoMessage = 0xFFFF'FFFF;
};

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

/// What is made for the checks that need it, once for all of them.
struct CheckNeeds {
    /// DatasetFacts::languages
    bool languages = false;
    /// CheckedDataset::digests()
    bool digests = false;
    /// CheckedDataset::pairs()
    bool pairs = false;
};

/// Looks for one kind of mistake in a dataset: a row of the table in the file of its group. It has no state:
/// any thread may use it at any time. It has `look` or `lookAtAll`.
struct Check {
    /// For scripts and queries: "translation_short".
    std::string_view id;
    /// That of its table.
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
    CheckNeeds needs = {};

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

/// What one check says of what it looks at. One thread; the logs of several threads are merged.
class CheckLog {
public:
    CheckLog(std::uint16_t check, double threshold, bool isMaybe, bool isPersonal)
        : m_check(check), m_threshold(threshold), m_isMaybe(isMaybe), m_isPersonal(isPersonal)
    {
    }

    double threshold() const { return m_threshold; }

    /// One unit was judged.
    void looked(std::uint64_t units = 1) { m_looked += units; }
    /// One unit could not be judged.
    void notJudged(PhraseId why, std::uint64_t units = 1)
    {
        if (units > 0)
            m_notJudged[why] += units;
    }

    /// Something is wrong. Units that are wrong are also looked(), each before what is found in it.
    Finding& found(Row row, FindingPart part, std::uint32_t message, Phrase what)
    {
        Finding finding;
        finding.check = m_check;
        finding.isMaybe = m_isMaybe;
        finding.isPersonal = m_isPersonal;
        finding.part = part;
        finding.row = row;
        finding.message = message;
        finding.unit = static_cast<std::uint32_t>(m_looked);
        finding.what = std::move(what);
        m_findings.push_back(std::move(finding));
        return m_findings.back();
    }

    std::uint64_t lookedAt() const { return m_looked; }
    const std::map<PhraseId, std::uint64_t>& reasons() const { return m_notJudged; }
    std::vector<Finding>& findings() { return m_findings; }

private:
    std::uint16_t m_check;
    double m_threshold;
    bool m_isMaybe;
    bool m_isPersonal;
    std::uint64_t m_looked = 0;
    std::map<PhraseId, std::uint64_t> m_notJudged;
    std::vector<Finding> m_findings;
};

} // namespace duologue
