// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_number.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <bit>
#include <cstdlib>
#include <string>

using namespace duologue;
using duologue::test::Random;

namespace {

std::string digits(Random& random, std::size_t count)
{
    std::string text;
    while (count-- > 0)
        text += static_cast<char>('0' + random.below(10));
    return text;
}

JsonNumber readWhole(const std::string& text)
{
    const std::string padded = text + ", 1";
    const JsonNumber number = readNumber(padded.data(), padded.data() + text.size());
    return number.behind == padded.data() + text.size() ? number : JsonNumber{};
}

} // namespace

class JsonNumberTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsFractionsToTheLastBit();
    void readsWholeNumbers();
    void ends_data();
    void ends();
};

/// As the C library reads them, which is right to the last bit.
void JsonNumberTest::readsFractionsToTheLastBit()
{
    Random random(34);
    for (int round = 0; round < 50'000; ++round) {
        const std::string whole = random.oneIn(3) ? "0" : "1" + digits(random, random.below(18));
        std::string text = (random.oneIn(4) ? "-" : "") + whole + "." + digits(random, 1 + random.below(20));
        if (random.oneIn(8))
            text += (random.oneIn(2) ? "e-" : "E") + digits(random, 1 + random.below(2));
        const JsonNumber number = readWhole(text);
        QVERIFY2(number.behind != nullptr, text.c_str());
        QCOMPARE(number.type, 'd');
        const double expected = std::strtod(text.c_str(), nullptr);
        QVERIFY2(number.bits == std::bit_cast<std::uint64_t>(expected), text.c_str());
    }
}

void JsonNumberTest::readsWholeNumbers()
{
    Random random(35);
    for (int round = 0; round < 5'000; ++round) {
        const std::string text = (random.oneIn(2) ? "-1" : "1") + digits(random, random.below(18));
        const JsonNumber number = readWhole(text);
        QVERIFY2(number.behind != nullptr, text.c_str());
        QCOMPARE(number.type, 'l');
        QCOMPARE(static_cast<std::int64_t>(number.bits), std::stoll(text));
    }
}

void JsonNumberTest::ends_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("read");
    QTest::newRow("at a letter") << QByteArray("12x") << 3 << 2;
    QTest::newRow("with the record") << QByteArray("123") << 2 << 2;
    QTest::newRow("before a fraction behind the record") << QByteArray("1.5") << 1 << -1;
    QTest::newRow("in the middle of a fraction") << QByteArray("1.25") << 3 << 3;
    QTest::newRow("at the point") << QByteArray("1.5") << 2 << -1;
    QTest::newRow("before the exponent's digits") << QByteArray("1.5e-7") << 5 << -1;
    QTest::newRow("nowhere") << QByteArray("-") << 1 << -1;
}

void JsonNumberTest::ends()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, length);
    QFETCH(const int, read);
    const std::string padded = text.toStdString() + "    ";
    const JsonNumber number = readNumber(padded.data(), padded.data() + length);
    QCOMPARE(number.behind == nullptr ? -1 : static_cast<int>(number.behind - padded.data()), read);
}

DUOLOGUE_TEST(JsonNumberTest)
#include "json_number_test.moc"
