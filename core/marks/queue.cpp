// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/queue.h"
#include "core/data/field_reader.h"
#include "core/util/phrase_id.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

/// The middle one, or the mean of the two in the middle. `values` are put in another order.
double medianOf(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

} // namespace

std::string queueText(const ReadingQueue& queue)
{
    Json json{{"queue", 1}, {"title", queue.title}, {"origin", queue.origin}, {"records", Json::array()}};
    for (const MarkTarget& record : queue.records) {
        Json one{{"record", record.record}};
        if (!record.id.empty())
            one["id"] = record.id;
        if (!record.hash.empty())
            one["hash"] = record.hash;
        json["records"].push_back(std::move(one));
    }
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Expected<ReadingQueue, Phrase> readQueue(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || json.value("queue", Json()) != 1 || !json.contains("records") ||
        !json["records"].is_array())
        return Phrase(PhraseId::NoQueue);
    const auto textOf = [](const Json& from, const char* key) {
        return from.is_object() && from.contains(key) && from[key].is_string() ? from[key].get<std::string>()
                                                                               : std::string();
    };
    ReadingQueue queue{textOf(json, "title"), textOf(json, "origin"), {}};
    for (const Json& each : json["records"]) {
        MarkTarget target;
        target.record = textOf(each, "record");
        target.id = textOf(each, "id");
        target.hash = textOf(each, "hash");
        if (!target.record.empty() || !target.id.empty())
            queue.records.push_back(std::move(target));
    }
    return queue;
}

RowOrder outliersOf(const Snapshot& snapshot, const RowOrder& rows, std::string_view field, std::size_t count)
{
    const auto reader = findField(snapshot, field);
    std::vector<std::pair<double, Row>> numbers;
    for (const Row row : rows) {
        const double number = reader ? reader->number(row) : std::nan("");
        if (std::isfinite(number))
            numbers.emplace_back(number, row);
    }
    if (numbers.empty())
        return {};
    std::vector<double> values;
    for (const auto& [number, row] : numbers)
        values.push_back(number);
    const double median = medianOf(values);
    // In units of the median distance, which are the same for all: the order is that of the distances.
    for (auto& [number, row] : numbers)
        number = -std::abs(number - median);
    std::ranges::stable_sort(numbers, {}, [](const auto& each) { return each.first; });
    RowOrder made;
    for (std::size_t i = 0; i < std::min(count, numbers.size()); ++i)
        made.push_back(numbers[i].second);
    return made;
}

RowOrder disagreementsOf(const SourceAnswers& answers)
{
    std::set<Row> rows;
    for (std::size_t i = 0; i < answers.units.size(); ++i) {
        std::set<double> said;
        for (const std::optional<double>& value : answers.ratings.units[i]) {
            if (value)
                said.insert(*value);
        }
        if (said.size() > 1)
            rows.insert(answers.units[i].row);
    }
    return {rows.begin(), rows.end()};
}

RowOrder shuffled(RowOrder rows, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    for (std::size_t left = rows.size(); left > 1; --left)
        std::swap(rows[left - 1], rows[random() % left]);
    return rows;
}

std::vector<RowOrder> sharesOf(const RowOrder& rows, std::size_t readers, std::uint64_t seed)
{
    std::vector<RowOrder> shares(std::max<std::size_t>(readers, 1));
    const RowOrder mixed = rows;
    // Each reader gets one of each few rows, by chance which.
    for (std::size_t begin = 0; begin < mixed.size(); begin += shares.size()) {
        const std::size_t end = std::min(begin + shares.size(), mixed.size());
        RowOrder left(mixed.begin() + static_cast<std::ptrdiff_t>(begin),
                      mixed.begin() + static_cast<std::ptrdiff_t>(end));
        for (std::size_t reader = 0; !left.empty(); ++reader) {
            const RowOrder chosen = sampleOf(left, 1, seed + begin + reader);
            shares[reader].push_back(chosen.front());
            std::erase(left, chosen.front());
        }
    }
    return shares;
}

QueueProgress progressOf(std::vector<std::int64_t> answeredAt, std::size_t all)
{
    constexpr std::int64_t kBreak = std::int64_t{5} * 60 * 1000;
    constexpr std::int64_t kHour = std::int64_t{60} * 60 * 1000;
    std::vector<std::int64_t> times = std::move(answeredAt);
    QueueProgress progress{times.size(), all, 0};
    std::ranges::sort(times, std::greater<>());
    std::int64_t worked = 0;
    std::size_t counted = 0;
    for (std::size_t i = 1; i < times.size() && worked < kHour; ++i) {
        const std::int64_t apart = times[i - 1] - times[i];
        if (apart > kBreak)
            continue;
        worked += apart;
        ++counted;
    }
    if (worked > 0)
        progress.perHour =
            static_cast<double>(counted) * static_cast<double>(kHour) / static_cast<double>(worked);
    return progress;
}

SnapshotPtr withQueueField(const Snapshot& snapshot, const std::vector<Row>& rows)
{
    auto made = std::make_shared<Snapshot>(snapshot);
    if (rows.empty())
        return made;
    Column column;
    column.info.key = "mark.queue";
    column.info.title = "queue";
    column.info.kind = FieldKind::Number;
    std::vector<double> places(snapshot.recordCount(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = rows.size(); i > 0; --i)
        places[indexOf(rows[i - 1])] = static_cast<double>(i);
    for (const double place : places)
        column.numbers.push_back(place);
    made->records.columns.push_back(std::move(column));
    return made;
}

} // namespace duologue
