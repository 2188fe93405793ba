// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/choose/row_keys.h"

#include "core/base/checksum.h"
#include "core/base/parallel.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/dataset/record_visitor.h"
#include "core/table/field_reader.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace duologue {

namespace {

enum class KeyPart { Field, Context, Prompt, Answer, Conversation };

struct KeySource {
    KeyPart part = KeyPart::Field;
    std::optional<FieldReader> field;
};

std::optional<KeySource> sourceNamed(const Snapshot& snapshot, const std::string& name)
{
    if (auto field = findField(snapshot, name))
        return KeySource{KeyPart::Field, std::move(field)};
    if (name == "context")
        return KeySource{KeyPart::Context, std::nullopt};
    if (name == "prompt")
        return KeySource{KeyPart::Prompt, std::nullopt};
    if (name == "answer")
        return KeySource{KeyPart::Answer, std::nullopt};
    if (name == "conversation")
        return KeySource{KeyPart::Conversation, std::nullopt};
    return std::nullopt;
}

/// Texts are told apart by what is between them.
void addPart(std::string_view text, std::string& key)
{
    key.append(text).append(1, '\0');
}

void addTextsOf(const Conversation& conversation, Slice slice, std::string& key)
{
    for (const Text& text : conversation.textsOf(slice))
        addPart(text.text, key);
}

/// Of long values of fields, what their columns keep of them, or all.
enum class LongValues : std::uint8_t { Kept, Whole };

void addSource(const KeySource& source, Row row, const Conversation& conversation, LongValues longValues,
               std::string& key)
{
    switch (source.part) {
    case KeyPart::Field:
        addPart(longValues == LongValues::Whole ? source.field->text(row, &conversation)
                                                : source.field->keyText(row),
                key);
        break;
    case KeyPart::Context:
        for (const ContextPart& part : conversation.context)
            addTextsOf(conversation, part.texts, key);
        break;
    case KeyPart::Prompt:
    case KeyPart::Answer: {
        const bool isPrompt = source.part == KeyPart::Prompt;
        const auto isWanted = [isPrompt](const Message& message) {
            return message.role == (isPrompt ? "user" : "assistant");
        };
        const auto& messages = conversation.messages;
        if (isPrompt) {
            const auto found = std::find_if(messages.begin(), messages.end(), isWanted);
            if (found != messages.end())
                addTextsOf(conversation, found->texts, key);
        } else {
            const auto found = std::find_if(messages.rbegin(), messages.rend(), isWanted);
            if (found != messages.rend())
                addTextsOf(conversation, found->texts, key);
        }
        break;
    }
    case KeyPart::Conversation:
        for (const Message& message : conversation.messages) {
            addPart(message.role, key);
            addTextsOf(conversation, message.texts, key);
        }
        break;
    }
    key += '\x01';
}

} // namespace

namespace {

using KeySources = std::vector<KeySource>;

std::variant<KeySources, Phrase> sourcesNamed(const Snapshot& snapshot, const std::vector<std::string>& names)
{
    KeySources sources;
    for (const std::string& name : names) {
        auto source = sourceNamed(snapshot, name);
        if (!source)
            return Phrase(PhraseId::NoField, name);
        sources.push_back(std::move(*source));
    }
    return sources;
}

/// Calls take(index in `rows`, key) for each row: all of its values, one behind the other. On all cores.
/// Long values of fields are in it whole if asked.
template<typename Take>
void forEachKey(const Snapshot& snapshot, const RowOrder& rows, const KeySources& sources,
                LongValues longValues, const Job& job, const Take& take)
{
    const bool readsTexts = longValues == LongValues::Whole ||
                            std::any_of(sources.begin(), sources.end(), [](const KeySource& source) {
                                return source.part != KeyPart::Field;
                            });
    const auto keyOf = [&](Row row, const Conversation& conversation) {
        std::string key;
        for (const KeySource& source : sources)
            addSource(source, row, conversation, longValues, key);
        return key;
    };
    if (!readsTexts) {
        const Conversation none;
        for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i)
            take(i, keyOf(rows[i], none));
        return;
    }
    const std::vector<RowRun> runs = runsOf(snapshot, rows);
    constexpr std::size_t kRunsAtOnce = 8;
    parallelFor(runs.size(), kRunsAtOnce, [&](std::size_t begin, std::size_t end) {
        RecordVisitor visitor(snapshot, true);
        for (std::size_t run = begin; run < end && !job.stopRequested(); ++run) {
            std::size_t next = runs[run].first;
            // Records that cannot be read are equal to none.
            const auto refuse = [&](Row row, bool) { take(next++, "row " + std::to_string(indexOf(row))); };
            visitor.visit(
                runs[run], rows, job,
                [&](Row row, std::string_view, const Conversation& conversation) {
                    take(next++, keyOf(row, conversation));
                },
                refuse);
        }
    });
}

std::vector<std::uint64_t> keysFrom(const Snapshot& snapshot, const RowOrder& rows, const KeySources& sources,
                                    const Job& job)
{
    std::vector<std::uint64_t> keys(rows.size());
    forEachKey(snapshot, rows, sources, LongValues::Kept, job,
               [&](std::size_t i, const std::string& key) { keys[i] = checksum(key); });
    return keys;
}

/// Finds which rows are equal to one before among rows with equal keys, piece by piece.
class RepeatFinder {
public:
    RepeatFinder(const Snapshot& snapshot, const RowOrder& rows, const KeySources& sources, const Job& job)
        : m_snapshot(snapshot), m_rows(rows), m_sources(sources), m_job(job), m_isRepeat(rows.size())
    {
    }

    /// `places` are indexes of rows with one key, in rising order.
    void add(const std::vector<std::size_t>& places)
    {
        ++m_group;
        for (const std::size_t place : places) {
            constexpr std::uint64_t kMostBytes = std::uint64_t{32} << 20U;
            m_bytes += m_snapshot.record(m_rows[place]).length;
            m_waiting.push_back({place, m_group});
            if (m_bytes > kMostBytes)
                compare();
        }
    }

    RowOrder rowsKept()
    {
        compare();
        RowOrder kept;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (m_isRepeat[i] == 0)
                kept.push_back(m_rows[i]);
        }
        return kept;
    }

private:
    struct Waiting {
        std::size_t place = 0;
        std::size_t group = 0;
    };

    void compare()
    {
        RowOrder rows;
        for (const Waiting& each : m_waiting)
            rows.push_back(m_rows[each.place]);
        std::vector<std::string> keys(rows.size());
        forEachKey(m_snapshot, rows, m_sources, LongValues::Whole, m_job,
                   [&](std::size_t i, std::string key) { keys[i] = std::move(key); });
        for (std::size_t i = 0; i < rows.size() && !m_job.stopRequested(); ++i) {
            if (m_waiting[i].group != m_comparedGroup)
                m_different.clear();
            m_comparedGroup = m_waiting[i].group;
            const bool isKnown =
                std::find(m_different.begin(), m_different.end(), keys[i]) != m_different.end();
            m_isRepeat[m_waiting[i].place] = isKnown ? 1 : 0;
            if (!isKnown)
                m_different.push_back(std::move(keys[i]));
        }
        m_waiting.clear();
        m_bytes = 0;
    }

    const Snapshot& m_snapshot;
    const RowOrder& m_rows;
    const KeySources& m_sources;
    const Job& m_job;
    std::vector<std::uint8_t> m_isRepeat;
    std::vector<Waiting> m_waiting;
    std::uint64_t m_bytes = 0;
    std::size_t m_group = 0;
    /// The group of the last row that was compared, and the different values in it.
    std::size_t m_comparedGroup = 0;
    std::vector<std::string> m_different;
};

} // namespace

std::variant<std::vector<std::uint64_t>, Phrase>
rowKeys(const Snapshot& snapshot, const RowOrder& rows, const std::vector<std::string>& names, const Job& job)
{
    auto sources = sourcesNamed(snapshot, names);
    if (Phrase* mistake = std::get_if<Phrase>(&sources))
        return std::move(*mistake);
    return keysFrom(snapshot, rows, std::get<KeySources>(sources), job);
}

std::variant<RowOrder, Phrase> withoutRepeats(const Snapshot& snapshot, const RowOrder& rows,
                                              const std::vector<std::string>& names, const Job& job)
{
    auto found = sourcesNamed(snapshot, names);
    if (Phrase* mistake = std::get_if<Phrase>(&found))
        return std::move(*mistake);
    const KeySources& sources = std::get<KeySources>(found);
    const std::vector<std::uint64_t> keys = keysFrom(snapshot, rows, sources, job);
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < rows.size(); ++i)
        places[keys[i]].push_back(i);
    RepeatFinder finder(snapshot, rows, sources, job);
    for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i) {
        if (const auto& equal = places[keys[i]]; equal.front() == i && equal.size() > 1)
            finder.add(equal);
    }
    return finder.rowsKept();
}

} // namespace duologue
