// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/count.h"

#include "core/data/column.h"
#include "core/data/snapshot.h"
#include "core/util/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
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

void PairNumbers::numbersOf(const std::uint32_t* first, const std::uint32_t* second, std::size_t count,
                            std::uint32_t* out)
{
    for (std::size_t i = 0; i < count;) {
        // Taken again after each new pair, because the table may have grown and moved.
        const std::uint32_t* const table = m_table.data();
        const std::size_t height = m_height;
        const std::size_t width = m_width;
        for (; i < count; ++i) {
            const std::size_t line = first == nullptr ? 0 : first[i];
            const bool isCovered = line < height && second[i] < width;
            out[i] = isCovered ? table[line * width + second[i]] : kNone;
            if (out[i] == kNone)
                break;
        }
        if (i < count) {
            out[i] = addOrFind(first == nullptr ? 0 : first[i], second[i]);
            ++i;
        }
    }
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

std::uint32_t FieldKeys::keyOfNumber(double number)
{
    constexpr double kSmall = 4096;
    if (number >= 0 && number < kSmall) {
        // 0 and -0 are the same.
        if (const auto small = static_cast<std::uint32_t>(number); small == number)
            return m_numbers.numberOf(0, small) + 1;
    }
    if (std::isnan(number))
        return 0;
    // No number but NaN has as its first half what one more than it would not fit.
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return m_numbers.numberOf(static_cast<std::uint32_t>(bits >> 32U) + 1, static_cast<std::uint32_t>(bits)) +
           1;
}

double FieldKeys::numberOfKey(std::uint32_t key) const
{
    const auto& [first, second] = m_numbers.pairs()[key - 1];
    return first == 0 ? second : std::bit_cast<double>(std::uint64_t{first - 1} << 32U | second);
}

void FieldKeys::rowKeys(Row begin, Row end, std::uint32_t* out)
{
    if (m_kind == Kind::Numbers || m_kind == Kind::Bins) {
        std::array<double, FieldScan::kRun> buffer;
        const auto numbers = FieldScan(m_field).numbersOf(begin, end, buffer.data());
        std::transform(numbers.begin(), numbers.end(), out, [this](double number) {
            return m_bins.any() ? m_bins.keyOf(number) : keyOfNumber(number);
        });
    } else if (m_kind == Kind::MarksOfMessages) {
        markKeys(begin, end, out);
    } else if (isList()) {
        listKeys(begin, end, out);
    } else {
        codeKeys(begin, end, out);
    }
}

void FieldKeys::codeKeys(Row begin, Row end, std::uint32_t* out) const
{
    std::array<CategoryCode, FieldScan::kRun> codes;
    if (m_hasCodes)
        FieldScan(m_field).codes(begin, end, codes.data());
    else
        std::fill(codes.data(), codes.data() + (end - begin), kNoCategory);
    const std::uint32_t firstNumber = m_categories + 1 + static_cast<std::uint32_t>(begin);
    for (std::uint32_t i = 0; i < end - begin; ++i)
        out[i] = m_namesRows && codes[i] == kNoCategory ? firstNumber + i : keyOfCode(codes[i]);
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
                scan.forEachCodeOfKey(keys[i], [&](CategoryCode code) {
                    values.push_back(m_bins.any() ? m_bins.keyOf(m_field.categoryNumber(code))
                                                  : keyOfCode(code));
                });
        }
        from = to;
        starts[row + 1] = static_cast<std::uint32_t>(values.size());
    }
}

std::vector<std::uint32_t> FieldKeys::adopt(const FieldKeys& other)
{
    if (m_kind != Kind::Numbers && !isList())
        return {};
    std::vector<std::uint32_t> here{0};
    for (const auto& [first, second] : other.m_numbers.pairs())
        here.push_back(m_numbers.numberOf(isList() ? here[first] : first, second) + 1);
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
    for (std::size_t number = 0; number < m_small.size(); ++number)
        add(static_cast<double>(number), std::exchange(m_small[number], 0));
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

namespace {

/// From the first to one after the last.
using Range = std::pair<std::uint32_t, std::uint32_t>;

/// Numbers that are counted, not added up: from 0 to one less.
constexpr std::size_t kSmallNumbers = 64;

/// Where in a list of kSmallNumbers counters a number is counted, if it is.
bool isSmall(double number, std::size_t& place)
{
    if (!(number >= 0 && number < static_cast<double>(kSmallNumbers)))
        return false;
    place = static_cast<std::size_t>(number);
    return static_cast<double>(place) == number;
}

/// A run of rows, their sets and their messages; rows and messages are counted from the first one. One
/// thread.
class Run {
public:
    Run(const Snapshot& snapshot, std::span<const RowSet* const> sets, bool withMessages)
        : m_snapshot(snapshot), m_sets(sets), m_withMessages(withMessages)
    {
    }

    /// Takes the rows [first, last), at most FieldScan::kRun; `first` is a multiple of 64. False if none of
    /// them is in a set.
    bool take(Row first, Row last)
    {
        begin = first;
        end = last;
        const std::size_t words = (size() + 63) / 64;
        std::array<std::uint64_t, FieldScan::kRun / 64> any{};
        for (const RowSet* set : m_sets) {
            const auto ofSet = set->words().subspan(indexOf(begin) / 64, words);
            std::transform(ofSet.begin(), ofSet.end(), any.begin(), any.begin(), std::bit_or());
        }
        rows.clear();
        forEachRange({any.data(), words}, [this](std::uint32_t from, std::uint32_t to) {
            if (!rows.empty() && rows.back().second == from)
                rows.back().second = to;
            else
                rows.emplace_back(from, to);
        });
        if (rows.empty())
            return false;
        if (m_withMessages)
            takeMessages();
        takeLayers(words);
        return true;
    }

    std::uint32_t size() const { return end - begin; }
    std::uint32_t messages() const { return starts[size()]; }
    /// Gives each message what its row has.
    void spread(const std::uint32_t* ofRows, std::vector<std::uint32_t>& out) const
    {
        out.resize(messages());
        for (std::uint32_t row = 0; row < size(); ++row)
            std::fill(out.data() + starts[row], out.data() + starts[row + 1], ofRows[row]);
    }

    Row begin{0};
    Row end{0};
    MessageIndex firstMessage{0};
    /// Of the messages of each row; last, where those of the last row end.
    std::array<std::uint32_t, FieldScan::kRun + 1> starts{};
    /// Those that are in some set.
    std::vector<Range> rows;

    /// A row has one set in each layer, or none, which is the number of sets: so that counting takes all rows
    /// or messages in one loop, whatever sets they are in. Few rows are in several sets.
    struct Layer {
        std::array<std::uint32_t, FieldScan::kRun> ofRows;
        std::vector<std::uint32_t> ofMessages;
    };
    std::vector<Layer> layers;

private:
    template<typename Visit>
    static void forEachRange(std::span<const std::uint64_t> words, const Visit& visit)
    {
        std::uint32_t offset = 0;
        for (std::uint64_t word : words) {
            for (std::uint32_t at = offset; word != 0;) {
                const auto skipped = static_cast<std::uint32_t>(std::countr_zero(word));
                const auto length = static_cast<std::uint32_t>(std::countr_one(word >> skipped));
                visit(at + skipped, at + skipped + length);
                at += skipped + length;
                word = skipped + length == 64 ? 0 : word >> (skipped + length);
            }
            offset += 64;
        }
    }
    void takeMessages()
    {
        std::array<MessageIndex, FieldScan::kRun + 1> found;
        messageStarts(m_snapshot, begin, end, found.data());
        firstMessage = found[0];
        std::transform(found.data(), found.data() + size() + 1, starts.data(),
                       [this](MessageIndex start) { return start - firstMessage; });
    }
    void takeLayers(std::size_t words)
    {
        const auto none = static_cast<std::uint32_t>(m_sets.size() == 1 ? 0 : m_sets.size());
        std::size_t used = 0;
        const auto next = [&] {
            if (++used > layers.size())
                layers.emplace_back();
            layers[used - 1].ofRows.fill(none);
        };
        next();
        for (std::uint32_t set = 0; set < m_sets.size() && m_sets.size() > 1; ++set) {
            const auto ofSet = m_sets[set]->words().subspan(indexOf(begin) / 64, words);
            forEachRange(ofSet, [&](std::uint32_t row, std::uint32_t last) {
                for (; row < last; ++row) {
                    std::size_t layer = 0;
                    for (; layer < used && layers[layer].ofRows[row] != none; ++layer) {
                    }
                    if (layer == used)
                        next();
                    layers[layer].ofRows[row] = set;
                }
            });
        }
        layers.resize(used);
        for (Layer& layer : layers) {
            if (m_withMessages)
                spread(layer.ofRows.data(), layer.ofMessages);
        }
    }

    const Snapshot& m_snapshot;
    std::span<const RowSet* const> m_sets;
    bool m_withMessages;
};

/// Groups with counts and means by set, one group for each pair of keys.
struct Groups {
    Groups(std::size_t setCount, std::size_t measures) : sets(setCount), means(measures) {}

    /// Makes place for all pairs that have a number.
    void grow()
    {
        n.resize(numbers.pairs().size() * sets);
        for (std::vector<Mean>& each : means)
            each.resize(n.size());
    }
    /// Adds a group of `other` to the group of these keys.
    void add(std::uint32_t first, std::uint32_t second, const Groups& other, std::size_t group)
    {
        const std::size_t here = numbers.numberOf(first, second) * sets;
        if (here == n.size())
            grow();
        for (std::size_t set = 0; set < sets; ++set) {
            n[here + set] += other.n[group * sets + set];
            for (std::size_t i = 0; i < means.size(); ++i)
                means[i][here + set].add(other.means[i][group * sets + set]);
        }
    }

    std::size_t sets;
    PairNumbers numbers;
    /// At group * sets + set.
    std::vector<std::uint64_t> n;
    /// By measure, then like n.
    std::vector<std::vector<Mean>> means;
};

/// Adds a value unless it is NaN; without a branch, which would be unpredictable.
void addValue(Mean& mean, double value)
{
    const bool there = !std::isnan(value);
    const double added = there ? value : 0;
    mean.n += there ? 1 : 0;
    mean.sum += added;
    mean.sumOfSquares += added * added;
}

/// Counts some rows for one request. One thread.
class Counter {
public:
    Counter(const CountRequest& request, std::size_t sets)
        : m_request(request),
          m_sets(sets == 1 ? 1 : sets + 1),
          m_groups(m_sets, request.by.empty() ? 0 : request.means.size()),
          m_small(m_groups.means.size()),
          m_summaries(request.by.empty() ? request.means.size() * m_sets : 0),
          m_of(m_sets),
          m_without(m_sets)
    {
        for (std::size_t i = 0; i < request.by.size(); ++i)
            m_keys.emplace_back(request.by[i], i < request.bins.size() ? request.bins[i] : Bins(),
                                request.ofMessages);
        // Means of lists need to know which values are together.
        m_isListed = m_keys.size() == 1 && m_keys.front().isList() && request.means.empty();
    }

    void count(const Run& run)
    {
        takeGroups(run);
        for (const Run::Layer& layer : run.layers) {
            for (const Range& rows : run.rows)
                countRows(run, layer, rows);
        }
        for (std::size_t i = 0; i < m_request.means.size(); ++i)
            measure(run, i);
    }
    void finish()
    {
        m_groups.numbers.close();
        for (std::size_t i = 0; i < m_small.size(); ++i) {
            for (std::size_t cell = 0; cell < m_small[i].size() / kSmallNumbers; ++cell) {
                for (std::size_t number = 0; number < kSmallNumbers; ++number) {
                    const std::uint32_t n = m_small[i][cell * kSmallNumbers + number];
                    const double sum = static_cast<double>(n) * static_cast<double>(number);
                    m_groups.means[i][cell].add(Mean{n, sum, sum * static_cast<double>(number)});
                }
            }
        }
        for (SummaryPiece& summary : m_summaries)
            summary.finish();
    }
    /// Requires other.finish().
    void add(const Counter& other)
    {
        std::array<std::vector<std::uint32_t>, 2> here;
        for (std::size_t i = 0; i < m_keys.size() && !m_isListed; ++i)
            here[i + 2 - m_keys.size()] = m_keys[i].adopt(other.m_keys[i]);
        const auto keyHere = [&here](std::size_t side, std::uint32_t key) {
            return here[side].empty() ? key : here[side][key];
        };
        const auto& pairs = other.m_groups.numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group)
            m_groups.add(keyHere(0, pairs[group].first), keyHere(1, pairs[group].second), other.m_groups,
                         group);
        for (std::size_t i = 0; i < m_summaries.size(); ++i)
            m_summaries[i].add(other.m_summaries[i]);
        for (std::size_t set = 0; set < m_sets; ++set) {
            m_of[set] += other.m_of[set];
            m_without[set] += other.m_without[set];
        }
    }
    Counts take()
    {
        Counts made;
        Groups values = m_isListed ? std::move(m_groups) : splitGroups();
        made.groups = values.numbers.takePairs();
        made.sets = m_sets == 1 ? 1 : m_sets - 1;
        made.n = ofSets(std::move(values.n), made.sets);
        for (std::vector<Mean>& means : values.means)
            made.means.push_back(ofSets(std::move(means), made.sets));
        made.keys = std::move(m_keys);
        for (SummaryPiece& summary : m_summaries)
            made.summaries.push_back(summary.take());
        made.summaries = ofSets(std::move(made.summaries), made.sets);
        made.of = ofSets(std::move(m_of), made.sets);
        made.without = ofSets(std::move(m_without), made.sets);
        return made;
    }

private:
    /// Figures without those of rows that are in no set.
    template<typename Figure>
    std::vector<Figure> ofSets(std::vector<Figure> all, std::size_t sets) const
    {
        std::vector<Figure> made;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i % m_sets < sets)
                made.push_back(std::move(all[i]));
        }
        return made;
    }

    /// The rows or messages that are counted for some rows of a run.
    Range units(const Run& run, const Range& rows) const
    {
        return m_request.ofMessages ? Range{run.starts[rows.first], run.starts[rows.second]} : rows;
    }

    /// Finds the group of each row or message that is in some set.
    void takeGroups(const Run& run)
    {
        if (m_isListed) {
            takeListed(run);
        } else if (!m_keys.empty()) {
            for (std::size_t i = 0; i < m_keys.size(); ++i)
                takeKeys(run, m_keys[i], m_keysHere[i]);
            const std::vector<std::uint32_t>& last = m_keysHere[m_keys.size() - 1];
            m_groupsHere.resize(last.size());
            for (const Range& rows : run.rows) {
                const auto [from, to] = units(run, rows);
                m_groups.numbers.numbersOf(m_keys.size() > 1 ? m_keysHere[0].data() + from : nullptr,
                                           last.data() + from, to - from, m_groupsHere.data() + from);
            }
        }
        m_groups.grow();
    }
    void takeKeys(const Run& run, FieldKeys& keys, std::vector<std::uint32_t>& out)
    {
        if (keys.isOfMessages()) {
            out.resize(run.messages());
            keys.messageKeys(run.firstMessage, run.firstMessage + run.messages(), out.data());
            return;
        }
        out.resize(run.size());
        keys.rowKeys(run.begin, run.end, out.data());
        if (m_request.ofMessages) {
            std::swap(out, m_keysOfRows);
            run.spread(m_keysOfRows.data(), out);
        }
    }
    /// Finds the groups of the distinct values of each row.
    void takeListed(const Run& run)
    {
        std::vector<std::uint32_t>& values = m_keysHere[0];
        m_keys.front().lists(run.begin, run.end, values, m_keysOfRows);
        m_groupsHere.resize(values.size());
        m_starts.resize(run.size() + 1);
        std::uint32_t end = 0;
        for (const auto& [from, to] : run.rows) {
            for (std::uint32_t row = from; row < to; ++row) {
                m_starts[row] = end;
                const std::uint32_t stamp = static_cast<std::uint32_t>(run.begin) + row + 1;
                for (std::uint32_t i = m_keysOfRows[row]; i < m_keysOfRows[row + 1]; ++i) {
                    const std::uint32_t group = m_groups.numbers.numberOf(0, values[i]);
                    if (group >= m_lastRow.size())
                        m_lastRow.resize(std::max<std::size_t>(64, 2 * std::size_t{group}));
                    if (std::exchange(m_lastRow[group], stamp) != stamp)
                        m_groupsHere[end++] = group;
                }
            }
            m_starts[to] = end;
        }
    }

    void countRows(const Run& run, const Run::Layer& layer, const Range& rows)
    {
        if (m_isListed || m_keys.empty()) {
            for (std::uint32_t row = rows.first; row < rows.second; ++row) {
                const std::uint32_t set = layer.ofRows[row];
                const auto [from, to] = units(run, {row, row + 1});
                m_of[set] += to - from;
                if (!m_isListed)
                    continue;
                m_without[set] += m_starts[row] == m_starts[row + 1] ? 1 : 0;
                for (std::uint32_t i = m_starts[row]; i < m_starts[row + 1]; ++i)
                    ++m_groups.n[m_groupsHere[i] * m_sets + set];
            }
            return;
        }
        const auto [from, to] = units(run, rows);
        const std::uint32_t* const sets =
            m_request.ofMessages ? layer.ofMessages.data() : layer.ofRows.data();
        std::uint64_t* const n = m_groups.n.data();
        for (std::uint32_t i = from; i < to; ++i)
            ++n[m_groupsHere[i] * m_sets + sets[i]];
    }

    /// Adds the numbers of a measure.
    void measure(const Run& run, std::size_t index)
    {
        const FieldReader& field = m_request.means[index];
        // If only messages have the field, a record contributes the values of all of its messages.
        const bool ofMessages = field.info().ofMessages && (m_request.ofMessages || !field.isNumber());
        std::array<double, FieldScan::kRun> buffer;
        std::span<const double> numbers;
        if (ofMessages) {
            m_numbers.resize(run.messages());
            FieldScan(field).messageNumbers(run.firstMessage, run.firstMessage + run.messages(),
                                            m_numbers.data());
            numbers = m_numbers;
        } else {
            numbers = FieldScan(field).numbersOf(run.begin, run.end, buffer.data());
        }
        for (const Run::Layer& layer : run.layers) {
            for (const Range& rows : run.rows) {
                if (m_keys.empty() || ofMessages == m_request.ofMessages) {
                    const Range range =
                        ofMessages ? Range{run.starts[rows.first], run.starts[rows.second]} : rows;
                    addNumbers(index, ofMessages ? layer.ofMessages.data() : layer.ofRows.data(), range,
                               numbers);
                    continue;
                }
                // Where records are counted, the numbers are those of messages, or the other way round.
                for (std::uint32_t row = rows.first; row < rows.second; ++row) {
                    for (std::uint32_t i = run.starts[row]; i < run.starts[row + 1]; ++i) {
                        const std::uint32_t group = m_groupsHere[m_request.ofMessages ? i : row];
                        addValue(m_groups.means[index][group * m_sets + layer.ofRows[row]],
                                 numbers[m_request.ofMessages ? row : i]);
                    }
                }
            }
        }
    }
    void addNumbers(std::size_t index, const std::uint32_t* sets, const Range& range,
                    std::span<const double> numbers)
    {
        if (m_keys.empty()) {
            for (std::uint32_t i = range.first; i < range.second; ++i)
                m_summaries[index * m_sets + sets[i]].add(numbers[i]);
            return;
        }
        std::vector<Mean>& means = m_groups.means[index];
        // The counters of more groups would not fit into the L1 cache.
        const bool areCounted = !m_request.ofMessages && means.size() <= kMostCountedGroups;
        if (areCounted)
            m_small[index].resize(means.size() * kSmallNumbers);
        std::uint32_t* const small = m_small[index].data();
        std::size_t place = 0;
        for (std::uint32_t i = range.first; i < range.second; ++i) {
            const std::size_t cell = m_groupsHere[i] * m_sets + sets[i];
            if (areCounted && isSmall(numbers[i], place))
                ++small[cell * kSmallNumbers + place];
            else
                addValue(means[cell], numbers[i]);
        }
    }

    /// Splits groups by key, where a key may stand for several values or none, into one group per value.
    Groups splitGroups()
    {
        Groups values(m_sets, m_groups.means.size());
        const auto& pairs = m_groups.numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            bool isCounted = false;
            const auto add = [&](std::uint32_t first, std::uint32_t second) {
                values.add(first, second, m_groups, group);
                isCounted = true;
            };
            m_keys.back().forEachValue(pairs[group].second, [&](std::uint32_t second) {
                if (m_keys.size() == 1)
                    add(0, second);
                else
                    m_keys[0].forEachValue(pairs[group].first,
                                           [&](std::uint32_t first) { add(first, second); });
            });
            for (std::size_t set = 0; set < m_sets; ++set) {
                m_of[set] += m_groups.n[group * m_sets + set];
                m_without[set] += isCounted ? 0 : m_groups.n[group * m_sets + set];
            }
        }
        return values;
    }

    static constexpr std::size_t kMostCountedGroups = 64;

    const CountRequest& m_request;
    std::size_t m_sets;
    std::vector<FieldKeys> m_keys;
    /// Each value of a list is counted by itself.
    bool m_isListed = false;
    Groups m_groups;
    /// By measure: how often each small whole number was seen in each group of a set. That is exact, and no
    /// addition has to wait for the previous one.
    std::vector<std::vector<std::uint32_t>> m_small;
    /// At measure * sets + set.
    std::vector<SummaryPiece> m_summaries;
    std::vector<std::uint64_t> m_of;
    std::vector<std::uint64_t> m_without;
    // Of the current run: the keys and the group of each row or message, or of each value of a list, and
    // where the values of each row begin.
    std::array<std::vector<std::uint32_t>, 2> m_keysHere;
    std::vector<std::uint32_t> m_keysOfRows;
    std::vector<std::uint32_t> m_groupsHere;
    std::vector<std::uint32_t> m_starts;
    std::vector<double> m_numbers;
    /// By group of a list: one more than the last row that was counted.
    std::vector<std::uint32_t> m_lastRow;
};

using Counters = std::vector<Counter>;

Counters countersFor(std::span<const CountRequest> requests, std::size_t sets)
{
    Counters counters;
    for (const CountRequest& request : requests)
        counters.emplace_back(request, sets);
    return counters;
}

bool needsMessages(const CountRequest& request)
{
    const auto isOfMessages = [](const FieldReader& field) { return field.info().ofMessages; };
    return request.ofMessages || std::any_of(request.means.begin(), request.means.end(), isOfMessages);
}

} // namespace

void Counts::readLong(const Job& job)
{
    for (std::size_t field = 0; field < keys.size(); ++field) {
        std::vector<std::uint32_t> all(groups.size());
        for (std::size_t group = 0; group < groups.size(); ++group)
            all[group] = keyAt(group, field);
        keys[field].readLong(std::move(all), job);
    }
}

std::vector<Counts> count(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const CountRequest> requests, const Job& job)
{
    const std::size_t rows = snapshot.recordCount();
    // Sums of fractions depend on the order, which must not depend on which thread finishes first: they are
    // added up by piece.
    const bool anySums = std::any_of(requests.begin(), requests.end(),
                                     [](const CountRequest& request) { return !request.means.empty(); });
    const bool withMessages = std::any_of(requests.begin(), requests.end(), needsMessages);
    std::vector<Counters> pieces(FieldScan::pieceCount(rows));
    parallelFor(pieces.size(), anySums ? 1 : 4, [&](std::size_t first, std::size_t last) {
        Counters counters = countersFor(requests, sets.size());
        Run run(snapshot, sets, withMessages);
        for (std::size_t piece = first; piece < last && !job.stopRequested(); ++piece) {
            const Row end = FieldScan::startOfPiece(piece + 1, rows);
            for (Row at = FieldScan::startOfPiece(piece, rows); at < end; at += FieldScan::kRun) {
                if (!run.take(at, std::min(at + FieldScan::kRun, end)))
                    continue;
                for (Counter& counter : counters)
                    counter.count(run);
            }
        }
        for (Counter& counter : counters)
            counter.finish();
        pieces[first] = std::move(counters);
    });
    Counters total = countersFor(requests, sets.size());
    for (Counters& piece : pieces) {
        for (std::size_t i = 0; i < piece.size(); ++i)
            total[i].add(piece[i]);
        piece = Counters();
    }
    std::vector<Counts> made;
    for (Counter& counter : total)
        made.push_back(counter.take());
    return made;
}

Counts count(const Snapshot& snapshot, const RowSet& rows, const CountRequest& request, const Job& job)
{
    const RowSet* const set = &rows;
    return std::move(count(snapshot, {&set, 1}, {&request, 1}, job).front());
}

} // namespace duologue
