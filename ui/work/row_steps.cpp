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

namespace {

/// The first marked message of a row, or the last one; -1 for none.
int markedMessage(const Snapshot& snapshot, Row row, bool isLast)
{
    if (row >= snapshot.endRow())
        return -1;
    const auto [begin, end] = snapshot.messageRange(row);
    const auto count = static_cast<int>(end - begin);
    for (int i = 0; i < count; ++i) {
        const int message = isLast ? count - 1 - i : i;
        if (snapshot.messages.mark(begin + static_cast<std::uint32_t>(message)) == Mark::Yes)
            return message;
    }
    return -1;
}

} // namespace

std::optional<MarkedRow> nextMarkedRow(const View& view, std::optional<Row> current, int by, const Job& job)
{
    constexpr std::size_t kRowsBetweenStops = 16384;
    const RowOrder& order = view.order;
    const std::size_t size = order.size();
    const auto found = current ? std::find(order.begin(), order.end(), *current) : order.end();
    const bool isListed = found != order.end();
    // Where no row is current, before the first one, or after the last one.
    const std::size_t from = isListed ? static_cast<std::size_t>(found - order.begin())
                             : by > 0 ? size - 1
                                      : 0;
    for (std::size_t step = 1; step <= size; ++step) {
        if (step % kRowsBetweenStops == 0 && job.stopRequested())
            return std::nullopt;
        const std::size_t at = by > 0 ? (from + step) % size : (from + size - step) % size;
        const int message = markedMessage(*view.snapshot, order[at], by < 0);
        if (message >= 0)
            return MarkedRow{order[at], at + 1, message, isListed && (by > 0 ? at <= from : at >= from)};
    }
    return std::nullopt;
}

} // namespace duologue::ui
