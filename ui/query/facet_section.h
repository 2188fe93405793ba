// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/tasks.h"
#include "ui/query/facet_values.h"
#include "ui/widgets/category_picker.h"

#include <QListView>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace duologue::ui {

class FacetValueModel;

/// The numbers of a facet as bars: pale for all conversations, full for the matching ones. Selected like the
/// bars of a chart.
class FacetHistogram : public CategoryPicker {
    Q_OBJECT

public:
    FacetHistogram(FacetValueModel& model, QWidget* parent);

    int categoryCount() const override { return m_model.rowCount(); }
    int categoryAt(const QPoint& point) const override;
    QSize sizeHint() const override;

    bool isChosen(int category) const override;
    QString spoken(int category, int) const override { return tipOf(category); }
    QRect barRect(int category, int = 0) const override { return columnOf(category).toAlignedRect(); }

protected:
    int nearestCategory(const QPoint& point) const override;
    QString tipOf(int category) const override;
    QPoint anchorOf(int category) const override { return barRect(category).center(); }
    bool hasChoice() const override { return m_model.isNarrowed(); }
    void stateChanged() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF columnOf(int category) const;
    FacetValueModel& m_model;
};

/// The values of a facet as a list of bars. Click, Space or Enter: only this value, or none if it was
/// selected. Ctrl: toggle it. Shift: everything from the last click. Esc clears.
class FacetList : public QListView {
    Q_OBJECT

public:
    FacetList(FacetValueModel& model, QWidget* parent);

    QSize sizeHint() const override;

Q_SIGNALS:
    void rowClicked(int row, Qt::KeyboardModifiers modifiers);
    void clearRequested();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

/// A slider with two handles, for the first and the last wanted step. Dragged by mouse; Left and Right move
/// the active handle, Up and Down choose the handle, Home and End go to the ends. GUI thread.
class RangeSlider : public QWidget {
    Q_OBJECT

public:
    explicit RangeSlider(QWidget* parent);

    /// The names of each step as the first and as the last one: a step may have a width.
    void setSteps(const QStringList& asFirst, const QStringList& asLast);
    /// From 0; the whole scale if there is no restriction.
    void setRange(int first, int last);
    int first() const { return m_edges[0]; }
    int last() const { return m_edges[1]; }
    /// 0 for the handle of the first step, 1 for that of the last.
    int activeHandle() const { return m_active; }

    QSize sizeHint() const override;
    /// Both labels have room on one line; otherwise the second is on a line of its own.
    bool hasLabelsOnOneLine() const { return m_labelLines == 1; }

Q_SIGNALS:
    /// The user released a handle, or moved it by a key.
    void rangeChosen(int first, int last);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double xOf(int handle) const;
    int stepAt(int handle, double x) const;
    void moveTo(int handle, int step);
    void describe();
    int labelLines() const;

    QStringList m_names;
    QStringList m_lastNames;
    int m_edges[2] = {0, 0};
    int m_active = 0;
    bool m_dragging = false;
    /// Those of the longest names, so that moving a handle does not change the height.
    int m_labelLines = 1;
};

class Workspace;

/// One field of the facets: a header that opens it, and below it the values or a histogram to select from.
/// The selection becomes part of the query. Counts are computed on a worker, only while they are visible.
class FacetSection : public QWidget {
    Q_OBJECT

public:
    FacetSection(Workspace& workspace, const FieldInfo& field, QWidget* parent);

    const std::string& field() const { return m_field.key; }
    QString title() const { return fieldTitle(m_field); }
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
    void refresh() { m_counts.refresh(); }

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
    std::optional<FacetRequest> wanted() const;
    static FacetCountsPtr count(const FacetRequest& request, const Job& job,
                                const std::function<void(FacetCountsPtr)>& early);
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

    bool m_open = false;
    /// It is open because its values were searched for.
    QString m_found;
    bool m_wasOpen = false;
    /// The value from which Shift selects.
    int m_anchor = -1;
    /// Deferred after a change of rows, so that they are painted before counting uses all cores.
    Computed<FacetRequest, FacetCountsPtr> m_counts{
        [this] { return wanted(); }, &FacetSection::count,
        [this](FacetCountsPtr counts) { showCounts(std::move(counts)); },
        [](const FacetRequest& one, const FacetRequest& other) { return one.differsOnlyInSnapshot(other); }};
};

} // namespace duologue::ui
