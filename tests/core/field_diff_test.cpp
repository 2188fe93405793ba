// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/field_diff.h"

#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <stop_token>

using namespace duologue;
using namespace duologue::test;

namespace {

struct ComparedFields {
    FieldDiffCounts counts;
    /// "record at.name: first > second"
    std::vector<std::string> lines;
};

ComparedFields compared(const Snapshot& snapshot, const std::string& first, const std::string& second)
{
    ComparedFields made;
    made.counts = diffFields(snapshot, first, second, Job(), [&](const FieldDifference& difference) {
        for (const ValueChange& change : difference.diff.changes)
            made.lines.push_back(std::to_string(snapshot.record(difference.row).ordinal) + " " +
                                 difference.pointer + " " + change.name + ": " + change.old.text + " > " +
                                 change.now.text);
        return true;
    });
    return made;
}

using Lines = std::vector<std::string>;

} // namespace

/// Two fields of one dataset are compared wherever one of them is.
class FieldDiffTest : public QObject {
    Q_OBJECT

private:
    SnapshotPtr loaded(std::string_view lines) const
    {
        return load({m_folder.write("records.jsonl", lines)});
    }

    TempFolder m_folder;

private Q_SLOTS:
    void comparesMessages()
    {
        const auto snapshot = loaded(
            R"({"messages":[{"role":"user","content":"one","content_old":"one"},{"role":"assistant","content":"two","content_old":"too"}]}
{"messages":[{"role":"user","content":"three"},{"role":"assistant","content":"four","content_old":null}]}
)");
        const ComparedFields made = compared(*snapshot, "content_old", "content");
        QCOMPARE(made.lines, (Lines{"1 /messages/1 : too > two"}));
        QCOMPARE(made.counts.equal, std::uint64_t{1});
        QCOMPARE(made.counts.different, std::uint64_t{1});
        QCOMPARE(made.counts.onlyFirst, std::uint64_t{0});
        QCOMPARE(made.counts.onlySecond, std::uint64_t{2});
        QCOMPARE(made.counts.secondAlone, std::optional(Row{1}));
        QCOMPARE(made.counts.recordsWithDifference, std::uint64_t{1});
        QVERIFY(!made.counts.areEqual());
    }

    void comparesFieldsOfRecords()
    {
        const auto snapshot = loaded(
            R"({"messages":[{"role":"user","content":"x"}],"strategy":{"final":{"order":1}},"strategy_V3":{"final":{"order":2}}}
{"messages":[{"role":"user","content":"y"}],"strategy":{"final":{"order":1}},"strategy_V3":{"final":{"order":1.0}}}
)");
        const ComparedFields made = compared(*snapshot, "strategy", "strategy_v3");
        QCOMPARE(made.lines, (Lines{"1  final.order: 1 > 2"}));
        QCOMPARE(made.counts.equal, std::uint64_t{1});
        // Members of members, and a name that none has.
        QCOMPARE(compared(*snapshot, "strategy.final.order", "strategy_v3.final.order").lines,
                 (Lines{"1  : 1 > 2"}));
        const auto none = compared(*snapshot, "strategy", "strategy_v4").counts;
        QVERIFY(none.hasFirst() && !none.hasSecond());
    }

    void tellsSpellingsApart()
    {
        const auto snapshot = loaded(R"({"messages":[{"role":"user","content":"x"}],"Label":"a","label":"b"}
{"messages":[{"role":"user","content":"y"}],"label":"c"}
)");
        const ComparedFields made = compared(*snapshot, "Label", "label");
        QCOMPARE(made.lines, (Lines{"1  : a > b"}));
        QCOMPARE(made.counts.onlySecond, std::uint64_t{1});
    }

    void leavesOutBrokenRecords()
    {
        const auto snapshot = loaded(R"({"messages":[{"role":"user","content":"x"}],"a":1,"b":1}
{"messages": broken
)");
        const ComparedFields made = compared(*snapshot, "a", "b");
        QCOMPARE(made.counts.broken, std::uint64_t{1});
        QCOMPARE(made.counts.equal, std::uint64_t{1});
        QVERIFY(made.counts.areEqual());
    }

    void stops()
    {
        std::string lines;
        for (int i = 0; i < 100; ++i)
            lines += R"({"messages":[{"role":"user","content":"x"}],"a":1,"b":2})"
                     "\n";
        const auto snapshot = loaded(lines);
        std::stop_source stop;
        stop.request_stop();
        const auto none = diffFields(*snapshot, "a", "b", Job(stop.get_token()),
                                     [](const FieldDifference&) { return true; });
        QCOMPARE(none.different, std::uint64_t{0});
        int handled = 0;
        diffFields(*snapshot, "a", "b", Job(), [&](const FieldDifference&) { return ++handled < 3; });
        QCOMPARE(handled, 3);
    }

    void tellsChangedFiles()
    {
        const auto snapshot = loaded(R"({"messages":[{"role":"user","content":"x"}],"a":1,"b":2})"
                                     "\n");
        m_folder.write("records.jsonl", R"({"messages":[{"role":"user","content":"y"}],"a":1,"b":3})"
                                        "\n");
        QCOMPARE(compared(*snapshot, "a", "b").counts.unread, std::uint64_t{1});
    }
};

DUOLOGUE_TEST(FieldDiffTest)
#include "field_diff_test.moc"
