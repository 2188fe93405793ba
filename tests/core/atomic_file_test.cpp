// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"
#include "core/util/phrase_id.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace duologue;
using namespace duologue::test;
namespace fs = std::filesystem;

namespace {

std::size_t filesIn(const fs::path& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

mode_t permissionsOf(const fs::path& path)
{
    struct stat status = {};
    ::stat(path.c_str(), &status);
    return status.st_mode & 0777U;
}

} // namespace

/// A file is there whole, or as it was before, and nothing is left beside it.
class AtomicFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesNewFile();
    void replacesFile();
    void refusesExistingFile();
    void refusesFileThatAppears();
    void keepsOldFileWithoutCommit();
    void keepsOldFileIfKilled();
    void refusesFolderPipeAndDevice();
    void saysWhyFolderCannotBeWritten();
    void followsLinks();
    void keepsPermissions();
    void deletesAbandonedFiles();
};

void AtomicFileTest::writesNewFile()
{
    const TempFolder folder;
    const fs::path path = folder.path() / "new.txt";
    AtomicFile file(path, AtomicFile::Existing::Refuse);
    QVERIFY(file.write("one ") && file.write("two"));
    QVERIFY(!fs::exists(path));
    QVERIFY(file.finish() && file.commit());
    QCOMPARE(fileBytes(path), std::string("one two"));
    QCOMPARE(filesIn(folder.path()), std::size_t{1});
}

void AtomicFileTest::replacesFile()
{
    const TempFolder folder;
    const fs::path path = folder.write("old.txt", "old");
    AtomicFile file(path, AtomicFile::Existing::Replace);
    QVERIFY(file.write("new"));
    QCOMPARE(fileBytes(path), std::string("old"));
    QVERIFY(file.commit());
    QCOMPARE(fileBytes(path), std::string("new"));
    QCOMPARE(filesIn(folder.path()), std::size_t{1});
}

void AtomicFileTest::refusesExistingFile()
{
    const TempFolder folder;
    const fs::path path = folder.write("old.txt", "old");
    AtomicFile file(path, AtomicFile::Existing::Refuse);
    QCOMPARE(inEnglish(file.error()), inEnglish(PhraseId::FileExists));
    QVERIFY(!file.commit());
    QCOMPARE(fileBytes(path), std::string("old"));
}

void AtomicFileTest::refusesFileThatAppears()
{
    const TempFolder folder;
    const fs::path path = folder.path() / "new.txt";
    AtomicFile file(path, AtomicFile::Existing::Refuse);
    QVERIFY(file.write("mine"));
    folder.write("new.txt", "another program's");
    QVERIFY(!file.commit());
    QCOMPARE(inEnglish(file.error()), inEnglish(PhraseId::FileExists));
    QCOMPARE(fileBytes(path), std::string("another program's"));
    QCOMPARE(filesIn(folder.path()), std::size_t{1});
}

void AtomicFileTest::keepsOldFileWithoutCommit()
{
    const TempFolder folder;
    const fs::path path = folder.write("old.txt", "old");
    {
        AtomicFile file(path, AtomicFile::Existing::Replace);
        QVERIFY(file.write("half"));
    }
    QCOMPARE(fileBytes(path), std::string("old"));
    QCOMPARE(filesIn(folder.path()), std::size_t{1});
}

void AtomicFileTest::keepsOldFileIfKilled()
{
    const TempFolder folder;
    const fs::path path = folder.write("old.txt", "old");
    const pid_t child = ::fork();
    if (child == 0) {
        AtomicFile file(path, AtomicFile::Existing::Replace);
        file.write("half");
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(fileBytes(path), std::string("old"));
    QCOMPARE(filesIn(folder.path()), std::size_t{1});
}

void AtomicFileTest::refusesFolderPipeAndDevice()
{
    const TempFolder folder;
    const AtomicFile atFolder(folder.path(), AtomicFile::Existing::Replace);
    QCOMPARE(inEnglish(atFolder.error()), inEnglish(PhraseId::IsFolder));
    const fs::path pipe = folder.path() / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    for (const fs::path& path : {pipe, fs::path("/dev/null")}) {
        const AtomicFile file(path, AtomicFile::Existing::Replace);
        QCOMPARE(inEnglish(file.error()), inEnglish(PhraseId::NotRegularFile));
    }
}

void AtomicFileTest::saysWhyFolderCannotBeWritten()
{
    const TempFolder folder;
    const AtomicFile missing(folder.path() / "none" / "file", AtomicFile::Existing::Refuse);
    QCOMPARE(inEnglish(missing.error()), std::string("No such file or directory"));
    // Nobody may write here, not even the superuser.
    const AtomicFile forbidden("/proc/file", AtomicFile::Existing::Refuse);
    QVERIFY(!forbidden.error().empty());
}

void AtomicFileTest::followsLinks()
{
    const TempFolder folder;
    const fs::path target = folder.write("target.txt", "old");
    const fs::path link = folder.path() / "link.txt";
    fs::create_symlink("target.txt", link);
    AtomicFile file(link, AtomicFile::Existing::Replace);
    QVERIFY(file.write("new") && file.commit());
    QVERIFY(fs::is_symlink(link));
    QCOMPARE(fileBytes(target), std::string("new"));
}

void AtomicFileTest::keepsPermissions()
{
    const TempFolder folder;
    const fs::path path = folder.write("old.txt", "old");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    AtomicFile file(path, AtomicFile::Existing::Replace);
    QVERIFY(file.write("new") && file.commit());
    QCOMPARE(permissionsOf(path), mode_t{0640});
    const fs::path own = folder.path() / "own.txt";
    AtomicFile secret(own, AtomicFile::Existing::Refuse, AtomicFile::Access::UserOnly);
    QVERIFY(secret.write("new") && secret.commit());
    QCOMPARE(permissionsOf(own), mode_t{0600});
}

void AtomicFileTest::deletesAbandonedFiles()
{
    const TempFolder folder;
    const std::string name = std::string(kUnfinishedPrefix) + "1-1";
    folder.write(name, "left behind");
    folder.write(".duologue-other", "not one of them");
    deleteAbandonedFiles(folder.path());
    QVERIFY(!fs::exists(folder.path() / name));
    QCOMPARE(filesIn(folder.path()), std::size_t{1});
}

DUOLOGUE_TEST(AtomicFileTest)
#include "atomic_file_test.moc"
