// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/snapshot.h"

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
    NotBuiltIn,
};

/// Reads one field of a snapshot, whatever it is stored as: the one place that knows where values come from,
/// for lists, queries, statistics and the window. Valid as long as the snapshot. Any thread.
class FieldReader {
public:
    const FieldInfo& info() const { return m_info; }

    /// The record's number; NaN where it has none. For Hallucination the count of marked messages.
    double number(Row row) const;
    /// Calls visit(code) for each distinct category of the record, or of its messages.
    template<typename Visit>
    void forEachCode(Row row, Visit&& visit) const;
    bool has(Row row) const;
    /// As people read it; several values joined by ", ". Empty where there is none.
    std::string text(Row row) const;

    /// How many categories the codes count.
    std::size_t categoryCount() const;
    Category category(CategoryCode code) const;

    /// Of message fields: the value of one message.
    double messageNumber(const MessageEntry& message) const;
    template<typename Visit>
    void forEachMessageCode(const MessageEntry& message, Visit&& visit) const;

    /// Values are numbers, as far as records go.
    bool isNumber() const { return m_info.kind == FieldKind::Number; }

private:
    friend std::vector<FieldReader> allFields(const Snapshot& snapshot);
    friend class FieldScan;

    FieldReader(const Snapshot& snapshot, FieldInfo info, BuiltInField builtIn, const Column* column)
        : m_snapshot(&snapshot), m_info(std::move(info)), m_builtIn(builtIn), m_column(column)
    {
    }

    /// Of the built-in fields with one category a record.
    CategoryCode builtInCode(Row row) const;
    static void addDistinct(std::vector<CategoryCode>& codes, CategoryCode code);

    const Snapshot* m_snapshot;
    FieldInfo m_info;
    BuiltInField m_builtIn;
    const Column* m_column;
};

/// Every field of the snapshot, built-in ones first.
std::vector<FieldReader> allFields(const Snapshot& snapshot);

/// By key or by printed name, ignoring case.
std::optional<FieldReader> findField(const Snapshot& snapshot, std::string_view name);

/// The key of a known field that looks most like `name`; empty where none is near.
std::string similarField(const Snapshot& snapshot, std::string_view name);

/// "yes", "no", "unclear"; empty for Mark::NotAnnotated.
std::string_view markName(Mark mark);

template<typename Visit>
void FieldReader::forEachMessageCode(const MessageEntry& message, Visit&& visit) const
{
    if (m_builtIn == BuiltInField::Intent) {
        const auto& set = m_snapshot->messages.intentSets[message.intentSet];
        for (std::size_t i = 0; i < set.count; ++i)
            visit(set.codes[i]);
    } else if (m_builtIn == BuiltInField::Role) {
        visit(CategoryCode{message.role});
    } else if (m_builtIn == BuiltInField::Hallucination && message.mark() != Mark::NotAnnotated) {
        visit(static_cast<CategoryCode>(message.mark()) - 1);
    } else if (m_builtIn == BuiltInField::Satisfaction && message.satisfaction() != 0) {
        visit(CategoryCode{message.satisfaction() - 1});
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
        forEachMessageCode(m_snapshot->messages.entries[i],
                           [&](CategoryCode code) { addDistinct(distinct, code); });
    for (const CategoryCode code : distinct)
        visit(code);
}

} // namespace duologue
