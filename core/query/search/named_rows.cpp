// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/named_rows.h"

#include "core/query/language/query.h"
#include "core/query/search/column_search.h"

namespace duologue {

RowSet rowsNamed(const Snapshot& snapshot, const std::string& name, const Job& job)
{
    const RowSet all(snapshot.recordCount(), true);
    RowSet found(snapshot.recordCount());
    // Only folders end so, and a word does not mean everything in a folder.
    if (name.ends_with('/'))
        return found;
    for (const char* field : {"id", "file"}) {
        QueryTerm term;
        term.kind = TermKind::Equals;
        term.field = field;
        term.value = name;
        found |= columnRows(snapshot, term, all, job);
    }
    return found;
}

} // namespace duologue
