// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query_place.h"
#include "core/table/snapshot.h"

#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace duologue::ui {

/// Something that may be typed at a place of a query.
struct Completion {
    /// As the query writes it, with what belongs to it: "turns:", "\"travel planning\"".
    QString insert;
    QString label;
    /// The field's printed name, or the value's other name.
    QString note;
    /// Of values: conversations, or messages, that have it.
    std::optional<std::uint64_t> count;

    bool operator==(const Completion&) const = default;
};

/// The values of one field with how often they occur, the most frequent first. Immutable.
struct FieldValues {
    struct Value {
        std::string name;
        std::string chinese;
        std::uint64_t count = 0;
    };

    SnapshotPtr snapshot;
    std::string field;
    bool inMessages = false;
    std::vector<Value> values;
};

using FieldValuesPtr = std::shared_ptr<const FieldValues>;

/// Counts them; null when the job was asked to stop or there is no such field. On a worker.
FieldValuesPtr countValues(const SnapshotPtr& snapshot, const std::string& field, bool inMessages,
                           const Job& job);

/// Fields, by their key or their printed name in either language, and the words of the language.
std::vector<Completion> fieldCompletions(const Snapshot& snapshot, const QueryPlace& place);

/// Values by either of their names, at most kMostCompletions.
std::vector<Completion> valueCompletions(const FieldValues& values, const std::string& typed);

inline constexpr std::size_t kMostCompletions = 200;

} // namespace duologue::ui
