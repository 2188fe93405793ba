// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/query/query_parser.h"
#include "core/util/parallel.h"

#include <QAbstractListModel>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace duologue::ui {

/// A suggestion for a position in a query.
struct Completion {
    /// The text to insert, with its punctuation: "turns:", "\"travel planning\"".
    QString insert;
    QString label;
    /// The field's printed name, or the value's other name.
    QString note;
    /// For values: the number of conversations or messages that have it.
    std::optional<std::uint64_t> count;

    bool operator==(const Completion&) const = default;
};

/// The values of one field with their counts, the most frequent first. Immutable.
struct FieldValues {
    struct Value {
        std::string name;
        std::string chinese;
        std::uint64_t count = 0;
        /// Shown instead of a name that only programs read; empty for others.
        std::string title = {};
    };

    SnapshotPtr snapshot;
    std::string field;
    bool inMessages = false;
    std::vector<Value> values;
};

using FieldValuesPtr = std::shared_ptr<const FieldValues>;

/// Counts the values. Null if the job was stopped or there is no such field. For a worker.
FieldValuesPtr countValues(const SnapshotPtr& snapshot, const std::string& field, bool inMessages,
                           const Job& job);

/// Fields that match by key or by title in either language, and words of the query language.
std::vector<Completion> fieldCompletions(const Snapshot& snapshot, const QueryPlace& place);

/// Values that match by either of their names, at most kMostCompletions.
std::vector<Completion> valueCompletions(const FieldValues& values, const std::string& typed);

inline constexpr std::size_t kMostCompletions = 200;

/// Suggestions for the next input, one per row. GUI thread.
class CompletionModel : public QAbstractListModel {
    Q_OBJECT

public:
    /// QString: the note and the count, for delegates that draw them apart from the label.
    enum Role { NoteRole = Qt::UserRole, CountRole };

    explicit CompletionModel(QObject* parent = nullptr);

    void setCompletions(std::vector<Completion> completions);
    const std::vector<Completion>& completions() const { return m_completions; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Completion> m_completions;
};

} // namespace duologue::ui
