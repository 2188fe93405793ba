// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/manual_window.h"
#include "ui/window/main_window.h"
#include "ui/window/workbench.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>
#include <QTextBrowser>
#include <QTextTable>

using namespace duologue;
using namespace duologue::ui;

namespace {

const QStringList kLanguages{QStringLiteral("en"), QStringLiteral("zh_CN")};

/// Headings by level, and numbers of rows in tables and of commands: what both languages have in common.
QStringList outlineOf(const ManualPage& page)
{
    QStringList outline;
    for (const QString& line : page.lines) {
        if (line.startsWith(QLatin1Char('#')))
            outline << QString(line.indexOf(QLatin1Char(' ')), QLatin1Char('#'));
        else if (line.startsWith(QStringLiteral("| ")))
            outline << QStringLiteral("row");
        else if (line.startsWith(QStringLiteral("$ ")))
            outline << QStringLiteral("command");
    }
    return outline;
}

} // namespace

/// The manual and its window.
class ManualTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-manual-test"));
    }

    void bothLanguagesSayTheSame()
    {
        const auto english = manualPages(QStringLiteral("en"));
        const auto chinese = manualPages(QStringLiteral("zh_CN"));
        QCOMPARE(english.size(), std::size_t{11});
        QCOMPARE(chinese.size(), english.size());
        for (std::size_t i = 0; i < english.size(); ++i) {
            QCOMPARE(chinese[i].name, english[i].name);
            QVERIFY(chinese[i].title != english[i].title);
            QCOMPARE(outlineOf(chinese[i]), outlineOf(english[i]));
        }
    }

    void linksLeadToPages()
    {
        static const QRegularExpression link(QStringLiteral(R"(\]\(([^)]*)\))"));
        for (const QString& language : kLanguages) {
            const auto pages = manualPages(language);
            for (const ManualPage& page : pages) {
                auto found = link.globalMatch(page.lines.join(QLatin1Char('\n')));
                while (found.hasNext()) {
                    const QString target = found.next().captured(1);
                    const bool isPage =
                        std::any_of(pages.begin(), pages.end(), [&target](const ManualPage& each) {
                            return target == each.name + QStringLiteral(".md");
                        });
                    QVERIFY2(isPage || target.startsWith(QStringLiteral("https://")),
                             qPrintable(page.name + QStringLiteral(": ") + target));
                }
            }
        }
    }

    void everyPageIsShown()
    {
        ManualWindow manual(nullptr);
        manual.show();
        for (const ManualPage& page : manualPages(QStringLiteral("en"))) {
            manual.showPage(page.name);
            QCOMPARE(manual.page(), page.name);
            auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
            QVERIFY(text->toPlainText().startsWith(page.title));
            // It is read as Markdown.
            QVERIFY(!text->toPlainText().contains(QStringLiteral("| ---")));
            QCOMPARE(manual.findChild<QListWidget*>(QStringLiteral("manualPages"))->currentItem()->text(),
                     page.title);
        }
    }

    /// Whoever types what the page shows gets what it promises.
    void examplesFindWhatThePageSays()
    {
        Workspace workspace;
        workspace.open({toQt(test::sampleFolder().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading() && workspace.snapshot().complete, 20000);
        ManualWindow manual(nullptr);
        manual.show();
        manual.showPage(QStringLiteral("filtering"));
        const auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
        int examples = 0;
        for (QTextFrame* frame : text->document()->rootFrame()->childFrames()) {
            auto* table = qobject_cast<QTextTable*>(frame);
            if (table == nullptr || table->columns() != 3)
                continue;
            const auto cell = [table](int row, int column) {
                const QTextTableCell each = table->cellAt(row, column);
                QTextCursor all = each.firstCursorPosition();
                all.setPosition(each.lastPosition(), QTextCursor::KeepAnchor);
                return all.selectedText().trimmed();
            };
            for (int row = 1; row < table->rows(); ++row) {
                const QString query = cell(row, 0);
                QVERIFY2(!workspace.setQueryText(query), qPrintable(query));
                QTRY_VERIFY(workspace.view()->query == workspace.query() && !workspace.view()->isPartial);
                QVERIFY2(workspace.view()->order.size() == cell(row, 2).toUInt(),
                         qPrintable(QStringLiteral("%1: %2").arg(query).arg(workspace.view()->order.size())));
                ++examples;
            }
        }
        QVERIFY2(examples > 30, qPrintable(QString::number(examples)));
    }

    void wordsAreFoundOnAllPages()
    {
        ManualWindow manual(nullptr);
        manual.show();
        auto* words = manual.findChild<QLineEdit*>(QStringLiteral("manualWords"));
        auto* list = manual.findChild<QListWidget*>(QStringLiteral("manualPages"));
        auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
        words->setText(QStringLiteral("wilson interval"));
        QVERIFY(list->count() >= 2);
        QVERIFY(list->item(0)->text().startsWith(QStringLiteral("Charts")));
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(manual.page(), QStringLiteral("charts"));
        QVERIFY(text->textCursor().hasSelection());
        words->setText(QStringLiteral("xyzzy"));
        QCOMPARE(list->count(), 1);
        QVERIFY((list->item(0)->flags() & Qt::ItemIsSelectable) == 0);
        words->clear();
        QCOMPARE(list->count(), 11);
    }

    void linksAndBackWork()
    {
        ManualWindow manual(nullptr);
        manual.show();
        manual.showPage(QStringLiteral("first-steps"));
        auto* text = manual.findChild<QTextBrowser*>(QStringLiteral("manualText"));
        text->setSource(QUrl(QStringLiteral("filtering.md")));
        QCOMPARE(manual.page(), QStringLiteral("filtering"));
        QVERIFY(text->toPlainText().startsWith(QStringLiteral("Filtering")));
        text->backward();
        QCOMPARE(manual.page(), QStringLiteral("first-steps"));
        QVERIFY(text->toPlainText().startsWith(QStringLiteral("First steps")));
    }

    void helpOpensThePageAboutWhatHasTheFocus()
    {
        writeSettings();
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        workspace.open({toQt(test::sampleFolder().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading() && workspace.current(), 20000);
        const auto pageAt = [&window](QWidget* focus) {
            window.activateWindow();
            focus->setFocus();
            if (QApplication::focusWidget() == nullptr)
                return QStringLiteral("no focus");
            QTest::keyClick(&window, Qt::Key_F1);
            auto* manual = window.findChild<ManualWindow*>();
            return manual == nullptr ? QStringLiteral("no manual") : manual->page();
        };
        QTRY_VERIFY(window.isActiveWindow());
        QCOMPARE(pageAt(window.findChild<QWidget*>(QStringLiteral("queryEdit"))),
                 QStringLiteral("filtering"));
        window.findChild<ManualWindow*>()->close();
        QTRY_VERIFY(window.isActiveWindow() || (window.activateWindow(), false));
        QCOMPARE(pageAt(window.findChild<QWidget*>(QStringLiteral("transcript"))), QStringLiteral("reading"));
        // One manual for the window.
        QCOMPARE(window.findChildren<ManualWindow*>().size(), 1);
    }

    /// A name that nothing has would never open its page.
    void everyPartWithAPageExists()
    {
        QWidget part;
        QCOMPARE(manualPageFor(nullptr), QStringLiteral("first-steps"));
        QCOMPARE(manualPageFor(&part), QStringLiteral("first-steps"));
        part.setObjectName(QStringLiteral("charts"));
        QWidget within(&part);
        QCOMPARE(manualPageFor(&within), QStringLiteral("charts"));
    }
};

DUOLOGUE_TEST(ManualTest)
#include "manual_test.moc"
