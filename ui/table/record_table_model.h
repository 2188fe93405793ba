// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/field_reader.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/query/stops.h"
#include "core/util/language.h"
#include "ui/app/intent_codes.h"
#include "ui/app/tasks.h"
#include "ui/app/view.h"

#include <QAbstractTableModel>
#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace duologue::ui {

/// The beginning of what the user says first, on one line; in `preferred` if it was written or translated in
/// that language. Of a record in which no user speaks, the first text that there is.
QString previewOf(const Conversation& conversation, Language preferred);

/// The same of a record that is read from its file; empty if it cannot be read, or is so long that reading it
/// would take a noticeable time. Any thread.
QString readPreview(const Snapshot& snapshot, Row row, Language preferred);

/// What a table shows of a conversation.
struct RecordPreview {
    QString text;
    /// The first stop of a query: the words before a match, the match, the words after it; of a message its
    /// beginning, or that of its memo, as the third. Empty if there is none.
    QStringList stop;
    /// It could not be read; perhaps its file was being written.
    bool isMissing = false;
};

/// The previews of the rows that a table shows. A row is read by a worker when it is asked for, the latest
/// first, and kept for a while. GUI thread.
class RecordPreviews : public QObject {
    Q_OBJECT

public:
    explicit RecordPreviews(QObject* parent = nullptr);

    /// Forgets the previews of another dataset; while a dataset grows, its rows keep theirs, and those that
    /// could not be read are read again.
    void setSnapshot(SnapshotPtr snapshot);
    /// The language of the window by default.
    void setPreferred(Language language);
    /// The query whose first stop is looked for in each row. After setSnapshot().
    void setQuery(const Query& query);
    /// The query asks for words or messages, so that rows can have a stop.
    bool looksForStops() const { return m_rules && !m_rules->empty(); }

    /// Null while it is not known: then it is read, and arrived() tells.
    const RecordPreview* of(Row row) { return m_known.of(static_cast<std::uint32_t>(indexOf(row))); }

Q_SIGNALS:
    /// Some of the rows that were asked for are known now.
    void arrived();

private:
    using Rules = std::shared_ptr<const std::vector<StopRule>>;

    SnapshotPtr m_snapshot = std::make_shared<const Snapshot>();
    Language m_preferred;
    Query m_query;
    Rules m_rules;
    bool m_areRulesOld = false;
    /// By row.
    ReadWhenShown<std::uint32_t, RecordPreview> m_known;
};

/// The rows of a View as a table: one column per field, and at the end, if wanted, the beginning of each
/// conversation, or, while the query asks for words, the words around the first match. A cell is read from
/// the snapshot when it is painted; nothing is copied. Previews are read by a worker, and so are values that
/// have to be made first (FieldReader::isMade()). GUI thread.
class RecordTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        RowRole = Qt::UserRole,
        SeverityRole,
        /// int(CellKind): how the cell is drawn. Its text is there all the same.
        KindRole,
        /// double: a rating, or the number of marked messages.
        NumberRole,
        /// int: the highest value of the rating's scale.
        StepsRole,
        /// QList<IntentCode>.
        IntentsRole,
        /// QStringList: the words before the first match of the query, the match, the words after it.
        HitRole,
        /// Of the preview: which conversation it is and what a reader wants to know of it, in one line.
        SummaryRole,
    };
    enum class CellKind {
        Text,
        /// Elided in the middle: names that differ at their ends.
        Name,
        Rating,
        /// How many messages are marked.
        Marks,
        Intents,
        /// The words around the first match of the query.
        Hit,
    };

    explicit RecordTableModel(QObject* parent = nullptr);

    /// What summaries say of what the reader has said of a record; none at first.
    void setVerdicts(std::function<QString(Row)> verdictOf) { m_verdictOf = std::move(verdictOf); }

    void setView(ViewPtr view);
    const ViewPtr& view() const { return m_view; }
    /// The keys of the columns, left to right. Fields that the dataset does not have are left out until it
    /// has them.
    void setFields(std::vector<std::string> keys);
    void setPreviewShown(bool shown);
    bool isPreviewShown() const { return m_isPreviewShown; }
    /// The highest values of ratings that are drawn as dots, by key.
    void setRatingSteps(std::map<std::string, int> steps);

    bool isPreview(int column) const { return column >= static_cast<int>(m_columns.size()); }
    /// Not of the preview.
    const FieldReader& field(int column) const { return m_columns.at(static_cast<std::size_t>(column)); }
    const std::vector<FieldReader>& fields() const { return m_columns; }
    CellKind kindOf(int column) const;
    /// Its cells show a drawing instead of their text.
    bool isDrawn(int column) const
    {
        return kindOf(column) != CellKind::Text && kindOf(column) != CellKind::Name;
    }
    Row recordAt(int row) const { return m_view->order.at(static_cast<std::size_t>(row)); }
    /// -1 if the record is not shown.
    int positionOf(Row record) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// The fields of m_keys that the dataset has.
    std::vector<FieldReader> columnsOf(const Snapshot& snapshot) const;
    void takeView(ViewPtr view, std::vector<FieldReader> columns);
    /// Makes the values of columns that are not made yet, by a worker, and draws them then.
    void makeColumns();
    QVariant previewData(Row record, int role) const;
    QVariant drawnData(const FieldReader& column, Row record, int role) const;
    QString summary(Row record) const;
    QString toolTip(const FieldReader& column, CellKind kind, Row record) const;

    ViewPtr m_view = std::make_shared<const View>();
    std::vector<std::string> m_keys;
    std::vector<FieldReader> m_columns;
    std::map<std::string, int> m_ratingSteps;
    IntentCodes m_intentCodes;
    bool m_isPreviewShown = false;
    RecordPreviews* m_previews;
    /// Those of a summary.
    std::optional<FieldReader> m_id;
    std::optional<FieldReader> m_marks;
    std::function<QString(Row)> m_verdictOf;
    LatestTask<bool> m_making;
};

/// The printed name of the preview column.
QString previewTitle();

} // namespace duologue::ui
