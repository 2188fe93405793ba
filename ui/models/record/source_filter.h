// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"

#include <QString>
#include <QStringList>

namespace duologue::ui {

/// What the terms of a query about files say of the folders and files of a dataset.
class SourceFilter {
public:
    enum class State {
        /// The query says nothing of it.
        Free,
        /// It is one of those that are shown.
        Chosen,
        /// It lies in a folder that is shown.
        Within,
        /// It, or a folder around it, is excluded.
        Excluded,
        /// Others are shown. A folder around them is Free.
        Outside,
    };

    SourceFilter() = default;
    explicit SourceFilter(const Query& query);

    /// `path` as SourceTreeModel::PathRole has it: that of a folder ends with "/".
    State stateOf(const QString& path) const;
    /// The only one that is shown, and nothing is excluded.
    bool isOnly(const QString& path) const;
    const QStringList& chosen() const { return m_chosen; }
    bool isEmpty() const { return m_chosen.isEmpty() && m_excluded.isEmpty(); }

    bool operator==(const SourceFilter&) const = default;

private:
    QStringList m_chosen;
    QStringList m_excluded;
};

/// The term "file:PATH".
Query fileTerm(const QString& path);

} // namespace duologue::ui
