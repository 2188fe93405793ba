// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/query/query_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/menus.h"

#include <QFile>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>

using namespace duologue;
using namespace duologue::ui;

namespace {

Findable entry(const char* text, const char* place = "", const QStringList& words = {})
{
    return {QString::fromUtf8(text), QString::fromUtf8(place), words, {}, [] {}};
}

int fit(const Findable& entry, const char* words)
{
    return fitOf(entry, QString::fromUtf8(words).split(QLatin1Char(' ')));
}

} // namespace

/// What the program can do is found by a few letters.
class ActionFinderTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;

    /// The entries that fit, best first.
    std::vector<Findable> found(const char* words) const
    {
        std::vector<Findable> all = findables(*m_window, *m_workspace);
        std::erase_if(all, [&](const Findable& each) { return fit(each, words) == 0; });
        std::stable_sort(all.begin(), all.end(),
                         [&](const auto& a, const auto& b) { return fit(a, words) > fit(b, words); });
        return all;
    }

    QString bestFor(const char* words) const
    {
        const auto all = found(words);
        return all.empty() ? QString() : all.front().text;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-finder-test"));
        writeSettings();
        QFile::remove(QSettings().fileName());
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(*m_workspace);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_workspace->open({QString::fromStdString(test::sampleFolder().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading(), 20000);
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_workspace.reset();
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void allWordsMustOccur()
    {
        const Findable open = entry("Open folder…", "File", {QStringLiteral("打开文件夹")});
        QVERIFY(fit(open, "fold op") > 0);
        QVERIFY(fit(open, "OF") > 0);
        QVERIFY(fit(open, "file folder") > 0);
        QVERIFY(fit(open, "文件夹") > 0);
        QCOMPARE(fit(open, "folder save"), 0);
        QCOMPARE(fit(open, "fo"), fit(open, "FO"));
    }

    void theBeginningFitsBest()
    {
        QVERIFY(fit(entry("Turns"), "tu") > fit(entry("Number of turns"), "tu"));
        QVERIFY(fit(entry("Number of turns"), "tu") > fit(entry("Statuses"), "tu"));
        QVERIFY(fit(entry("Statuses"), "tu") > fit(entry("Open", "Turns"), "tu"));
    }

    void actionsPanelsChartsAndFieldsAreFound_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("text");
        QTest::newRow("action") << QByteArray("settings") << QStringLiteral("Settings");
        QTest::newRow("panel") << QByteArray("panel sourc") << QStringLiteral("Sources");
        QTest::newRow("perspective") << QByteArray("perspective read") << QStringLiteral("Read");
        QTest::newRow("field") << QByteArray("filter field task") << QStringLiteral("Task");
        // In Chinese, in an English window.
        QTest::newRow("Chinese action") << QByteArray("导出") << QStringLiteral("Export");
    }

    void actionsPanelsChartsAndFieldsAreFound()
    {
        QFETCH(const QByteArray, words);
        QFETCH(const QString, text);
        QCOMPARE(bestFor(words.constData()), text);
    }

    void recentDatasetsAreFound()
    {
        m_window->recentDatasets().add(QStringLiteral("/somewhere/unusual-name"));
        QVERIFY(bestFor("unusual-name").contains(QStringLiteral("unusual-name")));
    }

    void aFieldBeginsAFilter()
    {
        const auto all = found("filter field task");
        QVERIFY(!all.empty());
        QLineEdit& edit = *m_window->queryBar().edit();
        edit.setText(QStringLiteral("turns:2"));
        all.front().run();
        QCOMPARE(edit.text(), QStringLiteral("turns:2 task:"));
        edit.clear();
    }

    void theDialogTakesTheBest()
    {
        ActionFinder finder(findables(*m_window, *m_workspace), m_window.get());
        finder.show();
        QVERIFY(QTest::qWaitForWindowExposed(&finder));
        auto* words = finder.findChild<QLineEdit*>(QStringLiteral("actionWords"));
        const auto* list = finder.findChild<QTreeWidget*>(QStringLiteral("actionList"));
        QVERIFY(list->topLevelItemCount() > 50);
        QTest::keyClicks(words, QStringLiteral("reload"));
        QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("Reload"));
        QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("File"));
        QTest::keyClick(words, Qt::Key_Down);
        QTest::keyClick(words, Qt::Key_Up);
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(finder.result(), int{QDialog::Accepted});
        QCOMPARE(finder.chosen()->text, QStringLiteral("Reload"));
        QCOMPARE(finder.chosen()->keys, QStringLiteral("F5"));
    }
};

DUOLOGUE_TEST(ActionFinderTest)
#include "action_finder_test.moc"
