// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/chat_parts.h"

#include "core/data/conversation.h"
#include "core/formats/format.h"
#include "core/formats/message_order.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace duologue {

namespace {

/// A message with one of these may have no text.
constexpr std::array<std::string_view, 5> kSilentKeys{"tool_calls", "function_call", "function_calls",
                                                      "refusal", "audio"};

/// Where a message of a tool without a text has what the tool returned.
constexpr std::array<std::string_view, 3> kReturnedKeys{"result", "output", "response"};

/// Where the text is if the content of a message is an object.
constexpr std::array<std::string_view, 3> kObjectTextKeys{"text", "value", "answer"};

struct ExchangeKeys {
    std::string_view question;
    std::string_view answer;
    /// The answer is to the question before, as WOZ writes it; the first and the last may be empty.
    bool isAnswerFirst = false;
};

constexpr std::array<ExchangeKeys, 8> kExchanges{{
    {"question", "answer"},
    {"human", "assistant"},
    {"user", "assistant"},
    {"query", "response"},
    {"input", "output"},
    {"prompt", "response"},
    {"instruction", "output"},
    {"transcript", "system_transcript", true},
}};

/// The member with the first of the keys that an object has; Missing, without a key, if it has none.
template<std::size_t N>
JsonMember firstOf(const JsonView& object, const std::array<std::string_view, N>& keys)
{
    JsonMember found;
    std::size_t rank = N - 1;
    for (const JsonMember member : object.members()) {
        for (std::size_t i = 0; i <= rank; ++i) {
            if (member.key == keys[i]) {
                found = member;
                rank = i;
                break;
            }
        }
    }
    return found;
}

/// Who says a message, and what: under the first of "role" and "from", and of "content", "value", "text" and
/// "parts".
struct RoleAndText {
    /// One look at each key: this is done for every message.
    explicit RoleAndText(const JsonView& message)
    {
        constexpr int kNone = 4;
        int roleRank = kNone;
        int textRank = kNone;
        const auto take = [](JsonMember& member, int& rank, int own, const auto& at) {
            if (own <= rank) {
                member = *at;
                rank = own;
            }
        };
        const JsonMembers members = message.members();
        for (auto at = members.begin(); at != members.end(); ++at) {
            const JsonKey key = at.key();
            switch (key.size()) {
            case 4:
                if (key == "role")
                    take(role, roleRank, 0, at);
                else if (key == "from")
                    take(role, roleRank, 1, at);
                else if (key == "text")
                    take(text, textRank, 2, at);
                break;
            case 5:
                if (key == "value")
                    take(text, textRank, 1, at);
                else if (key == "parts")
                    take(text, textRank, 3, at);
                break;
            case 7:
                if (key == "content")
                    take(text, textRank, 0, at);
                break;
            default:
                break;
            }
        }
    }

    JsonMember role;
    JsonMember text;
};

/// Where a message is: nearly nobody asks, so that its pointer is made when somebody does.
class MessagePlace {
public:
    explicit MessagePlace(std::string_view pointer) : m_pointer(pointer) {}
    /// An element of a list.
    MessagePlace(std::string_view list, std::size_t index) : m_pointer(list), m_index(index) {}

    std::string_view pointer(RecordBuilder& builder) const
    {
        return m_index ? pointerTo(builder, m_pointer, *m_index) : m_pointer;
    }
    std::string_view pointer(RecordBuilder& builder, std::string_view key) const
    {
        return pointerTo(builder, pointer(builder), key);
    }

private:
    std::string_view m_pointer;
    std::optional<std::size_t> m_index;
};

/// Where messages have their text now and then, the likeliest key first.
constexpr std::array<std::string_view, 14> kOtherTextKeys{
    "content", "text", "value", "message", "msg",        "utterance", "body",
    "speech",  "utt",  "txt",   "内容",    "transcript", "文本",      "消息"};

/// The text of a message that says nothing where it should: another member with the name of a text, which may
/// end with the code of a language ("text_en", "content-zh"). `text` if there is none.
JsonMember textElsewhere(const JsonView& message, const JsonMember& text)
{
    JsonMember found = text;
    auto best = kOtherTextKeys.end();
    for (const JsonMember member : message.members()) {
        if (trimmed(member.value.string()).empty())
            continue;
        std::string_view name = member.key;
        const std::size_t code = name.size() - std::min<std::size_t>(name.size(), 3);
        if (code > 0 && (name[code] == '_' || name[code] == '-'))
            name = name.substr(0, code);
        if (const auto known = std::find(kOtherTextKeys.begin(), best, name); known != best) {
            best = known;
            found = member;
        }
    }
    return found;
}

/// The keys of a question and its answer; empty if the object is none. Names of who speaks do as well: "用户"
/// and "助手".
ExchangeKeys exchangeOf(const JsonView& value)
{
    std::size_t questions = 0;
    std::size_t answers = 0;
    ExchangeKeys spoken;
    for (const auto [key, text] : value.members()) {
        if (!text.isString())
            continue;
        for (std::size_t i = 0; i < kExchanges.size(); ++i) {
            questions |= static_cast<std::size_t>(key == kExchanges[i].question) << i;
            answers |= static_cast<std::size_t>(key == kExchanges[i].answer) << i;
        }
        const std::string_view role = usualRole(key);
        if (role == "user" && spoken.question.empty())
            spoken.question = key;
        else if (role == "assistant" && spoken.answer.empty())
            spoken.answer = key;
    }
    if (const std::size_t both = questions & answers; both != 0)
        return kExchanges.at(static_cast<std::size_t>(std::countr_zero(both)));
    return spoken.question.empty() || spoken.answer.empty() ? ExchangeKeys() : spoken;
}

void readExchange(const JsonView& exchange, const ExchangeKeys& keys, std::string_view pointer,
                  RecordBuilder& builder)
{
    const std::string_view question = exchange[keys.question].string();
    const std::string_view answer = exchange[keys.answer].string();
    if (!keys.isAnswerFirst) {
        readPlainMessage("user", question, pointer, builder);
        readPlainMessage("assistant", answer, pointer, builder);
        return;
    }
    if (!answer.empty())
        readPlainMessage("assistant", answer, pointer, builder);
    if (!question.empty())
        readPlainMessage("user", question, pointer, builder);
}

bool isTextPair(const JsonView& value)
{
    if (!value.isArray() || value.size() != 2)
        return false;
    for (const JsonView each : value.elements()) {
        if (!each.isString())
            return false;
    }
    return true;
}

/// Words that begin exchanges and would do for names.
constexpr std::array<std::string_view, 16> kNoNames{"hello", "hi",     "hey",  "thanks", "thank", "ok",
                                                    "okay",  "yes",    "no",   "bye",    "good",  "continue",
                                                    "sure",  "please", "next", "what"};

/// A short text without the end of a sentence.
bool mayBeName(std::string_view text)
{
    constexpr std::size_t kLongestName = 40;
    constexpr std::ptrdiff_t kMostSpaces = 3;
    constexpr std::string_view kNotOfNames[] = {"?", "!", ";", ",", "\n", "？", "！", "。", "，", "、", "…"};
    return !text.empty() && text.size() <= kLongestName &&
           std::count(text.begin(), text.end(), ' ') <= kMostSpaces &&
           std::none_of(std::begin(kNotOfNames), std::end(kNotOfNames),
                        [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

/// "A", "Ann", "Ann Lee", "Speaker 1".
bool looksLikeName(std::string_view text)
{
    const std::string lower = lowerAscii(text.substr(0, text.find(' ')));
    bool isBeginning = true;
    for (const char c : text) {
        if (isBeginning && !isDigit(c) && (c < 'A' || c > 'Z'))
            return false;
        isBeginning = c == ' ';
    }
    return mayBeName(text) && !isDigit(text.front()) && !text.ends_with('.') &&
           std::find(kNoNames.begin(), kNoNames.end(), lower) == kNoNames.end();
}

/// Whether a list of pairs of texts says who speaks and what is said, not what is asked and answered: usual
/// roles, a few names that come again, or what looks like names and nothing else.
bool areSpeakersWithTexts(const JsonView& list)
{
    constexpr std::size_t kMostLooked = 64;
    std::vector<std::string_view> names;
    std::size_t looked = 0;
    bool areRoles = true;
    bool looksLikeNames = list.size() > 1;
    for (const JsonView pair : list.elements()) {
        if (looked++ == kMostLooked)
            break;
        const std::string_view name =
            isTextPair(pair) ? (*pair.elements().begin()).string() : std::string_view();
        if (!mayBeName(name))
            return false;
        areRoles = areRoles && !usualRole(name).empty();
        looksLikeNames = looksLikeNames && looksLikeName(name);
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    looked = std::min(looked, kMostLooked);
    const bool comeAgain = looked > 2 && names.size() > 1 && 2 * names.size() <= looked + 1;
    return areRoles || comeAgain || (looksLikeNames && names.size() > 1);
}

/// What content parts are: the texts are all that they say, each is an object with a text, or there are
/// others.
enum class PartsAre : std::uint8_t { Strings, Texts, Others };

/// Whether one of two neighbours is a bare text, and the other marks up words of it (a link, bold words).
bool isMarkedUp(const JsonView& left, const JsonView& right)
{
    const JsonView& marked = left.isString() ? right : left;
    return left.isString() != right.isString() && (left.isString() || right.isString()) &&
           marked["text"].isString() && marked["type"].isString() &&
           !marked["type"].string().ends_with("text");
}

/// Joins the texts of content parts, which are under the key.
PartsAre joinParts(const JsonView& parts, std::string_view key, std::string& text)
{
    const bool mayBePieces = isKeyOfPieces(key);
    PartsAre are = PartsAre::Strings;
    bool wasPiece = false;
    JsonView before;
    for (const JsonView part : parts.elements()) {
        const bool isText = partKindOf(part) == PartKind::Text;
        are = std::max(are, !isText           ? PartsAre::Others
                            : part.isString() ? PartsAre::Strings
                                              : PartsAre::Texts);
        const JsonView words = isText ? textOfPart(part) : JsonView();
        const bool isPiece = mayBePieces && isTextPiece(part);
        const bool goesOn = (isPiece && wasPiece) || isMarkedUp(before, part);
        if (words.isString())
            text.append(text.empty() || goesOn ? "" : "\n").append(words.string());
        wasPiece = isPiece;
        before = part;
    }
    return are;
}

/// Reads a content that says something as a text; false for any other.
bool readTextOf(const JsonView& content, std::string_view key, RecordBuilder& builder)
{
    if (content.isString()) {
        builder.text(content.string());
        return true;
    }
    if (content.isArray()) {
        std::string text;
        const PartsAre are = joinParts(content, key, text);
        if (are == PartsAre::Others || (are == PartsAre::Texts && builder.keepsContent()))
            builder.contentField(key, content);
        if (!text.empty())
            builder.text(builder.keep({text}));
        return true;
    }
    const JsonView text = firstOf(content, kObjectTextKeys).value;
    if (!text.isString())
        return false;
    builder.text(text.string());
    builder.contentField(key, content);
    return true;
}

/// What OpenAI writes next to an empty content if the model refuses to answer.
std::string_view refusalIn(const JsonView& message, const JsonView& content)
{
    const bool isEmpty = !content.hasValue() || (content.isString() && content.string().empty());
    return isEmpty ? message["refusal"].string() : std::string_view();
}

void readContent(const JsonView& message, const JsonMember& text, const MessagePlace& place,
                 RecordBuilder& builder)
{
    const auto& [key, content] = text;
    if (const std::string_view refusal = refusalIn(message, content); !refusal.empty()) {
        builder.text(refusal);
        return;
    }
    if (readTextOf(content, key, builder) ||
        (!content.hasValue() && !firstOf(message, kSilentKeys).key.empty()))
        return;
    const std::string_view expected = message["from"].isMissing() ? "content" : "value";
    builder.expect(content, JsonView::Kind::String,
                   place.pointer(builder, key.empty() ? expected : std::string_view(key)));
    if (!content.isMissing())
        builder.contentField(key, content);
}

/// `role` and `text` are members of the message that are read, or none.
void readOtherMembers(const JsonView& message, const JsonMember& role, const JsonMember& text,
                      RecordBuilder& builder)
{
    const JsonMembers members = message.members();
    for (auto at = members.begin(); at != members.end(); ++at) {
        const JsonView value = at.value();
        const bool isRole = value.place() == role.value.place() && value.isString();
        if (isRole || value.place() == text.value.place())
            continue;
        const JsonKey key = at.key();
        if (key == "refusal" && !refusalIn(message, text.value).empty())
            builder.contentField(key, value);
        else
            builder.messageField(key, value);
    }
}

void expectRole(const JsonMember& role, const MessagePlace& place, RecordBuilder& builder)
{
    if (role.value.isString())
        return;
    if (role.key.empty())
        builder.problem(ProblemCode::MissingKey, place.pointer(builder, "role"), PhraseId::NoRole);
    else
        builder.expect(role.value, JsonView::Kind::String, place.pointer(builder, role.key));
}

/// What the tools that vendors run themselves return: pages that were found, what a program printed, why it
/// failed.
bool isOfVendorsTool(const JsonView& value)
{
    const std::string_view type = value["type"].string();
    return type == "logs" || type.ends_with("_result") || type.ends_with("_error") ||
           (value["filename"].isString() && value["text"].isString()) ||
           (value["stdout"].isString() && value["outcome"].isObject());
}

/// Its words, each on a line of its own.
void addWords(const JsonView& value, std::string& lines)
{
    constexpr std::array<std::string_view, 14> kWordKeys{
        "title",  "filename", "url",  "source",  "logs",  "stdout",     "stderr",
        "output", "text",     "data", "content", "lines", "error_code", "message"};
    if (value.isString() && !value.string().empty()) {
        const bool isBegun = lines.empty() || lines.ends_with('\n');
        lines.append(isBegun ? "" : "\n").append(value.string());
    }
    for (const JsonView each : value.elements())
        addWords(each, lines);
    if (!value.isObject())
        return;
    // Other data are the bytes of a file.
    const bool hasBytes = value["type"].string() != "text";
    for (const std::string_view key : kWordKeys) {
        if (key != "data" || !hasBytes)
            addWords(value[key], lines);
    }
}

std::string wordsOf(const JsonView& returned)
{
    std::string words;
    if (isOfVendorsTool(returned))
        addWords(returned, words);
    return words;
}

/// The text of what a tool returned, whatever it is.
void readReturned(const JsonView& returned, std::string_view key, RecordBuilder& builder)
{
    if (!returned.hasValue())
        return;
    if (returned.isString()) {
        // Why the tool failed: it says that it did.
        if (key == "error" || key == "errorText")
            builder.contentField(key, returned);
        builder.text(returned.string());
        return;
    }
    if (!returned.isArray()) {
        const bool isPicture = returned["type"].isString() && partKindOf(returned) == PartKind::Picture;
        const std::string words = wordsOf(returned);
        if (isPicture || !words.empty()) {
            builder.contentField(key, returned);
            if (!words.empty())
                builder.text(builder.keep({words}));
            return;
        }
        // {"type": "text", "value": …}, as the AI SDK writes it, or whatever the tool makes.
        const JsonView value = returned["type"].isString() ? returned["value"] : JsonView();
        if (value.hasValue() || returned["error"].hasValue())
            builder.contentField(key, returned);
        if (value.isString())
            builder.text(value.string());
        else
            builder.text(builder.keep({value.hasValue() ? value.toJson() : returned.toJson()}));
        return;
    }
    std::string text;
    bool areParts = returned.size() == 0;
    for (const JsonView part : returned.elements()) {
        const JsonView json = part["json"];
        const PartKind kind = partKindOf(part);
        areParts = areParts || kind != PartKind::Other || json.hasValue() || part["type"].isString();
        std::string words = json.hasValue() ? json.toJson() : wordsOf(part);
        if (words.empty() && kind == PartKind::Text)
            words = textOfPart(part).string();
        areParts = areParts || !words.empty();
        if (!words.empty())
            text.append(text.empty() || text.ends_with('\n') ? "" : "\n").append(words);
    }
    if (!areParts)
        text = returned.toJson();
    builder.contentField(key, returned);
    if (!text.empty())
        builder.text(builder.keep({text}));
}

/// What belongs to the message begun last: its text and its other members.
void readBody(const JsonView& message, const RoleAndText& says, const MessagePlace& place,
              RecordBuilder& builder)
{
    const bool isOfTool = says.text.key.empty() && usualRole(says.role.value.string()) == "tool";
    const JsonMember returned = isOfTool ? firstOf(message, kReturnedKeys) : JsonMember();
    if (returned.key.empty())
        readContent(message, says.text, place, builder);
    else
        readReturned(returned.value, returned.key, builder);
    readOtherMembers(message, says.role, returned.key.empty() ? says.text : returned, builder);
    if (builder.isThought())
        builder.takeAsThought(says.text.value);
}

void readMessage(const JsonView& message, const MessagePlace& place, Speech speech, RecordBuilder& builder)
{
    RoleAndText says(message);
    if (!saysSomething(says.text.value) && firstOf(message, kSilentKeys).key.empty())
        says.text = textElsewhere(message, says.text);
    const std::string_view key = says.role.key;
    const std::string_view role = says.role.value.string();
    expectRole(says.role, place, builder);
    const bool isKnown = !usualRole(role).empty();
    const std::string_view at =
        isKnown ? std::string_view() : place.pointer(builder, key.empty() ? std::string_view("role") : key);
    if (!hasToolResults(says.text.value)) {
        builder.begin(speech, role, at);
        readBody(message, says, place, builder);
        return;
    }
    SpokenParts said(builder, speech);
    said.speaker(role, at, [&] {
        // A message of nothing but results is the tool's, whoever hands them over: an unknown word is kept.
        const bool isRoleShown = said.hasSpoken() || isKnown;
        readOtherMembers(message, isRoleShown ? says.role : JsonMember(), says.text, builder);
    });
    said.say(says.text.value, says.text.key, place.pointer(builder, says.text.key));
    said.end();
}

/// The name of a field for the value at a pointer.
std::string_view nameOfPointer(std::string_view pointer)
{
    return pointer.substr(pointer.empty() ? 0 : 1);
}

/// The same for an element of a list there.
std::string_view elementName(RecordBuilder& builder, std::string_view pointer, std::size_t index)
{
    return builder.keep({nameOfPointer(pointer), ".", std::to_string(index)});
}

/// Of messages that name who they are from: the one name that is no usual role, if each of its messages
/// follows one of the user and nobody else answers. Empty if there is none.
std::string_view nameOfAssistant(const JsonView& list)
{
    std::string_view found;
    bool isAsked = false;
    for (const JsonView message : list.elements()) {
        const std::string_view name = message["from"].string();
        const std::string_view role = usualRole(name);
        if (name.empty() || role == "assistant")
            return {};
        if (role.empty()) {
            if (!isAsked || (!found.empty() && name != found))
                return {};
            found = name;
        }
        isAsked = role == "user";
    }
    return found;
}

/// Whether each answer is to the question before, and the first is empty: answers stand before questions, as
/// the turns of a lesson have the teacher's words first.
bool doAnswersBegin(const JsonView& list)
{
    const auto isBlank = [](const JsonView& text) { return trimmed(text.string()).empty(); };
    const JsonView first = list.size() > 1 ? *list.elements().begin() : JsonView();
    const ExchangeKeys keys = first.isObject() ? exchangeOf(first) : ExchangeKeys();
    if (keys.question.empty() || first[keys.answer].place() > first[keys.question].place())
        return false;
    JsonView last;
    for (const JsonView exchange : list.elements())
        last = exchange;
    return isBlank(first[keys.answer]) && !isBlank(first[keys.question]) && !isBlank(last[keys.answer]);
}

} // namespace

bool saysSomething(const JsonView& content)
{
    if (content.isString()) {
        const std::string_view text = content.string();
        return !std::all_of(text.begin(), text.end(), isBlank);
    }
    return (content.isArray() || content.isObject()) && content.size() > 0;
}

std::string_view textOfContent(const JsonView& content, std::string_view key, RecordBuilder& builder)
{
    constexpr std::array<std::string_view, 5> kInnerKeys{"text", "value", "answer", "content", "parts"};
    JsonView inner = content;
    std::string_view innerKey = key;
    while (inner.isObject()) {
        const auto next = std::find_if(kInnerKeys.begin(), kInnerKeys.end(), [&](std::string_view name) {
            const JsonView value = inner[name];
            return value.isString() || value.isArray() || value.isObject();
        });
        if (next == kInnerKeys.end())
            return {};
        inner = inner[*next];
        innerKey = *next;
    }
    if (!inner.isArray())
        return inner.string();
    std::string text;
    joinParts(inner, innerKey, text);
    return text.empty() ? std::string_view() : builder.keep({text});
}

bool saysMoreThanText(const JsonView& content)
{
    if (!content.isArray())
        return content.isObject();
    for (const JsonView part : content.elements()) {
        if (!part.isString())
            return true;
    }
    return false;
}

bool hasToolResults(const JsonView& content)
{
    if (!content.isArray())
        return false;
    for (const JsonView part : content.elements()) {
        if (resultIn(part))
            return true;
    }
    return false;
}

bool isMessage(const JsonView& value)
{
    const RoleAndText says(value);
    if (!says.role.value.isString())
        return false;
    // What comes from a place or an account and has a value is a transfer.
    if (says.text.value.isNumber() && usualRole(says.role.value.string()).empty())
        return false;
    return !says.text.key.empty() || !firstOf(value, kSilentKeys).key.empty();
}

bool isMessageElement(const JsonView& value)
{
    const std::string_view role = usualRole(value["type"].string());
    const bool isSpeaker = role == "user" || role == "assistant" || role == "system";
    return isMessage(value) || (isSpeaker && value["content"].isString());
}

bool isMessageList(const JsonView& value)
{
    return value.isArray() && value.size() > 0 && isMessage(*value.elements().begin());
}

bool isExchangeList(const JsonView& value)
{
    if (!value.isArray() || value.size() == 0)
        return false;
    const JsonView first = *value.elements().begin();
    return isTextPair(first) || !exchangeOf(first).question.empty();
}

bool isStepWithoutSpeaker(const JsonView& value)
{
    if (!value["type"].isString() || !value["role"].isMissing())
        return false;
    const PartKind kind = partKindOf(value);
    return kind == PartKind::Reasoning || kind == PartKind::Call || kind == PartKind::Result;
}

bool hasStepsWithoutSpeaker(const JsonView& list)
{
    constexpr int kMostLooked = 64;
    int looked = 0;
    for (const JsonView item : list.elements()) {
        if (++looked > kMostLooked)
            return false;
        // Nearly all messages begin with their role.
        const bool isMessage = item.isObject() && (*item.members().begin()).key == "role";
        if (!isMessage && isStepWithoutSpeaker(item))
            return true;
    }
    return false;
}

bool isItemList(const JsonView& value)
{
    if (!value.isArray() || value.size() == 0)
        return false;
    const JsonView first = *value.elements().begin();
    const bool isMessageItem =
        first["type"].string() == "message" && first["role"].isString() && first["content"].isArray();
    return isMessageItem || isStepWithoutSpeaker(first);
}

bool isListOfTexts(const JsonView& value)
{
    return value.isArray() && value.size() > 0 && (*value.elements().begin()).isString();
}

JsonView messagesOf(const JsonView& answer)
{
    return isMessageList(answer["messages"]) ? answer["messages"] : answer;
}

bool isAnswer(const JsonView& value)
{
    return value.isString() || isMessage(value) || isMessageList(messagesOf(value));
}

void readChatMessage(const JsonView& message, std::string_view pointer, RecordBuilder& builder)
{
    readMessage(message, MessagePlace(pointer), Speech::Message, builder);
}

void readChatMessages(const JsonView& list, std::string_view pointer, RecordBuilder& builder)
{
    if (!builder.expect(list, JsonView::Kind::Array, pointer)) {
        if (!list.isMissing())
            builder.field(nameOfPointer(pointer), list);
        return;
    }
    builder.nameOfAssistant(nameOfAssistant(list));
    const auto read = [&](const JsonView& message, std::size_t index) {
        if (message.isObject()) {
            readMessage(message, MessagePlace(pointer, index), Speech::Message, builder);
        } else {
            builder.expect(message, JsonView::Kind::Object, pointerTo(builder, pointer, index));
            builder.treeField(elementName(builder, pointer, index), message);
        }
    };
    // Nearly all messages are a role and a text, which tell no order.
    const JsonView first = list.size() > 1 ? *list.elements().begin() : JsonView();
    const std::string_view orderKey = first.size() > 2 ? orderKeyOf(first) : std::string_view();
    std::vector<JsonView> messages;
    MessageOrder told;
    if (!orderKey.empty()) {
        for (const JsonView message : list.elements())
            messages.push_back(message);
        told = orderToRead(orderKey, messages, pointer, builder);
    }
    if (told.fits) {
        for (const std::size_t index : told.order)
            read(messages[index], index);
    } else {
        std::size_t index = 0;
        for (const JsonView message : list.elements())
            read(message, index++);
    }
    builder.nameOfAssistant({});
}

void readMessageText(const JsonView& content, std::string_view key, std::string_view pointer,
                     RecordBuilder& builder)
{
    if (!readTextOf(content, key, builder) && content.hasValue()) {
        builder.expect(content, JsonView::Kind::String, pointer);
        builder.contentField(key, content);
    }
}

void readExchanges(const JsonView& list, std::string_view pointer, RecordBuilder& builder)
{
    std::size_t index = 0;
    const bool areAnswersFirst = doAnswersBegin(list);
    const bool areMessages = areSpeakersWithTexts(list);
    for (const JsonView exchange : list.elements()) {
        const std::string_view place = pointerTo(builder, pointer, index++);
        if (isTextPair(exchange)) {
            auto at = exchange.elements().begin();
            const std::string_view first = (*at).string();
            ++at;
            if (areMessages) {
                readPlainMessage(first, (*at).string(), place, builder);
                continue;
            }
            readPlainMessage("user", first, place, builder);
            readPlainMessage("assistant", (*at).string(), place, builder);
            continue;
        }
        ExchangeKeys keys = exchangeOf(exchange);
        keys.isAnswerFirst = keys.isAnswerFirst || areAnswersFirst;
        if (keys.question.empty()) {
            builder.problem(ProblemCode::UnexpectedType, place, PhraseId::ExpectedExchange);
            builder.treeField(elementName(builder, pointer, index - 1), exchange);
            continue;
        }
        const std::size_t before = builder.conversation().messages.size();
        if (const std::string_view system = exchange["system"].string(); !system.empty())
            readPlainMessage("system", system, place, builder);
        readExchange(exchange, keys, place, builder);
        if (builder.conversation().messages.size() == before) {
            // It says nothing: what else it has is about no message.
            builder.treeField(elementName(builder, pointer, index - 1), exchange);
            continue;
        }
        for (const auto [name, value] : exchange.members()) {
            const bool isSystem = name == "system" && value.isString();
            if (name != keys.question && name != keys.answer && !isSystem)
                builder.messageField(name, value);
        }
    }
}

SpokenParts::SpokenParts(RecordBuilder& builder, Speech speech) : m_builder(builder), m_speech(speech) {}

void SpokenParts::speaker(std::string_view role, std::string_view pointer, std::function<void()> readOthers)
{
    addText();
    m_role = role;
    m_pointer = pointer;
    m_readOthers = std::move(readOthers);
    m_isOpen = false;
    m_isDone = false;
    m_hasSpoken = false;
}

void SpokenParts::goOn(std::string_view role, std::string_view pointer)
{
    if (!m_isOpen || usualRole(m_role) != usualRole(role))
        speaker(role, pointer);
}

void SpokenParts::say(const JsonView& content, std::string_view key, std::string_view pointer)
{
    if (!content.isArray()) {
        if (content.hasValue())
            addPart(content, key, pointer);
        return;
    }
    std::size_t index = 0;
    for (const JsonView part : content.elements()) {
        addPart(part, m_builder.keepsContent() ? m_builder.keep({key, ".", std::to_string(index)}) : key,
                pointerTo(m_builder, pointer, index));
        ++index;
    }
}

void SpokenParts::ensureBegun()
{
    if (!m_isOpen && !m_isDone)
        open();
}

void SpokenParts::end()
{
    ensureBegun();
    addText();
    if (m_readOthers)
        std::exchange(m_readOthers, {})();
    m_isOpen = false;
    m_isDone = true;
}

void SpokenParts::open()
{
    m_builder.begin(m_speech, m_role, m_pointer);
    m_isOpen = true;
    m_isDone = true;
    m_hasSpoken = true;
}

void SpokenParts::addText()
{
    if (!m_text.empty())
        m_builder.text(m_builder.keep({m_text}));
    m_text.clear();
}

void SpokenParts::addPart(const JsonView& part, std::string_view key, std::string_view pointer)
{
    const PartKind kind = partKindOf(part);
    const std::optional<StoredResult> result = resultIn(part);
    if (kind != PartKind::Result) {
        if (!m_isOpen)
            open();
        m_builder.contentField(key, part);
        const std::string_view text = kind == PartKind::Text ? textOfPart(part).string() : std::string_view();
        const bool isPiece = isKeyOfPieces(key) && isTextPiece(part);
        if (!text.empty())
            m_text.append(m_text.empty() || (isPiece && m_isPiece) ? "" : "\n").append(text);
        m_isPiece = isPiece;
    }
    if (!result)
        return;
    addResult(*result, kind == PartKind::Call, pointer);
    // What is said next to the result.
    const bool isInside = kind == PartKind::Result && result->about.place() != part.place();
    for (const auto [name, value] : part.members()) {
        if (isInside && value.place() != result->about.place())
            m_builder.messageField(name, value);
    }
}

void SpokenParts::addResult(const StoredResult& result, bool isOfCall, std::string_view pointer)
{
    addText();
    if (m_isOpen && m_readOthers)
        std::exchange(m_readOthers, {})();
    m_isOpen = false;
    m_isDone = true;
    m_builder.begin(m_speech, "tool", pointer);
    readReturned(result.about[result.key], result.key, m_builder);
    for (const auto [key, value] : result.about.members()) {
        // What else is said of a call that is stored with its result is the call's.
        const bool isOfResult = !isOfCall || key == "toolCallId" || key == "id" || key == "state" ||
                                key == "status" || key == "error" || key == "errorText" || key == "name" ||
                                key == "toolName";
        if (key != result.key && isOfResult)
            m_builder.messageField(key, value);
    }
}

bool readAnyMessages(const JsonView& list, std::string_view pointer, RecordBuilder& builder)
{
    if (isMessageList(list))
        readChatMessages(list, pointer, builder);
    else if (isExchangeList(list))
        readExchanges(list, pointer, builder);
    else
        return false;
    return true;
}

void readPlainMessage(std::string_view role, std::string_view text, std::string_view pointer,
                      RecordBuilder& builder)
{
    builder.beginMessage(role, pointer);
    builder.text(text);
}

void readCandidate(CandidateKind kind, const JsonView& answer, std::string_view pointer,
                   RecordBuilder& builder, std::size_t skip, std::string_view label)
{
    builder.beginCandidate(kind, label);
    if (answer.isString()) {
        builder.beginCandidateMessage("assistant", pointer);
        builder.text(answer.string());
    } else if (answer.isObject()) {
        readMessage(answer, MessagePlace(pointer), Speech::Candidate, builder);
    } else if (builder.expect(answer, JsonView::Kind::Array, pointer)) {
        std::size_t index = 0;
        for (const JsonView message : answer.elements()) {
            const MessagePlace place(pointer, index);
            if (index++ < skip)
                continue;
            if (message.isObject()) {
                readMessage(message, place, Speech::Candidate, builder);
                continue;
            }
            builder.expect(message, JsonView::Kind::Object, place.pointer(builder));
            builder.treeField(nameOfPointer(place.pointer(builder)), message);
        }
    } else if (answer.hasValue()) {
        builder.treeField(nameOfPointer(pointer), answer);
    }
}

std::size_t sharedPrefix(const JsonView& left, const JsonView& right)
{
    const std::size_t shorter = std::min(left.size(), right.size());
    if (!left.isArray() || !right.isArray() || shorter == 0)
        return 0;
    std::size_t same = 0;
    auto other = right.elements().begin();
    for (const JsonView message : left.elements()) {
        if (same + 1 >= shorter || message.toJson() != (*other).toJson())
            break;
        ++same;
        ++other;
    }
    return same;
}

std::string_view readRecordId(const JsonView& record, RecordBuilder& builder)
{
    for (const std::string_view key : {"id", "conversation_id", "conversation_hash", "prompt_id"}) {
        const JsonView id = record[key];
        if (id.isString() || id.isNumber()) {
            builder.id(id);
            return key;
        }
    }
    return {};
}

bool readSystem(const JsonView& system, std::string_view key, std::string_view pointer,
                RecordBuilder& builder)
{
    std::string parts;
    if (system.isArray())
        joinParts(system, key, parts);
    const std::string_view text = system.isArray() ? builder.keep({parts}) : system.string();
    if (text.empty())
        return false;
    readPlainMessage("system", text, pointer, builder);
    // Its parts may say more than their texts.
    if (system.isArray())
        builder.contentField(key, system);
    return true;
}

void readRest(const JsonView& record, std::initializer_list<std::string_view> read, RecordBuilder& builder)
{
    for (const auto [key, value] : record.members()) {
        const std::string_view name = key;
        // An empty name in `read` stands for a key that is missing.
        if (name.empty() || std::find(read.begin(), read.end(), name) == read.end())
            builder.field(name, value);
    }
}

} // namespace duologue
