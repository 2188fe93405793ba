// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/json/json_repair.h"
#include "core/util/parallel.h"
#include "ui/checks/grouped_model.h"

#include <optional>
#include <vector>

namespace duologue::ui {

/// The problems of a dataset as a tree: kinds with their counts, and below each its first thousand problems.
/// GUI thread.
class ProblemModel : public GroupedModel {
    Q_OBJECT

public:
    enum Column { WhatColumn, FileColumn, PositionColumn, ColumnCount };
    /// The index of the problem in Snapshot::problems; invalid for kinds.
    enum Role { ProblemRole = Qt::UserRole, SeverityRole };

    struct Kind {
        ProblemCode code{};
        Severity severity{};
        std::uint64_t count = 0;
        std::vector<std::uint32_t> problems;
        /// Line and column of the first problems, if known.
        std::vector<std::optional<TextPlace>> positions;
    };

    explicit ProblemModel(QObject* parent = nullptr) : GroupedModel(ColumnCount, parent) {}

    /// Any thread. Kinds in the order errors, warnings, notes; only problems whose text contains `words`,
    /// ignoring case.
    static std::vector<Kind> group(const Snapshot& snapshot, const QString& words);
    /// Finds lines and columns by reading the files again. Any thread; may be stopped.
    static void locate(const Snapshot& snapshot, std::vector<Kind>& kinds, const Job& job);
    void setKinds(SnapshotPtr snapshot, std::vector<Kind> kinds);

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::size_t groupCount() const override { return m_kinds.size(); }
    std::size_t countIn(std::size_t kind) const override { return m_kinds[kind].problems.size(); }
    QVariant kindData(const Kind& kind, int column, int role) const;
    QVariant problemData(const Kind& kind, std::size_t index, int column, int role) const;

    SnapshotPtr m_snapshot;
    std::vector<Kind> m_kinds;
};

/// A kind of problem in the user's language.
QString problemTitle(ProblemCode code);

} // namespace duologue::ui
