// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/value_diff.h"

#include "core/util/buffers.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <QElapsedTimer>
#include <QTest>
#include <stop_token>

using namespace duologue;

namespace {

/// A parsed value that owns what it points to.
class Parsed {
public:
    explicit Parsed(std::string_view json) : m_bytes(json), m_value(m_parser.parse(m_bytes.view()).value()) {}
    const JsonView& value() const { return m_value; }

private:
    PaddedBytes m_bytes;
    JsonParser m_parser;
    JsonView m_value;
};

std::string shown(const KeptValue& value)
{
    return value.isText ? "'" + value.text + "'" : value.text;
}

/// "changed a.b: 1 > 2" for each change.
std::vector<std::string> changes(std::string_view old, std::string_view now)
{
    const Parsed left(old);
    const Parsed right(now);
    std::vector<std::string> lines;
    for (const ValueChange& change : diffValues(left.value(), right.value(), Job()).changes)
        lines.push_back(std::string(changeKindName(change.kind)) + " " + change.name + ": " +
                        shown(change.old) + " > " + shown(change.now));
    return lines;
}

using Lines = std::vector<std::string>;

WordPairs pairsOf(std::string_view text)
{
    WordPairs pairs;
    pairs.addText(text);
    pairs.finish();
    return pairs;
}

} // namespace

/// Records are compared value by value, whatever they look like in the file.
class ValueDiffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsEqualValues_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<bool>("areEqual");
        const auto row = [](const char* left, const char* right, bool areEqual) {
            QTest::addRow("%s %s %s", left, areEqual ? "is" : "is not", right)
                << QByteArray(left) << QByteArray(right) << areEqual;
        };
        row(R"({"a":1,"b":[2]})", R"({ "b" : [ 2 ], "a" : 1 })", true);
        row("[1,1.0,1e0]", "[1.0,1,1]", true);
        row(R"("\u4f60")", R"("你")", true);
        row("[0]", "[-0.0]", true);
        row("[1]", R"(["1"])", false);
        row("[1,2]", "[2,1]", false);
        row("[9007199254740992]", "[9007199254740993]", false);
        row("[9007199254740993]", "[9007199254740993.0]", true);
        row("[12345678901234567.89]", "[12345678901234567.88]", false);
        row("[12345678901234567.890]", "[1.234567890123456789e16]", true);
        row("[null]", "[]", false);
        row("[null]", "[false]", false);
        row(R"({"a":1})", R"({"b":1})", false);
        row(R"({"a":1})", R"({"a":1,"b":null})", false);
        row("{}", "[]", false);
    }

    void findsEqualValues()
    {
        QFETCH(const QByteArray, left);
        QFETCH(const QByteArray, right);
        QFETCH(const bool, areEqual);
        const Parsed a(left.toStdString());
        const Parsed b(right.toStdString());
        QCOMPARE(equalValues(a.value(), b.value()), areEqual);
        QCOMPARE(equalValues(b.value(), a.value()), areEqual);
        QCOMPARE(diffValues(a.value(), b.value(), Job()).changes.empty(), areEqual);
        QCOMPARE(valueHash(a.value()) == valueHash(b.value()), areEqual);
    }

    void findsMembersOfManyMembers()
    {
        std::string forward = "{";
        std::string backward = "{";
        for (int i = 0; i < 100; ++i) {
            forward += "\"k" + std::to_string(i) + "\":" + std::to_string(i) + ",";
            backward += "\"k" + std::to_string(99 - i) + "\":" + std::to_string(99 - i) + ",";
        }
        QCOMPARE(changes(forward + "\"x\":1}", backward + "\"x\":2}"), (Lines{"changed x: 1 > 2"}));
    }

    void namesChangedMembers()
    {
        QCOMPARE(changes(R"({"a":{"b":1,"c":"x"},"d":true})", R"({"a":{"b":2,"c":"x"},"e":null})"),
                 (Lines{"changed a.b: 1 > 2", "removed d: true > ", "added e:  > null"}));
        QCOMPARE(changes(R"({"a":1})", R"({"a":"1"})"), (Lines{"changed a: 1 > '1'"}));
        QCOMPARE(changes(R"({"a":{"b":1}})", R"({"a":[1]})"), (Lines{R"(changed a: {"b":1} > [1])"}));
        QCOMPARE(changes("1", "2"), (Lines{"changed : 1 > 2"}));
    }

    void alignsLists()
    {
        QCOMPARE(changes(R"([1,2,3,4])", R"([1,3,4])"), (Lines{"removed [1]: 2 > "}));
        QCOMPARE(changes(R"([1,3,4])", R"([1,2,3,4])"), (Lines{"added [1]:  > 2"}));
        QCOMPARE(changes(R"([1,2,3])", R"([1,9,3])"), (Lines{"changed [1]: 2 > 9"}));
        QCOMPARE(changes(R"([])", R"([1,2])"), (Lines{"added [0]:  > 1", "added [1]:  > 2"}));
    }

    /// A message that is edited beside one that is inserted is compared with its own former text.
    void comparesMostSimilarMessages()
    {
        const char* const old = R"([{"role":"user","content":"Which train goes to the lake in the morning?"},
            {"role":"bot","content":"The one at eight."}])";
        const char* const now =
            R"([{"role":"user","content":"Hello!"},{"role":"bot","content":"Good day."},
            {"role":"user","content":"Which train goes to the lake in the evening?"},
            {"role":"bot","content":"The one at eight."}])";
        QCOMPARE(changes(old, now),
                 (Lines{R"(added [0]:  > {"role":"user","content":"Hello!"})",
                        R"(added [1]:  > {"role":"bot","content":"Good day."})",
                        "changed [2].content: 'Which train goes to the lake in the morning?' > "
                        "'Which train goes to the lake in the evening?'"}));
    }

    void pointsIntoBothRecords()
    {
        const Parsed old(R"({"a/b":[1,{"x":1},3]})");
        const Parsed now(R"({"a/b":[{"x":2},3]})");
        const auto diff = diffValues(old.value(), now.value(), Job());
        QCOMPARE(diff.changes.size(), std::size_t{2});
        const ValueChange& changed = diff.changes[1];
        QCOMPARE(diff.changes[0].oldPointer, std::string("/a~1b/0"));
        QCOMPARE(diff.changes[0].newPointer, std::string());
        QCOMPARE(changed.oldPointer, std::string("/a~1b/1/x"));
        QCOMPARE(changed.newPointer, std::string("/a~1b/0/x"));
        QCOMPARE(changed.name, std::string("a/b[0].x"));
    }

    void keepsLimitedNumberOfChanges()
    {
        std::string old = "[";
        std::string now = "[";
        for (int i = 0; i < 12'000; ++i) {
            old += std::to_string(i) + ",";
            now += std::to_string(-i - 1) + ",";
        }
        const Parsed left(old + "0]");
        const Parsed right(now + "0]");
        const auto diff = diffValues(left.value(), right.value(), Job());
        QCOMPARE(diff.changes.size(), kMostChanges);
        QCOMPARE(diff.leftOut, std::uint64_t{12'000 - kMostChanges});
    }

    /// Each level of such lists is looked at as a whole, which must not add up.
    void takesLimitedTimeForDeepLists()
    {
        const auto nested = [](const std::string& end) {
            std::string payload;
            for (int i = 0; i < 100'000; ++i)
                payload += std::to_string(i) + ",";
            std::string json = "[" + payload + end + "]";
            for (int level = 0; level < 900; ++level)
                json = "[" + end + "," + json + "]";
            return json;
        };
        const Parsed old(nested("1"));
        const Parsed now(nested("2"));
        QElapsedTimer timer;
        timer.start();
        const auto diff = diffValues(old.value(), now.value(), Job());
        QCOMPARE(diff.changes.size(), std::size_t{901});
        constexpr qint64 kLongest = 20'000;
        QVERIFY(timer.elapsed() < kLongest);
    }

    void stopsWithJob()
    {
        std::stop_source stop;
        stop.request_stop();
        const Parsed old("[1,2,3]");
        const Parsed now("[4,5,6]");
        QVERIFY(diffValues(old.value(), now.value(), Job(stop.get_token())).changes.empty());
    }

    void measuresLikeness()
    {
        QCOMPARE(likenessOf(pairsOf("Take the train."), pairsOf("Take the train.")), 1.0);
        QCOMPARE(likenessOf(pairsOf("Take the train."), pairsOf("  Take   the train. ")), 1.0);
        QCOMPARE(likenessOf(pairsOf("Take it"), pairsOf("Leave me")), 0.0);
        QCOMPARE(likenessOf(pairsOf(""), pairsOf("")), 0.0);
        // begin-我, 我-们, 们-去, 去-end: two of four pairs on each side.
        QCOMPARE(likenessOf(pairsOf("我们去"), pairsOf("我们来")), 0.5);
        // Four of six pairs.
        const double edited =
            likenessOf(pairsOf("one two three four five"), pairsOf("one two three four six"));
        QVERIFY(qFuzzyCompare(edited, 8.0 / 12.0));
    }

    /// Whatever is in two values, one is turned into the other by the changes: the same values change as
    /// many times in either direction.
    void isSymmetric()
    {
        test::Random random(11);
        const std::function<std::string(int)> made = [&](int depth) -> std::string {
            const auto kind = random.below(depth > 0 ? 6 : 3);
            if (kind < 2)
                return std::to_string(random.below(3));
            if (kind == 2)
                return std::string("\"") + "abc"[random.below(3)] + "\"";
            std::string json = kind < 5 ? "[" : "{";
            const auto size = random.below(4);
            for (std::uint32_t i = 0; i < size; ++i)
                json += (i > 0 ? "," : "") + (kind < 5 ? std::string() : "\"" + std::to_string(i) + "\":") +
                        made(depth - 1);
            return json + (kind < 5 ? "]" : "}");
        };
        for (int round = 0; round < 500; ++round) {
            const Parsed left(made(3));
            const Parsed right(made(3));
            const auto forward = diffValues(left.value(), right.value(), Job());
            const auto backward = diffValues(right.value(), left.value(), Job());
            QCOMPARE(forward.changes.empty(), backward.changes.empty());
            QCOMPARE(forward.changes.empty(), equalValues(left.value(), right.value()));
            if (forward.changes.empty())
                QCOMPARE(valueHash(left.value()), valueHash(right.value()));
        }
    }
};

DUOLOGUE_TEST(ValueDiffTest)
#include "value_diff_test.moc"
