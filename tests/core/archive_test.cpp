// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive.h"
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <archive.h>
#include <clocale>
#include <memory>
#include <new>
#include <optional>
#include <stop_token>
#include <sys/stat.h>

using namespace duologue;
using namespace duologue::test;
namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

const std::string kChat =
    R"({"id": "1", "messages": [{"role": "user", "content": "a"}, {"role": "bot", "content": "b"}]})"
    "\n"
    R"({"id": "2", "messages": [{"role": "user", "content": "杭州"}, {"role": "bot", "content": "好"}]})"
    "\n";

/// Different conversations of at least `size` bytes in all, with random numbers so that they stay large when
/// compressed.
std::string manyChats(std::size_t size, const std::string& separator = "\n")
{
    Random random(7);
    std::string text;
    for (int id = 0; text.size() < size; ++id) {
        std::string words;
        while (words.size() < 2000)
            words += std::to_string(random.below(1'000'000'000)) + ' ';
        text += (id == 0 ? "" : separator) + R"({"id": ")" + std::to_string(id) +
                R"(", "messages": [{"role": "user", "content": ")" + words +
                R"("}, {"role": "bot", "content": "好"}]})";
    }
    return text;
}

/// Larger members are delivered before they are completely unpacked.
constexpr std::uint64_t kWholeUpTo = 1 << 20;

std::optional<Problem> unpackEarly(const fs::path& path, const Job& job, UnpackHandlers handlers)
{
    UnpackLimits limits;
    limits.wholeUpTo = kWholeUpTo;
    handlers.wants = [](const std::string&) { return true; };
    const auto store = UnpackedStore::create();
    return unpack({path, limits, store.value(), handlers}, job);
}

struct AllUnpacked {
    Lines names;
    std::optional<Problem> problem;
};

AllUnpacked unpackAll(const fs::path& path, const UnpackLimits& limits)
{
    AllUnpacked all;
    const auto store = UnpackedStore::create();
    UnpackHandlers handlers;
    handlers.wants = [](const std::string&) { return true; };
    handlers.found = [&](const PackedMember& member) { all.names.push_back(member.name); };
    all.problem = unpack({path, limits, store.value(), handlers}, Job());
    return all;
}

} // namespace

/// Packed files are read like folders of the dataset; broken and malicious ones do no harm.
class ArchiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsCompressedFiles_data();
    void readsCompressedFiles();
    void readsArchiveMembers_data();
    void readsArchiveMembers();
    void opensRecordsAfterArchiveIsDeleted();
    void refusesPipesAndDevices();
    void refusesDecompressionBombs();
    void deliversLargeMembersWhileUnpacking();
    void finishesPartialMembersWhenStopped();
    void finishesPartialMembersOnBadAlloc();
    void readsLargeFilesWhileUnpacking_data();
    void readsLargeFilesWhileUnpacking();
    void keepsMembersBeforeTruncation();
    void keepsRecordsOfTruncatedGzip();
    void reportsInvalidArchives();
    void readsTextNamedLikeArchive();
    void renamesMembersOfTheSameName();

private:
    fs::path packLong() const
    {
        return pack(m_folder.path() / "long.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
                    {{"long.jsonl", manyChats(6 << 20U)}});
    }

    TempFolder m_folder;
};

void ArchiveTest::readsCompressedFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("filter");
    QTest::newRow("gzip") << "a.jsonl.gz" << ARCHIVE_FILTER_GZIP;
    QTest::newRow("zstd") << "a.jsonl.zst" << ARCHIVE_FILTER_ZSTD;
    QTest::newRow("xz") << "a.jsonl.xz" << ARCHIVE_FILTER_XZ;
    QTest::newRow("bzip2") << "a.JSONL.BZ2" << ARCHIVE_FILTER_BZIP2;
}

void ArchiveTest::readsCompressedFiles()
{
    QFETCH(const QString, name);
    QFETCH(const int, filter);
    const auto path = pack(m_folder.path() / name.toStdString(), ARCHIVE_FORMAT_RAW, filter, {{"", kChat}});
    const auto snapshot = load({path});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(fieldText(*snapshot, Row{1}, "file"), name.toStdString());
    QCOMPARE(fieldText(*snapshot, Row{1}, "format"), std::string("turbo-chat"));
    QCOMPARE(snapshot->files[0].origin.stem, std::string("a"));
    QCOMPARE(problemLines(*snapshot), Lines());
}

void ArchiveTest::readsArchiveMembers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("filter");
    QTest::newRow("zip") << "b.zip" << ARCHIVE_FORMAT_ZIP << ARCHIVE_FILTER_NONE;
    QTest::newRow("tar") << "b.tar" << ARCHIVE_FORMAT_TAR_PAX_RESTRICTED << ARCHIVE_FILTER_NONE;
    QTest::newRow("tar.gz") << "b.tar.gz" << ARCHIVE_FORMAT_TAR_PAX_RESTRICTED << ARCHIVE_FILTER_GZIP;
}

void ArchiveTest::readsArchiveMembers()
{
    QFETCH(const QString, name);
    QFETCH(const int, format);
    QFETCH(const int, filter);
    const auto path = pack(m_folder.path() / name.toStdString(), format, filter,
                           {{"inner/chat.jsonl", kChat},
                            {"inner/notes.txt", "x"},
                            {"旅行/chat.jsonl", kChat},
                            {"more.zip", "x"}});
    const auto snapshot = load({path});
    QCOMPARE(snapshot->recordCount(), 4U);
    Lines files;
    for (std::size_t i = 0; i < snapshot->files.size(); ++i)
        files.push_back(snapshot->files[i].shownPath + " - " + inEnglish(snapshot->files[i].skipReason));
    const std::string base = name.toStdString();
    QCOMPARE(files,
             (Lines{base + "/inner/chat.jsonl - ", base + "/inner/notes.txt - not a JSON file (.txt)",
                    base + "/旅行/chat.jsonl - ", base + "/more.zip - a packed file inside a packed file"}));
}

void ArchiveTest::opensRecordsAfterArchiveIsDeleted()
{
    const auto path = pack(m_folder.path() / "c.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
                           {{"a.jsonl", kChat}, {"b.jsonl", kChat}});
    const auto snapshot = load({path});
    // Unpacked members stay readable after the archive is deleted.
    fs::remove(path);
    const auto record = readRecord(*snapshot, Row{3});
    QVERIFY(record.ok());
    QCOMPARE(record.value()->conversation.id, std::string_view("2"));
    QVERIFY(record.value()->bytes.view().ends_with("]}"));
}

void ArchiveTest::refusesPipesAndDevices()
{
    const TempFolder folder;
    folder.write("a.jsonl", kChat);
    for (const char* name : {"b.jsonl.gz", "c.tar", "d.zip"}) {
        QCOMPARE(::mkfifo((folder.path() / name).c_str(), S_IRWXU), 0);
        const auto problem = unpackAll(folder.path() / name, UnpackLimits()).problem;
        QVERIFY(problem);
        QCOMPARE(inEnglish(problem->detail), std::string("not a regular file"));
    }
    fs::create_symlink("/dev/zero", folder.path() / "e.jsonl.gz");
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(problemLines(*snapshot), Lines(4, "file-unreadable "));
    QCOMPARE(load({folder.path() / "b.jsonl.gz"})->problems.size(), std::size_t{1});
}

void ArchiveTest::refusesDecompressionBombs()
{
    const std::string blanks(std::size_t{1} << 20U, ' ');
    const auto path = pack(m_folder.path() / "bomb.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
                           {{"ok.jsonl", kChat}, {"bomb.json", blanks}});
    UnpackLimits limits;
    limits.harmless = 1000;
    const auto bomb = unpackAll(path, limits);
    QVERIFY(bomb.problem.has_value());
    QCOMPARE(bomb.problem->code, ProblemCode::ArchiveTooLarge);
    QCOMPARE(bomb.names, (Lines{"ok.jsonl"}));
    limits = UnpackLimits();
    limits.size = 1 << 19;
    QVERIFY(unpackAll(path, limits).problem.has_value());
    limits = UnpackLimits();
    limits.members = 1;
    QVERIFY(unpackAll(path, limits).problem.has_value());
    QVERIFY(!unpackAll(path, UnpackLimits()).problem.has_value());
}

void ArchiveTest::deliversLargeMembersWhileUnpacking()
{
    const std::string text = manyChats(6 << 20U);
    const auto path =
        pack(m_folder.path() / "long.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, {{"long.jsonl", text}});
    std::shared_ptr<const UnpackedFile> file;
    std::vector<std::uint64_t> expected;
    UnpackHandlers handlers;
    handlers.found = [&](const PackedMember& member) {
        file = member.file;
        QVERIFY(file->size() > kWholeUpTo);
        QVERIFY(file->size() < text.size());
        PaddedBytes front;
        QVERIFY(file->open(FileId{0}).read(0, 1000, front).ok());
        QCOMPARE(front.view(), std::string_view(text).substr(0, 1000));
    };
    handlers.expects = [&](std::uint64_t size) { expected.push_back(size); };
    QVERIFY(!unpackEarly(path, Job(), handlers).has_value());
    QVERIFY(file != nullptr);
    PaddedBytes bytes;
    QVERIFY(file->open(FileId{0}).read(0, text.size() + 1, bytes).ok());
    QVERIFY(bytes.view() == text);
    QVERIFY(expected.size() > 2);
    QCOMPARE(expected.back(), std::uint64_t{text.size()});
    // The final size is estimated from the first part, which works because the data compresses evenly.
    QVERIFY(expected.front() > text.size() / 2 && expected.front() < text.size() * 2);
}

void ArchiveTest::finishesPartialMembersWhenStopped()
{
    const auto path = packLong();
    std::stop_source stop;
    std::shared_ptr<const UnpackedFile> file;
    UnpackHandlers handlers;
    handlers.found = [&](const PackedMember& member) {
        file = member.file;
        stop.request_stop();
    };
    (void)unpackEarly(path, Job(stop.get_token()), handlers);
    QVERIFY(file != nullptr);
    // size() waits for the end of the file, so it must not hang after a stop.
    QCOMPARE(file->open(FileId{0}).size(), file->size());
    QVERIFY(file->size() < std::uint64_t{6} << 20U);
}

void ArchiveTest::finishesPartialMembersOnBadAlloc()
{
    const auto path = packLong();
    std::shared_ptr<const UnpackedFile> file;
    UnpackHandlers handlers;
    handlers.found = [&](const PackedMember& member) {
        file = member.file;
        throw std::bad_alloc();
    };
    QVERIFY_THROWS_EXCEPTION(std::bad_alloc, (void)unpackEarly(path, Job(), handlers));
    QVERIFY(file != nullptr);
    QCOMPARE(file->open(FileId{0}).size(), file->size());
}

void ArchiveTest::readsLargeFilesWhileUnpacking_data()
{
    QTest::addColumn<QString>("begin");
    QTest::addColumn<QString>("separator");
    QTest::addColumn<QString>("end");
    QTest::newRow("lines") << ""
                           << "\n"
                           << "\n";
    QTest::newRow("lines, no final line break") << ""
                                                << "\n"
                                                << "";
    QTest::newRow("list") << "[\n"
                          << ",\n"
                          << "]\n";
    QTest::newRow("concatenated values") << ""
                                         << " "
                                         << "";
}

void ArchiveTest::readsLargeFilesWhileUnpacking()
{
    QFETCH(const QString, begin);
    QFETCH(const QString, separator);
    QFETCH(const QString, end);
    const std::string text =
        begin.toStdString() + manyChats(6 << 20U, separator.toStdString()) + end.toStdString();
    const fs::path packed =
        pack(m_folder.path() / "chats.jsonl.gz", ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", text}});
    const fs::path plain = m_folder.write("chats.jsonl", text);
    const auto snapshot = load({packed});
    const auto wanted = load({plain});
    QVERIFY(wanted->recordCount() > 1000);
    QCOMPARE(problemLines(*snapshot), problemLines(*wanted));
    Lines lines = tableLines(*snapshot);
    for (std::string& line : lines) {
        if (const auto at = line.find(".jsonl.gz"); at != std::string::npos)
            line.erase(at + 6, 3);
    }
    QCOMPARE(lines, tableLines(*wanted));
}

void ArchiveTest::keepsMembersBeforeTruncation()
{
    const auto path = pack(m_folder.path() / "d.tar", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE,
                           {{"a.jsonl", kChat}, {"b.jsonl", kChat}});
    fs::resize_file(path, 1024 + 512 + 40);
    const auto snapshot = load({path});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(problemLines(*snapshot), (Lines{"archive-damaged "}));
}

void ArchiveTest::keepsRecordsOfTruncatedGzip()
{
    // Much less than a block, several blocks, and enough to be read while it is being unpacked.
    for (const int lines : {40, 4000, 100'000}) {
        std::string text;
        for (int i = 0; i < lines; ++i)
            text += R"({"messages": [{"role": "user", "content": ")" + std::to_string(i * 7919) + "\"}]}\n";
        const auto path = pack(m_folder.path() / ("cut" + std::to_string(lines) + ".jsonl.gz"),
                               ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_GZIP, {{"", text}});
        fs::resize_file(path, fs::file_size(path) * 3 / 4);
        const auto snapshot = load({path});
        const auto whole = static_cast<int>(snapshot->recordCount()) -
                           static_cast<int>(snapshot->problemCounts.errors()) + 1;
        QVERIFY2(whole > lines / 2 && whole < lines, qPrintable(QString::number(whole)));
        QCOMPARE(problemLines(*snapshot).back(), std::string("archive-damaged "));
        QCOMPARE(fieldText(*snapshot, Row{3}, "messages"), std::string("1"));
    }
}

void ArchiveTest::reportsInvalidArchives()
{
    const auto snapshot =
        load({m_folder.write("none/no.zip", "this is a text"), m_folder.write("none/empty.gz", "")});
    QCOMPARE(snapshot->recordCount(), 0U);
    QCOMPARE(snapshot->files.size(), std::size_t{2});
    QCOMPARE(problemLines(*snapshot), (Lines{"archive-damaged ", "archive-damaged "}));
    QCOMPARE(inEnglish(snapshot->files[1].skipReason), std::string("cannot be read: the file is empty"));
}

/// Browsers may decompress a download but keep the name "….gz".
void ArchiveTest::readsTextNamedLikeArchive()
{
    for (const char* name : {"text/a.jsonl.gz", "text/a.jsonl.zst"})
        QCOMPARE(load({m_folder.write(name, kChat)})->recordCount(),
                 load({m_folder.write("text/a.jsonl", kChat)})->recordCount());
    const auto other = load({m_folder.write("text/b.jsonl.gz", "\x1E" + kChat + "\x8B")});
    QCOMPARE(problemLines(*other), (Lines{"archive-damaged "}));
}

void ArchiveTest::renamesMembersOfTheSameName()
{
    const auto path = pack(m_folder.path() / "same.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
                           {{"in/a.jsonl", kChat},
                            {"in/a.jsonl", kChat},
                            {"in/a (2).jsonl", kChat},
                            {"b", kChat},
                            {"b", kChat}});
    QCOMPARE(unpackAll(path, UnpackLimits()).names,
             (Lines{"in/a.jsonl", "in/a (2).jsonl", "in/a (2) (2).jsonl", "b", "b (2)"}));
    const auto snapshot = load({path});
    for (Row row{0}; row < snapshot->endRow(); ++row)
        QVERIFY(readRecord(*snapshot, row));
}

DUOLOGUE_TEST(ArchiveTest)
#include "archive_test.moc"
