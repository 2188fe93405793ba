// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/query/evaluate.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/query/facet_section.h"
#include "ui/widgets/colors.h"
#include "ui/window/panels.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QImage>
#include <QLineEdit>
#include <QPointer>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

using namespace duologue;
using namespace duologue::ui;

/// Facets of a synthetic dataset: every click, its text in the query, and the counts of all sections after
/// it.
class FacetsTest : public QObject {
    Q_OBJECT

private:
    test::TempFolder m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_panel;

    FacetSection& section(const QString& key) const
    {
        return *m_panel->findChild<FacetSection*>(QStringLiteral("facet:") + key);
    }
    QString query() const { return toQt(toText(m_workspace->query())); }

    /// "value n/total" for each value of the model; empty while there is no such facet.
    QStringList counts(const QString& key) const
    {
        QStringList all;
        if (!m_panel->findChild<FacetSection*>(QStringLiteral("facet:") + key))
            return all;
        const FacetValueModel& model = section(key).model();
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row);
            all << QStringLiteral("%1 %2/%3%4")
                       .arg(index.data().toString())
                       .arg(index.data(FacetValueModel::CountRole).toULongLong())
                       .arg(index.data(FacetValueModel::TotalRole).toULongLong())
                       .arg(index.data(FacetValueModel::ChosenRole).toBool() ? QStringLiteral("*")
                                                                             : QString());
        }
        return all;
    }
    FacetList& list(const QString& key) const { return *section(key).findChild<FacetList*>(); }
    void click(const QString& key, int row, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        FacetList& values = list(key);
        const QRect rect = values.visualRect(values.model()->index(row, 0));
        QTest::mouseClick(values.viewport(), Qt::LeftButton, modifiers, rect.center());
    }

    /// The left part of a row, as it is painted.
    QImage codeImage(const QString& key, int row) const
    {
        FacetList& values = list(key);
        QRect rect = values.visualRect(values.model()->index(row, 0));
        rect.setWidth(rect.height() * 2);
        return values.viewport()->grab(rect).toImage();
    }
    static bool hasColor(const QImage& image, const QColor& color)
    {
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == color)
                    return true;
            }
        }
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-facets-test"));
        // task a: turns 1 1 2, task b: turns 2 3, task <b>&c: turns 3.
        const std::vector<std::pair<const char*, std::vector<int>>> groups{
            {"a", {1, 1, 2}}, {"b", {2, 3}}, {"<b>&c", {3}}};
        for (const auto& [task, turns] : groups) {
            for (std::size_t i = 0; i < turns.size(); ++i) {
                auto record = test::AgentRecord::ofTurns(turns[i]);
                record.task = task;
                record.messages[0].intent = turns[i] > 1 ? "Search" : "Planning";
                record.messages[1].hallucination = i == 0;
                m_folder.write("t/" + std::string(1, task[0] == '<' ? 'c' : task[0]) + std::to_string(i) +
                                   ".json",
                               record.json());
            }
        }
    }

    void init()
    {
        writeSettings();
        QSettings().clear();
        m_workspace = std::make_unique<Workspace>();
        for (const PanelSpec& spec : panels()) {
            if (spec.id == QStringLiteral("facets"))
                m_panel.reset(spec.create(*m_workspace, nullptr));
        }
        QVERIFY(m_panel);
        m_panel->resize(300, 1200);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_workspace->open({QString::fromStdString(m_folder.path().string())});
        QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->isLoading() && m_workspace->view()->order.size() == 6, 20000);
        QTRY_COMPARE(counts(QStringLiteral("task")).size(), 3);
        QTRY_COMPARE(counts(QStringLiteral("turns")).size(), 3);
    }

    void intentsHaveTheirCodes()
    {
        const QString intent = QStringLiteral("intent");
        QTRY_COMPARE(counts(intent).size(), 2);
        const FacetValueModel& model = section(intent).model();
        QSet<QString> letters;
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto code = model.index(row).data(FacetValueModel::IntentRole).value<IntentCode>();
            QCOMPARE(code.letters, model.index(row).data().toString().left(2));
            letters << code.letters;
            section(intent).setOpen(true);
            QTRY_VERIFY(list(intent).isVisible());
            QVERIFY(hasColor(codeImage(intent, row), categoryColor(code.color)));
        }
        QCOMPARE(letters, (QSet<QString>{QStringLiteral("Pl"), QStringLiteral("Se")}));
        QVERIFY(
            !section(QStringLiteral("task")).model().index(0).data(FacetValueModel::IntentRole).isValid());
    }

    void cleanup()
    {
        m_panel.reset();
        m_workspace.reset();
    }

    void countsFilterEachOther()
    {
        const QString task = QStringLiteral("task");
        const QString turns = QStringLiteral("turns");
        QAbstractItemModelTester tester(const_cast<FacetValueModel*>(&section(task).model()));
        QCOMPARE(counts(task), (QStringList{QStringLiteral("a 3/3"), QStringLiteral("b 2/2"),
                                            QStringLiteral("<b>&c 1/1")}));
        QCOMPARE(counts(turns),
                 (QStringList{QStringLiteral("1 2/2"), QStringLiteral("2 2/2"), QStringLiteral("3 2/2")}));
        QTRY_COMPARE(counts(QStringLiteral("hallucination")),
                     (QStringList{QStringLiteral("yes 3/3"), QStringLiteral("no 3/3"),
                                  QStringLiteral("unclear 0/0")}));

        click(task, 0);
        QCOMPARE(query(), QStringLiteral("task:a"));
        // Its own filter does not reduce its bars.
        QTRY_COMPARE(counts(turns), (QStringList{QStringLiteral("1 2/2"), QStringLiteral("2 1/2"),
                                                 QStringLiteral("3 0/2")}));
        QCOMPARE(counts(task), (QStringList{QStringLiteral("a 3/3*"), QStringLiteral("b 2/2"),
                                            QStringLiteral("<b>&c 1/1")}));
        // The later messages of longer conversations are about planning.
        QTRY_COMPARE(counts(QStringLiteral("intent")),
                     (QStringList{QStringLiteral("Planning 3/6"), QStringLiteral("Search 1/4")}));

        click(task, 1, Qt::ControlModifier);
        QCOMPARE(query(), QStringLiteral("task:a OR task:b"));
        QTRY_COMPARE(counts(turns), (QStringList{QStringLiteral("1 2/2"), QStringLiteral("2 2/2"),
                                                 QStringLiteral("3 1/2")}));
        click(task, 2, Qt::ShiftModifier);
        QCOMPARE(query(), QStringLiteral("task:b OR task:\"<b>&c\""));
        m_workspace->undoQuery();
        m_workspace->undoQuery();
        QCOMPARE(query(), QStringLiteral("task:a"));
        QTRY_COMPARE(counts(turns), (QStringList{QStringLiteral("1 2/2"), QStringLiteral("2 1/2"),
                                                 QStringLiteral("3 0/2")}));
        click(task, 0);
        QCOMPARE(query(), QString());
        QTRY_COMPARE(counts(turns), (QStringList{QStringLiteral("1 2/2"), QStringLiteral("2 2/2"),
                                                 QStringLiteral("3 2/2")}));
    }

    /// Of which the facet has only the beginnings, which are the same here.
    void longValuesAreChosenAndTakenBack()
    {
        const test::TempFolder folder;
        std::string begin;
        while (begin.size() < 400)
            begin += "The quick brown fox jumps over the lazy dog and runs away again. ";
        std::string lines;
        for (int i = 0; i < 5; ++i)
            lines += "{\"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}], \"essay\": \"" + begin +
                     (i < 3 ? "One." : "Two.") + "\"}\n";
        folder.write("a.jsonl", lines);
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && m_workspace->view()->order.size() == 5);
        const auto field = findField(m_workspace->snapshot(), "essay");
        QVERIFY(field.has_value());
        FacetSection essays(*m_workspace, field->info(), nullptr);
        essays.resize(300, 300);
        essays.show();
        QVERIFY(QTest::qWaitForWindowExposed(&essays));
        essays.setOpen(true);
        QTRY_COMPARE(essays.model().rowCount(), 2);
        auto* values = essays.findChild<FacetList*>();
        QTRY_VERIFY(values->isVisible() && !values->visualRect(essays.model().index(1)).isEmpty());
        const auto clickRow = [values](int row) {
            QTest::mouseClick(values->viewport(), Qt::LeftButton, {},
                              values->visualRect(values->model()->index(row, 0)).center());
        };
        const auto isChosen = [&essays](int row) {
            return essays.model().index(row).data(FacetValueModel::ChosenRole).toBool();
        };
        clickRow(1);
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{2});
        QVERIFY(isChosen(1) && !isChosen(0));
        clickRow(1);
        QCOMPARE(query(), QString());
        QVERIFY(!isChosen(1));
    }

    void numbersAreDraggedAndPicked()
    {
        auto* histogram = section(QStringLiteral("turns")).findChild<FacetHistogram*>();
        QVERIFY(histogram->isVisible());
        QCOMPARE(histogram->categoryCount(), 3);
        const auto rect = [&](int bar) {
            return QPoint(7 + (histogram->width() - 14) * (2 * bar + 1) / 6, histogram->height() / 2);
        };
        QTest::mouseClick(histogram, Qt::LeftButton, {}, rect(1));
        QCOMPARE(query(), QStringLiteral("turns:2"));
        QTRY_COMPARE(
            counts(QStringLiteral("task")),
            (QStringList{QStringLiteral("a 1/3"), QStringLiteral("b 1/2"), QStringLiteral("<b>&c 0/1")}));
        QTest::mousePress(histogram, Qt::LeftButton, {}, rect(0));
        QTest::mouseMove(histogram, rect(1));
        QTest::mouseMove(histogram, rect(2));
        QTest::mouseRelease(histogram, Qt::LeftButton, {}, rect(2));
        QCOMPARE(query(), QStringLiteral("turns:1..3"));
        // A click above a low bar selects that bar.
        QTest::mouseClick(histogram, Qt::LeftButton, {}, QPoint(rect(2).x(), 1));
        QCOMPARE(query(), QStringLiteral("turns:3"));
        histogram->setFocus();
        QTest::keyClick(histogram, Qt::Key_Home);
        QTest::keyClick(histogram, Qt::Key_Space);
        QCOMPARE(query(), QStringLiteral("turns:1"));
        QAccessibleInterface* chart = QAccessible::queryAccessibleInterface(histogram);
        QCOMPARE(chart->childCount(), 3);
        QAccessibleInterface* bar = chart->child(0);
        QCOMPARE(bar->text(QAccessible::Name), QStringLiteral("1, 2 of 2 conversations, selected"));
        QVERIFY(bar->state().focused && bar->state().selected);
        QVERIFY(chart->childAt(bar->rect().center().x(), bar->rect().center().y()) == bar);
        chart->child(2)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(query(), QStringLiteral("turns:3"));
        QTest::keyClick(histogram, Qt::Key_Escape);
        QCOMPARE(query(), QString());
    }

    void handlesMoveByMouseAndKeys()
    {
        auto* slider = section(QStringLiteral("turns")).findChild<RangeSlider*>();
        QVERIFY(slider->isVisible());
        QVERIFY(!slider->accessibleName().isEmpty());
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        // The other handle has not been moved.
        QCOMPARE(query(), QStringLiteral("turns:>=2"));
        QTest::keyClick(slider, Qt::Key_Down);
        QCOMPARE(slider->activeHandle(), 1);
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(query(), QStringLiteral("turns:2"));
        QVERIFY(slider->accessibleDescription().contains(QStringLiteral("from 2 to 2")));
        // It stops at the other handle.
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(query(), QStringLiteral("turns:2"));
        QTest::keyClick(slider, Qt::Key_End);
        QTest::keyClick(slider, Qt::Key_Up);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(query(), QString());
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() - 7, 8));
        QTest::mouseMove(slider, QPoint(slider->width() / 2, 8));
        QTest::mouseMove(slider, QPoint(slider->width() / 3, 8));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() / 3, 8));
        QCOMPARE(query(), QStringLiteral("turns:1"));
        m_workspace->setQueryText(QStringLiteral("turns:2..3"));
        QCOMPARE(slider->first(), 1);
        QCOMPARE(slider->last(), 2);
    }

    /// From 2^53 on, several whole numbers have one double.
    void rangesOfLongNumbersAreExact()
    {
        test::TempFolder folder;
        QString lines;
        for (int i = 0; i < 24; ++i)
            lines += QStringLiteral(R"({"messages": [{"role": "user", "content": "a"}], "big": %1})")
                         .arg(9007199254740990 + i % 8) +
                     QLatin1Char('\n');
        folder.write("big.jsonl", fromQt(lines));
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(m_panel->findChild<FacetSection*>(QStringLiteral("facet:big")));
        section(QStringLiteral("big")).setOpen(true);
        QTRY_COMPARE(counts(QStringLiteral("big")).size(), 8);
        auto* slider = section(QStringLiteral("big")).findChild<RangeSlider*>();
        QVERIFY(slider->accessibleDescription().contains(
            QStringLiteral("from 9007199254740990 to 9007199254740997")));
        slider->setFocus();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(query(), QStringLiteral("big:>=9007199254740993"));
        QCOMPARE(slider->first(), 3);
        QCOMPARE(slider->last(), 7);
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{15});
        QTest::keyClick(slider, Qt::Key_Down);
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(query(), QStringLiteral("big:9007199254740993..9007199254740996"));
        QTRY_COMPARE(m_workspace->view()->order.size(), std::size_t{12});
        QCOMPARE(slider->last(), 6);
    }

    void longLabelsOfRangesDoNotOverlap()
    {
        RangeSlider slider(nullptr);
        slider.resize(400, 40);
        slider.show();
        slider.setSteps({QStringLiteral("1"), QStringLiteral("2")},
                        {QStringLiteral("1"), QStringLiteral("2")});
        QVERIFY(slider.hasLabelsOnOneLine());
        const int height = slider.sizeHint().height();
        const QStringList names(2, QString(60, QLatin1Char('9')));
        slider.setSteps(names, names);
        QVERIFY(!slider.hasLabelsOnOneLine());
        QVERIFY(slider.sizeHint().height() > height);
    }

    void keysPickValues()
    {
        FacetList& values = list(QStringLiteral("task"));
        values.setFocus();
        values.setCurrentIndex(values.model()->index(0, 0));
        QTest::keyClick(&values, Qt::Key_Down);
        QTest::keyClick(&values, Qt::Key_Space);
        QCOMPARE(query(), QStringLiteral("task:b"));
        QTest::keyClick(&values, Qt::Key_Down);
        QTest::keyClick(&values, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(query(), QStringLiteral("task:b OR task:\"<b>&c\""));
        const QString spoken = values.model()->index(2, 0).data(Qt::AccessibleTextRole).toString();
        QCOMPARE(spoken, QStringLiteral("<b>&c, 1 of 1 conversations, selected"));
        QTest::keyClick(&values, Qt::Key_Escape);
        QCOMPARE(query(), QString());
    }

    void labelsAreText()
    {
        const QModelIndex index = list(QStringLiteral("task")).model()->index(2, 0);
        QCOMPARE(index.data().toString(), QStringLiteral("<b>&c"));
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b&gt;&amp;c")));
    }

    void closedSectionsCostNothing()
    {
        FacetSection& format = section(QStringLiteral("format"));
        QVERIFY(!format.isOpen());
        QVERIFY(format.model().facet() == nullptr);
        format.setOpen(true);
        QTRY_VERIFY(format.model().facet() != nullptr);
        QCOMPARE(counts(QStringLiteral("format")),
                 QStringList{QStringLiteral("RecLLMSim, simulated user 6/6")});
        QVERIFY(
            storedSetting(QStringLiteral("facets/open")).toStringList().contains(QStringLiteral("format")));
    }

    void fieldsAreFound()
    {
        auto* search = m_panel->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        search->setText(QStringLiteral("TUR"));
        QVERIFY(section(QStringLiteral("turns")).isVisible());
        QVERIFY(!section(QStringLiteral("task")).isVisible());
        search->clear();
        QVERIFY(section(QStringLiteral("task")).isVisible());
    }

    void valuesAreFound()
    {
        auto* search = m_panel->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        FacetSection& format = section(QStringLiteral("format"));
        FacetSection& turns = section(QStringLiteral("turns"));
        QVERIFY(!format.isOpen() && turns.isVisible());
        QTest::keyClicks(search, QStringLiteral("recllm"));
        // A worker looks for values: the section opens with those that are found.
        QTRY_VERIFY(format.isVisible() && format.isOpen());
        QVERIFY(!turns.isVisible());
        QTRY_COMPARE(counts(QStringLiteral("format")).size(), 1);
        search->clear();
        QVERIFY(!format.isOpen() && turns.isVisible());
        QTest::keyClicks(search, QStringLiteral("<b>"));
        QTRY_COMPARE(counts(QStringLiteral("task")), QStringList{QStringLiteral("<b>&c 1/1")});
        search->clear();
        QTRY_COMPARE(counts(QStringLiteral("task")).size(), 3);
        // Nothing of this is remembered as the user's choice.
        QVERIFY(!storedSetting(QStringLiteral("facets/open")).isValid());
    }

    void fieldsOfOneKindAreGrouped()
    {
        const test::TempFolder folder;
        folder.write("a.jsonl", R"({"messages": [{"role": "user", "content": "x"}],
            "review": {"one": {"score": 1}, "two": 2}, "lone": {"key": 3}, "topic": "t"})"
                                "\n");
        std::string line = test::fileBytes(folder.path() / "a.jsonl");
        line.erase(std::remove(line.begin(), line.end() - 1, '\n'), line.end() - 1);
        folder.write("a.jsonl", line);
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(m_panel->findChild<QToolButton*>(QStringLiteral("facetGroup:review")));
        auto* group = m_panel->findChild<QToolButton*>(QStringLiteral("facetGroup:review"));
        FacetSection& score = section(QStringLiteral("review.one.score"));
        QVERIFY(group->isVisible() && !score.isVisible());
        QVERIFY(section(QStringLiteral("lone.key")).isVisible());
        // What nobody can filter by is not listed.
        QVERIFY(!m_panel->findChild<FacetSection*>(QStringLiteral("facet:hallucination")));
        group->setFocus();
        QTest::keyClick(group, Qt::Key_Space);
        QVERIFY(score.isVisible());
        QTest::keyClick(group, Qt::Key_Space);
        QVERIFY(!score.isVisible());
        auto* search = m_panel->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        QTest::keyClicks(search, QStringLiteral("score"));
        QVERIFY(score.isVisible());
    }

    void facetsAreChosen()
    {
        QSignalSpy asked(m_workspace.get(), &Workspace::fieldChoiceRequested);
        QTest::mouseClick(m_panel->findChild<QToolButton*>(QStringLiteral("chooseFacets")), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        const auto choice = asked.front().front().value<FieldChoice>();
        QCOMPARE(choice.chosen, choice.usual);
        choice.done({"task"});
        QVERIFY(m_panel->findChild<FacetSection*>(QStringLiteral("facet:task"))->isVisible());
        QTRY_VERIFY(!m_panel->findChild<FacetSection*>(QStringLiteral("facet:turns")));
        choice.done(choice.usual);
        QVERIFY(section(QStringLiteral("turns")).isVisible());
    }

    void anotherDatasetHasItsOwnSections()
    {
        const QPointer<FacetSection> before = &section(QStringLiteral("task"));
        m_workspace->open({QString::fromStdString((m_folder.path() / "t").string())});
        QTRY_VERIFY(!before);
        QTRY_COMPARE(counts(QStringLiteral("task")).size(), 3);
    }

    void theNewestQueryWins()
    {
        // The newest query wins: the counts are those of the last one.
        for (int i = 0; i < 50; ++i)
            m_workspace->setQueryText(i % 2 == 0 ? QStringLiteral("task:b") : QStringLiteral("task:a"));
        m_workspace->setQueryText(QStringLiteral("task:b"));
        QTRY_COMPARE(
            counts(QStringLiteral("turns")),
            (QStringList{QStringLiteral("1 0/2"), QStringLiteral("2 1/2"), QStringLiteral("3 1/2")}));
    }
};

DUOLOGUE_TEST(FacetsTest)
#include "facets_test.moc"
