// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check.h"
#include "core/data/record_texts.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/util/parallel.h"
#include "core/util/problem.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
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
    FindingMark sourceMark(std::size_t begin, std::size_t end) const;
    FindingMark targetMark(std::size_t begin, std::size_t end) const;
};

/// One record as checks look at it. Valid during the call.
struct CheckedRecord {
    const Snapshot& snapshot;
    const DatasetFacts& facts;
    Row row{0};
    const Conversation& conversation;
    std::vector<CheckedText> texts;
    std::vector<CheckedPair> pairs;
    /// Keeps texts that the list of texts makes.
    StringArena strings;

    const FormatFacts& format() const { return facts.formats[snapshot.record(row).format]; }

    /// Fills `texts` and `pairs` from the conversation.
    void prepare();
};

/// A message, or a message of a candidate, says nothing: no text but white space, and no call, picture or
/// other content.
bool isBlankMessage(const Conversation& conversation, const Message& message);

/// The value of a member of a message that is not its text; Missing if there is none.
JsonView messageValue(const Conversation& conversation, const Message& message, std::string_view key);

/// The different pieces of a text as hashes, in rising order: five characters in Chinese, three words in
/// languages with spaces. `folded` is foldForSearch() of the text; signs and white space do not count.
std::vector<std::uint32_t> shinglesOf(std::string_view folded);

/// How much two sets have in common: what both have divided by what either has. Both in rising order.
double jaccard(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right);

struct Conversation;
struct TextDigests;

/// A dataset as checks of the whole dataset look at it. What several of them need is made once, for the first
/// that asks. The snapshot and the rows must outlive it. Checks ask one after the other, on one thread.
class CheckedDataset {
public:
    CheckedDataset(const Snapshot& snapshot, const RowSet& rows, int threads);
    ~CheckedDataset();
    CheckedDataset(const CheckedDataset&) = delete;
    CheckedDataset& operator=(const CheckedDataset&) = delete;

    const Snapshot& snapshot() const { return m_snapshot; }
    const RowSet& rows() const { return m_rows; }

    /// Reads the records again and hands each out, on all cores and in any order.
    void forEachRecord(const Job& job, const std::function<void(Row, const Conversation&)>& visit) const;

    /// Prompts and answers of all records. Incomplete if the job was stopped.
    const TextDigests& digests(const Job& job) const;

private:
    const Snapshot& m_snapshot;
    const RowSet& m_rows;
    const int m_threads;
    mutable std::unique_ptr<TextDigests> m_digests;
};

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

/// The prompts and answers of all records, in the order of rows.
struct TextDigests {
    std::vector<TextDigest> texts;
    std::vector<std::uint32_t> shingles;
    /// Questions after the first of their conversation that are too short to tell ("Yes, please.", "Go on.")
    /// and are not among the texts.
    std::uint64_t shortQuestions = 0;

    std::vector<std::uint32_t> shinglesOf(const TextDigest& text) const
    {
        const auto begin = shingles.begin() + static_cast<std::ptrdiff_t>(text.shinglesBegin);
        return {begin, begin + text.shingles};
    }
};

/// A text with fewer pieces than this is too short to tell what is like it.
inline constexpr std::size_t kLeastShingles = 5;

/// The messages of the user, but for short ones after the first, and each answer of the assistant or of a
/// wanted candidate, of every record. Reads the texts again, on all cores.
TextDigests digestsOf(const CheckedDataset& dataset, const Job& job);

/// The likeness of two texts: the Jaccard coefficient of their pieces, estimated for long ones; 0 for prompts
/// with different pictures.
double likenessOf(const TextDigests& digests, const TextDigest& left, const TextDigest& right);

} // namespace duologue
