// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check.h"
#include "core/analysis/checks/scanned_text.h"
#include "core/data/record_texts.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/util/parallel.h"
#include "core/util/problem.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What is usual in the records of one format, so that checks can tell what is not.
struct FormatFacts {
    std::uint64_t records = 0;
    /// Records with messages whose last one, apart from the system's, is the user's.
    std::uint64_t endWithUser = 0;
    /// Records with messages whose first one, apart from the system's, is the assistant's.
    std::uint64_t beginWithAssistant = 0;
    std::uint64_t withMessages = 0;
    /// Records by each combination of languages; the index is DatasetFacts::languagesOf().
    std::vector<std::uint64_t> byLanguages;
    /// The combination that most records with text have, and how many have it.
    std::uint16_t usualLanguages = 0;
    std::uint64_t withUsualLanguages = 0;
    std::uint64_t withText = 0;
};

/// The same for each format of the dataset. Made of tables and the first records, before all are read again.
struct DatasetFacts {
    /// By RecordFigures::format.
    std::vector<FormatFacts> formats;
    /// Which values of fields are texts, as for a search.
    TextKeys keys;
    /// Null if no check asks.
    RecordLanguages::Values languages;

    std::uint16_t languagesOf(Row row) const
    {
        const std::uint16_t found = languages ? (*languages)[indexOf(row)] : RecordLanguages::kUnknown;
        return found == RecordLanguages::kUnknown ? 0 : found;
    }
};

/// `areLanguagesAsked`: a check compares them.
DatasetFacts factsOf(const Snapshot& snapshot, const RowSet& rows, bool areLanguagesAsked, const Job& job);

/// A text of a record and where it is: what search finds, in the same order (forEachText()).
struct CheckedText {
    std::string_view text;
    const ScannedText* scanned = nullptr;
    TextPart part = TextPart::Message;
    std::string_view role;
    /// Index into Conversation::messages or candidateMessages; RecordText::kNoMessage for others.
    std::uint32_t message = RecordText::kNoMessage;
    /// Index into Conversation::texts; FindingMark::kNoText for a memo or a value of a field.
    std::uint32_t entry = FindingMark::kNoText;
    /// An earlier wording that another text replaces.
    bool isEarlier = false;

    FindingPart findingPart() const;
    std::uint32_t findingMessage() const;
    FindingMark mark(std::size_t begin, std::size_t end) const;
};

/// A text and its translation.
struct CheckedPair {
    /// What was written first, and what was made of it.
    std::string_view source;
    std::string_view target;
    const ScannedText* sourceScanned = nullptr;
    const ScannedText* targetScanned = nullptr;
    /// Indexes into Conversation::texts.
    std::uint32_t sourceEntry = 0;
    std::uint32_t targetEntry = 0;
    bool isSourceChinese = false;
    FindingPart part = FindingPart::Message;
    std::uint32_t message = 0;
    std::size_t sourceCharacters = 0;
    std::size_t targetCharacters = 0;
    /// The translation is about as long as one is, and in its language: its details can be compared.
    bool isComparable = false;

    std::string_view english() const { return isSourceChinese ? target : source; }
    std::string_view chinese() const { return isSourceChinese ? source : target; }
    const ScriptCounts& englishScripts() const
    {
        return (isSourceChinese ? targetScanned : sourceScanned)->scripts;
    }
    const ScriptCounts& chineseScripts() const
    {
        return (isSourceChinese ? sourceScanned : targetScanned)->scripts;
    }
    FindingMark sourceMark(std::size_t begin, std::size_t end) const;
    FindingMark targetMark(std::size_t begin, std::size_t end) const;
};

/// The texts of one record after another, in memory that is used again. One thread.
class CheckedTexts {
public:
    /// The conversation has to outlive the use of what is found.
    void find(const Conversation& conversation, const TextKeys& keys);

    const std::vector<CheckedText>& texts() const { return m_texts; }
    const std::vector<CheckedPair>& pairs() const { return m_pairs; }

private:
    void addPair(const Conversation& conversation, Slice slice, FindingPart part, std::size_t index);

    std::vector<CheckedText> m_texts;
    std::vector<CheckedPair> m_pairs;
    /// Those of Conversation::texts, then those of others.
    std::vector<ScannedText> m_scanned;
    /// Keeps texts that the list of texts makes.
    StringArena m_strings;
};

/// One record as checks look at it. Valid during the call.
struct CheckedRecord {
    const Snapshot& snapshot;
    const DatasetFacts& facts;
    Row row{0};
    const Conversation& conversation;
    const std::vector<CheckedText>& texts;
    const std::vector<CheckedPair>& pairs;

    const FormatFacts& format() const { return facts.formats[snapshot.record(row).format]; }
};

/// A message, or a message of a candidate, says nothing: no text but white space, and no call, picture or
/// other content.
bool isBlankMessage(const Conversation& conversation, const Message& message);

/// The value of a member of a message that is not its text; Missing if there is none.
JsonView messageValue(const Conversation& conversation, const Message& message, std::string_view key);

/// The wanted answer of a record and the other one.
struct AnswerPair {
    const Candidate& chosen;
    const Candidate& rejected;
};

/// The first chosen and the first rejected candidate; none if the record has not both.
std::optional<AnswerPair> pairOf(const Conversation& conversation);

/// What the candidate says last; empty if it has no messages.
std::string_view answerOf(const Conversation& conversation, const Candidate& candidate);

/// The different pieces of a text as hashes, in rising order: five characters in Chinese, three words in
/// languages with spaces. `folded` is foldForSearch() of the text; signs and white space do not count.
/// The smallest ones, if there are more than `most`.
std::vector<std::uint32_t> shinglesOf(std::string_view folded,
                                      std::size_t most = std::numeric_limits<std::size_t>::max());

/// How much two sets have in common: what both have divided by what either has. Both in rising order.
double jaccard(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right);

/// Which text of a record.
enum class DigestPart : std::uint8_t { Prompt, Answer };

/// One text in 8 to some hundred bytes, by which equal and similar ones are found.
struct TextDigest {
    Row row{0};
    DigestPart part = DigestPart::Prompt;
    /// The message that it is, an index into Conversation::messages; for a candidate 0.
    std::uint32_t message = 0;
    bool isOfCandidate = false;
    /// Of the folded text without signs and of what else the prompt has. Equal for equal texts.
    std::uint64_t checksum = 0;
    /// Of what a prompt has in addition to its text: pictures, results of tools (appendPartsKey()). 0 for
    /// nothing and for answers. Texts are alike only if it is equal.
    std::uint64_t others = 0;
    /// Into TextDigests::shingles: the smallest kMostShingles hashes of its pieces, in rising order.
    std::uint64_t shinglesBegin = 0;
    std::uint32_t shingles = 0;
};

/// How many pieces of a text are kept: a sample of the pieces of longer ones, by which their likeness is
/// estimated (bottom-k sketches; Cohen and Kaplan 2007). Texts with fewer pieces are compared exactly.
inline constexpr std::size_t kMostShingles = 96;

/// A text with fewer pieces than this is too short to tell what is like it.
inline constexpr std::size_t kLeastShingles = 5;

/// The messages of the user, but for short ones after the first, and each answer of the assistant or of a
/// wanted candidate, of every record, in the order of rows.
struct TextDigests {
    std::vector<TextDigest> texts;
    std::vector<std::uint32_t> shingles;
    /// Questions after the first of their conversation that are too short to tell ("Yes, please.", "Go on.")
    /// and are not among the texts.
    std::uint64_t shortQuestions = 0;

    std::span<const std::uint32_t> shinglesOf(const TextDigest& text) const
    {
        return {shingles.data() + text.shinglesBegin, text.shingles};
    }
    void add(Row row, const Conversation& conversation);
};

/// The likeness of two texts: the Jaccard coefficient of their pieces, estimated for long ones; 0 for prompts
/// with different pictures.
double likenessOf(const TextDigests& digests, const TextDigest& left, const TextDigest& right);

/// A wanted answer and another one, by the checksums of their texts.
struct JudgedPair {
    Row row{0};
    std::uint64_t prompt = 0;
    std::uint64_t chosen = 0;
    std::uint64_t rejected = 0;
    /// Characters of the chosen answer, and of the other one.
    std::uint64_t chosenLength = 0;
    std::uint64_t rejectedLength = 0;
};

/// What checks of the whole dataset need of each record, in the order of rows.
struct DatasetTexts {
    TextDigests digests;
    std::vector<JudgedPair> pairs;

    void add(const CheckNeeds& needs, Row row, const Conversation& conversation);
    /// Those of parts of the dataset, in the order of rows. Frees each as it goes.
    static DatasetTexts joined(std::vector<DatasetTexts> parts);
};

/// A dataset as checks of the whole dataset look at it. The snapshot and the rows must outlive it.
class CheckedDataset {
public:
    CheckedDataset(const Snapshot& snapshot, const RowSet& rows, int threads, DatasetTexts texts)
        : m_snapshot(snapshot), m_rows(rows), m_threads(threads), m_texts(std::move(texts))
    {
    }

    const Snapshot& snapshot() const { return m_snapshot; }
    const RowSet& rows() const { return m_rows; }
    const TextDigests& digests() const { return m_texts.digests; }
    const std::vector<JudgedPair>& pairs() const { return m_texts.pairs; }

    /// Reads the records again and hands each out, on all cores and in any order.
    void forEachRecord(const Job& job, const std::function<void(Row, const Conversation&)>& visit) const;

private:
    const Snapshot& m_snapshot;
    const RowSet& m_rows;
    const int m_threads;
    const DatasetTexts m_texts;
};

} // namespace duologue
