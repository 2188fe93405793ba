// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch_columns.h"

#include "core/util/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace duologue {

namespace {

/// Number of values for which memory is reserved at once: those of some small files.
constexpr std::size_t kUsualValues = 64;
/// Nothing is reserved for further columns: their keys are probably data, and each has only a value or two.
constexpr std::size_t kUsualColumns = 64;

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

/// The first index with a value; `end` where there is none.
std::uint32_t firstValue(const Column& column, std::uint32_t begin, std::uint32_t end)
{
    while (begin < end && !column.has(begin))
        ++begin;
    return begin;
}

} // namespace

std::string rawKeyOf(const Field& field)
{
    std::string rawKey(field.key);
    if (field.joints != 0)
        rawKey += kJointSeparator + std::to_string(field.joints);
    return rawKey;
}

std::optional<std::string_view> valueOfKey(const Conversation& record, const FieldInfo& column,
                                           std::string_view key)
{
    const auto isIt = [key](std::string_view value) {
        // Computing the key of a value takes longer than comparing its beginning.
        return value.size() > kLongestName && value.starts_with(ValueKey::beginning(key)) &&
               ValueKey(value).text() == key;
    };
    const Field wanted = fieldOf(column);
    for (const Field& field : record.fields) {
        if (field.key != wanted.key || field.joints != wanted.joints)
            continue;
        for (const std::string_view name : {field.name.en, field.name.zh}) {
            if (isIt(name))
                return name;
        }
    }
    return isIt(record.id) ? std::optional(record.id) : std::nullopt;
}

BatchColumn& BatchColumns::column(const Field& field)
{
    // A field with several values is added once for each of them.
    if (m_last == kNone || !isColumnOf(field, m_last)) {
        const auto expected = [this]() -> auto&
        {
            return m_last == kNone ? m_first : m_columns[m_last].next;
        };
        if (!isColumnOf(field, expected()[0])) {
            const std::uint32_t second = expected()[1];
            const std::uint32_t found = isColumnOf(field, second) ? second : columnOf(field);
            // A new column may have moved the others.
            expected() = {found, expected()[0]};
        }
        m_last = expected()[0];
    }
    BatchColumn& column = m_columns[m_last];
    if (!column.isUsed) {
        column.begin(field);
        m_used.push_back(m_last);
    }
    column.widen(field.kind);
    return column;
}

bool BatchColumns::isColumnOf(const Field& field, std::uint32_t index) const
{
    return index < m_columns.size() && m_columns[index].joints == field.joints &&
           m_columns[index].name == field.key;
}

std::uint32_t BatchColumns::columnOf(const Field& field)
{
    const std::string_view key = field.key;
    std::uint64_t end = 0;
    if (key.size() >= sizeof end) {
        std::memcpy(&end, key.data() + key.size() - sizeof end, sizeof end);
    } else {
        for (const char c : key)
            end = end << 8U | static_cast<unsigned char>(c);
    }
    constexpr std::uint64_t kMix = 0x9E37'79B9'7F4A'7C15U;
    constexpr unsigned kShift = 56;
    std::uint32_t& recent = m_recent[(end + key.size()) * kMix >> kShift];
    if (!isColumnOf(field, recent))
        recent = findOrMake(field);
    BatchColumn& column = m_columns[recent];
    if (column.isUsed)
        column.mixed = column.mixed || column.info.title != (field.title.empty() ? field.key : field.title);
    return recent;
}

std::uint32_t BatchColumns::findOrMake(const Field& field)
{
    const std::string rawKey = field.joints == 0 ? std::string() : rawKeyOf(field);
    const std::string_view key = field.joints == 0 ? field.key : std::string_view(rawKey);
    if (const auto found = m_columnByRawKey.find(key); found != m_columnByRawKey.end())
        return found->second;
    const auto index = static_cast<std::uint32_t>(m_columns.size());
    m_columnByRawKey.emplace(key, index);
    BatchColumn& made = m_columns.emplace_back();
    made.name = field.key;
    made.joints = field.joints;
    made.info.key = fieldKey(field.key);
    made.info.rawKey = key;
    if (m_columns.size() <= kUsualColumns) {
        made.indexes.reserve(kUsualValues);
        field.kind == FieldKind::Number ? made.numbers.reserve(kUsualValues)
                                        : made.codes.reserve(kUsualValues);
    }
    return index;
}

void BatchColumns::clear()
{
    // Of keys that are data, few come again.
    constexpr std::size_t kMostKept = 1024;
    if (m_columns.size() > kMostKept) {
        *this = {};
        return;
    }
    for (const std::uint32_t index : m_used)
        m_columns[index].isUsed = false;
    m_used.clear();
    m_last = kNone;
}

void BatchColumn::begin(const Field& field)
{
    isUsed = true;
    indexes.clear();
    numbers.clear();
    codes.clear();
    areDigits = true;
    // A name with the separator in it could equal the raw key of another field.
    mixed = name.find(kJointSeparator) != std::string::npos;
    info.kind = field.kind;
    info.title = field.title.empty() ? field.key : field.title;
    const bool isFlag = field.kind == FieldKind::Flag;
    if (categories.size() > kMostKept || (isFlag && !hasFlags)) {
        BatchCategories::clear();
        hasFlags = false;
    }
    if (isFlag && !hasFlags) {
        codeOf({"false", {}});
        codeOf({"true", {}});
        hasFlags = true;
    }
}

void BatchColumn::widen(FieldKind kind)
{
    mixed = mixed || info.kind != kind;
    if (info.kind == kind || info.kind == commonKind(info.kind, kind))
        return;
    if (info.kind == FieldKind::Number) {
        for (const double number : numbers)
            codes.push_back(codeOf({numberText(number), {}}));
        numbers.clear();
    }
    info.kind = commonKind(info.kind, kind);
}

void BatchColumn::add(std::uint32_t index, const Field& field)
{
    if (info.kind != FieldKind::Categories && !indexes.empty() && indexes.back() == index) {
        // A repeated key: the last value counts, as in Python.
        indexes.pop_back();
        mixed = true;
        info.kind == FieldKind::Number ? numbers.pop_back() : codes.pop_back();
    }
    indexes.push_back(index);
    areDigits = areDigits && (field.kind == FieldKind::Number || field.isDigits);
    if (info.kind == FieldKind::Number)
        numbers.push_back(field.number);
    else if (info.kind == FieldKind::Flag)
        codes.push_back(categoryCode(field.number != 0 ? 1 : 0));
    else if (field.kind == FieldKind::Number)
        codes.push_back(codeOf({numberText(field.number), {}}));
    else if (field.kind == FieldKind::Flag)
        codes.push_back(codeOf({field.number != 0 ? "true" : "false", {}}));
    else
        codes.push_back(codeOf({ValueKey(field.name.en).text(), ValueKey(field.name.zh).text()}));
}

void BatchColumns::appendKnown(std::span<const Column> known, std::uint32_t begin, std::uint32_t end,
                               std::uint32_t base)
{
    struct Found {
        std::uint32_t index;
        const Column* column;
    };
    std::vector<Found> found;
    for (const Column& column : known) {
        if (const std::uint32_t index = firstValue(column, begin, end); index < end)
            found.push_back({index, &column});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.index < b.index; });
    for (const Found& each : found)
        appendKnownValues(*each.column, each.index, end, base + each.index - begin);
}

/// `base` is the index here of the known value at `begin`.
void BatchColumns::appendKnownValues(const Column& known, std::uint32_t begin, std::uint32_t end,
                                     std::uint32_t base)
{
    const FieldInfo& info = known.info;
    Field field = fieldOf(info);
    field.isDigits = known.areDigits;
    BatchColumn& to = column(field);
    for (std::uint32_t index = begin; index < end; ++index) {
        const std::uint32_t own = base + index - begin;
        if (info.kind == FieldKind::Number) {
            field.number = known.number(index);
            if (!std::isnan(field.number))
                to.add(own, field);
            continue;
        }
        known.forEachCode(index, [&](CategoryCode code) {
            field.number = static_cast<double>(code);
            field.name = nameOf(known.categories[indexOf(code)]);
            to.add(own, field);
        });
    }
}

} // namespace duologue
