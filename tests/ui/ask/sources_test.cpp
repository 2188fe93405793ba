// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/pack.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/table/sources.h"
#include "ui/window/panels.h"

#include <QApplication>
#include <QMenu>
#include <QTest>
#include <QTimer>
#include <QTreeView>

using namespace duologue;
using namespace duologue::ui;

/// Folders and files of the sources filter.
class SourcesTest : public QObject {
    Q_OBJECT

private:
    using State = SourceFilter::State;

    test::TempFolder m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<QWidget> m_panel;
    QTreeView* m_tree = nullptr;

    QString query() const { return toQt(toText(m_workspace->query())); }
    std::size_t shown() const { return m_workspace->view()->order.size(); }
    QModelIndex indexOf(const QString& path, const QModelIndex& parent = {}) const
    {
        for (int row = 0; row < m_tree->model()->rowCount(parent); ++row) {
            const QModelIndex index = m_tree->model()->index(row, 0, parent);
            if (index.data(SourceTreeModel::PathRole).toString() == path)
                return index;
            if (const QModelIndex inside = indexOf(path, index); inside.isValid())
                return inside;
        }
        return {};
    }
    State stateOf(const QString& path) const
    {
        return static_cast<State>(indexOf(path).data(SourceTreeModel::FilterRole).toInt());
    }
    void click(const QString& path, Qt::KeyboardModifiers modifiers = {})
    {
        m_tree->expandAll();
        QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, modifiers,
                          m_tree->visualRect(indexOf(path)).center());
    }
    void chooseInMenu(const QString& path, const QString& text)
    {
        m_tree->expandAll();
        m_tree->setCurrentIndex(indexOf(path));
        QTimer::singleShot(0, m_tree, [text] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (QAction* action : menu->actions()) {
                if (action->text().startsWith(text))
                    action->trigger();
            }
            menu->close();
        });
        Q_EMIT m_tree->customContextMenuRequested(m_tree->visualRect(indexOf(path)).center());
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* path : {"two words/1.json", "two words/deep/2.json", "b/1.json", "c.json"})
            m_folder.write(path, test::AgentRecord::ofTurns(1).json());
        m_folder.write("b/nothing.txt", "nothing");
    }

    void init()
    {
        m_workspace = std::make_unique<Workspace>();
        for (const PanelSpec& spec : panels()) {
            if (spec.id == QStringLiteral("sources"))
                m_panel.reset(spec.create(*m_workspace, nullptr));
        }
        m_tree = qobject_cast<QTreeView*>(m_panel.get());
        m_panel->resize(300, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_workspace->open({QString::fromStdString(m_folder.path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && shown() == 4);
        QTRY_VERIFY(indexOf(QStringLiteral("two words/deep/2.json")).isValid());
    }

    void cleanup()
    {
        m_panel.reset();
        m_workspace.reset();
    }

    void showsTheCardOfADataset()
    {
        test::TempFolder folder;
        folder.write("a.json", test::AgentRecord::ofTurns(1).json());
        folder.write("README.md", "---\nlicense: mit\nlanguage: [en, zh]\n---\n# Small <b>talk\n");
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(indexOf(QStringLiteral("README.md")).isValid());
        const QModelIndex card = indexOf(QStringLiteral("README.md"));
        QCOMPARE(card.data().toString(),
                 QStringLiteral("README.md  Small <b>talk; licence: mit; languages: en, zh"));
        QCOMPARE(card.siblingAtColumn(SourceTreeModel::RecordsColumn).data().toString(),
                 QStringLiteral("card"));
        const QString tip = card.data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("the dataset card: Small &lt;b&gt;talk")), qPrintable(tip));
        QVERIFY(!tip.contains(QStringLiteral("Skipped")));
        QVERIFY(card.data(SourceTreeModel::SkippedRole).toBool());
    }

    void aPackedFileWithoutItsEndIsOneRow()
    {
        const test::TempFolder folder;
        std::string lines;
        for (int i = 0; i < 3000; ++i) {
            auto record = test::AgentRecord::ofTurns(1 + i % 3, "Question " + std::to_string(i * 7919));
            record.id = "r" + std::to_string(i);
            lines += record.json() + "\n";
        }
        const std::string packed = test::gzipOf(lines);
        folder.write("cut.jsonl.gz", packed.substr(0, packed.size() / 2));
        m_workspace->open({QString::fromStdString(folder.path().string())});
        const QString path = QStringLiteral("cut.jsonl.gz");
        QTRY_VERIFY(!m_workspace->isLoading() && indexOf(path).isValid());
        QVERIFY(shown() > 0 && shown() < 3000);
        QTRY_COMPARE(indexOf(path).data().toString(), QStringLiteral("cut.jsonl.gz  end not read"));
        QCOMPARE(indexOf(path).siblingAtColumn(SourceTreeModel::RecordsColumn).data().toString(),
                 countText(shown()));
        QCOMPARE(m_tree->model()->rowCount(), 1);
        const QString tip = indexOf(path).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("The end was not read: ")), qPrintable(tip));
    }

    void filesOfTheProgramAreNotListed()
    {
        const test::TempFolder folder;
        folder.write("a.json", test::AgentRecord::ofTurns(1).json());
        folder.write(".duologue-checks.json", "{}");
        m_workspace->open({QString::fromStdString(folder.path().string())});
        QTRY_VERIFY(!m_workspace->isLoading() && indexOf(QStringLiteral("a.json")).isValid());
        QCOMPARE(m_tree->model()->rowCount(), 1);
    }

    void aClickShowsAFolderOrFileOnly()
    {
        click(QStringLiteral("two words/"));
        QCOMPARE(query(), QStringLiteral("file:\"two words/\""));
        QTRY_COMPARE(shown(), std::size_t{2});
        QCOMPARE(stateOf(QStringLiteral("two words/")), State::Chosen);
        QCOMPARE(stateOf(QStringLiteral("two words/deep/2.json")), State::Within);
        QCOMPARE(stateOf(QStringLiteral("b/")), State::Outside);
        QVERIFY(indexOf(QStringLiteral("two words/")).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(indexOf(QStringLiteral("b/"))
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("hidden by the filter")));
        click(QStringLiteral("c.json"));
        QCOMPARE(query(), QStringLiteral("file:c.json"));
        QTRY_COMPARE(shown(), std::size_t{1});
        // The same click again takes the filter away.
        click(QStringLiteral("c.json"));
        QCOMPARE(query(), QString());
        QCOMPARE(stateOf(QStringLiteral("b/")), State::Free);
    }

    void ctrlAddsAndTakesAway()
    {
        m_workspace->setQueryText(QStringLiteral("turns:1"));
        click(QStringLiteral("b/"));
        click(QStringLiteral("two words/deep/"), Qt::ControlModifier);
        QCOMPARE(query(), QStringLiteral("turns:1 (file:b/ OR file:\"two words/deep/\")"));
        QTRY_COMPARE(shown(), std::size_t{2});
        // A folder around a chosen one is not dim.
        QCOMPARE(stateOf(QStringLiteral("two words/")), State::Free);
        click(QStringLiteral("b/"), Qt::ControlModifier);
        QCOMPARE(query(), QStringLiteral("turns:1 file:\"two words/deep/\""));
        click(QStringLiteral("two words/deep/"), Qt::ControlModifier);
        QCOMPARE(query(), QStringLiteral("turns:1"));
    }

    void keysDoTheSame()
    {
        m_tree->setFocus();
        m_tree->setCurrentIndex(indexOf(QStringLiteral("b/")));
        QTest::keyClick(m_tree, Qt::Key_Return);
        QCOMPARE(query(), QStringLiteral("file:b/"));
        QTest::keyClick(m_tree, Qt::Key_Space);
        QCOMPARE(query(), QString());
        QTest::keyClick(m_tree, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(query(), QStringLiteral("file:b/"));
        // Nothing can be shown of a file without records.
        m_tree->expandAll();
        m_tree->setCurrentIndex(indexOf(QStringLiteral("b/nothing.txt")));
        QVERIFY(m_tree->currentIndex().isValid());
        QTest::keyClick(m_tree, Qt::Key_Return);
        QCOMPARE(query(), QStringLiteral("file:b/"));
    }

    void aDoubleClickOpensAFolderAndKeepsTheFilter()
    {
        m_tree->collapseAll();
        const QModelIndex folder = indexOf(QStringLiteral("two words/"));
        const QPoint point = m_tree->visualRect(folder).center();
        QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, point);
        QTest::mouseDClick(m_tree->viewport(), Qt::LeftButton, {}, point);
        QCOMPARE(query(), QStringLiteral("file:\"two words/\""));
        QVERIFY(m_tree->isExpanded(folder));
    }

    void theMenuExcludesAndAdds()
    {
        chooseInMenu(QStringLiteral("two words/"), QStringLiteral("Exclude"));
        QCOMPARE(query(), QStringLiteral("-file:\"two words/\""));
        QTRY_COMPARE(shown(), std::size_t{2});
        QCOMPARE(stateOf(QStringLiteral("two words/1.json")), State::Excluded);
        m_workspace->setQuery({});
        chooseInMenu(QStringLiteral("b/"), QStringLiteral("Show only"));
        QCOMPARE(query(), QStringLiteral("file:b/"));
        chooseInMenu(QStringLiteral("c.json"), QStringLiteral("Add"));
        QCOMPARE(query(), QStringLiteral("file:b/ OR file:c.json"));
    }
};

DUOLOGUE_TEST(SourcesTest)
#include "sources_test.moc"
