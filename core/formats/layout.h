// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/json/json_view.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// What a part of a record is for. Described parts are read in this order.
enum class Slot : std::uint8_t {
    System,
    /// Earlier messages, before the question.
    History,
    Messages,
    Prompt,
    Response,
    /// Several answers to the same question: samples, two of which one may be better, and named ones.
    Candidates,
    Options,
    Chosen,
    Rejected,
};

/// How the part is written.
enum class PartForm : std::uint8_t {
    /// A list of objects, one for each message, with the keys that the part names; or an object that has them
    /// under
    /// numbers.
    Objects,
    /// An object with a list of who speaks and a list, as long, of what is said.
    Columns,
    /// A list of messages with the usual keys: "role" and "content", or "from" and "value".
    Chat,
    /// Such a list of two messages or more, the last of which is the chosen answer.
    Answered,
    /// A list of questions with their answers, under the part's keys or, if it names none, under the usual
    /// ones.
    Exchanges,
    /// An object with a list of questions and a list, as long, of answers, under the part's keys or, if it
    /// names none,
    /// "questions" and "answers".
    QuestionLists,
    /// Messages with the usual keys, or questions with their answers.
    Conversation,
    /// A list of lists of Objects, which follow each other.
    NestedLists,
    /// A list of texts; the speakers alternate, the user first. Those of a History end before what follows:
    /// an answer
    /// of the assistant, or a question of the user.
    Texts,
    /// An object of numbered turns ("turn_1"), each with one text for each speaker.
    NumberedTurns,
    /// A list of texts, each of which begins with the name of who speaks ("A: …", "[client] …").
    LabelledTexts,
    /// One text whose turns are parted by a mark ("</s>"); the speakers alternate, and the last is the user
    /// if the
    /// layout has a response of its own.
    Separated,
    /// One object with the keys that the part names.
    Object,
    /// One text.
    Text,
    /// One text, which may be the transcript of several messages.
    Transcript,
    /// The same, or lines that begin with the name of who speaks.
    NamedLines,
    /// A text with the "query" on a line of its own; without one it may be a transcript that ends with a
    /// question.
    Instruction,
    /// A text or content parts; not read if the messages begin with a message of the system.
    System,
    /// A text, a message, or a Conversation.
    Any,
    /// Of candidates: a text, a message, a list of messages, an object with such a list under "messages", or
    /// a list of texts, each an answer of its own.
    Answer,
    /// Of candidates: a list with one in each element.
    List,
    /// Of candidates: a whole conversation in one text, "\n\nHuman: … \n\nAssistant: …".
    Dialogue,
    /// A list of messages and of items smaller than a message: texts, thoughts, calls of tools, results. What
    /// a
    /// model writes in a row is one message. Each is of one of the part's kinds, or, if it has none, of those
    /// of
    /// the Responses API.
    Items,
};

/// What an item of a list is that has certain values. Pointers start at the item.
struct ItemKind {
    struct Condition {
        JsonPointer at;
        /// The text there is one of these; any value that is not null if there are none.
        std::vector<std::string> words = {};
    };
    /// All of them hold.
    std::vector<Condition> when = {};
    /// Nobody says it: it is shown as a field of the record.
    bool isNothing = false;
    /// Who says it: a word, or where the word is; else the assistant, or the tool for a result.
    std::string role = {};
    JsonPointer roleAt = {};
    /// The first of each that leads to something that is said.
    std::vector<JsonPointer> texts = {};
    std::vector<JsonPointer> thoughts = {};
    /// A call: the name of the tool, or where it is, its arguments and its id.
    std::string call = {};
    JsonPointer callAt = {};
    JsonPointer arguments = {};
    JsonPointer callId = {};
    /// What a tool returned, the id of the call, and whether the tool failed.
    std::vector<JsonPointer> results = {};
    JsonPointer resultOf = {};
    bool isFailed = false;
    /// A list of further items, which follow this one.
    JsonPointer inside = {};
    /// Only of an item that follows a call.
    bool isAfterCall = false;

    bool isCall() const { return !call.empty() || !callAt.empty(); }
};

/// One part of a conversation: where it is, how it is written and what it is for.
struct LayoutPart {
    Slot slot = Slot::Messages;
    PartForm form = PartForm::Objects;
    /// Empty for the record itself.
    JsonPointer at = {};
    /// Within a message. Without a role, the speakers alternate. In a Chat, the first message must have the
    /// key of the role.
    JsonPointer role = {};
    /// Within a message, or within an element of a List that is an object.
    JsonPointer text = {};
    JsonPointer translation = {};
    /// Only a value of the form is taken for the part; else any is, and a problem says what is wrong with it.
    bool isStrict = false;
    /// Read only where the part before it is not in the record.
    bool isAlternative = false;
    /// Read only where the messages before it do not end with an answer.
    bool isIfUnanswered = false;
    /// Of a prompt that goes on with the messages before it: where the record has its answer. It is read only
    /// where these end with an answer and do not say what either of the two does.
    JsonPointer answeredBy = {};

    /// `at` leads to several values, which are read one after another: "*" stands for every element of a
    /// list, or every member of an object, whose names are dates, ids or numbered; "#" within a name for a
    /// number or for one of the letters a to d ("session_#", "response #"). Numbered members come in the
    /// order of their numbers, others in that of the file. Text lists under such a pointer are texts of a
    /// list. Candidates: each value is one.
    bool isEach = false;
    /// Where the text or the role is if it is not under `text` or `role`: the first pointer that leads to
    /// one.
    std::vector<JsonPointer> otherTexts = {};
    std::vector<JsonPointer> otherRoles = {};
    /// Of exchanges: the question and the answer within an element, and what is joined to the question on a
    /// line of its own after it.
    JsonPointer ask = {};
    JsonPointer answer = {};
    JsonPointer input = {};
    /// Of exchanges: within the record, what comes before each question on a line of its own ("instruction").
    JsonPointer before = {};
    /// Of exchanges and alternating texts: the assistant begins.
    bool isAnswerFirst = false;
    /// A message that has a value under this key is said by a tool.
    JsonPointer toolKey = {};
    /// Of objects: within a message, the number or the time by which they are put in order; as the file
    /// has them if one lacks it.
    JsonPointer orderBy = {};
    /// Of a transcript: the names before its texts; any short one if it is empty. Of Separated: the mark
    /// between turns, then those that end a sentence of one; the latter also of a Text.
    std::vector<std::string> marks = {};
    /// A name at the beginning of the text ("System: ") is taken off.
    bool isLabelled = false;
    /// Of Items: the first that fits an item says what it is.
    std::vector<ItemKind> kinds = {};
};

/// What a value says about candidates.
enum class Verdict : std::uint8_t {
    None,
    /// 0: the first is better, 1: the second.
    Index,
    /// Negative: the first is better, positive: the second.
    NegativeIsFirst,
    PositiveIsFirst,
    /// 1: the first is better, 2: the second; fractions between. All else is a draw.
    OneOrTwo,
    /// 1: the first is better, 0: the second.
    OneIsFirst,
    /// A text that names one of the two by its letter, in a comparison, or as the record names it under a key
    /// with the letter.
    Letter,
    /// "A>B": the first is better; "B>A" or "A<B": the second. It is read as a letter is.
    Comparison,
    /// A text that begins or ends with "left", "first" or "1": the first is better; with "right", "second" or
    /// "2": the second.
    Side,
    /// A list of numbers, one for each candidate: the highest is better, if there is only one.
    Highest,
    /// True or false: whether the response is wanted. It stays a field.
    Wanted,
};

/// What a record must have to be of a layout: a part of each slot, and more. If nobody says it, the parts
/// that make a conversation.
struct LayoutNeeds {
    std::vector<Slot> slots = {};
    bool query = false;
    /// True or false.
    bool verdict = false;
    /// Each leads to a value that is not null.
    std::vector<JsonPointer> values = {};
    /// None of them does. They are asked in addition to the others.
    std::vector<JsonPointer> lacks = {};

    bool areGiven() const { return query || verdict || !slots.empty() || !values.empty(); }
};

/// What the keys of a record mean: described by somebody, part of the program, or inferred from the record.
struct Layout {
    /// What Format::recognise() says of a record that has what it must have.
    int score = kDescribedScore;
    LayoutNeeds needs = {};

    /// The first that is a text or a number is the id of the record.
    std::vector<JsonPointer> recordIds = {};
    /// In the order in which they are read.
    std::vector<LayoutPart> messages = {};
    std::vector<LayoutPart> candidates = {};
    /// On a line of its own after the prompt.
    JsonPointer query = {};
    /// The candidates are whole conversations: what they have in common at the beginning is said before them,
    /// and the record's other messages repeat it.
    bool sharesPrefix = false;
    Verdict verdict = Verdict::None;
    JsonPointer verdictAt = {};

    /// The record's word for a role and the usual one.
    std::vector<std::pair<std::string, std::string>> roles = {};
    /// An object of numbers, or numbers by name.
    JsonPointer ratings = {};
    std::vector<std::pair<std::string, JsonPointer>> ratingsByName = {};
    JsonPointer label = {};
    /// Descriptions of tools, which are never columns.
    std::vector<JsonPointer> tools = {};
    /// Patterns that lead to the ids of the records of helpers, the "children" of the record.
    std::vector<JsonPointer> children = {};

    /// What it names may be missing or written in another way, and is no problem then. So are layouts that
    /// evidence found, also when somebody has chosen one and saved it.
    bool isLenient = false;
    /// Of several, the one by which records are read that are near to none; else that is the first.
    bool isUsual = false;
    /// Nobody speaks in the records: all of their values are fields.
    bool hasNoConversation = false;

    /// Made from the record itself, so it fits a record that has any of its parts.
    bool isInferred() const { return score <= kInferredScore; }
    bool readsLeniently() const { return isLenient || isInferred(); }
};

/// Who speaks in a text of the slot; empty if a text there does not say so.
std::string_view speakerOf(Slot slot);

/// Whether the part is of candidates, not of messages.
bool isOfCandidates(Slot slot);

/// Whether a record of the layout must have a part of the slot.
bool isNeeded(const Layout& layout, Slot slot);

/// How a part of the slot is written if nobody says more.
PartForm usualForm(Slot slot);

/// Whether a record that has the value at the part's pointer has the part.
bool fits(const LayoutPart& part, const JsonView& value);

/// Whether the part says no more than where it is and the usual keys of its form.
bool isPlain(const LayoutPart& part);

/// The first of the kinds that fits the item; null if none does.
const ItemKind* kindOf(const std::vector<ItemKind>& kinds, const JsonView& item, bool isAfterCall = false);

/// The value of the part; the record itself if the part names none. Of several, the first that is not null.
JsonView valueOf(const LayoutPart& part, const JsonView& record);

/// Who speaks by a flag ("is_human", "fromUser", "isBot"), as a usual word; empty if it is none.
std::string_view speakerOfFlag(std::string_view key, const JsonView& flag);

/// As Verdict::Side says it: 0 for the first, 1 for the second, -1 for none.
int sideNamedIn(std::string_view text);

/// Whether words that are not those of verdicts may be before a letter: "chatbot_a" may be a name.
enum class OtherWords : std::uint8_t { None, Before };

/// The same by a letter: "A", "[[B]]", "model_a", "A is better", "A>B" (the first), "b >> a" (the second).
int letterNamedIn(std::string_view text, OtherWords others = OtherWords::Before);

/// The layout says where at least one message or candidate is, or that there is none.
bool isUsable(const Layout& layout);

/// Reads everything as the layout says, and every other value as a field.
void readByLayout(const JsonView& record, const Layout& layout, RecordBuilder& builder);

/// A format as a file describes it: the user's, or one that comes with the program.
struct FormatDescription {
    std::string id;
    std::string title;
    /// What a record must have, in one clause; made from the layouts if nobody wrote it.
    std::string rule;
    /// The file that it describes, absolute; empty if it describes all that have its parts.
    std::string file;
    /// Ways in which its records are written; the first that fits a record reads it. At least one.
    std::vector<Layout> layouts;
};

/// A format that reads records by the layouts of the description.
std::shared_ptr<const Format> describedFormat(FormatDescription description);

/// The description of such a format; null for any other. Valid as long as the format.
const FormatDescription* descriptionOf(const Format& format);

} // namespace duologue
