// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/query/facet_values.h"
#include "ui/query/query_completion.h"
#include "ui/table/record_table_model.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

using namespace duologue;
using namespace duologue::ui;

namespace {

/// The translation of the window says which language it is; the names themselves need none.
class ChineseTranslator final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        const bool isLanguage = QLatin1String(context) == QLatin1String("ValueWords") &&
                                QLatin1String(source) == QLatin1String("en");
        return isLanguage ? QStringLiteral("zh") : QString();
    }
};

const Completion* completionOf(const std::vector<Completion>& all, const QString& label)
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Completion& each) { return each.label == label; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace

/// A Chinese window shows Chinese names and values, an English one English ones; tool tips show both.
class ChineseWindowTest : public QObject {
    Q_OBJECT

private:
    ChineseTranslator m_translator;
    test::TempFolder m_folder;
    SnapshotPtr m_snapshot;

    void speakChinese() { QCoreApplication::installTranslator(&m_translator); }

    QModelIndex cell(RecordTableModel& model, const char* key) const
    {
        auto view = std::make_shared<View>();
        view->snapshot = m_snapshot;
        view->matched = RowSet(m_snapshot->recordCount(), true);
        view->order = RowOrder{Row{0}};
        model.setFields({key});
        model.setView(view);
        return model.index(0, 0);
    }
    QStringList facetValues(const std::string& key, int role) const
    {
        auto view = std::make_shared<View>();
        view->snapshot = m_snapshot;
        view->matched = RowSet(m_snapshot->recordCount(), true);
        FacetValueModel model;
        model.setCounts(countRequest({view, key, {}}, nullptr, Job()));
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all << model.index(row).data(role).toString();
        return all;
    }
    std::vector<Completion> fieldsFor(const std::string& typed) const
    {
        return fieldCompletions(*m_snapshot, queryPlaceAt(typed, typed.size()));
    }
    std::vector<Completion> valuesOf(const std::string& field, bool inMessages = false) const
    {
        return valueCompletions(*countValues(m_snapshot, field, inMessages, Job()), {});
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto record = test::AgentRecord::ofTurns(1);
        record.messages[0].intent = "Planning";
        record.messages[1].hallucination = true;
        record.conflict = true;
        m_folder.write("a.jsonl", record.json() + "\n");
        m_snapshot = test::load({m_folder.path()});
        QCOMPARE(m_snapshot->recordCount(), 1U);
    }

    void cleanup() { QCoreApplication::removeTranslator(&m_translator); }

    void namesOfFields()
    {
        const auto turns = findField(*m_snapshot, "turns");
        QCOMPARE(fieldTitle(turns->info()), QStringLiteral("Turns"));
        QVERIFY(!isChineseWindow());
        speakChinese();
        QVERIFY(isChineseWindow());
        QCOMPARE(fieldTitle(turns->info()), QStringLiteral("轮数"));
    }

    void cells_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("chinese");
        const auto row = [](const char* key, const QString& english, const QString& chinese) {
            QTest::newRow(key) << QByteArray(key) << english << chinese;
        };
        row("task", QStringLiteral("travel planning"), QStringLiteral("旅行规划"));
        row("intent", QStringLiteral("Planning"), QStringLiteral("规划"));
        row("first_role", QStringLiteral("user"), QStringLiteral("用户"));
        row("conflict", QStringLiteral("yes"), QStringLiteral("是"));
        row("translation", QStringLiteral("none"), QStringLiteral("无"));
    }

    void cells()
    {
        QFETCH(const QByteArray, key);
        QFETCH(const QString, english);
        QFETCH(const QString, chinese);
        RecordTableModel model;
        QModelIndex index = cell(model, key.constData());
        QCOMPARE(index.data().toString(), english);
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains(chinese));
        speakChinese();
        QCOMPARE(index.data().toString(), chinese);
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains(english));
    }

    void facets()
    {
        QCOMPARE(facetValues("task", Qt::DisplayRole), QStringList{QStringLiteral("travel planning")});
        QCOMPARE(facetValues("format", Qt::DisplayRole),
                 QStringList{QStringLiteral("RecLLMSim, simulated user")});
        speakChinese();
        QCOMPARE(facetValues("task", Qt::DisplayRole), QStringList{QStringLiteral("旅行规划")});
        QVERIFY(facetValues("task", Qt::ToolTipRole).front().contains(QStringLiteral("travel planning")));
        QCOMPARE(facetValues("hallucination", Qt::DisplayRole),
                 (QStringList{QStringLiteral("是"), QStringLiteral("否"), QStringLiteral("不确定")}));
        QCOMPARE(facetValues("role", Qt::DisplayRole),
                 (QStringList{QStringLiteral("用户"), QStringLiteral("助手")}));
    }

    void completions()
    {
        QCOMPARE(fieldsFor("turn").front().insert, QStringLiteral("turns:"));
        // Chinese names find fields in an English window, too.
        QVERIFY(completionOf(fieldsFor("轮"), QStringLiteral("turns")) != nullptr);
        speakChinese();
        const auto fields = fieldsFor("tur");
        const Completion* turns = completionOf(fields, QStringLiteral("轮数"));
        QVERIFY(turns != nullptr);
        QCOMPARE(turns->insert, QStringLiteral("轮数:"));
        QCOMPARE(turns->note, QStringLiteral("turns"));
        QCOMPARE(valuesOf("task").front().label, QStringLiteral("旅行规划"));
        QCOMPARE(valuesOf("hallucination").front().label, QStringLiteral("是"));
        QCOMPARE(valuesOf("role", true).front().note,
                 valuesOf("role", true).front().label == QStringLiteral("用户")
                     ? QStringLiteral("user")
                     : QStringLiteral("assistant"));
    }

    void queriesInChinese()
    {
        speakChinese();
        Workspace workspace;
        workspace.open({QString::fromStdString(m_folder.path().string())});
        QTRY_VERIFY(!workspace.isLoading() && workspace.view()->order.size() == 1);
        QVERIFY(!workspace.setQueryText(QStringLiteral("轮数：1 幻觉：是 任务：旅行规划")));
        // The query prints with keys, which mean the same everywhere.
        QCOMPARE(toQt(toText(workspace.query())), QStringLiteral("turns:1 hallucination:是 task:旅行规划"));
        QTRY_COMPARE(workspace.view()->query, workspace.query());
        QCOMPARE(workspace.view()->order.size(), std::size_t{1});
    }
};

DUOLOGUE_TEST(ChineseWindowTest)
#include "chinese_window_test.moc"
