// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/tally/bins.h"
#include "core/stats/tally/tally_keys.h"
#include "core/table/field_scan.h"

#include <optional>
#include <span>

namespace duologue {

/// What one field of a tally says of records or messages, as one small key each: equal keys have equal
/// values, however many they are. Keys of numbers and of lists count from their first appearance, so two of
/// these agree only after adopt(). Valid as long as the reader. One thread.
class FieldKeys {
public:
    explicit FieldKeys(const FieldReader& field, const Bins& bins = {});

    const FieldReader& field() const { return m_scan.field(); }
    bool isOfMessages() const { return m_kind == Kind::Messages; }

    /// Keys of rows: out[place] of row begin + place, for the places given. At most FieldScan::kRun rows. Not
    /// for fields of messages.
    void rowKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out);
    /// Keys of the messages [begin, end).
    void messageKeys(std::uint32_t begin, std::uint32_t end, std::uint32_t* out) const;

    /// No key of a message has other bits; none where only a look at all messages tells.
    std::optional<std::uint32_t> messageKeyBits() const;

    /// Of each key of `other`, up to the largest there, the key that stands for the same here; empty where
    /// keys are the same everywhere.
    std::vector<std::uint32_t> adopt(const FieldKeys& other);

    /// Calls visit(value key) for each single value that a key stands for.
    template<typename Visit>
    void forEachValue(std::uint32_t key, Visit&& visit) const
    {
        if (m_kind == Kind::Lists) {
            for (const char32_t code : m_lists.listOf(key))
                visit(static_cast<std::uint32_t>(code) + 1);
        } else if (m_kind == Kind::Messages && !m_bins.any()) {
            m_scan.forEachCodeOfKey(key, [&](CategoryCode code) { visit(code + 1); });
        } else if (key != 0 || m_isText) {
            visit(key);
        }
    }
    /// What a value key stands for.
    GroupValue value(std::uint32_t valueKey) const;

private:
    enum class Kind : std::uint8_t { Numbers, Bins, Codes, Lists, Messages };

    void numberKeys(Row begin, Row end, std::span<const std::uint16_t> places, std::uint32_t* out);
    void codeKeys(Row begin, Row end, std::uint32_t* out);

    std::string text(std::uint32_t valueKey) const;

    FieldScan m_scan;
    Bins m_bins;
    Kind m_kind = Kind::Codes;
    /// Rows without a code have a text of their own all the same, or the empty one.
    bool m_isText = false;
    bool m_namesRows = false;
    bool m_hasCodes = true;
    std::uint32_t m_categories = 0;
    ValueKeys m_values;
    ListKeys m_lists;
    ListKeys::List m_list;
};

} // namespace duologue
