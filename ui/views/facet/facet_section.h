// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/facet/facet_request.h"
#include "ui/work/latest_task.h"
#include "ui/work/turn_queue.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace duologue::ui {

class FacetHistogram;
class FacetList;
class RangeSlider;
class Workspace;

/// One field among the facets: a header that opens it, and below it a list or a histogram of its values to
/// pick from. Picked values become part of the query. Counting runs off the GUI thread, and only while the
/// section is visible.
class FacetSection : public QWidget {
    Q_OBJECT

public:
    FacetSection(Workspace& workspace, const FieldInfo& field, QWidget* parent);

    const std::string& field() const { return m_field.key; }
    QString title() const;
    bool isOpen() const { return m_open; }
    void setOpen(bool open);
    /// Counts again if something has changed and the section is visible.
    void refresh();

    const FacetValueModel& model() const { return *m_model; }

Q_SIGNALS:
    void openChanged(bool open);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeBody();
    void connectBody();
    static QString edgeText(double edge, const GroupValue& value);
    void showCounts(FacetCountsPtr counts);
    void showChoice();
    void click(int row, Qt::KeyboardModifiers modifiers);
    void ask(const std::vector<int>& places);
    void showMenu(QWidget& widget, int row, const QPoint& place);
    QString noteText() const;

    Workspace& m_workspace;
    FieldInfo m_field;
    FacetValueModel* m_model;
    QVBoxLayout* m_layout;
    QToolButton* m_head;
    QToolButton* m_clear;
    /// Null until the section is opened for the first time.
    QWidget* m_body = nullptr;
    QLineEdit* m_search = nullptr;
    FacetList* m_list = nullptr;
    FacetHistogram* m_histogram = nullptr;
    RangeSlider* m_slider = nullptr;
    QLabel* m_note = nullptr;

    FacetRequest m_asked;
    bool m_open = false;
    bool m_stale = false;
    /// Index of the value from which a Shift+click extends; -1 for none.
    int m_anchor = -1;
    LatestTask<FacetCountsPtr> m_task;
    /// Delayed, so that the table is painted before counting uses all cores.
    OwnTurn m_turn{[this] { refresh(); }};
};

} // namespace duologue::ui
