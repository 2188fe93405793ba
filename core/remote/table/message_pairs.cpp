// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table/message_pairs.h"

#include "core/record/roles.h"

#include <algorithm>

namespace duologue {

void PairSearch::add(std::size_t member, const JsonView& value)
{
    if (member >= m_members.size())
        m_members.resize(member + 1);
    Member& known = m_members[member];
    known.isText = known.isText && value.isString();
    known.isRole = known.isRole && value.isString() && !usualRole(value.string()).empty();
}

void PairSearch::addTuple(const JsonView& tuple)
{
    std::size_t member = 0;
    for (const JsonView value : tuple.elements())
        add(member++, value);
}

std::optional<PairSearch::Found> PairSearch::found() const
{
    for (std::size_t role = 0; role < m_members.size(); ++role) {
        if (!m_members[role].isRole)
            continue;
        for (std::size_t text = 0; text < m_members.size(); ++text) {
            if (text != role && m_members[text].isText)
                return Found{role, text};
        }
    }
    return std::nullopt;
}

std::vector<PairColumns> pairColumns(const std::vector<ServerColumn>& columns)
{
    std::vector<PairColumns> found;
    std::string group;
    for (const ServerColumn& column : columns) {
        if (column.type.starts_with("Array(Tuple(")) {
            found.push_back({{column.name}, true});
            group.clear();
            continue;
        }
        const std::size_t dot = column.name.rfind('.');
        if (!column.type.starts_with("Array(") || dot == std::string::npos)
            continue;
        const std::string before = column.name.substr(0, dot + 1);
        const std::string_view number = std::string_view(column.name).substr(dot + 1);
        if (number == "1") {
            group = before;
            found.push_back({{column.name}, false});
        } else if (before == group && number == std::to_string(found.back().names.size() + 1)) {
            found.back().names.push_back(column.name);
        }
    }
    std::erase_if(found, [](const PairColumns& each) { return !each.areTuples && each.names.size() < 2; });
    return found;
}

} // namespace duologue
