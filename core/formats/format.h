// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/known_fields.h"
#include "core/data/record_builder.h"
#include "core/json/json_view.h"
#include "core/util/phrase.h"

#include <bitset>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

/// Up to this score any object is recognised.
inline constexpr int kGenericScore = 1;
/// Up to this score a format goes by the shape of the record alone and not by names that it knows.
inline constexpr int kInferredScore = 19;
/// From this score on no other record needs to be looked at.
inline constexpr int kSureScore = 80;
/// From this score on the record has keys that only this format has.
inline constexpr int kOwnKeysScore = 90;
/// The highest score of built-in formats: no other format needs to be asked.
inline constexpr int kSurestScore = 95;
/// The score of described formats, above all built-in ones.
inline constexpr int kDescribedScore = 97;

struct Layout;

/// A way in which records are written down. Formats are pure and hold no state that changes: any thread may
/// use one at any time. core/formats/README.md tells how to add one.
class Format {
public:
    virtual ~Format() = default;

    /// As scripts write it: "recllmsim-agent".
    virtual std::string_view id() const = 0;
    /// As people read it, in English.
    virtual std::string_view title() const = 0;
    /// In one clause, what a record must have to be recognised.
    virtual std::string_view rule() const = 0;

    /// Fields that lists and charts choose before others, the first ones first.
    virtual std::span<const KnownField> knownFields() const { return {}; }

    /// The file whose records alone it reads, absolute; empty for most formats, which read any file.
    virtual std::string_view onlyFile() const { return {}; }

    /// The members without which no record is of this format: of one of the ways, at least one of each group.
    /// Without any ways, every record may be. Records that have none of them are told apart by one look.
    struct NeededMembers {
        std::vector<std::vector<std::string_view>> groups;
    };
    virtual std::vector<NeededMembers> neededMembers() const { return {}; }
    /// At least one of these.
    static std::vector<NeededMembers> oneOf(std::initializer_list<std::string_view> names)
    {
        return {NeededMembers{{std::vector<std::string_view>(names)}}};
    }

    /// How certainly the record is of this format, by its content alone: 0 not at all, 100 certain. No
    /// two formats may have the same score. FormatList::formatFor() says which one reads the record.
    virtual int recognise(const JsonView& record) const = 0;
    /// The highest score that recognise() gives. A format that cannot win is not asked.
    virtual int highestScore() const { return 100; }
    /// recognise() says the same of all records of one shape (JsonKeys::shape).
    virtual bool goesByShape() const { return false; }
    /// False if recognise() gives 0 for all records of the shape of this one.
    virtual bool mayFit(const JsonView&) const { return true; }
    /// Of a format that goes by shape: the layout by which read() reads all records of the shape. Null if it
    /// does more than that. Valid as long as the format.
    virtual const Layout* layoutOf(const JsonView&) const { return nullptr; }

    /// Why a record that it recognises is read by it: its title and rule, unless it can say more of this one.
    virtual Phrase reason(const JsonView& record) const;

    /// Writes the record into `builder`: the same call makes table rows and fills the viewer, so that the two
    /// cannot disagree. What is not as expected becomes a problem; every key of the record goes somewhere.
    virtual void read(const JsonView& record, RecordBuilder& builder) const = 0;
};

/// Every format, in the order in which they are listed to people.
std::span<const Format* const> builtInFormats();

/// Intents and tasks are one category each under an English and a Chinese name; either finds the pair. A word
/// that is in no pair is its own category.
Name intentName(std::string_view word);
Name taskName(std::string_view word);
/// All of the pairs. Several may have one English name.
std::span<const Name> intentNames();
std::span<const Name> taskNames();

/// The role of a message object: its "role" if that is a text, else a problem and an empty role.
std::string_view messageRole(const JsonView& message, std::string_view pointer, RecordBuilder& builder);

/// A member of a record that the format knows nothing about: a field, without a column of categories if it is
/// a long text.
void readAnyField(std::string_view key, const JsonView& value, RecordBuilder& builder);

/// Annotated behaviour ("strategy", "strategy_V2", "strategy_human"): one column for each of its parts.
bool isStrategyKey(std::string_view key);

/// A JSON pointer from parts, with "/" and "~" escaped as in RFC 6901.
std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::string_view key);
std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::size_t index);

/// How many formats a list can have: RecordEntry::format is one byte, and one number means "unknown".
inline constexpr std::size_t kMostFormats = 254;

/// The formats that a dataset is read with: the built-in ones and those described by files. Immutable; a
/// snapshot keeps the one that it was read with. Any thread.
class FormatList {
public:
    /// The built-in formats alone; always the same list.
    static std::shared_ptr<const FormatList> builtIn();

    /// Built-in formats, then `described` ones. A described one with the id of another is left out, and so
    /// are those beyond kMostFormats.
    explicit FormatList(std::vector<std::shared_ptr<const Format>> described);

    std::span<const Format* const> formats() const { return m_formats; }
    /// Null if there is none.
    const Format* find(std::string_view id) const;
    /// The format of a record that a file of this origin has: formats that were learned are the file's own.
    const Format* find(std::string_view id, const RecordOrigin& origin) const;

    /// A format's number in RecordEntry::format; for null (unknown) one more than the last.
    std::uint8_t indexOf(const Format* format) const;
    /// The ids that those numbers stand for, "unknown" last.
    std::vector<std::string> ids() const;

    /// What the formats say of their fields.
    const std::vector<KnownField>& knownFields() const { return m_knownFields; }

    struct Best {
        const Format* format = nullptr;
        int score = 0;
    };
    /// What formats say of the records of one shape (JsonKeys::shape), as far as they were asked. Belongs to
    /// one list. One thread.
    class ShapeScores {
    public:
        /// Format::layoutOf() the format that read the last record of the shape; null if that is another.
        const Layout* layoutOf(const Format& format, const JsonView& record);

    private:
        friend class FormatList;
        struct Asked {
            const Format* format = nullptr;
            int highest = 0;
            /// kNotAsked where values decide.
            int score = kNotAsked;
            /// Format::mayFit() was asked.
            bool mayFit = false;
        };
        static constexpr int kNotAsked = -1;

        /// That of the file, the last time.
        Asked m_usual;
        std::optional<const Layout*> m_layout;
        /// The formats whose members the records have.
        std::vector<Asked> m_formats;
        bool m_isFilled = false;
    };
    /// The format with the highest score for the record of a file of that origin.
    Best recognise(const JsonView& record, const RecordOrigin& origin = {}) const;
    /// The format for one record of a file whose first records are of the format `usual` (null: of none). A
    /// file may mix formats, so another one reads the record if it is clearly surer. Where no format knows
    /// the record, `usual` reads it, so that the user learns what is missing.
    /// `known` is of the shape of the record; null if it has none.
    Best formatFor(const JsonView& record, const Format* usual, const RecordOrigin& origin = {},
                   ShapeScores* known = nullptr) const;
    /// The id of the format that reads this very file, by its path; empty for most.
    std::string_view formatOfFile(std::string_view path) const;

private:
    /// One bit for each name of a member that a format may need.
    using Members = std::bitset<256>;
    /// What a record must have to be of a format: one of each group of one of the ways.
    using Needs = std::vector<std::vector<Members>>;

    Needs needsOf(const Format& format);
    Members membersOf(const JsonView& record) const;

    /// The surest format above `least`, but for the one that was `asked` before; null if there is none.
    Best surestAbove(const JsonView& record, int least, const RecordOrigin& origin, const Format* asked,
                     ShapeScores& scores) const;
    /// The formats whose needed members the record has.
    void findPossible(const JsonView& record, ShapeScores& scores) const;
    static int score(ShapeScores::Asked& asked, const JsonView& record);
    /// No format is surer of any record.
    int surest() const { return m_described.empty() ? kSurestScore : kDescribedScore; }

    std::vector<std::shared_ptr<const Format>> m_described;
    std::vector<const Format*> m_formats;
    /// Of each format.
    std::vector<int> m_highest;
    std::vector<Needs> m_needs;
    std::unordered_map<std::string_view, std::size_t> m_memberNames;
    std::vector<KnownField> m_knownFields;
};

} // namespace duologue
