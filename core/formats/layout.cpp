// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/layout.h"

#include "core/data/conversation.h"
#include "core/formats/chat_parts.h"
#include "core/formats/read_layout.h"
#include "core/formats/transcript_parts.h"
#include "core/util/text.h"

#include <algorithm>

namespace duologue {

namespace {

bool leadsSomewhere(const JsonPointer& pointer, const std::vector<JsonPointer>& others, const JsonView& value)
{
    return !pointer.in(value).isMissing() ||
           std::any_of(others.begin(), others.end(),
                       [&value](const JsonPointer& other) { return !other.in(value).isMissing(); });
}

/// An object, or a list, that has the part's keys.
bool isObjectOfPart(const LayoutPart& part, const JsonView& value)
{
    // Where nobody says who speaks, the speakers alternate.
    const bool hasRole = part.role.in(value).isString() || part.toolKey.in(value).hasValue() ||
                         (!part.otherRoles.empty() && leadsSomewhere(part.role, part.otherRoles, value)) ||
                         part.role.empty() || part.role.in(value).isNumber() ||
                         part.role.in(value).boolean().has_value();
    return hasRole && leadsSomewhere(part.text, part.otherTexts, value);
}

/// A list that begins with such an object.
bool isListOfObjects(const LayoutPart& part, const JsonView& list)
{
    if (part.isEach && list.isObject())
        return isObjectOfPart(part, list);
    return list.isArray() && list.size() > 0 && isObjectOfPart(part, *list.elements().begin());
}

/// A list that begins with an object, or a list, that has a question or an answer under the part's keys.
bool isListOfExchanges(const LayoutPart& part, const JsonView& value)
{
    if (part.ask.empty() && part.answer.empty())
        return isExchangeList(value);
    const auto isOne = [&part](const JsonView& each) {
        return !part.ask.in(each).isMissing() || !part.answer.in(each).isMissing();
    };
    return (part.isEach && isOne(value)) ||
           (value.isArray() && value.size() > 0 && isOne(*value.elements().begin()));
}

/// Of PartForm::QuestionLists.
struct QuestionLists {
    QuestionLists(const LayoutPart& part, const JsonView& value)
        : hasKeys(!part.ask.empty() || !part.answer.empty()),
          questions(hasKeys ? part.ask.in(value) : value["questions"]),
          answers(hasKeys ? part.answer.in(value) : value["answers"])
    {
    }

    bool areLists() const { return questions.isArray() && answers.isArray(); }

    bool hasKeys;
    JsonView questions;
    JsonView answers;
};

bool areQuestionLists(const LayoutPart& part, const JsonView& value)
{
    const QuestionLists lists(part, value);
    const auto isFirstSaid = [](const JsonView& list) {
        const JsonView first = *list.elements().begin();
        return first.isString() || first["input_text"].isString();
    };
    if (!lists.areLists())
        return false;
    const auto [less, more] = std::minmax({lists.questions.size(), lists.answers.size()});
    if (lists.hasKeys)
        return more > 0 && more - less <= 1;
    return less > 0 && more == less && isFirstSaid(lists.questions) && isFirstSaid(lists.answers);
}

bool isSeparated(const LayoutPart& part, std::string_view text)
{
    return !part.marks.empty() && text.find(part.marks.front()) != std::string_view::npos;
}

bool isColumns(const LayoutPart& part, const JsonView& value)
{
    const JsonView roles = part.role.in(value);
    return roles.isArray() && roles.size() > 0 && part.text.in(value).size() == roles.size();
}

/// A list that begins with items, of the part's kinds or of the Responses API. Some are pairs of items.
bool areItems(const LayoutPart& part, const JsonView& list)
{
    constexpr int kMostItemsRead = 3;
    if (part.kinds.empty())
        return isItemList(list) || isMessageList(list);
    int looked = 0;
    for (const JsonView item : list.elements()) {
        const JsonView first = item.size() > 0 && item.isArray() ? *item.elements().begin() : item;
        if (looked++ < kMostItemsRead && kindOf(part.kinds, first) == nullptr)
            return false;
    }
    return looked > 0;
}

bool isChat(const LayoutPart& part, const JsonView& list)
{
    return isMessageList(list) && (part.role.empty() || part.role.in(*list.elements().begin()).isString());
}

} // namespace

std::string_view speakerOf(Slot slot)
{
    switch (slot) {
    case Slot::System:
        return "system";
    case Slot::Prompt:
        return "user";
    case Slot::Response:
        return "assistant";
    default:
        return {};
    }
}

bool isOfCandidates(Slot slot)
{
    return slot >= Slot::Candidates;
}

bool isNeeded(const Layout& layout, Slot slot)
{
    const LayoutNeeds& needs = layout.needs;
    if (!needs.areGiven())
        return slot != Slot::System && slot != Slot::History && !layout.isInferred();
    return std::find(needs.slots.begin(), needs.slots.end(), slot) != needs.slots.end();
}

PartForm usualForm(Slot slot)
{
    switch (slot) {
    case Slot::History:
        return PartForm::Conversation;
    case Slot::Messages:
        return PartForm::Objects;
    case Slot::Candidates:
        return PartForm::List;
    case Slot::Options:
    case Slot::Chosen:
    case Slot::Rejected:
        return PartForm::Answer;
    case Slot::System:
    case Slot::Prompt:
    case Slot::Response:
        break;
    }
    return PartForm::Text;
}

bool hasForm(const LayoutPart& part, const JsonView& value)
{
    switch (part.form) {
    case PartForm::Objects:
        return isListOfObjects(part, value);
    case PartForm::Columns:
        return isColumns(part, value);
    case PartForm::QuestionLists:
        return areQuestionLists(part, value);
    case PartForm::Chat:
        return isChat(part, value);
    case PartForm::Answered:
        return value.size() > 1 && isChat(part, value);
    case PartForm::Exchanges:
        return isListOfExchanges(part, value);
    case PartForm::Conversation:
        return isChat(part, value) || isExchangeList(value);
    case PartForm::Any:
        return value.isString() || isMessage(value) || isMessageList(value) || isExchangeList(value);
    case PartForm::Answer:
        // Texts with whole dialogues are a column of a table, not answers to choose from.
        return isAnswer(value) || (isListOfTexts(value) && !isDialogue((*value.elements().begin()).string()));
    case PartForm::Dialogue:
        return isDialogue(value.string());
    case PartForm::Items:
        return areItems(part, value);
    case PartForm::List:
        // The items of one answer are not answers to choose from.
        return value.isArray() && !isItemList(value);
    case PartForm::Texts:
        return value.isArray() || (part.isEach && value.isString());
    case PartForm::LabelledTexts:
        return isListOfTexts(value) || (part.isEach && value.isString());
    case PartForm::Separated:
        return isSeparated(part, value.string());
    case PartForm::NestedLists:
        return value.isArray();
    case PartForm::NumberedTurns: {
        const std::string_view first =
            value.isObject() && value.size() > 0 ? (*value.members().begin()).key : std::string_view();
        return first.starts_with("turn") && isDigit(first.back());
    }
    case PartForm::Object:
        return value.isObject();
    case PartForm::System:
        return !value.string().empty() || value.isArray();
    case PartForm::Text:
    case PartForm::Transcript:
    case PartForm::NamedLines:
    case PartForm::Instruction:
        break;
    }
    return value.isString();
}

bool fits(const LayoutPart& part, const JsonView& value)
{
    const bool isTaken = part.isStrict || part.form == PartForm::Objects;
    return isTaken ? hasForm(part, value) : value.hasValue();
}

const ItemKind* kindOf(const std::vector<ItemKind>& kinds, const JsonView& item, bool isAfterCall)
{
    const auto holds = [&item](const ItemKind::Condition& condition) {
        const JsonView value = condition.at.in(item);
        return condition.words.empty() ? value.hasValue()
                                       : std::find(condition.words.begin(), condition.words.end(),
                                                   value.string()) != condition.words.end();
    };
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const ItemKind& kind) {
        return (isAfterCall || !kind.isAfterCall) && std::all_of(kind.when.begin(), kind.when.end(), holds);
    });
    return found == kinds.end() ? nullptr : &*found;
}

JsonView valueOf(const LayoutPart& part, const JsonView& record)
{
    if (part.isEach)
        return firstOfPattern(part.at, record);
    return part.at.empty() ? record : part.at.in(record);
}

bool isPlain(const LayoutPart& part)
{
    return part.form == usualForm(part.slot) && !part.isStrict && !part.isEach && part.otherTexts.empty() &&
           part.otherRoles.empty() && part.ask.empty() && part.answer.empty() && part.input.empty() &&
           part.before.empty() && !part.isAnswerFirst && part.toolKey.empty() && part.orderBy.empty() &&
           part.marks.empty() && !part.isLabelled && part.kinds.empty() && part.answeredBy.empty();
}

bool isUsable(const Layout& layout)
{
    if (layout.hasNoConversation)
        return layout.messages.empty() && layout.candidates.empty();
    // The speakers of a lenient layout may alternate.
    const auto hasKeys = [&layout](const LayoutPart& part) {
        return part.slot != Slot::Messages || part.form != PartForm::Objects ||
               ((!part.role.empty() || layout.readsLeniently()) && !part.text.empty());
    };
    const auto has = [](const std::vector<LayoutPart>& parts, Slot slot) {
        return std::any_of(parts.begin(), parts.end(),
                           [slot](const LayoutPart& part) { return part.slot == slot; });
    };
    const bool hasMessages = has(layout.messages, Slot::Messages) || has(layout.messages, Slot::Prompt) ||
                             has(layout.messages, Slot::Response);
    const bool hasPair = (has(layout.candidates, Slot::Chosen) && has(layout.candidates, Slot::Rejected)) ||
                         has(layout.candidates, Slot::Options);
    const bool isLenient = layout.readsLeniently() && !(layout.messages.empty() && layout.candidates.empty());
    return std::all_of(layout.messages.begin(), layout.messages.end(), hasKeys) &&
           (isLenient || hasMessages || has(layout.candidates, Slot::Candidates) || hasPair);
}

std::string_view speakerOfFlag(std::string_view key, const JsonView& flag)
{
    const std::optional<bool> isSo = flag.boolean();
    if (!isSo)
        return {};
    constexpr std::string_view kBefore[] = {"is", "was", "from", "created", "sent", "by"};
    std::string word;
    for (const char c : key) {
        if (c != '_' && c != '-')
            word += lowerAscii(c);
    }
    std::string_view who = word;
    for (const std::string_view before : kBefore) {
        if (who.starts_with(before))
            who.remove_prefix(before.size());
    }
    const std::string_view role = who.size() == word.size() ? std::string_view() : usualRole(who);
    if (role == "user")
        return *isSo ? "user" : "assistant";
    return role == "assistant" ? (*isSo ? "assistant" : "user") : std::string_view();
}

int sideNamedIn(std::string_view text)
{
    constexpr std::string_view kSides[2][4] = {{"left", "first", "1", "one"},
                                               {"right", "second", "2", "two"}};
    constexpr std::size_t kLongest = 40;
    if (text.size() > kLongest)
        return -1;
    const std::string lower = lowerAscii(trimmed(text));
    const auto isFree = [](char c) { return !isDigit(c) && (c < 'a' || c > 'z'); };
    int named = -1;
    for (int side = 0; side < 2; ++side) {
        for (const std::string_view word : kSides[side]) {
            const bool isLonger = lower.size() > word.size();
            const bool begins = lower.starts_with(word) && (!isLonger || isFree(lower[word.size()]));
            const bool ends =
                lower.ends_with(word) && (!isLonger || isFree(lower[lower.size() - word.size() - 1]));
            if (!begins && !ends)
                continue;
            if (named == 1 - side)
                return -1;
            named = side;
        }
    }
    return named;
}

namespace {

/// A word without the brackets, quotes and stops around it.
std::string_view bareWord(std::string_view word)
{
    constexpr std::string_view kAround = "[](){}<>\"'`*#.,;!";
    const std::size_t begin = std::min(word.find_first_not_of(kAround), word.size());
    word.remove_prefix(begin);
    return word.substr(0, word.find_last_not_of(kAround) + 1);
}

bool isOneOf(std::string_view word, std::span<const std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// What an answer is called before its letter.
constexpr std::string_view kNamesOfAnswers[] = {"model",  "assistant",  "response",
                                                "answer", "output",     "candidate",
                                                "option", "completion", "conversation"};

/// "a", "modelb"; a number is no letter.
int letterOfWord(std::string_view word)
{
    for (const std::string_view name : kNamesOfAnswers) {
        if (word.size() == name.size() + 1 && word.starts_with(name))
            word.remove_prefix(name.size());
    }
    return word == "a" ? 0 : word == "b" ? 1 : -1;
}

/// One side of a comparison: "A", "model_b", "2".
int sideOfComparison(std::string_view text)
{
    const std::string_view word = bareWord(trimmed(text));
    return word == "1" ? 0 : word == "2" ? 1 : letterNamedIn(word);
}

} // namespace

int letterNamedIn(std::string_view text, OtherWords others)
{
    constexpr std::size_t kLongest = 40;
    // Others may name the loser, or say that there is none.
    constexpr std::string_view kOfWinners[] = {"wins",   "win",    "won",           "winner",   "is",
                                               "the",    "better", "best",          "good",     "preferred",
                                               "chosen", "much",   "significantly", "slightly", "name"};
    constexpr std::string_view kOfNone[] = {"tie", "both", "neither", "equal", "draw",
                                            "not", "no",   "or",      "and",   "worse"};
    if (text.size() > kLongest)
        return -1;
    const std::string lower = lowerAscii(trimmed(text));
    const std::string_view all = lower;
    if (const std::size_t sign = all.find_first_of("<>="); sign != std::string_view::npos) {
        const std::size_t rest = std::min(all.find_first_not_of("<>= ", sign), all.size());
        const int left = sideOfComparison(all.substr(0, sign));
        const int right = sideOfComparison(all.substr(rest));
        const std::string_view signs = trimmed(all.substr(sign, rest - sign));
        const bool isOneKind = signs.find_first_not_of(signs.front()) == std::string_view::npos;
        if (left < 0 || right != 1 - left || !isOneKind || signs.front() == '=')
            return -1;
        return signs.front() == '>' ? left : right;
    }
    constexpr std::string_view kBetween = " _-:";
    int named = -1;
    bool isLast = false;
    bool areKnown = true;
    for (std::size_t at = all.find_first_not_of(kBetween); at < all.size();) {
        const std::size_t end = std::min(all.find_first_of(kBetween, at), all.size());
        const std::string_view word = bareWord(all.substr(at, end - at));
        const int letter = letterOfWord(word);
        if (isOneOf(word, kOfNone) || (letter >= 0 && named == 1 - letter))
            return -1;
        named = letter >= 0 ? letter : named;
        isLast = letter >= 0;
        areKnown = areKnown && (letter >= 0 || isOneOf(word, kOfWinners) || isOneOf(word, kNamesOfAnswers));
        at = std::min(all.find_first_not_of(kBetween, end), all.size());
    }
    // Before other words, an "a" may be an article.
    return areKnown || (isLast && others == OtherWords::Before) ? named : -1;
}

bool saysNoInput(std::string_view text)
{
    constexpr std::string_view kWords[] = {"<noinput>", "noinput", "none", "n/a", "无", "null", "nan"};
    constexpr std::size_t kLongest = 9;
    const std::string_view word = trimmed(text);
    if (word.empty() || word.size() > kLongest)
        return word.empty();
    return std::find(std::begin(kWords), std::end(kWords), lowerAscii(word)) != std::end(kWords);
}

std::vector<TranscriptTurn> turnsOf(const LayoutPart& part, std::string_view text, RecordBuilder& builder)
{
    if (part.marks.empty()) {
        std::vector<TranscriptTurn> turns = splitTranscript(text);
        if (turns.empty() && part.form == PartForm::NamedLines)
            turns = splitNamedLines(text);
        return turns;
    }
    const NamesAt where = part.form == PartForm::NamedLines ? NamesAt::LineBeginnings : NamesAt::Anywhere;
    std::vector<TranscriptTurn> turns = splitAtNames(text, part.marks, where);
    for (TranscriptTurn& turn : turns) {
        if (const auto cleaned = withoutSentenceMarks(turn.text))
            turn.text = builder.keep({*cleaned});
    }
    std::erase_if(turns, [](const TranscriptTurn& turn) { return turn.role.empty() && turn.text.empty(); });
    if (!turns.empty() && turns.back().text.empty())
        turns.pop_back();
    return turns;
}

void splitLine(const LayoutReading& reading, std::vector<TranscriptTurn>& turns)
{
    const TranscriptTurn first = turns.front();
    if (first.role.empty() || (usualRole(first.role).empty() && roleOf(reading, first.role) == first.role))
        return;
    std::vector<std::string> names{std::string(first.role)};
    for (const auto& [name, role] : reading.layout.roles)
        names.push_back(name);
    // The words before colons that name somebody.
    constexpr std::string_view kBefore = " .?!\"'";
    for (std::size_t colon = first.text.find(": "); colon != std::string_view::npos;
         colon = first.text.find(": ", colon + 1)) {
        const std::size_t before = first.text.find_last_of(kBefore, colon);
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        const std::string_view name = first.text.substr(begin, colon - begin);
        const bool isUpper = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
        if (isUpper && !usualRole(name).empty())
            names.emplace_back(name);
    }
    std::vector<TranscriptTurn> inside = splitAtNames(first.text, names, NamesAt::Anywhere);
    if (inside.size() < 2 || !inside.front().role.empty())
        return;
    inside.front().role = first.role;
    turns = std::move(inside);
}

std::vector<JsonMember> byNumber(const JsonView& object)
{
    std::vector<JsonMember> ordered;
    for (const JsonMember member : object.members())
        ordered.push_back(member);
    std::stable_sort(ordered.begin(), ordered.end(), [](const JsonMember& a, const JsonMember& b) {
        const std::string_view left = a.key;
        const std::string_view right = b.key;
        return left.size() != right.size() ? left.size() < right.size() : left < right;
    });
    return ordered;
}

std::string_view withoutTurnMarks(std::string_view text)
{
    text = trimmed(text);
    if (const std::size_t end = text.find("|>:"); text.starts_with("<|") && end != std::string_view::npos)
        text.remove_prefix(end + 3);
    if (const std::size_t end = text.rfind("<eo");
        end != std::string_view::npos && text.ends_with('>') && text.size() - end <= 6)
        text = text.substr(0, end);
    return trimmed(text);
}

std::string_view namesIn(const JsonView& list, RecordBuilder& builder)
{
    std::string_view names;
    for (const JsonView name : list.elements())
        names = names.empty() ? name.string() : builder.keep({names, ", ", name.string()});
    return names;
}

std::string_view withoutLabel(const LayoutReading& reading, const LayoutPart& part, std::string_view text)
{
    if (!part.isLabelled)
        return text;
    const auto label = labelOf(text);
    const auto& roles = reading.layout.roles;
    const bool isKnown =
        label && (!usualRole(label->name).empty() ||
                  std::find(part.marks.begin(), part.marks.end(), label->name) != part.marks.end() ||
                  std::any_of(roles.begin(), roles.end(),
                              [&](const auto& role) { return role.first == label->name; }));
    if (!isKnown)
        return text;
    // MOSS writes "<|Human|>: text<eoh>".
    constexpr std::size_t kLongestEnd = 6;
    std::string_view said = trimmed(label->text);
    if (const std::size_t end = said.rfind("<eo");
        end != std::string_view::npos && said.ends_with('>') && said.size() - end <= kLongestEnd)
        said = trimmed(said.substr(0, end));
    return said;
}

std::string_view roleOf(const LayoutReading& reading, std::string_view word)
{
    const auto& roles = reading.layout.roles;
    const auto known =
        std::find_if(roles.begin(), roles.end(), [word](const auto& pair) { return pair.first == word; });
    if (known == roles.end())
        return word;
    if (!reading.layout.readsLeniently())
        return known->second;
    // An inferred layout need not live as long as the conversation.
    const std::string_view usual = usualRole(known->second);
    return usual.empty() ? reading.builder.keep({known->second}) : usual;
}

namespace {

/// The slots whose parts make a conversation, as the rule of a described format lists them.
constexpr Slot kSlotsOfRule[] = {Slot::Messages, Slot::Prompt,   Slot::Response,
                                 Slot::Chosen,   Slot::Rejected, Slot::Candidates};

/// Those that a record may have to have. What is only there or not is looked for before lists, in which
/// messages are looked at; the history is last: it has more keys than others.
constexpr Slot kSlotsNeeded[] = {Slot::Prompt,     Slot::Response, Slot::Chosen, Slot::Rejected,
                                 Slot::Candidates, Slot::Messages, Slot::System, Slot::History};

std::vector<const LayoutPart*> partsOf(const Layout& layout, Slot slot)
{
    std::vector<const LayoutPart*> parts;
    for (const LayoutPart& part : isOfCandidates(slot) ? layout.candidates : layout.messages) {
        if (part.slot == slot)
            parts.push_back(&part);
    }
    return parts;
}

std::vector<const LayoutPart*> allPartsOf(const Layout& layout)
{
    std::vector<const LayoutPart*> parts;
    for (const LayoutPart& part : layout.messages)
        parts.push_back(&part);
    for (const LayoutPart& part : layout.candidates)
        parts.push_back(&part);
    return parts;
}

/// Whether the part is found by keys and kinds of values, not by what texts say or how long lists are.
bool isByShape(const LayoutPart& part)
{
    switch (part.form) {
    case PartForm::Objects:
    case PartForm::Chat:
    case PartForm::Answered:
    case PartForm::Exchanges:
    case PartForm::Conversation:
    case PartForm::Any:
    case PartForm::List:
    case PartForm::Texts:
    case PartForm::LabelledTexts:
    case PartForm::NestedLists:
    case PartForm::NumberedTurns:
    case PartForm::Object:
    case PartForm::System:
    case PartForm::Text:
    case PartForm::Transcript:
    case PartForm::NamedLines:
    case PartForm::Instruction:
        return true;
    case PartForm::Items:
        return part.kinds.empty();
    case PartForm::Columns:
    case PartForm::QuestionLists:
    case PartForm::Answer:
    case PartForm::Dialogue:
    case PartForm::Separated:
        break;
    }
    // What is only there or not.
    return !part.isStrict;
}

/// Whether fits() is true of some value of the shape of this one.
bool fitsInShape(const LayoutPart& part, const JsonView& value)
{
    if (isByShape(part) || !part.isStrict)
        return fits(part, value);
    switch (part.form) {
    case PartForm::Columns:
        return part.role.in(value).isArray();
    case PartForm::QuestionLists:
        return QuestionLists(part, value).areLists();
    case PartForm::Answer:
        return isAnswer(value) || isListOfTexts(value);
    case PartForm::Items:
        return value.isArray();
    default:
        return value.isString();
    }
}

/// What records must have to be of one of several layouts. Most layouts of one format look for the same
/// values: one that is missing is looked up once for all of them.
class LayoutChoice {
public:
    /// `layouts` must outlive it.
    explicit LayoutChoice(const std::vector<Layout>& layouts)
    {
        for (const Layout& layout : layouts) {
            m_wanted.push_back({&layout, {}});
            for (const Slot slot : kSlotsNeeded) {
                if (isNeeded(layout, slot))
                    addNeed(partsOf(layout, slot));
            }
            // A verdict is about all of them.
            if (isNeeded(layout, Slot::Options)) {
                for (const LayoutPart* const part : partsOf(layout, Slot::Options))
                    addNeed({part});
            }
            // An inferred layout reads what there is of its parts, but not a record that has none.
            if (layout.isInferred() && !layout.needs.areGiven())
                addNeed(allPartsOf(layout));
        }
    }

    /// The first layout that fits the record; null if none does.
    const Layout* fitting(const JsonView& record) const
    {
        std::uint64_t missing = 0;
        for (const Wanted& wanted : m_wanted) {
            if (lacking(wanted, record, 1, missing) == 0)
                return wanted.layout;
        }
        return nullptr;
    }

    /// Whether a layout fits some record of the shape of this one.
    bool mayFit(const JsonView& record) const
    {
        std::uint64_t missing = 0;
        return std::any_of(m_wanted.begin(), m_wanted.end(), [&](const Wanted& wanted) {
            return lacking(wanted, record, 1, missing, Values::OfShape) == 0;
        });
    }

    /// As Format::neededMembers().
    std::vector<Format::NeededMembers> neededMembers() const
    {
        std::vector<Format::NeededMembers> ways;
        for (const Wanted& wanted : m_wanted) {
            Format::NeededMembers& way = ways.emplace_back();
            for (const std::vector<Check>& checks : wanted.needs) {
                std::vector<std::string_view> names;
                for (const Check& check : checks) {
                    const auto& steps = check.part->at.parts();
                    const bool isAny = steps.empty() || (check.part->isEach && hasPattern(steps.front()));
                    if (isAny) {
                        names.clear();
                        break;
                    }
                    names.push_back(steps.front());
                }
                if (!names.empty())
                    way.groups.push_back(std::move(names));
            }
            for (const JsonPointer& value : wanted.layout->needs.values) {
                // A number may be that of an element, and a list has no members.
                const std::string& step = value.parts().front();
                if (!std::all_of(step.begin(), step.end(), isDigit))
                    way.groups.push_back({step});
            }
            if (way.groups.empty())
                return {};
        }
        return ways;
    }

    /// The layout that fits the record best. One that wants an answer is near only if there is one, good or
    /// not: messages and questions are written alike in many formats. If none is near, the usual one.
    const Layout& nearest(const JsonView& record) const
    {
        if (const Layout* layout = fitting(record))
            return *layout;
        const auto usual = std::find_if(m_wanted.begin(), m_wanted.end(),
                                        [](const Wanted& each) { return each.layout->isUsual; });
        const Layout* best = (usual == m_wanted.end() ? m_wanted.front() : *usual).layout;
        std::size_t least = static_cast<std::size_t>(-1);
        std::uint64_t missing = 0;
        for (const Wanted& wanted : m_wanted) {
            if (!hasAnswer(wanted, record))
                continue;
            if (const std::size_t count = lacking(wanted, record, least, missing); count < least) {
                best = wanted.layout;
                least = count;
            }
        }
        return *best;
    }

private:
    static bool hasPattern(std::string_view step)
    {
        return step == "*" || step.find('#') != std::string_view::npos;
    }

    struct Check {
        const LayoutPart* part;
        /// Most parts are members of the record itself.
        std::string_view member;
        /// One bit for each different pointer; 0 beyond the number of bits.
        std::uint64_t place;
    };
    struct Wanted {
        const Layout* layout;
        /// One check of each must hold.
        std::vector<std::vector<Check>> needs;
    };

    void addNeed(const std::vector<const LayoutPart*>& parts)
    {
        constexpr std::size_t kMostPlaces = 64;
        std::vector<Check> checks;
        for (const LayoutPart* part : parts) {
            const auto known = std::find(m_places.begin(), m_places.end(), part->at.text());
            const auto place = static_cast<std::size_t>(known - m_places.begin());
            if (known == m_places.end())
                m_places.push_back(part->at.text());
            checks.push_back({part, part->isEach ? std::string_view() : part->at.member(),
                              place < kMostPlaces ? std::uint64_t{1} << place : 0});
        }
        if (!checks.empty())
            m_wanted.back().needs.push_back(std::move(checks));
    }

    static bool hasAnswer(const Wanted& wanted, const JsonView& record)
    {
        return std::any_of(wanted.needs.begin(), wanted.needs.end(), [&](const std::vector<Check>& checks) {
            return checks.front().part->slot >= Slot::Response &&
                   std::any_of(checks.begin(), checks.end(),
                               [&](const Check& check) { return !valueOf(*check.part, record).isMissing(); });
        });
    }

    /// Which values parts are compared with: those of the record, or any that a record of its shape may have.
    enum class Values : std::uint8_t { OfRecord, OfShape };

    static bool has(const Check& check, const JsonView& record, std::uint64_t& missing, Values values)
    {
        if ((missing & check.place) != 0)
            return false;
        const JsonView value = check.member.empty() ? valueOf(*check.part, record) : record[check.member];
        if (!value.isMissing())
            return values == Values::OfShape ? fitsInShape(*check.part, value) : fits(*check.part, value);
        missing |= check.place;
        return false;
    }

    /// How much of what the layout needs the record has not; counts up to `most`.
    static std::size_t lacking(const Wanted& wanted, const JsonView& record, std::size_t most,
                               std::uint64_t& missing, Values values = Values::OfRecord)
    {
        std::size_t count = 0;
        for (const auto& checks : wanted.needs) {
            const bool isThere = std::any_of(checks.begin(), checks.end(), [&](const Check& check) {
                return has(check, record, missing, values);
            });
            count += isThere ? 0 : 1;
            if (count >= most)
                return count;
        }
        const Layout& layout = *wanted.layout;
        const bool hasQuery = !layout.needs.query || layout.query.in(record).isString();
        const JsonView verdict = layout.needs.verdict ? layout.verdictAt.in(record) : JsonView();
        const bool hasVerdict =
            !layout.needs.verdict ||
            (layout.verdict == Verdict::Wanted ? verdict.boolean().has_value() : verdict.hasValue());
        const auto& needed = layout.needs.values;
        const auto& lacks = layout.needs.lacks;
        const auto isThere = [&record](const JsonPointer& value) { return value.in(record).hasValue(); };
        count +=
            needed.size() - static_cast<std::size_t>(std::count_if(needed.begin(), needed.end(), isThere));
        count += static_cast<std::size_t>(std::count_if(lacks.begin(), lacks.end(), isThere));
        return count + (hasQuery ? 0 : 1) + (hasVerdict ? 0 : 1);
    }

    std::vector<std::string> m_places;
    std::vector<Wanted> m_wanted;
};

std::string usualRule(const FormatDescription& description)
{
    if (description.layouts.front().hasNoConversation)
        return "as described: no conversation";
    std::string rule = "as described: ";
    for (const Slot slot : kSlotsOfRule) {
        for (const LayoutPart* part : partsOf(description.layouts.front(), slot))
            rule += (rule.ends_with(' ') ? "\"" : " and \"") + part->at.text() + "\"";
    }
    return rule;
}

class LayoutFormat final : public Format {
public:
    explicit LayoutFormat(FormatDescription description)
        : m_description(std::move(description)),
          m_choice(m_description.layouts),
          m_rule(m_description.rule.empty() ? usualRule(m_description) : m_description.rule)
    {
        for (const Layout& layout : m_description.layouts) {
            m_highestScore = std::max(m_highestScore, layout.score);
            for (const LayoutPart* const part : allPartsOf(layout))
                m_goesByShape = m_goesByShape && isByShape(*part);
        }
    }

    const FormatDescription& description() const { return m_description; }

    std::string_view id() const override { return m_description.id; }
    std::string_view title() const override { return m_description.title; }
    std::string_view rule() const override { return m_rule; }
    std::string_view onlyFile() const override { return m_description.file; }

    std::vector<NeededMembers> neededMembers() const override { return m_choice.neededMembers(); }
    int recognise(const JsonView& record) const override
    {
        const Layout* layout = m_choice.fitting(record);
        return layout == nullptr ? 0 : layout->score;
    }
    int highestScore() const override { return m_highestScore; }
    bool goesByShape() const override { return m_goesByShape; }
    bool mayFit(const JsonView& record) const override { return m_choice.mayFit(record); }
    const Layout* layoutOf(const JsonView& record) const override { return &m_choice.nearest(record); }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        readByLayout(record, m_choice.nearest(record), builder);
    }

private:
    const FormatDescription m_description;
    const LayoutChoice m_choice;
    const std::string m_rule;
    int m_highestScore = 0;
    bool m_goesByShape = true;
};

} // namespace

std::shared_ptr<const Format> describedFormat(FormatDescription description)
{
    return std::make_shared<const LayoutFormat>(std::move(description));
}

const FormatDescription* descriptionOf(const Format& format)
{
    const auto* described = dynamic_cast<const LayoutFormat*>(&format);
    return described == nullptr ? nullptr : &described->description();
}

} // namespace duologue
