// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/work/turn_queue.h"

#include <QTreeWidget>
#include <unordered_map>

namespace duologue::ui {

class Workspace;

/// The fields of the current record besides texts, ratings and strategies: the user's attributes in both
/// languages (Profile), or all others, with nested values but without texts that the conversation shows.
/// Values that can be filtered by have the value menu; a double click shows only records with the value. GUI
/// thread.
class FieldTreeView : public QTreeWidget {
    Q_OBJECT

public:
    enum Column { NameColumn, EnglishColumn, ChineseColumn };

    enum class Shows { Profile, Others };

    FieldTreeView(Workspace& workspace, Shows shows, QWidget* parent);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void rebuild();
    void showOnly(const QTreeWidgetItem& item);
    void addFields(QTreeWidgetItem& section, std::span<const Field> fields, std::string_view prefix);
    void addMessageFields(QTreeWidgetItem& section);
    /// Makes "a.b" a child of "a".
    QTreeWidgetItem& pathItem(QTreeWidgetItem& section, std::string_view path);
    void setValue(QTreeWidgetItem& item, const Field& field, bool isColumn);
    void setJson(QTreeWidgetItem& item, const JsonView& value);
    void fillJson(QTreeWidgetItem* item);

    Workspace& m_workspace;
    /// Delayed, so that the conversation is shown first.
    OwnTurn m_turn{[this] { rebuild(); }};
    Shows m_shows;
    DecodedRecordPtr m_record;
    /// Nested values whose children have not been made yet.
    std::unordered_map<QTreeWidgetItem*, JsonView> m_folded;
};

} // namespace duologue::ui
