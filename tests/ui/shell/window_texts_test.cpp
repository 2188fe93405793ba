// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/shell/start/start_page.h"
#include "ui/shell/status_line.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/recent_datasets.h"
#include "ui/work/workspace.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

/// The window's texts about a whole dataset and of its actions.
class WindowTextsTest : public QObject {
    Q_OBJECT

private:
    static void open(Workspace& workspace, const test::TempFolder& folder)
    {
        workspace.open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading(), 20000);
    }

private Q_SLOTS:
    void textsOfActionsHaveNoMnemonics()
    {
        QCOMPARE(withoutMnemonic(QStringLiteral("&Open folder…")), QStringLiteral("Open folder"));
        QCOMPARE(withoutMnemonic(QStringLiteral("打开文件夹(&O)…")), QStringLiteral("打开文件夹"));
        QCOMPARE(withoutMnemonic(QStringLiteral("Search && Recommendation")),
                 QStringLiteral("Search & Recommendation"));
    }

    void problemsAreCountedAsByValidate()
    {
        const test::TempFolder folder;
        folder.write("1.json", test::AgentRecord::ofTurns(1).json());
        Workspace workspace;
        const StatusLine status(workspace, nullptr);
        auto* problems = status.findChild<QPushButton*>(QStringLiteral("problemsButton"));
        open(workspace, folder);
        QVERIFY(!problems->isVisibleTo(&status));
        // A single note is reported, too.
        const std::string record = test::AgentRecord::ofTurns(1).json();
        folder.write("2.jsonl", record + "\r\n" + record + "\r\n");
        open(workspace, folder);
        QTRY_COMPARE(problems->text(), QStringLiteral("1 note(s)"));
        QVERIFY(problems->isVisibleTo(&status));
        folder.write("3.jsonl", record + "\n{\"history\": [}\n" + record + "\n{\n");
        folder.write("4.jsonl", R"({"history": [{"role": "user", "content": 5}], "rating": {}})");
        open(workspace, folder);
        QTRY_COMPARE(problems->text(), QStringLiteral("2 error(s), 1 warning(s), 1 note(s)"));
    }

    void theReasonForNoMatchesFollows()
    {
        const test::TempFolder folder;
        std::string text;
        for (int i = 0; i < 50; ++i)
            text += test::AgentRecord::ofTurns(2).json() + "\n";
        folder.write("travel planning/a.jsonl", text);
        Workspace workspace;
        RecentDatasets recent;
        StartPage page(workspace, recent, nullptr);
        connect(&workspace, &Workspace::viewChanged, &page, [&page] { page.showState(); });
        auto* label = page.findChild<QLabel*>(QStringLiteral("startText"));
        open(workspace, folder);
        QString first;
        connect(&workspace, &Workspace::viewChanged, label, [&] { first = label->text(); });
        QVERIFY(!workspace.setQueryText(QStringLiteral("task:\"travel planing\"")));
        QTRY_VERIFY(!first.isEmpty());
        // The reason is computed in the background: the first text has one line.
        QVERIFY2(first.startsWith(QStringLiteral("None of the 50 conversations")), qPrintable(first));
        QVERIFY2(!first.contains(QLatin1Char('\n')), qPrintable(first));
        QTRY_VERIFY2(label->text().contains(QStringLiteral("travel planning")), qPrintable(label->text()));
        // No reason for an older query arrives.
        QVERIFY(!workspace.setQueryText(QStringLiteral("turns:2")));
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{50});
        QVERIFY(!page.showState());
    }
};

DUOLOGUE_TEST(WindowTextsTest)
#include "window_texts_test.moc"
