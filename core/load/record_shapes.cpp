// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_shapes.h"

#include "core/formats/format.h"
#include "core/load/record_parser.h"
#include "core/load/record_reader.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <unordered_map>

namespace duologue {

namespace {

constexpr std::size_t kMostKeys = 64;
constexpr std::size_t kMostInnerKeys = 16;
constexpr std::size_t kLongestKey = 60;
constexpr int kLevels = 2;

void appendKey(std::string& text, std::string_view key)
{
    if (key.size() <= kLongestKey) {
        text += key;
        return;
    }
    text += key.substr(0, wholeCharacters(key, kLongestKey));
    text += "…";
}

/// What is inside a value of the record, down to `levels`. Scalars of the record itself are named by their
/// kind; those further down by their key alone, because there they differ from record to record.
void appendInside(std::string& text, const JsonView& value, int levels)
{
    if (value.isArray()) {
        text += '[';
        if (value.size() > 0 && levels > 0) {
            const JsonView first = *value.elements().begin();
            if (first.isArray() || first.isObject())
                appendInside(text, first, levels);
            else
                text += kindWord(first.kind());
        }
        text += ']';
        return;
    }
    text += '{';
    std::size_t count = 0;
    for (const auto [key, member] : value.members()) {
        if (count++ == kMostInnerKeys) {
            text += ", …";
            break;
        }
        text += count > 1 ? ", " : "";
        appendKey(text, key);
        if ((member.isArray() || member.isObject()) && levels > 1) {
            text += ": ";
            appendInside(text, member, levels - 1);
        }
    }
    text += '}';
}

} // namespace

std::string_view kindWord(JsonKind kind)
{
    switch (kind) {
    case JsonKind::Missing:
    case JsonKind::Null:
        return "null";
    case JsonKind::Bool:
        return "true/false";
    case JsonKind::Integer:
    case JsonKind::Real:
        return "number";
    case JsonKind::String:
        return "text";
    case JsonKind::Array:
        return "list";
    case JsonKind::Object:
        break;
    }
    return "object";
}

std::vector<std::string> shapeOf(const JsonView& record)
{
    std::vector<std::string> parts;
    if (record.isArray()) {
        appendInside(parts.emplace_back(), record, kLevels);
        return parts;
    }
    for (const auto [key, value] : record.members()) {
        std::string& part = parts.emplace_back();
        if (parts.size() > kMostKeys) {
            part = "…";
            break;
        }
        appendKey(part, key);
        part += ": ";
        if (value.isArray() || value.isObject())
            appendInside(part, value, kLevels);
        else
            part += kindWord(value.kind());
    }
    return parts;
}

namespace {

constexpr std::uint64_t kMostOfFile = 2'000;
constexpr std::uint64_t kMostRows = 100'000;
constexpr std::size_t kMostShapes = 1'000;
constexpr std::size_t kMostInSample = 64;

/// At most so many rows of each file, the first and others at equal distances.
std::vector<Row> sampleOfRows(const Snapshot& snapshot, const RowSet& rows)
{
    std::vector<std::uint64_t> counts(snapshot.files.size());
    rows.forEach([&](Row row) { ++counts[indexOf(snapshot.record(row).file)]; });
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts)
        sum += std::min(count, kMostOfFile);
    // Of many files, not each is looked at.
    const std::uint64_t stepOfAll = (sum + kMostRows - 1) / kMostRows;
    std::vector<std::uint64_t> seen(counts.size());
    std::vector<Row> sample;
    std::uint64_t chosen = 0;
    rows.forEach([&](Row row) {
        const std::size_t file = indexOf(snapshot.record(row).file);
        const std::uint64_t step = (counts[file] + kMostOfFile - 1) / kMostOfFile;
        if (seen[file]++ % step == 0 && chosen++ % stepOfAll == 0)
            sample.push_back(row);
    });
    return sample;
}

using ShapeMap = std::unordered_map<std::string, RecordShape>;

void merge(ShapeMap& into, ShapeMap&& part)
{
    for (auto& [identity, shape] : part) {
        const auto [known, isNew] = into.try_emplace(identity, std::move(shape));
        if (isNew)
            continue;
        known->second.records += shape.records;
        known->second.example = std::min(known->second.example, shape.example);
        std::vector<Row>& sample = known->second.sample;
        sample.insert(sample.end(), shape.sample.begin(), shape.sample.end());
        std::sort(sample.begin(), sample.end());
        sample.resize(std::min(sample.size(), kMostInSample));
    }
}

/// What is found in a part of the rows.
struct ShapePart {
    void look(const Snapshot& snapshot, RecordReader& record)
    {
        const RecordEntry entry = snapshot.record(record.row());
        if (entry.state != RecordState::Broken && !record.bytes()) {
            ++counts.unread;
            return;
        }
        const Format* const format = record.format();
        if (entry.state == RecordState::Broken || record.parsed().state == RecordState::Broken ||
            format == nullptr) {
            ++counts.broken;
            return;
        }
        ++counts.looked;
        const JsonView root = record.parsed().root;
        ReadingReason reason = reasonFor(*format, root);
        const auto [first, end] = snapshot.messageRange(record.row());
        const bool isShown = first < end || entry.candidates > 0;
        if (reason.certainty == Certainty::None && isShown)
            reason.certainty = Certainty::Unsure;
        std::vector<std::string> keys = shapeOf(root);
        identity.assign(1, static_cast<char>(entry.format));
        identity += static_cast<char>(reason.certainty);
        identity += inEnglish(reason.why);
        for (const std::string& key : keys)
            (identity += '\n') += key;
        const auto [known, isNew] = shapes.try_emplace(identity);
        RecordShape& shape = known->second;
        if (isNew)
            shape = {std::move(keys),
                     snapshot.formats.at(entry.format),
                     std::move(reason.why),
                     reason.certainty,
                     0,
                     record.row()};
        ++shape.records;
        if (shape.sample.size() < kMostInSample)
            shape.sample.push_back(record.row());
    }

    ShapeMap shapes;
    ShapeTally counts;
    /// Of the last record's shape.
    std::string identity;
};

void keepMostFrequent(ShapeMap&& shapes, ShapeTally& tally)
{
    for (auto& [identity, shape] : shapes)
        tally.shapes.push_back(std::move(shape));
    std::sort(tally.shapes.begin(), tally.shapes.end(), [](const RecordShape& a, const RecordShape& b) {
        return a.records != b.records ? a.records > b.records : a.example < b.example;
    });
    if (tally.shapes.size() <= kMostShapes)
        return;
    tally.shapesLeftOut = tally.shapes.size() - kMostShapes;
    for (std::size_t i = kMostShapes; i < tally.shapes.size(); ++i)
        tally.recordsLeftOut += tally.shapes[i].records;
    tally.shapes.resize(kMostShapes);
}

} // namespace

Certainty certaintyOf(int score)
{
    constexpr int kUsualKeys = 71;
    constexpr int kLeastKnown = 20;
    constexpr int kLeastCertainShape = 17;
    constexpr int kLeastLikelyShape = 15;
    constexpr int kLeastUnsureShape = 13;
    if (score <= kGenericScore)
        return Certainty::None;
    if (score >= kUsualKeys || (score >= kLeastCertainShape && score < kLeastKnown))
        return Certainty::Certain;
    if (score >= kLeastLikelyShape)
        return Certainty::Likely;
    return score >= kLeastUnsureShape ? Certainty::Unsure : Certainty::Guess;
}

Phrase wordOf(Certainty certainty)
{
    switch (certainty) {
    case Certainty::None:
        break;
    case Certainty::Guess:
        return PhraseId::CertaintyGuess;
    case Certainty::Unsure:
        return PhraseId::CertaintyUnsure;
    case Certainty::Likely:
        return PhraseId::CertaintyLikely;
    case Certainty::Certain:
        return PhraseId::CertaintyCertain;
    }
    return PhraseId::CertaintyNone;
}

ReadingReason reasonFor(const Format& format, const JsonView& record)
{
    const int score = format.recognise(record);
    if (score == 0)
        return {{PhraseId::ReadAsItsFile, format.title()}, Certainty::None};
    return {format.reason(record), certaintyOf(score)};
}

ShapeTally shapesOf(const Snapshot& snapshot, const RowSet& rows, const Job& job)
{
    const std::vector<Row> sample = sampleOfRows(snapshot, rows);
    ShapeTally tally;
    tally.rows = rows.count();
    ShapeMap shapes;
    const auto begin = [](std::uint64_t) { return ShapePart(); };
    const auto look = [&](ShapePart& part, std::size_t, RecordReader& record) {
        part.look(snapshot, record);
    };
    const auto add = [&](ShapePart& part) {
        tally.looked += part.counts.looked;
        tally.broken += part.counts.broken;
        tally.unread += part.counts.unread;
        merge(shapes, std::move(part.shapes));
        return true;
    };
    mapRecords(snapshot, sample, {}, job, begin, look, add);
    keepMostFrequent(std::move(shapes), tally);
    return tally;
}

std::vector<Phrase> gapsOf(const ShapeTally& tally)
{
    std::vector<Phrase> gaps;
    const std::uint64_t seen = tally.looked + tally.broken + tally.unread;
    if (seen < tally.rows)
        gaps.push_back({PhraseId::ShapesOfSample, seen, tally.rows});
    if (tally.broken > 0)
        gaps.push_back({PhraseId::ShapesBroken, tally.broken});
    if (tally.unread > 0)
        gaps.push_back({PhraseId::ShapesUnread, tally.unread});
    if (tally.shapesLeftOut > 0)
        gaps.push_back({PhraseId::ShapesLeftOut, tally.shapesLeftOut, tally.recordsLeftOut});
    return gaps;
}

} // namespace duologue
