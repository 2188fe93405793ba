// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/field_keys.h"

#include "core/data/column.h"
#include "core/util/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace duologue {

bool PairNumbers::growTo(std::uint32_t first, std::uint32_t second)
{
    const std::uint64_t height = std::max<std::uint64_t>(m_height, std::bit_ceil(std::uint64_t{first} + 1));
    const std::uint64_t width = std::max<std::uint64_t>(m_width, std::bit_ceil(std::uint64_t{second} + 1));
    if (height > kMostInTable || width > kMostInTable || height * width > kMostInTable)
        return false;
    std::vector<std::uint32_t> table(height * width, kNone);
    for (std::size_t line = 0; line < m_height; ++line)
        std::copy_n(m_table.data() + line * m_width, m_width, table.data() + line * width);
    m_table = std::move(table);
    m_height = static_cast<std::uint32_t>(height);
    m_width = static_cast<std::uint32_t>(width);
    return true;
}

std::uint32_t PairNumbers::addOrFind(std::uint32_t first, std::uint32_t second)
{
    const auto next = static_cast<std::uint32_t>(m_pairs.size());
    if ((first < m_height && second < m_width) || growTo(first, second)) {
        m_table[std::size_t{first} * m_width + second] = next;
    } else {
        const auto [known, isNew] = m_others.try_emplace(std::uint64_t{first} << 32U | second, next);
        if (!isNew)
            return known->second;
    }
    m_pairs.emplace_back(first, second);
    return next;
}

void PairNumbers::close()
{
    m_table = {};
    m_height = 0;
    m_width = 0;
    m_others = {};
}

FieldKeys::FieldKeys(const FieldReader& field, const Bins& bins, bool ofMessages)
    : m_field(field), m_bins(bins)
{
    const FieldScan scan(field);
    if (field.info().ofMessages) {
        // A message's hallucination mark is a category, although a record has the number of its marks.
        m_kind = ofMessages         ? Kind::Messages
                 : field.hasMarks() ? Kind::MarksOfMessages
                                    : Kind::ListsOfMessages;
        return;
    }
    m_categories = static_cast<std::uint32_t>(field.categoryCount());
    if (field.isNumber() || m_bins.any()) {
        m_kind = m_bins.any() ? Kind::Bins : Kind::Numbers;
    } else if (field.info().kind == FieldKind::Text) {
        m_hasCodes = scan.isColumn() && scan.isSingleValued();
        m_namesRows = !m_hasCodes || scan.isRowNumber();
    } else if (!scan.isSingleValued()) {
        m_kind = Kind::Lists;
    }
}

std::size_t FieldKeys::fewKeys(std::size_t most) const
{
    const FieldScan scan(m_field);
    if (m_kind != Kind::Messages || m_bins.any() || !scan.hasKeysOfColumn())
        return 0;
    const std::size_t keys = scan.messageKeyCount();
    return keys > most ? 0 : keys;
}

void FieldKeys::useMasks()
{
    const FieldScan scan(m_field);
    const bool isOfMessages = m_kind == Kind::ListsOfMessages;
    // The number of keys is only known in advance of these.
    if (!(isOfMessages ? scan.hasKeysOfColumn() : m_kind == Kind::Lists))
        return;
    std::vector<std::uint64_t> masks(isOfMessages ? scan.messageKeyCount() : m_categories + std::size_t{1});
    if (masks.size() > kMostMasks)
        return;
    for (std::uint32_t key = 1; key < masks.size(); ++key) {
        bool areFew = true;
        const auto add = [&](std::uint32_t valueKey) {
            areFew = areFew && valueKey <= kMostMasked;
            masks[key] |= valueKey == 0 || !areFew ? 0 : std::uint64_t{1} << (valueKey - 1);
        };
        if (isOfMessages)
            scan.forEachCodeOfKey(key, [&](CategoryCode code) { add(valueKeyOf(code)); });
        else
            add(key);
        if (!areFew)
            return;
    }
    m_masks = std::make_shared<const std::vector<std::uint64_t>>(std::move(masks));
}

std::uint32_t FieldKeys::valueKeyOf(CategoryCode code) const
{
    return m_bins.any() ? m_bins.keyOf(m_field.categoryNumber(code)) : keyOfCode(code);
}

void FieldKeys::maskKeys(Row begin, Row end, std::uint32_t* out)
{
    const FieldScan scan(m_field);
    if (m_kind == Kind::ListsOfMessages) {
        scan.messageLists(begin, end, m_values, m_starts);
    } else {
        lists(begin, end, m_values, m_starts);
    }
    const std::uint64_t* const masks = m_masks->data();
    for (std::uint32_t row = 0; row < end - begin; ++row) {
        std::uint64_t all = 0;
        for (std::uint32_t i = m_starts[row]; i < m_starts[row + 1]; ++i)
            all |= masks[m_values[i]];
        // Neighbouring rows are often alike.
        if (all != m_lastMask) {
            m_lastMask = all;
            m_lastKey = all == 0 ? 0
                                 : m_numbers.numberOf(static_cast<std::uint32_t>(all >> 32U),
                                                      static_cast<std::uint32_t>(all)) +
                                       1;
        }
        out[row] = m_lastKey;
    }
}

std::uint32_t FieldKeys::keyOfNumber(double number)
{
    constexpr double kSmall = 4096;
    if (number >= 0 && number < kSmall) {
        // 0 and -0 are the same.
        if (const auto small = static_cast<std::uint32_t>(number); small == number)
            return small < NumberSlots::kSmall ? small + 1 : m_numbers.numberOf(0, small) + kFirstNumber;
    }
    if (std::isnan(number))
        return 0;
    // No number but NaN has as its first half what one more than it would not fit.
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return m_numbers.numberOf(static_cast<std::uint32_t>(bits >> 32U) + 1, static_cast<std::uint32_t>(bits)) +
           kFirstNumber;
}

double FieldKeys::numberOfKey(std::uint32_t key) const
{
    if (key < kFirstNumber)
        return key - 1;
    const auto& [first, second] = m_numbers.pairs()[key - kFirstNumber];
    return first == 0 ? second : std::bit_cast<double>(std::uint64_t{first - 1} << 32U | second);
}

void FieldKeys::rowKeys(Row begin, Row end, std::uint32_t* out)
{
    if (m_kind == Kind::Numbers || m_kind == Kind::Bins) {
        numberKeys(begin, end, out);
    } else if (m_masks) {
        maskKeys(begin, end, out);
    } else if (m_kind == Kind::MarksOfMessages) {
        markKeys(begin, end, out);
    } else if (isList()) {
        listKeys(begin, end, out);
    } else {
        codeKeys(begin, end, out);
    }
}

void FieldKeys::numberKeys(Row begin, Row end, std::uint32_t* out)
{
    std::array<double, FieldScan::kRun> buffer;
    const auto numbers = FieldScan(m_field).numbersOf(begin, end, buffer.data());
    if (m_bins.any()) {
        std::transform(numbers.begin(), numbers.end(), out,
                       [this](double number) { return m_bins.keyOf(number); });
        return;
    }
    const NumberSlots slots(numbers);
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
        out[i] = slots.slots[i] < NumberSlots::kSmall ? slots.slots[i] + 1 : 0;
    for (std::uint32_t i = 0; i < numbers.size() && slots.anyOther; ++i) {
        if (slots.slots[i] == NumberSlots::kOther)
            out[i] = keyOfNumber(numbers[i]);
    }
}

void FieldKeys::codeKeys(Row begin, Row end, std::uint32_t* out) const
{
    if (m_hasCodes)
        FieldScan(m_field).keys(begin, end, out);
    else
        std::fill(out, out + (end - begin), 0U);
    const std::uint32_t firstNumber = m_categories + 1 + static_cast<std::uint32_t>(begin);
    for (std::uint32_t i = 0; m_namesRows && i < end - begin; ++i)
        out[i] = out[i] == 0 ? firstNumber + i : out[i];
}

void FieldKeys::listKeys(Row begin, Row end, std::uint32_t* out)
{
    lists(begin, end, m_values, m_starts);
    for (std::uint32_t row = 0; row < end - begin; ++row) {
        out[row] = 0;
        for (std::uint32_t i = m_starts[row]; i < m_starts[row + 1]; ++i)
            out[row] = m_numbers.numberOf(out[row], m_values[i]) + 1;
    }
}

void FieldKeys::markKeys(Row begin, Row end, std::uint32_t* out)
{
    FieldScan(m_field).messageLists(begin, end, m_values, m_starts);
    constexpr auto kYes = static_cast<std::uint32_t>(Mark::Yes);
    constexpr auto kNo = static_cast<std::uint32_t>(Mark::No);
    constexpr auto kUnclear = static_cast<std::uint32_t>(Mark::Unclear);
    for (std::uint32_t row = 0; row < end - begin; ++row) {
        std::uint32_t seen = 0;
        for (std::uint32_t i = m_starts[row]; i < m_starts[row + 1]; ++i)
            seen |= 1U << m_values[i];
        const auto has = [seen](std::uint32_t mark) { return (seen >> mark & 1U) != 0; };
        out[row] = has(kYes) ? kYes : has(kNo) ? kNo : has(kUnclear) ? kUnclear : 0;
    }
}

void FieldKeys::messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const
{
    FieldScan(m_field).messageKeys(begin, end, out);
    if (!m_bins.any())
        return;
    for (std::uint32_t* const last = out + (end - begin); out != last; ++out)
        *out = *out == 0 ? 0 : m_bins.keyOf(m_field.categoryNumber(codeOfKey(*out)));
}

void FieldKeys::lists(Row begin, Row end, std::vector<std::uint32_t>& values,
                      std::vector<std::uint32_t>& starts)
{
    const FieldScan scan(m_field);
    if (m_kind == Kind::Lists) {
        std::vector<CategoryCode> codes;
        scan.lists(begin, end, codes, starts);
        values.resize(codes.size());
        std::transform(codes.begin(), codes.end(), values.begin(), keyOfCode);
        return;
    }
    if (!m_field.info().ofMessages) {
        values.resize(end - begin);
        rowKeys(begin, end, values.data());
        starts.assign(values.size() + 1, 0);
        for (std::uint32_t row = 0; row < values.size(); ++row)
            starts[row + 1] = starts[row] + (values[row] == 0 ? 0 : 1);
        std::erase(values, 0U);
        return;
    }
    std::vector<std::uint32_t> keys;
    scan.messageLists(begin, end, keys, starts);
    values.clear();
    std::uint32_t from = 0;
    for (std::uint32_t row = 0; row < end - begin; ++row) {
        const std::uint32_t to = starts[row + 1];
        for (std::uint32_t i = from; i < to; ++i) {
            if (keys[i] != 0)
                scan.forEachCodeOfKey(keys[i],
                                      [&](CategoryCode code) { values.push_back(valueKeyOf(code)); });
        }
        from = to;
        starts[row + 1] = static_cast<std::uint32_t>(values.size());
    }
}

std::vector<std::uint32_t> FieldKeys::adopt(const FieldKeys& other)
{
    if (m_kind != Kind::Numbers && !isList() && !m_masks)
        return {};
    std::vector<std::uint32_t> here(firstNumber());
    std::iota(here.begin(), here.end(), 0U);
    for (const auto& [first, second] : other.m_numbers.pairs())
        here.push_back(m_numbers.numberOf(isList() ? here[first] : first, second) + firstNumber());
    return here;
}

void FieldKeys::readLong(std::vector<std::uint32_t> valueKeys, const Job& job)
{
    std::erase_if(valueKeys, [this](std::uint32_t key) {
        const bool isCode = m_kind != Kind::Numbers && !m_bins.any() && key != 0 && key <= m_categories;
        return !isCode || !m_field.isLong(codeOfKey(key)) || m_long.contains(key);
    });
    std::sort(valueKeys.begin(), valueKeys.end());
    valueKeys.erase(std::unique(valueKeys.begin(), valueKeys.end()), valueKeys.end());
    std::vector<CategoryCode> codes(valueKeys.size());
    std::transform(valueKeys.begin(), valueKeys.end(), codes.begin(), codeOfKey);
    if (codes.empty())
        return;
    std::vector<std::string> texts = m_field.wholeTexts(codes, job);
    for (std::size_t i = 0; i < texts.size(); ++i)
        m_long.emplace(valueKeys[i], std::move(texts[i]));
}

GroupValue FieldKeys::value(std::uint32_t valueKey) const
{
    if (m_bins.any())
        return m_bins.valueOf(valueKey);
    GroupValue value;
    if (m_kind == Kind::Numbers) {
        value.number = numberOfKey(valueKey);
        value.text = numberText(*value.number);
    } else if (namesRow(valueKey)) {
        value.text = m_field.text(Row{valueKey - m_categories - 1});
    } else if (valueKey != 0) {
        const Category category = m_field.category(codeOfKey(valueKey));
        const auto known = m_long.find(valueKey);
        value.text = known == m_long.end() ? std::string(category.shown()) : known->second;
        value.number = m_field.numberOfCategory(codeOfKey(valueKey));
        value.chinese = otherNameOf(category);
    }
    return value;
}

} // namespace duologue
