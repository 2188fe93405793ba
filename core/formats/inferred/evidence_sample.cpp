// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/evidence_sample.h"

#include "core/util/checksum.h"
#include "core/util/numbers.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace duologue {

namespace {

constexpr std::size_t kMostMembers = 400;
constexpr std::size_t kMostListElements = 60;
constexpr std::size_t kMostKeys = 1'000;
constexpr std::size_t kMostFieldPaths = 500;
constexpr std::size_t kMostListPaths = 200;
constexpr int kMostDepth = 9;
/// Of all records together.
constexpr std::size_t kMostValues = 8'000;
constexpr std::size_t kMostBytes = 1'048'576;
/// Of texts that are joined for a test.
constexpr std::size_t kMostJoined = 4'096;

bool areDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isAsciiDigit);
}

/// "2024-05-01", "12:30", or a long hexadecimal number.
bool isDataName(std::string_view name)
{
    constexpr std::size_t kShortestHash = 16;
    constexpr std::string_view kOfDates = "-_/.: T";
    const auto isOfDate = [&](char c) {
        return isAsciiDigit(c) || kOfDates.find(c) != std::string_view::npos;
    };
    const auto isOfHash = [](char c) { return isAsciiDigit(c) || (c >= 'a' && c <= 'f') || c == '-'; };
    if (std::all_of(name.begin(), name.end(), isOfDate))
        return std::any_of(name.begin(), name.end(), isAsciiDigit);
    return name.size() >= kShortestHash && std::all_of(name.begin(), name.end(), isOfHash);
}

/// The name with each run of digits as one 0.
std::string digitPattern(std::string_view name)
{
    std::string pattern;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!isAsciiDigit(name[i]))
            pattern += name[i];
        else if (i == 0 || !isAsciiDigit(name[i - 1]))
            pattern += '0';
    }
    return pattern;
}

/// Where the last run of digits of a name is; of size 0 if there is none.
std::pair<std::size_t, std::size_t> counterIn(std::string_view name)
{
    std::size_t end = name.size();
    while (end > 0 && !isAsciiDigit(name[end - 1]))
        --end;
    std::size_t begin = end;
    while (begin > 0 && isAsciiDigit(name[begin - 1]))
        --begin;
    return {begin, end - begin};
}

/// "response_A", "answer b", "optionC", "A": the name ends in a letter that counts.
bool endsInCountingLetter(std::string_view name)
{
    const char last = name.empty() ? ' ' : name.back();
    const bool isUpper = last >= 'A' && last <= 'D';
    if (!isUpper && (last < 'a' || last > 'd'))
        return false;
    if (name.size() == 1)
        return true;
    const char before = name[name.size() - 2];
    return before == ' ' || before == '_' || before == '-' || (isUpper && before >= 'a' && before <= 'z');
}

/// The name with a "#" for its counter; empty if it has none.
std::string counterPattern(std::string_view name)
{
    constexpr std::size_t kLongest = 128;
    if (name.size() > kLongest)
        return {};
    const auto [begin, length] = counterIn(name);
    if (length > 0)
        return std::string(name.substr(0, begin)) + "#" + std::string(name.substr(begin + length));
    return endsInCountingLetter(name) ? std::string(name.substr(0, name.size() - 1)) + "#" : std::string();
}

std::uint64_t counterOf(std::string_view name)
{
    const auto [begin, length] = counterIn(name);
    return parseNumber<std::uint64_t>(name.substr(begin, length)).value_or(0);
}

/// Kinds as far as the normal form tells them apart.
enum class Shape : std::uint8_t { Object, List, Text, Scalar };

Shape shapeOf(const JsonView& value)
{
    switch (value.kind()) {
    case JsonKind::Object:
        return Shape::Object;
    case JsonKind::Array:
        return Shape::List;
    case JsonKind::String:
        return Shape::Text;
    default:
        return Shape::Scalar;
    }
}

bool isLoneObject(const JsonView& value)
{
    return value.isArray() && value.size() == 1 && (*value.elements().begin()).isObject();
}

std::vector<JsonMember> firstMembers(const JsonView& object, std::size_t most)
{
    std::vector<JsonMember> members;
    members.reserve(std::min(most, object.size()));
    for (const JsonMember member : object.members()) {
        if (members.size() == most)
            break;
        members.push_back(member);
    }
    return members;
}

/// Whether a key of one or two words means something in a conversation, so that it is not data.
bool isMeantKey(std::string_view name)
{
    constexpr double kPlain = 2.5;
    constexpr WordClass kClasses[] = {
        WordClass::List,     WordClass::Ask,   WordClass::Answer, WordClass::History, WordClass::Text,
        WordClass::Speaker,  WordClass::Good,  WordClass::Bad,    WordClass::System,  WordClass::Asker,
        WordClass::Answerer, WordClass::Label, WordClass::Meta,   WordClass::Context, WordClass::Candidate};
    const KeyWords words = keyWordsOf(name);
    return words.words <= 2 && std::any_of(std::begin(kClasses), std::end(kClasses),
                                           [&](WordClass word) { return words.weight(word) >= kPlain; });
}

std::set<std::string_view> keysOf(const JsonView& object)
{
    std::set<std::string_view> keys;
    for (const JsonMember& member : firstMembers(object, kMostListElements))
        keys.insert(member.key);
    return keys;
}

/// The share of keys that objects have in common with the first.
double keySimilarity(std::span<const JsonMember> members, std::size_t& keysOfFirst)
{
    constexpr std::size_t kMostCompared = 30;
    const std::set<std::string_view> base = keysOf(members.front().value);
    keysOfFirst = base.size();
    double sum = 0;
    std::size_t compared = 0;
    for (std::size_t i = 1; i < std::min(members.size(), kMostCompared); ++i) {
        const std::set<std::string_view> keys = keysOf(members[i].value);
        const auto common = static_cast<std::size_t>(std::count_if(
            keys.begin(), keys.end(), [&](std::string_view key) { return base.contains(key); }));
        const std::size_t all = base.size() + keys.size() - common;
        sum += all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
        ++compared;
    }
    return compared == 0 ? 0 : sum / static_cast<double>(compared);
}

/// Whether values of one shape under names that are no words are alike.
bool areAlike(std::span<const JsonMember> members, std::size_t size)
{
    constexpr std::size_t kFewestObjects = 3;
    constexpr std::size_t kFewestLists = 5;
    constexpr double kSimilar = 0.6;
    if (size < kFewestObjects)
        return false;
    if (shapeOf(members.front().value) == Shape::Object) {
        std::size_t keys = 0;
        const double similarity = keySimilarity(members, keys);
        const auto hasDigit = [](const JsonMember& member) {
            return std::any_of(member.key.begin(), member.key.end(), isAsciiDigit);
        };
        return keys > 0 && similarity >= kSimilar &&
               (keys >= 2 || size >= kFewestLists || std::all_of(members.begin(), members.end(), hasDigit));
    }
    std::optional<Shape> shape;
    for (const JsonMember& member : members) {
        if (member.value.size() == 0)
            continue;
        const Shape first = shapeOf(*member.value.elements().begin());
        if (first == Shape::Text || first == Shape::Scalar || (shape && *shape != first))
            return false;
        shape = first;
    }
    return size >= kFewestLists && shape.has_value();
}

/// Lists of texts whose names are a few words with a number after each ("walk_1", "walk_2", "ride_1" …).
bool areNumberedLists(std::span<const JsonMember> members)
{
    constexpr std::size_t kFewest = 6;
    std::set<std::string> patterns;
    for (const JsonMember& member : members) {
        if (!member.value.isArray() || counterIn(member.key).second == 0)
            return false;
        patterns.insert(digitPattern(member.key));
    }
    return members.size() >= kFewest && 3 * patterns.size() <= members.size();
}

/// `isMeant` tells whether a key means something in a conversation.
template<typename IsMeant>
bool isKeyed(const std::vector<JsonMember>& members, std::size_t size, IsMeant isMeant)
{
    constexpr std::size_t kMostTested = 50;
    constexpr std::size_t kMostWordsTested = 20;
    if (members.empty())
        return false;
    const Shape shape = shapeOf(members.front().value);
    const std::span tested = std::span(members).first(std::min(members.size(), kMostTested));
    const auto all = [&tested](auto condition) {
        return std::all_of(tested.begin(), tested.end(), condition);
    };
    if (!all([shape](const JsonMember& each) { return shapeOf(each.value) == shape; }))
        return false;
    if (shape != Shape::Object && shape != Shape::List)
        return size >= 2 && all([](const JsonMember& each) { return areDigits(each.key); });
    if (all([](const JsonMember& each) { return isDataName(each.key); }))
        return true;
    const std::string pattern = digitPattern(tested.front().key);
    if (size >= 2 && pattern.find('0') != std::string::npos &&
        all([&pattern](const JsonMember& each) { return digitPattern(each.key) == pattern; }))
        return true;
    for (const JsonMember& each : tested.first(std::min(tested.size(), kMostWordsTested))) {
        if (isMeant(each.key))
            return false;
    }
    return areAlike(tested, size) || areNumberedLists(tested);
}

void sortByCounter(std::vector<JsonMember>& members)
{
    std::stable_sort(members.begin(), members.end(), [](const JsonMember& left, const JsonMember& right) {
        return counterOf(left.key) < counterOf(right.key);
    });
}

/// Members of an object that differ in a counter, by the pattern of their names and the shape of their
/// values.
class CountedMembers {
public:
    explicit CountedMembers(const std::vector<JsonMember>& members)
    {
        // Of turns in columns, a short conversation has only the first.
        std::set<std::string> empty;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const Shape shape = shapeOf(members[i].value);
            const bool isEmpty = !members[i].value.hasValue();
            std::string pattern =
                shape == Shape::Scalar && !isEmpty ? std::string() : counterPattern(members[i].key);
            // Columns of a table without names are numbered by the program; they do not follow each other.
            if (pattern.empty() || pattern == "column_#")
                continue;
            if (isEmpty) {
                empty.insert(std::move(pattern));
                continue;
            }
            const auto group = m_groups.try_emplace({std::move(pattern), shape}).first;
            group->second.push_back(members[i]);
            m_groupOf.emplace(i, group);
        }
        std::erase_if(m_groupOf, [&empty](const auto& each) {
            return each.second->second.size() < 2 && !empty.contains(each.second->first.first);
        });
    }

    /// Null if the member is in none.
    std::vector<JsonMember>* groupOf(std::size_t member)
    {
        const auto at = m_groupOf.find(member);
        return at == m_groupOf.end() ? nullptr : &at->second->second;
    }

    const std::string& patternOf(std::size_t member) const { return m_groupOf.at(member)->first.first; }

private:
    using Groups = std::map<std::pair<std::string, Shape>, std::vector<JsonMember>>;

    Groups m_groups;
    std::map<std::size_t, Groups::iterator> m_groupOf;
};

/// A list of two to six values of different kinds, one of them a list.
bool isTuple(const JsonView& record)
{
    constexpr std::size_t kMost = 6;
    if (!record.isArray() || record.size() < 2 || record.size() > kMost)
        return false;
    std::set<std::pair<Shape, Shape>> shapes;
    bool hasList = false;
    for (const JsonView element : record.elements()) {
        const Shape shape = shapeOf(element);
        hasList = hasList || (shape == Shape::List && element.size() > 0);
        const bool isFilled = shape == Shape::List && element.size() > 0;
        if (!shapes.emplace(shape, isFilled ? shapeOf(*element.elements().begin()) : Shape::Scalar).second)
            return false;
    }
    return hasList;
}

template<typename IsMeant>
void hashShape(const JsonView& value, std::uint64_t front, bool isTop, const IsMeant& isMeant,
               std::vector<std::uint64_t>& hashes)
{
    std::string buffer;
    for (const JsonMember& member : firstMembers(value, kMostMembers)) {
        buffer.assign(reinterpret_cast<const char*>(&front), sizeof front);
        buffer += member.key;
        const std::uint64_t hash = checksum(buffer);
        if (isMeant(member.value))
            hashes.push_back(hash);
        if (!isTop)
            continue;
        if (member.value.isObject())
            hashShape(member.value, hash, false, isMeant, hashes);
        else if (member.value.size() > 0)
            hashShape(*member.value.elements().begin(), hash + 1, false, isMeant, hashes);
    }
}

/// The hashes of the keys of two levels whose values are meant, sorted.
template<typename IsMeant>
std::vector<std::uint64_t> keysOfShape(const JsonView& record, const IsMeant& isMeant)
{
    std::vector<std::uint64_t> hashes;
    const bool isList = record.isArray() && record.size() > 0;
    hashShape(isList ? *record.elements().begin() : record, isList ? 1 : 0, true, isMeant, hashes);
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    return hashes;
}

} // namespace

bool isKeyedByData(const JsonView& object)
{
    return object.isObject() && isKeyed(firstMembers(object, kMostMembers), object.size(), isMeantKey);
}

std::vector<std::uint64_t> shapeKeys(const JsonView& record)
{
    return keysOfShape(record, [](const JsonView&) { return true; });
}

std::vector<std::uint64_t> tellingKeys(const JsonView& record)
{
    return keysOfShape(record, [](const JsonView& value) {
        return value.isString() ? isProseText(value.string()) : value.size() > 0;
    });
}

double overlap(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right)
{
    if (left.empty() && right.empty())
        return 1;
    std::size_t common = 0;
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        common += left[i] == right[j] ? 1 : 0;
        const bool isLeftNext = left[i] <= right[j];
        j += right[j] <= left[i] ? 1 : 0;
        i += isLeftNext ? 1 : 0;
    }
    return static_cast<double>(common) / static_cast<double>(left.size() + right.size() - common);
}

// SamplePath

SamplePath SamplePath::with(SampleKeyId key) const
{
    SamplePath path = *this;
    if (!path.isFull())
        path.push(key);
    return path;
}

SamplePath SamplePath::parent() const
{
    SamplePath path = *this;
    if (!path.empty())
        path.pop();
    return path;
}

SamplePath SamplePath::then(const SamplePath& rest) const
{
    SamplePath path = *this;
    for (const SampleKeyId key : rest)
        path = path.with(key);
    return path;
}

bool SamplePath::startsWith(const SamplePath& front) const
{
    return front.size() <= size() && std::equal(front.begin(), front.end(), begin());
}

bool SamplePath::hasEach() const
{
    return std::find(begin(), end(), kEachKey) != end();
}

std::size_t SamplePathHash::operator()(const SamplePath& path) const
{
    constexpr std::size_t kPrime = 0x100000001B3U;
    std::size_t hash = path.size();
    for (const SampleKeyId key : path)
        hash = (hash ^ key) * kPrime;
    return hash ^ (hash >> 29U);
}

const SampleValue* SampleValue::member(SampleKeyId key) const
{
    for (const SampleMember& each : members) {
        if (each.key == key)
            return each.value;
    }
    return nullptr;
}

// Sample: the normal form.

/// What may still be looked at.
struct Sample::Budget {
    std::size_t values = kMostValues;
    std::size_t bytes = kMostBytes;

    bool isSpent() const { return values == 0 || bytes == 0; }
    void take(std::size_t text)
    {
        values -= std::min<std::size_t>(values, 1);
        bytes -= std::min(bytes, text);
    }
};

Sample::Sample(std::span<const JsonView> records, std::size_t most, double listName) : m_listName(listName)
{
    m_keys.push_back({.name = "*", .pointer = "*", .isCounted = false, .words = {}});
    m_other = addKey({}, {}, false);
    // APIs return a list of one choice, which is read through, as answers are that always stand alone.
    m_loneKeys.emplace("choices", addKey("choices", "choices/0", false));
    addLoneAnswers(records.first(std::min(most, records.size())));
    m_text = intern("text");
    m_content = intern("content");
    m_value = intern("value");
    m_parts = intern("parts");
    m_type = intern("type");
    m_role = intern("role");
    m_speaker = intern("speaker");
    m_notTexts = {intern("image_url"), intern("functionCall"), intern("function_call"), intern("inlineData")};
    constexpr std::size_t kFewestRecords = 16;
    Budget all;
    std::size_t left = std::min(most, records.size());
    for (const JsonView& record : records.first(left)) {
        if (all.isSpent())
            return;
        // Large records leave room for some others.
        const auto part = [left](std::size_t rest, std::size_t whole) {
            return std::max(rest / left, std::min(rest, whole / kFewestRecords));
        };
        Budget own{.values = part(all.values, kMostValues), .bytes = part(all.bytes, kMostBytes)};
        --left;
        const Budget before = own;
        m_records.push_back(isTuple(record) ? buildTuple(record, own) : build(record, kMostDepth, own));
        all.values -= before.values - own.values;
        all.bytes -= before.bytes - own.bytes;
    }
}

void Sample::addLoneAnswers(std::span<const JsonView> records)
{
    constexpr double kIsAnswer = 2.4;
    constexpr double kIsHistory = 3;
    constexpr std::size_t kFewest = 3;
    if (records.size() < kFewest)
        return;
    for (const auto [key, value] : records.front().members()) {
        const std::string_view name = key;
        const bool areLone = isLoneObject(value) &&
                             std::all_of(records.begin(), records.end(),
                                         [name](const JsonView& each) { return isLoneObject(each[name]); });
        if (!areLone || m_loneKeys.contains(name))
            continue;
        // The one turn that is to be answered has what was said before.
        bool isTurn = false;
        for (const auto [inner, ignored] : (*value.elements().begin()).members())
            isTurn = isTurn || weightOf(inner, WordClass::History) >= kIsHistory;
        if (!isTurn && weightOf(name, WordClass::Answer) < kIsAnswer)
            continue;
        std::string pointer;
        appendPointerPart(pointer, name);
        m_loneKeys.emplace(name, addKey(name, pointer.substr(1) + "/0", false));
    }
}

SampleKeyId Sample::addKey(std::string_view name, std::string pointer, bool isCounted)
{
    m_keys.push_back({.name = std::string(name),
                      .pointer = std::move(pointer),
                      .isCounted = isCounted,
                      .words = keyWordsOf(name)});
    return static_cast<SampleKeyId>(m_keys.size() - 1);
}

SampleKeyId Sample::intern(std::string_view name)
{
    const auto known = m_plainKeys.find(name);
    if (known != m_plainKeys.end())
        return known->second;
    // More than that are data, which no reading names.
    if (m_keys.size() >= kMostKeys)
        return m_other;
    std::string pointer;
    appendPointerPart(pointer, name);
    const SampleKeyId key = addKey(name, pointer.substr(1), false);
    m_plainKeys.emplace(name, key);
    return key;
}

SampleKeyId Sample::internCounted(const std::string& pattern)
{
    const auto known = m_countedKeys.find(pattern);
    if (known != m_countedKeys.end())
        return known->second;
    if (m_keys.size() >= kMostKeys)
        return m_other;
    std::string pointer;
    appendPointerPart(pointer, pattern);
    const SampleKeyId key = addKey(pattern, pointer.substr(1), true);
    m_countedKeys.emplace(pattern, key);
    return key;
}

bool Sample::isMeant(std::string_view name)
{
    const auto [known, isNew] = m_meantKeys.try_emplace(name, false);
    if (isNew)
        known->second = isMeantKey(name);
    return known->second;
}

SampleValue* Sample::add(SampleValue value) const
{
    return &m_values.emplace_back(std::move(value));
}

const SampleValue* Sample::build(const JsonView& value, int depth, Budget& budget)
{
    SampleValue* const built = add({.source = value});
    // Of a long text, the beginning is looked at.
    budget.take(value.isString() ? std::min(kMostJoined, value.string().size()) : 0);
    if (value.isString()) {
        built->kind = SampleValue::Kind::Text;
        built->text = value.string();
        built->characters =
            static_cast<std::uint32_t>(std::min<std::size_t>(charactersIn(built->text), 0xFFFF'FFFF));
        built->isBlank = trimmed(built->text.substr(0, kMostJoined)).empty();
        built->isProse = !built->isBlank && isProseText(built->text);
        built->isAddress = !built->isBlank && isAddress(built->text);
        return built;
    }
    built->size = value.size();
    if (depth == 0 || budget.isSpent())
        return built;
    if (value.isArray())
        buildList(value, depth, budget, *built);
    else if (value.isObject())
        buildObject(value, depth, budget, *built);
    return built;
}

void Sample::buildList(const JsonView& list, int depth, Budget& budget, SampleValue& into)
{
    into.kind = SampleValue::Kind::List;
    into.members.reserve(std::min(kMostListElements, list.size()));
    for (const JsonView element : list.elements()) {
        if (into.members.size() == kMostListElements || budget.isSpent())
            return;
        into.members.push_back({kEachKey, {}, build(element, depth - 1, budget)});
    }
}

const SampleValue* Sample::buildTuple(const JsonView& tuple, Budget& budget)
{
    SampleValue* const built = add({.kind = SampleValue::Kind::Object, .source = tuple});
    built->size = tuple.size();
    std::size_t place = 0;
    for (const JsonView element : tuple.elements()) {
        const std::string& name = m_strings.emplace_back(std::to_string(place++));
        built->members.push_back({intern(name), name, build(element, kMostDepth - 1, budget)});
    }
    return built;
}

void Sample::buildObject(const JsonView& object, int depth, Budget& budget, SampleValue& into)
{
    std::vector<JsonMember> members = firstMembers(object, kMostMembers);
    into.members.reserve(std::min(members.size(), kMostListElements));
    if (isKeyed(members, object.size(), [this](std::string_view name) { return isMeant(name); })) {
        into.kind = SampleValue::Kind::List;
        into.form = SampleValue::ListForm::Keyed;
        const auto hasDigits = [](const JsonMember& member) { return areDigits(member.key); };
        if (std::all_of(members.begin(), members.end(), hasDigits))
            sortByCounter(members);
        buildElements(members, depth, budget, into);
        return;
    }
    into.kind = SampleValue::Kind::Object;
    CountedMembers counted(members);
    for (std::size_t i = 0; i < members.size() && !budget.isSpent(); ++i) {
        const JsonMember& member = members[i];
        if (std::vector<JsonMember>* const group = counted.groupOf(i)) {
            // The first of a group stands for all of it.
            if (group->empty())
                continue;
            std::vector<JsonMember> all = std::exchange(*group, {});
            sortByCounter(all);
            SampleValue* const list = add({.kind = SampleValue::Kind::List,
                                           .form = SampleValue::ListForm::Counted,
                                           .size = all.size(),
                                           .members = {},
                                           .source = {}});
            buildElements(all, depth, budget, *list);
            into.members.push_back({internCounted(counted.patternOf(i)), {}, list});
            continue;
        }
        const auto lone = isLoneObject(member.value) ? m_loneKeys.find(member.key) : m_loneKeys.end();
        const bool isLone = lone != m_loneKeys.end();
        const JsonView value = isLone ? *member.value.elements().begin() : member.value;
        const SampleKeyId key = isLone ? lone->second : intern(member.key);
        if (areNamedAnswers(key, value)) {
            SampleValue* const list = add({.kind = SampleValue::Kind::List,
                                           .form = SampleValue::ListForm::Keyed,
                                           .size = value.size(),
                                           .members = {},
                                           .source = value});
            buildElements(firstMembers(value, kMostMembers), depth - 1, budget, *list);
            into.members.push_back({key, member.key, list});
            continue;
        }
        into.members.push_back({key, member.key, build(value, depth - 1, budget)});
    }
}

bool Sample::areNamedAnswers(SampleKeyId key, const JsonView& object)
{
    constexpr std::size_t kMost = 60;
    constexpr std::size_t kShortMean = 30;
    constexpr std::size_t kLongestLanguage = 3;
    const KeyWords& words = m_keys[key].words;
    if (!object.isObject() || object.size() < 2 || object.size() > kMost || !words.isPlural ||
        words.weight(WordClass::Candidate) < 1.5)
        return false;
    std::size_t bytes = 0;
    std::size_t prose = 0;
    std::size_t languages = 0;
    std::size_t models = 0;
    std::set<std::string> patterns;
    for (const auto [name, value] : object.members()) {
        // The names of models are those of who answers.
        const bool isModel = weightOf(name, WordClass::Answerer) > 0 && weightOf(name, WordClass::Asker) <= 0;
        if (!value.isString() || (isMeant(name) && !isModel))
            return false;
        const std::string pattern = counterPattern(name);
        patterns.insert(pattern.empty() ? std::string(name) : pattern);
        bytes += value.string().size();
        prose += isProseText(value.string()) ? 1 : 0;
        languages += name.size() <= kLongestLanguage ? 1 : 0;
        models += isModel ? 1 : 0;
    }
    // "outputs" may be files.
    if (words.weight(WordClass::Candidate) < 2 && models == 0)
        return false;
    return patterns.size() > 1 && languages < object.size() && bytes >= kShortMean * object.size() &&
           2 * prose >= object.size();
}

void Sample::buildElements(const std::vector<JsonMember>& members, int depth, Budget& budget,
                           SampleValue& into)
{
    for (const JsonMember& member : members) {
        if (into.members.size() == kMostListElements || budget.isSpent())
            return;
        into.members.push_back({kEachKey, member.key, build(member.value, depth - 1, budget)});
    }
}

// Sample: what its keys say.

double Sample::weight(const SamplePath& path, WordClass word) const
{
    constexpr double kOfParents = 0.6;
    double weight = 0;
    bool isLast = true;
    for (std::size_t i = path.size(); i-- > 0;) {
        if (path[i] == kEachKey)
            continue;
        const double own = m_keys[path[i]].words.weight(word);
        if (isLast)
            weight = own;
        else if (weight >= 0)
            weight = std::max(weight, kOfParents * own);
        isLast = false;
    }
    return weight;
}

double Sample::lastWeight(const SamplePath& path, WordClass word) const
{
    return path.empty() ? 0 : m_keys[path.back()].words.weight(word);
}

Sides Sample::sides(const SamplePath& path) const
{
    std::array<const KeyWords*, SamplePath::kLongest> words{};
    std::size_t count = 0;
    for (const SampleKeyId key : path) {
        if (key != kEachKey)
            words[count++] = &m_keys[key].words;
    }
    return sidesOf(std::span<const KeyWords* const>(words.data(), count));
}

std::size_t Sample::unknownWords(const SamplePath& path) const
{
    std::size_t unknown = 0;
    for (const SampleKeyId key : path)
        unknown += m_keys[key].words.unknown;
    return unknown;
}

// Sample: values.

const SampleValue* Sample::at(const SampleValue* value, const SamplePath& path) const
{
    for (const SampleKeyId key : path) {
        if (value == nullptr || !value->isObject())
            return nullptr;
        value = value->member(key);
    }
    return value;
}

std::vector<const SampleValue*> Sample::allAt(const SampleValue* value, const SamplePath& path) const
{
    std::vector<const SampleValue*> values;
    if (value != nullptr)
        values.push_back(value);
    for (const SampleKeyId key : path) {
        std::vector<const SampleValue*> next;
        for (const SampleValue* const each : values) {
            if (key == kEachKey && each->isList()) {
                for (const SampleMember& member : each->members)
                    next.push_back(member.value);
            } else if (key != kEachKey && each->isObject()) {
                if (const SampleValue* const member = each->member(key))
                    next.push_back(member);
            }
        }
        values = std::move(next);
    }
    return values;
}

const SampleValue* Sample::textOf(const SampleValue* value) const
{
    if (value == nullptr || value->isText())
        return value;
    if (value->isList())
        return value->form == SampleValue::ListForm::Array ? joinedTexts(*value, true) : nullptr;
    if (value->isObject()) {
        for (const SampleKeyId key : {m_text, m_content, m_parts}) {
            if (const SampleValue* const inner = value->member(key))
                return textOf(inner);
        }
    }
    return nullptr;
}

const SampleValue* Sample::textAt(const SampleValue* value, const SamplePath& path) const
{
    return textOf(at(value, path));
}

std::string_view Sample::speakerAt(const SampleValue* value, const SamplePath& path) const
{
    const SampleValue* const found = at(value, path);
    const SampleValue* const text =
        found == nullptr ? nullptr
                         : speakerIn(*found, path.size() == 0 ? std::string_view() : lastName(path));
    return text == nullptr ? std::string_view() : text->text;
}

const SampleValue* Sample::speakerIn(const SampleValue& value, std::string_view key) const
{
    if (value.kind != SampleValue::Kind::Other)
        return textOf(&value);
    std::string word(speakerOfFlag(key, value.source));
    if (value.source.kind() == JsonKind::Integer)
        word = value.source.toJson();
    if (word.empty())
        return nullptr;
    const auto known = m_joined.find(&value);
    if (known != m_joined.end())
        return known->second;
    const std::string& kept = m_strings.emplace_back(std::move(word));
    SampleValue* const text = add({.kind = SampleValue::Kind::Text,
                                   .isBlank = false,
                                   .characters = static_cast<std::uint32_t>(kept.size()),
                                   .text = kept,
                                   .source = value.source});
    m_joined.emplace(&value, text);
    return text;
}

const SampleValue* Sample::joinedTexts(const SampleValue& list, bool areParts) const
{
    const auto known = m_joined.find(&list);
    if (known != m_joined.end())
        return known->second;
    std::vector<const SampleValue*> texts;
    bool isOther = false;
    for (const SampleMember& member : list.members) {
        const SampleValue* text = member.value->isText() ? member.value : nullptr;
        if (text == nullptr && areParts && member.value->isObject()) {
            for (const SampleKeyId key : {m_text, m_content, m_value}) {
                const SampleValue* const inner = member.value->member(key);
                if (text == nullptr && inner != nullptr && inner->isText())
                    text = inner;
            }
            const bool isPart = member.value->member(m_type) != nullptr ||
                                std::any_of(m_notTexts.begin(), m_notTexts.end(), [&](SampleKeyId key) {
                                    return member.value->member(key) != nullptr;
                                });
            isOther = isOther || (text == nullptr && !isPart);
        } else if (text == nullptr) {
            isOther = true;
        }
        if (text != nullptr)
            texts.push_back(text);
    }
    const SampleValue* joined = nullptr;
    if (!isOther && texts.size() == 1) {
        joined = texts.front();
    } else if (!isOther) {
        std::string& all = m_strings.emplace_back();
        SampleValue value{.kind = SampleValue::Kind::Text, .source = list.source};
        for (const SampleValue* const text : texts) {
            if (all.size() < kMostJoined)
                all.append(all.empty() ? "" : "\n").append(text->text.substr(0, kMostJoined));
            value.isBlank = value.isBlank && text->isBlank;
            value.characters += text->characters;
        }
        value.text = all;
        value.isProse = !value.isBlank && isProseText(all);
        joined = add(std::move(value));
    }
    m_joined.emplace(&list, joined);
    return joined;
}

void Sample::addText(SampleFields& fields, const SamplePath& path, const SampleValue& text,
                     bool isJoined) const
{
    auto [at, isNew] = fields.m_indices.try_emplace(path, fields.m_fields.size());
    if (isNew && fields.m_fields.size() >= kMostFieldPaths) {
        fields.m_indices.erase(at);
        return;
    }
    if (isNew)
        fields.m_fields.push_back({.path = path, .texts = {}});
    FieldStats& field = fields.m_fields[at->second];
    ++field.values;
    field.joined += isJoined ? 1 : 0;
    if (!text.isBlank)
        field.texts.push_back(&text);
}

void Sample::addLeaves(SampleFields& fields, const SampleValue& object, int depth, SamplePath& path) const
{
    // Answers with what is known of each are not parts of one content.
    const auto areAnswers = [this](const SampleMember& list) {
        constexpr double kNamesAnswers = 1.5;
        return list.value->size > 1 && m_keys[list.key].words.weight(WordClass::Candidate) >= kNamesAnswers &&
               std::all_of(list.value->members.begin(), list.value->members.end(), [this](const auto& each) {
                   return each.value->isObject() && each.value->members.size() > 1 &&
                          each.value->member(m_type) == nullptr;
               });
    };
    const auto saysWho = [this](const SampleValue& part) {
        return part.member(m_role) != nullptr || part.member(m_speaker) != nullptr ||
               std::any_of(part.members.begin(), part.members.end(), [this](const SampleMember& each) {
                   return each.value->isText() && m_keys[each.key].words.weight(WordClass::Speaker) >= 1 &&
                          !knownSpeaker(each.value->text).empty();
               });
    };
    constexpr std::size_t kMostTexts = 200;
    constexpr std::size_t kMostParts = 50;
    for (const SampleMember& member : object.members) {
        const SampleValue& value = *member.value;
        path.push(member.key);
        if (value.isText()) {
            addText(fields, path, value, false);
        } else if (value.kind == SampleValue::Kind::Other) {
            const SampleKey& key = m_keys[member.key];
            const bool maySpeak = key.words.weight(WordClass::Speaker) >= 1.5 || value.source.boolean();
            if (const SampleValue* const speaker = maySpeak ? speakerIn(value, key.name) : nullptr)
                addText(fields, path, *speaker, false);
        } else if (value.isList() && value.form == SampleValue::ListForm::Array && !value.members.empty()) {
            const auto all = [&value](auto condition) {
                return std::all_of(value.members.begin(), value.members.end(),
                                   [&](const SampleMember& each) { return condition(*each.value); });
            };
            if (value.size < kMostTexts && all([](const SampleValue& each) { return each.isText(); })) {
                addText(fields, path, *joinedTexts(value, false), true);
            } else if (value.size < kMostParts && !areAnswers(member) && all([&](const SampleValue& each) {
                           return each.isObject() &&
                                  (each.member(m_text) != nullptr || each.member(m_type) != nullptr) &&
                                  !saysWho(each);
                       })) {
                const SampleValue* const text = joinedTexts(value, true);
                if (text != nullptr && !text->isBlank)
                    addText(fields, path, *text, false);
            }
        } else if (value.isObject() && depth > 1 && path.size() + 1 < SamplePath::kLongest) {
            addLeaves(fields, value, depth - 1, path);
        }
        path.pop();
    }
}

SampleFields Sample::fieldsOf(std::span<const SampleValue* const> objects, int depth) const
{
    SampleFields fields;
    SamplePath path;
    for (const SampleValue* const object : objects) {
        if (object->isObject())
            addLeaves(fields, *object, depth, path);
    }
    for (FieldStats& field : fields.m_fields) {
        if (field.texts.empty())
            continue;
        std::vector<std::string_view> distinct;
        for (const SampleValue* const text : field.texts) {
            field.prose += text->isProse ? 1 : 0;
            field.addresses +=
                text->isAddress && text->text.substr(0, 200).find(' ') == std::string_view::npos;
            field.questions += isQuestion(text->text) ? 1 : 0;
            field.total += text->characters;
            field.characters += text->proseCharacters();
            distinct.push_back(text->text);
        }
        // By length first, so that few texts are compared.
        std::sort(distinct.begin(), distinct.end(), [](std::string_view left, std::string_view right) {
            return left.size() != right.size() ? left.size() < right.size() : left < right;
        });
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        const double count = field.count();
        field.prose /= count;
        field.addresses /= count;
        field.questions /= count;
        field.mean = field.total / count;
        field.distinct = static_cast<double>(distinct.size()) / count;
        fields.m_characters += field.characters;
    }
    return fields;
}

const FieldStats* SampleFields::find(const SamplePath& path) const
{
    const auto at = m_indices.find(path);
    return at == m_indices.end() ? nullptr : &m_fields[at->second];
}

void Sample::addLists(const SampleValue& value, std::size_t record, int depth, SamplePath& path,
                      std::vector<ListsAtPath>& lists,
                      std::unordered_map<SamplePath, std::size_t, SamplePathHash>& indices) const
{
    if (value.isList() && !value.members.empty()) {
        auto [at, isNew] = indices.try_emplace(path, lists.size());
        if (isNew && lists.size() >= kMostListPaths) {
            indices.erase(at);
        } else {
            if (isNew)
                lists.push_back({.path = path, .lists = {}});
            ListsAtPath& found = lists[at->second];
            found.records += found.lists.empty() || found.lists.back().first != record ? 1 : 0;
            found.lists.emplace_back(record, &value);
        }
    }
    if (depth == 0 || path.isFull() || (!value.isList() && !value.isObject()))
        return;
    for (const SampleMember& member : value.members) {
        if (!member.value->isList() && !member.value->isObject())
            continue;
        path.push(member.key);
        addLists(*member.value, record, depth - 1, path, lists, indices);
        path.pop();
    }
}

std::vector<ListsAtPath> Sample::listsByPath(int depth) const
{
    std::vector<ListsAtPath> lists;
    std::unordered_map<SamplePath, std::size_t, SamplePathHash> indices;
    SamplePath path;
    for (std::size_t i = 0; i < m_records.size(); ++i)
        addLists(*m_records[i], i, depth, path, lists, indices);
    return lists;
}

void Sample::forEachText(const SampleValue& record,
                         const std::function<void(const SamplePath&, const SampleValue&)>& visit) const
{
    SamplePath path;
    const std::function<void(const SampleValue&)> walk = [&](const SampleValue& value) {
        if (value.isText())
            visit(path, value);
        if (path.isFull())
            return;
        for (const SampleMember& member : value.members) {
            path.push(member.key);
            walk(*member.value);
            path.pop();
        }
    };
    walk(record);
}

// Sample: pointers.

JsonPointer Sample::pointerTo(const SamplePath& path) const
{
    return JsonPointer(patternOf(path));
}

std::string Sample::patternOf(const SamplePath& path) const
{
    std::string pattern;
    bool isCounted = false;
    for (const SampleKeyId key : path) {
        // The values of numbered members are what the pattern itself leads to.
        if (key != kEachKey || !isCounted)
            pattern += "/" + m_keys[key].pointer;
        isCounted = m_keys[key].isCounted;
    }
    return pattern;
}

bool Sample::isPattern(const SamplePath& path) const
{
    return std::any_of(path.begin(), path.end(),
                       [this](SampleKeyId key) { return key == kEachKey || m_keys[key].isCounted; });
}

std::string Sample::nameOf(const SamplePath& path) const
{
    std::string name;
    for (const SampleKeyId key : path)
        name += (name.empty() ? "" : "/") + m_keys[key].name;
    return name;
}

} // namespace duologue
