// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/field_keys.h"

#include "core/base/text.h"
#include "core/stats/tally/number_slots.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace duologue {

namespace {

/// Keys of messages do not use the count, and computing it may be slow.
std::uint32_t categoriesOf(const FieldReader& field)
{
    return field.info().ofMessages ? 0 : static_cast<std::uint32_t>(field.categoryCount());
}

} // namespace

FieldKeys::FieldKeys(const FieldReader& field, const Bins& bins)
    : m_scan(field), m_bins(bins), m_categories(categoriesOf(field)), m_lists(m_categories)
{
    if (m_scan.isOfMessages()) {
        // A message's hallucination mark is a category, although a record has the number of its marks.
        m_kind = Kind::Messages;
    } else if (field.isNumber() || m_bins.any()) {
        m_kind = m_bins.any() ? Kind::Bins : Kind::Numbers;
        // Numbers that have a slot get the slot plus one as their key, as numberKeys() expects.
        for (std::uint32_t slot = 0; slot < NumberSlots::kSmall; ++slot)
            m_values.keyOf(slot);
    } else if (field.info().kind == FieldKind::Text) {
        m_hasCodes = m_scan.isColumn() && m_scan.isSingleValued();
        m_isRowNumber = !m_hasCodes || m_scan.isRowNumber();
    } else if (!m_scan.isSingleValued()) {
        m_kind = Kind::Lists;
    }
}

void FieldKeys::rowKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out)
{
    if (m_kind == Kind::Codes) {
        codeKeys(begin, end, out);
        return;
    }
    if (m_kind == Kind::Bins) {
        std::array<double, FieldScan::kRun> numbers;
        m_scan.numbers(begin, end, numbers.data());
        for (const std::uint16_t place : places)
            out[place] = m_bins.keyOf(numbers[place]);
        return;
    }
    if (m_kind == Kind::Numbers) {
        numberKeys(begin, end, places, out);
        return;
    }
    for (const std::uint16_t place : places) {
        m_list.clear();
        field().forEachCode(begin + place,
                            [&](CategoryCode code) { m_list.push_back(static_cast<char32_t>(code)); });
        out[place] = m_lists.keyOf(m_list);
    }
}

void FieldKeys::numberKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out)
{
    std::array<double, FieldScan::kRun> buffer;
    const NumberSlots slots(m_scan.numbersOf(begin, end, buffer.data()));
    std::transform(slots.slots.data(), slots.slots.data() + (end - begin), out,
                   [](std::uint32_t slot) { return slot < NumberSlots::kSmall ? slot + 1 : 0; });
    if (!slots.anyOther)
        return;
    // Which numbers these are is unpredictable, so they are listed without a branch.
    std::array<std::uint16_t, FieldScan::kRun> others;
    std::size_t count = 0;
    for (const std::uint16_t place : places) {
        others[count] = place;
        count += slots.slots[place] == NumberSlots::kOther ? 1 : 0;
    }
    for (std::size_t i = 0; i < count; ++i)
        out[others[i]] = m_values.keyOf(slots.numbers[others[i]]);
}

void FieldKeys::codeKeys(Row begin, Row end, std::uint32_t* out)
{
    std::array<CategoryCode, FieldScan::kRun> codes;
    if (m_hasCodes)
        m_scan.codes(begin, end, codes.data());
    else
        std::fill(codes.data(), codes.data() + (end - begin), kNoCategory);
    const std::uint32_t firstNumber = m_categories + 1 + static_cast<std::uint32_t>(begin);
    for (std::uint32_t i = 0; i < end - begin; ++i)
        out[i] = m_isRowNumber && codes[i] == kNoCategory ? firstNumber + i : keyOfCode(codes[i]);
}

void FieldKeys::messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const
{
    m_scan.messageKeys(begin, end, out);
    if (!m_bins.any())
        return;
    for (std::uint32_t* const last = out + (end - begin); out != last; ++out)
        *out = *out == 0 ? 0 : m_bins.keyOf(field().categoryNumber(codeOfKey(*out)));
}

std::optional<std::uint32_t> FieldKeys::messageKeyBits() const
{
    if (m_bins.any() || !m_scan.flagBits())
        return std::nullopt;
    return static_cast<std::uint32_t>(std::bit_ceil(m_scan.messageKeyCount()) - 1);
}

std::vector<std::uint32_t> FieldKeys::adopt(const FieldKeys& other)
{
    std::vector<std::uint32_t> here;
    if (m_kind == Kind::Numbers) {
        here.push_back(0);
        for (const double value : other.m_values.values())
            here.push_back(m_values.keyOf(value));
    } else if (m_kind == Kind::Lists) {
        for (std::uint32_t key = 0; key < other.m_lists.keyCount(); ++key)
            here.push_back(m_lists.keyOf(other.m_lists.listOf(key)));
    }
    return here;
}

void FieldKeys::readLong(std::vector<std::uint32_t> valueKeys, const Job& job)
{
    std::erase_if(valueKeys, [this](std::uint32_t key) {
        const bool isCode = m_kind != Kind::Numbers && !m_bins.any() && key != 0 && key <= m_categories;
        return !isCode || !field().isLong(codeOfKey(key)) || m_long.contains(key);
    });
    std::sort(valueKeys.begin(), valueKeys.end());
    valueKeys.erase(std::unique(valueKeys.begin(), valueKeys.end()), valueKeys.end());
    std::vector<CategoryCode> codes(valueKeys.size());
    std::transform(valueKeys.begin(), valueKeys.end(), codes.begin(), codeOfKey);
    if (codes.empty())
        return;
    std::vector<std::string> texts = field().wholeTexts(codes, job);
    for (std::size_t i = 0; i < texts.size(); ++i)
        m_long.emplace(valueKeys[i], std::move(texts[i]));
}

GroupValue FieldKeys::value(std::uint32_t valueKey) const
{
    if (m_bins.any())
        return m_bins.valueOf(valueKey);
    GroupValue value;
    if (m_kind == Kind::Numbers)
        value.number = m_values.values()[valueKey - 1];
    else if (valueKey != 0)
        value.number = field().numberOfCategory(codeOfKey(valueKey));
    value.text = m_kind == Kind::Numbers ? numberText(*value.number) : text(valueKey);
    const bool isRowNumber = m_isRowNumber && valueKey > m_categories;
    if (m_kind != Kind::Numbers && valueKey != 0 && !isRowNumber)
        value.chinese = otherNameOf(field().category(codeOfKey(valueKey)));
    return value;
}

std::string FieldKeys::text(std::uint32_t valueKey) const
{
    if (valueKey == 0)
        return {};
    if (m_isRowNumber && valueKey > m_categories)
        return field().text(Row{valueKey - m_categories - 1});
    const auto known = m_long.find(valueKey);
    return known == m_long.end() ? std::string(field().category(codeOfKey(valueKey)).shown()) : known->second;
}

} // namespace duologue
