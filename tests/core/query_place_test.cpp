// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

class QueryPlaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatIsTypedAtCursor_data();
    void findsWhatIsTypedAtCursor();
    void tokenizesInvalidText();
    void tokensAreInOrder();
};

void QueryPlaceTest::findsWhatIsTypedAtCursor_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("place");
    // "|" marks the cursor.
    const auto row = [](const char* text, const char* place) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(place);
    };
    row("|", "term [] ''");
    row("ta|", "term [ta] 'ta'");
    row("ta|sk", "term [task] 'ta'");
    row("a |", "term [] ''");
    row("a -tu|", "term [tu] 'tu'");
    row("-|", "term [] ''");
    row("(|", "term [] ''");
    row("task:|", "value of task [] ''");
    row("任务：|", "value of 任务 [] ''");
    row("task:tra|vel x", "value of task [travel] 'tra'");
    row("task:\"travel pl|", "value of task [\"travel pl] 'travel pl'");
    row("task:旅行|规划", "value of task [旅行规划] '旅行'");
    row("\"Detail Level\":|", "value of Detail Level [] ''");
    row("has:ra|", "name of has [ra] 'ra'");
    row("missing:|", "name of missing [] ''");
    row("text.user:bud|", "nothing [bud] 'bud'");
    row("\"two d|", "nothing [\"two d] 'two d'");
    row("/vi|", "nothing [/vi] '/vi'");
    row("message(tu|", "term in messages [tu] 'tu'");
    row("message(a (b) intent:|", "value of intent in messages [] ''");
    row("message(a) tu|", "term [tu] 'tu'");
    row("count（a -(ro|", "term in messages [ro] 'ro'");
    row("turns:5..2 ta|", "term [ta] 'ta'");
    row(") ta|", "term [ta] 'ta'");
}

void QueryPlaceTest::findsWhatIsTypedAtCursor()
{
    QFETCH(QByteArray, text);
    QFETCH(const QByteArray, place);
    const auto cursor = static_cast<std::size_t>(text.indexOf('|'));
    text.remove(static_cast<qsizetype>(cursor), 1);
    const std::string whole = text.toStdString();
    const QueryPlace found = queryPlaceAt(whole, cursor);
    constexpr std::string_view kKinds[] = {"nothing", "term", "name", "value"};
    std::string said(kKinds[static_cast<std::size_t>(found.kind)]);
    if (found.kind == QueryPlace::Kind::Value || found.kind == QueryPlace::Kind::FieldName)
        said += " of " + found.field;
    said += found.inMessages ? " in messages" : "";
    said += " [" + whole.substr(found.begin, found.end - found.begin) + "] '" + found.typed + "'";
    QCOMPARE(said, place.toStdString());
}

void QueryPlaceTest::tokenizesInvalidText()
{
    const std::string text = "a turns:5..2 ) task:x";
    std::string all;
    for (const QueryToken& token : queryTokens(text))
        all += "[" + text.substr(token.begin, token.end - token.begin) + "]";
    QCOMPARE(all, std::string("[a][turns:][5..2][)][task:][x]"));
}

void QueryPlaceTest::tokensAreInOrder()
{
    constexpr std::string_view kPieces[] = {"(",   ")",   "\"", "-",        ":",          "/",  "OR",
                                            "AND", "NOT", " ",  "a",        "：",         "（", "“",
                                            "\\",  ">",   "1",  "message(", "count(a):2", "　"};
    Random random(3);
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (auto i = random.below(10); i > 0; --i)
            text += random.of(kPieces);
        std::size_t at = 0;
        for (const QueryToken& token : queryTokens(text)) {
            QVERIFY2(token.begin >= at && token.begin < token.end && token.end <= text.size(), text.c_str());
            at = token.end;
        }
        const QueryPlace place = queryPlaceAt(text, text.size());
        QVERIFY2(place.begin <= place.end && place.end == text.size(), text.c_str());
    }
}

DUOLOGUE_TEST(QueryPlaceTest)
#include "query_place_test.moc"
