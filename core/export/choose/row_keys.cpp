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

namespace duologue {

namespace {

enum class KeyPart { Field, TextField, Context, Prompt, Answer, Conversation };

struct KeySource {
    KeyPart part = KeyPart::Field;
    std::optional<FieldReader> field;
    /// Of a field whose values are no column.
    std::string key;
};

std::optional<KeySource> sourceNamed(const Snapshot& snapshot, const std::string& name)
{
    if (auto field = findField(snapshot, name)) {
        const bool isText = field->info().kind == FieldKind::Text;
        std::string key = field->info().key;
        return KeySource{isText ? KeyPart::TextField : KeyPart::Field, std::move(field), std::move(key)};
    }
    if (name == "context")
        return KeySource{KeyPart::Context, std::nullopt, {}};
    if (name == "prompt")
        return KeySource{KeyPart::Prompt, std::nullopt, {}};
    if (name == "answer")
        return KeySource{KeyPart::Answer, std::nullopt, {}};
    if (name == "conversation")
        return KeySource{KeyPart::Conversation, std::nullopt, {}};
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

void addSource(const KeySource& source, Row row, const Conversation& conversation, std::string& key)
{
    switch (source.part) {
    case KeyPart::Field:
        addPart(source.field->text(row), key);
        break;
    case KeyPart::TextField:
        for (const Field& field : conversation.fields) {
            if (fieldKey(field.key) == source.key)
                addPart(field.value.toJson(), key);
        }
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

std::variant<std::vector<std::uint64_t>, Phrase>
rowKeys(const Snapshot& snapshot, const RowOrder& rows, const std::vector<std::string>& names, const Job& job)
{
    std::vector<KeySource> sources;
    for (const std::string& name : names) {
        auto source = sourceNamed(snapshot, name);
        if (!source)
            return Phrase(PhraseId::NoField, name);
        sources.push_back(std::move(*source));
    }
    const bool readsTexts = std::any_of(sources.begin(), sources.end(), [](const KeySource& source) {
        return source.part != KeyPart::Field;
    });
    std::vector<std::uint64_t> keys(rows.size());
    const auto keyOf = [&](Row row, const Conversation& conversation) {
        std::string key;
        for (const KeySource& source : sources)
            addSource(source, row, conversation, key);
        return checksum(key);
    };
    if (!readsTexts) {
        const Conversation none;
        for (std::size_t i = 0; i < rows.size() && !job.stopRequested(); ++i)
            keys[i] = keyOf(rows[i], none);
        return keys;
    }
    const std::vector<RowRun> runs = runsOf(snapshot, rows);
    constexpr std::size_t kRunsAtOnce = 8;
    parallelFor(runs.size(), kRunsAtOnce, [&](std::size_t begin, std::size_t end) {
        RecordVisitor visitor(snapshot, true);
        for (std::size_t run = begin; run < end && !job.stopRequested(); ++run) {
            std::size_t next = runs[run].first;
            // Records that cannot be read are equal to none.
            const auto refuse = [&](Row row, bool) {
                keys[next++] = checksum("row " + std::to_string(indexOf(row)));
            };
            visitor.visit(
                runs[run], rows, job,
                [&](Row row, std::string_view, const Conversation& conversation) {
                    keys[next++] = keyOf(row, conversation);
                },
                refuse);
        }
    });
    return keys;
}

} // namespace duologue
