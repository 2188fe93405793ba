// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/message_order.h"

#include "core/data/conversation.h"
#include "core/formats/format.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>

namespace duologue {

namespace {

constexpr std::string_view kNumbers[] = {"turn",
                                         "turn_id",
                                         "turn_idx",
                                         "turn_index",
                                         "turn_no",
                                         "turn_number",
                                         "turnId",
                                         "turnIndex",
                                         "idx",
                                         "index",
                                         "seq",
                                         "order",
                                         "position",
                                         "pos",
                                         "no",
                                         "nr",
                                         "n",
                                         "number",
                                         "num",
                                         "message_index",
                                         "messageIndex",
                                         "msg_idx",
                                         "message_order",
                                         "message_no",
                                         "sequence",
                                         "seq_no",
                                         "line",
                                         "id"};
constexpr std::string_view kTimes[] = {"time",      "timestamp", "timestamp_ms", "ts",         "created_at",
                                       "createdAt", "created",   "create_time",  "createTime", "date",
                                       "datetime",  "date_time", "sent_at",      "sentAt",     "when"};

/// Numbers that say no more than the order: they may have gaps, as those of the messages of one side do.
constexpr std::string_view kTurns[] = {"turn",          "turn_id",      "turn_idx", "turn_index",
                                       "turn_no",       "turn_number",  "turnId",   "turnIndex",
                                       "message_index", "messageIndex", "msg_idx",  "message_order",
                                       "message_no",    "seq",          "seq_no",   "sequence"};

template<std::size_t N>
bool isOneOf(const std::string_view (&names)[N], std::string_view key)
{
    return std::find(std::begin(names), std::end(names), key) != std::end(names);
}

/// Empty for a value that tells no order.
std::string textOf(const JsonView& value)
{
    return value.isNumber() ? value.toJson() : std::string(value.string());
}

bool isLess(const std::string& left, const std::string& right)
{
    return compareNatural(left, right) < 0;
}

/// Who speaks, as far as it is the user, the assistant or a tool.
std::string_view speakerOf(const JsonView& message)
{
    for (const std::string_view key : {"role", "from", "speaker", "sender"}) {
        if (const std::string_view role = usualRole(message[key].string()); !role.empty())
            return role == "system" ? std::string_view() : role;
    }
    return {};
}

/// What is odd about who speaks after whom.
struct Oddity {
    bool beginsWithAnswer = false;
    /// Somebody speaks again, or a tool that nobody called.
    std::size_t sameTwice = 0;

    bool isMoreThan(const Oddity& other) const
    {
        return (beginsWithAnswer && !other.beginsWithAnswer) || sameTwice > other.sameTwice;
    }
};

Oddity oddityOf(const std::vector<std::size_t>& order, std::span<const JsonView> messages)
{
    Oddity oddity;
    std::string_view before;
    for (const std::size_t index : order) {
        const std::string_view speaker = speakerOf(messages[index]);
        if (speaker.empty())
            continue;
        if (speaker == "tool") {
            oddity.sameTwice += before == "assistant" || before == "tool" ? 0 : 1;
            before = speaker;
            continue;
        }
        oddity.beginsWithAnswer = oddity.beginsWithAnswer || (before.empty() && speaker == "assistant");
        oddity.sameTwice += speaker == before ? 1 : 0;
        before = speaker;
    }
    return oddity;
}

} // namespace

std::string_view orderKeyOf(const JsonView& message)
{
    std::string_view found;
    for (const auto [key, value] : message.members()) {
        const bool isNumber = isOneOf(kNumbers, key);
        if ((isNumber || (found.empty() && isOneOf(kTimes, key))) && !textOf(value).empty())
            found = key;
        // A number says it better than a time.
        if (isNumber && !found.empty())
            break;
    }
    return found;
}

namespace {

/// By what the messages are sorted: times, or numbers of turns. Empty if one of them has a value of another
/// kind, or the key may number something else.
std::vector<double> placesOf(std::string_view key, std::span<const JsonView> messages)
{
    const bool areTimes = isOneOf(kTimes, key);
    const bool areNumbers = messages.front()[key].isNumber();
    std::vector<double> places;
    for (const JsonView& message : messages) {
        const JsonView value = message[key];
        std::optional<double> place = areNumbers ? value.number() : numberIn(value.string());
        if (const auto time = areTimes && !areNumbers ? timeIn(value.string()) : std::nullopt)
            place = time->begin;
        if (!place || value.isNumber() != areNumbers || !(areTimes || isOneOf(kTurns, key)))
            return {};
        places.push_back(*place);
    }
    return places;
}

/// Messages with the same place stay as the file has them, or are all turned round if that is less odd: the
/// file may have the last message first.
std::vector<std::size_t> sortedBy(const std::vector<double>& places, std::span<const JsonView> messages)
{
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::size_t> turned(order.rbegin(), order.rend());
    const auto isBefore = [&places](std::size_t left, std::size_t right) {
        return places[left] < places[right];
    };
    std::stable_sort(order.begin(), order.end(), isBefore);
    std::stable_sort(turned.begin(), turned.end(), isBefore);
    return oddityOf(order, messages).isMoreThan(oddityOf(turned, messages)) ? turned : order;
}

/// Whether the numbers go on from 0 or 1 without a gap in the order.
bool areWithoutGap(const std::vector<std::size_t>& order, const std::vector<std::string>& values)
{
    const std::size_t first = values[order.front()] == "0" ? 0 : 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (values[order[i]] != std::to_string(first + i))
            return false;
    }
    return true;
}

} // namespace

MessageOrder orderToRead(std::string_view key, std::span<const JsonView> messages, std::string_view list,
                         RecordBuilder& builder)
{
    std::vector<std::string> values;
    values.reserve(messages.size());
    for (const JsonView& message : messages) {
        values.push_back(textOf(message[key]));
        if (values.back().empty())
            return {};
    }
    if (values.size() < 2 || std::is_sorted(values.begin(), values.end(), isLess))
        return {};
    MessageOrder told{key, std::vector<std::size_t>(messages.size()), false};
    std::iota(told.order.begin(), told.order.end(), std::size_t{0});
    const std::vector<std::size_t> inFile = told.order;
    std::sort(told.order.begin(), told.order.end(),
              [&values](std::size_t left, std::size_t right) { return isLess(values[left], values[right]); });
    if (isOneOf(kTimes, key) && std::is_sorted(values.rbegin(), values.rend(), isLess)) {
        told.order.assign(inFile.rbegin(), inFile.rend());
    } else if (isOneOf(kTimes, key) || !areWithoutGap(told.order, values)) {
        const std::vector<double> places = placesOf(key, messages);
        if (places.empty())
            return {};
        told.order = sortedBy(places, messages);
        if (told.order == inFile)
            return {};
    }
    told.fits = !oddityOf(told.order, messages).isMoreThan(oddityOf(inFile, messages));
    if (!told.fits) {
        builder.problem(ProblemCode::UnexpectedType, pointerTo(builder, pointerTo(builder, list, 0), key),
                        {PhraseId::OrderContradicts, key});
    }
    return told;
}

} // namespace duologue
