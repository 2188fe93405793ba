// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_warmer.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace duologue;
using duologue::test::TempFolder;

namespace {

class Descriptor {
public:
    explicit Descriptor(const std::filesystem::path& file) : m_number(::open(file.c_str(), O_RDONLY)) {}
    ~Descriptor() { ::close(m_number); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    /// Whether the first byte is in the page cache. Uses mincore(), because a read would load the page.
    bool isInMemory() const
    {
        void* const page = ::mmap(nullptr, 1, PROT_READ, MAP_PRIVATE, m_number, 0);
        if (page == MAP_FAILED)
            return false;
        unsigned char state = 0;
        const bool known = ::mincore(page, 1, &state) == 0;
        ::munmap(page, 1);
        return known && (state & 1U) != 0;
    }
    void forget() const
    {
        ::fsync(m_number);
        ::posix_fadvise(m_number, 0, 0, POSIX_FADV_DONTNEED);
    }

private:
    int m_number;
};

/// Returns false if the system keeps one of the files in memory nevertheless.
bool forgetAll(const std::vector<std::unique_ptr<Descriptor>>& files)
{
    for (const auto& file : files)
        file->forget();
    return std::none_of(files.begin(), files.end(), [](const auto& file) { return file->isInMemory(); });
}

} // namespace

/// Prefetching of files before they are read.
class FileWarmerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ignoresFilesInMemory()
    {
        TempFolder folder;
        FileWarmer warmer;
        for (int i = 0; i < 200; ++i)
            warmer.willRead(folder.write(std::to_string(i) + ".json", "{}"));
        QVERIFY(!warmer.isWarming());
    }

    void prefetchesFilesNotInMemory()
    {
        TempFolder folder;
        const std::string text(100'000, ' ');
        std::vector<std::unique_ptr<Descriptor>> files;
        FileWarmer warmer;
        for (int i = 0; i < 20; ++i)
            files.push_back(std::make_unique<Descriptor>(folder.write(std::to_string(i) + ".json", text)));
        if (!forgetAll(files))
            QSKIP("this file system keeps files in memory");
        for (int i = 0; i < 20; ++i)
            warmer.willRead(folder.path() / (std::to_string(i) + ".json"));
        QVERIFY(warmer.isWarming());
        for (const auto& file : files)
            QTRY_VERIFY(file->isInMemory());
    }

    void stopsWhenFilesAreInMemory()
    {
        TempFolder folder;
        std::vector<std::filesystem::path> files;
        for (int i = 0; i < 300; ++i)
            files.push_back(folder.write(std::to_string(i) + ".json", "{}"));
        std::vector<std::unique_ptr<Descriptor>> cold;
        for (std::size_t i = 0; i < 10; ++i)
            cold.push_back(std::make_unique<Descriptor>(files[i]));
        if (!forgetAll(cold))
            QSKIP("this file system keeps files in memory");
        FileWarmer warmer;
        for (std::size_t i = 0; i < 10; ++i)
            warmer.willRead(files[i]);
        QVERIFY(warmer.isWarming());
        for (std::size_t i = 10; i < files.size(); ++i)
            warmer.willRead(files[i]);
        QVERIFY(!warmer.isWarming());
    }

    void ignoresMissingFilesAndFolders()
    {
        TempFolder folder;
        FileWarmer warmer;
        for (int i = 0; i < 100; ++i)
            warmer.willRead(folder.path() / "nowhere.json");
        warmer.willRead(folder.path());
        QVERIFY(!warmer.isWarming());
    }
};

DUOLOGUE_TEST(FileWarmerTest)
#include "file_warmer_test.moc"
