// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_layout.h"

#include <QWidget>

class QComboBox;
class QFormLayout;

namespace duologue::ui {

/// How the rows of a table are conversations: as found, or as the user says. GUI thread.
class LayoutForm : public QWidget {
    Q_OBJECT

public:
    explicit LayoutForm(QWidget* parent);

    /// Offers the columns. `found` is how the table is read with this choice.
    void show(const LayoutOptions& options, const TableLayout& found, const LayoutChoice& choice);
    LayoutChoice choice() const;

Q_SIGNALS:
    /// By the user.
    void changed();

private:
    void showKind();
    void fill(QComboBox& box, const std::vector<std::string>& names, const std::string& chosen) const;

    QFormLayout* m_rows;
    QComboBox* m_kind;
    QComboBox* m_role;
    QComboBox* m_text;
    QComboBox* m_conversation;
    QComboBox* m_position;
    LayoutOptions m_options;
};

/// "one row a conversation, with lists of messages"
QString titleOfKind(TableKind kind);

} // namespace duologue::ui
