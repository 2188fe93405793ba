// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <archive.h>
#include <array>

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

const std::string kPackedChat =
    R"({"id": "1", "messages": [{"role": "user", "content": "a"}, {"role": "bot", "content": "b"}]})"
    "\n"
    R"({"id": "2", "messages": [{"role": "user", "content": "杭州"}, {"role": "bot", "content": "好"}]})"
    "\n";

/// kPackedChat packed by zstd, which writes a checksum, unlike libarchive.
std::string zstdWithChecksum()
{
    constexpr std::array<unsigned char, 108> kBytes{
        0x28, 0xb5, 0x2f, 0xfd, 0x24, 0xc1, 0xfd, 0x02, 0x00, 0x74, 0x04, 0x7b, 0x22, 0x69, 0x64, 0x22,
        0x3a, 0x20, 0x22, 0x31, 0x22, 0x2c, 0x20, 0x22, 0x6d, 0x65, 0x73, 0x73, 0x61, 0x67, 0x65, 0x73,
        0x22, 0x3a, 0x20, 0x5b, 0x7b, 0x22, 0x72, 0x6f, 0x6c, 0x65, 0x75, 0x73, 0x65, 0x72, 0x63, 0x6f,
        0x6e, 0x74, 0x65, 0x6e, 0x74, 0x61, 0x22, 0x7d, 0x2c, 0x20, 0x62, 0x6f, 0x74, 0x62, 0x22, 0x7d,
        0x5d, 0x7d, 0x0a, 0x32, 0xe6, 0x9d, 0xad, 0xe5, 0xb7, 0x9e, 0xe5, 0xa5, 0xbd, 0x22, 0x7d, 0x5d,
        0x7d, 0x0a, 0x08, 0x00, 0x65, 0xc0, 0x4b, 0x30, 0x17, 0x0c, 0x6f, 0x21, 0xaa, 0x8f, 0xa2, 0x56,
        0xdb, 0x34, 0x13, 0x94, 0x91, 0xdd, 0x9a, 0x4e, 0x1e, 0x1c, 0x0c, 0xd7};
    return {kBytes.begin(), kBytes.end()};
}

/// The bytes of every record that can be read.
Lines recordsOf(const Snapshot& snapshot)
{
    Lines records;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const auto record = readRecord(snapshot, row);
        records.push_back(record ? std::string(record.value()->bytes.view())
                                 : inEnglish(record.problem().detail));
    }
    return records;
}

/// A problem is reported: an error, or a skipped file.
bool isTold(const Snapshot& snapshot)
{
    bool told = snapshot.problemCounts.errors() > 0;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        told = told || !snapshot.files[i].skipReason.empty();
    return told;
}

std::string damageIn(const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        if (snapshot.problems[i].code == ProblemCode::ArchiveDamaged)
            return inEnglish(snapshot.problems[i].detail);
    }
    return {};
}

/// Enough different records for several blocks in every compression format.
std::string manyChats()
{
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += R"({"id": ")" + std::to_string(i) + R"(", "messages": [{"role": "user", "content": ")" +
                std::to_string(i * 7919U % 100'003U) + "\"}]}\n";
    return text;
}

} // namespace

/// Every changed byte of a packed file is noticed, as far as the format has checksums.
class DamagedArchiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void detectsEveryFlippedByte_data();
    void detectsEveryFlippedByte();
    void detectsFlippedTarHeaders();
    void keepsRecordsBeforeDamage_data();
    void keepsRecordsBeforeDamage();
    void readsConcatenatedGzip();
    void reportsTrailingBytesExceptZeros_data();
    void reportsTrailingBytesExceptZeros();

private:
    TempFolder m_folder;
};

void DamagedArchiveTest::detectsEveryFlippedByte_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* title, const char* name, const std::string& bytes) {
        QTest::newRow(title) << name << QByteArray::fromStdString(bytes);
    };
    const auto alone = [](int filter) { return packed(ARCHIVE_FORMAT_RAW, filter, {{"", kPackedChat}}); };
    const auto tar = [](int filter) {
        return packed(ARCHIVE_FORMAT_TAR_USTAR, filter, {{"a.jsonl", kPackedChat}});
    };
    row("gz", "a.jsonl.gz", gzipOf(kPackedChat));
    row("gz, two members", "a.jsonl.gz",
        gzipOf(kPackedChat.substr(0, 100)) + gzipOf(kPackedChat.substr(100)));
    row("bz2", "a.jsonl.bz2", alone(ARCHIVE_FILTER_BZIP2));
    row("xz", "a.jsonl.xz", alone(ARCHIVE_FILTER_XZ));
    row("zst", "a.jsonl.zst", zstdWithChecksum());
    const std::size_t half = kPackedChat.find('\n') + 1;
    row("zip", "a.zip",
        zipOf({{"a.jsonl", kPackedChat.substr(0, half)}, {"b.jsonl", kPackedChat.substr(half)}}));
    row("tar.gz", "a.tar.gz", tar(ARCHIVE_FILTER_GZIP));
    row("tar.bz2", "a.tar.bz2", tar(ARCHIVE_FILTER_BZIP2));
    row("tar.xz", "a.tar.xz", tar(ARCHIVE_FILTER_XZ));
}

void DamagedArchiveTest::detectsEveryFlippedByte()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, bytes);
    const auto path = m_folder.write(name.toStdString(), bytes.toStdString());
    const Lines wanted = recordsOf(*load({path}));
    QCOMPARE(wanted.size(), std::size_t{2});
    std::string silent;
    for (int at = 0; at < bytes.size(); ++at) {
        for (const unsigned flip : {1U << (static_cast<unsigned>(at) % 8U), 0xFFU}) {
            std::string damaged = bytes.toStdString();
            damaged[static_cast<std::size_t>(at)] ^= static_cast<char>(flip);
            m_folder.write(name.toStdString(), damaged);
            const auto snapshot = load({path});
            if (!isTold(*snapshot) && recordsOf(*snapshot) != wanted)
                silent += " " + std::to_string(at) + "^" + std::to_string(flip);
        }
    }
    QCOMPARE(silent, std::string());
}

void DamagedArchiveTest::detectsFlippedTarHeaders()
{
    // In a tar, each header has a checksum, but the contents have none.
    constexpr std::size_t kHeader = 512;
    const std::string bytes = packed(ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE,
                                     {{"a.jsonl", kPackedChat}, {"b.jsonl", kPackedChat}});
    const std::size_t second = 2 * kHeader;
    for (std::size_t i = 0; i < kHeader; ++i) {
        std::string damaged = bytes;
        damaged[second + i] ^= '\x55';
        const auto snapshot = load({m_folder.write("h.tar", damaged)});
        QVERIFY2(isTold(*snapshot), qPrintable(QString::number(i)));
        QCOMPARE(snapshot->recordCount(), 2U);
    }
}

void DamagedArchiveTest::keepsRecordsBeforeDamage_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("filter");
    QTest::newRow("gz") << "m.jsonl.gz" << ARCHIVE_FILTER_GZIP;
    QTest::newRow("bz2") << "m.jsonl.bz2" << ARCHIVE_FILTER_BZIP2;
}

void DamagedArchiveTest::keepsRecordsBeforeDamage()
{
    QFETCH(const QString, name);
    QFETCH(const int, filter);
    std::string bytes = packed(ARCHIVE_FORMAT_RAW, filter, {{"", manyChats()}});
    const std::size_t place = bytes.size() * 9 / 10;
    bytes[place] ^= '\x10';
    const auto snapshot = load({m_folder.write(name.toStdString(), bytes)});
    QVERIFY2(snapshot->recordCount() > 1000, qPrintable(QString::number(snapshot->recordCount())));
    QCOMPARE(fieldText(*snapshot, Row{1000}, "id"), std::string("1000"));
    const std::string damage = damageIn(*snapshot);
    QVERIFY2(damage.find("byte") != std::string::npos, damage.c_str());
    QVERIFY2(damage.ends_with("of the packed file"), damage.c_str());
}

void DamagedArchiveTest::readsConcatenatedGzip()
{
    const std::size_t half = kPackedChat.find('\n') + 1;
    const std::string bytes =
        gzipOf(kPackedChat.substr(0, half)) + gzipOf(kPackedChat.substr(half)) + gzipOf("");
    const auto snapshot = load({m_folder.write("several.jsonl.gz", bytes)});
    QCOMPARE(problemLines(*snapshot), Lines());
    QCOMPARE(recordsOf(*snapshot).size(), std::size_t{2});
}

void DamagedArchiveTest::reportsTrailingBytesExceptZeros_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << name << QByteArray::fromStdString(bytes);
    };
    row("a.jsonl.gz", gzipOf(kPackedChat));
    row("a.jsonl.bz2", packed(ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_BZIP2, {{"", kPackedChat}}));
}

void DamagedArchiveTest::reportsTrailingBytesExceptZeros()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, bytes);
    // Tapes and disks pad files with zeros, which is not an error.
    const std::string padded = bytes.toStdString() + std::string(1000, '\0');
    const auto zeros = load({m_folder.write("zeros/" + name.toStdString(), padded)});
    QCOMPARE(problemLines(*zeros), Lines());
    QCOMPARE(zeros->recordCount(), 2U);
    const auto garbage =
        load({m_folder.write("garbage/" + name.toStdString(), bytes.toStdString() + "something else")});
    QCOMPARE(garbage->recordCount(), 2U);
    QCOMPARE(problemLines(*garbage), (Lines{"archive-damaged "}));
    QVERIFY(damageIn(*garbage).find("at byte " + std::to_string(bytes.size())) != std::string::npos);
}

DUOLOGUE_TEST(DamagedArchiveTest)
#include "damaged_archive_test.moc"
