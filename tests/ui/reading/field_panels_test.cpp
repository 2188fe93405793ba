// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"

#include <QComboBox>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

constexpr QSize kPanel{420, 640};

QTreeWidgetItem* item(const QTreeWidget& tree, const QString& name)
{
    const auto found = tree.findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? nullptr : found.first();
}

} // namespace

/// The panels with the fields of a record as trees: profile, strategies and all others.
class FieldPanelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_reading = std::make_unique<Reading>();
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
    }

    void listsTheProfile()
    {
        const auto panel = openPanel(QStringLiteral("profile"), m_reading->workspace, kPanel);
        QVERIFY(m_reading->open());
        auto& tree = dynamic_cast<QTreeWidget&>(*panel);
        QTreeWidgetItem* gender = item(tree, QStringLiteral("Gender"));
        QCOMPARE(gender->text(1), QStringLiteral("Female"));
        QCOMPARE(gender->text(2), QStringLiteral("女"));
        QVERIFY(item(tree, QStringLiteral("preference id")) == nullptr);
        const QPoint point = tree.visualItemRect(gender).center();
        QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, point);
        QTest::mouseDClick(tree.viewport(), Qt::LeftButton, {}, point);
        QCOMPARE(toText(m_reading->workspace.query()), std::string("profile.gender:Female"));
    }

    void listsEveryValueOfTheProfile()
    {
        const auto panel = openPanel(QStringLiteral("profile"), m_reading->workspace, kPanel);
        QVERIFY(m_reading->open(samplePath() + QStringLiteral("/RecLLMSim/LLM_agent_user")));
        QStringList shown;
        for (QTreeWidgetItemIterator at(&dynamic_cast<QTreeWidget&>(*panel)); *at != nullptr; ++at)
            shown << (*at)->text(1);
        int more = 0;
        std::string_view before;
        for (const Field& field : m_reading->workspace.current()->conversation.fields) {
            if (!field.key.starts_with("profile."))
                continue;
            QVERIFY2(shown.contains(toQt(field.name.en)), qPrintable(toQt(field.name.en)));
            more += field.key == std::exchange(before, field.key) ? 1 : 0;
        }
        // The record has several interests, so this was tested.
        QVERIFY(more > 0);
    }

    void listsStrategiesByVersion()
    {
        QJsonObject record = fourMessages();
        const auto strategy = [](const char* order) {
            return QJsonObject{
                {QStringLiteral("1"), QJsonObject{{QStringLiteral("feedback"), QStringLiteral("None")}}},
                {QStringLiteral("final"), QJsonObject{{QStringLiteral("order"), QLatin1String(order)}}}};
        };
        record.insert(QStringLiteral("strategy_V2"), strategy("Depth"));
        record.insert(QStringLiteral("strategy_V3"), strategy("Breadth"));
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), record);
        const auto panel = openPanel(QStringLiteral("strategy"), m_reading->workspace, kPanel);
        QVERIFY(m_reading->open());
        const auto& tree = *panel->findChild<QTreeWidget*>(QStringLiteral("strategyTree"));
        auto* versions = panel->findChild<QComboBox*>(QStringLiteral("strategyVersion"));
        QTRY_COMPARE(versions->count(), 3);
        // The last version at first.
        QCOMPARE(versions->currentText(), QStringLiteral("strategy V3"));
        QCOMPARE(tree.topLevelItem(0)->text(0), QStringLiteral("Turn 1"));
        QCOMPARE(item(tree, QStringLiteral("order"))->parent()->text(0),
                 QStringLiteral("Whole conversation"));
        const auto shown = [&tree](const QString& name) {
            QStringList texts;
            for (int column = 1; column < tree.columnCount(); ++column) {
                if (!tree.isColumnHidden(column))
                    texts << item(tree, name)->text(column);
            }
            return texts;
        };
        QCOMPARE(shown(QStringLiteral("order")), QStringList{QStringLiteral("Breadth")});
        QTest::keyClick(versions, Qt::Key_Up);
        QCOMPARE(shown(QStringLiteral("order")), QStringList{QStringLiteral("Depth")});
        QTest::keyClick(versions, Qt::Key_End);
        QCOMPARE(versions->currentText(), QStringLiteral("All versions"));
        QCOMPARE(shown(QStringLiteral("order")),
                 QStringList({QStringLiteral("Depth"), QStringLiteral("Breadth")}));
        QVERIFY(item(tree, QStringLiteral("order"))->font(1).bold());
        QVERIFY(!item(tree, QStringLiteral("feedback"))->font(1).bold());
    }

    void listsOtherFields()
    {
        const auto panel = openPanel(QStringLiteral("fields"), m_reading->workspace, kPanel);
        QVERIFY(m_reading->open());
        const auto& tree = dynamic_cast<const QTreeWidget&>(*panel);
        QVERIFY(item(tree, QStringLiteral("order")) == nullptr);
        QVERIFY(item(tree, QStringLiteral("Gender")) == nullptr);
        QCOMPARE(item(tree, QStringLiteral("preference id"))->text(1), QStringLiteral("31"));
        QTreeWidgetItem* extra = item(tree, QStringLiteral("extra"));
        extra->setExpanded(true);
        QCOMPARE(extra->childCount(), 1);
        extra->child(0)->setExpanded(true);
        QCOMPARE(extra->child(0)->child(0)->text(0), QStringLiteral("deep"));
        QCOMPARE(extra->child(0)->child(0)->text(1), QStringLiteral("7"));
    }

    void leavesOutFieldsOfTheConversation()
    {
        const auto panel = openPanel(QStringLiteral("fields"), m_reading->workspace, kPanel);
        QVERIFY(m_reading->open(samplePath() + QStringLiteral("/PrefEval/implicit_preference/choice-based")));
        const auto& tree = dynamic_cast<const QTreeWidget&>(*panel);
        for (const char* read : {"preference", "explanation", "aligned op"})
            QVERIFY2(item(tree, QLatin1String(read)) == nullptr, read);
    }

private:
    std::unique_ptr<Reading> m_reading;
};

DUOLOGUE_TEST(FieldPanelsTest)
#include "field_panels_test.moc"
