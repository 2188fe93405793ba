// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bare_columns.h"

#include "core/data/field_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace duologue::bench {

void keep(std::uint64_t value)
{
    if (value == 0) {
        std::fputs("A question has no answer: what it took says nothing.\n", stderr);
        std::exit(1);
    }
    static volatile std::uint64_t kept = 0;
    kept = kept + value;
}

Bare bareOf(const Snapshot& snapshot)
{
    Bare bare;
    const auto task = *findField(snapshot, "task");
    const auto detail = *findField(snapshot, "Detail Level");
    const auto alignment = *findField(snapshot, "Preference Alignment");
    const auto tokens = *findField(snapshot, "tokens");
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        CategoryCode code = kNoCategory;
        task.forEachCode(row, [&](CategoryCode each) { code = each; });
        bare.task.push_back(code);
        bare.turns.push_back(snapshot.record(row).turns);
        bare.detail.push_back(detail.number(row));
        bare.alignment.push_back(alignment.number(row));
        bare.tokens.push_back(tokens.number(row));
        bare.firstMessage.push_back(static_cast<std::uint32_t>(snapshot.record(row).firstMessage));
    }
    const Column& intents = snapshot.messages.column(MessageColumn::Intent);
    for (std::size_t i = 0; i < snapshot.messages.count; ++i)
        bare.intents.push_back(static_cast<std::uint16_t>(keyOfCode(intents.code(i))));
    bare.firstMessage.push_back(snapshot.messages.count);
    return bare;
}

void bareMeans(const Bare& bare)
{
    struct Group {
        std::uint64_t n = 0;
        double detail = 0;
        double alignment = 0;
    };
    std::vector<Group> groups(1U << 16U);
    for (std::size_t row = 0; row < bare.turns.size(); ++row) {
        Group& group = groups[bare.turns[row]];
        ++group.n;
        if (!std::isnan(bare.detail[row]))
            group.detail += bare.detail[row];
        if (!std::isnan(bare.alignment[row]))
            group.alignment += bare.alignment[row];
    }
    keep(groups[3].n + static_cast<std::uint64_t>(groups[3].detail + groups[3].alignment));
}

void bareHistogram(const Bare& bare)
{
    std::vector<std::uint64_t> counts(1U << 8U);
    for (const CategoryCode code : bare.task)
        ++counts[indexOf(code) & 0xFFU];
    keep(counts[1]);
}

void bareMessages(const Bare& bare)
{
    std::vector<std::uint64_t> counts(std::size_t{1} << 20U);
    std::size_t last = 0;
    for (std::size_t row = 0; row < bare.turns.size(); ++row) {
        for (std::uint32_t i = bare.firstMessage[row]; i < bare.firstMessage[row + 1]; ++i) {
            last = (std::size_t{bare.turns[row]} << 12U | bare.intents[i]) & (counts.size() - 1);
            ++counts[last];
        }
    }
    keep(counts[last]);
}

void bareRange(const Bare& bare)
{
    std::vector<std::uint64_t> words(bare.tokens.size() / 64 + 1);
    for (std::size_t row = 0; row < bare.tokens.size(); ++row) {
        const bool holds = bare.tokens[row] >= 20'000 && bare.tokens[row] <= 60'000;
        words[row / 64] |= std::uint64_t{holds} << (row % 64);
    }
    keep(words[1]);
}

void bareSort(const Bare& bare)
{
    std::vector<std::pair<double, Row>> keys;
    keys.reserve(bare.tokens.size());
    for (std::size_t row = 0; row < bare.tokens.size(); ++row) {
        const double key = bare.tokens[row];
        keys.emplace_back(std::isnan(key) ? HUGE_VAL : key, static_cast<Row>(row));
    }
    std::sort(keys.begin(), keys.end());
    keep(indexOf(keys.front().second));
}

} // namespace duologue::bench
