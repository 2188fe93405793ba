// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/row_keys.h"

#include "core/data/batch_columns.h"
#include "core/data/conversation.h"
#include "core/data/field_reader.h"
#include "core/load/record_reader.h"
#include "core/util/checksum.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"

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

void addTextsOf(const Conversation& conversation, Slice slice, std::string& key)
{
    for (const Text& text : conversation.textsOf(slice))
        appendKeyValue(text.text, key);
}

/// Of long values of fields, what their columns keep of them, or all.
enum class LongValues : std::uint8_t { Kept, Whole };

/// Appends the members of a list as the record has them, repeated ones as well, which its column does not.
/// False if the record does not have the field as a list.
bool addMembers(const FieldInfo& info, const Conversation& conversation, std::string& key)
{
    bool any = false;
    for (const Field& field : conversation.fields) {
        if (field.kind != FieldKind::Categories || rawKeyOf(field) != info.rawKey)
            continue;
        any = true;
        appendKeyValue(field.name.en, key);
        appendKeyValue(field.name.zh, key);
    }
    return any;
}

/// False if the row has no value.
bool addField(const FieldReader& field, Row row, const Conversation& conversation, LongValues longValues,
              std::string& key)
{
    if (!field.has(row))
        return false;
    const bool isList = field.info().kind == FieldKind::Categories && !field.info().ofMessages;
    if (longValues == LongValues::Whole && isList && addMembers(field.info(), conversation, key))
        return true;
    bool any = false;
    const auto add = [&](std::string_view value) {
        any = true;
        appendKeyValue(value, key);
    };
    if (longValues == LongValues::Whole) {
        for (const std::string& value : field.texts(row, &conversation))
            add(value);
    } else {
        field.forEachCode(row, [&](CategoryCode code) { add(field.keyOf(code)); });
    }
    // A number, or the name of a record without an id.
    if (!any)
        add(field.text(row, &conversation));
    return true;
}

void addMessage(const Conversation& conversation, const Message& message, std::string& key)
{
    appendKeyValue(message.role, key);
    addTextsOf(conversation, message.texts, key);
    // What follows are parts.
    key += '|';
    appendPartsKey(conversation, message, key);
    key += ';';
}

/// An answer to choose from, and whether it was chosen.
void addCandidate(const Conversation& conversation, const Candidate& candidate, std::string& key)
{
    key += '#';
    appendKeyValue(std::to_string(static_cast<unsigned>(candidate.kind)), key);
    for (const Message& message : conversation.messagesOf(candidate))
        addMessage(conversation, message, key);
}

/// The first message of the user, or the last one of the assistant; null if there is none.
const Message* messageOf(const Conversation& conversation, KeyPart part)
{
    const auto& messages = conversation.messages;
    const auto isOf = [](std::string_view role) {
        return [role](const Message& message) { return message.role == role; };
    };
    if (part == KeyPart::Prompt) {
        const auto found = std::find_if(messages.begin(), messages.end(), isOf("user"));
        return found == messages.end() ? nullptr : &*found;
    }
    const auto found = std::find_if(messages.rbegin(), messages.rend(), isOf("assistant"));
    return found == messages.rend() ? nullptr : &*found;
}

/// False if the row has no value.
bool addSource(const KeySource& source, Row row, const Conversation& conversation, LongValues longValues,
               std::string& key)
{
    switch (source.part) {
    case KeyPart::Field:
        return addField(*source.field, row, conversation, longValues, key);
    case KeyPart::Context:
        for (const ContextPart& part : conversation.context) {
            appendKeyValue(std::to_string(static_cast<unsigned>(part.kind)), key);
            addTextsOf(conversation, part.texts, key);
        }
        return !conversation.context.empty();
    case KeyPart::Prompt:
    case KeyPart::Answer: {
        const Message* const message = messageOf(conversation, source.part);
        if (message == nullptr)
            return false;
        addMessage(conversation, *message, key);
        if (source.part == KeyPart::Prompt)
            appendMediaKey(conversation, key);
        return true;
    }
    case KeyPart::Conversation:
        for (const Message& message : conversation.messages)
            addMessage(conversation, message, key);
        for (const Candidate& candidate : conversation.candidates)
            addCandidate(conversation, candidate, key);
        appendMediaKey(conversation, key);
        return !conversation.messages.empty() || !conversation.candidates.empty();
    }
    return false;
}

} // namespace

namespace {

using KeySources = std::vector<KeySource>;

Expected<KeySources, Phrase> sourcesNamed(const Snapshot& snapshot, const std::vector<std::string>& names)
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

/// All values of a row, one behind the other.
struct RowKey {
    std::string values;
    /// It has no value under one of the names.
    bool isMissing = false;
};

/// Calls take(index in `rows`, RowKey) for each row. On all cores. Long values of fields are in it whole if
/// asked.
template<typename Take>
void forEachKey(const Snapshot& snapshot, const RowOrder& rows, const KeySources& sources,
                LongValues longValues, const Job& job, const Take& take)
{
    const bool readsTexts = longValues == LongValues::Whole ||
                            std::any_of(sources.begin(), sources.end(), [](const KeySource& source) {
                                return source.part != KeyPart::Field;
                            });
    const auto keyOf = [&](Row row, const Conversation& conversation) {
        RowKey key;
        for (const KeySource& source : sources) {
            if (!addSource(source, row, conversation, longValues, key.values))
                key.isMissing = true;
            key.values += '\n';
        }
        return key;
    };
    if (!readsTexts) {
        const Conversation none;
        for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i)
            take(i, keyOf(rows[i], none));
        return;
    }
    forEachRecord(snapshot, rows, {}, job, [&](std::size_t i, RecordReader& record) {
        const Conversation* const conversation = record.conversation();
        // Records that cannot be read are equal to none.
        take(i, conversation != nullptr ? keyOf(rows[i], *conversation)
                                        : RowKey{"row " + std::to_string(indexOf(rows[i])), false});
    });
}

/// Joins the categories that stand in one row: union-find with paths halved.
class CategoryGroups {
public:
    /// Returns the group of both.
    std::uint32_t join(std::uint32_t left, std::uint32_t right)
    {
        left = groupOf(left);
        right = groupOf(right);
        return m_parents[std::max(left, right)] = std::min(left, right);
    }
    std::uint32_t groupOf(std::uint32_t code)
    {
        while (m_parents.size() <= code)
            m_parents.push_back(static_cast<std::uint32_t>(m_parents.size()));
        while (m_parents[code] != code)
            code = m_parents[code] = m_parents[m_parents[code]];
        return code;
    }

private:
    std::vector<std::uint32_t> m_parents;
};

struct KeySums {
    /// Of the keys of the rows.
    std::vector<std::uint64_t> sums;
    /// RowKey::isMissing of each row, not packed into bits: all cores write to it.
    std::vector<std::uint8_t> areMissing;
};

KeySums sumsOfKeys(const Snapshot& snapshot, const RowOrder& rows, const KeySources& sources, const Job& job)
{
    KeySums made{std::vector<std::uint64_t>(rows.size()), std::vector<std::uint8_t>(rows.size())};
    forEachKey(snapshot, rows, sources, LongValues::Kept, job, [&](std::size_t i, const RowKey& key) {
        made.sums[i] = checksum(key.values);
        made.areMissing[i] = key.isMissing ? 1 : 0;
    });
    return made;
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
                   [&](std::size_t i, RowKey key) { keys[i] = std::move(key.values); });
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

Expected<std::vector<std::uint64_t>, Phrase> rowKeys(const Snapshot& snapshot, const RowOrder& rows,
                                                     const std::vector<std::string>& names, const Job& job)
{
    auto sources = sourcesNamed(snapshot, names);
    if (Phrase* mistake = sources.error())
        return std::move(*mistake);
    return sumsOfKeys(snapshot, rows, sources.value(), job).sums;
}

Expected<std::vector<std::uint64_t>, Phrase> rowGroups(const Snapshot& snapshot, const RowOrder& rows,
                                                       const std::string& name, const Job& job)
{
    // A row without a value is a group of its own, whose number no sum of a key is but by chance.
    constexpr std::uint64_t kAlone = std::uint64_t{1} << 32U;
    const auto field = findField(snapshot, name);
    if (!field || !field->hasManyValues()) {
        auto sources = sourcesNamed(snapshot, {name});
        if (Phrase* mistake = sources.error())
            return std::move(*mistake);
        KeySums keys = sumsOfKeys(snapshot, rows, sources.value(), job);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (keys.areMissing[i] != 0)
                keys.sums[i] = kAlone + i;
        }
        return std::move(keys.sums);
    }
    constexpr std::uint32_t kNone = 0xFFFF'FFFFU;
    CategoryGroups groups;
    std::vector<std::uint32_t> firstCodes(rows.size(), kNone);
    for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i) {
        std::uint32_t& first = firstCodes[i];
        field->forEachCode(rows[i], [&](CategoryCode code) {
            const auto number = static_cast<std::uint32_t>(code);
            first = first == kNone ? number : groups.join(first, number);
        });
    }
    std::vector<std::uint64_t> numbers(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        numbers[i] = firstCodes[i] == kNone ? kAlone + i : std::uint64_t{groups.groupOf(firstCodes[i])};
    return numbers;
}

std::optional<std::vector<std::vector<std::size_t>>>
rowsOfEachValue(const Snapshot& snapshot, const RowOrder& rows, const std::string& name, const Job& job)
{
    const auto field = name.empty() ? std::nullopt : findField(snapshot, name);
    if (!field || !field->hasManyValues())
        return std::nullopt;
    // The first list is of rows without a value.
    std::vector<std::vector<std::size_t>> lists(1);
    std::unordered_map<CategoryCode, std::size_t> listOf;
    for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i) {
        bool any = false;
        field->forEachCode(rows[i], [&](CategoryCode code) {
            any = true;
            const auto [at, isNew] = listOf.try_emplace(code, lists.size());
            if (isNew)
                lists.emplace_back();
            if (auto& list = lists[at->second]; list.empty() || list.back() != i)
                list.push_back(i);
        });
        if (!any)
            lists.front().push_back(i);
    }
    return lists;
}

Expected<RowOrder, Phrase> withoutRepeats(const Snapshot& snapshot, const RowOrder& rows,
                                          const std::vector<std::string>& names, const Job& job)
{
    auto found = sourcesNamed(snapshot, names);
    if (Phrase* mistake = found.error())
        return std::move(*mistake);
    const KeySources& sources = found.value();
    const KeySums keys = sumsOfKeys(snapshot, rows, sources, job);
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (keys.areMissing[i] == 0)
            places[keys.sums[i]].push_back(i);
    }
    RepeatFinder finder(snapshot, rows, sources, job);
    for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i) {
        if (keys.areMissing[i] != 0)
            continue;
        if (const auto& equal = places[keys.sums[i]]; equal.front() == i && equal.size() > 1)
            finder.add(equal);
    }
    return finder.rowsKept();
}

} // namespace duologue
