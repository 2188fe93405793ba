// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <chrono>
#include <cmath>
#include <ctime>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::array<std::string_view, 3> kKinds{"human", "model", "rule"};

Json jsonOf(const MarkSpan& span)
{
    Json json{{"start", span.start}, {"end", span.end}, {"exact", span.exact}};
    if (!span.before.empty())
        json["before"] = span.before;
    if (!span.after.empty())
        json["after"] = span.after;
    return json;
}

Json jsonOf(const MarkTarget& on)
{
    Json json = Json::object();
    const auto text = [&json](const char* key, const std::string& value) {
        if (!value.empty())
            json[key] = value;
    };
    const auto number = [&json](const char* key, std::uint32_t value) {
        if (value != 0)
            json[key] = value;
    };
    text("record", on.record);
    text("id", on.id);
    text("hash", on.hash);
    number("message", on.message);
    text("side", on.side);
    if (on.span)
        json["span"] = jsonOf(*on.span);
    if (on.otherSpan)
        json["other_span"] = jsonOf(*on.otherSpan);
    number("call", on.call);
    number("candidate", on.candidate);
    number("other_candidate", on.otherCandidate);
    text("group", on.group);
    return json;
}

std::optional<std::uint32_t> wholeNumber(const JsonView& value)
{
    const std::optional<double> number = value.number();
    constexpr double kMost = 4e9;
    if (!number || *number < 0 || *number > kMost || *number != std::floor(*number))
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

// Members are gone through once: looking them up by name takes half the time of reading a file.

std::optional<MarkSpan> spanOf(const JsonView& json)
{
    MarkSpan span;
    for (const auto [key, value] : json.members()) {
        if (key == "start" || key == "end") {
            const auto number = wholeNumber(value);
            if (!number)
                return std::nullopt;
            (key == "start" ? span.start : span.end) = *number;
        } else if (key == "exact") {
            span.exact = value.string();
        } else if (key == "before") {
            span.before = value.string();
        } else if (key == "after") {
            span.after = value.string();
        }
    }
    return json.isObject() && span.start <= span.end ? std::optional(std::move(span)) : std::nullopt;
}

std::string* textIn(MarkTarget& target, std::string_view key)
{
    return key == "record"  ? &target.record
           : key == "id"    ? &target.id
           : key == "hash"  ? &target.hash
           : key == "side"  ? &target.side
           : key == "group" ? &target.group
                            : nullptr;
}

std::uint32_t* numberIn(MarkTarget& target, std::string_view key)
{
    return key == "message"           ? &target.message
           : key == "call"            ? &target.call
           : key == "candidate"       ? &target.candidate
           : key == "other_candidate" ? &target.otherCandidate
                                      : nullptr;
}

/// Returns what is wrong: a target that is not understood is wider than the one that was meant.
Phrase readTarget(const JsonView& json, MarkTarget& target)
{
    for (const auto [key, value] : json.members()) {
        if (!value.hasValue())
            continue;
        bool isRead = false;
        if (std::string* const text = textIn(target, key)) {
            isRead = value.isString() || (key == "id" && value.isNumber());
            *text = value.isString() ? std::string(value.string()) : value.toJson();
        } else if (std::uint32_t* const number = numberIn(target, key)) {
            *number = wholeNumber(value).value_or(0);
            isRead = *number != 0;
        } else if (key == "span" || key == "other_span") {
            std::optional<MarkSpan>& span = key == "span" ? target.span : target.otherSpan;
            span = spanOf(value);
            isRead = span.has_value();
        } else {
            return {PhraseId::MarkLineTargetKey, key};
        }
        if (!isRead)
            return {PhraseId::MarkLineTarget, key, value.toJson()};
    }
    return {};
}

void addSpan(std::string& part, char sign, const std::optional<MarkSpan>& span)
{
    if (span)
        part += sign + std::to_string(span->start) + '-' + std::to_string(span->end) + ' ' + span->exact;
}

} // namespace

std::string MarkTarget::part() const
{
    std::string part;
    const auto add = [&part](char sign, std::uint32_t number) {
        if (number != 0)
            part += sign + std::to_string(number);
    };
    add('m', message);
    if (!side.empty())
        part += ':' + side;
    add('c', call);
    add('a', candidate);
    add('b', otherCandidate);
    addSpan(part, '[', span);
    addSpan(part, ']', otherSpan);
    if (!group.empty())
        part += 'g' + group;
    return part;
}

std::string lineOf(const MarkEvent& event)
{
    Json json{{"v", kVersion},
              {"id", event.id},
              {"at", markTimeText(event.at)},
              {"by", event.by},
              {"kind", kKinds.at(static_cast<std::size_t>(event.kind))}};
    if (!event.undo.empty()) {
        json["undo"] = event.undo;
    } else {
        if (!event.scheme.empty())
            json["scheme"] = event.scheme;
        json["on"] = jsonOf(event.on);
        Json set = Json::object();
        for (const auto& [key, value] : event.set)
            set[key] = Json::parse(value, nullptr, false);
        json["set"] = std::move(set);
    }
    if (event.took != 0)
        json["ms"] = event.took;
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Phrase readMarkEvent(const JsonView& line, MarkEvent& event)
{
    bool isOfVersion = false;
    JsonView on;
    JsonView set;
    for (const auto [key, value] : line.members()) {
        if (key == "v") {
            isOfVersion = value.number() == kVersion;
        } else if (key == "id") {
            event.id = value.string();
        } else if (key == "at") {
            const std::optional<TimeSpan> at = timeIn(value.string());
            if (!at)
                return {PhraseId::MarkLineTime, value.toJson()};
            constexpr double kMilliseconds = 1000;
            event.at = std::llround(at->begin * kMilliseconds);
        } else if (key == "by") {
            event.by = value.string();
        } else if (key == "kind") {
            const auto kind = std::ranges::find(kKinds, value.string());
            event.kind =
                kind == kKinds.end() ? MarkKind::Human : static_cast<MarkKind>(kind - kKinds.begin());
        } else if (key == "scheme") {
            event.scheme = value.string();
        } else if (key == "undo") {
            event.undo = value.string();
        } else if (key == "ms") {
            event.took = wholeNumber(value).value_or(0);
        } else if (key == "on") {
            on = value;
        } else if (key == "set") {
            set = value;
        }
    }
    const bool hasAnswers = on.isObject() && set.isObject();
    if (!isOfVersion || event.id.empty() || (event.undo.empty() && !hasAnswers))
        return PhraseId::MarkLineUnknown;
    if (!event.undo.empty())
        return {};
    event.set.reserve(set.size());
    for (const JsonMember member : set.members())
        event.set.emplace_back(std::string(member.key), member.value.toJson());
    return readTarget(on, event.on);
}

std::string newMarkId(std::int64_t milliseconds)
{
    constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    constexpr std::size_t kTimeDigits = 10;
    constexpr std::size_t kRandomDigits = 16;
    constexpr unsigned kBits = 5;
    static std::mutex mutex;
    static std::mt19937_64 random{std::random_device{}() ^ (std::uint64_t{std::random_device{}()} << 32U)};
    static std::string last;
    const std::lock_guard lock(mutex);
    std::string id;
    for (std::size_t i = kTimeDigits; i-- > 0;)
        id += kDigits[static_cast<std::size_t>(milliseconds >> (kBits * i)) % kDigits.size()];
    // In the same millisecond, or if the clock was set back, the one after the last.
    if (!last.empty() && id <= last.substr(0, kTimeDigits)) {
        for (std::size_t i = last.size(); i-- > 0;) {
            const std::size_t digit = kDigits.find(last[i]);
            last[i] = kDigits[(digit + 1) % kDigits.size()];
            if (digit + 1 < kDigits.size())
                break;
        }
        return last;
    }
    for (std::size_t i = 0; i < kRandomDigits; ++i)
        id += kDigits[random() % kDigits.size()];
    last = id;
    return id;
}

std::int64_t markTimeNow()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string markTimeText(std::int64_t milliseconds)
{
    constexpr std::int64_t kSecond = 1000;
    std::int64_t seconds = milliseconds / kSecond;
    std::int64_t rest = milliseconds % kSecond;
    if (rest < 0) {
        rest += kSecond;
        --seconds;
    }
    const auto time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&time, &parts);
    std::array<char, 40> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::array<char, 8> fraction{};
    std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(rest));
    return std::string(text.data(), size) + fraction.data();
}

} // namespace duologue
