// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/json/json_view.h"
#include "core/util/parallel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

// Values of JSON are compared as values: the order of members, white space, escapes and the way in which a
// number is written (1, 1.0, 1e0) make no difference.

/// Equal values have equal hashes, in every run.
std::uint64_t valueHash(const JsonView& value);

/// Exact, without hashes.
bool equalValues(const JsonView& left, const JsonView& right);

/// The members of an object by their names. Valid as long as the object.
class MemberIndex {
public:
    explicit MemberIndex(const JsonView& object);

    /// Missing if there is none.
    JsonView operator[](std::string_view key) const;
    const std::vector<JsonMember>& inFileOrder() const { return m_members; }

private:
    std::vector<JsonMember> m_members;
    /// Indices of m_members by rising names; empty if there are few.
    std::vector<std::uint32_t> m_byName;
};

/// How much text of a record is looked at to compare it with others.
inline constexpr std::size_t kMostComparedText = std::size_t{1} << 20U;

/// The pairs of neighbouring words of some texts, as hashes: words of Latin and other letters, single
/// Chinese, Japanese and Korean characters, single signs. The begin and the end of a text count as words.
class WordPairs {
public:
    void clear();
    /// Does nothing after `most` bytes of text in all.
    void addText(std::string_view text, std::size_t most = kMostComparedText);
    /// All texts in a value of JSON.
    void addTexts(const JsonView& value, std::size_t most = kMostComparedText);
    /// All that a person can read in a record (forEachText()).
    void addTexts(const Conversation& conversation);
    /// Sorts the hashes. Call it when all texts are added, before they are compared.
    void finish();

    /// One for each occurrence; in rising order after finish().
    const std::vector<std::uint64_t>& hashes() const { return m_hashes; }

private:
    std::vector<std::uint64_t> m_hashes;
    std::size_t m_bytes = 0;
};

/// How alike two texts are: twice the number of word pairs that both have, divided by the number of word
/// pairs of both (the coefficient of Sørensen and Dice). 0: no pair is the same, or a text is empty. 1: the
/// same pairs, perhaps in another order.
double likenessOf(const WordPairs& left, const WordPairs& right);

enum class ChangeKind : std::uint8_t { Added, Removed, Changed };

/// "added", "removed", "changed"
std::string_view changeKindName(ChangeKind kind);

/// A value of a record as a value of its own.
struct KeptValue {
    /// The decoded text if it is one, else JSON on one line; empty if there is no value.
    std::string text;
    bool isText = false;
};

/// A value that one record has and the other one has not, or has differently.
struct ValueChange {
    ChangeKind kind = ChangeKind::Changed;
    /// For people: "history[3].content", with indices from 0, where the new record has it; of a removed
    /// value, where the old one had it. Empty for the whole value.
    std::string name;
    /// JSON pointers (RFC 6901). Elements of lists may have other indices in the old and in the new record.
    /// That of the side that has no such value is empty.
    std::string oldPointer;
    std::string newPointer;
    KeptValue old;
    KeptValue now;
};

struct ValueDiff {
    /// In the order of the old record, what was added after what was before it.
    std::vector<ValueChange> changes;
    /// How many more there are than are kept.
    std::uint64_t leftOut = 0;
};

/// How many changes of one record are kept.
inline constexpr std::size_t kMostChanges = 10'000;

/// The values in which two values differ. Members of objects are compared by name. Elements of lists are
/// compared with their counterparts: equal ones first (Myers, 1986), then those between them, the most
/// similar texts together. Comparing takes time in proportion to the lengths of the two: lists in hostile
/// data are compared element by element from the front when the effort for them is used up. Incomplete if the
/// job was stopped. Any thread.
ValueDiff diffValues(const JsonView& old, const JsonView& now, const Job& job);

/// The value as a value of its own.
KeptValue keptValue(const JsonView& value);

} // namespace duologue
