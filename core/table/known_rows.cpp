// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/snapshot.h"
#include "core/table/table_batch.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

namespace duologue {

namespace {

/// Codes of a known list, in the batch's own list.
class CodeTranslation {
public:
    explicit CodeTranslation(std::size_t size) : m_codes(size, kNoCategory) {}

    template<typename Make>
    CategoryCode operator()(std::size_t known, Make&& make)
    {
        if (m_codes[known] == kNoCategory)
            m_codes[known] = make();
        return m_codes[known];
    }

private:
    std::vector<CategoryCode> m_codes;
};

Name nameOf(const Category& category)
{
    return {category.en, category.zh};
}

/// The field that the column was made from, without a value.
Field fieldOf(const FieldInfo& info)
{
    Field field{info.rawKey, info.title, info.kind, 0, {}, {}};
    if (const auto separator = info.rawKey.rfind(kJointSeparator); separator != std::string::npos) {
        field.key = std::string_view(info.rawKey).substr(0, separator);
        const char* const digits = info.rawKey.data() + separator + 1;
        std::from_chars(digits, info.rawKey.data() + info.rawKey.size(), field.joints);
    }
    return field;
}

/// The first row with a value; `end` where there is none.
Row firstValue(const Column& column, Row begin, Row end)
{
    while (begin < end && !column.has(begin))
        ++begin;
    return begin;
}

} // namespace

void TableBatch::appendKnown(const Snapshot& known, Row begin, Row end, FileId file)
{
    if (begin == end)
        return;
    const auto base = static_cast<Row>(m_records.size());
    const std::uint32_t firstMessage = known.record(begin).firstMessage;
    for (Row row = begin; row < end; ++row) {
        RecordEntry entry = known.record(row);
        entry.file = file;
        entry.firstMessage += static_cast<std::uint32_t>(m_messages.size()) - firstMessage;
        m_records.push_back(entry);
    }
    appendKnownMessages(known, begin, end);

    // Columns come in the order in which the records bring them up.
    struct Found {
        Row row;
        const Column* column;
    };
    std::vector<Found> found;
    for (const Column& column : known.records.columns) {
        if (const Row row = firstValue(column, begin, end); row < end)
            found.push_back({row, &column});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.row < b.row; });
    for (const Found& each : found)
        appendKnownValues(*each.column, each.row, end, base + each.row - begin);
}

void TableBatch::appendKnownMessages(const Snapshot& known, Row begin, Row end)
{
    const MessageTable& table = known.messages;
    CodeTranslation roles(table.roles.size());
    CodeTranslation intentSets(table.intentSets.size());
    const auto setOf = [&](const MessageTable::IntentSet& from) {
        MessageTable::IntentSet set;
        set.count = from.count;
        for (std::size_t i = 0; i < from.count; ++i)
            set.codes[i] = m_intentCoder.code(nameOf(table.intents[from.codes[i]]), m_intents);
        return CategoryCode{m_intentSetCoder.number(set, m_intentSets)};
    };
    const std::uint32_t first = known.messageRange(begin).first;
    const std::uint32_t last = known.messageRange(end - 1).second;
    for (std::uint32_t message = first; message < last; ++message) {
        MessageEntry entry = table.entries[message];
        entry.role = static_cast<std::uint8_t>(
            roles(entry.role, [&] { return m_roleCoder.code(nameOf(table.roles[entry.role]), m_roles); }));
        entry.intentSet = static_cast<std::uint16_t>(
            intentSets(entry.intentSet, [&] { return setOf(table.intentSets[entry.intentSet]); }));
        m_messages.push_back(entry);
    }
}

/// `base` is the batch's row of the known row `begin`.
void TableBatch::appendKnownValues(const Column& known, Row begin, Row end, Row base)
{
    const FieldInfo& info = known.info;
    Field field = fieldOf(info);
    BatchColumn& to = column(field);
    for (Row row = begin; row < end; ++row) {
        const Row own = base + row - begin;
        if (info.kind == FieldKind::Number) {
            field.number = known.number(row);
            if (!std::isnan(field.number))
                to.add(own, field);
            continue;
        }
        known.forEachCode(row, [&](CategoryCode code) {
            field.number = code;
            field.name = nameOf(known.categories[code]);
            to.add(own, field);
        });
    }
}

} // namespace duologue
