// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_order.h"
#include "core/query/evaluate.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/words.h"
#include "ui/checks/problems.h"
#include "ui/table/record_table_model.h"
#include "ui/table/sources.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

namespace {

ViewPtr viewOf(const SnapshotPtr& snapshot, std::uint32_t rows)
{
    auto view = std::make_shared<View>();
    view->snapshot = snapshot;
    view->matched = RowSet(snapshot->recordCount());
    for (Row row{0}; row < Row{rows}; ++row)
        view->matched.add(row);
    view->order = orderOf(view->matched);
    return view;
}

QModelIndex childNamed(const QAbstractItemModel& model, const QModelIndex& parent, const QString& name)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex child = model.index(row, 0, parent);
        if (child.data().toString() == name)
            return child;
    }
    return {};
}

} // namespace

class ModelsTest : public QObject {
    Q_OBJECT

private:
    SnapshotPtr m_sample;

private Q_SLOTS:
    void initTestCase() { m_sample = test::load({test::sampleFolder()}); }

    /// A file may be in the middle of being written when its first rows are shown.
    void previewsThatCouldNotBeReadAreReadAgain()
    {
        const test::TempFolder folder;
        const std::string_view line = "{\"messages\": [{\"role\": \"user\", \"content\": \"pier\"}]}\n";
        const auto path = folder.write("a.jsonl", line);
        const SnapshotPtr whole = test::load({path});
        auto growing = std::make_shared<Snapshot>(*whole);
        growing->complete = false;
        std::filesystem::remove(path);
        RecordPreviews previews;
        QSignalSpy arrived(&previews, &RecordPreviews::arrived);
        previews.setSnapshot(growing);
        QVERIFY(previews.of(Row{0}) == nullptr);
        QVERIFY(arrived.wait());
        QVERIFY(previews.of(Row{0})->isMissing);
        folder.write("a.jsonl", line);
        previews.setSnapshot(whole);
        QVERIFY(previews.of(Row{0}) == nullptr);
        QVERIFY(arrived.wait());
        QCOMPARE(previews.of(Row{0})->text, QStringLiteral("pier"));
    }

    void recordTableShowsTheView()
    {
        RecordTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFields({"id", "turns", "rating.diversity", "no_such_field"});
        model.setView(viewOf(m_sample, m_sample->recordCount()));
        QCOMPARE(model.rowCount(), 61);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Diversity"));
        const auto turns = findField(*m_sample, "turns");
        for (int row = 0; row < model.rowCount(); ++row)
            QCOMPARE(model.index(row, 1).data().toString(),
                     QString::number(turns->number(model.recordAt(row))));
        QCOMPARE(model.positionOf(Row{5}), 5);
        QCOMPARE(model.positionOf(Row{1000}), -1);
    }

    void recordTableGrowsWithoutAReset()
    {
        RecordTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFields({"id", "turns"});
        model.setView(viewOf(m_sample, 10));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.setView(viewOf(m_sample, 40));
        QCOMPARE(reset.count(), 0);
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(model.rowCount(), 40);
        model.setView(viewOf(m_sample, 5));
        QCOMPARE(reset.count(), 1);
        QCOMPARE(model.rowCount(), 5);
    }

    void recordTableDropsAColumn()
    {
        test::TempFolder folder;
        const auto load = [&folder](const char* member) {
            folder.write("a.jsonl",
                         std::string(R"({"messages": [{"role": "user", "content": "x"}])") + member + "}\n");
            return test::load({folder.path()});
        };
        RecordTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFields({"id", "score", "turns"});
        model.setView(viewOf(load(R"(, "score": 3)"), 1));
        QCOMPARE(model.columnCount(), 3);
        // The same rows, like after a refresh.
        model.setView(viewOf(load(""), 1));
        QCOMPARE(model.columnCount(), 2);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 fieldTitle(model.field(1).info()));
        QCOMPARE(QString::fromStdString(model.field(1).info().key), QStringLiteral("turns"));
        model.setView(viewOf(load(R"(, "score": 4)"), 1));
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("4"));
    }

    void toolTipsShowDataAsText()
    {
        test::TempFolder folder;
        folder.write("<b>x & y/1.json", R"({"history": [{"role": "user", "content": "hi"}], "rating": {}})");
        const SnapshotPtr snapshot = test::load({folder.path()});
        RecordTableModel model;
        model.setFields({"task"});
        model.setView(viewOf(snapshot, 1));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("<b>x & y"));
        QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("<p>&lt;b&gt;x &amp; y</p>"));
    }

    void sourceTreeCountsAndExplainsSkippedFiles()
    {
        SourceTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTree(SourceTreeModel::build(*m_sample));
        const QModelIndex rec = childNamed(model, {}, QStringLiteral("RecLLMSim"));
        QVERIFY(rec.isValid());
        QCOMPARE(rec.siblingAtColumn(SourceTreeModel::RecordsColumn).data().toString(), QStringLiteral("38"));
        const QModelIndex agents = childNamed(model, rec, QStringLiteral("LLM_agent_user"));
        QCOMPARE(agents.siblingAtColumn(SourceTreeModel::RecordsColumn).data().toString(),
                 QStringLiteral("28"));
        const QModelIndex configs = childNamed(model, rec, QStringLiteral("configs"));
        const QModelIndex config = childNamed(model, configs, QStringLiteral("simulation.json"));
        QVERIFY(config.data(SourceTreeModel::SkippedRole).toBool());
        QVERIFY(
            config.data(Qt::ToolTipRole).toString().contains(QStringLiteral("it contains no conversation")));
        QCOMPARE(config.data(SourceTreeModel::PathRole).toString(),
                 QStringLiteral("RecLLMSim/configs/simulation.json"));
    }

    void problemsAreGroupedByKind()
    {
        test::TempFolder folder;
        folder.write("travel planning/1.json",
                     R"({"history": [{"role": "user", "content": 5}], "rating": {"A": "x"}})");
        folder.write("travel planning/2.json",
                     R"({"history": [{"role": "user", "content": "hi"}], "rating": {"A": 1})");
        const SnapshotPtr snapshot = test::load({folder.path()});
        ProblemModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto kinds = ProblemModel::group(*snapshot, {});
        ProblemModel::locate(*snapshot, kinds, Job());
        model.setKinds(snapshot, std::move(kinds));
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex errors = model.index(0, 0);
        QCOMPARE(errors.data(ProblemModel::SeverityRole).toInt(), static_cast<int>(Severity::Error));
        QCOMPARE(model.rowCount(errors), 1);
        QCOMPARE(model.index(0, ProblemModel::FileColumn, errors).data().toString(),
                 QStringLiteral("travel planning/2.json"));
        const QModelIndex warnings = model.index(1, 0);
        QCOMPARE(model.rowCount(warnings), 2);
        QCOMPARE(model.index(0, ProblemModel::PositionColumn, warnings).data().toString(),
                 QStringLiteral("line 1, column 42 · /history/0/content"));
        QCOMPARE(ProblemModel::group(*snapshot, QStringLiteral("2.json")).size(), std::size_t{1});
        QCOMPARE(ProblemModel::group(*snapshot, QStringLiteral("nowhere")).size(), std::size_t{0});
    }
};

DUOLOGUE_TEST(ModelsTest)
#include "models_test.moc"
