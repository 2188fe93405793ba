// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/format.h"
#include "core/formats/read_layout.h"
#include "core/util/text.h"

#include <algorithm>
#include <string>

namespace duologue {

namespace {

bool isCapital(char c)
{
    return lowerAscii(c) != c;
}

bool isSmall(char c)
{
    return upperAscii(c) != c;
}

/// What the name of a step stands for.
struct PatternStep {
    enum class Kind : std::uint8_t { Name, All, Counter };

    explicit PatternStep(std::string_view text) : name(text)
    {
        // A sign before it may belong to the names: "answer ##" is "answer #1".
        const std::size_t counter = text.rfind('#');
        if (text == "*")
            kind = Kind::All;
        if (counter == std::string_view::npos)
            return;
        kind = Kind::Counter;
        before = text.substr(0, counter);
        after = text.substr(counter + 1);
    }

    Kind kind = Kind::Name;
    std::string_view name;
    /// Of a counter: what is before and after it.
    std::string_view before = {};
    std::string_view after = {};
};

/// A letter counts only if it is a word of its own: "answer_a" and "answerA", not "data".
bool isFreeLetter(char letter, std::string_view before, std::string_view after)
{
    if ((letter < 'a' || letter > 'd') && (letter < 'A' || letter > 'D'))
        return false;
    const auto isAlphanumeric = [](char c) { return isDigit(c) || isCapital(c) || isSmall(c); };
    const bool isBegun =
        before.empty() || !isAlphanumeric(before.back()) || (isCapital(letter) && isSmall(before.back()));
    return isBegun && (after.empty() || !isAlphanumeric(after.front()) || isCapital(after.front()));
}

/// The number or the letter for which the "#" of the step stands in a name; empty if the name is another.
std::string_view counterIn(std::string_view name, std::string_view before, std::string_view after)
{
    if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after))
        return {};
    const std::string_view counter = name.substr(before.size(), name.size() - before.size() - after.size());
    if (std::all_of(counter.begin(), counter.end(), isDigit))
        return counter;
    return counter.size() == 1 && isFreeLetter(counter.front(), before, after) ? counter : std::string_view();
}

struct CountedMember {
    std::string_view counter;
    JsonMember member;
};

/// By the value of numbers, however long they are, then by letters.
bool isCountedBefore(const CountedMember& a, const CountedMember& b)
{
    const bool isNumber = isDigit(a.counter.front());
    if (isNumber != isDigit(b.counter.front()))
        return isNumber;
    if (!isNumber)
        return a.counter < b.counter;
    const auto significant = [](std::string_view digits) {
        return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
    };
    const std::string_view left = significant(a.counter);
    const std::string_view right = significant(b.counter);
    return left.size() != right.size() ? left.size() < right.size() : left < right;
}

/// Members of an object whose names are a counter between the two texts, in the order of the counters.
std::vector<CountedMember> countedMembers(const JsonView& object, std::string_view before,
                                          std::string_view after)
{
    std::vector<CountedMember> counted;
    for (const JsonMember member : object.members()) {
        if (const std::string_view counter = counterIn(member.key, before, after); !counter.empty())
            counted.push_back({counter, member});
    }
    if (!std::is_sorted(counted.begin(), counted.end(), isCountedBefore))
        std::stable_sort(counted.begin(), counted.end(), isCountedBefore);
    return counted;
}

/// All members: in the order of their numbers if their names differ in nothing else.
std::vector<CountedMember> allMembers(const JsonView& object)
{
    std::vector<CountedMember> all;
    std::string_view before;
    std::string_view after;
    bool areCounted = true;
    for (const JsonMember member : object.members()) {
        const std::string_view name = member.key;
        if (all.empty()) {
            const std::size_t end = name.find_last_of("0123456789") + 1;
            std::size_t begin = end;
            while (begin > 0 && isDigit(name[begin - 1]))
                --begin;
            before = name.substr(0, begin);
            after = name.substr(end);
        }
        const std::string_view counter = areCounted ? counterIn(name, before, after) : std::string_view();
        areCounted = !counter.empty() && isDigit(counter.front());
        all.push_back({counter, member});
    }
    if (areCounted && !std::is_sorted(all.begin(), all.end(), isCountedBefore))
        std::stable_sort(all.begin(), all.end(), isCountedBefore);
    return all;
}

/// Follows a pattern through a record.
class PatternWalk {
public:
    PatternWalk(const JsonPointer& pattern, RecordBuilder& builder, PatternPlaces& found)
        : m_builder(builder), m_found(found)
    {
        for (const std::string& part : pattern.parts())
            m_steps.emplace_back(part);
    }

    void follow(const JsonView& value, std::uint32_t around, std::string_view pointer, std::size_t depth)
    {
        if (depth == m_steps.size()) {
            m_found.values.push_back(around);
            return;
        }
        const PatternStep& step = m_steps[depth];
        // What is under one of several values belongs to it.
        const bool isOfSeveral = step.kind != PatternStep::Kind::Name ||
                                 (around != PatternPlace::kNone && m_found.places[around].isOfSeveral);
        const auto enter = [&](std::string_view name, std::string_view counter, const JsonView& inner,
                               std::string_view at) {
            if (!inner.hasValue())
                return;
            const bool isData = step.kind != PatternStep::Kind::Name && !name.empty();
            const auto place = static_cast<std::uint32_t>(m_found.places.size());
            m_found.places.push_back({.value = inner,
                                      .around = around,
                                      .depth = static_cast<std::uint32_t>(depth + 1),
                                      .name = name,
                                      .counter = counter,
                                      .pointer = at,
                                      .isData = isData,
                                      .isOfSeveral = isOfSeveral});
            follow(inner, place, at, depth + 1);
        };
        if (value.isArray()) {
            if (step.kind == PatternStep::Kind::Counter)
                return;
            std::size_t index = 0;
            for (const JsonView element : value.elements()) {
                const std::string number = std::to_string(index++);
                if (step.kind == PatternStep::Kind::All || number == step.name)
                    enter({}, {}, element, m_builder.keep({pointer, "/", number}));
            }
        } else if (step.kind == PatternStep::Kind::Name) {
            enter(step.name, {}, value[step.name], pointerTo(m_builder, pointer, step.name));
        } else {
            const bool isAll = step.kind == PatternStep::Kind::All;
            const std::vector<CountedMember> members =
                isAll ? allMembers(value) : countedMembers(value, step.before, step.after);
            for (const auto& [counter, member] : members)
                enter(member.key, isAll ? std::string_view(member.key) : counter, member.value,
                      pointerTo(m_builder, pointer, member.key));
        }
    }

private:
    RecordBuilder& m_builder;
    PatternPlaces& m_found;
    std::vector<PatternStep> m_steps;
};

JsonView firstFrom(const JsonPointer& pattern, const JsonView& value, std::size_t depth)
{
    if (depth == pattern.parts().size())
        return value;
    const PatternStep step(pattern.parts()[depth]);
    if (step.kind == PatternStep::Kind::Name) {
        const JsonView inner = value.isArray() ? JsonPointer(step.name).in(value) : value[step.name];
        return inner.hasValue() ? firstFrom(pattern, inner, depth + 1) : JsonView();
    }
    for (const auto [key, inner] : value.members()) {
        if (!inner.hasValue() ||
            (step.kind == PatternStep::Kind::Counter && counterIn(key, step.before, step.after).empty()))
            continue;
        if (const JsonView found = firstFrom(pattern, inner, depth + 1); found.hasValue())
            return found;
    }
    for (const JsonView inner : value.elements()) {
        if (step.kind == PatternStep::Kind::Counter || !inner.hasValue())
            continue;
        if (const JsonView found = firstFrom(pattern, inner, depth + 1); found.hasValue())
            return found;
    }
    return {};
}

/// The members of a value that no pointer leads to, and parts of those that a pointer leads into.
class BesidesReading {
public:
    BesidesReading(RecordBuilder& builder, BesidesOf of) : m_builder(builder), m_of(of) {}

    void read(const JsonView& value, std::string_view name, const UsedPointers& used, std::size_t depth)
    {
        for (const auto [key, member] : value.members())
            readMember(key, member, name.empty() ? name : m_builder.keep({name, "."}), used, depth);
        std::size_t index = 0;
        for (const JsonView element : value.elements())
            readMember(m_builder.keep({std::to_string(index++)}), element,
                       name.empty() ? "element." : m_builder.keep({name, "."}), used, depth);
    }

private:
    void readMember(std::string_view key, const JsonView& member, std::string_view before,
                    const UsedPointers& used, std::size_t depth)
    {
        UsedPointers inside;
        for (const JsonPointer* pointer : used.pointers()) {
            if (pointer->parts()[depth] != key)
                continue;
            if (pointer->parts().size() == depth + 1)
                return;
            inside.add(*pointer);
        }
        const std::string_view name = before.empty() ? key : m_builder.keep({before, key});
        if (!inside.pointers().empty() && (member.isObject() || member.isArray()))
            read(member, name, inside, depth + 1);
        else if (m_of == BesidesOf::Message)
            m_builder.messageField(name, member);
        else
            m_builder.candidateField(name, member);
    }

    RecordBuilder& m_builder;
    BesidesOf m_of;
};

/// Whether a pattern that has gone `depth` steps goes to the member of that name.
bool isOnWay(const JsonPointer& pattern, std::size_t depth, std::string_view name)
{
    const PatternStep step(pattern.parts()[depth]);
    if (step.kind == PatternStep::Kind::Name)
        return name == step.name;
    return step.kind == PatternStep::Kind::All || !counterIn(name, step.before, step.after).empty();
}

/// The patterns of parts that go the same way as `pattern` for so many steps, and further.
std::vector<const JsonPointer*> patternsAlong(const JsonPointer& pattern, std::size_t depth,
                                              const Layout& layout)
{
    std::vector<const JsonPointer*> along;
    const auto look = [&](const LayoutPart& part) {
        const auto& own = pattern.parts();
        const auto& steps = part.at.parts();
        if (part.isEach && steps.size() > depth &&
            std::equal(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(depth), steps.begin()))
            along.push_back(&part.at);
    };
    std::for_each(layout.messages.begin(), layout.messages.end(), look);
    std::for_each(layout.candidates.begin(), layout.candidates.end(), look);
    return along;
}

} // namespace

void LayoutReading::markAround(const PatternPlaces& found, const JsonPointer& pattern)
{
    if (record.isArray())
        placesAround.push_back(record.place());
    for (const PatternPlace& place : found.places) {
        if (place.depth < pattern.parts().size())
            placesAround.push_back(place.value.place());
    }
}

std::vector<JsonMember> takeBesides(PatternPlaces& found, std::uint32_t around, const LayoutReading& reading,
                                    const LayoutPart& part)
{
    std::vector<JsonMember> besides;
    for (; around != PatternPlace::kNone; around = found.places[around].around) {
        PatternPlace& place = found.places[around];
        if (!place.isOfSeveral || place.isOffered)
            break;
        place.isOffered = true;
        std::string before;
        for (std::uint32_t at = around; at != PatternPlace::kNone; at = found.places[at].around) {
            const PatternPlace& each = found.places[at];
            if (each.isData || !each.isOfSeveral || each.name.empty())
                break;
            before = std::string(each.name) + "." + before;
        }
        const std::vector<const JsonPointer*> along = patternsAlong(part.at, place.depth, reading.layout);
        for (const JsonMember member : place.value.members()) {
            if (std::any_of(along.begin(), along.end(), [&](const JsonPointer* pattern) {
                    return isOnWay(*pattern, place.depth, member.key);
                }))
                continue;
            const std::string_view key = member.key;
            besides.push_back({{before.empty() ? key : reading.builder.keep({before, key})}, member.value});
        }
    }
    return besides;
}

JsonView firstOfPattern(const JsonPointer& pattern, const JsonView& record)
{
    return firstFrom(pattern, record, 0);
}

PatternPlaces placesOf(const JsonPointer& pattern, const JsonView& record, RecordBuilder& builder)
{
    PatternPlaces found;
    if (pattern.empty())
        return found;
    PatternWalk(pattern, builder, found).follow(record, PatternPlace::kNone, {}, 0);
    return found;
}

std::string_view nameOfStep(const JsonPointer& pattern, std::size_t depth, RecordBuilder& builder)
{
    const PatternStep step(pattern.parts()[depth]);
    const auto stem = [](std::string_view text) {
        constexpr std::string_view kSeparators = " _-.#";
        const std::size_t begin = text.find_first_not_of(kSeparators);
        if (begin == std::string_view::npos)
            return std::string_view();
        return text.substr(begin, text.find_last_not_of(kSeparators) - begin + 1);
    };
    std::string_view name = stem(step.before);
    if (name.empty())
        name = stem(step.after);
    return name.empty() ? std::string_view("part") : builder.keep({name});
}

void readBesides(const JsonView& value, const UsedPointers& used, BesidesOf of, RecordBuilder& builder)
{
    BesidesReading(builder, of).read(value, {}, used, 0);
}

} // namespace duologue
