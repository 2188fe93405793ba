// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"

#include <QAbstractListModel>
#include <vector>

namespace duologue::ui {

/// The outline of a session, one row for each: what users say, each call of a tool with its first argument,
/// and what is answered without a call. Keeps the record alive; texts are made when they are asked for. GUI
/// thread.
class StepListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        /// The index of the message.
        MessageRole = Qt::UserRole,
        /// The tool failed.
        IsErrorRole,
    };

    using QAbstractListModel::QAbstractListModel;

    /// Null empties the model.
    void setRecord(DecodedRecordPtr record);
    void setErrorsOnly(bool only);
    /// Of the whole record.
    int stepCount() const { return m_steps; }
    int errorCount() const { return m_errors; }
    /// The last row at or before a message; -1 for none.
    int rowOf(int message) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Entry {
        int message = 0;
        /// Of a call: into Conversation::parts; Part::kNone for a text.
        std::uint32_t call = Part::kNone;
        bool isError = false;
    };

    void listEntries();
    QString text(const Entry& entry) const;

    DecodedRecordPtr m_record;
    bool m_errorsOnly = false;
    std::vector<Entry> m_entries;
    int m_steps = 0;
    int m_errors = 0;
};

} // namespace duologue::ui
