// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/built_in_field.h"

#include "core/data/conversation.h"
#include "core/util/text.h"
#include "core/util/vectors.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

namespace {

/// Messages whose keys are read at once: few enough to stay in the L1 cache.
constexpr std::size_t kMessagesAtOnce = 512;

/// What a role does in the exchange of questions and answers. Speaker is any other role.
enum class RoleKind : std::uint8_t { Speaker, User, Assistant, System };

/// By the key of a role.
std::vector<RoleKind> roleKinds(const Column& roles)
{
    std::vector<RoleKind> kinds(roles.categories.size() + 1, RoleKind::Speaker);
    for (std::size_t i = 0; i < roles.categories.size(); ++i) {
        const std::string_view role = roles.categories[i].shown();
        if (role == "user")
            kinds[i + 1] = RoleKind::User;
        else if (role == "assistant")
            kinds[i + 1] = RoleKind::Assistant;
        else if (role == "system")
            kinds[i + 1] = RoleKind::System;
    }
    return kinds;
}

/// The record that a message belongs to. Records without messages begin at the same message as the next
/// record; they are not returned.
Row rowOfMessage(const Snapshot& snapshot, MessageIndex message)
{
    Row low{0};
    Row high = snapshot.endRow();
    while (high - low > 1) {
        const Row middle = low + (high - low) / 2;
        (snapshot.records.entries.hot()[indexOf(middle)].firstMessage <= message ? low : high) = middle;
    }
    return low;
}

/// Returns, row by row, the end of the row's messages.
class MessageEnds {
public:
    MessageEnds(const Snapshot& snapshot, Row row) : m_snapshot(snapshot), m_next(row) {}

    MessageIndex next()
    {
        if (m_index == m_count)
            read();
        return m_starts[++m_index];
    }

private:
    void read()
    {
        m_index = 0;
        m_count = std::min(kRows, m_snapshot.endRow() - m_next);
        messageStarts(m_snapshot, m_next, m_next + m_count, m_starts.data());
        m_next += m_count;
    }

    static constexpr std::uint32_t kRows = 64;

    const Snapshot& m_snapshot;
    Row m_next;
    std::array<MessageIndex, kRows + 1> m_starts{};
    std::uint32_t m_index = 0;
    std::uint32_t m_count = 0;
};

/// What a Walker may ask of a message.
struct WalkedMessage {
    RoleKind role = RoleKind::Speaker;
    /// The key of MessageColumn::Intent.
    std::uint32_t intents = 0;
};

/// Walks through the messages that [begin, end) can depend on. `Walker` has begin(), called before the first
/// message of a record, and step(message), whose result is kept for messages of [begin, end). It says which
/// members of a message it asks for.
template<typename Walker>
void walk(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out, Walker walker)
{
    if (begin >= end)
        return;
    const Row row = rowOfMessage(snapshot, begin);
    MessageEnds ends(snapshot, row);
    std::size_t next = indexOf(ends.next());
    walker.begin();
    const Column& roles = snapshot.messages.column(MessageColumn::Role);
    const Column& intents = snapshot.messages.column(MessageColumn::Intent);
    const std::vector<RoleKind> kinds = Walker::kAsksRoles ? roleKinds(roles) : std::vector<RoleKind>();
    std::array<std::uint32_t, kMessagesAtOnce> roleKeys;
    std::array<std::uint32_t, kMessagesAtOnce> intentKeys;
    for (std::size_t first = indexOf(snapshot.messageRange(row).first); first < indexOf(end);
         first += roleKeys.size()) {
        const std::size_t count = std::min(roleKeys.size(), indexOf(end) - first);
        if constexpr (Walker::kAsksRoles)
            roles.codes.keysTo(first, first + count, roleKeys.data());
        if constexpr (Walker::kAsksIntents)
            intents.codes.keysTo(first, first + count, intentKeys.data());
        const auto step = [&](Walker& here, std::size_t i) {
            WalkedMessage message;
            if constexpr (Walker::kAsksRoles)
                message.role = kinds[roleKeys[i]];
            if constexpr (Walker::kAsksIntents)
                message.intents = intentKeys[i];
            return here.step(message);
        };
        for (std::size_t i = 0; i < count;) {
            if (first + i >= next) {
                walker.begin();
                while (first + i >= next)
                    next = indexOf(ends.next());
            }
            const std::size_t last = std::min<std::size_t>(count, next - first);
            // A local copy, because the compiler must assume that `out` may alias the walker's members.
            Walker here = walker;
            for (; i < last && first + i < indexOf(begin); ++i)
                step(here, i);
            for (; i < last; ++i)
                *out++ = step(here, i);
            walker = here;
        }
    }
}

struct Positions {
    static constexpr bool kAsksRoles = false;
    static constexpr bool kAsksIntents = false;

    void begin() { position = 0; }
    std::uint32_t step(const WalkedMessage&) { return ++position; }

    std::uint32_t position = 0;
};

struct Turns {
    static constexpr bool kAsksRoles = true;
    static constexpr bool kAsksIntents = false;

    void begin() { count = {}; }
    std::uint32_t step(const WalkedMessage& message)
    {
        return count.next(message.role == RoleKind::User     ? TurnCount::Speaker::User
                          : message.role == RoleKind::System ? TurnCount::Speaker::System
                                                             : TurnCount::Speaker::Other);
    }

    TurnCount count;
};

struct Replies {
    static constexpr bool kAsksRoles = true;
    static constexpr bool kAsksIntents = true;

    void begin() { userIntents = 0; }
    std::uint32_t step(const WalkedMessage& message)
    {
        if (message.role == RoleKind::User)
            userIntents = message.intents;
        return message.role == RoleKind::Assistant ? userIntents : 0;
    }

    std::uint32_t userIntents = 0;
};

} // namespace

void messageStarts(const Snapshot& snapshot, Row begin, Row end, MessageIndex* out)
{
    readEach(snapshot.records.entries.hot(), indexOf(begin), indexOf(end), out,
             [](const RecordFigures& record) { return record.firstMessage; });
    out[end - begin] = begin < end ? snapshot.messageRange(end - 1).second : MessageIndex{0};
}

void messagePositions(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    walk(snapshot, begin, end, out, Positions{});
}

void messageTurns(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    walk(snapshot, begin, end, out, Turns{});
}

void repliedIntents(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    walk(snapshot, begin, end, out, Replies{});
}

void nextIntents(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    if (begin >= end)
        return;
    const Column& roles = snapshot.messages.column(MessageColumn::Role);
    const Column& intents = snapshot.messages.column(MessageColumn::Intent);
    const std::vector<RoleKind> kinds = roleKinds(roles);
    MessageEnds ends(snapshot, rowOfMessage(snapshot, begin));
    std::vector<std::uint32_t> roleKeys;
    std::vector<std::uint32_t> intentKeys;
    for (MessageIndex from = begin; from < end;) {
        const MessageIndex last = ends.next();
        const std::uint32_t count = from < last ? last - from : 0;
        roleKeys.resize(count);
        intentKeys.resize(count);
        roles.codes.keysTo(indexOf(from), indexOf(from) + count, roleKeys.data());
        intents.codes.keysTo(indexOf(from), indexOf(from) + count, intentKeys.data());
        // Backwards, so that the next user message is known first.
        std::uint32_t next = 0;
        for (std::uint32_t left = count; left-- > 0;) {
            const MessageIndex message = from + left;
            const bool isUser = kinds[roleKeys[left]] == RoleKind::User;
            if (message < end)
                out[message - begin] = isUser ? next : 0;
            if (isUser)
                next = intentKeys[left];
        }
        from = std::max(from, last);
    }
}

std::uint32_t mostMessages(const Snapshot& snapshot)
{
    std::uint32_t most = 0;
    MessageIndex begin{0};
    snapshot.records.entries.hot().forEachPiece(
        0, snapshot.recordCount(), [&](std::size_t, const RecordFigures* records, std::size_t count) {
            for (const RecordFigures& record : std::span(records, count)) {
                most = std::max(most, record.firstMessage - begin);
                begin = record.firstMessage;
            }
        });
    return std::max(most, snapshot.messages.end() - begin);
}

void messageLengthKeys(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out)
{
    snapshot.messages.column(MessageColumn::EnglishLength).codes.keysTo(indexOf(begin), indexOf(end), out);
    std::array<std::uint32_t, kMessagesAtOnce> chinese;
    while (begin < end) {
        const MessageIndex last = std::min(begin + static_cast<std::uint32_t>(chinese.size()), end);
        snapshot.messages.column(MessageColumn::ChineseLength)
            .codes.keysTo(indexOf(begin), indexOf(last), chinese.data());
        // A message without a text is 0 characters long.
        out = std::transform(out, out + (last - begin), chinese.data(), out,
                             [](std::uint32_t englishKey, std::uint32_t chineseKey) {
                                 const std::uint32_t key = englishKey != 0 ? englishKey : chineseKey;
                                 return std::max(key, 1U);
                             });
        begin = last;
    }
}

std::uint32_t longestMessage(const Snapshot& snapshot)
{
    std::uint32_t longest = 1;
    std::array<std::uint32_t, kMessagesAtOnce> keys;
    for (MessageIndex begin{0}; begin < snapshot.messages.end();) {
        const auto end = std::min(begin + static_cast<std::uint32_t>(keys.size()), snapshot.messages.end());
        messageLengthKeys(snapshot, begin, end, keys.data());
        longest = std::max(longest, *std::max_element(keys.begin(), keys.begin() + (end - begin)));
        begin = end;
    }
    return longest - 1;
}

namespace {

constexpr std::array<std::string_view, 3> kMarkValues{"no", "yes", "unclear"};
constexpr std::array<std::string_view, 3> kTranslations{"none", "partial", "complete"};
/// Numbers that RecordFigures::languages() may be.
constexpr std::size_t kLanguageSets = std::size_t{1} << kLanguageCount;

constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();

template<auto Member, typename Out>
void readFigure(const Snapshot& snapshot, Row begin, Row end, Out* out)
{
    readEach(snapshot.records.entries.hot(), indexOf(begin), indexOf(end), out,
             [](const RecordFigures& record) { return static_cast<Out>(record.*Member); });
}

/// A figure of what a record says. NaN if it could not be read: that is not the same as 0.
template<auto Member>
void readContentFigure(const Snapshot& snapshot, Row begin, Row end, double* out)
{
    readEach(snapshot.records.entries.hot(), indexOf(begin), indexOf(end), out,
             [](const RecordFigures& record) {
                 return record.isBroken() ? kNoFigure : static_cast<double>(record.*Member);
             });
}

/// Figures that are counted from messages: NaN for records that could not be read.
void removeBroken(const Snapshot& snapshot, Row begin, Row end, double* out)
{
    snapshot.records.entries.hot().forEachPiece(
        indexOf(begin), indexOf(end), [&](std::size_t, const RecordFigures* records, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i, ++out)
                *out = records[i].isBroken() ? kNoFigure : *out;
        });
}

void readLanguages(const Snapshot& snapshot, Row begin, Row end, CategoryCode* out)
{
    const RecordLanguages::Values found =
        snapshot.openLanguages > 0 ? snapshot.languages->of(snapshot, Job()) : nullptr;
    Row row = begin;
    readEach(snapshot.records.entries.hot(), indexOf(begin), indexOf(end), out,
             [&](const RecordFigures& record) {
                 const std::uint16_t languages =
                     record.areLanguagesOpen() ? (*found)[indexOf(row)] : record.languages();
                 row += 1;
                 const bool isTold = languages != RecordLanguages::kUnknown && languages != 0;
                 return record.isBroken() || !isTold ? kNoCategory : categoryCode(languages);
             });
}

void readTranslations(const Snapshot& snapshot, Row begin, Row end, CategoryCode* out)
{
    readEach(snapshot.records.entries.hot(), indexOf(begin), indexOf(end), out,
             [](const RecordFigures& record) {
                 return record.isBroken() ? kNoCategory : static_cast<CategoryCode>(record.translation());
             });
}

template<auto Member, typename Out>
void readSpan(const Snapshot& snapshot, Row begin, Row end, Out* out)
{
    readEach(snapshot.records.entries.cold(), indexOf(begin), indexOf(end), out,
             [](const RecordSpan& record) { return static_cast<Out>(record.*Member); });
}

/// Calls take(first, last) with the messages of each row.
template<typename Take>
void forEachRange(const Snapshot& snapshot, Row begin, Row end, Take&& take)
{
    constexpr std::uint32_t kRows = 512;
    std::array<MessageIndex, kRows + 1> starts;
    while (begin < end) {
        const std::uint32_t count = std::min(kRows, end - begin);
        messageStarts(snapshot, begin, begin + count, starts.data());
        for (std::uint32_t i = 0; i < count; ++i)
            take(starts[i], starts[i + 1]);
        begin += count;
    }
}

void countMessages(const Snapshot& snapshot, Row begin, Row end, double* out)
{
    forEachRange(snapshot, begin, end,
                 [next = out](auto first, auto last) mutable { *next++ = last - first; });
    removeBroken(snapshot, begin, end, out);
}

/// Calls take(keys of its messages in the column) for each row.
template<typename Take>
void forEachKeys(const Snapshot& snapshot, MessageColumn which, Row begin, Row end, Take&& take)
{
    const CodeVector<CategoryCode>& codes = snapshot.messages.column(which).codes;
    constexpr std::uint32_t kRows = 512;
    std::array<MessageIndex, kRows + 1> starts;
    std::vector<std::uint32_t> buffer;
    while (begin < end) {
        const std::uint32_t count = std::min(kRows, end - begin);
        messageStarts(snapshot, begin, begin + count, starts.data());
        buffer.resize(starts[count] - starts[0]);
        codes.keysTo(indexOf(starts[0]), indexOf(starts[count]), buffer.data());
        const std::span<const std::uint32_t> keys(buffer);
        for (std::uint32_t i = 0; i < count; ++i)
            take(keys.subspan(starts[i] - starts[0], starts[i + 1] - starts[i]));
        begin += count;
    }
}

void countEarlierTranslations(const Snapshot& snapshot, Row begin, Row end, double* out)
{
    forEachKeys(snapshot, MessageColumn::EarlierTranslation, begin, end,
                [next = out](std::span<const std::uint32_t> keys) mutable {
                    const auto without = std::count(keys.begin(), keys.end(), 0U);
                    *next++ = static_cast<double>(keys.size()) - static_cast<double>(without);
                });
    removeBroken(snapshot, begin, end, out);
}

/// NaN where nobody is the user.
void readTurns(const Snapshot& snapshot, Row begin, Row end, double* out)
{
    readEach(snapshot.records.entries.hot(), indexOf(begin), indexOf(end), out,
             [](const RecordFigures& record) { return record.turns == 0 ? kNoFigure : record.turns; });
}

/// NaN where no message is judged, which is not the same as none that is marked.
void countMarked(const Snapshot& snapshot, Row begin, Row end, double* out)
{
    constexpr auto kYes = static_cast<std::uint32_t>(Mark::Yes);
    constexpr auto kNo = static_cast<std::uint32_t>(Mark::No);
    forEachKeys(snapshot, MessageColumn::Hallucination, begin, end,
                [out](std::span<const std::uint32_t> keys) mutable {
                    std::uint32_t judged = 0;
                    std::uint32_t marked = 0;
                    for (const std::uint32_t key : keys) {
                        judged += key == kYes || key == kNo ? 1 : 0;
                        marked += key == kYes ? 1 : 0;
                    }
                    *out++ = judged == 0 ? kNoFigure : marked;
                });
}

void firstRoles(const Snapshot& snapshot, Row begin, Row end, CategoryCode* out)
{
    const Column& roles = snapshot.messages.column(MessageColumn::Role);
    forEachRange(snapshot, begin, end, [&](auto first, auto last) {
        *out++ = first == last ? kNoCategory : roles.code(indexOf(first));
    });
}

std::size_t formatCount(const Snapshot& snapshot)
{
    return snapshot.formats.size();
}

Category formatAt(const Snapshot& snapshot, CategoryCode code)
{
    return {snapshot.formats[indexOf(code)], {}};
}

std::size_t fileCount(const Snapshot& snapshot)
{
    return snapshot.files.size();
}

Category fileAt(const Snapshot& snapshot, CategoryCode code)
{
    return {snapshot.files[indexOf(code)].shownPath, {}};
}

Category translationAt(const Snapshot&, CategoryCode code)
{
    return {std::string(kTranslations.at(indexOf(code))), {}};
}

template<std::size_t count>
std::size_t always(const Snapshot&)
{
    return count;
}

std::size_t positionCount(const Snapshot& snapshot)
{
    return mostMessages(snapshot);
}

std::size_t turnCount(const Snapshot& snapshot)
{
    return std::size_t{mostMessages(snapshot)} / 2 + 1;
}

std::size_t lengthCount(const Snapshot& snapshot)
{
    return std::size_t{longestMessage(snapshot)} + 1;
}

std::size_t roleCount(const Snapshot& snapshot)
{
    return snapshot.messages.column(MessageColumn::Role).categories.size();
}

Category roleAt(const Snapshot& snapshot, CategoryCode code)
{
    return snapshot.messages.column(MessageColumn::Role).categories[indexOf(code)];
}

/// The index of a code is RecordFigures::languages(). "en+zh" for the bits of both.
Category languagesAt(const Snapshot&, CategoryCode code)
{
    std::string text;
    for (std::size_t i = 0; i < kLanguageCount; ++i) {
        if ((indexOf(code) >> i & 1U) != 0)
            text.append(text.empty() ? "" : "+").append(languageCode(static_cast<Language>(i)));
    }
    return {text, {}};
}

/// Records without an id are named by their file and their number in it: this does not depend on what else
/// is open or filtered.
void appendFileAndNumber(const Snapshot& snapshot, Row row, std::string& out)
{
    const RecordEntry& record = snapshot.record(row);
    const SourceFile& file = snapshot.file(record.file);
    out += file.origin.shownStem;
    if (!file.isOneRecord) {
        out += '#';
        out += std::to_string(record.ordinal);
    }
}

FieldInfo recordInfo(const char* key, const char* title, FieldKind kind)
{
    return {key, title, kind, false, {}, {}};
}

FieldInfo messageInfo(const char* key, const char* title, FieldKind kind = FieldKind::Categories)
{
    return {key, title, kind, true, {}, {}};
}

BuiltInField numberField(const char* key, const char* title, BuiltInField::Read<double> numbers)
{
    return {.info = recordInfo(key, title, FieldKind::Number), .numbers = numbers};
}

BuiltInField codeField(const char* key, const char* title, BuiltInField::Read<CategoryCode> codes,
                       BuiltInField::Count count, BuiltInField::CategoryAt at)
{
    return {.info = recordInfo(key, title, FieldKind::Category),
            .codes = codes,
            .categoryCount = count,
            .category = at};
}

/// A field that lists show before anybody has chosen.
BuiltInField usual(BuiltInField field)
{
    field.info.traits.isUsual = true;
    return field;
}

BuiltInField ofLanguages(BuiltInField field)
{
    field.ofLanguages = true;
    return field;
}

std::vector<BuiltInField> fieldsOfRecords()
{
    return {
        usual({.info = recordInfo("id", "Id", FieldKind::Text), .appendDefault = appendFileAndNumber}),
        usual(codeField("format", "Format", readFigure<&RecordFigures::format>, formatCount, formatAt)),
        usual(codeField("file", "File", readSpan<&RecordSpan::file>, fileCount, fileAt)),
        usual(numberField("record", "Record", readSpan<&RecordSpan::ordinal>)),
        usual(numberField("messages", "Messages", countMessages)),
        usual(numberField("turns", "Turns", readTurns)),
        usual(ofLanguages(
            codeField("language", "Language", readLanguages, always<kLanguageSets>, languagesAt))),
        codeField("translation", "Translation", readTranslations, always<kTranslations.size()>,
                  translationAt),
        numberField("earlier_translations", "Earlier translations", countEarlierTranslations),
        numberField("length", "Length", readContentFigure<&RecordFigures::characters>),
        codeField("first_role", "First role", firstRoles, roleCount, roleAt),
        numberField("candidates", "Candidates", readContentFigure<&RecordFigures::candidates>),
        numberField("problems", "Problems", readFigure<&RecordFigures::problems>),
    };
}

/// Of messages, and of records by all of their messages.
std::vector<BuiltInField> fieldsOfBoth()
{
    BuiltInField mark{.info = messageInfo("hallucination", "Hallucination", FieldKind::Number),
                      .numbers = countMarked,
                      .messageColumn = MessageColumn::Hallucination,
                      .values = MessageValues::Mark};
    mark.info.traits.isMark = true;
    return {
        {.info = messageInfo("role", "Role"), .messageColumn = MessageColumn::Role},
        usual({.info = messageInfo("intent", "Intent"), .messageColumn = MessageColumn::Intent}),
        usual(std::move(mark)),
        {.info = messageInfo("satisfaction", "Satisfaction"),
         .messageColumn = MessageColumn::Satisfaction,
         .values = MessageValues::Number},
    };
}

/// Of messages, by where they are in their conversation or by what is next to them.
std::vector<BuiltInField> fieldsOfMessages()
{
    std::vector<BuiltInField> fields{
        {.info = messageInfo("position", "Position"),
         .messageKeys = messagePositions,
         .values = MessageValues::Number,
         .categoryCount = positionCount},
        {.info = messageInfo("turn", "Turn"),
         .messageKeys = messageTurns,
         .values = MessageValues::Number,
         .categoryCount = turnCount},
        {.info = messageInfo("message_length", "Message length"),
         .messageKeys = messageLengthKeys,
         .values = MessageValues::Number,
         // Messages may have no characters.
         .firstNumber = 0,
         .categoryCount = lengthCount},
        {.info = messageInfo("reply_to.intent", "Intent replied to"),
         .messageKeys = repliedIntents,
         .messageColumn = MessageColumn::Intent},
        {.info = messageInfo("next.intent", "Next intent"),
         .messageKeys = nextIntents,
         .messageColumn = MessageColumn::Intent},
    };
    for (BuiltInField& field : fields)
        field.onlyOfMessages = true;
    return fields;
}

std::vector<BuiltInField> joined(std::vector<BuiltInField> first, const std::vector<BuiltInField>& second,
                                 const std::vector<BuiltInField>& third)
{
    first.insert(first.end(), second.begin(), second.end());
    first.insert(first.end(), third.begin(), third.end());
    return first;
}

} // namespace

std::span<const BuiltInField> builtInFields()
{
    static const std::vector<BuiltInField> fields =
        joined(fieldsOfRecords(), fieldsOfBoth(), fieldsOfMessages());
    return fields;
}

std::optional<double> numberOfMark(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, double>, 8> kWords{
        {{"yes", 1}, {"no", 0}, {"true", 1}, {"false", 0}, {"1", 1}, {"0", 0}, {"是", 1}, {"否", 0}}};
    for (const auto& [word, number] : kWords) {
        if (equalsFolded(name, word))
            return number;
    }
    return std::nullopt;
}

std::string_view markName(Mark mark)
{
    return mark == Mark::NotAnnotated ? std::string_view()
                                      : kMarkValues.at(static_cast<std::size_t>(mark) - 1);
}

} // namespace duologue
