// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/formats/layout.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace duologue {

/// The layout in words: "the messages are the list /dialogue; who speaks: /speaker; what is said: /text".
Phrase reasonOf(const Layout& layout);

/// Records of one shape share so many of their keys of two levels: within a file, and among the files of a
/// folder.
inline constexpr double kSameShapeInFile = 0.6;
inline constexpr double kSameShapeInFolder = 0.85;

/// How records of one shape are read, as evidence has shown it.
struct LearnedShape {
    /// As shapeKeys() gives them.
    std::vector<std::uint64_t> keys;
    /// Null if the records are no conversations.
    std::shared_ptr<const Layout> layout;
    /// Of records with the same keys that say what they say under other ones and have nothing under those of
    /// `layout`: rows of one table that is made of several.
    std::vector<std::shared_ptr<const Layout>> others = {};
    /// Paths of texts of the sample that the layout leaves out, the longest first ("notes/text").
    std::vector<std::string> unread;
    /// Who speaks, or which text is the answer, was guessed.
    bool isUnsure = false;

    /// `layout`, or the one of the others that reads most of who speaks in a record in which nobody speaks by
    /// it; null if there is none.
    const Layout* layoutFor(const JsonView& record) const;
};

/// The format of the records of one file that no format known by name reads: a layout for each of their
/// shapes. A value that depends on the records that it was learned from alone. Any thread.
class LearnedFormat final : public Format {
public:
    /// `seen` are the tellingKeys() of all records that it was learned from; none if they are not known.
    explicit LearnedFormat(std::vector<LearnedShape> shapes, std::unordered_set<std::uint64_t> seen = {})
        : m_shapes(std::move(shapes)), m_seen(std::move(seen))
    {
    }

    std::string_view id() const override { return "inferred"; }
    std::string_view title() const override;
    std::string_view rule() const override;

    /// The score of the layout of the record's shape; 0 if its shape is not known or is no conversation.
    int recognise(const JsonView& record) const override;
    int highestScore() const override { return kInferredScore; }
    /// Shapes are compared by their keys; which of several layouts reads a record depends on its values.
    bool goesByShape() const override;
    const Layout* layoutOf(const JsonView& record) const override;
    /// What the layout says in words, and what it leaves out.
    Phrase reason(const JsonView& record) const override;
    void read(const JsonView& record, RecordBuilder& builder) const override;

    std::span<const LearnedShape> shapes() const { return m_shapes; }
    /// The shape that shares most keys with the record, at least `least`; null if there is none.
    const LearnedShape* shapeOf(const JsonView& record, double least = kSameShapeInFile) const;

    /// Whether the record may say something under a key that no record had which this was learned from.
    bool isNew(const JsonView& record) const;

    /// How it reads records as JSON, for the index of a dataset; and the way back, which is null for a text
    /// that does not come from text().
    std::string text() const;
    static std::shared_ptr<const LearnedFormat> fromText(std::string_view text);

private:
    std::vector<LearnedShape> m_shapes;
    std::unordered_set<std::uint64_t> m_seen;
};

/// What was learned from records of a file.
struct LearnedRecords {
    std::vector<LearnedShape> shapes;
    /// The tellingKeys() of the records.
    std::unordered_set<std::uint64_t> seen;
    /// Of the reading of the shape with most records: Reading::score, or 0 if they are no conversations. Ways
    /// to take a file apart compete by it.
    double score = 0;
    /// The share of the prose of these records that their readings show.
    double coverage = 0;

    bool hasConversations() const;
};

/// Sorts records into shapes, in their order, and learns how each is read. `listName` as for readingsOf().
LearnedRecords learnRecords(std::span<const JsonView> records, double listName = 0);

/// The format of these shapes; null if none of them is a conversation.
std::shared_ptr<const LearnedFormat> learnedFormat(LearnedRecords learned);

/// The bytes of prose in a value, as coverage counts them.
std::uint64_t proseIn(const JsonView& value);

} // namespace duologue
