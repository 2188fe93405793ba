// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/record_origin.h"
#include "core/json/json_view.h"
#include "core/util/language.h"
#include "core/util/problem.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

/// What a key of a message may tell of a run, decided while the record is read: a conversation without any
/// such key costs no further look.
enum class RunSign : std::uint8_t { None, Calls, Numbers };

/// Few comparisons, so that it can be asked for every key of every message.
RunSign runSignOf(std::string_view key);

/// Whether the content of a message has a call, or the result of one.
bool hasCallsOrResults(const JsonView& content);

/// A category whose value is this text: the Chinese name if it is in Han characters, else the English one.
Name nameByScript(std::string_view text);

/// What was seen while a record was read.
struct RunSigns {
    /// The parts of its messages may have calls; then they have been found (findParts()).
    bool calls = false;
    /// Its messages may say which model wrote them, and at what cost.
    bool numbers = false;
};

/// Adds to the fields of a record those that say what a run did: steps, tool, tool_error, model, tokens,
/// cost, duration (in seconds), stop_reason, score.NAME and reward.NAME. `record` is what the conversation
/// was read from. They are called "run.steps" and have kRunJoints; their columns have the short key where no
/// column of the data has it (ColumnsWriter). `isAgentsRun`: a run without calls has 0 steps.
void addRunFields(const JsonView& record, RunSigns signs, bool isAgentsRun, Conversation& conversation);

/// What a message has to do with tools.
struct ToolUse {
    /// Those that it calls, or whose result it is; each once, in order.
    std::vector<std::string_view> tools;
    /// Of a result: whether the tool failed.
    std::optional<bool> isError;
    /// Of a result: how many seconds the tool took, as the message says or as the times of both messages
    /// tell.
    std::optional<double> duration;
};

/// `message` is one of conversation.messages, whose parts are known.
ToolUse toolUseOf(const Conversation& conversation, const Message& message);

/// Whether the value is one text in several languages: {"en": "…", "zh": "…"}, as the feature Translation of
/// Hugging Face datasets writes it, with codes such as "de", "zh-CN" or "zh_Hans".
bool isTranslation(const JsonView& value);

/// Chinese for "zh-CN" and "zh_Hans"; Other for languages that have no name here.
Language languageOfTranslation(std::string_view code);

/// A record whose texts in several languages are replaced by the first of them, so that each format reads
/// them as texts, and what they were. RecordBuilder adds the other languages.
class Translations {
public:
    /// Cheap: null for nearly all records.
    static std::shared_ptr<Translations> of(const JsonView& record);
    /// Whether of() may find some in a record of this shape (JsonKeys::shape).
    static bool mayBeIn(const JsonView& record);

    /// The record with texts in one language.
    std::string json() const;
    /// Call with what parsing it has given, which all that follows is about.
    void findIn(const JsonView& record) { pair(m_record, record); }

    /// The object of the text that begins there; Missing for a text in one language.
    JsonView ofText(std::string_view text) const;
    /// What the record has in place of the value; Missing if that is the value.
    JsonView originalOf(const JsonView& value) const;
    /// Owns the views.
    const JsonParser& parser() const { return m_parser; }

private:
    bool pair(const JsonView& original, const JsonView& plain);

    JsonParser m_parser;
    JsonView m_record;
    std::unordered_map<const void*, JsonView> m_byText;
    std::unordered_map<std::size_t, JsonView> m_byPlace;
};

/// What is found of texts while a record is read, besides what the record says itself: nothing, so that all
/// count as English and as empty; their length and their script (Text::isLanguageOpen); or their length and
/// their language.
enum class Measuring : std::uint8_t { Nothing, Scripts, Languages };

/// How many fields, and how many ratings, of one record are kept for columns.
inline constexpr std::size_t kMostFields = 10'000;

/// How many fields of messages of one record are kept if it is not shown.
inline constexpr std::size_t kMostPartFields = 200'000;

/// Which fields and ratings are kept: all, to show the record; or those that become columns, alone or with
/// all others that may contain a text. An object with millions of keys would otherwise take more memory than
/// the record.
enum class Keeping : std::uint8_t { Everything, Columns, ColumnsAndTexts };

/// Whether somebody speaks in the conversation or in one of its candidates.
enum class Speech : std::uint8_t { Message, Candidate };

/// A format writes a record into it. It is the only way from JSON to a Conversation, for tables and for the
/// viewer. Fills a Conversation that it does not own; one thread, one record after another.
class RecordBuilder {
public:
    /// Clears `conversation`. `conversation`, `origin` and `problems` must outlive the builder.
    RecordBuilder(Conversation& conversation, const RecordOrigin& origin, std::vector<Problem>& problems,
                  Measuring measuring = Measuring::Languages, Keeping keeping = Keeping::Everything);

    const RecordOrigin& origin() const { return m_origin; }
    /// What has been read so far.
    Conversation& conversation() { return m_conversation; }
    /// Joins the parts and keeps the result as long as the conversation; the parts need not outlive the call.
    std::string_view keep(std::initializer_list<std::string_view> parts)
    {
        return m_conversation.strings.join(parts);
    }

    /// The value of a JSON text that a format has made of what the record says; it lives as long as the
    /// conversation. Missing if it is not JSON.
    JsonView made(const std::string& json);

    /// Of the record that is read: texts of it are added in all languages, and fields are as it has them.
    void translations(const std::shared_ptr<const Translations>& translations);

    /// Text or number; null is none.
    void id(const JsonView& value);
    /// The name under which the record is in its file: its id if it has none of its own, else the field
    /// "key".
    void nameInFile(std::string_view name);
    /// The list of the file that the record is in becomes the field "split", or "list" if that is taken.
    void listInFile(std::string_view name);

    /// Texts, intents, marks and message fields that follow belong to this message. The role is the file's
    /// word; an unknown one is kept, with one warning for each word, at the first `pointer`. The caller has
    /// to warn of an empty one.
    void beginMessage(std::string_view roleInFile, std::string_view pointer);
    /// The same for a message of the candidate begun last.
    void beginCandidateMessage(std::string_view roleInFile, std::string_view pointer);
    void begin(Speech speech, std::string_view roleInFile, std::string_view pointer);
    /// The file's word for the role of the message begun last, whose role was given by another word.
    void wordForRole(std::string_view roleInFile) { m_conversation.messages.back().roleInFile = roleInFile; }
    /// Who speaks in the message begun last, whatever word the file has.
    void takeAs(std::string_view role) { currentMessage().role = role; }
    /// Until it is called again, a speaker with this name, which is no usual role, is the assistant.
    void nameOfAssistant(std::string_view name) { m_nameOfAssistant = name; }
    /// A category of each message that begins before endOnMessages(): the name of the session that it is in.
    void onMessages(std::string_view key, std::string_view text);
    void endOnMessages() { m_onMessages.clear(); }
    /// A field of the message that begins next.
    void onNextMessage(std::string_view key, const JsonView& value)
    {
        m_onNextMessage.push_back({{key}, value});
    }
    /// How many such fields have no message yet.
    std::size_t waitingForMessage() const { return m_onNextMessage.size(); }
    void forgetWaiting() { m_onNextMessage.clear(); }
    /// Whether all of the message begun last is thought: its role or one of its fields says so.
    bool isThought() const { return m_isThought; }
    /// Call when such a message is read: `thought`, which is its text, becomes a part of the answer that
    /// follows, if one does.
    void takeAsThought(const JsonView& thought);
    /// The language is found as Measuring says.
    void text(std::string_view text);
    void text(Language language, std::string_view text, bool earlier = false);
    /// The same where it is known that what is in Latin letters is English, and in Han characters Chinese.
    void textInEnglishOrChinese(std::string_view text, bool earlier = false);
    void intent(Name name);
    void mark(Mark mark, std::string_view memo = {});
    void satisfaction(std::uint8_t oneToFive);
    /// Becomes a tree of the candidate or the record if no message of it has begun.
    void messageField(std::string_view key, const JsonView& value);
    /// The content of a message that is no text, or more than its text.
    void contentField(std::string_view key, const JsonView& value);
    /// Whether contentField() keeps anything.
    bool keepsContent() const { return m_keeping != Keeping::Columns; }

    /// Texts that follow belong to this part.
    void beginContext(ContextKind kind);
    void beginCandidate(CandidateKind kind, std::string_view label, bool aligned = false);
    /// Of the candidate begun last; before its first message.
    void candidateField(std::string_view key, const JsonView& value);

    void rating(std::string_view name, std::optional<double> value, std::string_view question = {},
                std::string_view wording = {});

    /// A record's field: scalars become a column (numbers, true or false, categories), a list of scalars a
    /// column of many values (of one, its JSON, if it is a vector or very long), an object of scalars one
    /// column each under "key.member", anything else a tree without a column. The key of a built-in field
    /// ("language") becomes "record.language".
    void field(std::string_view key, const JsonView& value);
    /// The same for a member of the object under the key `parent`.
    void memberField(std::string_view parent, std::string_view name, const JsonView& value);
    /// The same for a member further inside: `path` has the names on the way to it, and its own.
    void memberField(std::span<const std::string_view> path, const JsonView& value);
    /// A text that differs in every record: its column says whether there is one; its values are not counted.
    void textField(std::string_view key, const JsonView& value);
    /// Kept for the viewer, without a column.
    void treeField(std::string_view key, const JsonView& value);
    /// A number or a word that is a name, not a quantity: an id.
    void categoryField(std::string_view key, const JsonView& value);
    void category(std::string_view key, Name name, std::string_view title = {}, const JsonView& value = {});
    /// One of several values under one key.
    void categoryOfMany(std::string_view key, Name name, std::string_view title = {},
                        const JsonView& value = {});
    void numberField(std::string_view key, double number, std::string_view title = {},
                     const JsonView& value = {});

    /// Something is not as the format expects; the record is read nevertheless.
    void problem(ProblemCode code, std::string_view pointer, Phrase detail,
                 Severity severity = Severity::Warning);
    /// Returns false and adds a problem if the value is not of that kind: UnexpectedType, or MissingKey if
    /// there is no value.
    bool expect(const JsonView& value, JsonView::Kind kind, std::string_view pointer);

    /// Notes the keys of the record that have become no column (kRecordKeys), if columns are wanted. Call
    /// after the record is read, before finish().
    void noteKeys(const JsonView& record);
    /// Call when the record is read. Takes group, user, configuration and split from the file if the record
    /// did not name them.
    void finish();
    /// After finish(): adds what the record says of a run (addRunFields()), if columns are wanted.
    void addRun(const JsonView& record, bool isAgentsRun)
    {
        if (m_keeping != Keeping::Everything)
            addRunFields(record, m_runSigns, isAgentsRun, m_conversation);
    }

private:
    enum class Target { None, Message, Candidate, CandidateMessage, Context };

    Message emptyMessage(std::string_view roleInFile, std::string_view pointer);
    /// Whether the message goes on after the thought that was read last.
    bool goesOn(Target target, std::string_view roleInFile);
    /// Whether there is a message that a field can belong to.
    bool hasMessage() const;
    /// Whether a content is kept although only columns are wanted: it tells of a call or its result.
    bool tellsOfTools(const JsonView& content);
    /// Begins a message without a role if there is none.
    Message& currentMessage();
    Slice& currentTexts();
    /// onMessages() and onNextMessage() of the message begun last.
    void addNotes();
    Text& addText(Language language, std::string_view text, std::size_t characters);
    /// Whether there may be one more column.
    bool hasRoom(std::size_t columns);
    bool keeps(const Field& field);
    bool hasField(std::string_view key) const;
    void addField(std::string_view key, const Field& field);
    /// A list of scalars. False if it is none, and has to become a tree.
    bool arrayField(std::string_view key, const JsonView& list);
    /// Each value of a list as one of many under the key.
    void listField(std::string_view key, const JsonView& list);
    void noteKey(std::string_view name, const JsonView& value);
    /// What the record has in place of a value that formats read.
    JsonView original(const JsonView& value) const;
    void addFolderFields();

    Conversation& m_conversation;
    const RecordOrigin& m_origin;
    std::vector<Problem>& m_problems;
    const Measuring m_measuring;
    const Keeping m_keeping;
    bool m_namesGroup = false;
    bool m_namesUser = false;
    Target m_target = Target::None;
    bool m_isThought = false;
    /// The message begun last has only been thought so far.
    bool m_isAnswerDue = false;
    /// Fields with columns so far.
    std::size_t m_columns = 0;
    /// Field::joints of fields that are added.
    std::uint32_t m_joints = 0;
    std::vector<Field> m_onMessages;
    std::vector<JsonMember> m_onNextMessage;
    /// The words that there was a warning about.
    std::set<std::string_view> m_unknownRoles;
    std::string_view m_nameOfAssistant;
    std::size_t m_keysNoted = 0;
    RunSigns m_runSigns;
    const Translations* m_translations = nullptr;
};

} // namespace duologue
