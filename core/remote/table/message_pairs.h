// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"
#include "core/remote/table/table_layout.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// Finds which members of tuples without names are the role and the text of a message, by what some of them
/// say. One thread.
class PairSearch {
public:
    /// One member of one tuple, by its index.
    void add(std::size_t member, const JsonView& value);
    /// All members of one tuple.
    void addTuple(const JsonView& tuple);

    /// The first member that was the name of a role in all tuples, and the first other one that was always a
    /// text.
    struct Found {
        std::size_t role = 0;
        std::size_t text = 0;
    };
    std::optional<Found> found() const;

private:
    struct Member {
        bool isRole = true;
        bool isText = true;
    };
    std::vector<Member> m_members;
};

/// The columns of a table that may be such tuples: lists of tuples, and lists of texts that old servers make
/// of them, as "messages.1" and "messages.2", which are candidates together.
struct PairColumns {
    std::vector<std::string> names;
    bool areTuples = false;
};
std::vector<PairColumns> pairColumns(const std::vector<ServerColumn>& columns);

} // namespace duologue
