// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Fields that every dataset has; the rest are columns.
enum class BuiltInField : std::uint8_t {
    Id,
    Format,
    File,
    Record,
    Messages,
    Turns,
    Language,
    Translation,
    EarlierTranslations,
    Length,
    FirstRole,
    Candidates,
    Problems,
    // Of messages:
    Role,
    Intent,
    Hallucination,
    Satisfaction,
    Position,
    Turn,
    MessageLength,
    ReplyToIntent,
    NextIntent,
    NotBuiltIn,
};

/// Reads one field of a snapshot, whatever it is stored as: the one place that knows where values come from,
/// for lists, queries, statistics and the window. Valid as long as the snapshot. Any thread.
class FieldReader {
public:
    const FieldInfo& info() const { return m_info; }

    /// The record's number, also where it is written as a text; NaN where it has none. For Hallucination the
    /// count of marked messages.
    double number(Row row) const;
    /// Calls visit(code) for each distinct category of the record, or of its messages.
    template<typename Visit>
    void forEachCode(Row row, Visit&& visit) const;
    bool has(Row row) const;
    /// As people read it; several values joined by ", ". Empty where there is none.
    std::string text(Row row) const;
    /// The same behind what `out` has already.
    void appendText(Row row, std::string& out) const;

    /// How many categories the codes count.
    std::size_t categoryCount() const;
    Category category(CategoryCode code) const;

    /// Of message fields: the value of one message of the record, counted from the snapshot's first.
    double messageNumber(Row row, std::uint32_t message) const;
    template<typename Visit>
    void forEachMessageCode(Row row, std::uint32_t message, Visit&& visit) const;

    /// Values are numbers, as far as records go.
    bool isNumber() const { return m_info.kind == FieldKind::Number; }
    /// Some of its values are numbers that are written as texts.
    bool hasNumbersAsText() const;
    /// Its message keys are numbers of MessageTable::intentSets.
    bool hasIntents() const;
    /// Its categories are numbers, each of one message ("turn", "satisfaction").
    bool hasMessageNumbers() const;
    /// The number that a category stands for. Only where hasMessageNumbers().
    double categoryNumber(CategoryCode code) const;

private:
    friend std::vector<FieldReader> allFields(const Snapshot& snapshot);
    friend std::vector<FieldReader> messageFields(const Snapshot& snapshot);
    friend class FieldScan;

    FieldReader(const Snapshot& snapshot, FieldInfo info, BuiltInField builtIn, const Column* column)
        : m_snapshot(&snapshot), m_info(std::move(info)), m_builtIn(builtIn), m_column(column)
    {
    }

    /// Of the built-in fields with one category a record.
    CategoryCode builtInCode(Row row) const;
    /// Of a column's category that is one a record; NaN where it is no number.
    double numberOf(CategoryCode code) const;
    /// What stands for a message's categories: a set of intents, or one more than a code; 0 for none.
    std::uint32_t messageKey(Row row, std::uint32_t message) const;
    static void addDistinct(std::vector<CategoryCode>& codes, CategoryCode code);

    const Snapshot* m_snapshot;
    FieldInfo m_info;
    BuiltInField m_builtIn;
    const Column* m_column;
};

/// The key of a field that every dataset has of its own: no column is called so, but "id".
bool isBuiltInKey(std::string_view key);

/// Every field that says something of a record, built-in ones first.
std::vector<FieldReader> allFields(const Snapshot& snapshot);

/// Every field of single messages; those of their place ("position", "turn") are not among allFields().
std::vector<FieldReader> messageFields(const Snapshot& snapshot);

/// By its name in the records, by key or by printed name, ignoring case. A dataset's own fields go before a
/// message's place.
std::optional<FieldReader> findField(const Snapshot& snapshot, std::string_view name);

/// The same of messageFields() alone, where "length" is a message's own.
std::optional<FieldReader> findMessageField(const Snapshot& snapshot, std::string_view name);

/// The key of a known field that looks most like `name`; empty where none is near.
std::string similarField(const Snapshot& snapshot, std::string_view name);
std::string similarMessageField(const Snapshot& snapshot, std::string_view name);

/// "yes", "no", "unclear"; empty for Mark::NotAnnotated.
std::string_view markName(Mark mark);

template<typename Visit>
void FieldReader::forEachMessageCode(Row row, std::uint32_t message, Visit&& visit) const
{
    const std::uint32_t key = messageKey(row, message);
    if (hasIntents()) {
        const auto& set = m_snapshot->messages.intentSets[key];
        for (std::size_t i = 0; i < set.count; ++i)
            visit(set.codes[i]);
    } else if (key != 0) {
        visit(CategoryCode{key - 1});
    }
}

template<typename Visit>
void FieldReader::forEachCode(Row row, Visit&& visit) const
{
    if (m_column != nullptr) {
        m_column->forEachCode(row, visit);
        return;
    }
    if (!m_info.ofMessages) {
        if (const CategoryCode code = builtInCode(row); code != kNoCategory)
            visit(code);
        return;
    }
    std::vector<CategoryCode> distinct;
    const auto [begin, end] = m_snapshot->messageRange(row);
    for (std::uint32_t i = begin; i < end; ++i)
        forEachMessageCode(row, i, [&](CategoryCode code) { addDistinct(distinct, code); });
    for (const CategoryCode code : distinct)
        visit(code);
}

} // namespace duologue
