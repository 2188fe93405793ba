// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/query/query.h"

#include <QAbstractItemModel>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

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
    bool isOnly(const QString& path) const { return m_excluded.isEmpty() && m_chosen == QStringList{path}; }
    const QStringList& chosen() const { return m_chosen; }
    bool isEmpty() const { return m_chosen.isEmpty() && m_excluded.isEmpty(); }

    bool operator==(const SourceFilter&) const = default;

private:
    QStringList m_chosen;
    QStringList m_excluded;
};

/// The term "file:PATH".
Query fileTerm(const QString& path);

/// The folders and files of a dataset with their counts of records and problems, or why a file was skipped.
/// Files of the program itself are left out. A packed file whose end cannot be read is one row. The card of a
/// dataset has its title, licence and languages beside its name. A worker builds the tree from a snapshot;
/// the GUI thread shows it.
class SourceTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { NameColumn, RecordsColumn, ColumnCount };
    enum Role {
        /// The shown path of a file, or of a folder with a "/" at the end.
        PathRole = Qt::UserRole,
        /// A file without records, or a folder of such files only.
        SkippedRole,
        IsFolderRole,
        /// int(SourceFilter::State)
        FilterRole,
    };

    struct Node {
        QString name;
        QString path;
        QString detail;
        Node* parent = nullptr;
        int index = 0;
        std::uint64_t records = 0;
        std::uint64_t errors = 0;
        std::uint64_t warnings = 0;
        std::uint64_t notes = 0;
        bool isFolder = true;
        /// The file is the card of a dataset; `detail` says what is in it.
        bool isCard = false;
        /// Its end could not be read; `detail` says why.
        bool isCut = false;
        std::vector<std::unique_ptr<Node>> children;
    };

    explicit SourceTreeModel(QObject* parent = nullptr);

    /// Any thread.
    static std::shared_ptr<Node> build(const Snapshot& snapshot);
    void setTree(std::shared_ptr<Node> root);

    /// Marks what the query shows and excludes.
    void setFilter(SourceFilter filter);
    const SourceFilter& filter() const { return m_filter; }

    /// The index of a file by its shown path; invalid if there is none.
    QModelIndex indexOfFile(const QString& shownPath) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Node& nodeOf(const QModelIndex& index) const;
    QVariant foreground(const Node& node) const;
    QString toolTip(const Node& node) const;
    QString spoken(const Node& node, int column) const;
    void announceFilter(const QModelIndex& parent);

    SourceFilter m_filter;
    std::shared_ptr<Node> m_root = std::make_shared<Node>();
};

} // namespace duologue::ui
