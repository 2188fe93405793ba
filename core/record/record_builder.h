// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/record/conversation.h"
#include "core/record/record_origin.h"

#include <vector>

namespace duologue {

/// Whether the texts of messages are measured while a record is read: their language, where only their script
/// tells it, and their length. Else all are taken for English and of no length.
enum class Measuring : std::uint8_t { Texts, Nothing };

/// Fields, and ratings, of one record that are kept for columns.
inline constexpr std::size_t kMostFields = 10'000;

/// Which fields and ratings are kept: all, for who shows the record, or those that become columns, with or
/// without those of messages. Of objects with millions of keys the others would take more memory than the
/// record.
enum class Keeping : std::uint8_t { Everything, Columns, ColumnsAndNotes };

/// What a format writes a record into: the one way from JSON to a Conversation, for indexing and for viewing
/// alike. Fills a Conversation that it does not own; used by one thread, for one record after another.
class RecordBuilder {
public:
    /// Forgets what was there. `conversation`, `origin` and `problems` must outlive the filling.
    RecordBuilder(Conversation& conversation, const RecordOrigin& origin, std::vector<Problem>& problems,
                  Measuring measuring = Measuring::Texts, Keeping keeping = Keeping::Everything);

    const RecordOrigin& origin() const { return m_origin; }
    /// The array that `text` lives in need not outlive the call.
    std::string_view keep(std::initializer_list<std::string_view> parts)
    {
        return m_conversation.strings.join(parts);
    }

    /// Text or number; null is none.
    void id(const JsonView& value);

    /// Texts, intents, marks and message fields that follow belong to this message. The role is the file's
    /// word; an unknown one is kept and warned about, at `pointer`; an empty one is the caller's to warn
    /// about.
    void beginMessage(std::string_view roleInFile, std::string_view pointer);
    /// Likewise for a message of the candidate begun last.
    void beginCandidateMessage(std::string_view roleInFile, std::string_view pointer);
    /// The language is found by script.
    void text(std::string_view text);
    void text(Language language, std::string_view text, bool earlier = false);
    void intent(Name name);
    void mark(Mark mark, std::string_view memo = {});
    void satisfaction(std::uint8_t oneToFive);
    void messageField(std::string_view key, const JsonView& value);

    /// Texts that follow belong to this part.
    void beginContext(ContextKind kind);
    void beginCandidate(CandidateKind kind, std::string_view label, bool aligned = false);
    /// Of the candidate begun last; before its first message.
    void candidateField(std::string_view key, const JsonView& value);

    void rating(std::string_view name, std::optional<double> value, std::string_view question = {},
                std::string_view wording = {});

    /// A record's field: scalars become a column (numbers, true or false, categories), an object of scalars
    /// one column each under "key.member", anything else a tree without a column. A key that every dataset
    /// has a field of ("language") stands under "record.language".
    void field(std::string_view key, const JsonView& value);
    /// The same of a member of the object that stands under `parent`.
    void memberField(std::string_view parent, std::string_view name, const JsonView& value);
    /// A text that is unlike in every record: its column answers whether it is there, not what is how often.
    void textField(std::string_view key, const JsonView& value);
    /// Kept for the viewer as it stands, without a column.
    void treeField(std::string_view key, const JsonView& value);
    /// A number or a word that is a name, not a quantity: an id.
    void categoryField(std::string_view key, const JsonView& value);
    void category(std::string_view key, Name name, std::string_view title = {}, const JsonView& value = {});
    /// One of several values under one key.
    void categoryOfMany(std::string_view key, Name name, std::string_view title = {},
                        const JsonView& value = {});
    void numberField(std::string_view key, double number, std::string_view title = {},
                     const JsonView& value = {});

    /// Something is not as the format expects; the record is read all the same.
    void problem(ProblemCode code, std::string_view pointer, std::string_view detail,
                 Severity severity = Severity::Warning);
    /// Adds UnexpectedType and returns false where the value is none of that kind; MissingKey where there is
    /// no value at all.
    bool expect(const JsonView& value, JsonView::Kind kind, std::string_view pointer);

    /// Call when the record is read: group, user and file come from the path where the record did not say
    /// them.
    void finish();

private:
    enum class Target { None, Message, CandidateMessage, Context };

    Message emptyMessage(std::string_view roleInFile, std::string_view pointer);
    Message& currentMessage();
    Slice& currentTexts();
    void addText(Language language, bool earlier, std::string_view text, std::size_t characters);
    /// There may be one more column.
    bool hasRoom(std::size_t columns);
    void addField(std::string_view key, const Field& field);

    Conversation& m_conversation;
    const RecordOrigin& m_origin;
    std::vector<Problem>& m_problems;
    const Measuring m_measuring;
    const Keeping m_keeping;
    bool m_namesGroup = false;
    bool m_namesUser = false;
    Target m_target = Target::None;
    /// Field::joints of what is added.
    std::uint32_t m_joints = 0;
};

/// The usual word for a role: "bot", "gpt" and "model" are "assistant", "human" is "user". Empty where it is
/// unknown.
std::string_view usualRole(std::string_view roleInFile);

} // namespace duologue
