// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/inferred/evidence.h"

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

/// The bytes of key-words.tsv.
std::string_view keyWordsFile();

/// The first sign of Chinese and of the scripts after it; the table of words is looked up by whole words
/// there.
inline constexpr char32_t kFirstChinese = 0x2E80;

inline bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Capital letters of ASCII as small ones.
std::string inAsciiLowerCase(std::string_view text);

/// A share of a count; 0 of none.
inline double ratioOf(std::size_t part, std::size_t all)
{
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

// Tests of single values. All look at a bounded part of a text.

/// Words of a person: two spaces, one and an end mark, or several Chinese signs; not JSON.
bool isProseText(std::string_view text);
/// A path or an address.
bool isAddress(std::string_view text);
/// Asks something near its end.
bool isQuestion(std::string_view text);
/// Nothing but letters of choices: "B", "(A), C".
bool isLetterChoice(std::string_view text);
/// Offers help, as one who answers does first.
bool isGreeting(std::string_view text);
/// "{name}", "{{" or "%s".
bool isTemplate(std::string_view text);
/// "[first_name]" or "{name}", in place of what was taken out.
bool hasPlaceholder(std::string_view text);
/// Any of these, "{}" or "<name>": where a list of texts has them, they are to be filled in.
bool hasHole(std::string_view text);
std::size_t charactersIn(std::string_view text);

/// How texts that hold whole conversations are written.
enum class TranscriptForm : std::uint8_t {
    None,
    /// With the marks of a template that splitTranscript() knows.
    Template,
    /// With names that are known to be speakers, anywhere in the text.
    Inline,
    /// With names at the beginning of lines.
    Lines,
};

/// One text taken apart at its labels.
struct Transcript {
    TranscriptForm form = TranscriptForm::None;
    std::vector<std::string_view> labels = {};
    /// Bytes before the first label.
    std::size_t before = 0;
};
Transcript transcriptOf(std::string_view text);
/// A text taken apart at the labels of its lines, whatever they are.
Transcript linesOf(std::string_view text);

/// What texts under one path have in common as transcripts.
struct TranscriptStats {
    TranscriptForm form = TranscriptForm::None;
    /// The share of the texts that are transcripts.
    double share = 0;
    /// The share of the labels whose role is known.
    double known = 0;
    /// The share of the text before the first label; of lines with unknown names, how rarely they come again.
    double outside = 0;
    /// Labels to split at; empty for all.
    std::vector<std::string> marks = {};

    bool isKnown() const;
};

/// A step on the way to a value: a key of the sample, or kEachKey for the elements of a list.
using SampleKeyId = std::uint32_t;
inline constexpr SampleKeyId kEachKey = 0;

/// The way from a record, or from an element of a list, to a value in normal form.
class SamplePath {
public:
    static constexpr std::size_t kLongest = 10;

    SamplePath() = default;
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    bool isFull() const { return m_size == kLongest; }
    SampleKeyId operator[](std::size_t index) const { return m_keys[index]; }
    SampleKeyId back() const { return m_keys[m_size - 1U]; }
    const SampleKeyId* begin() const { return m_keys.data(); }
    const SampleKeyId* end() const { return m_keys.data() + m_size; }
    void push(SampleKeyId key) { m_keys[m_size++] = key; }
    void pop() { m_keys[--m_size] = 0; }
    SamplePath with(SampleKeyId key) const;
    SamplePath parent() const;
    /// The way through this one and then `rest`.
    SamplePath then(const SamplePath& rest) const;
    bool startsWith(const SamplePath& front) const;
    bool hasEach() const;
    std::strong_ordering operator<=>(const SamplePath&) const = default;
    bool operator==(const SamplePath&) const = default;

private:
    std::array<SampleKeyId, kLongest> m_keys{};
    std::uint8_t m_size = 0;
};

struct SamplePathHash {
    std::size_t operator()(const SamplePath& path) const;
};

/// A key in normal form. Keys that differ in a counter are one with a "#" in its place.
struct SampleKey {
    std::string name;
    /// What JsonPointer calls it, without the slash before it: "choices/0".
    std::string pointer;
    bool isCounted = false;
    KeyWords words;
};

struct SampleValue;

struct SampleMember {
    SampleKeyId key = kEachKey;
    /// As the record has it; empty in a list.
    std::string_view name;
    const SampleValue* value = nullptr;
};

/// A value in normal form: objects whose names are data are lists, members that differ in a counter are one
/// list. At most 60 elements and 400 members of each are kept.
struct SampleValue {
    enum class Kind : std::uint8_t { Object, List, Text, Other };
    /// Of a List: an array, an object keyed by data, members that differ in a counter.
    enum class ListForm : std::uint8_t { Array, Keyed, Counted };

    Kind kind = Kind::Other;
    ListForm form = ListForm::Array;
    // Of a Text:
    bool isProse = false;
    bool isAddress = false;
    bool isBlank = true;
    std::uint32_t characters = 0;
    std::string_view text = {};
    /// Elements or members in the record, before anything is left out.
    std::size_t size = 0;
    std::vector<SampleMember> members = {};
    JsonView source = {};

    bool isText() const { return kind == Kind::Text; }
    bool isList() const { return kind == Kind::List; }
    bool isObject() const { return kind == Kind::Object; }
    const SampleValue* member(SampleKeyId key) const;
    /// Characters that a person reads.
    std::uint32_t proseCharacters() const { return isProse && !isAddress ? characters : 0; }
};

/// Elements of one or more lists that are looked at as one.
using ElementList = std::vector<const SampleValue*>;

/// What the texts under one path look like.
struct FieldStats {
    SamplePath path;
    /// Those that are not blank.
    std::vector<const SampleValue*> texts;
    /// How many values there are, and how many of them are lists of texts.
    std::size_t values = 0;
    std::size_t joined = 0;
    double prose = 0;
    double addresses = 0;
    double distinct = 0;
    double questions = 0;
    /// Characters in all, of prose, and on average.
    double total = 0;
    double characters = 0;
    double mean = 0;

    double count() const { return static_cast<double>(texts.size()); }
    bool areJoined() const { return 2 * joined > values; }
};

/// The fields of objects of one kind, in the order in which they are met.
class SampleFields {
public:
    std::span<const FieldStats> all() const { return m_fields; }
    bool empty() const { return m_fields.empty(); }
    const FieldStats* find(const SamplePath& path) const;
    /// Characters of prose in all fields.
    double characters() const { return m_characters; }

private:
    friend class Sample;
    std::vector<FieldStats> m_fields;
    std::unordered_map<SamplePath, std::size_t, SamplePathHash> m_indices;
    double m_characters = 0;
};

/// Every list of the sample that is reached on one path.
struct ListsAtPath {
    SamplePath path;
    /// With the index of the record of each.
    std::vector<std::pair<std::size_t, const SampleValue*>> lists;
    std::size_t records = 0;
};

/// Records of one shape in normal form. Views into the records: valid as long as they.
class Sample {
public:
    explicit Sample(std::span<const JsonView> records, std::size_t most = kMostSampleRecords,
                    double listName = 0);
    Sample(const Sample&) = delete;
    Sample& operator=(const Sample&) = delete;

    /// As many as were looked at: the first ones.
    std::span<const SampleValue* const> records() const { return m_records; }
    const SampleKey& key(SampleKeyId key) const { return m_keys[key]; }
    std::size_t keyCount() const { return m_keys.size(); }
    /// How much the name of the list that holds the records says that each is a conversation.
    double listName() const { return m_listName; }

    /// Of a class over a path: that of the last key, or 0.6 of that of one before it.
    double weight(const SamplePath& path, WordClass word) const;
    /// Of the last key alone.
    double lastWeight(const SamplePath& path, WordClass word) const;
    Sides sides(const SamplePath& path) const;
    const KeyWords& lastWords(const SamplePath& path) const { return m_keys[path.back()].words; }
    std::string_view lastName(const SamplePath& path) const { return m_keys[path.back()].name; }
    /// How many words of all keys are unknown.
    std::size_t unknownWords(const SamplePath& path) const;

    /// Follows keys of objects; null if there is no such value.
    const SampleValue* at(const SampleValue* value, const SamplePath& path) const;
    /// All values on a path with lists.
    std::vector<const SampleValue*> allAt(const SampleValue* value, const SamplePath& path) const;
    /// The text of a value as content parts write it; null if it has none.
    const SampleValue* textOf(const SampleValue* value) const;
    const SampleValue* textAt(const SampleValue* value, const SamplePath& path) const;
    /// The same; empty if there is none. Whole numbers and flags that say who speaks ("is_human") are texts
    /// as well.
    std::string_view speakerAt(const SampleValue* value, const SamplePath& path) const;

    SampleFields fieldsOf(std::span<const SampleValue* const> objects, int depth = 3) const;
    /// In the order in which they are met.
    std::vector<ListsAtPath> listsByPath(int depth = 5) const;
    /// Every text of one record with its path.
    void forEachText(const SampleValue& record,
                     const std::function<void(const SamplePath&, const SampleValue&)>& visit) const;

    /// The pointer to a path without lists; empty for an empty one.
    JsonPointer pointerTo(const SamplePath& path) const;
    /// Of a path with lists or counters: a pattern, as LayoutPart::isEach has it.
    std::string patternOf(const SamplePath& path) const;
    bool isPattern(const SamplePath& path) const;
    /// For people: keys joined by "/", "*" for an element.
    std::string nameOf(const SamplePath& path) const;

private:
    struct Budget;
    void addLoneAnswers(std::span<const JsonView> records);
    SampleKeyId addKey(std::string_view name, std::string pointer, bool isCounted);
    SampleKeyId intern(std::string_view name);
    SampleKeyId internCounted(const std::string& pattern);
    /// Whether a name is a word of conversations, so that it is not data.
    bool isMeant(std::string_view name);
    SampleValue* add(SampleValue value) const;
    const SampleValue* build(const JsonView& value, int depth, Budget& budget);
    /// A list whose places have meanings of their own, as an object.
    const SampleValue* buildTuple(const JsonView& tuple, Budget& budget);
    void buildList(const JsonView& list, int depth, Budget& budget, SampleValue& into);
    void buildObject(const JsonView& object, int depth, Budget& budget, SampleValue& into);
    /// Whether the members of an object under a key of answers are the answers, by the names of who gave
    /// them.
    bool areNamedAnswers(SampleKeyId key, const JsonView& object);
    void buildElements(const std::vector<JsonMember>& members, int depth, Budget& budget, SampleValue& into);
    void addText(SampleFields& fields, const SamplePath& path, const SampleValue& text, bool isJoined) const;
    void addLeaves(SampleFields& fields, const SampleValue& object, int depth, SamplePath& path) const;
    const SampleValue* speakerIn(const SampleValue& value, std::string_view key) const;
    const SampleValue* joinedTexts(const SampleValue& list, bool areParts) const;
    void addLists(const SampleValue& value, std::size_t record, int depth, SamplePath& path,
                  std::vector<ListsAtPath>& lists,
                  std::unordered_map<SamplePath, std::size_t, SamplePathHash>& indices) const;

    std::vector<SampleKey> m_keys;
    std::unordered_map<std::string_view, SampleKeyId> m_plainKeys;
    std::unordered_map<std::string, SampleKeyId> m_countedKeys;
    std::unordered_map<std::string_view, bool> m_meantKeys;
    std::vector<const SampleValue*> m_records;
    const double m_listName;
    /// Values made on demand are added by constant functions: a Sample belongs to one thread.
    mutable std::deque<SampleValue> m_values;
    mutable std::deque<std::string> m_strings;
    mutable std::unordered_map<const SampleValue*, const SampleValue*> m_joined;

    /// For all names after the first thousands.
    SampleKeyId m_other = 0;
    /// Of lists with one object, which is read through.
    std::unordered_map<std::string_view, SampleKeyId> m_loneKeys;
    // Keys that content parts have.
    SampleKeyId m_text = 0;
    SampleKeyId m_content = 0;
    SampleKeyId m_value = 0;
    SampleKeyId m_parts = 0;
    SampleKeyId m_type = 0;
    SampleKeyId m_role = 0;
    SampleKeyId m_speaker = 0;
    std::array<SampleKeyId, 4> m_notTexts{};
};

TranscriptStats transcriptStatsOf(const FieldStats& field, bool isInList);

} // namespace duologue
