// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace duologue {

namespace {

/// A group's key while counting: a category's code or a number's bits, told apart by the field.
struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const Key&) const = default;
};

struct KeyHash {
    std::size_t operator()(const Key& key) const
    {
        return std::hash<std::uint64_t>()(key.first * 0x9E37'79B9'7F4A'7C15U ^ key.second);
    }
};

std::uint64_t bitsOf(double number)
{
    return std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);
}

class Counting {
public:
    Counting(const Snapshot& snapshot, const std::vector<FieldReader>& by,
             const std::vector<FieldReader>& means)
        : m_snapshot(snapshot), m_by(by), m_means(means), m_rowOfText(by.size())
    {
        m_ofMessages = std::any_of(by.begin(), by.end(),
                                   [](const FieldReader& field) { return field.info().ofMessages; });
    }

    void addRecord(Row row)
    {
        if (!m_ofMessages) {
            m_values.assign(m_by.size(), {});
            for (std::size_t i = 0; i < m_by.size(); ++i)
                recordValues(i, row);
            addCombinations(row, nullptr);
            return;
        }
        const auto [begin, end] = m_snapshot.messageRange(row);
        for (std::uint32_t message = begin; message < end; ++message) {
            const MessageEntry& entry = m_snapshot.messages.entries[message];
            m_values.assign(m_by.size(), {});
            for (std::size_t i = 0; i < m_by.size(); ++i) {
                if (m_by[i].info().ofMessages)
                    m_by[i].forEachMessageCode(entry,
                                               [&](CategoryCode code) { m_values[i].push_back(code); });
                else
                    recordValues(i, row);
            }
            addCombinations(row, &entry);
        }
    }

    Tally result() const
    {
        Tally made;
        made.ofMessages = m_ofMessages;
        made.withoutValue = m_withoutValue;
        for (const FieldReader& field : m_by)
            made.by.push_back(field.info());
        for (const FieldReader& field : m_means)
            made.means.push_back(field.info());
        for (const auto& [key, index] : m_groups) {
            TallyRow row = m_rows[index];
            row.values.push_back(valueOf(m_by[0], key.first));
            if (m_by.size() > 1)
                row.values.push_back(valueOf(m_by[1], key.second));
            made.rows.push_back(std::move(row));
        }
        std::sort(made.rows.begin(), made.rows.end(), [](const TallyRow& a, const TallyRow& b) {
            return std::lexicographical_compare(a.values.begin(), a.values.end(), b.values.begin(),
                                                b.values.end(), before);
        });
        return made;
    }

private:
    /// A message's hallucination mark is a category although a record's count of marks is a number.
    bool isNumeric(const FieldReader& field) const { return field.isNumber() && !field.info().ofMessages; }

    void recordValues(std::size_t index, Row row)
    {
        const FieldReader& field = m_by[index];
        std::vector<std::uint64_t>& values = m_values[index];
        if (isNumeric(field)) {
            if (const double number = field.number(row); !std::isnan(number))
                values.push_back(bitsOf(number));
            return;
        }
        if (field.info().kind == FieldKind::Text) {
            values.push_back(m_rowOfText[index].try_emplace(field.text(row), row).first->second);
            return;
        }
        field.forEachCode(row, [&](CategoryCode code) { values.push_back(code); });
    }

    void addCombinations(Row row, const MessageEntry* message)
    {
        bool counted = false;
        for (const std::uint64_t first : m_values[0]) {
            if (m_by.size() == 1) {
                add({first, 0}, row, message);
                counted = true;
                continue;
            }
            for (const std::uint64_t second : m_values[1]) {
                add({first, second}, row, message);
                counted = true;
            }
        }
        m_withoutValue += counted ? 0 : 1;
    }

    void add(const Key& key, Row row, const MessageEntry* message)
    {
        const auto [place, isNew] = m_groups.try_emplace(key, m_rows.size());
        if (isNew) {
            m_rows.emplace_back();
            m_rows.back().means.resize(m_means.size());
        }
        TallyRow& group = m_rows[place->second];
        ++group.n;
        for (std::size_t i = 0; i < m_means.size(); ++i)
            addToMean(group.means[i], m_means[i], row, message);
    }

    void addToMean(Mean& mean, const FieldReader& field, Row row, const MessageEntry* message) const
    {
        const auto addValue = [&mean](double value) {
            if (!std::isnan(value))
                mean.add(value);
        };
        if (!field.info().ofMessages || (message == nullptr && field.isNumber())) {
            addValue(field.number(row));
        } else if (message != nullptr) {
            addValue(field.messageNumber(*message));
        } else {
            // Of a field that only messages have, a record brings the values of all of its messages.
            const auto [begin, end] = m_snapshot.messageRange(row);
            for (std::uint32_t i = begin; i < end; ++i)
                addValue(field.messageNumber(m_snapshot.messages.entries[i]));
        }
    }

    GroupValue valueOf(const FieldReader& field, std::uint64_t key) const
    {
        if (isNumeric(field)) {
            const auto number = std::bit_cast<double>(key);
            return {numberText(number), number};
        }
        if (field.info().kind == FieldKind::Text)
            return {field.text(static_cast<Row>(key)), std::nullopt};
        return {field.category(static_cast<CategoryCode>(key)).shown(), std::nullopt};
    }

    static bool before(const GroupValue& a, const GroupValue& b)
    {
        if (a.number && b.number)
            return *a.number < *b.number;
        if (a.number.has_value() != b.number.has_value())
            return a.number.has_value();
        return compareNatural(a.text, b.text) < 0;
    }

    const Snapshot& m_snapshot;
    const std::vector<FieldReader>& m_by;
    const std::vector<FieldReader>& m_means;
    /// Texts have no codes: each is known by the first row that has it. One for each field of m_by.
    std::vector<std::unordered_map<std::string, Row>> m_rowOfText;
    bool m_ofMessages = false;
    std::unordered_map<Key, std::size_t, KeyHash> m_groups;
    std::vector<TallyRow> m_rows;
    std::vector<std::vector<std::uint64_t>> m_values;
    std::uint64_t m_withoutValue = 0;
};

} // namespace

double Mean::mean() const
{
    return n == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(n);
}

double Mean::deviation() const
{
    if (n < 2)
        return std::numeric_limits<double>::quiet_NaN();
    const auto count = static_cast<double>(n);
    return std::sqrt(std::max(0.0, (sumOfSquares - sum * sum / count) / (count - 1)));
}

Tally tally(const Snapshot& snapshot, const RowSet& rows, const std::vector<FieldReader>& by,
            const std::vector<FieldReader>& means)
{
    Counting counting(snapshot, by, means);
    rows.forEach([&](Row row) { counting.addRecord(row); });
    return counting.result();
}

} // namespace duologue
