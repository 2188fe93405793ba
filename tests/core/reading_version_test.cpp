// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/index_cache.h"
#include "core/util/checksum.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

/// The reading version, and the checksum of what it reads from the fixtures of all formats.
constexpr std::uint32_t kVersion = 24;
constexpr std::uint64_t kPrinted = 4788807210048147962U;

} // namespace

/// If reading gives other results for the same bytes, the version must change, so that indexes of older
/// programs are not used.
class ReadingVersionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changesWithReadingResults();
};

void ReadingVersionTest::changesWithReadingResults()
{
    std::string printed;
    std::filesystem::current_path(sourceFolder() / "tests" / "data"); // paths are part of what is printed
    for (const std::string& line : snapshotLines(*load({"formats"})))
        printed += line + '\n';
    if (kReadingVersion == kVersion && checksum(printed) == kPrinted)
        return;
    const std::string now = "kPrinted = " + std::to_string(checksum(printed)) + "U";
    QVERIFY2(kReadingVersion != kVersion, ("Reading makes something else of the fixtures than before: make "
                                           "kReadingVersion one more. (If only a "
                                           "fixture has changed, it may stay.) Then write down here: " +
                                           now)
                                              .c_str());
    QFAIL(("kReadingVersion has changed. Write down here: kVersion = " + std::to_string(kReadingVersion) +
           ", " + now)
              .c_str());
}

DUOLOGUE_TEST(ReadingVersionTest)
#include "reading_version_test.moc"
