// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <simdjson.h>
#include <string>
#include <string_view>

/// What the limit programs share: the least that a program can do with a conversation to give the same
/// answers as Duologue. No checks, no columns, one known format.
struct LimitTotals {
    std::uint64_t records = 0;
    std::uint64_t marks = 0;
    std::map<std::uint64_t, std::uint64_t> turns;
    std::map<std::string, double, std::less<>> ratings;
    std::map<std::string, std::uint64_t, std::less<>> intents;

    void add(simdjson::dom::element record)
    {
        // The folder also holds files that are not conversations.
        simdjson::dom::array history;
        if (record["history"].get(history) != simdjson::SUCCESS)
            return;
        ++records;
        std::uint64_t messages = 0;
        for (const auto message : history) {
            ++messages;
            if (std::string_view intent; message["intent"].get(intent) == simdjson::SUCCESS)
                ++entry(intents, intent);
            if (bool mark = false; message["hallucination"]["hallucination"].get(mark) == simdjson::SUCCESS)
                marks += mark ? 1 : 0;
        }
        ++turns[messages / 2];
        if (simdjson::dom::object rated; record["rating"].get(rated) == simdjson::SUCCESS) {
            for (const auto [name, value] : rated) {
                if (double number = 0; value.get(number) == simdjson::SUCCESS)
                    entry(ratings, name) += number;
            }
        }
    }

    void add(const LimitTotals& other)
    {
        records += other.records;
        marks += other.marks;
        for (const auto& [key, count] : other.turns)
            turns[key] += count;
        for (const auto& [key, sum] : other.ratings)
            ratings[key] += sum;
        for (const auto& [key, count] : other.intents)
            intents[key] += count;
    }

    void print() const
    {
        std::printf("%llu records, %llu marks\n", static_cast<unsigned long long>(records),
                    static_cast<unsigned long long>(marks));
        for (const auto& [key, count] : turns)
            std::printf("%llu turns: %llu\n", static_cast<unsigned long long>(key),
                        static_cast<unsigned long long>(count));
        for (const auto& [key, sum] : ratings)
            std::printf("%s: %g\n", key.c_str(), sum);
        for (const auto& [key, count] : intents)
            std::printf("%s: %llu\n", key.c_str(), static_cast<unsigned long long>(count));
    }

private:
    template<typename Map>
    static typename Map::mapped_type& entry(Map& map, std::string_view key)
    {
        const auto found = map.find(key);
        return found == map.end() ? map[std::string(key)] : found->second;
    }
};
