// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/record_reader.h"
#include "core/io/archive.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"

#include <archive.h>
#include <archive_entry.h>
#include <clocale>
#include <memory>

using namespace duologue;
using namespace duologue::test;
namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;
using Member = std::pair<std::string, std::string>;

struct FreeWriter {
    void operator()(archive* writer) const { archive_write_free(writer); }
};

/// Packs the members; a member without a name is packed alone.
fs::path pack(const TempFolder& folder, const std::string& name, int format, int filter,
              const std::vector<Member>& members)
{
    const fs::path path = folder.path() / name;
    // The writer wants a locale that has the names; the reader has to do without.
    const std::string before = std::setlocale(LC_CTYPE, nullptr);
    std::setlocale(LC_CTYPE, "C.UTF-8");
    const std::unique_ptr<archive, FreeWriter> writer(archive_write_new());
    archive_write_add_filter(writer.get(), filter);
    archive_write_set_format(writer.get(), format);
    archive_write_open_filename(writer.get(), path.c_str());
    for (const auto& [member, bytes] : members) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname_utf8(entry, member.empty() ? "data" : member.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_write_header(writer.get(), entry);
        archive_write_data(writer.get(), bytes.data(), bytes.size());
        archive_entry_free(entry);
    }
    archive_write_close(writer.get());
    std::setlocale(LC_CTYPE, before.c_str());
    return path;
}

const std::string kChat =
    R"({"id": "1", "messages": [{"role": "user", "content": "a"}, {"role": "bot", "content": "b"}]})"
    "\n"
    R"({"id": "2", "messages": [{"role": "user", "content": "杭州"}, {"role": "bot", "content": "好"}]})"
    "\n";

} // namespace

/// Packed files are folders of the dataset, and no more than that.
class ArchiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsFilesPackedAlone_data();
    void readsFilesPackedAlone();
    void readsMembers_data();
    void readsMembers();
    void opensRecordsOfMembers();
    void refusesBombs();
    void keepsWhatStandsBeforeACut();
    void keepsRecordsOfACutGzip();
    void saysWhatIsNoArchive();

private:
    TempFolder m_folder;
};

void ArchiveTest::readsFilesPackedAlone_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("filter");
    QTest::newRow("gzip") << "a.jsonl.gz" << ARCHIVE_FILTER_GZIP;
    QTest::newRow("zstd") << "a.jsonl.zst" << ARCHIVE_FILTER_ZSTD;
    QTest::newRow("xz") << "a.jsonl.xz" << ARCHIVE_FILTER_XZ;
    QTest::newRow("bzip2") << "a.JSONL.BZ2" << ARCHIVE_FILTER_BZIP2;
}

void ArchiveTest::readsFilesPackedAlone()
{
    QFETCH(const QString, name);
    QFETCH(const int, filter);
    const auto path = pack(m_folder, name.toStdString(), ARCHIVE_FORMAT_RAW, filter, {{"", kChat}});
    const auto snapshot = load({path});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(fieldText(*snapshot, 1, "file"), name.toStdString());
    QCOMPARE(fieldText(*snapshot, 1, "format"), std::string("turbo-chat"));
    QCOMPARE(snapshot->files[0].origin.stem, std::string("a"));
    QCOMPARE(problemLines(*snapshot), Lines());
}

void ArchiveTest::readsMembers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("filter");
    QTest::newRow("zip") << "b.zip" << ARCHIVE_FORMAT_ZIP << ARCHIVE_FILTER_NONE;
    QTest::newRow("tar") << "b.tar" << ARCHIVE_FORMAT_TAR_PAX_RESTRICTED << ARCHIVE_FILTER_NONE;
    QTest::newRow("tar.gz") << "b.tar.gz" << ARCHIVE_FORMAT_TAR_PAX_RESTRICTED << ARCHIVE_FILTER_GZIP;
}

void ArchiveTest::readsMembers()
{
    QFETCH(const QString, name);
    QFETCH(const int, format);
    QFETCH(const int, filter);
    const auto path = pack(m_folder, name.toStdString(), format, filter,
                           {{"inner/chat.jsonl", kChat},
                            {"inner/notes.txt", "x"},
                            {"旅行/chat.jsonl", kChat},
                            {"more.zip", "x"}});
    const auto snapshot = load({path});
    QCOMPARE(snapshot->recordCount(), 4U);
    Lines files;
    for (std::size_t i = 0; i < snapshot->files.size(); ++i)
        files.push_back(snapshot->files[i].shownPath + " - " + snapshot->files[i].skipReason);
    const std::string base = name.toStdString();
    QCOMPARE(files, (Lines{base + "/inner/chat.jsonl - ", base + "/inner/notes.txt - not a JSON file (.txt)",
                           base + "/旅行/chat.jsonl - ", base + "/more.zip - packed inside a packed file"}));
}

void ArchiveTest::opensRecordsOfMembers()
{
    const auto path = pack(m_folder, "c.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
                           {{"a.jsonl", kChat}, {"b.jsonl", kChat}});
    const auto snapshot = load({path});
    // What was unpacked stays readable when the archive is gone.
    fs::remove(path);
    const auto record = readRecord(*snapshot, 3);
    QVERIFY(record.ok());
    QCOMPARE(record.value()->conversation.id, std::string_view("2"));
    QVERIFY(record.value()->bytes.view().ends_with("]}"));
}

void ArchiveTest::refusesBombs()
{
    const std::string blanks(std::size_t{1} << 20U, ' ');
    const auto path = pack(m_folder, "bomb.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
                           {{"ok.jsonl", kChat}, {"bomb.json", blanks}});
    UnpackLimits limits;
    limits.harmless = 1000;
    const auto store = UnpackedStore::create();
    QVERIFY(store.ok());
    const auto all = [](const std::string&) { return true; };
    const Unpacked bomb = unpack(path, limits, store.value(), Job(), all);
    QVERIFY(bomb.problem.has_value());
    QCOMPARE(bomb.problem->code, ProblemCode::ArchiveTooLarge);
    QVERIFY(bomb.members.empty());
    limits = UnpackLimits();
    limits.size = 1 << 19;
    QVERIFY(unpack(path, limits, store.value(), Job(), all).problem.has_value());
    limits = UnpackLimits();
    limits.members = 1;
    QVERIFY(unpack(path, limits, store.value(), Job(), all).problem.has_value());
    QVERIFY(!unpack(path, UnpackLimits(), store.value(), Job(), all).problem.has_value());
}

void ArchiveTest::keepsWhatStandsBeforeACut()
{
    const auto path = pack(m_folder, "d.tar", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE,
                           {{"a.jsonl", kChat}, {"b.jsonl", kChat}});
    fs::resize_file(path, 1024 + 512 + 40);
    const auto snapshot = load({path});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(problemLines(*snapshot), (Lines{"archive-damaged "}));
}

void ArchiveTest::keepsRecordsOfACutGzip()
{
    // Far less than a block, and several of them.
    for (const int lines : {40, 4000}) {
        std::string text;
        for (int i = 0; i < lines; ++i)
            text += R"({"messages": [{"role": "user", "content": ")" + std::to_string(i * 7919) + "\"}]}\n";
        const auto path = pack(m_folder, "cut" + std::to_string(lines) + ".jsonl.gz", ARCHIVE_FORMAT_RAW,
                               ARCHIVE_FILTER_GZIP, {{"", text}});
        fs::resize_file(path, fs::file_size(path) * 3 / 4);
        const auto snapshot = load({path});
        const auto whole = static_cast<int>(snapshot->recordCount()) -
                           static_cast<int>(snapshot->problemCounts.errors()) + 1;
        QVERIFY2(whole > lines / 2 && whole < lines, qPrintable(QString::number(whole)));
        QCOMPARE(problemLines(*snapshot).front(), std::string("archive-damaged "));
        QCOMPARE(fieldText(*snapshot, 3, "messages"), std::string("1"));
    }
}

void ArchiveTest::saysWhatIsNoArchive()
{
    const auto snapshot =
        load({m_folder.write("none/no.zip", "this is a text"), m_folder.write("none/empty.gz", "")});
    QCOMPARE(snapshot->recordCount(), 0U);
    QCOMPARE(snapshot->files.size(), std::size_t{2});
    QCOMPARE(problemLines(*snapshot), (Lines{"archive-damaged "}));
    QCOMPARE(snapshot->files[1].skipReason, std::string("no files in it"));
}

QTEST_APPLESS_MAIN(ArchiveTest)
#include "archive_test.moc"
