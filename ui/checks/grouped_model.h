// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

namespace duologue::ui {

/// A tree of two levels: groups, and the items of each. GUI thread.
class GroupedModel : public QAbstractItemModel {
public:
    GroupedModel(int columns, QObject* parent) : QAbstractItemModel(parent), m_columns(columns) {}

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override
    {
        return !hasIndex(row, column, parent) ? QModelIndex()
               : parent.isValid()             ? createIndex(row, column, static_cast<quintptr>(parent.row()))
                                              : createIndex(row, column, kIsGroup);
    }
    QModelIndex parent(const QModelIndex& child) const override
    {
        return !child.isValid() || isGroup(child)
                   ? QModelIndex()
                   : createIndex(static_cast<int>(groupOf(child)), 0, kIsGroup);
    }
    int rowCount(const QModelIndex& parent = {}) const override
    {
        if (!parent.isValid())
            return static_cast<int>(groupCount());
        return isGroup(parent) && parent.column() == 0 ? static_cast<int>(countIn(groupOf(parent))) : 0;
    }
    int columnCount(const QModelIndex& = {}) const override { return m_columns; }

protected:
    virtual std::size_t groupCount() const = 0;
    virtual std::size_t countIn(std::size_t group) const = 0;

    static bool isGroup(const QModelIndex& index) { return index.internalId() == kIsGroup; }
    /// The group that an index is or is in.
    static std::size_t groupOf(const QModelIndex& index)
    {
        return isGroup(index) ? static_cast<std::size_t>(index.row()) : index.internalId();
    }

private:
    /// The internal id of groups; that of an item is the row of its group.
    static constexpr quintptr kIsGroup = ~quintptr{0};

    int m_columns;
};

} // namespace duologue::ui
