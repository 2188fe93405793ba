// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/sql_text.h"

#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <limits>
#include <optional>

using namespace duologue;
using namespace duologue::test;

namespace {

/// Reads one quoted token as ClickHouse's lexer does, and nothing may be left.
std::optional<std::string> tokenIn(const std::string& sql, char quote)
{
    if (sql.size() < 2 || sql.front() != quote)
        return std::nullopt;
    std::string text;
    for (std::size_t i = 1; i < sql.size(); ++i) {
        if (sql[i] == quote)
            return i + 1 == sql.size() ? std::optional(text) : std::nullopt;
        if (sql[i] == '\\') {
            if (++i == sql.size())
                return std::nullopt;
            text += sql[i] == '0' ? '\0' : sql[i];
            continue;
        }
        text += sql[i];
    }
    return std::nullopt;
}

} // namespace

class SqlTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quotes();
    void noTextBecomesSql();
    void writesNumbers();
    void joinsConditions();
};

void SqlTextTest::quotes()
{
    QCOMPARE(sqlText("it's"), std::string("'it\\'s'"));
    QCOMPARE(sqlText("a\\"), std::string("'a\\\\'"));
    QCOMPARE(sqlText(std::string_view("\0x", 2)), std::string("'\\0x'"));
    QCOMPARE(sqlText("100%"), std::string("'100%'"));
    QCOMPARE(sqlName("a`b"), std::string("`a\\`b`"));
    QCOMPARE(sqlIn("x", {"a", "b'"}), std::string("(x IN ('a', 'b\\''))"));
    QCOMPARE(sqlIn("x", {}), std::string("0"));
    // PostgreSQL has no texts with a zero byte: no value is one, and none is its beginning.
    const std::string zero("a\0b", 3);
    QCOMPARE(sqlIn("x", {zero}, SqlDialect::PostgreSql), std::string("0"));
    QCOMPARE(sqlIn("x", {zero, "c"}, SqlDialect::PostgreSql), std::string("(x IN ('c'))"));
    QCOMPARE(sqlText(zero, SqlDialect::PostgreSql), std::string("NULL::text"));
}

void SqlTextTest::noTextBecomesSql()
{
    Random random(1);
    constexpr std::string_view kHostile = "'`\"\\%();-/*\n\r\t\0xn0 ";
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (auto i = random.below(12); i > 0; --i)
            text += random.oneIn(3) ? static_cast<char>(random.below(256))
                                    : kHostile[random.below(kHostile.size())];
        QCOMPARE(tokenIn(sqlText(text), '\''), std::optional(text));
        QCOMPARE(tokenIn(sqlName(text), '`'), std::optional(text));
    }
}

void SqlTextTest::writesNumbers()
{
    QCOMPARE(sqlNumber(2), std::string("toFloat64(2)"));
    QCOMPARE(sqlNumber(-0.1), std::string("toFloat64(-0.1)"));
    QCOMPARE(sqlNumber(1e300), std::string("toFloat64(1e+300)"));
    QCOMPARE(sqlNumber(-5e-324), std::string("reinterpretAsFloat64(unhex('0100000000000080'))"));
    QCOMPARE(sqlNumber(-std::numeric_limits<double>::infinity()), std::string("(-1 / 0)"));
}

void SqlTextTest::joinsConditions()
{
    QCOMPARE(sqlAnd({"a", "1", "b"}), std::string("(a AND b)"));
    QCOMPARE(sqlAnd({"a", "0"}), std::string("0"));
    QCOMPARE(sqlAnd({}), std::string("1"));
    QCOMPARE(sqlOr({"a", "0"}), std::string("a"));
    QCOMPARE(sqlOr({"a", "1"}), std::string("1"));
    QCOMPARE(sqlNot("0"), std::string("1"));
    QCOMPARE(sqlNot("a"), std::string("NOT (a)"));
}

DUOLOGUE_TEST(SqlTextTest)
#include "sql_text_test.moc"
