// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checksum.h"
#include "core/dataset/cache/index_cache.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

/// What reading makes of the fixtures of all formats, and the version that says so.
constexpr std::uint32_t kVersion = 3;
constexpr std::uint64_t kPrinted = 3675362956777423334U;

} // namespace

/// An index that an older program wrote must not be believed once reading makes something else of the same
/// bytes.
class ReadingVersionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changesWithWhatIsRead();
};

void ReadingVersionTest::changesWithWhatIsRead()
{
    std::string printed;
    std::filesystem::current_path(DUOLOGUE_SOURCE_DIR "/tests/data"); // paths are part of what is printed
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
