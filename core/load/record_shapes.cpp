// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_shapes.h"

#include "core/formats/format.h"
#include "core/load/record_parser.h"
#include "core/load/record_reader.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <mutex>
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
constexpr std::size_t kShapeRunsAtOnce = 16;
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

/// What one worker finds in some runs.
class ShapeTallier {
public:
    ShapeTallier(const Snapshot& snapshot, const std::vector<Row>& rows, const Job& job)
        : m_snapshot(snapshot),
          m_rows(rows),
          m_job(job),
          m_reader(snapshot),
          m_formats(snapshot.formatList ? snapshot.formatList : FormatList::builtIn())
    {
    }

    void look(const RowRun& run)
    {
        const bool isReadable = m_reader.read(run);
        for (std::size_t i = run.first; i < run.last && !m_job.stopRequested(); ++i) {
            const RecordEntry& entry = m_snapshot.record(m_rows[i]);
            if (entry.state == RecordState::Broken)
                ++counts.broken;
            else if (!isReadable)
                ++counts.unread;
            else
                add(m_rows[i], entry,
                    m_reader.bytes().substr(static_cast<std::size_t>(entry.offset - run.begin),
                                            entry.length));
        }
    }

    ShapeMap shapes;
    ShapeTally counts;

private:
    void add(Row row, const RecordEntry& entry, std::string_view bytes)
    {
        m_problems.clear();
        const RecordOrigin& origin = m_snapshot.file(entry.file).origin;
        const ParsedRecord parsed = parseRecord(m_parser, bytes, {}, m_problems, origin.form);
        const std::string& id = m_snapshot.formats.at(entry.format);
        const Format* const format = m_formats->find(id, origin);
        if (parsed.state == RecordState::Broken || format == nullptr) {
            ++counts.broken;
            return;
        }
        ++counts.looked;
        ReadingReason reason = reasonFor(*format, parsed.root);
        const auto [first, end] = m_snapshot.messageRange(row);
        const bool isShown = first < end || m_snapshot.record(row).candidates > 0;
        if (reason.certainty == Certainty::None && isShown)
            reason.certainty = Certainty::Unsure;
        std::vector<std::string> keys = shapeOf(parsed.root);
        m_identity.assign(1, static_cast<char>(entry.format));
        m_identity += static_cast<char>(reason.certainty);
        m_identity += inEnglish(reason.why);
        for (const std::string& key : keys)
            (m_identity += '\n') += key;
        const auto [known, isNew] = shapes.try_emplace(m_identity);
        RecordShape& shape = known->second;
        if (isNew)
            shape = {std::move(keys), id, std::move(reason.why), reason.certainty, 0, row};
        ++shape.records;
        if (shape.sample.size() < kMostInSample)
            shape.sample.push_back(row);
    }

    const Snapshot& m_snapshot;
    const std::vector<Row>& m_rows;
    const Job& m_job;
    RowRunReader m_reader;
    const std::shared_ptr<const FormatList> m_formats;
    JsonParser m_parser;
    std::vector<Problem> m_problems;
    std::string m_identity;
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
    const std::vector<RowRun> runs = runsOf(snapshot, sample);
    ShapeTally tally;
    tally.rows = rows.count();
    ShapeMap shapes;
    std::mutex mutex;
    parallelFor(runs.size(), kShapeRunsAtOnce, [&](std::size_t begin, std::size_t end) {
        ShapeTallier tallier(snapshot, sample, job);
        for (std::size_t i = begin; i < end && !job.stopRequested(); ++i)
            tallier.look(runs[i]);
        const std::scoped_lock lock(mutex);
        tally.looked += tallier.counts.looked;
        tally.broken += tallier.counts.broken;
        tally.unread += tallier.counts.unread;
        merge(shapes, std::move(tallier.shapes));
    });
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
