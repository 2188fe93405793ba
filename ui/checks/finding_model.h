// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/findings.h"
#include "ui/app/dataset_checks.h"
#include "ui/app/tasks.h"
#include "ui/checks/grouped_model.h"

#include <QString>
#include <cstdint>
#include <utility>
#include <vector>

namespace duologue::ui {

/// What checks have found, as a tree: checks with their counts, and below each its findings, which are
/// fetched as they are scrolled to; last, those that were accepted. The words in question are read by a
/// worker when their finding is shown. GUI thread.
class FindingModel : public GroupedModel {
    Q_OBJECT

public:
    enum Column { WhatColumn, SpreadColumn, RecordColumn, CountColumn, ColumnCount };
    /// The index in CheckRun::findings; invalid for checks. The index in checks(); of both. Where in the
    /// dataset a check finds something, a FindingSpread; only of checks, in SpreadColumn. The index in
    /// CheckRun::accepted, which no other row has.
    enum Role { FindingRole = Qt::UserRole, CheckRole, SpreadRole, AcceptedRole };

    explicit FindingModel(QObject* parent = nullptr);

    /// Only checks with findings; of these, if `words` are not empty, those whose title contains them,
    /// ignoring case. Null for nothing.
    void setChecked(CheckedSnapshotPtr checked, const QString& words);

    /// The index of a finding that comes after (1) or before (-1) another one of the list; the first or last
    /// one if that is not valid.
    QModelIndex step(const QModelIndex& from, int by) const;
    /// The number of findings in the list, without accepted ones.
    std::size_t findingCount() const;
    /// The place of a finding among them, from 1 on; 0 for other rows.
    std::size_t numberOf(const QModelIndex& index) const;
    /// Of a check, which need not have findings: invalid then.
    QModelIndex indexOfCheck(std::size_t check) const;
    /// Of an index in CheckRun::findings; invalid if its check is not listed.
    QModelIndex indexOfFinding(std::uint32_t number) const;
    /// The finding of a row, whether it is accepted or not; null for checks.
    const Finding* findingAt(const QModelIndex& index) const;
    /// The row has those that were accepted below it.
    bool isAcceptedGroup(const QModelIndex& index) const;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Group {
        /// Null for what was accepted, the last group.
        const CheckResult* result = nullptr;
        /// The first of CheckRun::findings, which are in the order of checks.
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        FindingSpread spread;
    };

    std::size_t groupCount() const override { return m_groups.size(); }
    std::size_t countIn(std::size_t group) const override { return m_groups[group].count; }
    int checkCount() const { return static_cast<int>(m_groups.size()) - (m_accepted.empty() ? 0 : 1); }
    QVariant acceptedData(int column, int role) const;
    QVariant groupData(const Group& group, int column, int role) const;
    QString judgedText(const CheckResult& result) const;
    QString spreadText(const FindingSpread& spread) const;
    QVariant findingData(const Group& group, std::uint32_t number, int column, int role) const;

    /// The words in question; empty until they are read.
    QString excerptOf(std::uint32_t number) const;

    CheckedSnapshotPtr m_checked;
    /// By the index in CheckRun::findings.
    using Excerpts = ReadWhenShown<std::uint32_t, QString>;
    mutable Excerpts m_excerpts;
    std::vector<Group> m_groups;
    /// Indices of CheckRun::accepted.
    std::vector<std::uint32_t> m_accepted;
};

/// Words about checks in the language of the window.
QString checkTitle(const Check& check);
QString checkReason(const Check& check);
/// "looked at 3,980 translations, could not judge 12 (…)"
QString checkScope(const CheckResult& result);

} // namespace duologue::ui

Q_DECLARE_METATYPE(duologue::FindingSpread)
