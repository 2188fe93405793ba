// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_order.h"

#include "core/data/column.h"
#include "core/data/field_reader.h"
#include "core/util/numbers.h"
#include "core/util/parallel.h"
#include "core/util/sort.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

namespace {

constexpr std::uint64_t kSortKeysNoKey = SortKeys::kNone;

/// A number's bits, changed so that they compare as the numbers do.
std::uint64_t keyOf(double number)
{
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
    if (std::isnan(number))
        return kSortKeysNoKey;
    // 0 and -0 are equal.
    const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

/// Rows whose text is in no column, with these texts in one string: making a string for each row would take
/// longer than sorting.
class RowTexts {
public:
    /// Skips a row without a text.
    void add(const FieldReader& field, Row row)
    {
        const std::size_t begin = m_bytes.size();
        field.appendText(row, m_bytes);
        if (m_bytes.size() == begin)
            return;
        m_rows.push_back(row);
        m_ends.push_back(m_bytes.size());
    }

    std::span<const Row> rows() const { return m_rows; }
    /// The texts in the order of rows(); valid as long as this object.
    void copyTo(std::span<std::string_view> texts) const
    {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < m_ends.size(); ++i) {
            texts[i] = std::string_view(m_bytes).substr(begin, m_ends[i] - begin);
            begin = m_ends[i];
        }
    }

private:
    std::string m_bytes;
    std::vector<Row> m_rows;
    std::vector<std::size_t> m_ends;
};

/// Names by which long values are sorted: the beginnings that their column keeps of them, and the whole
/// values, which are read again, where other values begin in the same way.
class LongNames {
public:
    /// `names` are those of the codes, and valid as long as this object.
    LongNames(const FieldReader& field, std::span<const CategoryCode> codes,
              std::span<std::string_view> names, const Job& job)
    {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (field.isLong(codes[i]))
                places.push_back(i);
        }
        if (places.empty())
            return;
        std::unordered_map<std::string, std::uint32_t> counts;
        for (const std::size_t place : places)
            ++counts[startOf(names[place])];
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const auto known = field.isLong(codes[i]) ? counts.end() : counts.find(startOf(names[i]));
            if (known != counts.end())
                ++known->second;
        }
        std::erase_if(places, [&](std::size_t place) { return counts[startOf(names[place])] == 1; });
        std::vector<CategoryCode> same;
        for (const std::size_t place : places)
            same.push_back(codes[place]);
        m_texts = field.wholeTexts(same, job);
        for (std::size_t i = 0; i < places.size(); ++i)
            names[places[i]] = m_texts[i];
    }

private:
    /// Equal for names that the first bytes do not put in order: numbers go on behind them, and case does not
    /// count.
    static std::string startOf(std::string_view name)
    {
        name = name.substr(0, wholeCharacters(name, ValueKey::kBeginning));
        while (!name.empty() && isDigit(name.back()))
            name.remove_suffix(1);
        return foldForSearch(name);
    }

    std::vector<std::string> m_texts;
};

/// The rank of each name of a category: numbers by value, then the others as nameRanks() has them. Equal
/// names have the same rank.
std::vector<std::uint32_t> valueRanks(std::span<const std::string_view> names, const Job& job)
{
    struct Number {
        double value;
        std::uint32_t name;
    };
    std::vector<std::uint32_t> ranks = nameRanks(names, job);
    std::vector<Number> numbers;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        if (const auto number = finiteNumberIn(names[i]))
            numbers.push_back({*number, i});
    }
    if (numbers.empty())
        return ranks;
    const auto isBefore = [&names](const Number& a, const Number& b) {
        return a.value == b.value ? compareValues(names[a.name], names[b.name]) < 0 : a.value < b.value;
    };
    std::sort(numbers.begin(), numbers.end(), isBefore);
    for (std::uint32_t& rank : ranks)
        rank += static_cast<std::uint32_t>(numbers.size());
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        rank += i > 0 && isBefore(numbers[i - 1], numbers[i]) ? 1 : 0;
        ranks[numbers[i].name] = rank;
    }
    return ranks;
}

/// Makes the keys of some rows of a field.
class KeyMaker {
public:
    KeyMaker(const RowOrder& rows, const FieldReader& field, const Job& job)
        : m_field(field), m_scan(field), m_job(job)
    {
        for (const Row row : rows)
            m_size = std::max(m_size, indexOf(row) + 1);
        m_wanted = RowSet(m_size);
        for (const Row row : rows)
            m_wanted.add(row);
        m_keys = std::make_unique_for_overwrite<std::uint64_t[]>(m_size);
    }

    /// Keys of rows in runs without wanted rows are not set.
    std::unique_ptr<std::uint64_t[]> make() &&
    {
        const bool isAsText = m_field.isNumbersAsText() && !m_field.info().ofMessages;
        m_field.make(m_job);
        if (m_job.stopRequested())
            std::fill_n(m_keys.get(), m_size, kSortKeysNoKey);
        else if (isAsText && hasDigits())
            takeDigits();
        else if (m_field.isNumber() || isAsText || m_field.isTime())
            takeNumbers();
        else if (m_field.info().kind == FieldKind::Text)
            takeTexts();
        else
            takeCategories();
        return std::move(m_keys);
    }

private:
    template<typename Take>
    void forEachRun(const Take& take) const;
    void takeNumbers();
    bool hasDigits() const;
    void takeDigits();
    void takeCategories();
    void takeRanks(const std::vector<std::uint32_t>& ranks);
    void takeFirstRanks(const std::vector<std::uint32_t>& ranks);
    void takeMessageRanks(const std::vector<std::uint32_t>& ranks);
    void takeTexts();

    std::size_t pieceCount() const { return FieldScan::pieceCount(m_size); }

    const FieldReader& m_field;
    FieldScan m_scan;
    const Job& m_job;
    /// One more than the index of the last row.
    std::size_t m_size = 0;
    RowSet m_wanted;
    std::unique_ptr<std::uint64_t[]> m_keys;
};

/// Calls take(begin, end) for the runs that contain wanted rows, after setting their keys to kNone. Uses all
/// cores; one thread takes the runs of a piece in order.
template<typename Take>
void KeyMaker::forEachRun(const Take& take) const
{
    parallelFor(pieceCount(), 1, [&](std::size_t first, std::size_t last) {
        const Row lastEnd = FieldScan::startOfPiece(last, m_size);
        Row end{0};
        for (Row begin = FieldScan::startOfPiece(first, m_size); begin < lastEnd; begin = end) {
            end = std::min(begin + FieldScan::kRun, lastEnd);
            if (m_job.stopRequested())
                return;
            if (!m_wanted.anyIn(begin, end))
                continue;
            std::fill(m_keys.get() + indexOf(begin), m_keys.get() + indexOf(end), kSortKeysNoKey);
            take(begin, end);
        }
    });
}

void KeyMaker::takeNumbers()
{
    forEachRun([&](Row begin, Row end) {
        std::array<double, FieldScan::kRun> numbers;
        m_scan.numbers(begin, end, numbers.data());
        std::transform(numbers.begin(), numbers.begin() + (end - begin), m_keys.get() + indexOf(begin),
                       keyOf);
    });
}

/// Whether some categories are numbers that doubles do not hold.
bool KeyMaker::hasDigits() const
{
    constexpr std::size_t kShortest = 16;
    for (std::size_t i = 0; i < m_field.categoryCount(); ++i) {
        const std::string_view text = m_scan.shownName(categoryCode(i));
        if (text.size() >= kShortest && isKeptAsDigits(trimmed(text)))
            return true;
    }
    return false;
}

/// By the numbers that the digits of each category are, which doubles may not hold.
void KeyMaker::takeDigits()
{
    std::vector<std::string> texts(m_field.categoryCount());
    std::vector<double> numbers(texts.size());
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        texts[i] = trimmed(m_scan.shownName(categoryCode(i)));
        const auto number = isDecimal(texts[i]) ? numberIn(texts[i]) : std::nullopt;
        if (number)
            order.push_back(static_cast<std::uint32_t>(i));
        numbers[i] = number.value_or(0);
    }
    // Rounded, they are in the same order, or equal.
    std::sort(order.begin(), order.end(), [&](std::uint32_t left, std::uint32_t right) {
        return numbers[left] == numbers[right] ? compareDecimals(texts[left], texts[right]) < 0
                                               : numbers[left] < numbers[right];
    });
    std::vector<std::uint32_t> ranks(texts.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool isSame = i > 0 && compareDecimals(texts[order[i - 1]], texts[order[i]]) == 0;
        ranks[order[i]] = isSame ? ranks[order[i - 1]] : static_cast<std::uint32_t>(i);
    }
    takeRanks(ranks);
}

void KeyMaker::takeCategories()
{
    const std::size_t count = m_field.categoryCount();
    std::vector<Category> categories(count);
    std::vector<std::string_view> names(count);
    for (std::size_t i = 0; i < count; ++i) {
        categories[i] = m_field.category(categoryCode(i));
        names[i] = categories[i].shown();
    }
    std::vector<CategoryCode> codes(count);
    for (std::size_t i = 0; i < count; ++i)
        codes[i] = categoryCode(i);
    const LongNames whole(m_field, codes, names, m_job);
    const std::vector<std::uint32_t> ranks = valueRanks(names, m_job);
    if (m_scan.isSingleValued())
        takeRanks(ranks);
    else if (m_scan.isOfMessages())
        takeMessageRanks(ranks);
    else
        takeFirstRanks(ranks);
}

void KeyMaker::takeRanks(const std::vector<std::uint32_t>& ranks)
{
    forEachRun([&](Row begin, Row end) {
        std::array<CategoryCode, FieldScan::kRun> codes;
        m_scan.codes(begin, end, codes.data());
        for (Row row = begin; row < end; ++row) {
            if (const std::size_t code = indexOf(codes[row - begin]); code < ranks.size())
                m_keys[indexOf(row)] = ranks[code];
        }
    });
}

/// If a row has several values, its key is that of the first by name.
void KeyMaker::takeFirstRanks(const std::vector<std::uint32_t>& ranks)
{
    forEachRun([&](Row begin, Row end) {
        for (Row row = begin; row < end; ++row)
            m_field.forEachCode(row, [&](CategoryCode code) {
                m_keys[indexOf(row)] = std::min<std::uint64_t>(m_keys[indexOf(row)], ranks[indexOf(code)]);
            });
    });
}

void KeyMaker::takeMessageRanks(const std::vector<std::uint32_t>& ranks)
{
    std::vector<std::uint64_t> first(m_scan.messageKeyCount(), kSortKeysNoKey);
    for (std::size_t key = 0; key < first.size(); ++key)
        m_scan.forEachCodeOfKey(static_cast<std::uint32_t>(key), [&](CategoryCode code) {
            if (indexOf(code) < ranks.size())
                first[key] = std::min<std::uint64_t>(first[key], ranks[indexOf(code)]);
        });
    forEachRun([&](Row begin, Row end) {
        std::vector<std::uint32_t> keys;
        m_scan.forEachMessageKeys(begin, end, keys, [&](Row row, std::span<const std::uint32_t> ofRow) {
            for (const std::uint32_t key : ofRow)
                m_keys[indexOf(row)] = std::min(m_keys[indexOf(row)], first[key]);
        });
    });
}

/// Ranks the texts of wanted rows. Texts in a column are ranked once for each code.
void KeyMaker::takeTexts()
{
    constexpr std::uint32_t kUnused = 0xFFFF'FFFFU;
    const bool coded = m_scan.isColumn() && m_scan.isSingleValued();
    const auto codes = std::make_unique_for_overwrite<CategoryCode[]>(m_size);
    // 0 for each code that a wanted row has; later the index of its name in `names`.
    std::vector<std::uint32_t> nameOfCode(coded ? m_field.categoryCount() : 0, kUnused);
    std::vector<RowTexts> texts(pieceCount());
    forEachRun([&](Row begin, Row end) {
        std::fill(codes.get() + indexOf(begin), codes.get() + indexOf(end), kNoCategory);
        if (coded)
            m_scan.codes(begin, end, codes.get() + indexOf(begin));
        std::array<std::uint16_t, FieldScan::kRun> wanted;
        const std::uint16_t* const wantedEnd = m_wanted.offsetsIn(begin, end, wanted.data());
        for (const std::uint16_t* offset = wanted.data(); offset != wantedEnd; ++offset) {
            const std::size_t code = indexOf(codes[indexOf(begin) + *offset]);
            if (code >= nameOfCode.size()) {
                texts[indexOf(begin) / FieldScan::kPiece].add(m_field, begin + *offset);
                continue;
            }
            // Written only once: if many rows have one text, all cores would write to the same cache line.
            if (std::atomic_ref used(nameOfCode[code]); used.load(std::memory_order_relaxed) != 0)
                used.store(0, std::memory_order_relaxed);
        }
    });
    if (m_job.stopRequested())
        return;

    std::uint32_t used = 0;
    for (std::uint32_t& name : nameOfCode)
        name = name == kUnused ? kUnused : used++;
    std::vector<std::size_t> firstNameOfPiece;
    firstNameOfPiece.reserve(texts.size());
    std::size_t count = used;
    for (const RowTexts& ofPiece : texts)
        firstNameOfPiece.push_back(std::exchange(count, count + ofPiece.rows().size()));
    std::vector<std::string_view> names(count);
    parallelFor(nameOfCode.size(), FieldScan::kPiece, [&](std::size_t begin, std::size_t end) {
        for (std::size_t code = begin; code < end; ++code) {
            if (nameOfCode[code] != kUnused)
                names[nameOfCode[code]] = m_scan.shownName(categoryCode(code));
        }
    });
    std::vector<CategoryCode> usedCodes;
    for (std::size_t code = 0; code < nameOfCode.size(); ++code) {
        if (nameOfCode[code] != kUnused)
            usedCodes.push_back(categoryCode(code));
    }
    const LongNames whole(m_field, usedCodes, std::span(names).first(used), m_job);
    parallelFor(texts.size(), 1, [&](std::size_t piece, std::size_t) {
        texts[piece].copyTo(std::span(names).subspan(firstNameOfPiece[piece]));
    });

    const std::vector<std::uint32_t> ranks = nameRanks(names, m_job);
    forEachRun([&](Row begin, Row end) {
        for (Row row = begin; row < end; ++row) {
            const std::size_t code = indexOf(codes[indexOf(row)]);
            if (code < nameOfCode.size() && nameOfCode[code] != kUnused)
                m_keys[indexOf(row)] = ranks[nameOfCode[code]];
        }
    });
    parallelFor(texts.size(), 1, [&](std::size_t piece, std::size_t) {
        std::size_t name = firstNameOfPiece[piece];
        for (const Row row : texts[piece].rows())
            m_keys[indexOf(row)] = ranks[name++];
    });
}

} // namespace

SortKeys::SortKeys(const RowOrder& rows, const FieldReader& field, const Job& job)
    : m_keys(KeyMaker(rows, field, job).make())
{
}

namespace {

constexpr std::uint64_t kNoKey = SortKeys::kNone;

/// Its members have no initial values, so that a new array is first written by all cores, not by one.
struct KeyedRow {
    std::uint64_t key;
    Row row;
};

/// Sorts rows by their keys. Subtracts the smallest key and drops the low bits that are the same in all keys,
/// because short keys are sorted faster.
class KeyedRows {
public:
    KeyedRows(const RowOrder& rows, const SortKeys& keys, bool descending)
        : m_rows(rows),
          m_keys(keys),
          m_descending(descending),
          m_parts(std::clamp<std::size_t>(rows.size() / FieldScan::kPiece, 1, kMostParts))
    {
        forEachPart([this](Part& part) {
            for (std::size_t i = part.begin; i < part.end; ++i) {
                const std::uint64_t key = m_keys[m_rows[i]];
                part.keyed += key != kNoKey ? 1 : 0;
                part.lowest = std::min(part.lowest, key);
                part.highest = std::max(part.highest, key == kNoKey ? 0 : key);
            }
        });
        for (Part& part : m_parts) {
            part.firstKeyed = std::exchange(m_keyed, m_keyed + part.keyed);
            m_lowest = std::min(m_lowest, part.lowest);
            m_highest = std::max(m_highest, part.highest);
        }
        forEachPart([this](Part& part) {
            for (std::size_t i = part.begin; i < part.end; ++i) {
                const std::uint64_t key = m_keys[m_rows[i]];
                part.differing |= key == kNoKey ? 0 : key - m_lowest;
            }
        });
        std::uint64_t differing = m_keyed == 0 ? 0 : m_highest - m_lowest;
        for (const Part& part : m_parts)
            differing |= part.differing;
        m_unused = differing == 0 ? 0 : std::countr_zero(differing);
        m_used = differing >> m_unused;
    }

    /// By rising key, rows without a key last.
    RowOrder sorted() const
    {
        if (m_used < kFewKeys)
            return countingSorted();
        // Key and row fit into one number: half the bytes to move.
        if (m_used <= 0xFFFF'FFFFU) {
            return radixSorted<std::uint64_t>(
                [](std::uint64_t key, Row row) { return key << 32U | indexOf(row); },
                [](std::uint64_t item) { return item >> 32U; },
                [](std::uint64_t item) { return static_cast<Row>(item); });
        }
        return radixSorted<KeyedRow>(
            [](std::uint64_t key, Row row) {
                return KeyedRow{key, row};
            },
            [](const KeyedRow& item) { return item.key; }, [](const KeyedRow& item) { return item.row; });
    }

private:
    static constexpr std::size_t kMostParts = 16;
    /// Counting sort is used for fewer keys: their counters fit into a core's L1 cache.
    static constexpr std::uint64_t kFewKeys = 4096;

    /// Rows of [begin, end) of the given order.
    struct Part {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t keyed = 0;
        std::size_t firstKeyed = 0;
        std::uint64_t lowest = kNoKey;
        std::uint64_t highest = 0;
        std::uint64_t differing = 0;
    };

    /// On all cores.
    template<typename Visit>
    void forEachPart(const Visit& visit)
    {
        parallelFor(m_parts.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                Part part = m_parts[i];
                part.begin = m_rows.size() * i / m_parts.size();
                part.end = m_rows.size() * (i + 1) / m_parts.size();
                visit(part);
                m_parts[i] = part;
            }
        });
    }

    std::uint64_t shortenedKey(std::uint64_t key) const
    {
        return (m_descending ? m_highest - key : key - m_lowest) >> m_unused;
    }

    /// Counting sort for few different keys: each row is moved once.
    RowOrder countingSorted() const
    {
        // For each part, a counter for each key and a last one for the rows without a key. Then each becomes
        // the index in the order at which the next such row goes.
        std::vector<std::vector<std::uint32_t>> counters(m_parts.size(),
                                                         std::vector<std::uint32_t>(m_used + 2));
        const auto forEachKey = [&](const auto& visit) {
            parallelFor(m_parts.size(), 1, [&](std::size_t first, std::size_t last) {
                for (std::size_t part = first; part < last; ++part) {
                    std::vector<std::uint32_t>& ofPart = counters[part];
                    for (std::size_t i = m_parts[part].begin; i < m_parts[part].end; ++i) {
                        const std::uint64_t key = m_keys[m_rows[i]];
                        visit(m_rows[i], ofPart[key == kNoKey ? m_used + 1 : shortenedKey(key)]);
                    }
                }
            });
        };
        forEachKey([](Row, std::uint32_t& count) { ++count; });
        std::uint32_t position = 0;
        for (std::size_t key = 0; key < m_used + 2; ++key) {
            for (std::vector<std::uint32_t>& ofPart : counters)
                position += std::exchange(ofPart[key], position);
        }
        RowOrder order(m_rows.size());
        forEachKey([&order](Row row, std::uint32_t& next) { order[next++] = row; });
        return order;
    }

    template<typename Item, typename Make, typename KeyOf, typename RowOf>
    RowOrder radixSorted(const Make& make, const KeyOf& keyOfItem, const RowOf& rowOf) const
    {
        const auto items = std::make_unique_for_overwrite<Item[]>(m_keyed);
        RowOrder order(m_rows.size());
        parallelFor(m_parts.size(), 1, [&](std::size_t first, std::size_t last) {
            for (const Part& part : std::span(m_parts).subspan(first, last - first)) {
                Item* item = items.get() + part.firstKeyed;
                Row* unkeyed = order.data() + m_keyed + (part.begin - part.firstKeyed);
                for (std::size_t i = part.begin; i < part.end; ++i) {
                    const Row row = m_rows[i];
                    if (const std::uint64_t key = m_keys[row]; key == kNoKey)
                        *unkeyed++ = row;
                    else
                        *item++ = make(shortenedKey(key), row);
                }
            }
        });
        radixSort(std::span(items.get(), m_keyed), keyOfItem);
        parallelFor(m_keyed, FieldScan::kPiece, [&](std::size_t begin, std::size_t end) {
            std::transform(items.get() + begin, items.get() + end, order.data() + begin, rowOf);
        });
        return order;
    }

    const RowOrder& m_rows;
    const SortKeys& m_keys;
    bool m_descending;
    std::vector<Part> m_parts;
    std::size_t m_keyed = 0;
    std::uint64_t m_lowest = kNoKey;
    std::uint64_t m_highest = 0;
    /// Number of low bits that are the same in all keys.
    int m_unused = 0;
    /// The bits in which some keys differ, after dropping the lowest m_unused.
    std::uint64_t m_used = 0;
};

} // namespace

RowOrder orderOf(const RowSet& rows)
{
    RowOrder order;
    order.reserve(rows.count());
    rows.forEach([&](Row row) { order.push_back(row); });
    return order;
}

RowOrder sortedBy(const RowOrder& rows, const FieldReader& field, bool descending, const Job& job)
{
    const SortKeys keys(rows, field, job);
    return job.stopRequested() ? rows : sortedBy(rows, keys, descending);
}

RowOrder sortedBy(const RowOrder& rows, const SortKeys& keys, bool descending)
{
    return KeyedRows(rows, keys, descending).sorted();
}

RowOrder orderWithin(const RowOrder& order, const RowSet& wanted)
{
    RowOrder within;
    within.reserve(wanted.count());
    std::copy_if(order.begin(), order.end(), std::back_inserter(within),
                 [&](Row row) { return wanted.contains(row); });
    return within;
}

} // namespace duologue
