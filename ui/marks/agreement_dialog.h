// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/sources.h"
#include "core/query/query.h"
#include "ui/app/tasks.h"

#include <QDialog>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCheckBox;

namespace duologue::ui {

namespace Ui {
class AgreementDialog;
}

class Workspace;

/// How much readers, and fields of the data, agree about a question: coefficients with intervals, a judge
/// held against people, who said what as a table whose cells filter, and the disagreements, which can be
/// settled. A cell filters what is shown; what is compared stays. GUI thread.
class AgreementDialog : public QDialog {
    Q_OBJECT

public:
    AgreementDialog(Workspace& workspace, QWidget* parent);
    ~AgreementDialog() override;

private:
    struct Result {
        SourceAnswers answers;
        std::vector<NamedCoefficient> coefficients;
        JudgeAgreement judge;
        /// Of two sources, unless their values are too many.
        std::optional<AgreementTable> table;
    };

    void listQuestions();
    void listSources();
    std::vector<std::string> chosenSources() const;
    /// The conversations that are shown, unless a cell has chosen them, are those that are compared.
    void takeRows();
    void compute();
    void showResult(Result result);
    void showCoefficients(const Result& result);
    void showJudge(const Result& result);
    void showMatrix(const Result& result);
    void showDisagreements(const Result& result);
    void filterBy(int row, int column);
    void openUnit(int item);
    void settle();
    static QString decimals(const std::optional<double>& value);
    static QString coefficientTitle(const std::string& name);
    QString nameOf(const std::string& source) const;
    QString wordsOf(const std::string& answer) const;

    Workspace& m_workspace;
    std::unique_ptr<Ui::AgreementDialog> m_ui;
    std::vector<std::string> m_shownSources;
    std::string m_shownQuestion;
    RowSet m_rows;
    /// DatasetMarks::rowsOf() of these.
    std::uint64_t m_rowsOf = 0;
    /// The query that shows them, and the one of the cell that was chosen since.
    Query m_ofRows;
    std::optional<Query> m_ofCell;
    Result m_result;
    /// Indices of units, by the rows of the list.
    std::vector<std::size_t> m_disagreements;
    LatestTask<std::shared_ptr<Result>> m_task;
};

} // namespace duologue::ui
