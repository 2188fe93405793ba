// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/steps.h"
#include "ui/widgets/layouts.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QListView>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

/// A question, two calls of which the second fails, and the answer; then a conversation without calls.
constexpr const char* kSession =
    R"({"messages": [{"role": "system", "content": "Be careful."}, {"role": "user", "content": "Fix it."}, )"
    R"({"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "bash", )"
    R"("input": {"command": "ls"}}]}, )"
    R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x.py"}]}, )"
    R"({"role": "assistant", "content": [{"type": "tool_use", "id": "b", "name": "read_file", )"
    R"("input": {"path": "y.py"}}]}, )"
    R"({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "b", "content": "no such file", )"
    R"("is_error": true}]}, {"role": "assistant", "content": "Done."}]})"
    "\n";

CallText callOf(const char* arguments)
{
    Part call;
    call.kind = PartKind::Call;
    call.text = arguments;
    return callTextOf(call);
}

} // namespace

/// Calls of tools as a reader sees them, and the outline of a session.
class StepsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstArgumentIsInTheHead_data()
    {
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QStringList>("others");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("body");
        const auto row = [](const char* name, const char* arguments, const char* first,
                            const QStringList& others, CallText::Body kind, const char* body) {
            QTest::newRow(name) << QByteArray(arguments) << QString::fromUtf8(first) << others
                                << static_cast<int>(kind) << QString::fromUtf8(body);
        };
        using Body = CallText::Body;
        row("none", "{}", "", {}, Body::None, "");
        row("command", R"({"timeout": 60, "command": "ls -l"})", "ls -l", {QStringLiteral("timeout 60")},
            Body::None, "");
        row("first text", R"({"n": 2, "where": "Bern"})", "Bern", {QStringLiteral("n 2")}, Body::None, "");
        row("no text", R"({"n": 2})", "", {QStringLiteral("n 2")}, Body::None, "");
        row("lines", R"({"command": "cd x\nls"})", "cd x…", {}, Body::Text, "cd x\nls");
        row("edit", R"({"path": "a.py", "old_str": "x\ny\nz", "new_str": "x\nY\nz"})", "a.py", {}, Body::Diff,
            "  x\n- y\n+ Y\n  z");
        row("created", R"({"path": "a.py", "old_str": "", "new_str": "x"})", "a.py", {}, Body::Diff, "+ x");
        row("patch", R"({"input": "*** Begin Patch\n-a\n+b"})", "*** Begin Patch…", {}, Body::Diff,
            "*** Begin Patch\n-a\n+b");
        row("list", R"({"query": "tea", "tags": [1]})", "tea", {}, Body::Json,
            "{\n  \"tags\": [\n    1\n  ]\n}");
        row("no object", "just words", "just words", {}, Body::Text, "just words");
        row("broken", R"({"a": )", R"({"a": )", {}, Body::Text, R"({"a": )");
    }

    void theFirstArgumentIsInTheHead()
    {
        QFETCH(QByteArray, arguments);
        const CallText text = callOf(arguments.constData());
        QTEST(text.first, "first");
        QTEST(text.others, "others");
        QTEST(static_cast<int>(text.kind), "kind");
        QTEST(text.body, "body");
    }

    void countsLines()
    {
        QCOMPARE(lineCount(QStringLiteral("")), qsizetype{0});
        QCOMPARE(lineCount(QStringLiteral("a")), qsizetype{1});
        QCOMPARE(lineCount(QStringLiteral("a\nb\n")), qsizetype{2});
    }

    void theOutlineFollowsTheReader()
    {
        Reading reading;
        reading.writeBytes(QStringLiteral("s.jsonl"), kSession);
        QVERIFY(reading.open());
        const auto panel = openPanel(QStringLiteral("steps"), reading.workspace, {300, 400});
        auto& list = *panel->findChild<QListView*>(QStringLiteral("stepList"));
        auto& errors = *panel->findChild<QCheckBox*>(QStringLiteral("stepErrors"));
        const QAbstractItemModelTester tester(list.model());
        QVERIFY(hasContent(*panel));
        const auto lines = [&list] {
            QStringList texts;
            for (int row = 0; row < list.model()->rowCount(); ++row)
                texts << list.model()->index(row, 0).data().toString().simplified();
            return texts;
        };
        QCOMPARE(lines(),
                 (QStringList{QStringLiteral("User Fix it."), QStringLiteral("bash ls"),
                              QStringLiteral("read_file y.py ✗"), QStringLiteral("Assistant Done.")}));
        QVERIFY(panel->findChild<QLabel*>(QStringLiteral("stepCount"))->text().contains(QLatin1Char('2')));
        // The result of a call belongs to it.
        reading.workspace.setCurrentMessage(3);
        QCOMPARE(list.currentIndex().row(), 1);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                          list.visualRect(list.model()->index(3, 0)).center());
        QCOMPARE(reading.workspace.currentMessage(), 6);
        QVERIFY(errors.isVisible());
        errors.setChecked(true);
        QCOMPARE(lines(), QStringList{QStringLiteral("read_file y.py ✗")});
    }

    void withoutCallsThereIsNoOutline()
    {
        Reading reading;
        reading.writeBytes(QStringLiteral("s.jsonl"), R"({"messages": [{"role": "user", "content": "Hi"}]})"
                                                      "\n");
        QVERIFY(reading.open());
        const auto panel = openPanel(QStringLiteral("steps"), reading.workspace, {300, 400});
        QVERIFY(!hasContent(*panel));
    }
};

DUOLOGUE_TEST(StepsTest)
#include "steps_test.moc"
