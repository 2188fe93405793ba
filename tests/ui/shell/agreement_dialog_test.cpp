// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/mark_file.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/marks/agreement_dialog.h"

#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <limits>
#include <memory>

using namespace duologue;
using namespace duologue::ui;

/// Two readers of six conversations in the window: both pass 2, anna alone 3, ben alone 1.
class AgreementDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-agreement"));
    }

    void init()
    {
        changeSettings([](QSettings& settings) { settings.clear(); });
        storeSetting(QStringLiteral("marks/reader"), QStringLiteral("anna"));
        m_folder = std::make_unique<test::TempFolder>();
        constexpr int kRecords = 6;
        std::string lines;
        for (int i = 0; i < kRecords; ++i) {
            auto record =
                test::AgentRecord::ofTurns(1, "Where shall we go on day " + std::to_string(i) + "?");
            record.id = "c" + std::to_string(i);
            lines += record.json() + "\n";
            mark("anna", i, i < 5);
            mark("ben", i, i < 2 || i == 5);
        }
        m_folder->write("a.jsonl", lines);
        m_workspace = std::make_unique<Workspace>();
        m_workspace->open({toQt(m_folder->path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->marks().base() != nullptr);
        QTRY_COMPARE(m_workspace->marks().marks().answers().size(), std::size_t{2 * kRecords});
        m_workspace->marks().askForFields();
        QTRY_VERIFY(m_workspace->marks().withFields() != nullptr && !m_workspace->marks().isPending());
        m_dialog = std::make_unique<AgreementDialog>(*m_workspace, nullptr);
        m_dialog->show();
        QTRY_COMPARE(cell(1, 0), QStringLiteral("3"));
    }

    void cleanup()
    {
        m_dialog.reset();
        m_workspace.reset();
        m_folder.reset();
    }

    /// A cell filters what is shown, and the others stay what they are.
    void aCellChangesNoFigures()
    {
        const auto* of = m_dialog->findChild<QLabel*>(QStringLiteral("agreementOf"));
        QVERIFY2(of->text().contains(QLatin1String("Of the 6 conversations shown")), qPrintable(of->text()));
        Q_EMIT matrix().cellClicked(1, 0);
        QTRY_COMPARE(m_workspace->view()->order, (RowOrder{Row{2}, Row{3}, Row{4}}));
        QTRY_VERIFY2(of->text().contains(QLatin1String("Of the 6 conversations that were shown before")),
                     qPrintable(of->text()));
        QCOMPARE(cell(1, 1), QStringLiteral("2"));
        Q_EMIT matrix().cellClicked(0, 1);
        QTRY_COMPARE(m_workspace->view()->order, RowOrder{Row{5}});
        QTRY_VERIFY(of->text().contains(QLatin1String("Of the 6 conversations")));
        QCOMPARE(cell(1, 0), QStringLiteral("3"));
        // The user asks for something else.
        QVERIFY(!m_workspace->setQueryText(QStringLiteral("mark.verdict@ben:fail")));
        QTRY_VERIFY(of->text().contains(QLatin1String("Of the 3 conversations shown")));
    }

    void aJudgeByChanceIsNamed()
    {
        const auto* judge = m_dialog->findChild<QLabel*>(QStringLiteral("judgeText"));
        QTRY_VERIFY2(judge->text().contains(QLatin1String("the judge is no better than chance")),
                     qPrintable(judge->text()));
    }

    /// Titles are offered, values are recorded, and the title of the dialog can be read.
    void settlesByTitles()
    {
        QStringList offered;
        int narrowest = std::numeric_limits<int>::max();
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            narrowest = std::min(narrowest, dialog->width() / dialog->fontMetrics().averageCharWidth());
            if (offered.isEmpty())
                offered = dialog->comboBoxItems();
            dialog->accept();
        });
        timer.start();
        m_dialog->findChild<QPushButton*>(QStringLiteral("settle"))->click();
        timer.stop();
        QCOMPARE(offered, (QStringList{QStringLiteral("Pass"), QStringLiteral("Fail")}));
        QVERIFY2(narrowest >= 45, qPrintable(QString::number(narrowest)));
        QTRY_COMPARE(m_workspace->marks().of(Row{2}).size(), std::size_t{3});
        const MarkAnswers& settled = *m_workspace->marks().of(Row{2}).back();
        QCOMPARE(settled.by, std::string("settled"));
        QCOMPARE(settled.answers.at("verdict").value, std::string("\"pass\""));
    }

private:
    void mark(const std::string& by, int record, bool passes) const
    {
        MarkEvent event;
        event.at = markTimeNow();
        event.id = newMarkId(event.at);
        event.by = by;
        event.on.record = "a.jsonl#" + std::to_string(record + 1);
        event.on.id = "c" + std::to_string(record);
        event.set = {{"verdict", passes ? "\"pass\"" : "\"fail\""}};
        QVERIFY(appendMarks(m_folder->path() / ".duologue" / "marks" / (by + ".jsonl"), {&event, 1}).empty());
    }

    QTableWidget& matrix() const
    {
        return *m_dialog->findChild<QTableWidget*>(QStringLiteral("agreementMatrix"));
    }

    /// "fail" is the first row and column.
    QString cell(int row, int column) const
    {
        const QTableWidgetItem* item = matrix().item(row, column);
        return item == nullptr ? QString() : item->text();
    }

    std::unique_ptr<test::TempFolder> m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<AgreementDialog> m_dialog;
};

DUOLOGUE_TEST(AgreementDialogTest)
#include "agreement_dialog_test.moc"
