// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/column_search.h"

#include "core/data/field_reader.h"
#include "core/data/record_keys.h"
#include "core/query/term_match.h"
#include "core/util/numbers.h"
#include "core/util/parallel.h"
#include "core/util/text.h"
#include "core/util/time_text.h"
#include "core/util/vectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

namespace duologue {

namespace {

/// The result for each row of a run, 1 or 0. Bytes, not bits, because the compiler can then write several at
/// a time.
using Answers = std::array<std::uint8_t, FieldScan::kRun>;
using AnswerBits = std::array<std::uint64_t, FieldScan::kRun / 64>;

void addBits(const Answers& answers, AnswerBits& bits)
{
    for (std::size_t i = 0; i < answers.size(); i += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, answers.data() + i, sizeof(bytes));
        // The product moves the lowest bit of each byte to its own position in the highest byte.
        bits[i / 64] |= (bytes * 0x0102'0408'1020'4080U) >> 56U << (i % 64);
    }
}

class ColumnSearch {
public:
    ColumnSearch(const RowSet& candidates, const FieldReader& field, const Job& job)
        : m_candidates(candidates), m_field(field), m_scan(field), m_job(job)
    {
    }

    RowSet rows(const QueryTerm& term) const
    {
        if (m_field.hasMarks() && term.kind == TermKind::Equals && markNamed(term.value))
            return markRows(*markNamed(term.value));
        return term.kind == TermKind::Range ? rangeRows(term) : equalRows(term);
    }

    /// Rows with a value.
    RowSet presentRows() const
    {
        if (m_scan.isRowNumber())
            return m_candidates;
        if (m_scan.isOfMessages())
            return whereMessages([](std::uint32_t key) -> std::uint8_t { return key != 0 ? 1 : 0; });
        if (m_field.isNumber())
            return whereNumber([](double value) { return !std::isnan(value); });
        return whereCode(std::vector<std::uint8_t>(m_field.categoryCount(), 1), false);
    }

    /// Rows with a code for which `wanted` is 1, and rows of a field of records without any code if `none`.
    RowSet whereCode(const std::vector<std::uint8_t>& wanted, bool none) const
    {
        if (m_scan.isOfMessages())
            return whereMessageCode(wanted);
        if (!m_scan.isSingleValued())
            return whereListCode(wanted, none);
        std::vector<std::uint8_t> byKey(wanted.size() + 1, none ? 1 : 0);
        std::copy(wanted.begin(), wanted.end(), byKey.begin() + 1);
        return fromRuns([&](Row begin, Row end, auto& bits) {
            std::array<std::uint32_t, FieldScan::kRun> keys;
            m_scan.keys(begin, end, keys.data());
            Answers answers{};
            for (std::size_t i = 0; i < end - begin; ++i)
                answers[i] = byKey[keys[i]];
            addBits(answers, bits);
        });
    }

private:
    /// Calls take(begin, end, bits) for the runs of rows that contain candidates, on all cores. It sets the
    /// bits of matching rows, counted from `begin`; bits of rows that are not candidates are ignored.
    template<typename Take>
    RowSet fromRuns(const Take& take) const
    {
        RowSet found(m_candidates.size());
        parallelFor(FieldScan::pieceCount(found.size()), 1, [&](std::size_t first, std::size_t last) {
            const Row pieceEnd = FieldScan::startOfPiece(last, found.size());
            for (Row begin = FieldScan::startOfPiece(first, found.size()); begin < pieceEnd;
                 begin += FieldScan::kRun) {
                if (indexOf(begin) % FieldScan::kPiece == 0 && m_job.stopRequested())
                    return;
                const Row end = std::min(begin + FieldScan::kRun, pieceEnd);
                if (!m_candidates.anyIn(begin, end))
                    continue;
                AnswerBits bits{};
                take(begin, end, bits);
                const std::size_t word = indexOf(begin) / 64;
                for (std::size_t i = 0; i * 64 < end - begin; ++i)
                    found.words()[word + i] = bits[i] & m_candidates.words()[word + i];
            }
        });
        return found;
    }

    /// Rows for which holds(number).
    template<typename Holds>
    RowSet whereNumber(const Holds& holds) const
    {
        return fromRuns([&](Row begin, Row end, auto& bits) {
            std::array<double, FieldScan::kRun> buffer;
            const auto numbers = m_scan.numbersOf(begin, end, buffer.data());
            Answers answers{};
            for (std::size_t i = 0; i < numbers.size(); ++i)
                answers[i] = static_cast<std::uint8_t>(holds(numbers[i]));
            addBits(answers, bits);
        });
    }

    /// Two counters in one number, the first in the lower half: what one value adds to the counts of its
    /// row.
    using Tallies = std::uint64_t;

    /// Rows have few values, and their number is unpredictable, so wanted values and all values are summed up
    /// over the whole run; those of a row are the difference between its ends.
    RowSet whereListCode(const std::vector<std::uint8_t>& wanted, bool none) const
    {
        std::vector<Tallies> byCode(wanted.size());
        for (std::size_t code = 0; code < wanted.size(); ++code)
            byCode[code] = Tallies{1} << 32U | (wanted[code] != 0 ? 1 : 0);
        return fromRuns([&](Row begin, Row end, auto& bits) {
            std::vector<CategoryCode> codes;
            std::vector<std::uint32_t> starts;
            m_scan.lists(begin, end, codes, starts);
            const auto before = std::make_unique_for_overwrite<Tallies[]>(codes.size() + 1);
            Tallies sum = 0;
            for (std::size_t i = 0; i < codes.size(); ++i) {
                before[i] = sum;
                sum += byCode[indexOf(codes[i])];
            }
            before[codes.size()] = sum;
            Answers answers{};
            for (std::size_t i = 0; i < end - begin; ++i) {
                const Tallies row = before[starts[i + 1]] - before[starts[i]];
                const bool isWanted = static_cast<std::uint32_t>(row) != 0;
                answers[i] =
                    static_cast<std::uint8_t>(unsigned{isWanted} | unsigned{none && row >> 32U == 0});
            }
            addBits(answers, bits);
        });
    }

    RowSet whereMessageCode(const std::vector<std::uint8_t>& wanted) const
    {
        std::vector<std::uint8_t> byKey(m_scan.messageKeyCount());
        for (std::uint32_t key = 0; key < byKey.size(); ++key) {
            m_scan.forEachCodeOfKey(key, [&](CategoryCode code) {
                byKey[key] = byKey[key] != 0 || wanted[indexOf(code)] != 0 ? 1 : 0;
            });
        }
        return whereMessages([wanted = byKey.data()](std::uint32_t key) { return wanted[key]; });
    }

    /// Rows with a message for whose key isWanted(), which returns 1 or 0.
    template<typename IsWanted>
    RowSet whereMessages(const IsWanted& isWanted) const
    {
        return fromRuns([&](Row begin, Row end, auto& found) {
            std::array<MessageIndex, FieldScan::kRun + 1> starts;
            m_scan.startsOfMessages(begin, end, starts.data());
            const std::uint32_t count = starts[end - begin] - starts[0];
            const auto keys = std::make_unique_for_overwrite<std::uint32_t[]>(count);
            m_scan.messageKeys(starts[0], starts[end - begin], keys.get());
            const MessageBits wanted({keys.get(), count}, starts[0], isWanted);
            Answers answers{};
            for (std::size_t i = 0; i < end - begin; ++i)
                answers[i] = static_cast<std::uint8_t>(wanted.anyIn(starts[i], starts[i + 1]));
            addBits(answers, found);
        });
    }

    /// Rows with a message whose number satisfies holds(number).
    template<typename Holds>
    RowSet whereMessageNumber(const Holds& holds) const
    {
        return whereMessages([this, &holds](std::uint32_t key) -> std::uint8_t {
            return key != 0 && holds(m_field.categoryNumber(codeOfKey(key))) ? 1 : 0;
        });
    }

    /// Rows for which holds(row), tested one by one; only candidates.
    template<typename Holds>
    RowSet where(const Holds& holds) const
    {
        return fromRuns([&](Row begin, Row end, auto& bits) {
            for (Row row = begin; row < end; ++row) {
                if (m_candidates.contains(row))
                    bits[(row - begin) / 64] |= std::uint64_t{holds(row)} << ((row - begin) % 64);
            }
        });
    }

    /// Rows whose Unix time, in `units`, is in the range.
    RowSet whereTime(const ClosedRange& range, double units) const
    {
        return whereNumber(
            [range, units](double value) { return range.contains(unixSeconds(value, units)); });
    }

    RowSet rangeRows(const QueryTerm& term) const
    {
        if (const double units = m_field.unixUnits(); m_field.isNumber() && units > 0 && asksTimes(term))
            return whereTime(timeRange(term), units);
        if (m_field.isNumber())
            return whereNumber([range = ClosedRange(term)](double value) { return range.contains(value); });
        if (m_field.hasMessageNumbers())
            return whereMessageNumber(
                [range = ClosedRange(term)](double value) { return range.contains(value); });
        return whereCategory(CategoryMatch(m_field, term));
    }

    RowSet equalRows(const QueryTerm& term) const
    {
        const bool isTime = m_field.hasTimes() && timeIn(term.value, YearAlone::IsTime);
        if (m_field.isNumber() && isTime)
            return whereTime(timeRange(term), m_field.unixUnits());
        if (m_field.isNumber()) {
            const auto value = numberIn(term.value);
            // A column of numbers has none that a double does not hold.
            return value && isHeldByDouble(trimmed(term.value))
                       ? whereNumber([wanted = *value](double each) { return each == wanted; })
                       : RowSet(m_candidates.size());
        }
        if (m_field.hasMessageNumbers()) {
            const auto value = numberIn(term.value);
            return value ? whereMessageNumber([wanted = *value](double each) { return each == wanted; })
                         : RowSet(m_candidates.size());
        }
        if (m_field.info().kind == FieldKind::Text && !isTime)
            return equalTexts(term.value);
        const CategoryMatch match(m_field, term);
        return whereCategory(match, longCodesNamed(m_field, term.value, m_job));
    }

    /// Folds each distinct text of a column once, if these are fewer than the candidates.
    RowSet equalTexts(const std::string& text) const
    {
        const std::string folded = foldForSearch(text);
        const auto isEqual = [&](Row row) { return foldForSearch(m_field.text(row)) == folded; };
        if (!m_scan.isColumn() || !m_scan.isSingleValued() || m_field.categoryCount() > m_candidates.count())
            return where(isEqual);
        std::vector<std::uint8_t> wanted(m_field.categoryCount());
        parallelFor(wanted.size(), FieldScan::kPiece, [&](std::size_t begin, std::size_t end) {
            for (std::size_t code = begin; code < end && !m_job.stopRequested(); ++code)
                wanted[code] = !m_field.isLong(categoryCode(code)) &&
                               foldForSearch(m_scan.shownName(categoryCode(code))) == folded;
        });
        for (const CategoryCode code : longCodesNamed(m_field, text, m_job))
            wanted[indexOf(code)] = 1;
        if (!m_scan.isRowNumber())
            return whereCode(wanted, folded.empty());
        RowSet found = whereCode(wanted, false);
        found |= where([&](Row row) {
            bool coded = false;
            m_field.forEachCode(row, [&](CategoryCode) { coded = true; });
            return !coded && isEqual(row);
        });
        return found;
    }

    /// Tests each category once, then looks at codes alone.
    template<typename Holds>
    RowSet whereCategory(const Holds& holds, const std::vector<CategoryCode>& also = {}) const
    {
        std::vector<std::uint8_t> wanted(m_field.categoryCount());
        for (std::size_t code = 0; code < wanted.size(); ++code)
            wanted[code] = holds(m_field.category(categoryCode(code))) ? 1 : 0;
        for (const CategoryCode code : also)
            wanted[indexOf(code)] = 1;
        return whereCode(wanted, false);
    }

    /// yes: some message is marked; no: some is judged and none marked; unclear: nothing but "can't tell".
    RowSet markRows(Mark wanted) const
    {
        RowSet found = whereMark(wanted);
        for (const Mark against : {Mark::Yes, Mark::No}) {
            if (wanted == against)
                break;
            RowSet rest = whereMark(against);
            rest.invert();
            found &= rest;
        }
        return found;
    }

    RowSet whereMark(Mark mark) const
    {
        return whereMessages([key = static_cast<std::uint32_t>(mark)](std::uint32_t each) -> std::uint8_t {
            return each == key ? 1 : 0;
        });
    }

    const RowSet& m_candidates;
    const FieldReader& m_field;
    FieldScan m_scan;
    const Job& m_job;
};

RowSet rowsWith(const Snapshot& snapshot, std::string_view name, const RowSet& candidates, const Job& job)
{
    const Presence presence = presenceOf(snapshot, name);
    RowSet found(candidates.size());
    if (presence.field)
        found |= ColumnSearch(candidates, *presence.field, job).presentRows();
    if (!presence.keys.empty()) {
        const FieldReader keys(snapshot, *recordKeys(snapshot));
        found |= ColumnSearch(candidates, keys, job).whereCode(presence.keys, false);
    }
    return found;
}

} // namespace

RowSet columnRows(const Snapshot& snapshot, const QueryTerm& term, const RowSet& candidates, const Job& job)
{
    if (term.kind == TermKind::Has)
        return rowsWith(snapshot, term.fieldName(), candidates, job);
    if (term.kind == TermKind::Missing) {
        RowSet rest = rowsWith(snapshot, term.fieldName(), candidates, job);
        rest.invert();
        rest &= candidates;
        return rest;
    }
    const auto field = findField(snapshot, term.fieldName());
    if (field)
        field->make(job);
    if (!field || job.stopRequested())
        return RowSet(candidates.size());
    return ColumnSearch(candidates, *field, job).rows(term);
}

} // namespace duologue
