// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/transcript_view.h"
#include "ui/window/panels.h"

#include <QAccessible>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

/// Focusable controls without a name for screen readers.
QStringList unnamed(QAccessibleInterface& face)
{
    QStringList found;
    const QAccessible::State state = face.state();
    const bool row = face.role() == QAccessible::Cell || face.role() == QAccessible::TreeItem ||
                     face.role() == QAccessible::ListItem;
    if (state.focusable && !state.invisible && !row && face.role() != QAccessible::Client &&
        face.role() != QAccessible::Window && face.text(QAccessible::Name).isEmpty())
        found << QStringLiteral("%1 %2").arg(
            face.object() != nullptr ? QLatin1String(face.object()->metaObject()->className())
                                     : QLatin1String("?"),
            face.object() != nullptr ? face.object()->objectName() : QString());
    constexpr int kMostChildren = 200;
    for (int i = 0; i < qMin(face.childCount(), kMostChildren); ++i) {
        if (QAccessibleInterface* child = face.child(i))
            found << unnamed(*child);
    }
    return found;
}

} // namespace

/// The reading panels, from the view of a screen reader.
class AccessibleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_reading = std::make_unique<Reading>();
        m_reading->write(QStringLiteral("LLM_agent_user/travel planning/1.json"), fourMessages());
    }

    void cleanup() { m_reading.reset(); }

    void hasAChildForEachMessage()
    {
        TranscriptView view(m_reading->workspace, nullptr);
        view.resize(1200, 800);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QAccessibleInterface* document = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(document != nullptr);
        QCOMPARE(document->childCount(), 0);
        QVERIFY(document->text(QAccessible::Value).contains(QStringLiteral("No dataset open")));
        QVERIFY(m_reading->open());
        QCOMPARE(document->role(), QAccessible::Document);
        QCOMPARE(document->childCount(), 4);
        const auto name = [&](int child) { return document->child(child)->text(QAccessible::Name); };
        QCOMPARE(name(0), QStringLiteral("Message 1, User, turn 1, intent Planning 规划"));
        QCOMPARE(name(1), QStringLiteral("Message 2, Assistant, turn 1, hallucination: yes"));
        const QString said = document->child(1)->text(QAccessible::Description);
        QVERIFY(said.contains(QStringLiteral("Take the night train")));
        QVERIFY(said.contains(QStringLiteral("坐夜车吧。")));
        QVERIFY(said.contains(QStringLiteral("Memo: There is no night train.")));
        QAccessibleInterface* second = document->child(1);
        QVERIFY(!second->state().selected);
        second->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(m_reading->workspace.currentMessage(), 1);
        QVERIFY(second->state().selected);
        QCOMPARE(document->childAt(second->rect().center().x(), second->rect().center().y()), second);
        QCOMPARE(document->indexOfChild(second), 1);
    }

    void namesEveryControl()
    {
        QVERIFY(m_reading->open());
        for (const PanelSpec& spec : panels()) {
            const auto panel = openPanel(spec.id, m_reading->workspace, {900, 600});
            QVERIFY2(panel != nullptr, qPrintable(spec.id));
            QTest::keyClick(panel.get(), Qt::Key_F, Qt::ControlModifier);
            const QStringList found = unnamed(*QAccessible::queryAccessibleInterface(panel.get()));
            QVERIFY2(found.isEmpty(),
                     qPrintable(spec.id + QStringLiteral(": ") + found.join(QLatin1Char(','))));
        }
    }

private:
    std::unique_ptr<Reading> m_reading;
};

DUOLOGUE_TEST(AccessibleTest)
#include "accessible_test.moc"
