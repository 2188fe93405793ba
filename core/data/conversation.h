// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"
#include "core/util/buffers.h"
#include "core/util/language.h"
#include "core/util/text.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// One category under its two names; either may be empty. Printed by the English one where there is one.
struct Name {
    std::string_view en;
    std::string_view zh;

    std::string_view shown() const { return en.empty() ? zh : en; }
    bool empty() const { return en.empty() && zh.empty(); }
};

/// A text in one language with the number of its characters. Several are one utterance and its translations.
struct Text {
    Language language = Language::English;
    /// Only the script was looked at (Measuring::Scripts): languageOf() may be another language.
    bool isLanguageOpen = false;
    /// An earlier wording that a newer text of the same language has replaced.
    bool earlier = false;
    std::string_view text;
    std::size_t characters = 0;
};

/// What an annotator said of hallucination in a message: three states and "nobody looked".
enum class Mark : std::uint8_t { NotAnnotated, No, Yes, Unclear };

/// Part of a flat list in the Conversation.
struct Slice {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
};

enum class FieldKind : std::uint8_t { Number, Flag, Category, Categories, Text, Tree };

/// Anything else that a record or a message says of itself.
struct Field {
    /// As the program knows it: "strategy_V3.final.feedback"; fieldKey() of it is the column's key.
    std::string_view key;
    /// For people; empty if the key is enough.
    std::string_view title;
    FieldKind kind = FieldKind::Tree;
    double number = 0;
    /// The category, one of several for Categories.
    Name name;
    /// The value in the record; Missing if it comes from the path.
    JsonView value;
    /// Distinguishes fields of the same key: 0 if the key is one name of the record, else a number that
    /// depends on the offsets at which names of objects and members are joined in it.
    std::uint32_t joints = 0;
    /// The content of a message, which is more than a text: what is text in it is among the message's texts.
    bool isContent = false;
    /// The name is the digits of a number that a double does not hold.
    bool isDigits = false;
};

/// Field::joints with one more at `offset`.
inline std::uint32_t jointAfter(std::uint32_t joints, std::size_t offset)
{
    constexpr std::uint32_t kMix = 0x9E3779B1U;
    return (joints + static_cast<std::uint32_t>(offset) + 1) * kMix;
}

enum class PartKind : std::uint8_t { Text, Reasoning, Call, Result, Picture, File, Other };

/// One part of a message: what its author says, thinks, calls, gets back or shows, whoever's words the file
/// uses for it. Its views live as long as the conversation.
struct Part {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

    PartKind kind = PartKind::Text;
    /// Of a result: the tool failed.
    bool isError = false;
    /// Of a call, the result that answers it; of a result, its call: into Conversation::parts, or kNone.
    std::uint32_t counterpart = kNone;
    /// The file's word for it ("tool_use", "inlineData"); empty if it has none.
    std::string_view type = {};
    /// A text, what is thought (empty if it is encrypted), the text of a result, the address of a picture or
    /// a file (a link, a path, "data:…"; empty if it is stored otherwise), what any other part says.
    std::string_view text = {};
    /// The tool that is called, or whose result it is.
    std::string_view name = {};
    /// Of a call, the file's id; of a result, that of its call. Empty if the file has none.
    std::string_view id = {};
    /// Arguments of a call: a text, mostly JSON, or any other value. What a tool returned, if it is not text.
    /// argumentsJson() has arguments whatever they are.
    JsonView value = {};
    /// The part as the record writes it; Missing for a text or a result that is the message itself.
    JsonView source = {};
};

struct Message {
    /// user, assistant, system, tool, or another word of the file.
    std::string_view role;
    /// The word the file uses for it ("bot", "human").
    std::string_view roleInFile;
    Slice texts;
    Slice intents;
    Slice fields;
    /// None for a message whose text is all that it says. Parts are known once a record is read for more than
    /// its columns.
    Slice parts;
    Mark hallucination = Mark::NotAnnotated;
    /// What the annotator wrote about the mark.
    std::string_view memo;
    /// 1 to 5; 0 for none.
    std::uint8_t satisfaction = 0;
};

/// Something that frames the conversation: shown above it.
enum class ContextKind : std::uint8_t { Task, Preference, PreferenceSummary, Persona, Question, Explanation };

struct ContextPart {
    ContextKind kind = ContextKind::Task;
    Slice texts;
};

enum class CandidateKind : std::uint8_t { Chosen, Rejected, Option, Sample };

/// One of several alternative answers to the same conversation.
struct Candidate {
    CandidateKind kind = CandidateKind::Sample;
    /// Its own id or number in the record; may be empty.
    std::string_view label = {};
    /// The one that the record names as right.
    bool aligned = false;
    /// Into Conversation::candidateMessages.
    Slice messages = {};
    Slice fields = {};
};

struct Rating {
    std::string_view name;
    /// None if the wording stands for no number.
    std::optional<double> value;
    /// The question and the answer, if the rating comes from a questionnaire.
    std::string_view question;
    std::string_view wording;
};

/// Counts the turns of messages that are given one after another.
class TurnCount {
public:
    enum class Speaker : std::uint8_t { User, System, Other };

    static Speaker speakerOf(std::string_view role)
    {
        return role == "user" ? Speaker::User : role == "system" ? Speaker::System : Speaker::Other;
    }

    /// The turn that the next message is in, from 1; 0 before the first question and for the system.
    std::uint32_t next(Speaker speaker)
    {
        if (speaker == Speaker::System)
            return 0;
        m_turn += speaker == Speaker::User && !m_isAsking ? 1 : 0;
        m_isAsking = speaker == Speaker::User;
        return m_turn;
    }

    /// So far.
    std::uint32_t turns() const { return m_turn; }

private:
    std::uint32_t m_turn = 0;
    bool m_isAsking = false;
};

/// A record as a reader sees it, in file order. Flat lists with slices, so that one Conversation can be
/// filled again and again without allocating. Its views point into the parser that read the record and into
/// `strings`; they live as long as those.
struct Conversation {
    std::string_view id;
    /// In the record it is a number, whose digits it has.
    bool isIdNumber = false;
    std::vector<Message> messages;
    std::vector<Message> candidateMessages;
    std::vector<Candidate> candidates;
    std::vector<ContextPart> context;
    std::vector<Rating> ratings;
    /// Of the record itself. If only columns are wanted, no more fields and ratings than there can be
    /// columns.
    std::vector<Field> fields;
    bool fieldsLeftOut = false;
    std::vector<Text> texts;
    std::vector<Name> intents;
    /// Of messages and candidates.
    std::vector<Field> partFields;
    std::vector<Part> parts;
    StringArena strings;
    /// RecordBuilder::made()
    std::vector<std::shared_ptr<const JsonParser>> made;

    std::span<const Text> textsOf(Slice slice) const { return part(texts, slice); }
    std::span<const Name> intentsOf(const Message& message) const { return part(intents, message.intents); }
    std::span<const Field> fieldsOf(Slice slice) const { return part(partFields, slice); }
    std::span<const Part> partsOf(const Message& message) const { return part(parts, message.parts); }
    std::span<const Message> messagesOf(const Candidate& candidate) const
    {
        return part(candidateMessages, candidate.messages);
    }

    /// The text of a message in one language, the newest; empty if there is none.
    std::string_view text(const Message& message, Language language) const;
    /// The text that was written first, whatever its language.
    std::string_view originalText(const Message& message) const;
    /// A turn is a run of messages of the user with everything that answers it; a message of the system
    /// breaks no run. 0 if nobody is the user: then there are none to count.
    std::uint32_t turns() const;

    void clear();

private:
    template<typename T>
    static std::span<const T> part(const std::vector<T>& list, Slice slice)
    {
        return std::span<const T>(list).subspan(slice.begin, slice.size());
    }
};

/// What a part of a message's content is: a text, or an object with a type ("tool_use", "input_image") or
/// with a key that tells it ("functionCall", "toolResult"), as any vendor writes it.
PartKind partKindOf(const JsonView& part);

/// What a part of the kind Text says; Missing if it has no text.
JsonView textOfPart(const JsonView& part);

/// Gemini's "parts" of a message, under that key and those that are made of it: what is said in one of them
/// goes on in the next without a break.
bool isKeyOfPieces(std::string_view key);
/// Whether a part that is under such a key is a text.
bool isTextPiece(const JsonView& part);

/// A part of the kind Result, or a call that is stored with its result.
struct StoredResult {
    /// The object that has the id and what else is said of the result.
    JsonView about;
    /// The member of it that has what the tool returned; empty if there is none.
    std::string_view key;
};

/// None if the part has no result.
std::optional<StoredResult> resultIn(const JsonView& part);

/// Whether a member of a message says that all of it is thought.
bool saysThought(std::string_view key, const JsonView& value);

/// Whether the word is a type of a part, a key or a role that stands for what a model thinks.
bool isThoughtWord(std::string_view word);

/// Finds the parts of all messages: from their contents, and from what stands next to the text (tool_calls,
/// reasoning_content). The one place that knows how vendors write them.
void findParts(Conversation& conversation);

/// The arguments of a call as JSON, "{}" if there are none; a text that is no JSON stays as it is.
std::string argumentsJson(const Part& call);

// Keys that are equal for what says the same: messages are compared by them, records as well. A key is built
// by appending to it. The conversation has to be read with its parts (findParts()).

/// Appends a value so that different sequences of values give different keys.
void appendKeyValue(std::string_view value, std::string& key);

/// Appends what a message says in addition to its texts: what is thought, called, returned and shown, by
/// kind, name, arguments and address. Ids of calls do not count, only which call a result answers. Appends
/// nothing for a message that is text alone.
void appendPartsKey(const Conversation& conversation, const Message& message, std::string& key);

/// Appends the pictures, videos and sounds that the record names next to its messages ("images"). Appends
/// nothing if there are none.
void appendMediaKey(const Conversation& conversation, std::string& key);

/// "user", "assistant", "system" or "tool" for a role as files write it; empty if the word is unknown.
/// Ignores ASCII case and space around the word.
std::string_view usualRole(std::string_view roleInFile);

/// A part of a message: what the model says, or what it thinks before.
struct SpokenPart {
    bool thinking = false;
    /// With its tags, so that nothing of the message is lost.
    std::string_view text;

    bool operator==(const SpokenPart&) const = default;
};

/// Splits a message at <think> and </think>, as reasoning models write them; one part if there are none. A
/// thought at the beginning of the message that is not closed goes on to the end; elsewhere a single opening
/// tag is part of what is said. White space around a part belongs to it.
std::vector<SpokenPart> partsOf(std::string_view text);

/// A picture that a message names. Its views live as long as the conversation.
struct PictureName {
    /// Index into Conversation::messages.
    std::uint32_t message = 0;
    /// As the record has it: a path, a web address or data in base64. Empty for a placeholder without a file.
    std::string_view address;
    /// Its place in the text is marked by "<image>"; the file is named elsewhere in the record.
    bool isPlaceholder = false;

    bool operator==(const PictureName&) const = default;
};

/// The pictures of the messages. The first "<image>" in the texts stands for the first of the record's
/// "images", and so on, in the order of the messages; a translation has the placeholders of its original.
/// Parts of a message's content name their picture themselves, or stand for the next one of the list. Any
/// thread.
std::vector<PictureName> picturesOf(const Conversation& conversation);

/// What messages can have besides text, and how many of it a record names and marks.
struct MediaCount {
    /// "image", "video", "audio"
    std::string_view medium;
    /// Files that the record lists under "images" or "image"; none if it has no such key.
    std::optional<std::size_t> files;
    /// "<image>" in the messages.
    std::size_t marks = 0;
    /// Parts of a message's content that are of the medium and name no file.
    std::size_t parts = 0;
};

/// For each medium. A translation has the marks of its original.
std::vector<MediaCount> mediaOf(const Conversation& conversation);

/// The address of a part's data: its first string except the type, also within nested objects.
std::string_view partAddress(const JsonView& part);

/// The type of a content part ("image", "image_url", "input_image") says that it is a picture.
bool isPicturePart(const JsonView& part);

} // namespace duologue
