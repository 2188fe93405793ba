// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpacked_file.h"

#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <chrono>
#include <future>

using namespace duologue;
using namespace duologue::test;

namespace fs = std::filesystem;

namespace {

/// Random digits and spaces, which compress to about half.
std::string digits(std::size_t size)
{
    Random random(3);
    std::string text;
    while (text.size() < size)
        text += std::to_string(random.below(1'000'000'000)) + ' ';
    return text;
}

} // namespace

/// Members that were unpacked in an earlier run are unpacked again when they are read.
class UnpackOnDemandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readsMembersInAnyOrder();
    void unpacksOnlyWhenRead();
    void readsFromManyThreads();
    void readsNothingFromChangedFile();
    void readsNothingFromDeletedFile();
    void handlesSmallerContents();
    void handlesLargerContents();
    void cancelEndsWaitingReaders();
    void readsNothingAfterCancel();

private:
    /// A packed file whose stamp is known from an earlier run.
    std::shared_ptr<const PackedFile> write(const std::string& name, const std::string& bytes) const
    {
        const fs::path path = m_folder.write(name, bytes);
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
        auto packed = std::make_shared<PackedFile>();
        packed->path = path.native();
        packed->shownPath = name;
        packed->stamp = readStamp(FileSource::open(path, kNoFile).value(), Job());
        packed->isWhole = true;
        return packed;
    }

    static std::string textOf(const std::shared_ptr<const UnpackedFile>& file)
    {
        PaddedBytes bytes;
        const auto count = file->open(FileId{0}).read(0, 100'000'000, bytes);
        return count ? std::string(bytes.view()) : "<" + inEnglish(count.problem().detail) + ">";
    }

    TempFolder m_folder;
    std::shared_ptr<UnpackOnDemand> m_unpacking;
};

void UnpackOnDemandTest::init()
{
    auto unpacking = UnpackOnDemand::create();
    QVERIFY(unpacking.ok());
    m_unpacking = std::move(unpacking).value();
}

void UnpackOnDemandTest::readsMembersInAnyOrder()
{
    const auto zip = write(
        "a.zip", zipOf({{"1.json", "first"}, {"2.png", "no data"}, {"3.json", ""}, {"b/4.jsonl", "last"}}));
    const auto first = m_unpacking->add(zip, 5);
    const auto empty = m_unpacking->add(zip, 0);
    const auto last = m_unpacking->add(zip, 4);
    const auto alone = m_unpacking->add(write("b.jsonl.gz", gzipOf("alone")), 5);
    // The members keep the unpacker alive.
    m_unpacking.reset();
    QCOMPARE(textOf(alone), std::string("alone"));
    QCOMPARE(textOf(last), std::string("last"));
    QCOMPARE(textOf(empty), std::string());
    QCOMPARE(textOf(first), std::string("first"));
    QCOMPARE(first->wholeSize(), std::uint64_t{5});
    // Unpacked bytes stay, even if the packed file changes.
    m_folder.write("a.zip", "other");
    QCOMPARE(textOf(first), std::string("first"));
}

void UnpackOnDemandTest::unpacksOnlyWhenRead()
{
    const auto read = m_unpacking->add(write("a.jsonl.gz", gzipOf("read")), 4);
    const auto notRead = m_unpacking->add(write("b.jsonl.gz", gzipOf("not read")), 8);
    const FileSource source = notRead->open(FileId{0});
    QCOMPARE(textOf(read), std::string("read"));
    QCOMPARE(read->size(), std::uint64_t{4});
    QCOMPARE(notRead->size(), std::uint64_t{0});
    QCOMPARE(notRead->wholeSize(), std::uint64_t{8});
    QVERIFY(source.reaches(8));
}

void UnpackOnDemandTest::readsFromManyThreads()
{
    constexpr std::size_t kMembers = 40;
    std::vector<MemberToPack> members;
    for (std::size_t i = 0; i < kMembers; ++i)
        members.emplace_back(std::to_string(i) + ".json", std::to_string(i) + " " + digits(50'000 + i));
    std::vector<std::shared_ptr<const UnpackedFile>> files;
    for (const std::string name : {"a.zip", "b.zip"}) {
        const auto packed = write(name, zipOf(members));
        for (const auto& member : members)
            files.push_back(m_unpacking->add(packed, member.second.size()));
    }
    std::vector<std::future<bool>> readers;
    for (std::size_t reader = 0; reader < 4; ++reader) {
        readers.push_back(std::async(std::launch::async, [&, reader] {
            bool same = true;
            for (std::size_t i = 0; i < files.size(); ++i) {
                const std::size_t each = (i * 7 + reader * 20) % files.size();
                same = same && textOf(files[each]) == members[each % kMembers].second;
            }
            return same;
        }));
    }
    for (auto& reader : readers)
        QVERIFY(reader.get());
}

void UnpackOnDemandTest::readsNothingFromChangedFile()
{
    const auto packed = write("a.jsonl.gz", gzipOf("before"));
    const auto file = m_unpacking->add(packed, 6);
    write("a.jsonl.gz", gzipOf("behind"));
    fs::last_write_time(packed->path, fs::file_time_type::clock::now() - std::chrono::hours(2));
    QCOMPARE(textOf(file), std::string());
}

void UnpackOnDemandTest::readsNothingFromDeletedFile()
{
    const auto packed = write("a.jsonl.gz", gzipOf("before"));
    const auto file = m_unpacking->add(packed, 6);
    fs::remove(packed->path);
    QCOMPARE(textOf(file), std::string());
}

void UnpackOnDemandTest::handlesSmallerContents()
{
    const auto zip = write("a.zip", zipOf({{"1.json", "one"}}));
    const auto first = m_unpacking->add(zip, 8);
    const auto second = m_unpacking->add(zip, 3);
    QCOMPARE(textOf(first), std::string("one"));
    QCOMPARE(textOf(second), std::string());
}

void UnpackOnDemandTest::handlesLargerContents()
{
    const auto zip =
        write("a.zip", zipOf({{"1.json", "one"}, {"2.json", "two and more"}, {"3.json", "three"}}));
    const auto first = m_unpacking->add(zip, 3);
    const auto second = m_unpacking->add(zip, 3);
    const auto other = m_unpacking->add(write("b.jsonl.gz", gzipOf("other")), 5);
    QCOMPARE(textOf(other), std::string("other"));
    QCOMPARE(textOf(first), std::string("one"));
    // The additional bytes are not written into the space of the next file.
    QCOMPARE(textOf(second), std::string());
    QCOMPARE(textOf(other), std::string("other"));
}

void UnpackOnDemandTest::cancelEndsWaitingReaders()
{
    const std::string text = digits(40'000'000);
    const auto file = m_unpacking->add(write("a.jsonl.gz", gzipOf(text)), text.size());
    const FileSource source = file->open(FileId{0});
    // Unpacking has begun and is not finished.
    QVERIFY(source.reaches(1));
    auto last = std::async(std::launch::async, [&] { return source.reaches(text.size()); });
    file->cancel();
    // Either may happen first; reaches() must return in both cases.
    last.get();
    QVERIFY(source.size() <= text.size());
}

void UnpackOnDemandTest::readsNothingAfterCancel()
{
    const auto file = m_unpacking->add(write("a.jsonl.gz", gzipOf("text")), 4);
    file->cancel();
    QCOMPARE(textOf(file), std::string());
}

DUOLOGUE_TEST(UnpackOnDemandTest)
#include "unpack_on_demand_test.moc"
