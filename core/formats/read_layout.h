// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout.h"
#include "core/formats/transcript_parts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

struct PatternPlaces;

/// One record while it is read by a layout. Lives for one call of readByLayout().
struct LayoutReading {
    JsonView record;
    const Layout& layout;
    RecordBuilder& builder;
    /// Members of the record that are read, and so are no fields.
    std::vector<std::string_view> readMembers;
    /// JsonView::place() of values that are read inside of a member, and of the objects and lists around
    /// them.
    std::vector<std::size_t> readPlaces = {};
    std::vector<std::size_t> placesAround = {};

    /// What is next to the part in the same member is still shown as fields: a list is not among them, nor is
    /// any value that an inferred layout has found.
    void markRead(const JsonPointer& pointer);

    /// The record is a message: what else it has is said of that.
    void markAll();

    /// The objects and lists that a pattern goes through.
    void markAround(const PatternPlaces& found, const JsonPointer& pattern);

    /// Call before isRead() and isAround(), after all is read.
    void sortPlaces()
    {
        std::sort(readPlaces.begin(), readPlaces.end());
        std::sort(placesAround.begin(), placesAround.end());
    }
    bool isRead(const JsonView& value) const
    {
        return std::binary_search(readPlaces.begin(), readPlaces.end(), value.place());
    }
    /// An object or a list of which a part may be read.
    bool isAround(const JsonView& value) const
    {
        return value.size() > 0 &&
               std::binary_search(placesAround.begin(), placesAround.end(), value.place());
    }
};

/// A value on the way that a pattern goes through a record, or at its end.
struct PatternPlace {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

    JsonView value;
    /// The place of the object or list that it is in; kNone if that is the record.
    std::uint32_t around = kNone;
    /// How many steps of the pattern lead to it.
    std::uint32_t depth = 0;
    /// Of a member.
    std::string_view name;
    /// What "#" stands for in its name, or the name if it is under "*".
    std::string_view counter;
    std::string_view pointer;
    /// The name is data: the pattern does not say it.
    bool isData = false;
    /// It belongs to one of several values.
    bool isOfSeveral = false;
    /// What else it has was offered to a message.
    bool isOffered = false;
};

struct PatternPlaces {
    /// Each after the one that it is in.
    std::vector<PatternPlace> places;
    /// Indexes of those that the pattern leads to, in the order in which they are read. None is null.
    std::vector<std::uint32_t> values;
};

/// Where a pattern leads (LayoutPart::isEach). Pointers are kept by the builder.
PatternPlaces placesOf(const JsonPointer& pattern, const JsonView& record, RecordBuilder& builder);

/// What else is in the objects around a value, up to the one that is one of several, and is not on the way of
/// another part: it belongs to the value. Empty if that was taken before. Names of objects within are before
/// those of members.
std::vector<JsonMember> takeBesides(PatternPlaces& found, std::uint32_t around, const LayoutReading& reading,
                                    const LayoutPart& part);

/// A value to which the pattern leads, the first in the file; Missing if there is none but null.
JsonView firstOfPattern(const JsonPointer& pattern, const JsonView& record);

/// What the names are called for which a step stands: "session" for "session_#".
std::string_view nameOfStep(const JsonPointer& pattern, std::size_t depth, RecordBuilder& builder);

/// The pointers that lead to what is read of a value.
class UsedPointers {
public:
    void add(const JsonPointer& pointer)
    {
        if (!pointer.empty() && m_count < m_pointers.size())
            m_pointers[m_count++] = &pointer;
    }
    std::span<const JsonPointer* const> pointers() const { return std::span(m_pointers).first(m_count); }

private:
    std::array<const JsonPointer*, 8> m_pointers{};
    std::size_t m_count = 0;
};

enum class BesidesOf : std::uint8_t { Message, Candidate };

/// Everything in an object or a list but what the pointers lead to, as fields of the message or the candidate
/// begun last. Elements of a list are named "element.2".
void readBesides(const JsonView& value, const UsedPointers& used, BesidesOf of, RecordBuilder& builder);

/// The items of a list as those of the Responses API.
struct PlainItems {
    /// A list of them.
    std::string json = {};
    /// Of each, where it was.
    std::vector<std::string> pointers = {};
    /// Elements that are of no kind, or said by nobody.
    std::vector<std::pair<std::string, JsonView>> others = {};
};

/// `at` leads to the list, whose items are of the part's kinds. Every value of an item goes somewhere.
PlainItems plainItems(const LayoutPart& part, const Layout& layout, const JsonView& list,
                      std::string_view at);

/// Whether the value is written as the part's form says.
bool hasForm(const LayoutPart& part, const JsonView& value);

/// Reads the value that a part of the messages leads to.
void readPart(LayoutReading& reading, const LayoutPart& part, const JsonView& value);

/// Parts of which one is read: the first that the record has. If it has none, and a record must have one, the
/// first is read all the same, so that the user learns what is missing.
void readOneOf(LayoutReading& reading, std::span<const LayoutPart> alternatives);

/// Whether the text stands for no input ("<noinput>", "N/A", "无").
bool saysNoInput(std::string_view text);

/// The turns of a transcript as the part says; empty if the text is none.
std::vector<TranscriptTurn> turnsOf(const LayoutPart& part, std::string_view text, RecordBuilder& builder);

/// Takes the one turn of a line apart at the names of speakers whose roles are known.
void splitLine(const LayoutReading& reading, std::vector<TranscriptTurn>& turns);
/// Members in the order of the numbers at the end of their names.
std::vector<JsonMember> byNumber(const JsonView& object);
/// MOSS writes "<|Human|>: text<eoh>".
std::string_view withoutTurnMarks(std::string_view text);
/// Of several who speak at once, all.
std::string_view namesIn(const JsonView& list, RecordBuilder& builder);

/// The text without a name of a known speaker at its beginning, if the part says that it has one.
std::string_view withoutLabel(const LayoutReading& reading, const LayoutPart& part, std::string_view text);

/// The text with a line end for each mark that ends a sentence.
std::string_view withoutSentenceEnds(std::string_view text, std::span<const std::string> marks,
                                     RecordBuilder& builder);

/// A message of a list, where it is in it, and whether it is the one before it once more.
struct PlacedMessage {
    std::size_t place = 0;
    JsonView message;
    bool isSaidAgain = false;
};

/// The messages by what they have under LayoutPart::orderBy: numbers by their size and before texts, texts in
/// natural order. Those with the same value, speaker and text are one message in rows that several people
/// have annotated. As in the list if one has no such value, or the part no such pointer: none then.
std::vector<PlacedMessage> inOrder(const LayoutPart& part, const JsonView& list);

/// The role for a word of the record, as the layout says. Lives as long as the conversation.
std::string_view roleOf(const LayoutReading& reading, std::string_view word);

/// How many messages all candidates have in common at the beginning.
std::size_t sharedBeginning(const LayoutReading& reading);

/// These messages.
void readShared(LayoutReading& reading, std::size_t shared);

/// The candidates, without the `shared` messages.
void readCandidates(LayoutReading& reading, std::size_t shared);

} // namespace duologue
