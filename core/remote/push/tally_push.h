// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/push/table_facts.h"
#include "core/stats/tally/tally.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// A count by one or two fields, with means of others, that the engine makes: the same Tally as tally() makes
/// of the rows themselves, with sums that may differ in their last digits.
class TallyPush {
public:
    /// Fields by their keys, with bins as TallyRequest has them. None if the engine does not know one of the
    /// fields; fieldNotPushed() says which.
    static std::optional<TallyPush> make(const TableFacts& facts, const std::vector<std::string>& by,
                                         const std::vector<std::string>& means,
                                         const std::vector<Bins>& bins = {});
    static std::string fieldNotPushed(const TableFacts& facts, const std::vector<std::string>& by,
                                      const std::vector<std::string>& means);

    /// The query for the rows for which a condition in SQL holds.
    std::string sql(const std::string& condition) const;
    /// Takes a row of the answer.
    void add(const JsonView& row);
    Tally tally() const;

private:
    struct Group {
        FieldInfo info;
        std::string sql;
        /// For texts: what each is as a group.
        const ColumnValues* values = nullptr;
        Bins bins = {};
    };

    static std::optional<Group> groupOf(const TableFacts& facts, const std::string& field);
    static std::optional<Group> numberOf(const TableFacts& facts, const std::string& field);
    std::string groupSql(const Group& group) const;
    static std::optional<GroupValue> groupValue(const Group& group, const JsonView& value);

    std::string m_from;
    SqlDialect m_dialect = SqlDialect::ClickHouse;
    std::vector<Group> m_by;
    std::vector<Group> m_means;
    std::vector<TallyRow> m_rows;
    std::uint64_t m_withoutValue = 0;
};

} // namespace duologue
