// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/inferred/evidence_sample.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// How a list is a conversation.
enum class SequenceForm : std::uint8_t {
    /// Objects that say who speaks; without a speaker, the two sides take turns.
    Messages,
    /// Objects with a question and its answer.
    Exchanges,
    /// Texts that begin with the name of who speaks.
    Labelled,
    /// Texts of two sides that take turns.
    Alternating,
    /// Lists with a speaker and a text at fixed places.
    Tuples,
    /// Lists of a question and its answer.
    Pairs,
    /// An object with a list of speakers and a list, as long, of texts.
    Columns,
    /// An object with a list of questions and a list of answers.
    QuestionLists,
    /// Members of an object: questions and answers with numbers.
    NumberedPairs,
};

/// A conversation in a list of a record.
struct FoundSequence {
    SequenceForm form = SequenceForm::Messages;
    double names = 0;
    double values = 0;
    /// To the list, or to the object with the columns.
    SamplePath at = {};
    /// Of the list.
    SampleValue::ListForm list = SampleValue::ListForm::Array;
    /// Within an element; of columns, within the object.
    SamplePath speaker = {};
    SamplePath text = {};
    /// Where the text or the speaker is in elements that do not have them there; the texts in the order in
    /// which they are looked for.
    std::vector<SamplePath> otherTexts = {};
    SamplePath otherSpeaker = {};
    /// Elements that have it are said by a tool; kEachKey for none.
    SampleKeyId toolKey = kEachKey;
    /// The elements are in another order than the numbers or times under this key; kEachKey for none.
    SampleKeyId orderKey = kEachKey;
    SamplePath ask = {};
    SamplePath answer = {};
    SamplePath input = {};
    /// In the record: what comes before each question; of NumberedPairs, before all of them, and then what
    /// is asked is asked back.
    SamplePath before = {};
    /// Of NumberedPairs: the members' names, in their order.
    std::vector<std::pair<std::string, std::string>> members = {};
    /// Questions or answers begin with the name of a side.
    bool isLabelled = false;
    bool isAnswerFirst = false;
    /// Of Tuples.
    std::size_t speakerIndex = 0;
    std::size_t textIndex = 0;
    /// The share of known speakers.
    double known = 0;
    /// A side of the exchanges has no name that says it.
    bool isGuessed = false;
    /// By its name it may be anything; before an answer, it is what was said.
    bool isOnlyBefore = false;

    bool hasSpeaker() const { return !speaker.empty() || form == SequenceForm::Tuples; }
    /// Every message says that it is the user's, the assistant's, a tool's or the system's.
    bool isPlain() const { return form == SequenceForm::Messages && known >= 0.9 && names >= 0.85; }
};

/// Which keys of objects are the speaker and the text of a message.
struct MessageFields {
    SamplePath speaker;
    SamplePath text;
    double names = 0;
    double values = 0;
    double known = 0;
    /// Speakers whose names nobody knows.
    bool areStrangers = false;
    /// They speak more than once each.
    bool doRepeat = false;
    /// Two or three, who take turns.
    bool doTakeTurns = false;
};

/// `fields` are those of the elements of all `lists`, which are `count`.
std::optional<MessageFields> findMessageFields(const Sample& sample, std::span<const ElementList> lists,
                                               const SampleFields& fields, std::size_t count);

/// A question and its answer among the fields of an object.
struct FoundPair {
    double names = 0;
    double values = 0;
    SamplePath ask;
    SamplePath answer;
    /// What is joined to the question; empty for nothing.
    SamplePath input = {};
    /// The share of the records that have an answer's key and no answer, where that is no sign of a wrong
    /// key.
    double unanswered = 0;
    /// One of both is known by exclusion, or the answers may be labels.
    bool isGuessed = false;
};

/// The best pair of the fields of `objects`; none of the paths in `barred`. In exchanges, the name of the
/// model may be the key of what it says.
std::optional<FoundPair> findPair(const Sample& sample, const SampleFields& fields,
                                  std::span<const SampleValue* const> objects,
                                  std::span<const SamplePath> barred, bool isInExchanges);

/// In turns without an answer, a text that asks and the passage that was found for it.
std::optional<FoundPair> findPassagePair(const Sample& sample, const SampleFields& fields, std::size_t count);

/// Asks for what is done to an input.
bool isInstruction(const Sample& sample, const SamplePath& path);
/// What an instruction is applied to.
bool isInput(const Sample& sample, const SamplePath& path);
/// A longer text that follows the headline that `path` is; empty if there is none.
SamplePath findDetail(const Sample& sample, const SampleFields& fields, const SamplePath& path);
/// A prompt of the system; empty if there is none.
SamplePath findSystemPrompt(const Sample& sample, const SampleFields& fields,
                            std::span<const SamplePath> used);

/// Several answers to one question.
struct FoundCandidates {
    double names = 0;
    double values = 0;
    /// The better and the worse one; else both are empty.
    SamplePath good = {};
    SamplePath bad = {};
    /// To a list of answers.
    SamplePath at = {};
    /// Within an answer that is an object.
    SamplePath text = {};
    /// The keys of exactly two answers that differ in a counter, the same in all records.
    std::vector<std::string> pair = {};
    /// The answers of two sides, whose keys differ in a word such as "left" and "right", the first one first.
    std::vector<SamplePath> sides = {};
    /// The answers are lists of messages that begin alike.
    bool areConversations = false;
    /// The answers are texts that hold whole conversations, which begin alike; of no form if they are not.
    TranscriptStats transcripts = {};
    /// Of the list of answers.
    SampleValue::ListForm list = SampleValue::ListForm::Array;
    Verdict verdict = Verdict::None;
    SamplePath verdictAt = {};

    bool isGoodAndBad() const { return !good.empty(); }
    bool areTranscripts() const { return transcripts.form != TranscriptForm::None; }
    /// Whether the text under the path is one of the answers, or all of them joined.
    bool hasText(const SamplePath& path) const;
};

std::vector<FoundCandidates> findCandidates(const Sample& sample, const SampleFields& fields);

/// Lists of texts that hold whole conversations, which begin alike.
std::vector<FoundCandidates> findTranscriptCandidates(const Sample& sample);

/// Answers whose keys differ in the side that they name.
std::vector<FoundCandidates> findSides(const Sample& sample, const SampleFields& fields);

/// Texts under the names of who gave them, if another field has some of these names as its values: that of
/// who did best.
std::optional<FoundCandidates> findNamedAnswers(const Sample& sample, const SampleFields& fields);

/// Adds what says which of two answers is better.
void findVerdict(const Sample& sample, FoundCandidates& found);

/// Whether the key of the path is, without a word that says that it is another form of a value
/// ("orig_question"), that of another value next to it in some record.
bool hasPlainForm(const Sample& sample, const SamplePath& path);

/// Every list that may be a conversation, the best first; at most 16.
std::vector<FoundSequence> findSequences(const Sample& sample);

/// Those among them that are members of an object side by side.
std::vector<FoundSequence> findColumns(const Sample& sample);

/// The words for speakers of one conversation after another.
using SpeakerLists = std::vector<std::vector<std::string_view>>;

/// What words for speakers mean in all conversations of a shape.
struct SpeakerRoles {
    /// By the word in the file.
    std::vector<std::pair<std::string, std::string>> roles;
    /// How many different words there are.
    std::size_t speakers = 0;
    /// A role is known only because somebody else has the other one.
    bool isByExclusion = false;

    std::string_view roleOf(std::string_view speaker) const;
};
SpeakerRoles speakerRolesOf(const SpeakerLists& conversations);

/// One part of a reading before it is a layout.
struct DraftPart {
    enum class Kind : std::uint8_t {
        /// One text of the slot; with a transcript, several messages.
        Text,
        Sequence,
        Candidates,
        /// Two lists of messages, of which one is better.
        ChosenAndRejected,
        /// One text whose turns are parted by a mark.
        Separated,
    };
    Kind kind = Kind::Text;
    Slot slot = Slot::Messages;
    SamplePath at = {};
    /// Of a prompt: what is joined to it. Of ChosenAndRejected: the rejected list.
    SamplePath other = {};
    const FoundSequence* sequence = nullptr;
    const FoundCandidates* candidates = nullptr;
    const TranscriptStats* transcript = nullptr;
    /// The text begins with the name of who speaks.
    bool isLabelled = false;
    /// The text has the marks of a transcript, perhaps of one message.
    bool isMarked = false;
    /// Of Separated: the mark between turns.
    std::string_view mark = {};
    /// Ends a sentence of a turn; empty if there is no such mark.
    std::string_view sentenceMark = {};
};

/// A reading whose coverage is not known yet.
struct Draft {
    double names = 0;
    double values = 0;
    std::vector<DraftPart> parts = {};
    /// A speaker or a side is guessed.
    bool isGuessed = false;
    /// As in FoundPair.
    double unanswered = 0;
    double score = 0;

    bool hasHistory() const;
};

/// The words for speakers in the records, as far as they are written there.
SpeakerLists speakersIn(const Sample& sample, const Draft& draft);

Layout layoutOf(const Sample& sample, const Draft& draft);

/// Paths whose texts the draft shows, and of these, those whose texts it takes apart.
struct ShownPaths {
    std::vector<SamplePath> whole;
    std::vector<SamplePath> apart;

    bool contains(const SamplePath& path) const;
    bool takesApart(const SamplePath& path) const;
};
ShownPaths shownPathsOf(const Draft& draft);

/// What the records show when they are read by a layout.
struct ShownTexts {
    /// The share of their prose.
    double coverage = 0;
    std::vector<std::pair<SamplePath, std::uint64_t>> unread = {};
    /// Of all their prose, in bytes.
    std::uint64_t bytes = 0;
    /// Shares of the records: with fewer than two texts, with only the assistant, with one role.
    double empty = 0;
    double alone = 0;
    double oneSided = 0;
    /// Messages, candidates and fields that were read: what it has cost.
    std::size_t work = 0;
};

/// Compares what is read with what can be read, in the first records of a sample. `records` are those of the
/// sample.
class CoverageTest {
public:
    CoverageTest(const Sample& sample, std::span<const JsonView> records);

    /// From the paths alone, without reading.
    double estimate(const ShownPaths& shown) const;
    ShownTexts read(const Layout& layout, const ShownPaths& shown) const;

private:
    struct ProseText {
        std::string_view text;
        double characters = 0;
        /// Into m_paths.
        std::size_t path = 0;
    };
    struct ProsePath {
        SamplePath path;
        /// Of the texts under it.
        double characters = 0;
        /// Fields next to a conversation count less.
        double weight = 1;
    };
    struct Counter;
    void addRecord(const SampleValue& record);

    const Sample& m_sample;
    std::span<const JsonView> m_records;
    /// Of each record.
    std::vector<std::vector<ProseText>> m_texts;
    std::vector<ProsePath> m_paths;
    std::unordered_map<SamplePath, std::size_t, SamplePathHash> m_pathIndices;
};

/// The turns of one text, without blanks around them.
std::vector<std::string_view> splitAtMark(std::string_view text, std::string_view mark);

/// The share of texts for which a condition holds.
template<typename Texts, typename Condition>
double shareOf(const Texts& texts, Condition condition)
{
    std::size_t all = 0;
    std::size_t those = 0;
    for (const auto& text : texts) {
        ++all;
        those += condition(text) ? 1 : 0;
    }
    return all == 0 ? 0 : static_cast<double>(those) / static_cast<double>(all);
}

} // namespace duologue
