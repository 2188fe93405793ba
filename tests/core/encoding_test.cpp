// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_encoding.h"
#include "core/load/blocks.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "tests/core/index_folder.h"
#include "tests/support/encode.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <archive.h>

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kChinese = "请问西湖附近有什么好吃的？我们想在湖边住两天，最好离车站不太远。";
constexpr std::string_view kTraditional =
    "請問臺北車站附近有什麼好吃的？我們想在那裡住兩天，最好離捷運站不太遠。";
constexpr std::string_view kJapanese = "この近くに美味しいお店はありますか。駅から歩いて行きたいです。";
constexpr std::string_view kKorean = "이 근처에 맛있는 식당이 있습니까? 역에서 걸어서 가고 싶습니다.";
constexpr std::string_view kFrench = "Où est le café près de la gare ? Ça coûte vingt francs, déjà payés.";
constexpr std::string_view kGerman = "Ein „schönes“ Hotel in Köln – für 80 €, wie überall üblich.";

std::string recordOf(std::string_view text, int number = 1)
{
    return R"({"id": ")" + std::to_string(number) + R"(", "messages": [{"role": "user", "content": ")" +
           std::string(text) + R"("}, {"role": "assistant", "content": "OK"}]})";
}

std::string linesOf(std::string_view text, int count)
{
    std::string lines;
    for (int i = 1; i <= count; ++i)
        lines += recordOf(text, i) + "\n";
    return lines;
}

/// The bytes of all records, as they are shown.
std::string recordsOf(const Snapshot& snapshot)
{
    std::string all;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const auto record = readRecord(snapshot, row);
        all +=
            (record ? std::string(record.value()->bytes.view()) : inEnglish(record.problem().detail)) + "\n";
    }
    return all;
}

/// "severity: what" of each problem.
Lines problemsOfFile(const Snapshot& snapshot)
{
    Lines lines;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i)
        lines.push_back(std::string(severityName(snapshot.problems[i].severity)) + ": " +
                        inEnglish(snapshot.problems[i].detail));
    return lines;
}

Lines readAs(const std::string& encoding)
{
    return {"note: the file is not UTF-8; it is read as " + encoding};
}

} // namespace

/// Files that are not UTF-8, or are packed although their names do not say so, are read like others.
class EncodingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void encodings_data();
    void encodings();
    void unicodeWithMark();
    void fewCharacters();
    void damagedUtf8();
    void lostBytes();
    void isKnownAgain();
    void packedUnderOtherName_data();
    void packedUnderOtherName();
    void archivesUnderOtherName();
    void decodesInPieces();

private:
    TempFolder m_folder;
};

void EncodingTest::encodings_data()
{
    QTest::addColumn<QByteArray>("encoding");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* encoding, const char* name, std::string_view text) {
        QTest::newRow((std::string(encoding) + " " + name).c_str())
            << QByteArray(encoding) << QByteArray(name)
            << QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    row("GBK", "GB18030", kChinese);
    row("GB18030", "GB18030", std::string(kChinese) + "𠀀😀");
    row("BIG5", "Big5", kTraditional);
    row("SHIFT_JIS", "Shift_JIS", kJapanese);
    row("EUC-JP", "EUC-JP", kJapanese);
    row("EUC-KR", "EUC-KR", kKorean);
    row("CP1252", "windows-1252", kGerman);
    row("ISO-8859-1", "windows-1252", kFrench);
    row("UTF-16LE", "UTF-16LE", kChinese);
    row("UTF-16BE", "UTF-16BE", kFrench);
}

void EncodingTest::encodings()
{
    QFETCH(const QByteArray, encoding);
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, text);
    const auto encoded = [&](const std::string& utf8) { return encodedAs(encoding.constData(), utf8); };
    const std::string lines = linesOf(text.toStdString(), 5);
    // Alone in a file, on lines, and in packed files.
    const auto lone = load({m_folder.write("a.json", encoded(recordOf(text.toStdString())))});
    QCOMPARE(recordsOf(*lone), recordOf(text.toStdString()) + "\n");
    QCOMPARE(problemsOfFile(*lone), readAs(name.toStdString()));
    for (const auto& file :
         {m_folder.write("a.jsonl", encoded(lines)), m_folder.write("b.jsonl.gz", gzipOf(encoded(lines))),
          m_folder.write("c.jsonl", gzipOf(encoded(lines))),
          m_folder.write("d.zip", zipOf({{"x/a.jsonl", encoded(lines)}}))}) {
        const auto snapshot = load({file});
        QCOMPARE(recordsOf(*snapshot), lines);
        QCOMPARE(problemsOfFile(*snapshot), readAs(name.toStdString()));
    }
    // In blocks: the text is not near the beginning.
    constexpr int kCount = 60;
    const std::string plain(kLargeFile / kCount, 'x');
    const std::string large = linesOf(plain, kCount) + linesOf(text.toStdString(), 20000);
    const auto snapshot = load({m_folder.write("large.jsonl", encoded(large))});
    QCOMPARE(problemsOfFile(*snapshot), readAs(name.toStdString()));
    QCOMPARE(snapshot->recordCount(), std::uint32_t{20000 + kCount});
    const auto last = readRecord(*snapshot, snapshot->endRow() - 1);
    QCOMPARE(std::string(last.value()->bytes.view()), recordOf(text.toStdString(), 20000));
}

void EncodingTest::unicodeWithMark()
{
    const std::string lines = linesOf(kChinese, 2);
    for (const char* encoding : {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
        const std::string bytes = encodedAs(encoding, "\xEF\xBB\xBF" + lines);
        const auto snapshot = load({m_folder.write("a.jsonl", bytes)});
        QCOMPARE(recordsOf(*snapshot), lines);
        QCOMPARE(problemsOfFile(*snapshot), readAs(encoding));
    }
}

void EncodingTest::fewCharacters()
{
    QCOMPARE(encodingByText(encodedAs("GBK", recordOf("西湖"))), TextEncoding::Gb18030);
    QCOMPARE(encodingByText(encodedAs("GBK", recordOf("你好，世界"))), TextEncoding::Gb18030);
    QCOMPARE(encodingByText(encodedAs("BIG5", recordOf("許功蓋說：今天天氣很好，我們去臺北"))),
             TextEncoding::Big5);
    QCOMPARE(encodingByText(encodedAs("GBK", recordOf(kChinese))), TextEncoding::Gb18030);
    QCOMPARE(encodingByText(encodedAs("CP1252", recordOf("café"))), TextEncoding::Windows1252);
    QCOMPARE(encodingByText(encodedAs("CP1252", recordOf("Äpfel"))), TextEncoding::Windows1252);
    for (const char* text :
         {"Le garçon a mangé à l'hôtel", "«\u00A0Été\u00A0» à 5 €", "perché è così", "uno ó otro año"})
        QCOMPARE(encodingByText(encodedAs("CP1252", recordOf(text))), TextEncoding::Windows1252);
}

/// A few broken bytes are not another encoding.
void EncodingTest::damagedUtf8()
{
    const std::string cut = std::string(kChinese).substr(0, kChinese.size() - 1);
    for (const std::string& text :
         {std::string("a\xFF"), std::string("x\xFF\xC3("), std::string("caf\xC3"), std::string("\xE4\xBD"),
          std::string("hi \xF0\x9F"), cut, std::string(kChinese) + "\xBA\xC3",
          std::string(kJapanese) + "\xE9", "déjà \xE9t\xE9 " + std::string(kFrench)}) {
        const auto snapshot = load({m_folder.write("a.jsonl", linesOf(text, 3))});
        QCOMPARE(snapshot->recordCount(), 3U);
        QCOMPARE(snapshot->problemCounts.warnings(), std::uint64_t{3});
        QCOMPARE(snapshot->problems[0].code, ProblemCode::InvalidUtf8);
        QCOMPARE(recordsOf(*snapshot), linesOf(text, 3));
    }
}

void EncodingTest::lostBytes()
{
    std::string bytes = encodedAs("GBK", linesOf(kChinese, 20));
    bytes.insert(bytes.find("OK"), "\xFF");
    const auto snapshot = load({m_folder.write("a.jsonl", bytes)});
    QCOMPARE(
        problemsOfFile(*snapshot),
        (Lines{"warning: the file is not UTF-8; it is read as GB18030, and invalid bytes are shown as U+FFFD "
               "(1)"}));
    QVERIFY(recordsOf(*snapshot).find("\"\uFFFDOK\"") != std::string::npos);
}

/// The next time, such files are not read again as long as they have not changed.
void EncodingTest::isKnownAgain()
{
    const TempFolder folder;
    const TempFolder cache;
    const std::string lines = linesOf(kChinese, 30);
    folder.write("a.jsonl", encodedAs("GBK", lines));
    folder.write("b.jsonl", gzipOf(lines));
    folder.write("c.zip", zipOf({{"c.jsonl", encodedAs("GBK", lines)}, {"d.jsonl", lines}}));
    folder.write("e.jsonl", lines);
    const auto first = loadDataset({folder.path()}, withCache(cache.path()), Job());
    QCOMPARE(first->recordCount(), 150U);
    for (int i = 0; i < 2; ++i) {
        const auto again = loadDataset({folder.path()}, withCache(cache.path()), Job());
        QCOMPARE(snapshotLines(*again), snapshotLines(*first));
        QCOMPARE(recordsOf(*again), recordsOf(*first));
    }
    const auto refreshed = refreshDataset(first, {folder.path()}, withCache(cache.path()), Job());
    QCOMPARE(snapshotLines(*refreshed), snapshotLines(*first));
    // Other contents are noticed.
    folder.write("a.jsonl", encodedAs("GBK", linesOf(kChinese, 31)));
    folder.write("b.jsonl", linesOf("x", 2));
    const auto changed = loadDataset({folder.path()}, withCache(cache.path()), Job());
    QCOMPARE(snapshotLines(*changed), snapshotLines(*load({folder.path()})));
    QCOMPARE(changed->recordCount(), std::uint32_t{31 + 2 + 90});
}

void EncodingTest::packedUnderOtherName_data()
{
    QTest::addColumn<int>("filter");
    QTest::newRow("gzip") << ARCHIVE_FILTER_GZIP;
    QTest::newRow("zstd") << ARCHIVE_FILTER_ZSTD;
    QTest::newRow("xz") << ARCHIVE_FILTER_XZ;
    QTest::newRow("bzip2") << ARCHIVE_FILTER_BZIP2;
}

void EncodingTest::packedUnderOtherName()
{
    QFETCH(const int, filter);
    const auto pack = [&](const std::string& bytes) {
        return packed(ARCHIVE_FORMAT_RAW, filter, {{"", bytes}});
    };
    const std::string lines = linesOf(kChinese, 5);
    const auto snapshot = load({m_folder.write("a.jsonl", pack(lines))});
    QCOMPARE(recordsOf(*snapshot), lines);
    QCOMPARE(snapshot->problems.size(), std::size_t{0});
    QCOMPARE(snapshot->file(FileId{0}).shownPath, std::string("a.jsonl"));
    const auto lone = load({m_folder.write("a.json", pack(recordOf("x")))});
    QCOMPARE(recordsOf(*lone), recordOf("x") + "\n");
    // Damage is reported, and what comes before it is read.
    std::string many;
    for (int i = 0; i < 20'000; ++i)
        many += recordOf(std::to_string(i * 7919 % 100'003), i) + "\n";
    const std::string whole = pack(many);
    const auto cut = load({m_folder.write("cut.jsonl", whole.substr(0, whole.size() * 3 / 4))});
    QCOMPARE(cut->problems[0].code, ProblemCode::ArchiveDamaged);
    QVERIFY(cut->file(FileId{0}).skipReason.empty() || cut->recordCount() == 0);
}

void EncodingTest::archivesUnderOtherName()
{
    const std::string zip = zipOf({{"a.jsonl", linesOf("x", 1)}});
    const auto snapshot = load({m_folder.write("a.jsonl", zip)});
    QCOMPARE(snapshot->recordCount(), 0U);
    QCOMPARE(problemsOfFile(*snapshot),
             (Lines{"error: this is an archive without an archive file name; rename it to end in .zip or "
                    ".tar.gz"}));
    const auto inside = load({m_folder.write("b.zip", zipOf({{"b.jsonl", gzipOf(linesOf("x", 1))}}))});
    QCOMPARE(problemsOfFile(*inside), (Lines{"error: a packed file inside a packed file"}));
}

void EncodingTest::decodesInPieces()
{
    const std::string text = linesOf(kChinese, 3);
    for (const char* name : {"GB18030", "UTF-16LE"}) {
        const std::string bytes = encodedAs(name, text);
        for (std::size_t piece = 1; piece < 8; ++piece) {
            TextDecoder decoder(*name == 'G' ? TextEncoding::Gb18030 : TextEncoding::Utf16Le);
            std::string utf8;
            for (std::size_t at = 0; at < bytes.size(); at += piece)
                decoder.decode(std::string_view(bytes).substr(at, piece), at + piece >= bytes.size(), utf8);
            QCOMPARE(utf8, text);
            QCOMPARE(decoder.lostBytes(), std::uint64_t{0});
        }
    }
}

DUOLOGUE_TEST(EncodingTest)
#include "encoding_test.moc"
