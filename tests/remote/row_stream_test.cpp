// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/row_stream.h"

#include "core/util/phrase_id.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

namespace {

/// The rows, and the mistake in English, of an answer that comes in pieces of this size.
std::string streamed(const std::string& answer, std::size_t piece, const Phrase& ofTransfer = {})
{
    std::string out;
    RowStream rows([&out](const JsonView& row) {
        out += row.toJson() + '\n';
        return true;
    });
    for (std::size_t at = 0; at < answer.size(); at += piece)
        rows.add(std::string_view(answer).substr(at, piece));
    return out + inEnglish(rows.finish(ofTransfer));
}

} // namespace

class RowStreamTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAnswers_data();
    void readsAnswers();
    void stopsWhenNoMoreAreWanted();
    void keepsTheTextOfRows();
    void columnsMayHaveTheNameOfErrors();
};

void RowStreamTest::readsAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("expected");
    const auto add = [](const char* name, const char* answer, const char* expected) {
        QTest::addRow("%s", name) << QByteArray(answer) << QByteArray(expected);
    };
    add("whole", "{\"a\":1}\n{\"a\":\"x\\ny\"}\n", "{\"a\":1}\n{\"a\":\"x\\ny\"}\n");
    add("nothing", "", "");
    add("error after rows",
        "{\"a\":1}\nCode: 159, e.displayText() = DB::Exception: Timeout exceeded, e.what() = DB::Exception\n",
        "{\"a\":1}\nthe server says: Timeout exceeded");
    add("error in a row",
        "{\"a\":1}\n{\"a\":\"hCode: 159, e.displayText() = DB::Exception: Timeout exceeded (version 1.2)\n",
        "{\"a\":1}\nthe server says: Timeout exceeded");
    add("error as a row", "{\"a\":1}\n{\"exception\": \"Code: 1. DB::Exception: Gone. (X)\"}\n",
        "{\"a\":1}\nthe server says: Gone. (X)\"}");
    add("half a row", "{\"a\":1}\n{\"a\":",
        "{\"a\":1}\nthe server's response ended prematurely: the last row is incomplete");
    add("large numbers",
        "{\"a\":100000000000000000000,\"b\":\"100000000000000000000\",\"c\":[-100000000000000000000]}\n",
        "{\"a\":1e+20,\"b\":\"100000000000000000000\",\"c\":[-1e+20]}\n");
    add("bytes that are no text", "{\"a\":\"x\xFFy\"}\n", "{\"a\":\"x\xEF\xBF\xBDy\"}\n");
    add("what a text says is no error", "{\"a\":\"Code: 1, DB::Exception: no\"}\n",
        "{\"a\":\"Code: 1, DB::Exception: no\"}\n");
}

void RowStreamTest::readsAnswers()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, expected);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{1000}})
        QCOMPARE(streamed(answer.toStdString(), piece), expected.toStdString());
}

void RowStreamTest::stopsWhenNoMoreAreWanted()
{
    int taken = 0;
    RowStream rows([&taken](const JsonView&) { return ++taken < 2; });
    QVERIFY(!rows.add("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"));
    QCOMPARE(taken, 2);
    QVERIFY(rows.finish(PhraseId::HalfRow).empty());
}

void RowStreamTest::keepsTheTextOfRows()
{
    const std::string row = R"({"a":1.10,"a":100000000000000000000,"b":{"c":NaN,"d":"\ud83d"}})";
    std::string kept;
    RowStream rows([&kept](const JsonView&, std::string_view text) {
        kept = text;
        return true;
    });
    rows.add(row + "\n");
    QVERIFY(rows.finish({}).empty());
    QCOMPARE(kept, row);
}

void RowStreamTest::columnsMayHaveTheNameOfErrors()
{
    int taken = 0;
    RowStream rows([&taken](const JsonView&, std::string_view) { return ++taken > 0; }, false);
    rows.add("{\"exception\":\"Code: 1. DB::Exception: Gone.\"}\n");
    QVERIFY(rows.finish({}).empty());
    QCOMPARE(taken, 1);
}

DUOLOGUE_TEST(RowStreamTest)
#include "row_stream_test.moc"
