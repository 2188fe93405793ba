// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tally_keys.h"

#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace duologue {

bool PairTable::growTo(std::uint32_t first, std::uint32_t second)
{
    if (covers(first, second))
        return true;
    const std::uint64_t height = std::max<std::uint64_t>(m_height, std::bit_ceil(std::uint64_t{first} + 1));
    const std::uint64_t width = std::max<std::uint64_t>(m_width, std::bit_ceil(std::uint64_t{second} + 1));
    if (height > kLargest || width > kLargest || height * width > kLargest)
        return false;
    std::vector<std::uint32_t> values(height * width, m_none);
    for (std::size_t line = 0; line < m_height; ++line)
        std::copy_n(m_values.data() + line * m_width, m_width, values.data() + line * width);
    m_values = std::move(values);
    m_height = static_cast<std::uint32_t>(height);
    m_width = static_cast<std::uint32_t>(width);
    return true;
}

std::uint32_t PairNumbers::addOrFind(std::uint32_t first, std::uint32_t second)
{
    const auto next = static_cast<std::uint32_t>(m_pairs.size());
    if (m_table.growTo(first, second)) {
        m_table(first, second) = next;
    } else {
        const std::uint32_t other = m_others.numberOf(std::uint64_t{first} << 32U | second);
        if (other < m_numberOfOther.size())
            return m_numberOfOther[other];
        m_numberOfOther.push_back(next);
    }
    m_pairs.emplace_back(first, second);
    return next;
}

std::uint32_t ValueKeys::addOrFind(double value)
{
    if (std::isnan(value))
        return 0;
    const std::uint32_t key = m_bits.numberOf(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)) + 1;
    if (key > m_values.size())
        m_values.push_back(value == 0 ? 0.0 : value);
    if (value >= 0 && value < kSmall && value == std::trunc(value)) {
        const auto small = static_cast<std::size_t>(value);
        m_small.resize(std::max(m_small.size(), small + 1));
        m_small[small] = key;
    }
    return key;
}

std::uint32_t ListKeys::keyOf(const List& codes)
{
    if (codes.empty())
        return 0;
    if (codes.size() == 1)
        return static_cast<std::uint32_t>(codes.front()) + 1;
    const auto [known, isNew] = m_numbers.try_emplace(codes, static_cast<std::uint32_t>(m_lists.size()));
    if (isNew)
        m_lists.push_back(codes);
    return m_categories + 1 + known->second;
}

ListKeys::List ListKeys::listOf(std::uint32_t key) const
{
    if (key == 0)
        return {};
    return key <= m_categories ? List(1, static_cast<char32_t>(key - 1)) : m_lists[key - m_categories - 1];
}

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

namespace {

/// Larger second keys do not go into the table of small pairs.
constexpr std::uint32_t kNarrow = 1U << 16U;

} // namespace

void TallyGroups::append()
{
    n.push_back(0);
    for (std::vector<Mean>& each : means)
        each.emplace_back();
}

void TallyGroups::countLine(std::uint32_t first, const std::uint32_t* second, std::size_t count)
{
    for (std::size_t i = 0; i < count;) {
        // Looked up again after each rare pair, because the table may have grown and moved.
        std::uint32_t* const line = m_counts.covers(first, 0) ? &m_counts(first, 0) : nullptr;
        const std::size_t covered = line == nullptr ? 0 : m_counts.width() / kTurns;
        // `covered` is a power of two, so four keys are below it if all of their bits are.
        for (; i + kTurns <= count && (second[i] | second[i + 1] | second[i + 2] | second[i + 3]) < covered;
             i += kTurns) {
            ++line[second[i] * kTurns];
            ++line[second[i + 1] * kTurns + 1];
            ++line[second[i + 2] * kTurns + 2];
            ++line[second[i + 3] * kTurns + 3];
        }
        for (; i < count && second[i] < covered; ++i)
            ++line[second[i] * kTurns + i % kTurns];
        if (i < count)
            countRare(first, second[i++]);
    }
}

void TallyGroups::countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t size)
{
    // The sides of the table are powers of two, so it covers all keys if it covers all of their bits.
    const std::uint32_t firstBits = std::reduce(first, first + size, 0U, std::bit_or());
    const std::uint32_t secondBits = std::reduce(second, second + size, 0U, std::bit_or());
    if (!makeCells(firstBits, secondBits)) {
        for (std::size_t i = 0; i < size; ++i)
            count(first[i], second[i], i);
        return;
    }
    std::uint32_t* const counts = m_counts.data();
    const std::size_t width = m_counts.width();
    std::size_t i = 0;
    for (; i + kTurns <= size; i += kTurns) {
        ++counts[first[i] * width + second[i] * kTurns];
        ++counts[first[i + 1] * width + second[i + 1] * kTurns + 1];
        ++counts[first[i + 2] * width + second[i + 2] * kTurns + 2];
        ++counts[first[i + 3] * width + second[i + 3] * kTurns + 3];
    }
    for (; i < size; ++i)
        ++counts[first[i] * width + second[i] * kTurns];
}

bool TallyGroups::makeCells(std::uint32_t firstBits, std::uint32_t secondBits)
{
    return secondBits < kNarrow &&
           m_counts.growTo(firstBits, static_cast<std::uint32_t>(secondBits * kTurns + kTurns - 1));
}

unsigned TallyGroups::cellStep(std::size_t side) const
{
    return static_cast<unsigned>(std::countr_zero(side == 0 ? std::size_t{m_counts.width()} : kTurns));
}

void TallyGroups::countCells(const std::uint32_t* cells, std::size_t size)
{
    std::uint32_t* const counts = m_counts.data();
    std::size_t i = 0;
    for (; i + kTurns <= size; i += kTurns) {
        ++counts[cells[i]];
        ++counts[cells[i + 1] + 1];
        ++counts[cells[i + 2] + 2];
        ++counts[cells[i + 3] + 3];
    }
    for (; i < size; ++i)
        ++counts[cells[i]];
}

void TallyGroups::countRare(std::uint32_t first, std::uint32_t second)
{
    if (second < kNarrow && m_counts.growTo(first, static_cast<std::uint32_t>(second * kTurns + kTurns - 1)))
        ++m_counts(first, static_cast<std::uint32_t>(second * kTurns));
    else
        ++n[groupOf(first, second)];
}

void TallyGroups::flushCounts()
{
    for (std::uint32_t first = 0; first < m_counts.height(); ++first) {
        for (std::uint32_t place = 0; place < m_counts.width(); ++place) {
            if (const std::uint32_t counted = std::exchange(m_counts(first, place), 0); counted != 0)
                n[groupOf(first, static_cast<std::uint32_t>(place / kTurns))] += counted;
        }
    }
}

void TallyGroups::add(std::uint32_t first, std::uint32_t second, const TallyGroups& other, std::size_t group)
{
    const std::uint32_t here = groupOf(first, second);
    n[here] += other.n[group];
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i][here].add(other.means[i][group]);
}

void SlotMeans::add(const NumberSlots& slots, std::span<const std::uint16_t> places,
                    const std::uint32_t* groups, std::vector<Mean>& means)
{
    if (means.size() > kMostGroups) {
        for (std::size_t i = 0; i < places.size(); ++i)
            addValue(means[groups[i]], slots.numbers[places[i]]);
        return;
    }
    m_counts.resize(means.size() * NumberSlots::kCount);
    for (std::size_t i = 0; i < places.size(); ++i)
        ++m_counts[groups[i] * NumberSlots::kCount + slots.slots[places[i]]];
    for (std::size_t i = 0; i < places.size() && slots.anyOther; ++i) {
        if (slots.slots[places[i]] == NumberSlots::kOther)
            means[groups[i]].add(slots.numbers[places[i]]);
    }
}

void SlotMeans::flush(std::vector<Mean>& means)
{
    for (std::size_t group = 0; group < m_counts.size() / NumberSlots::kCount; ++group) {
        for (std::uint32_t value = 0; value < NumberSlots::kSmall; ++value) {
            const std::uint32_t n = m_counts[group * NumberSlots::kCount + value];
            const double sum = static_cast<double>(n) * value;
            means[group].add(Mean{n, sum, sum * value});
        }
    }
    m_counts.clear();
}

void SummaryPiece::addPlaces(const NumberSlots& slots, std::span<const std::uint16_t> places)
{
    std::size_t turn = 0;
    for (const std::uint16_t place : places)
        ++m_small[slots.slots[place] * kTurns + turn++ % kTurns];
    if (!slots.anyOther)
        return;
    for (const std::uint16_t place : places) {
        if (slots.slots[place] == NumberSlots::kOther)
            addOther(slots.numbers[place]);
    }
}

void SummaryPiece::addAll(std::span<const double> numbers)
{
    for (std::size_t begin = 0; begin < numbers.size(); begin += FieldScan::kRun) {
        const NumberSlots slots(
            numbers.subspan(begin, std::min<std::size_t>(FieldScan::kRun, numbers.size() - begin)));
        for (std::size_t i = 0; i < slots.numbers.size(); ++i) {
            ++m_small[slots.slots[i] * kTurns + i % kTurns];
            if (slots.slots[i] == NumberSlots::kOther)
                addOther(slots.numbers[i]);
        }
    }
}

void SummaryPiece::addOther(double value)
{
    m_made.mean.add(value);
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, 1);
}

void SummaryPiece::add(double value, std::uint64_t count)
{
    if (count == 0 || std::isnan(value))
        return;
    const auto n = static_cast<double>(count);
    m_made.mean.add(Mean{count, n * value, n * value * value});
    if (std::isfinite(value)) {
        widen(value, value);
        m_made.whole = m_made.whole && value == std::trunc(value);
    }
    countValue(value, count);
}

void SummaryPiece::add(const SummaryPiece& other)
{
    m_made.mean.add(other.m_made.mean);
    if (other.m_anyFinite)
        widen(other.m_made.low, other.m_made.high);
    m_made.whole = m_made.whole && other.m_made.whole;
    if (!other.m_made.hasValues)
        dropValues();
    for (const auto& [value, count] : other.m_made.values)
        countValue(value, count);
}

void SummaryPiece::finish()
{
    for (std::size_t slot = 0; slot < NumberSlots::kSmall * kTurns; ++slot) {
        const std::size_t number = slot / kTurns;
        add(static_cast<double>(number), std::exchange(m_small[slot], 0));
    }
}

void SummaryPiece::widen(double low, double high)
{
    m_made.low = m_anyFinite ? std::min(m_made.low, low) : low;
    m_made.high = m_anyFinite ? std::max(m_made.high, high) : high;
    m_anyFinite = true;
}

void SummaryPiece::countValue(double value, std::uint64_t count)
{
    if (!m_made.hasValues)
        return;
    if (m_last < m_made.values.size() && m_made.values[m_last].first == value) {
        m_made.values[m_last].second += count;
        return;
    }
    const auto place =
        std::lower_bound(m_made.values.begin(), m_made.values.end(), value,
                         [](const auto& known, double wanted) { return known.first < wanted; });
    m_last = static_cast<std::size_t>(place - m_made.values.begin());
    if (place != m_made.values.end() && place->first == value)
        place->second += count;
    else if (m_made.values.size() == NumberSummary::kMostValues)
        dropValues();
    else
        m_made.values.insert(place, {value, count});
}

void SummaryPiece::dropValues()
{
    m_made.hasValues = false;
    m_made.values.clear();
}

} // namespace duologue
