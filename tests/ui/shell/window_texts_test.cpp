// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/window/bars.h"
#include "ui/window/start_page.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <string>

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
        // They are not those of the conversations that a filter leaves.
        const auto records = workspace.snapshot().recordCount();
        QVERIFY(!workspace.setQueryText(QStringLiteral("file:1.json")));
        QTRY_COMPARE(workspace.view()->order.size(), std::size_t{1});
        QTRY_COMPARE(problems->text(),
                     QStringLiteral("2 error(s), 1 warning(s), 1 note(s) in all %1").arg(records));
        const auto labels = status.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [&status](const QLabel* label) {
            return label->text() == QStringLiteral("·") && label->isVisibleTo(&status);
        }));
    }

    /// What a search does not look into may hold the word.
    void aSearchWithoutMatchesNamesWhatItDoesNotLookInto()
    {
        const test::TempFolder folder;
        std::string lines;
        for (const char* animal : {"zebra", "okapi"}) {
            std::string labels;
            for (int i = 1; i <= 10; ++i)
                labels += "\"label" + std::to_string(100 + i) + "\": \"" + animal + "\", ";
            lines += "{\"id\": \"r" + std::to_string(lines.size()) + "\", " + labels +
                     "\"messages\": [{\"role\": \"user\", \"content\": \"Which fruit?\"}]}\n";
        }
        folder.write("a.jsonl", lines);
        Workspace workspace;
        RecentDatasets recent;
        StartPage page(workspace, recent, nullptr);
        connect(&workspace, &Workspace::viewChanged, &page, [&page] { page.showState(); });
        auto* label = page.findChild<QLabel*>(QStringLiteral("startText"));
        open(workspace, folder);
        QVERIFY(!workspace.setQueryText(QStringLiteral("okapi")));
        QTRY_VERIFY2(
            label->text().endsWith(QStringLiteral(
                "\nNot searched, because their values are names, labels or dates: label101, label102, "
                "label103, label104, label105, label106, label107, label108 and 2 more")),
            qPrintable(label->text()));
        // A condition that searches no texts has no such line.
        QVERIFY(!workspace.setQueryText(QStringLiteral("turns:99")));
        QTRY_VERIFY(label->text().contains(QStringLiteral("turns:99")));
        QTest::qWait(50);
        QVERIFY(!label->text().contains(QStringLiteral("searched")));
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
