// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/same_record.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <sstream>

using namespace duologue;
using namespace duologue::test;

namespace {

/// Records in lines: "a" with an id of its own, "-3" without one and with a text of three letters.
std::string records(const std::string& names)
{
    std::string lines;
    std::istringstream each(names);
    for (std::string name; each >> name;) {
        const bool hasId = name.front() != '-';
        const std::string id = hasId ? R"("id": ")" + name + R"(", )" : std::string();
        const std::string said(hasId ? 4 : static_cast<std::size_t>(std::stoi(name.substr(1))), 'x');
        lines += "{" + id + R"("messages": [{"role": "user", "content": ")" + said +
                 R"("}, {"role": "assistant", "content": "a"}]})" + "\n";
    }
    return lines;
}

} // namespace

/// Records are found again after their file has changed.
class SameRecordTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        // For each record before, its number after; "." if it is not there.
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const char* before, const char* after, const char* found) {
            QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(after)
                                << QString::fromLatin1(found);
        };
        row("unchanged", "a b c", "a b c", "012");
        row("appended", "a b c", "a b c d", "012");
        row("inserted at the top", "a b c", "x y a b c", "234");
        row("inserted between", "a b c", "a x b c", "023");
        row("deleted", "a b c", "a c", "0.1");
        row("sorted anew", "a b c", "c a b", "120");
        row("an id that occurs twice", "a b c", "a c b b", "0.1");
        row("another id in its place", "a b", "a x", "0.");
        row("no ids, unchanged", "-3 -5 -9", "-3 -5 -9", "012");
        row("no ids, appended", "-3 -5 -9", "-3 -5 -9 -7", "012");
        row("no ids, inserted at the top", "-3 -5 -9", "-8 -3 -5 -9", "123");
        row("no ids, edited", "-3 -5 -9", "-3 -8 -9", "012");
        row("no ids, deleted and changed", "-3 -5 -9", "-4 -9", "...");
        row("no ids, as long as each other", "-3 -3 -3", "-3 -3 -3 -3", "012");
    }

    void finds()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, found);
        TempFolder folder;
        folder.write("b.jsonl", records(before.toStdString()));
        const SnapshotPtr from = load({folder.path()});
        folder.write("b.jsonl", records(after.toStdString()));
        // Another file before it moves its rows.
        folder.write("a.jsonl", records("z"));
        const SnapshotPtr to = load({folder.path()});
        SameRecords same(*from, *to);
        QString made;
        for (Row row{0}; row < from->endRow(); ++row) {
            const auto now = same.find(row);
            made += now ? QString::number(indexOf(*now) - 1) : QStringLiteral(".");
        }
        QCOMPARE(made, found);
    }

    void aRenamedFileHasTheSame()
    {
        TempFolder folder;
        folder.write("b.jsonl", records("-3 -4"));
        const SnapshotPtr from = load({folder.path()});
        std::filesystem::rename(folder.path() / "b.jsonl", folder.path() / "c.jsonl");
        folder.write("a.jsonl", records("z"));
        const SnapshotPtr to = load({folder.path()});
        QCOMPARE(SameRecords(*from, *to).find(Row{1}), std::optional(Row{2}));
    }

    void aFileThatIsGoneHasNone()
    {
        TempFolder folder;
        folder.write("b.jsonl", records("a b"));
        const SnapshotPtr from = load({folder.path()});
        folder.write("c.jsonl", records("a b c"));
        std::filesystem::remove(folder.path() / "b.jsonl");
        const SnapshotPtr to = load({folder.path()});
        QVERIFY(!SameRecords(*from, *to).find(Row{0}));
        QCOMPARE(recordOfFile(*to, FileId{0}, "b"), std::optional(Row{1}));
    }
};

DUOLOGUE_TEST(SameRecordTest)
#include "same_record_test.moc"
