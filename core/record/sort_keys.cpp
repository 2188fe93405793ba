// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/sort_keys.h"

#include "core/base/name_ranks.h"
#include "core/base/parallel.h"
#include "core/record/field_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

namespace duologue {

namespace {

constexpr std::uint64_t kNoKey = SortKeys::kNone;

/// Numbers as bits that compare as the numbers do.
std::uint64_t keyOf(double number)
{
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
    if (std::isnan(number))
        return kNoKey;
    // 0 and -0 are equal.
    const auto bits = std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

/// The texts of some rows, one behind the other.
class TextPiece {
public:
    void add(const FieldReader& field, Row row)
    {
        field.appendText(row, m_bytes);
        m_ends.push_back(m_bytes.size());
    }

    bool has(std::size_t index) const { return m_ends[index] > beginOf(index); }

    /// Those that are not empty; valid as long as the piece.
    void appendTo(std::vector<std::string_view>& texts) const
    {
        const std::string_view bytes = m_bytes;
        for (std::size_t i = 0; i < m_ends.size(); ++i) {
            if (has(i))
                texts.push_back(bytes.substr(beginOf(i), m_ends[i] - beginOf(i)));
        }
    }

private:
    std::size_t beginOf(std::size_t index) const { return index == 0 ? 0 : m_ends[index - 1]; }

    std::string m_bytes;
    std::vector<std::size_t> m_ends;
};

/// Texts of `rows`, FieldScan::kPiece in each piece: one string for each row would take longer to make
/// than to sort.
std::vector<TextPiece> textsOf(const std::vector<Row>& rows, const FieldReader& field, const Job& job)
{
    std::vector<TextPiece> pieces(rows.size() / FieldScan::kPiece + 1);
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t piece = first; piece < last && !job.stopRequested(); ++piece) {
            const std::size_t begin = piece * FieldScan::kPiece;
            const std::size_t end = std::min(begin + FieldScan::kPiece, rows.size());
            for (std::size_t i = begin; i < end; ++i)
                pieces[piece].add(field, rows[i]);
        }
    });
    return pieces;
}

/// Makes the keys of some rows of a field.
class KeyMaker {
public:
    KeyMaker(const RowOrder& rows, const FieldReader& field, const Job& job)
        : m_field(field), m_scan(field), m_job(job)
    {
        for (const Row row : rows)
            m_end = std::max(m_end, row + 1);
        m_wanted = RowSet(m_end);
        for (const Row row : rows)
            m_wanted.add(row);
        m_keys = std::make_unique_for_overwrite<std::uint64_t[]>(m_end);
    }

    /// Of rows in runs that hold wanted ones.
    std::unique_ptr<std::uint64_t[]> make() &&
    {
        if (m_field.info().kind == FieldKind::Text)
            takeTexts();
        else if (m_field.isNumber())
            takeNumbers();
        else
            takeCategories();
        return std::move(m_keys);
    }

private:
    template<typename Take>
    void forEachRun(const Take& take) const;
    void takeNumbers();
    void takeCategories();
    void takeRanks(const std::vector<std::uint32_t>& ranks);
    void takeFirstRanks(const std::vector<std::uint32_t>& ranks);
    void takeMessageRanks(const std::vector<std::uint32_t>& ranks);
    void takeTexts();

    const FieldReader& m_field;
    FieldScan m_scan;
    const Job& m_job;
    Row m_end = 0;
    RowSet m_wanted;
    std::unique_ptr<std::uint64_t[]> m_keys;
};

/// Calls take(begin, end) for the runs of rows that hold wanted ones, on all cores; their keys are none
/// until then.
template<typename Take>
void KeyMaker::forEachRun(const Take& take) const
{
    const std::size_t runs = (std::size_t{m_end} + FieldScan::kRun - 1) / FieldScan::kRun;
    parallelFor(runs, FieldScan::kPiece / FieldScan::kRun, [&](std::size_t first, std::size_t last) {
        for (std::size_t run = first; run < last && !m_job.stopRequested(); ++run) {
            const auto begin = static_cast<Row>(run * FieldScan::kRun);
            const Row end = std::min<Row>(begin + FieldScan::kRun, m_end);
            if (!m_wanted.anyIn(begin, end))
                continue;
            std::fill(m_keys.get() + begin, m_keys.get() + end, kNoKey);
            take(begin, end);
        }
    });
}

void KeyMaker::takeNumbers()
{
    forEachRun([&](Row begin, Row end) {
        std::array<double, FieldScan::kRun> numbers;
        m_scan.numbers(begin, end, numbers.data());
        std::transform(numbers.begin(), numbers.begin() + (end - begin), m_keys.get() + begin, keyOf);
    });
}

void KeyMaker::takeCategories()
{
    const std::size_t count = m_field.categoryCount();
    std::vector<Category> categories(count);
    std::vector<std::string_view> names(count);
    for (std::size_t i = 0; i < count; ++i) {
        categories[i] = m_field.category(static_cast<CategoryCode>(i));
        names[i] = categories[i].shown();
    }
    const std::vector<std::uint32_t> ranks = nameRanks(names, m_job);
    if (m_scan.hasOneCode())
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
            if (const CategoryCode code = codes[row - begin]; code < ranks.size())
                m_keys[row] = ranks[code];
        }
    });
}

/// Of several values the first by name decides.
void KeyMaker::takeFirstRanks(const std::vector<std::uint32_t>& ranks)
{
    forEachRun([&](Row begin, Row end) {
        for (Row row = begin; row < end; ++row)
            m_field.forEachCode(row, [&](CategoryCode code) {
                m_keys[row] = std::min<std::uint64_t>(m_keys[row], ranks[code]);
            });
    });
}

void KeyMaker::takeMessageRanks(const std::vector<std::uint32_t>& ranks)
{
    std::vector<std::uint64_t> first(m_scan.messageKeyCount(), kNoKey);
    for (std::size_t key = 0; key < first.size(); ++key)
        m_scan.forEachCodeOfKey(static_cast<std::uint32_t>(key), [&](CategoryCode code) {
            if (code < ranks.size())
                first[key] = std::min<std::uint64_t>(first[key], ranks[code]);
        });
    forEachRun([&](Row begin, Row end) {
        std::vector<std::uint32_t> keys;
        m_scan.forEachMessageKeys(begin, end, keys, [&](Row row, std::span<const std::uint32_t> ofRow) {
            for (const std::uint32_t key : ofRow)
                m_keys[row] = std::min(m_keys[row], first[key]);
        });
    });
}

/// The texts of wanted rows get ranks; those of a column are told apart by their codes.
void KeyMaker::takeTexts()
{
    constexpr std::uint32_t kUnused = 0xFFFF'FFFFU;
    const bool coded = m_scan.isColumn() && m_scan.hasOneCode();
    std::vector<CategoryCode> codes(m_end, kNoCategory);
    forEachRun([&](Row begin, Row end) {
        if (coded)
            m_scan.codes(begin, end, codes.data() + begin);
    });
    std::vector<std::uint32_t> placeOfCode(coded ? m_field.categoryCount() : 0, kUnused);
    std::vector<Row> others;
    m_wanted.forEach([&](Row row) {
        if (codes[row] < placeOfCode.size())
            placeOfCode[codes[row]] = 0;
        else
            others.push_back(row);
    });
    std::uint32_t used = 0;
    for (std::uint32_t& place : placeOfCode)
        place = place == kUnused ? kUnused : used++;

    std::vector<std::string_view> names(used);
    parallelFor(placeOfCode.size(), FieldScan::kPiece, [&](std::size_t begin, std::size_t end) {
        for (std::size_t code = begin; code < end; ++code) {
            if (placeOfCode[code] != kUnused)
                names[placeOfCode[code]] = m_scan.shownName(static_cast<CategoryCode>(code));
        }
    });
    const std::vector<TextPiece> made = textsOf(others, m_field, m_job);
    if (m_job.stopRequested())
        return;
    for (const TextPiece& piece : made)
        piece.appendTo(names);

    const std::vector<std::uint32_t> ranks = nameRanks(names, m_job);
    forEachRun([&](Row begin, Row end) {
        for (Row row = begin; row < end; ++row) {
            const CategoryCode code = codes[row];
            if (code < placeOfCode.size() && placeOfCode[code] != kUnused)
                m_keys[row] = ranks[placeOfCode[code]];
        }
    });
    std::size_t place = used;
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (made[i / FieldScan::kPiece].has(i % FieldScan::kPiece))
            m_keys[others[i]] = ranks[place++];
    }
}

} // namespace

SortKeys::SortKeys(const RowOrder& rows, const FieldReader& field, const Job& job)
    : m_keys(KeyMaker(rows, field, job).make())
{
}

} // namespace duologue
