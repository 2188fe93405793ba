// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/load/record_reader.h"
#include "ui/work/call_queue.h"

#include <QTreeWidget>
#include <unordered_map>

namespace duologue::ui {

class Workspace;

/// The fields of the current record except texts, ratings and strategies: the user's attributes in both
/// languages, or all other fields, with nested values. Values have the value menu; a double click shows only
/// records with a value. GUI thread.
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
    void lookForContent();
    void showOnly(const QTreeWidgetItem& item);
    void addFields(QTreeWidgetItem& section, std::span<const Field> fields, std::string_view prefix);
    static void addMore(QTreeWidgetItem& section, std::size_t left);
    void addMessageFields(QTreeWidgetItem& section);
    /// Makes the item of "a.b" a child of that of "a".
    QTreeWidgetItem& pathItem(QTreeWidgetItem& section, std::string_view path);
    void setValue(QTreeWidgetItem& item, const Field& field, bool isColumn);
    void setJson(QTreeWidgetItem& item, const JsonView& value);
    void fillJson(QTreeWidgetItem* item);

    Workspace& m_workspace;
    /// Deferred, so that the conversation is shown first.
    DeferredCall m_deferred{[this] { rebuild(); }};
    Shows m_shows;
    DecodedRecordPtr m_record;
    /// The snapshot in which profiles were looked for.
    SnapshotPtr m_looked;
    /// Nested values that are not expanded yet.
    std::unordered_map<QTreeWidgetItem*, JsonView> m_folded;
};

} // namespace duologue::ui
