// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/snapshot.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace duologue {

std::vector<Column> builtInMessageColumns()
{
    struct BuiltIn {
        const char* key;
        FieldKind kind;
        std::initializer_list<const char*> categories;
    };
    static const std::array<BuiltIn, kMessageColumns> kColumns{{
        {"role", FieldKind::Category, {}},
        {"intent", FieldKind::Category, {}},
        {"hallucination", FieldKind::Category, {"no", "yes", "unclear"}},
        {"satisfaction", FieldKind::Category, {"1", "2", "3", "4", "5"}},
        {"length.en", FieldKind::Number, {}},
        {"length.zh", FieldKind::Number, {}},
        {"earlier_translation", FieldKind::Flag, {"false", "true"}},
    }};
    std::vector<Column> made(kMessageColumns);
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i].info = {.key = kColumns[i].key, .title = {}, .kind = kColumns[i].kind, .ofMessages = true};
        for (const char* const category : kColumns[i].categories)
            made[i].categories.push_back({category, {}});
    }
    return made;
}

const Column* RecordTable::column(std::string_view key) const
{
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [key](const Column& column) { return column.info.key == key; });
    return found == columns.end() ? nullptr : &*found;
}

} // namespace duologue
