// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"
#include "tests/support/test_class.h"

#include <QTest>

using namespace duologue;

/// Offsets in a JSON text to pointers, and back.
class JsonLocateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsThePointerOfAByte_data()
    {
        QTest::addColumn<QByteArray>("upTo");
        QTest::addColumn<QByteArray>("pointer");
        QTest::newRow("outside") << QByteArray() << QByteArray();
        QTest::newRow("a name") << QByteArray("{\"hi") << QByteArray("/history");
        QTest::newRow("an element") << QByteArray("{\"history\": [") << QByteArray("/history/0");
        QTest::newRow("a member of the second")
            << QByteArray("{\"history\": [{\"a\": 1}, {\"x/y~\": tr") << QByteArray("/history/1/x~1y~0");
        QTest::newRow("a bracket in a text")
            << QByteArray("{\"history\": [{\"a\": 1}, {\"x/y~\": true}], \"q\": \"a ] b") << QByteArray("/q");
        QTest::newRow("between members")
            << QByteArray("{\"history\": [{\"a\": 1}, {\"x/y~\": true}], ") << QByteArray("/q");
        QTest::newRow("after it") << json() << QByteArray();
    }

    void findsThePointerOfAByte()
    {
        QFETCH(QByteArray, upTo);
        QFETCH(QByteArray, pointer);
        QVERIFY(json().startsWith(upTo));
        const QByteArray found = QByteArray::fromStdString(
            pointerOfOffset(json().toStdString(), static_cast<std::size_t>(upTo.size())));
        QCOMPARE(found, pointer);
    }

    void findsTheOffsetOfAPointer()
    {
        const std::string text = json().toStdString();
        for (const char* pointer : {"/history", "/history/0", "/history/0/a", "/history/1/x~1y~0", "/q"})
            QCOMPARE(pointerOfOffset(text, offsetOfPointer(text, pointer)), std::string(pointer));
    }

    void acceptsAnyText()
    {
        for (const char* text : {"", "}", "[[[", "{\"a\"", "{\"a\":\"", ",,,", "]]]{"})
            QVERIFY(pointerOfOffset(text, 100).size() < 100);
    }

private:
    static QByteArray json() { return "{\"history\": [{\"a\": 1}, {\"x/y~\": true}], \"q\": \"a ] b\"}"; }
};

DUOLOGUE_TEST(JsonLocateTest)
#include "json_locate_test.moc"
