// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/bins.h"
#include "core/stats/tally/tally_keys.h"
#include "core/table/field_scan.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

/// Reads one field for a tally. Gives each record or message a small key that stands for all of its values:
/// equal keys mean equal values. Keys of numbers and lists are numbered by first appearance, so keys of
/// another object have to be translated by adopt(). Valid as long as the reader. One thread.
class FieldKeys {
public:
    explicit FieldKeys(const FieldReader& field, const Bins& bins = {});

    const FieldReader& field() const { return m_scan.field(); }
    bool isOfMessages() const { return m_kind == Kind::Messages; }

    /// Writes the key of row begin + i to out[i] for each i in `places`; the other elements of `out`, up to
    /// end - begin, are unspecified. At most FieldScan::kRun rows. Not for fields of messages.
    void rowKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out);
    /// Keys of the messages [begin, end).
    void messageKeys(MessageIndex begin, MessageIndex end, std::uint32_t* out) const;

    /// A mask of all bits that keys of messages can have; empty if it is not known in advance.
    std::optional<std::uint32_t> messageKeyBits() const;

    /// Maps keys of `other` (the index) to keys of this object, adding values that are new here. Empty if
    /// all objects use the same keys.
    std::vector<std::uint32_t> adopt(const FieldKeys& other);

    /// Calls visit(value key) for each single value of a key.
    template<typename Visit>
    void forEachValue(std::uint32_t key, Visit&& visit) const
    {
        if (m_kind == Kind::Lists) {
            for (const char32_t code : m_lists.listOf(key))
                visit(keyOfCode(categoryCode(code)));
        } else if (m_kind == Kind::Messages && !m_bins.any()) {
            m_scan.forEachCodeOfKey(key, [&](CategoryCode code) { visit(keyOfCode(code)); });
        } else if (key != 0) {
            visit(key);
        }
    }
    /// Reads long values again, of which the column keeps only the beginning, so that value() knows them. The
    /// keys may be in any order and repeated.
    void readLong(std::vector<std::uint32_t> valueKeys, const Job& job);
    /// The value that a value key stands for.
    GroupValue value(std::uint32_t valueKey) const;

private:
    enum class Kind : std::uint8_t { Numbers, Bins, Codes, Lists, Messages };

    void numberKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out);
    void codeKeys(Row begin, Row end, std::uint32_t* out);

    std::string text(std::uint32_t valueKey) const;

    FieldScan m_scan;
    Bins m_bins;
    Kind m_kind = Kind::Codes;
    bool m_isRowNumber = false;
    bool m_hasCodes = true;
    std::uint32_t m_categories = 0;
    ValueKeys m_values;
    ListKeys m_lists;
    ListKeys::List m_list;
    /// Long values by their keys.
    std::unordered_map<std::uint32_t, std::string> m_long;
};

} // namespace duologue
