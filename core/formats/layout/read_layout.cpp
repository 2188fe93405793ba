// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parse_number.h"
#include "core/base/text.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/format_help.h"
#include "core/formats/layout/layout_reading_parts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace duologue {

namespace {

constexpr std::size_t kUsualMembersRead = 12;

void readLayoutId(LayoutReading& reading)
{
    if (reading.layout.readsLeniently() && reading.layout.recordIds.empty()) {
        if (reading.record.isObject())
            reading.readMembers.push_back(readRecordId(reading.record, reading.builder));
        return;
    }
    for (const JsonPointer& pointer : reading.layout.recordIds) {
        const JsonView id = pointer.in(reading.record);
        if (id.isString() || id.isNumber()) {
            reading.builder.id(id);
            reading.markRead(pointer);
            return;
        }
    }
}

void readMessageParts(LayoutReading& reading, std::size_t shared)
{
    const std::span<const LayoutPart> parts(reading.layout.messages);
    const bool repeatsMessages = shared > 0 && std::none_of(parts.begin(), parts.end(), [](const auto& part) {
                                     return part.form == PartForm::Answered;
                                 });
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
        end = begin + 1;
        while (end < parts.size() && parts[end].isAlternative)
            ++end;
        if (!repeatsMessages || parts[begin].slot == Slot::System)
            readOneOf(reading, parts.subspan(begin, end - begin));
    }
    if (repeatsMessages)
        readShared(reading, shared);
}

void readLayoutRating(std::string_view name, const JsonView& value, std::string_view pointer,
                      RecordBuilder& builder)
{
    if (value.isNumber())
        builder.rating(name, value.number());
    else if (!builder.expect(value, JsonView::Kind::Integer, pointer))
        builder.rating(name, std::nullopt, {}, builder.keep({value.toJson()}));
}

void readLayoutRatings(LayoutReading& reading)
{
    const Layout& layout = reading.layout;
    RecordBuilder& builder = reading.builder;
    if (!layout.ratings.empty()) {
        const JsonView ratings = layout.ratings.in(reading.record);
        for (const auto [name, value] : ratings.members())
            readLayoutRating(name, value, builder.keep({layout.ratings.text(), "/", name}), builder);
        if (ratings.isObject())
            reading.markRead(layout.ratings);
    }
    for (const auto& [name, pointer] : layout.ratingsByName) {
        if (const JsonView value = pointer.in(reading.record); value.hasValue())
            readLayoutRating(name, value, pointer.text(), builder);
    }
}

void readLabel(LayoutReading& reading)
{
    const JsonPointer& pointer = reading.layout.label;
    if (const JsonView label = pointer.in(reading.record); label.hasValue()) {
        reading.builder.categoryField("label", label);
        reading.markRead(pointer);
    }
}

void readTools(LayoutReading& reading)
{
    for (const JsonPointer& pointer : reading.layout.tools) {
        const std::string_view key = pointer.member();
        const JsonView tools = pointer.in(reading.record);
        if (key.empty() || tools.isMissing())
            continue;
        reading.builder.treeField(key, tools);
        reading.markRead(pointer);
    }
}

void readChildren(LayoutReading& reading)
{
    for (const JsonPointer& pattern : reading.layout.children) {
        const PatternPlaces found = placesOf(pattern, reading.record, reading.builder);
        for (const std::uint32_t index : found.values) {
            if (const std::string_view id = found.places[index].value.string(); !id.empty())
                reading.builder.categoryOfMany("children", {id, {}});
        }
    }
}

/// What is not read of an object or a list: a text that is a message of a described layout has a column, too.
/// `path` leads to the value.
void readRestOf(std::vector<std::string_view>& path, const JsonView& value, bool isInList,
                const LayoutReading& reading)
{
    RecordBuilder& builder = reading.builder;
    const auto show = [&](std::string_view name, const JsonView& inner) {
        if (reading.isRead(inner))
            return;
        path.push_back(name);
        if (reading.isAround(inner)) {
            readRestOf(path, inner, isInList || inner.isArray(), reading);
        } else if (!isInList) {
            builder.memberField(path, inner);
        } else {
            // Each element of a list would have columns of its own.
            std::string key;
            for (const std::string_view part : path)
                key.append(key.empty() ? "" : ".").append(part);
            builder.treeField(builder.keep({key}), inner);
        }
        path.pop_back();
    };
    for (const auto [name, inner] : value.members())
        show(name, inner);
    std::size_t index = 0;
    for (const JsonView inner : value.elements())
        show(builder.keep({std::to_string(index++)}), inner);
}

void readOthers(LayoutReading& reading)
{
    const auto& read = reading.readMembers;
    const bool isReadInside = !reading.readPlaces.empty() || !reading.placesAround.empty();
    if (isReadInside)
        reading.sortPlaces();
    std::vector<std::string_view> path;
    for (const auto [key, value] : reading.record.members()) {
        const std::string_view name = key;
        // A key may be empty; an empty name in the list stands for none.
        if (!name.empty() && std::find(read.begin(), read.end(), name) != read.end())
            continue;
        if (isReadInside && reading.isRead(value))
            continue;
        if (isReadInside && reading.isAround(value)) {
            path.assign(1, name);
            readRestOf(path, value, value.isArray(), reading);
        } else if (reading.layout.readsLeniently())
            readAnyField(name, value, reading.builder);
        else
            reading.builder.field(name, value);
    }
    path.clear();
    if (isReadInside && reading.record.isArray() && reading.isAround(reading.record))
        readRestOf(path, reading.record, true, reading);
}

} // namespace

void readOneOf(LayoutReading& reading, std::span<const LayoutPart> alternatives)
{
    const LayoutPart& first = alternatives.front();
    const auto& said = reading.builder.conversation().messages;
    if (first.isIfUnanswered && !said.empty() && said.back().role == "assistant")
        return;
    // A query is read where its prompt is, even if there is none.
    const auto& parts = reading.layout.messages;
    const bool isElsewhere = std::any_of(parts.begin(), parts.end(), [&](const LayoutPart& part) {
        return part.slot == first.slot && (&part < &first || &part > &alternatives.back()) &&
               valueOf(part, reading.record).hasValue();
    });
    const bool mustBeRead = (isNeeded(reading.layout, first.slot) && !isElsewhere) ||
                            (first.slot == Slot::Prompt && reading.layout.needs.query);
    if (alternatives.size() == 1 && (mustBeRead || !first.isStrict)) {
        const JsonView value = valueOf(first, reading.record);
        if (mustBeRead || value.hasValue())
            readPart(reading, first, value);
        return;
    }
    for (const LayoutPart& part : alternatives) {
        if (const JsonView value = valueOf(part, reading.record); fits(part, value)) {
            readPart(reading, part, value);
            return;
        }
    }
    if (mustBeRead)
        readPart(reading, first, valueOf(first, reading.record));
}

void LayoutReading::markAll()
{
    for (const auto [key, value] : record.members())
        readMembers.push_back(key);
}

void LayoutReading::markRead(const JsonPointer& pointer)
{
    // The places of a list are no members.
    if (const std::string_view member = pointer.member(); !member.empty() && !record.isArray()) {
        readMembers.push_back(member);
        return;
    }
    const JsonView value = pointer.in(record);
    const bool isLenient = layout.readsLeniently();
    if (!value.isArray() && !(isLenient && value.hasValue()))
        return;
    readPlaces.push_back(value.place());
    if (isLenient && record.isArray())
        placesAround.push_back(record.place());
    for (std::size_t steps = 1; steps < pointer.parts().size(); ++steps) {
        const JsonView around = pointer.in(record, steps);
        // A list is shown as it is: a description that somebody has written names one of its elements.
        if (around.isArray() && !isLenient)
            return;
        placesAround.push_back(around.place());
    }
}

std::string_view withoutSentenceEnds(std::string_view text, std::span<const std::string> marks,
                                     RecordBuilder& builder)
{
    for (const std::string& mark : marks) {
        if (text.find(mark) == std::string_view::npos)
            continue;
        std::string cleaned;
        for (std::string_view rest = text; !rest.empty();) {
            const std::size_t end = std::min(rest.find(mark), rest.size());
            const std::string_view sentence = trimmed(rest.substr(0, end));
            cleaned.append(cleaned.empty() || sentence.empty() ? "" : "\n").append(sentence);
            rest.remove_prefix(std::min(rest.size(), end + mark.size()));
        }
        text = builder.keep({cleaned});
    }
    return text;
}

std::vector<PlacedMessage> inOrder(const LayoutPart& part, const JsonView& list)
{
    std::vector<PlacedMessage> messages;
    bool haveAll = !part.orderBy.empty();
    for (const JsonView message : list.elements()) {
        if (part.orderBy.empty())
            break;
        haveAll = haveAll && part.orderBy.in(message).hasValue();
        messages.push_back({messages.size(), message});
    }
    if (!haveAll)
        return messages;
    const auto order = [&part](const PlacedMessage& each) { return part.orderBy.in(each.message); };
    std::stable_sort(messages.begin(), messages.end(), [&](const auto& left, const auto& right) {
        const JsonView first = order(left);
        const JsonView second = order(right);
        if (first.isNumber() && second.isNumber())
            return first.number() < second.number();
        return first.isNumber() != second.isNumber() ? first.isNumber()
                                                     : compareNatural(first.string(), second.string()) < 0;
    });
    const auto areSame = [](const JsonView& left, const JsonView& right) {
        return left.hasValue() && left.toJson() == right.toJson();
    };
    bool areNumbers = true;
    bool areTwice = false;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const JsonView number = order(messages[i]);
        areNumbers = areNumbers && (number.isNumber() || parseNumber<std::uint64_t>(number.string()));
        if (i == 0 || !areSame(order(messages[i - 1]), number))
            continue;
        const JsonView& last = messages[i - 1].message;
        const JsonView& each = messages[i].message;
        messages[i].isSaidAgain = areSame(part.text.in(last), part.text.in(each)) &&
                                  (part.role.empty() || areSame(part.role.in(last), part.role.in(each)));
        areTwice = areTwice || !messages[i].isSaidAgain;
    }
    // Numbers that two different messages have are not those of one conversation.
    if (areNumbers && areTwice) {
        std::sort(messages.begin(), messages.end(),
                  [](const auto& left, const auto& right) { return left.place < right.place; });
        for (PlacedMessage& each : messages)
            each.isSaidAgain = false;
    }
    return messages;
}

void readByLayout(const JsonView& record, const Layout& layout, RecordBuilder& builder)
{
    LayoutReading reading{record, layout, builder, {}};
    reading.readMembers.reserve(kUsualMembersRead);
    readLayoutId(reading);
    const std::size_t shared = sharedBeginning(reading);
    readMessageParts(reading, shared);
    readLayoutRatings(reading);
    readLabel(reading);
    readCandidates(reading, shared);
    readTools(reading);
    readChildren(reading);
    readOthers(reading);
}

} // namespace duologue
