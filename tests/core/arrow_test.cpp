// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/columnar_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <string>

using namespace duologue;
using duologue::test::fileBytes;
using duologue::test::TempFolder;

/// Arrow files and streams of independent writers give the rows that an independent reader finds in them.
class ArrowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatOthersRead_data();
    void readsWhatOthersRead();
    void readsAnyRowAlone_data();
    void readsAnyRowAlone();
    void readsWhatIsBeforeACut();
    void aCutBeforeTheFirstRowsIsDamage();
    void survivesAnyDamage();

private:
    static void addFiles();
};

void ArrowTest::addFiles()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* name, const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(expected);
    };
    add("nested-rust", "nested");
    add("nested-file", "nested");
    add("messages-rust", "messages");
    add("messages-file", "messages");
    add("plain-dictionary", "plain");
}

void ArrowTest::readsWhatOthersRead_data()
{
    addFiles();
}

void ArrowTest::readsWhatOthersRead()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    const auto rows = test::readColumnar(test::columnarFile(name.toStdString() + ".arrow"));
    QCOMPARE(rows.fault, std::string());
    QCOMPARE(test::differences(rows.lines, test::expectedLines(expected.toStdString())), std::string());
}

void ArrowTest::readsAnyRowAlone_data()
{
    addFiles();
}

void ArrowTest::readsAnyRowAlone()
{
    QFETCH(QString, name);
    const auto path = test::columnarFile(name.toStdString() + ".arrow");
    const auto whole = test::readColumnar(path);
    for (const std::size_t rows : {1U, 3U, 9U})
        QCOMPARE(test::readColumnar(path, rows).lines, whole.lines);
    const auto source = FileSource::open(path, FileId{0});
    const auto file = ColumnarFile::open(source.value());
    QVERIFY(file.ok());
    for (std::size_t row = whole.lines.size(); row-- > 0;)
        QCOMPARE(test::readRow(*file.value(), source.value(), row), whole.lines[row]);
}

void ArrowTest::readsWhatIsBeforeACut()
{
    const TempFolder folder;
    const auto path = test::columnarFile("messages-rust.arrow");
    const std::string bytes = fileBytes(path);
    const auto whole = test::readColumnar(path);
    for (std::size_t length = 16; length + 8 < bytes.size(); length += 30) {
        const auto rows = test::readColumnar(folder.write("cut.arrow", bytes.substr(0, length)));
        QVERIFY(!rows.fault.empty());
        // Whole record batches and nothing else.
        QVERIFY(rows.lines.size() < whole.lines.size());
        QVERIFY(std::equal(rows.lines.begin(), rows.lines.end(), whole.lines.begin()));
        // A download that has broken off may leave zeros in place of the rest.
        const auto filled = test::readColumnar(
            folder.write("filled.arrow", bytes.substr(0, length) + std::string(bytes.size() - length, '\0')));
        QVERIFY2(!filled.fault.empty() || filled.lines.size() == whole.lines.size(),
                 std::to_string(length).c_str());
    }
}

/// No row of it can be read: it is damaged, and not said to be empty.
void ArrowTest::aCutBeforeTheFirstRowsIsDamage()
{
    const TempFolder folder;
    const std::string bytes = fileBytes(test::columnarFile("messages-rust.arrow"));
    std::size_t refused = 0;
    for (std::size_t length = bytes.size() / 10; length < bytes.size() / 2; length += bytes.size() / 20) {
        const auto snapshot = test::load({folder.write("cut.arrow", bytes.substr(0, length))});
        if (snapshot->recordCount() > 0)
            continue;
        ++refused;
        QVERIFY2(snapshot->problemCounts.errors() > 0, std::to_string(length).c_str());
    }
    QVERIFY(refused > 0);
}

void ArrowTest::survivesAnyDamage()
{
    const TempFolder folder;
    const std::string bytes = fileBytes(test::columnarFile("nested-rust.arrow"));
    for (std::size_t i = 0; i < bytes.size(); i += 31) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(~damaged[i]);
        const auto rows = test::readColumnar(folder.write("damaged.arrow", damaged));
        QVERIFY(rows.lines.size() <= 1'000'000);
    }
}

DUOLOGUE_TEST(ArrowTest)
#include "arrow_test.moc"
