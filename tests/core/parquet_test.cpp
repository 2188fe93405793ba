// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text.h"
#include "tests/core/columnar_fixture.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTest>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

using namespace duologue;
using duologue::test::ColumnarRows;
using duologue::test::fileBytes;
using duologue::test::TempFolder;

/// Parquet files of independent writers give the rows that an independent reader finds in them.
class ParquetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatOthersRead_data();
    void readsWhatOthersRead();
    void blocksOfAnySizeGiveTheSameRows_data();
    void blocksOfAnySizeGiveTheSameRows();
    void readsFromTheMiddleOfAGroup_data();
    void readsFromTheMiddleOfAGroup();
    void refusesFilesThatAreCutOff();
    void survivesAnyDamage();
    void reportsDamagedPages();
    void refusesEncryptedFiles();
    void leavesOutNullMembers();

private:
    static void addFiles();
};

void ParquetTest::addFiles()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    for (const char* codec : {"uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4", "lz4_raw"})
        QTest::newRow(codec) << QStringLiteral("nested-%1").arg(QLatin1String(codec))
                             << QStringLiteral("nested");
    const auto add = [](const char* name, const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(expected);
    };
    add("nested-v2", "nested");
    add("types-v1", "types");
    add("types-v2", "types");
    add("delta", "plain");
    add("delta-length", "plain");
    add("split-streams", "plain");
    add("small-pages", "messages");
    // Files of five writers; those with the same rows share what is expected.
    for (const auto& entry : std::filesystem::directory_iterator(test::columnarFile("peers"))) {
        const QString name = QString::fromStdString(entry.path().stem().string());
        if (entry.path().extension() != ".parquet")
            continue;
        QString expected = name;
        while (!QFile::exists(QString::fromStdString(
            test::columnarFile("peers/" + expected.toStdString() + ".jsonl").string())))
            expected = expected.section(QLatin1Char('-'), 0, -2);
        add(qPrintable(QStringLiteral("peers/") + name), qPrintable(QStringLiteral("peers/") + expected));
    }
}

void ParquetTest::readsWhatOthersRead_data()
{
    addFiles();
}

void ParquetTest::readsWhatOthersRead()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    const auto rows = test::readColumnar(test::columnarFile(name.toStdString() + ".parquet"));
    QCOMPARE(rows.fault, std::string());
    QCOMPARE(test::differences(rows.lines, test::expectedLines(expected.toStdString())), std::string());
}

void ParquetTest::blocksOfAnySizeGiveTheSameRows_data()
{
    addFiles();
}

void ParquetTest::blocksOfAnySizeGiveTheSameRows()
{
    QFETCH(QString, name);
    const auto path = test::columnarFile(name.toStdString() + ".parquet");
    const auto whole = test::readColumnar(path);
    for (const std::size_t rows : {1U, 2U, 3U, 7U, 24U, 39U})
        QCOMPARE(test::readColumnar(path, rows).lines, whole.lines);
}

void ParquetTest::readsFromTheMiddleOfAGroup_data()
{
    addFiles();
}

void ParquetTest::readsFromTheMiddleOfAGroup()
{
    QFETCH(QString, name);
    const auto path = test::columnarFile(name.toStdString() + ".parquet");
    const auto whole = test::readColumnar(path);
    const auto source = FileSource::open(path, FileId{0});
    const auto file = ColumnarFile::open(source.value());
    QVERIFY(file.ok());
    // Twice: the second time, the file knows where its pages begin.
    for (int round = 0; round < 2; ++round) {
        for (std::size_t row = whole.lines.size(); row > 0;
             row -= std::min<std::size_t>(row, row > 100 ? 83 : 1))
            QCOMPARE(test::readRow(*file.value(), source.value(), row - 1), whole.lines[row - 1]);
    }
}

void ParquetTest::refusesFilesThatAreCutOff()
{
    const TempFolder folder;
    const std::string bytes = fileBytes(test::columnarFile("nested-zstd.parquet"));
    for (std::size_t length = 4; length < bytes.size(); length += 10) {
        const auto rows = test::readColumnar(folder.write("cut.parquet", bytes.substr(0, length)));
        QCOMPARE(rows.lines.size(), std::size_t{0});
        QVERIFY(!rows.fault.empty());
    }
}

void ParquetTest::survivesAnyDamage()
{
    const TempFolder folder;
    for (const char* name : {"nested-snappy.parquet", "delta.parquet", "peers/js-gzip-v2.parquet"}) {
        const std::string bytes = fileBytes(test::columnarFile(name));
        for (std::size_t i = 0; i < bytes.size(); i += 17) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(~damaged[i]);
            const auto rows = test::readColumnar(folder.write("damaged.parquet", damaged));
            QVERIFY(rows.lines.size() <= 1'000'000);
            for (const std::string& line : rows.lines)
                QVERIFY(nlohmann::json::accept(line) || toValidUtf8(line) != line);
        }
    }
}

void ParquetTest::reportsDamagedPages()
{
    const TempFolder folder;
    std::string bytes = fileBytes(test::columnarFile("nested-gzip.parquet"));
    for (std::size_t i = 200; i < 260; ++i)
        bytes[i] = static_cast<char>(~bytes[i]);
    const auto rows = test::readColumnar(folder.write("damaged.parquet", bytes));
    QVERIFY2(rows.fault.starts_with("row group 1, column "), rows.fault.c_str());
    QCOMPARE(rows.lines.size(), std::size_t{0});
}

void ParquetTest::refusesEncryptedFiles()
{
    const TempFolder folder;
    std::string bytes = fileBytes(test::columnarFile("nested-gzip.parquet"));
    bytes.replace(bytes.size() - 4, 4, "PARE");
    QCOMPARE(test::readColumnar(folder.write("secret.parquet", bytes)).fault,
             std::string("the Parquet file is encrypted"));
}

void ParquetTest::leavesOutNullMembers()
{
    const auto rows = test::readColumnar(test::columnarFile("nested-zstd.parquet"));
    // The messages' "tokens" is null in the first one; the column "messages" is null in record 0.
    QVERIFY(rows.lines[0].find(R"("messages":null)") != std::string::npos);
    QVERIFY(rows.lines[1].find(R"([{"role":"user","content":"question 1"},{"role":"assistant")") !=
            std::string::npos);
}

DUOLOGUE_TEST(ParquetTest)
#include "parquet_test.moc"
