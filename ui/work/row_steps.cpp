// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/row_steps.h"

#include <algorithm>

namespace duologue::ui {

std::optional<Row> stepRow(const View& view, std::span<const Row> read, int by)
{
    const RowOrder& order = view.order;
    if (order.empty())
        return std::nullopt;
    auto found = order.end();
    for (std::size_t i = read.size(); i-- > 0 && found == order.end();)
        found = std::find(order.begin(), order.end(), read[i]);
    if (found == order.end())
        return by > 0 ? order.front() : order.back();
    const auto index = (found - order.begin()) + by;
    if (index < 0 || index >= static_cast<std::ptrdiff_t>(order.size()))
        return std::nullopt;
    return order[static_cast<std::size_t>(index)];
}

bool hasMark(const Snapshot& snapshot, Row row, Mark mark)
{
    if (row >= snapshot.endRow())
        return false;
    const auto [begin, end] = snapshot.messageRange(row);
    for (MessageIndex i = begin; i < end; ++i) {
        if (snapshot.messages.flags(i).mark() == mark)
            return true;
    }
    return false;
}

std::optional<Row> nextMarkedRow(const View& view, std::optional<Row> current, Mark mark, const Job& job)
{
    constexpr std::size_t kRowsBetweenStops = 16384;
    const RowOrder& order = view.order;
    const auto found = current ? std::find(order.begin(), order.end(), *current) : order.end();
    const auto from = found == order.end() ? 0 : static_cast<std::size_t>(found - order.begin()) + 1;
    for (std::size_t step = 0; step < order.size(); ++step) {
        if (step % kRowsBetweenStops == 0 && job.stopRequested())
            return std::nullopt;
        const Row row = order[(from + step) % order.size()];
        if (hasMark(*view.snapshot, row, mark))
            return row;
    }
    return std::nullopt;
}

} // namespace duologue::ui
