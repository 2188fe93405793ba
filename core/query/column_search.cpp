// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/column_search.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/query/term_match.h"
#include "core/record/field_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace duologue {

namespace {

class ColumnSearch {
public:
    ColumnSearch(const RowSet& candidates, const FieldReader& field, const Job& job)
        : m_candidates(candidates), m_field(field), m_scan(field), m_job(job)
    {
    }

    RowSet rows(const QueryTerm& term) const
    {
        if (m_field.info().key == "hallucination" && term.kind == TermKind::Equals && markNamed(term.value))
            return markRows(*markNamed(term.value));
        switch (term.kind) {
        case TermKind::Has:
            return presentRows(true);
        case TermKind::Missing:
            return presentRows(false);
        case TermKind::Range:
            return rangeRows(term);
        default:
            return equalRows(term);
        }
    }

private:
    /// Calls take(begin, end, bits) for the runs of rows that hold candidates, on all cores: it sets the bits
    /// of those that are found, counted from `begin`, and may set them for rows that are no candidates.
    template<typename Take>
    RowSet fromRuns(const Take& take) const
    {
        RowSet found(m_candidates.size());
        const auto rowCount = static_cast<Row>(found.size());
        const std::size_t pieces = (std::size_t{rowCount} + FieldScan::kPiece - 1) / FieldScan::kPiece;
        parallelFor(pieces, 1, [&](std::size_t first, std::size_t last) {
            const Row pieceEnd = static_cast<Row>(std::min<std::size_t>(last * FieldScan::kPiece, rowCount));
            for (Row begin = static_cast<Row>(first * FieldScan::kPiece); begin < pieceEnd;
                 begin += FieldScan::kRun) {
                if (begin % FieldScan::kPiece == 0 && m_job.stopRequested())
                    return;
                const Row end = std::min(begin + FieldScan::kRun, pieceEnd);
                if (!m_candidates.anyIn(begin, end))
                    continue;
                std::array<std::uint64_t, FieldScan::kRun / 64> bits{};
                take(begin, end, bits);
                for (std::size_t i = 0; i * 64 < end - begin; ++i)
                    found.words()[begin / 64 + i] = bits[i] & m_candidates.words()[begin / 64 + i];
            }
        });
        return found;
    }

    /// holds(number) is 1 or 0.
    template<typename Holds>
    RowSet whereNumber(const Holds& holds) const
    {
        return fromRuns([&](Row begin, Row end, auto& bits) {
            std::array<double, FieldScan::kRun> buffer;
            const auto numbers = m_scan.numbersOf(begin, end, buffer.data());
            for (std::size_t i = 0; i < end - begin; ++i)
                bits[i / 64] |= std::uint64_t{holds(numbers[i])} << (i % 64);
        });
    }

    /// `wanted` says 1 or 0 of each code; `none` of rows without any.
    RowSet whereCode(const std::vector<std::uint8_t>& wanted, bool none) const
    {
        if (m_scan.isOfMessages())
            return whereMessageCode(wanted, none);
        if (!m_scan.hasOneCode())
            return where([&](Row row) {
                bool any = false;
                bool found = false;
                m_field.forEachCode(row, [&](CategoryCode code) {
                    any = true;
                    found = found || wanted[code] != 0;
                });
                return any ? found : none;
            });
        // By code and one: kNoCategory becomes 0.
        std::vector<std::uint8_t> byKey(wanted.size() + 1, none ? 1 : 0);
        std::copy(wanted.begin(), wanted.end(), byKey.begin() + 1);
        return fromRuns([&](Row begin, Row end, auto& bits) {
            std::array<CategoryCode, FieldScan::kRun> codes;
            m_scan.codes(begin, end, codes.data());
            for (std::size_t i = 0; i < end - begin; ++i)
                bits[i / 64] |= std::uint64_t{byKey[codes[i] + 1]} << (i % 64);
        });
    }

    RowSet whereMessageCode(const std::vector<std::uint8_t>& wanted, bool none) const
    {
        constexpr std::uint8_t kAny = 1;
        constexpr std::uint8_t kWanted = 2;
        std::vector<std::uint8_t> byKey(m_scan.messageKeyCount());
        for (std::uint32_t key = 0; key < byKey.size(); ++key)
            m_scan.forEachCodeOfKey(key, [&](CategoryCode code) {
                byKey[key] |= kAny;
                if (code < wanted.size() && wanted[code] != 0)
                    byKey[key] |= kWanted;
            });
        return whereMessages([&](std::span<const std::uint32_t> keys) {
            std::uint8_t seen = 0;
            for (const std::uint32_t key : keys)
                seen |= byKey[key];
            return seen == 0 ? none : (seen & kWanted) != 0;
        });
    }

    /// holds(keys of the row's messages).
    template<typename Holds>
    RowSet whereMessages(const Holds& holds) const
    {
        return fromRuns([&](Row begin, Row end, auto& bits) {
            std::vector<std::uint32_t> buffer;
            m_scan.forEachMessageKeys(begin, end, buffer, [&](Row row, std::span<const std::uint32_t> keys) {
                bits[(row - begin) / 64] |= std::uint64_t{holds(keys)} << ((row - begin) % 64);
            });
        });
    }

    /// Rows with a message whose number is one that holds(number).
    template<typename Holds>
    RowSet whereMessageNumber(const Holds& holds) const
    {
        return whereMessages([&](std::span<const std::uint32_t> keys) {
            return std::any_of(keys.begin(), keys.end(), [&](std::uint32_t key) {
                return key != 0 && holds(m_field.categoryNumber(key - 1));
            });
        });
    }

    /// Where rows have to be asked one by one: candidates alone.
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

    RowSet presentRows(bool present) const
    {
        if (m_scan.namesRows())
            return present ? m_candidates : RowSet(m_candidates.size());
        if (m_field.hasMessageNumbers())
            return whereMessages([present](std::span<const std::uint32_t> keys) {
                const bool any = std::any_of(keys.begin(), keys.end(), [](auto key) { return key != 0; });
                return any == present;
            });
        if (m_scan.isOfMessages()) {
            // Of roles there are no more than a byte can count.
            const std::size_t codes = std::max<std::size_t>(m_field.categoryCount(), 256);
            return whereMessageCode(std::vector<std::uint8_t>(codes, present ? 1 : 0), !present);
        }
        if (m_field.isNumber())
            return whereNumber([present](double value) { return std::isnan(value) != present; });
        return whereCode(std::vector<std::uint8_t>(m_field.categoryCount(), present ? 1 : 0), !present);
    }

    RowSet rangeRows(const QueryTerm& term) const
    {
        if (m_field.isNumber())
            return whereNumber([&term](double value) { return inRange(term, value); });
        if (m_field.hasMessageNumbers())
            return whereMessageNumber([&term](double value) { return inRange(term, value) != 0; });
        return whereCategory(CategoryMatch(m_field, term));
    }

    RowSet equalRows(const QueryTerm& term) const
    {
        if (m_field.isNumber()) {
            const auto value = numberIn(term.value);
            return value ? whereNumber([wanted = *value](double each) { return each == wanted; })
                         : RowSet(m_candidates.size());
        }
        if (m_field.hasMessageNumbers()) {
            const auto value = numberIn(term.value);
            return value ? whereMessageNumber([wanted = *value](double each) { return each == wanted; })
                         : RowSet(m_candidates.size());
        }
        if (m_field.info().kind == FieldKind::Text)
            return equalTexts(foldForSearch(term.value));
        return whereCategory(CategoryMatch(m_field, term));
    }

    /// Texts of a column are folded once each, where they are fewer than the rows to ask.
    RowSet equalTexts(const std::string& folded) const
    {
        const auto isEqual = [&](Row row) { return foldForSearch(m_field.text(row)) == folded; };
        if (!m_scan.isColumn() || !m_scan.hasOneCode() || m_field.categoryCount() > m_candidates.count())
            return where(isEqual);
        std::vector<std::uint8_t> wanted(m_field.categoryCount());
        parallelFor(wanted.size(), FieldScan::kPiece, [&](std::size_t begin, std::size_t end) {
            for (std::size_t code = begin; code < end && !m_job.stopRequested(); ++code)
                wanted[code] = foldForSearch(m_scan.shownName(static_cast<CategoryCode>(code))) == folded;
        });
        if (!m_scan.namesRows())
            return whereCode(wanted, folded.empty());
        RowSet found = whereCode(wanted, false);
        found |= where([&](Row row) {
            bool coded = false;
            m_field.forEachCode(row, [&](CategoryCode) { coded = true; });
            return !coded && isEqual(row);
        });
        return found;
    }

    /// Asks each category once, then looks at codes alone.
    template<typename Holds>
    RowSet whereCategory(const Holds& holds) const
    {
        std::vector<std::uint8_t> wanted(m_field.categoryCount());
        for (CategoryCode code = 0; code < wanted.size(); ++code)
            wanted[code] = holds(m_field.category(code)) ? 1 : 0;
        return whereCode(wanted, false);
    }

    /// yes: some message is marked; no: some is annotated and none marked; unclear: some is "can't tell".
    RowSet markRows(Mark wanted) const
    {
        const bool yes = wanted == Mark::Yes;
        const bool no = wanted == Mark::No;
        return whereMessages([yes, no](std::span<const std::uint32_t> keys) {
            // One bit for each of the marks there are.
            std::uint32_t seen = 0;
            for (const std::uint32_t key : keys)
                seen |= 1U << key;
            const auto has = [seen](Mark mark) { return (seen >> static_cast<unsigned>(mark) & 1U) != 0; };
            if (yes)
                return has(Mark::Yes);
            return no ? (has(Mark::No) || has(Mark::Unclear)) && !has(Mark::Yes) : has(Mark::Unclear);
        });
    }

    const RowSet& m_candidates;
    const FieldReader& m_field;
    FieldScan m_scan;
    const Job& m_job;
};

} // namespace

RowSet columnRows(const Snapshot& snapshot, const QueryTerm& term, const RowSet& candidates, const Job& job)
{
    const auto field = findField(snapshot, term.field);
    if (!field)
        return term.kind == TermKind::Missing ? candidates : RowSet(candidates.size());
    return ColumnSearch(candidates, *field, job).rows(term);
}

} // namespace duologue
