// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"

#include <functional>
#include <initializer_list>
#include <string>

namespace duologue {

/// Messages as chat training sets write them: objects with "role" and "content" or with "from" and "value",
/// even mixed in one list.

/// An object with a role that could be a message.
bool isMessage(const JsonView& value);
/// A message, or an object whose "type" says who speaks, as LangChain writes it. Parts of a content have a
/// type as well, so this is of use only for the elements of a whole file.
bool isMessageElement(const JsonView& value);
/// A list that is not empty and begins with a message.
bool isMessageList(const JsonView& value);
/// A list that is not empty and begins with a question and its answer: a list of two texts, or an object with
/// one of the usual pairs of keys ("question" and "answer", "human" and "assistant").
bool isExchangeList(const JsonView& value);

/// Thoughts, calls and results of tools that are listed next to the messages, as the Responses API does it.
bool isStepWithoutSpeaker(const JsonView& value);
/// A list that has some among its first elements.
bool hasStepsWithoutSpeaker(const JsonView& list);
/// A list that is not empty and begins with such a step or with a message that names itself one: the items of
/// an answer.
bool isItemList(const JsonView& value);

/// A list that is not empty and begins with a text.
bool isListOfTexts(const JsonView& value);
/// The messages of an answer that is an object with "messages" and more; other answers as they are.
JsonView messagesOf(const JsonView& answer);
/// A text, a message or a list of messages.
bool isAnswer(const JsonView& value);

/// The text of the message begun last, from `content`: a text, a list of parts, an object with a text, or
/// null. What is not text stays a field of the message under `key`. `pointer` leads to the content.
void readMessageText(const JsonView& content, std::string_view key, std::string_view pointer,
                     RecordBuilder& builder);

/// The text of a content: of a text, a list of texts or of parts, or an object that has one of these under
/// "text", "value", "answer", "content" or "parts", as deep as it may be. Empty if it has none. `key` is that
/// of the content.
std::string_view textOfContent(const JsonView& content, std::string_view key, RecordBuilder& builder);
/// Whether a content that a message may have says anything: a text other than blanks, or parts.
bool saysSomething(const JsonView& content);
/// Whether a content says more than that text.
bool saysMoreThanText(const JsonView& content);

/// Whether results of tools are among the parts of a content: they are messages of their own.
bool hasToolResults(const JsonView& content);

/// Makes messages of what is said part by part, where a vendor puts several into one or writes one in several
/// pieces: each result of a tool becomes a message of the tool, and what the model writes in a row is one
/// message, whose text are the texts of its parts. One record; its pointers and keys live as long as the
/// conversation.
class SpokenParts {
public:
    explicit SpokenParts(RecordBuilder& builder, Speech speech = Speech::Message);

    /// What follows is a new message of the role. `readOthers` adds what else the message says; if it is
    /// nothing but results of tools, that belongs to the last of them.
    void speaker(std::string_view role, std::string_view pointer, std::function<void()> readOthers = {});
    /// The same, unless the role has just spoken: then what follows belongs to that message.
    void goOn(std::string_view role, std::string_view pointer);
    /// A content, or one part. What is kept of it next to its text is named by `key`.
    void say(const JsonView& content, std::string_view key, std::string_view pointer);
    /// One who has said nothing has an empty message, to which fields may be added.
    void ensureBegun();
    /// The speaker has said all.
    void end();
    /// Whether the speaker has a message, and not only results of tools.
    bool hasSpoken() const { return m_hasSpoken; }

private:
    void open();
    void addText();
    void addPart(const JsonView& part, std::string_view key, std::string_view pointer);
    void addResult(const StoredResult& result, bool isOfCall, std::string_view pointer);

    RecordBuilder& m_builder;
    const Speech m_speech;
    std::string_view m_role;
    std::string_view m_pointer;
    std::function<void()> m_readOthers;
    std::string m_text;
    /// The part before was a piece of a text.
    bool m_isPiece = false;
    /// The message begun last is the speaker's.
    bool m_isOpen = false;
    /// What was said so far has made a message.
    bool m_isDone = true;
    bool m_hasSpoken = false;
};

/// Adds one message: role, text, and everything else it says as message fields. "content" may be a text, a
/// list of parts (their texts are joined, other parts stay a field, results of tools become messages of the
/// tool), an object with a text, or null if there are tool calls.
void readChatMessage(const JsonView& message, std::string_view pointer, RecordBuilder& builder);

/// Every message of the list to which the pointer leads. An element that is no message is a problem and
/// becomes a field.
void readChatMessages(const JsonView& list, std::string_view pointer, RecordBuilder& builder);

/// Every question and answer of such a list, as two messages each; or as one if the first texts of all pairs
/// name who speaks.
void readExchanges(const JsonView& list, std::string_view pointer, RecordBuilder& builder);

/// Reads a list of either kind; false if it is neither.
bool readAnyMessages(const JsonView& list, std::string_view pointer, RecordBuilder& builder);

/// A message of one role from a text.
void readPlainMessage(std::string_view role, std::string_view text, std::string_view pointer,
                      RecordBuilder& builder);

/// A text or content parts as a message of the system; false if they say nothing. `key` is that of the value.
bool readSystem(const JsonView& system, std::string_view key, std::string_view pointer,
                RecordBuilder& builder);

/// An answer as a candidate: a text, a message or a list of messages. The first `skip` messages are left out
/// because all candidates share them.
void readCandidate(CandidateKind kind, const JsonView& answer, std::string_view pointer,
                   RecordBuilder& builder, std::size_t skip = 0, std::string_view label = {});

/// How many messages at the front of two lists are the same in both, at least one left in each.
std::size_t sharedPrefix(const JsonView& left, const JsonView& right);

/// The id: "id", else the first of the other usual keys that the record has. Returns its key, empty if there
/// is none.
std::string_view readRecordId(const JsonView& record, RecordBuilder& builder);

/// Every member whose key is not in `read`, as a field.
void readRest(const JsonView& record, std::initializer_list<std::string_view> read, RecordBuilder& builder);

} // namespace duologue
