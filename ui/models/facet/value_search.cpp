// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet/value_search.h"

#include "core/util/text.h"
#include "ui/models/words/value_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

bool hasValueLike(const Snapshot& snapshot, const FieldReader& field, const std::string& folded,
                  const Job& job)
{
    const auto contains = [&](std::string_view name) {
        return !name.empty() && foldForSearch(name).find(folded) != std::string::npos;
    };
    for (std::size_t code = 0; code < field.categoryCount() && !job.stopRequested(); ++code) {
        if (field.isList(categoryCode(code)))
            continue;
        const Category value = field.category(categoryCode(code));
        if (contains(value.en) || contains(value.zh))
            return true;
        const ValueWords words = valueWords(snapshot, field.info(), value);
        if (contains(fromQt(words.shown)) || contains(fromQt(words.other)))
            return true;
    }
    return false;
}

} // namespace

std::vector<std::string> fieldsWithValue(const Snapshot& snapshot, const QString& text, const Job& job)
{
    std::vector<std::string> keys;
    const std::string folded = foldForSearch(fromQt(text));
    for (const FieldReader& field : allFields(snapshot)) {
        const bool isNumber = (field.isNumber() && !field.hasMarks()) || field.hasMessageNumbers();
        if (!isNumber && field.info().key != "id" && !folded.empty() &&
            hasValueLike(snapshot, field, folded, job))
            keys.push_back(field.info().key);
    }
    return keys;
}

} // namespace duologue::ui
