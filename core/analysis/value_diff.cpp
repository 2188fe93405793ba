// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/value_diff.h"

#include "core/data/record_texts.h"
#include "core/json/json_view.h"
#include "core/util/checksum.h"
#include "core/util/numbers.h"
#include "core/util/text.h"
#include "core/util/text_diff.h"
// L. R. Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26 (1945), here of
// the pairs of neighbouring words of two texts, as G. W. Adamson and J. Boreham, "The use of an association
// measure based on character structure", Information Storage and Retrieval 10 (1974), has it for pairs of
// letters.
#include "core/analysis/value_diff.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <unordered_map>

namespace duologue {

namespace {

/// Fewer members are found faster one after another.
constexpr std::size_t kFewMembers = 16;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    std::uint64_t x = (hash ^ value) + 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

enum class HashKind : std::uint64_t { Null = 1, False, True, Number, Text, List, Object };

std::uint64_t seedOf(HashKind kind)
{
    return mixed(0, static_cast<std::uint64_t>(kind));
}

/// Two numbers with different digits may be one double.
bool mayBeRounded(const JsonView& value, double number)
{
    return !value.digits().empty() || isBeyondExact(number);
}

std::uint64_t numberHash(const JsonView& value)
{
    const double number = value.number().value_or(0);
    // 0 and -0 are equal.
    const std::uint64_t hash =
        mixed(seedOf(HashKind::Number), std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number));
    if (!mayBeRounded(value, number))
        return hash;
    const std::string digits = value.toJson();
    return isHeldByDouble(digits) ? hash : mixed(hash, checksum(digits));
}

bool equalNumbers(const JsonView& left, const JsonView& right)
{
    const double number = left.number().value_or(0);
    if (number != right.number().value_or(0))
        return false;
    return (!mayBeRounded(left, number) && !mayBeRounded(right, number)) ||
           compareDecimals(left.toJson(), right.toJson()) == 0;
}

bool equalLists(const JsonView& left, const JsonView& right)
{
    if (left.size() != right.size())
        return false;
    auto other = right.elements().begin();
    for (const JsonView element : left.elements()) {
        if (!equalValues(element, *other))
            return false;
        ++other;
    }
    return true;
}

bool equalObjects(const JsonView& left, const JsonView& right)
{
    if (left.size() != right.size())
        return false;
    // Mostly the members have the same order.
    auto other = right.members().begin();
    bool isSameOrder = true;
    std::optional<MemberIndex> index;
    for (const auto [key, value] : left.members()) {
        if (isSameOrder && std::string_view((*other).key) == std::string_view(key)) {
            if (!equalValues(value, (*other).value))
                return false;
            ++other;
            continue;
        }
        isSameOrder = false;
        if (!index)
            index.emplace(right);
        const JsonView counterpart = (*index)[key];
        if (counterpart.isMissing() || !equalValues(value, counterpart))
            return false;
    }
    return true;
}

} // namespace

std::uint64_t valueHash(const JsonView& value)
{
    switch (value.kind()) {
    case JsonKind::Missing:
        break;
    case JsonKind::Null:
        return seedOf(HashKind::Null);
    case JsonKind::Bool:
        return seedOf(value.boolean() == true ? HashKind::True : HashKind::False);
    case JsonKind::Integer:
    case JsonKind::Real:
        return numberHash(value);
    case JsonKind::String:
        return mixed(seedOf(HashKind::Text), checksum(value.string()));
    case JsonKind::Array: {
        std::uint64_t hash = seedOf(HashKind::List);
        for (const JsonView element : value.elements())
            hash = mixed(hash, valueHash(element));
        return hash;
    }
    case JsonKind::Object: {
        // A sum, so that the order of the members does not matter.
        std::uint64_t sum = 0;
        for (const auto [key, member] : value.members())
            sum += mixed(checksum(key), valueHash(member));
        return mixed(seedOf(HashKind::Object), sum);
    }
    }
    return 0;
}

bool equalValues(const JsonView& left, const JsonView& right)
{
    if (left.isNumber() && right.isNumber())
        return equalNumbers(left, right);
    if (left.kind() != right.kind())
        return false;
    switch (left.kind()) {
    case JsonKind::Bool:
        return left.boolean() == right.boolean();
    case JsonKind::String:
        return left.string() == right.string();
    case JsonKind::Array:
        return equalLists(left, right);
    case JsonKind::Object:
        return equalObjects(left, right);
    default:
        return true;
    }
}

MemberIndex::MemberIndex(const JsonView& object)
{
    m_members.reserve(object.size());
    for (const JsonMember member : object.members())
        m_members.push_back(member);
    if (m_members.size() <= kFewMembers)
        return;
    m_byName.resize(m_members.size());
    std::iota(m_byName.begin(), m_byName.end(), 0U);
    std::sort(m_byName.begin(), m_byName.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::string_view(m_members[a].key) < std::string_view(m_members[b].key);
    });
}

JsonView MemberIndex::operator[](std::string_view key) const
{
    if (m_byName.empty()) {
        const auto found = std::find_if(m_members.begin(), m_members.end(), [&](const JsonMember& member) {
            return std::string_view(member.key) == key;
        });
        return found == m_members.end() ? JsonView() : found->value;
    }
    const auto found = std::lower_bound(m_byName.begin(), m_byName.end(), key,
                                        [&](std::uint32_t index, std::string_view name) {
                                            return std::string_view(m_members[index].key) < name;
                                        });
    const bool isThere = found != m_byName.end() && std::string_view(m_members[*found].key) == key;
    return isThere ? m_members[*found].value : JsonView();
}

namespace {

constexpr std::uint64_t kTextEdge = 0x7E47'ED6E'0000'0001U;

std::uint64_t pairHash(std::uint64_t first, std::uint64_t second)
{
    constexpr std::uint64_t kMultiplier = 0x9FB2'1C65'1E98'DF25U;
    std::uint64_t x = (first * kMultiplier) ^ second;
    x = (x ^ (x >> 32U)) * kMultiplier;
    return x ^ (x >> 29U);
}

bool isBlankToken(std::string_view token)
{
    const char c = token.front();
    return c == ' ' || (c >= '\t' && c <= '\r') || token.starts_with("\xC2\xA0");
}

} // namespace

void WordPairs::clear()
{
    m_hashes.clear();
    m_bytes = 0;
}

void WordPairs::addText(std::string_view text, std::size_t most)
{
    if (m_bytes >= most || text.empty())
        return;
    const std::string_view seen =
        text.substr(0, wholeCharacters(text, std::min(text.size(), most - m_bytes)));
    m_bytes += seen.size();
    std::uint64_t before = kTextEdge;
    for (const DiffRange& range : wordsAndCharacters(seen)) {
        const std::string_view token = seen.substr(range.begin, range.size());
        if (isBlankToken(token))
            continue;
        const std::uint64_t hash = checksum(token);
        m_hashes.push_back(pairHash(before, hash));
        before = hash;
    }
    m_hashes.push_back(pairHash(before, kTextEdge));
}

void WordPairs::addTexts(const JsonView& value, std::size_t most)
{
    addText(value.string(), most);
    for (const auto [key, member] : value.members())
        addTexts(member, most);
    for (const JsonView element : value.elements())
        addTexts(element, most);
}

void WordPairs::addTexts(const Conversation& conversation)
{
    forEachText(conversation, [&](const RecordText& text) {
        if (text.isValue && !isLongText(text.text))
            return false;
        addText(text.text);
        return m_bytes >= kMostComparedText;
    });
}

void WordPairs::finish()
{
    std::sort(m_hashes.begin(), m_hashes.end());
}

double likenessOf(const WordPairs& left, const WordPairs& right)
{
    const auto& a = left.hashes();
    const auto& b = right.hashes();
    if (a.empty() || b.empty())
        return 0;
    std::size_t common = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) {
            ++common;
            ++i;
            ++j;
        } else if (a[i] < b[j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return 2.0 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

namespace {

/// How many values may be looked at to find the counterparts of list elements in one record: those of a list
/// inside lists are looked at once on each level.
constexpr std::size_t kMostLooks = 4'000'000;
/// Steps of one comparison of two lists.
constexpr std::size_t kMostListSteps = 2'000'000;
/// Elements between equal ones are compared by their texts if there are at most so many pairs of them.
constexpr std::size_t kMostElementPairs = 400;
constexpr std::size_t kMostTextOfElement = std::size_t{16} << 10U;

/// One step of the way to a value: a member's name, or the indices of an element in both lists.
struct PathPart {
    std::string_view key;
    std::size_t oldIndex = 0;
    std::size_t newIndex = 0;
    bool isIndex = false;
};

/// How many values there are in a value.
std::size_t valueCount(const JsonView& value)
{
    std::size_t count = 1;
    for (const auto [key, member] : value.members())
        count += valueCount(member);
    for (const JsonView element : value.elements())
        count += valueCount(element);
    return count;
}

class TreeComparison {
public:
    explicit TreeComparison(const Job& job) : m_job(job) {}

    void compare(const JsonView& old, const JsonView& now)
    {
        if (m_job.stopRequested())
            return;
        if (old.isObject() && now.isObject())
            compareObjects(old, now);
        else if (old.isArray() && now.isArray())
            compareLists(old, now);
        else if (!equalValues(old, now))
            add(ChangeKind::Changed, old, now);
    }

    ValueDiff diff;

private:
    using Elements = std::vector<JsonView>;
    /// Index of an element of the old list and of one of the new list.
    using IndexPair = std::pair<std::size_t, std::size_t>;

    void compareObjects(const JsonView& old, const JsonView& now)
    {
        const MemberIndex oldMembers(old);
        const MemberIndex newMembers(now);
        for (const auto [key, value] : oldMembers.inFileOrder()) {
            m_path.push_back({key});
            if (const JsonView counterpart = newMembers[key]; counterpart.isMissing())
                add(ChangeKind::Removed, value, {});
            else
                compare(value, counterpart);
            m_path.pop_back();
        }
        for (const auto [key, value] : newMembers.inFileOrder()) {
            if (!oldMembers[key].isMissing())
                continue;
            m_path.push_back({key});
            add(ChangeKind::Added, {}, value);
            m_path.pop_back();
        }
    }

    static Elements elementsOf(const JsonView& list)
    {
        Elements elements;
        elements.reserve(list.size());
        for (const JsonView element : list.elements())
            elements.push_back(element);
        return elements;
    }

    void compareLists(const JsonView& oldList, const JsonView& newList)
    {
        const Elements old = elementsOf(oldList);
        const Elements now = elementsOf(newList);
        std::size_t oldNext = 0;
        std::size_t newNext = 0;
        const auto compareUpTo = [&](std::size_t oldEnd, std::size_t newEnd) {
            for (; oldNext < oldEnd; ++oldNext)
                atElement(oldNext, newNext, ChangeKind::Removed, old, now);
            for (; newNext < newEnd; ++newNext)
                atElement(oldNext, newNext, ChangeKind::Added, old, now);
        };
        for (const Difference& gap : differencesOf(old, now)) {
            for (const auto& [oldIndex, newIndex] : counterparts(old, now, gap)) {
                oldNext = std::max(oldNext, gap.left.begin);
                newNext = std::max(newNext, gap.right.begin);
                compareUpTo(oldIndex, newIndex);
                atElement(oldNext++, newNext++, ChangeKind::Changed, old, now);
            }
            oldNext = std::max(oldNext, gap.left.begin);
            newNext = std::max(newNext, gap.right.begin);
            compareUpTo(gap.left.end, gap.right.end);
        }
    }

    void atElement(std::size_t oldIndex, std::size_t newIndex, ChangeKind kind, const Elements& old,
                   const Elements& now)
    {
        m_path.push_back({{}, oldIndex, newIndex, true});
        if (kind == ChangeKind::Changed)
            compare(old[oldIndex], now[newIndex]);
        else if (kind == ChangeKind::Removed)
            add(kind, old[oldIndex], {});
        else
            add(kind, {}, now[newIndex]);
        m_path.pop_back();
    }

    /// Takes the cost of looking at all of them; false if that is too much.
    bool maySee(const Elements& elements, std::size_t begin, std::size_t end)
    {
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t cost = valueCount(elements[i]);
            if (cost > m_looksLeft) {
                m_looksLeft = 0;
                return false;
            }
            m_looksLeft -= cost;
        }
        return true;
    }

    /// The parts of two lists that have no equal elements. If the effort is used up: all of both.
    std::vector<Difference> differencesOf(const Elements& old, const Elements& now)
    {
        std::vector<Difference> everything{{{0, old.size()}, {0, now.size()}}};
        if (old.size() == 1 && now.size() == 1)
            return everything;
        if (m_looksLeft == 0 || !maySee(old, 0, old.size()) || !maySee(now, 0, now.size()))
            return everything;
        std::unordered_map<std::uint64_t, std::uint32_t> numbers;
        const auto numbered = [&](const Elements& elements) {
            std::vector<std::uint32_t> made;
            made.reserve(elements.size());
            for (const JsonView& element : elements)
                made.push_back(
                    numbers.try_emplace(valueHash(element), static_cast<std::uint32_t>(numbers.size()))
                        .first->second);
            return made;
        };
        auto oldNumbers = numbered(old);
        auto newNumbers = numbered(now);
        return diffSequences(std::move(oldNumbers), std::move(newNumbers), kMostListSteps, m_job);
    }

    /// Elements between equal ones that are compared with each other: as many as possible, in order, so that
    /// the texts that are compared are the most alike.
    std::vector<IndexPair> counterparts(const Elements& old, const Elements& now, const Difference& gap)
    {
        const std::size_t height = gap.left.size();
        const std::size_t width = gap.right.size();
        const std::size_t count = std::min(height, width);
        std::vector<IndexPair> pairs;
        if (height != width && height * width <= kMostElementPairs &&
            maySee(old, gap.left.begin, gap.left.end) && maySee(now, gap.right.begin, gap.right.end))
            return mostAlike(old, now, gap);
        for (std::size_t i = 0; i < count; ++i)
            pairs.emplace_back(gap.left.begin + i, gap.right.begin + i);
        return pairs;
    }

    static std::vector<WordPairs> wordPairsOf(const Elements& elements, const DiffRange& range)
    {
        std::vector<WordPairs> made(range.size());
        for (std::size_t i = 0; i < range.size(); ++i) {
            made[i].addTexts(elements[range.begin + i], kMostTextOfElement);
            made[i].finish();
        }
        return made;
    }

    /// An alignment with the highest sum of likenesses (Needleman and Wunsch, 1970).
    static std::vector<IndexPair> mostAlike(const Elements& old, const Elements& now, const Difference& gap)
    {
        const auto oldWords = wordPairsOf(old, gap.left);
        const auto newWords = wordPairsOf(now, gap.right);
        const std::size_t height = oldWords.size();
        const std::size_t width = newWords.size();
        // Elements without a common word are compared, too, rather than told apart, those of one kind first.
        constexpr double kAtLeast = 0.001;
        constexpr double kOfOneKind = 0.002;
        std::vector<double> scores((height + 1) * (width + 1));
        std::vector<double> likenesses(height * width);
        const auto scoreAt = [&](std::size_t i, std::size_t j) -> double& {
            return scores[i * (width + 1) + j];
        };
        for (std::size_t i = height; i-- > 0;) {
            for (std::size_t j = width; j-- > 0;) {
                const bool isOneKind = old[gap.left.begin + i].kind() == now[gap.right.begin + j].kind();
                const double likeness =
                    (isOneKind ? kOfOneKind : kAtLeast) + likenessOf(oldWords[i], newWords[j]);
                likenesses[i * width + j] = likeness;
                scoreAt(i, j) =
                    std::max({scoreAt(i + 1, j), scoreAt(i, j + 1), scoreAt(i + 1, j + 1) + likeness});
            }
        }
        std::vector<IndexPair> pairs;
        for (std::size_t i = 0, j = 0; i < height && j < width;) {
            if (scoreAt(i, j) == scoreAt(i + 1, j + 1) + likenesses[i * width + j])
                pairs.emplace_back(gap.left.begin + i++, gap.right.begin + j++);
            else if (scoreAt(i, j) == scoreAt(i + 1, j))
                ++i;
            else
                ++j;
        }
        return pairs;
    }

    void add(ChangeKind kind, const JsonView& old, const JsonView& now)
    {
        if (diff.changes.size() >= kMostChanges) {
            ++diff.leftOut;
            return;
        }
        ValueChange& change = diff.changes.emplace_back();
        change.kind = kind;
        change.old = keptValue(old);
        change.now = keptValue(now);
        for (const PathPart& part : m_path) {
            if (part.isIndex)
                change.name +=
                    '[' + std::to_string(kind == ChangeKind::Removed ? part.oldIndex : part.newIndex) + ']';
            else
                change.name.append(change.name.empty() ? "" : ".").append(part.key);
            if (kind != ChangeKind::Added)
                appendPart(change.oldPointer, part, part.oldIndex);
            if (kind != ChangeKind::Removed)
                appendPart(change.newPointer, part, part.newIndex);
        }
    }

    static void appendPart(std::string& pointer, const PathPart& part, std::size_t index)
    {
        appendPointerPart(pointer, part.isIndex ? std::string_view(std::to_string(index)) : part.key);
    }

    const Job& m_job;
    std::vector<PathPart> m_path;
    std::size_t m_looksLeft = kMostLooks;
};

} // namespace

std::string_view changeKindName(ChangeKind kind)
{
    constexpr std::array<std::string_view, 3> kNames{"added", "removed", "changed"};
    return kNames.at(static_cast<std::size_t>(kind));
}

KeptValue keptValue(const JsonView& value)
{
    if (value.isString())
        return {std::string(value.string()), true};
    return {value.isMissing() ? std::string() : value.toJson(), false};
}

ValueDiff diffValues(const JsonView& old, const JsonView& now, const Job& job)
{
    TreeComparison comparison(job);
    comparison.compare(old, now);
    return std::move(comparison.diff);
}

} // namespace duologue
