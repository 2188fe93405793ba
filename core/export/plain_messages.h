// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exporter.h"
#include "core/json/json_writer.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

// What targets share that write a conversation as messages with one text each.

using ExportJson = nlohmann::ordered_json;

/// A message as its role and one text. Its views live as long as the conversation.
struct PlainMessage {
    const Message* message = nullptr;
    std::string_view role;
    std::string_view text;
};

/// The messages of the conversation in the language that is asked; where a message has none, its own text.
/// Counts the other texts as lost.
std::vector<PlainMessage> plainMessages(const ExportRecord& record, const ExportContext& context,
                                        Losses& losses);

/// The same for the messages of a candidate.
std::vector<PlainMessage> plainMessages(const ExportRecord& record, const Candidate& candidate,
                                        const ExportContext& context, Losses& losses);

/// Whether the message says more than its text: calls of tools, images. What is thought does not count.
bool saysMore(const Conversation& conversation, const Message& message);

/// The ids of calls in one record: those of the file, or made ones for calls that have none.
class CallIds {
public:
    /// `conversation` must outlive it.
    explicit CallIds(const Conversation& conversation) : m_conversation(&conversation) {}

    std::string of(const Part& call);
    /// The id of the call that it answers; empty if that is not known.
    std::string ofResult(const Part& result);

private:
    const Conversation* m_conversation;
    std::map<const Part*, std::string> m_made;
};

/// The calls of the message as OpenAI writes them; none for most.
ExportJson openaiCalls(const Conversation& conversation, const Message& message, CallIds& ids);

/// The messages as OpenAI writes them, whoever's words the file uses: calls with their ids, results with
/// those of their calls, images, what was thought.
ExportJson openaiMessages(const Conversation& conversation, std::span<const PlainMessage> messages,
                          CallIds& ids);

/// Tools as OpenAI writes them, of a list or of a text that is one.
ExportJson openaiTools(const ExportJson& tools);

/// So many of the record's answers or pairs are left out (leaveOut()): unless all are, the record is not.
void keepRecord(std::uint64_t dropped, std::size_t of, Losses& losses);

/// Where a picture is; empty if that says nothing to others.
std::string pictureAddress(const Part& picture);

/// How many messages of a candidate come before its answer: up to its last question, if something follows it.
std::size_t questionEnd(std::span<const Message> messages);

/// What a form with one text for each answer has of an answer of several messages: its last words. `messages`
/// is not empty. Counts other texts as lost, but those of tools, which count as results.
struct PlainAnswer {
    PlainMessage said;
    /// It says something, but nothing in words.
    bool isEmptied = false;
    bool saysMore = false;
};
PlainAnswer plainAnswer(const Conversation& conversation, std::span<const PlainMessage> messages,
                        Losses& losses);

/// A question and the last words of the answer to it.
struct PlainExchange {
    std::string_view question;
    std::string_view answer;
};
/// Counts what is not a question with an answer in words.
std::vector<PlainExchange> exchangesOf(const Conversation& conversation,
                                       std::span<const PlainMessage> messages, Losses& losses);

/// The text of a slice of texts in the language that is asked.
std::string_view plainText(const ExportRecord& record, Slice texts, const ExportContext& context,
                           Losses& losses);

/// What a target writes of a record besides roles and texts of messages; everything else is counted as lost.
struct Written {
    /// Of the parts of messages.
    enum class Media : std::uint8_t { None, Addresses, Openai };

    bool calls = false;
    /// Texts of calls that cannot be read.
    bool unreadCalls = false;
    bool callIds = false;
    bool results = false;
    /// Messages have the roles of a chat.
    bool roles = false;
    /// Those in candidates: of all messages, or of those before the answer (questionEnd()).
    bool candidateResults = false;
    bool candidateQuestions = false;
    bool reasoning = false;
    Media media = Media::None;
    bool id = false;
    bool context = false;
    bool candidates = false;
    /// Fields of candidates.
    bool candidateFields = false;
    /// Keys of message fields.
    std::span<const std::string_view> messageFields = {};
    /// Keys of record fields.
    std::span<const std::string_view> fields = {};
};

/// Counts everything in the record that is neither in `written` nor a chosen column.
void countLosses(const ExportRecord& record, const ExportContext& context, const Written& written,
                 Losses& losses);

/// The same for the fields of the record alone. `written`: keys of those that are.
void countFields(const ExportRecord& record, const ExportContext& context,
                 std::span<const std::string_view> written, Losses& losses);

/// Whether the column with that key is written beside the record.
bool isColumn(std::string_view key, const ExportContext& context);

/// The index of the chosen column that holds the field of records.
std::optional<std::size_t> columnOf(const Field& field, const ExportContext& context);

/// The value of each chosen column for the record: of columns that hold its own fields, what it has itself,
/// in full length, and null where it has none; of others as they are shown.
std::vector<ExportJson> columnValues(const ExportRecord& record, const ExportContext& context);

/// Adds members to an object, which is made if there is none; the last value of a key counts. The library's
/// operator[] goes through all members each time, which an object of 100,000 cannot afford.
class MemberAdder {
public:
    explicit MemberAdder(ExportJson& object);

    void add(std::string key, ExportJson value);

private:
    ExportJson::object_t& m_members;
    /// Where each key is, once there are many.
    std::unordered_map<std::string, std::size_t> m_places;
};

/// Adds the chosen columns to a record's object.
void addColumns(ExportJson& object, const ExportRecord& record, const ExportContext& context);

/// The value of a field of a record or message.
ExportJson valueOfField(const Field& field);

/// A value of a record. A number that ExportJson does not hold exactly becomes one of its digits.
ExportJson exportJson(const JsonView& value);

/// The id of a record, a number if it is one there.
ExportJson idJson(const Conversation& conversation);

/// A number of these digits, as writeValue() and jsonLine() write it.
ExportJson numberOfDigits(std::string_view digits);
/// Its digits; empty for any other value.
std::string digitsIn(const ExportJson& value);

/// Null if there is no field of that key.
const Field* fieldOf(std::span<const Field> fields, std::string_view key);

/// The value under the key: a list if the fields have several. None if there is none.
std::optional<ExportJson> valueUnder(std::span<const Field> fields, std::string_view key);

/// Writes a value that is built as a tree, in a third of the time that its own dump() takes.
void writeValue(JsonWriter& out, const ExportJson& value);

/// The value on one line.
std::string jsonLine(const ExportJson& value);

/// Appends the object on one line.
void appendLine(const ExportJson& object, std::string& out);

/// What openaiMessages() writes.
Written openaiWritten();

/// {"role": role, "content": text}
ExportJson roleAndContent(std::string_view role, std::string_view text);

/// As roleAndContent(), for all of them.
ExportJson roleAndContentList(std::span<const PlainMessage> messages);

/// A wanted answer and one that is not. The messages before them are those of the conversation.
struct ExportedPair {
    const Candidate* chosen = nullptr;
    const Candidate* rejected = nullptr;
};

/// Every chosen answer with every rejected one; among options, the one that is named as right with every
/// other.
std::vector<ExportedPair> answerPairs(const Conversation& conversation);

/// One answer and whether it is wanted.
struct JudgedAnswer {
    /// Null if it is a message of the conversation.
    const Candidate* candidate = nullptr;
    bool isWanted = false;
    /// The number of the message, from 1 on; 0 for the last.
    std::size_t message = 0;
};

/// The answers of which the record says whether they are wanted.
std::vector<JudgedAnswer> judgedAnswers(const Conversation& conversation);

/// Writes pairs or answers of a record as TRL has them, one on a line, whoever has judged them. They belong
/// to the record's conversation, and there is at least one.
void writeTrlPairs(const ExportRecord& record, const ExportContext& context,
                   std::span<const ExportedPair> pairs, std::string& out, Losses& losses);
void writeTrlAnswers(const ExportRecord& record, const ExportContext& context,
                     std::span<const JudgedAnswer> answers, std::string& out, Losses& losses);

/// The record's field that judges the last message: true or false. None if there is none.
std::optional<bool> verdictOf(const Conversation& conversation);

/// Keys of such fields.
std::span<const std::string_view> verdictKeys();

} // namespace duologue
