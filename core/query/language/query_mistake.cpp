// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/language/query_mistake.h"

namespace duologue {

QueryMistake QueryMistake::of(std::size_t begin, std::size_t end, std::string_view form,
                              std::vector<std::string> arguments)
{
    QueryMistake made{begin, end, {}, form, std::move(arguments)};
    for (std::size_t i = 0; i < form.size(); ++i) {
        const std::size_t number = i + 1 < form.size() ? static_cast<std::size_t>(form[i + 1] - '1') : 0;
        if (form[i] == '%' && i + 1 < form.size() && number < made.arguments.size()) {
            made.message += made.arguments[number];
            ++i;
        } else {
            made.message += form[i];
        }
    }
    return made;
}

} // namespace duologue
