// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"

#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace duologue::ui;

class QueryMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-memory-test"));
    }
    void init()
    {
        writeSettings();
        QSettings().clear();
    }

    void historyIsKeptLatestFirst()
    {
        QueryMemory memory;
        QSignalSpy changed(&memory, &QueryMemory::historyChanged);
        for (const char* text : {"a", "b", "a", "", "c,d \"e\""})
            memory.note(QLatin1String(text), true);
        const QStringList expected{QStringLiteral("c,d \"e\""), QStringLiteral("a"), QStringLiteral("b")};
        QCOMPARE(memory.history(), expected);
        QCOMPARE(QueryMemory().history(), expected);
        QCOMPARE(changed.count(), 4);
        for (int i = 0; i < 80; ++i)
            memory.note(QString::number(i), true);
        QCOMPARE(memory.history().size(), 50);
        memory.clearHistory();
        QVERIFY(QueryMemory().history().isEmpty());
    }

    void onlyQueriesThatStayEnterTheHistory()
    {
        QueryMemory memory;
        memory.note(QStringLiteral("tu"), false);
        memory.note(QStringLiteral("turns:3"), false);
        QVERIFY(memory.history().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(memory.history(), QStringList{QStringLiteral("turns:3")}, 6000);
    }

    void savedQueriesHaveNames()
    {
        QueryMemory memory;
        QSignalSpy changed(&memory, &QueryMemory::savedChanged);
        memory.save(QStringLiteral("late marks"), QStringLiteral("message(turn:>3 hallucination:yes)"));
        memory.save(QStringLiteral("一轮"), QStringLiteral("turns:1"));
        memory.save(QStringLiteral("late marks"), QStringLiteral("message(turn:>4 hallucination:yes)"));
        QCOMPARE(memory.saved().size(), std::size_t{2});
        QCOMPARE(QueryMemory().saved(), memory.saved());
        memory.rename(QStringLiteral("late marks"), QStringLiteral("later"));
        QCOMPARE(QueryMemory().saved(), memory.saved());
        const auto named = [&](const char* name) {
            return std::any_of(memory.saved().begin(), memory.saved().end(),
                               [&](const SavedQuery& each) { return each.name == QLatin1String(name); });
        };
        QVERIFY(named("later") && !named("late marks"));
        memory.remove(QStringLiteral("later"));
        memory.remove(QStringLiteral("later"));
        QCOMPARE(QueryMemory().saved(),
                 (std::vector<SavedQuery>{{QStringLiteral("一轮"), QStringLiteral("turns:1")}}));
        QVERIFY(changed.count() >= 5);
    }
};

DUOLOGUE_TEST(QueryMemoryTest)
#include "query_memory_test.moc"
