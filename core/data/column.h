// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/code_vector.h"
#include "core/data/conversation.h"
#include "core/data/known_fields.h"
#include "core/util/checksum.h"
#include "core/util/vectors.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace duologue {

/// Longest value that a dictionary keeps whole, in bytes.
inline constexpr std::size_t kLongestName = 240;

/// What a dictionary keeps of a value. Of a longer one than kLongestName it is the beginning, an ellipsis,
/// and 25 bytes that are not text: equal for equal values, and different for different ones. It is valid as
/// long as the value.
class ValueKey {
public:
    /// Bytes of a long value's beginning, at most.
    static constexpr std::size_t kBeginning = 64;

    explicit ValueKey(std::string_view value) : m_text(value)
    {
        if (value.size() > kLongestName)
            shorten();
    }
    ValueKey(const ValueKey&) = delete;
    ValueKey& operator=(const ValueKey&) = delete;

    std::string_view text() const { return m_text; }

    /// Whether this is what is kept of a long value.
    static bool isOfLong(std::string_view key)
    {
        return key.size() > kTail + kEllipsis.size() && key.size() <= kMost &&
               key[key.size() - kTail] == '\xFF' &&
               key.substr(key.size() - kTail - kEllipsis.size()).starts_with(kEllipsis);
    }
    /// What people see of the value: all of it, or its beginning and an ellipsis.
    static std::string_view shown(std::string_view key)
    {
        return isOfLong(key) ? key.substr(0, key.size() - kTail) : key;
    }
    /// The first bytes of a long value.
    static std::string_view beginning(std::string_view key)
    {
        return key.substr(0, key.size() - kTail - kEllipsis.size());
    }

private:
    void shorten();

    static constexpr std::string_view kEllipsis = "…";
    /// A byte that no UTF-8 has, the length and the checksum.
    static constexpr std::size_t kTail = 1 + 3 * sizeof(std::uint64_t);
    static constexpr std::size_t kMost = kBeginning + kEllipsis.size() + kTail;

    std::string_view m_text;
    std::array<char, kMost> m_made;
};

/// A category that columns refer to by number, under its two names: texts of a ValueKey.
struct Category {
    std::string en;
    std::string zh;

    bool operator==(const Category&) const = default;
    /// What people see of it; of a long one in a dictionary, ValueKey::shown() of this.
    const std::string& shown() const { return en.empty() ? zh : en; }
    /// Only the beginning of the value is kept.
    bool isLong() const { return ValueKey::isOfLong(shown()); }
    /// Whether `text` is one of its names, ignoring case and width. No text is that of a long one.
    bool answersTo(std::string_view text) const;
};

inline Name nameOf(const Category& category)
{
    return {category.en, category.zh};
}

/// A category of a column: its index in the column's categories.
enum class CategoryCode : std::uint32_t {};

/// The record has no value. Its index is after that of every category.
inline constexpr CategoryCode kNoCategory{0xFFFF'FFFFU};

constexpr std::size_t indexOf(CategoryCode code)
{
    return static_cast<std::size_t>(code);
}

constexpr CategoryCode categoryCode(std::size_t index)
{
    return static_cast<CategoryCode>(index);
}

/// Keys number the categories from 1 on, so that 0 stands for kNoCategory.
constexpr std::uint32_t keyOfCode(CategoryCode code)
{
    return static_cast<std::uint32_t>(code) + 1;
}

constexpr CategoryCode codeOfKey(std::uint32_t key)
{
    return CategoryCode{key - 1};
}

/// The categories of a column in the order of their first appearance. Copies are snapshots (ChunkedVector).
using Categories = ChunkedVector<Category, 256>;

/// Looks up std::string keys by std::string_view.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template<typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Index of a name in a coder's short list of recent codes. Most columns have few names, which are looked up
/// again and again.
inline std::size_t recentSlot(std::string_view name, std::size_t slots)
{
    return name.empty() ? 0 : (name.size() ^ static_cast<unsigned char>(name.back())) % slots;
}

/// Finds or makes the code of a name in a list of categories that is being written. A name in one language
/// gets the code of a pair that contains it. A coder belongs to one list, to which nothing else adds. One
/// thread.
class CategoryCoder {
public:
    /// `List` is a Categories or a std::vector<Category>.
    template<typename List>
    CategoryCode code(Name name, List& categories)
    {
        const std::string_view shown = name.shown();
        std::uint32_t& recent = m_recent[recentSlot(shown, kRecent)];
        if (recent / 2 < categories.size() && wordOf(recent, categories) == shown)
            return categoryCode(recent / 2);
        const std::uint64_t hash = checksum(shown);
        recent = find(hash, shown, categories);
        if (recent != CodeIndex::kNone)
            return categoryCode(recent / 2);
        const auto index = static_cast<std::uint32_t>(categories.size());
        categories.push_back({std::string(name.en), std::string(name.zh)});
        recent = 2 * index;
        m_words.add(hash, recent);
        if (!name.en.empty() && !name.zh.empty()) {
            const std::uint64_t second = checksum(name.zh);
            if (find(second, name.zh, categories) == CodeIndex::kNone)
                m_words.add(second, 2 * index + 1);
        }
        return CategoryCode{index};
    }

    /// Prefetches what the next call with this name will read.
    void expect(Name name) const { m_words.expect(checksum(name.shown())); }

private:
    /// The number of a word is twice the code for the shown word, and one more for the Chinese word of a
    /// pair.
    template<typename List>
    static std::string_view wordOf(std::uint32_t word, const List& categories)
    {
        const Category& category = categories[word / 2];
        return word % 2 == 0 ? category.shown() : category.zh;
    }

    template<typename List>
    std::uint32_t find(std::uint64_t hash, std::string_view text, const List& categories) const
    {
        return m_words.find(hash, [&](std::uint32_t word) { return wordOf(word, categories) == text; });
    }

    static constexpr std::size_t kRecent = 16;

    CodeIndex m_words;
    std::array<std::uint32_t, kRecent> m_recent{};
};

/// What the values of a column look like. The usual words for "none" ("N/A", "-", "null") are no values.
class ValueForms {
public:
    void add(std::string_view text);
    void add(double number);

    /// All values are numbers that are written as texts.
    bool areNumbers() const { return m_anyNumber && !m_anyTime && !m_anyWord; }
    /// All are times as timeIn() reads them.
    bool areTimes() const { return m_anyTime && !m_anyNumber && !m_anyWord; }
    bool anyTimes() const { return m_anyTime; }
    bool anyNumbers() const { return m_anyNumber; }
    /// All are numbers or times, and some are numbers.
    bool areNumbersAndTimes() const { return m_anyNumber && !m_anyWord; }

    /// How many of the column's units are a second, if nine in ten of its positive numbers can be Unix times
    /// of the years 1973 to 5138: 1 for seconds, and a thousand, a million or a milliard for parts of them; 0
    /// if they cannot. The others, such as 0 for no time, are no times (unixSeconds()).
    double unixUnits() const;

private:
    bool m_anyNumber = false;
    bool m_anyTime = false;
    bool m_anyWord = false;
    /// Of numbers above 0: how many can be times in each of the units, and how many in none.
    std::array<std::uint64_t, 5> m_inUnits{};
};

/// Numbers of seconds from here to there are taken for Unix times.
inline constexpr double kFirstUnixTime = 1e8;
inline constexpr double kEndUnixTime = 1e11;

/// A Unix time in seconds; NaN for a number that is none of a column with these ValueForms::unixUnits().
double unixSeconds(double number, double units);

/// The number that a value is; none for "nan", "inf" and what is no number.
std::optional<double> finiteNumberIn(std::string_view text);

/// Below 0, 0 or above 0, as `left` comes before, is or comes after `right` in lists of values: numbers
/// first, by value, then other texts as compareNatural() orders them. 0 only for equal texts.
int compareValues(std::string_view left, std::string_view right);

/// The key says that its numbers are times: "created_at", "timestamp", "create_time", "updatedAt".
bool namesTime(std::string_view key);

/// The key says that its numbers are names: "user_id", "label".
bool namesName(std::string_view key);

/// Most columns that a dataset has. An object whose keys are data (ids, words) would otherwise make a column
/// for each key.
inline constexpr std::size_t kMostColumns = 1000;

/// What a column is called and what it holds.
struct FieldInfo {
    /// As scripts and queries write it: "rating.preference_alignment".
    std::string key;
    /// As people read it: "Preference Alignment".
    std::string title;
    FieldKind kind = FieldKind::Category;
    /// The field has a value for each message, not for each record ("role", "satisfaction").
    bool ofMessages = false;
    /// Distinguishes columns whose keys would be the same. It is the name as it is in the records; for a
    /// member of an object, a number follows that tells where the names were joined (the member "b" of "a" is
    /// another field than "a.b"). Empty for built-in fields.
    std::string rawKey = {};
    FieldTraits traits = {};
};

/// In FieldInfo::rawKey, before the number that tells where names were joined. Names in real records do not
/// contain it.
inline constexpr char kJointSeparator = '\x1F';

/// Whether this is the column of kRecordKeys.
inline bool isRecordKeys(const FieldInfo& info)
{
    return info.rawKey.size() == kRecordKeys.size() + 2 && info.rawKey.starts_with(kRecordKeys) &&
           info.rawKey[kRecordKeys.size()] == kJointSeparator;
}

/// Whether this is the column of a field that says what a run did: its name is kRunPrefix and a key.
bool isRunField(const FieldInfo& info);

/// The kind that can hold values of both.
FieldKind commonKind(FieldKind left, FieldKind right);

/// Stands for a value of a message that is a long text or a tree. Such a column only shows which messages
/// have a value.
inline constexpr std::string_view kUnshownValue = "…";

/// Precedes each member in the name of a category that stands for a list of a message. No other name of a
/// category of messages begins with it.
inline constexpr char kMemberMark = '\x1E';

/// Whether a category of messages has the name of a list.
inline bool isListName(std::string_view name)
{
    return name.starts_with(kMemberMark);
}

/// Calls visit(member) for each member in the name of a list.
template<typename Visit>
void forEachMemberName(std::string_view list, Visit&& visit)
{
    while (!list.empty()) {
        list.remove_prefix(1);
        const std::string_view member = list.substr(0, list.find(kMemberMark));
        visit(member);
        list.remove_prefix(member.size());
    }
}

/// The different ones of some codes, in the order in which they come.
class DistinctCodes {
public:
    void add(CategoryCode code)
    {
        // Most lists are so short that a look at each code is faster.
        constexpr std::size_t kShort = 32;
        if (m_codes.size() == kShort && m_seen.empty())
            m_seen.insert(m_codes.begin(), m_codes.end());
        const bool isNew = m_seen.empty() ? std::find(m_codes.begin(), m_codes.end(), code) == m_codes.end()
                                          : m_seen.insert(code).second;
        if (isNew)
            m_codes.push_back(code);
    }
    void clear()
    {
        m_codes.clear();
        m_seen.clear();
    }
    const std::vector<CategoryCode>& codes() const { return m_codes; }
    std::vector<CategoryCode> take() && { return std::move(m_codes); }

private:
    std::vector<CategoryCode> m_codes;
    std::unordered_set<CategoryCode> m_seen;
};

/// The values of one field for every record, or for every message: numbers or codes of categories, and
/// several codes for FieldKind::Categories. NaN or kNoCategory stands for no value. Indexes after the end of
/// a column have no value either, so that a column may appear late. Copies are snapshots.
struct Column {
    FieldInfo info;
    /// Columns of records only. Whole numbers of messages are their own codes.
    CellVector<double> numbers;
    CodeVector<CategoryCode> codes;
    /// FieldKind::Categories of records only: the index in `codes` at which the codes of each record end.
    /// They begin where the previous ones end.
    CodeVector<std::uint32_t> ends;
    Categories categories;
    /// Columns of messages only: for the code of a list those of its members, which are categories, too.
    /// Empty for any other code; codes after the end are no lists.
    ChunkedVector<std::vector<CategoryCode>, 256> members;
    /// How many categories are lists.
    std::uint32_t lists = 0;
    /// The column holds values of several kinds or of several names, so it no longer says exactly what each
    /// record had.
    bool mixed = false;
    /// Each value is a number in its record, although the column has texts: some have more digits than a
    /// double.
    bool areDigits = true;
    /// What all values of the column look like.
    ValueForms forms = {};

    /// The value at the index of a record, or of a message if the column is one of messages. NaN for none.
    double number(std::size_t index) const;
    /// Its values are numbers of messages, which have no categories.
    bool areCodesNumbers() const { return info.ofMessages && info.kind == FieldKind::Number; }
    /// kNoCategory if there is none; the first one for FieldKind::Categories.
    CategoryCode code(std::size_t index) const;
    /// kNoCategory if there is none, or more than one.
    CategoryCode onlyCode(std::size_t index) const;
    /// Calls visit(code) for each of its values, none twice.
    template<typename Visit>
    void forEachCode(std::size_t index, Visit&& visit) const
    {
        if (info.kind != FieldKind::Categories) {
            if (const CategoryCode only = code(index); only != kNoCategory)
                visit(only);
            return;
        }
        if (index >= ends.size())
            return;
        for (std::uint32_t i = index == 0 ? 0 : ends[index - 1]; i < ends[index]; ++i)
            visit(codes[i]);
    }
    bool isList(CategoryCode code) const
    {
        return indexOf(code) < members.size() && !members[indexOf(code)].empty();
    }
    /// Adds to `members`. The code is greater than those of the lists before.
    void addList(CategoryCode list, std::vector<CategoryCode> contents);
    bool has(std::size_t index) const;
};

/// The units of a column of Unix times: see ValueForms::unixUnits(); 0 if it holds none. Its name
/// must say that it holds times, and all its numbers must be possible times. They may be written as texts.
double unixUnitsOf(const Column& column);

/// A time in seconds since 1970; NaN if the text is no time. `units` is unixUnitsOf() of the column.
double secondsIn(std::string_view text, double units);

/// The column of the year, month, week or day of each time in a column, which has one value a row; `part` is
/// the word for it ("month"). Null for other words and for columns without times.
std::shared_ptr<const Column> calendarColumn(const Column& times, std::string_view part);

} // namespace duologue
