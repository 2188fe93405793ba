// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/facet/facet_request.h"
#include "ui/work/call_queue.h"
#include "ui/work/latest_task.h"

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

/// One field of the facets: a header that opens it, and below it the values or a histogram to select from.
/// The selection becomes part of the query. Counts are computed on a worker, only while they are visible.
class FacetSection : public QWidget {
    Q_OBJECT

public:
    FacetSection(Workspace& workspace, const FieldInfo& field, QWidget* parent);

    const std::string& field() const { return m_field.key; }
    QString title() const;
    /// As the data or the program call it in English.
    const std::string& englishTitle() const { return m_field.title; }
    bool isOpen() const { return m_open; }
    void setOpen(bool open);
    /// The text of the header, where the title says more than it has to.
    void setLabel(const QString& label);
    /// Shows the values that contain the text, as long as it is not empty; afterwards the section is as it
    /// was.
    void setFound(const QString& text);
    /// Counts again if something changed and the section is visible.
    void refresh();

    const FacetValueModel& model() const { return *m_model; }

Q_SIGNALS:
    void openChanged(bool open);

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void makeBody();
    void showOpen(bool open);
    void connectBody();
    static QString edgeText(double edge, const GroupValue& value);
    void showCounts(FacetCountsPtr counts);
    void showChoice();
    void click(int row, Qt::KeyboardModifiers modifiers);
    void applyChoice(const std::vector<int>& values);
    /// In place of the terms about the field.
    void apply(Query choice);
    void showMenu(QWidget& widget, int row, const QPoint& point);
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
    /// It is open because its values were searched for.
    QString m_found;
    bool m_wasOpen = false;
    bool m_stale = false;
    /// The value from which Shift selects.
    int m_anchor = -1;
    LatestTask<FacetCountsPtr> m_task;
    /// Deferred, so that rows are painted before counting uses all cores.
    DeferredCall m_deferred{[this] { refresh(); }};
};

} // namespace duologue::ui
