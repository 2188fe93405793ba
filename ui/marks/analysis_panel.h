// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/error_analysis.h"
#include "ui/app/tasks.h"

#include <QTreeWidget>
#include <QWidget>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLineEdit;
class QTableWidget;
class QToolButton;

namespace duologue::ui {

class PlainLabel;
class Workspace;

/// A list of codes on which notes can be dropped.
class CodeList : public QTreeWidget {
    Q_OBJECT

public:
    explicit CodeList(QWidget* parent);

Q_SIGNALS:
    void notesDropped(int code);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
};

/// Error analysis: the reader's notes at the left, codes at the right. Notes are moved to codes by key or by
/// dragging them; codes are made, renamed, merged, split and explained; then everything that was read is
/// labelled with yes or no for each code, and the rates are counted. GUI thread.
class AnalysisPanel : public QWidget {
    Q_OBJECT

public:
    AnalysisPanel(Workspace& workspace, QWidget* parent);

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Found {
        std::vector<AnalysisNote> notes;
        std::vector<AnalysisCode> codes;
        std::vector<CodeRate> rates;
        CrossedRates crossed;
        std::vector<std::size_t> saturation;
        std::size_t olderAnswers = 0;
        std::vector<Row> olderRows;
        std::string field;
    };
    /// What a change makes of the marks, on a worker.
    using Change = std::function<CodeChange(const ReaderMarks&, const MarkScheme&, std::int64_t now)>;
    /// What is noted, and the codes that it is to have.
    using NoteCodes = std::vector<std::pair<MarkTarget, std::vector<std::string>>>;

    QToolButton* addButton(QWidget& line, const char* name, const QString& text, const QString& tip,
                           void (AnalysisPanel::*slot)());
    void refresh();
    void showFound(Found found);
    void listNotes();
    void listCodes();
    void listRates();
    void listFields();
    std::vector<std::size_t> selectedNotes() const;
    std::vector<std::string> selectedCodes() const;
    void openNote();
    void assign(std::vector<std::size_t> notes, const std::string& code);
    void chooseCodes();
    void change(Change change);
    void startChange();
    void setCodesOf(NoteCodes wanted, std::vector<std::string> added = {});
    void newCode();
    void rename();
    void merge();
    void split();
    void define();
    void labelAll();
    void showOlder();
    Query countedBy(std::size_t code) const;

    Workspace& m_workspace;
    QLineEdit* m_search;
    QTreeWidget* m_notes;
    CodeList* m_codes;
    QTableWidget* m_rates;
    QComboBox* m_field;
    PlainLabel* m_noNotes;
    PlainLabel* m_saturation;
    PlainLabel* m_ratesOf;
    QToolButton* m_older;
    Found m_found;
    bool m_isStale = true;
    LatestTask<std::shared_ptr<Found>> m_task;
    std::deque<Change> m_changes;
    LatestTask<std::shared_ptr<CodeChange>> m_changeTask;
    DeferredCall m_deferred{[this] { refresh(); }};
};

} // namespace duologue::ui
