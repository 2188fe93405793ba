// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "tests/core/changing_folder.h"
#include "tests/core/index_folder.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <cstdlib>

using namespace duologue;
using namespace duologue::test;

namespace {

/// The number of rounds; the environment variable DUOLOGUE_ROUNDS overrides the default.
int rounds()
{
    const char* wanted = std::getenv("DUOLOGUE_ROUNDS");
    return wanted != nullptr ? std::atoi(wanted) : 40;
}

/// The first line that differs, once from the index and once from the files.
std::string firstDifference(const std::vector<std::string>& known, const std::vector<std::string>& fresh)
{
    const auto [one, other] = std::mismatch(known.begin(), known.end(), fresh.begin(), fresh.end());
    return "index: " + (one == known.end() ? "-" : *one) +
           "\nfiles: " + (other == fresh.end() ? "-" : *other);
}

} // namespace

/// After any sequence of changes to its files, a dataset looks the same whether it is opened with or without
/// an index.
class FileHistoriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void indexAgreesWithFiles();
};

void FileHistoriesTest::indexAgreesWithFiles()
{
    constexpr std::size_t kFiles = 200;
    const TempFolder cache;
    ChangingFolder folder(77, true, kFiles);
    Random random(78);
    for (int round = 0; round < rounds(); ++round) {
        std::string steps;
        for (std::size_t step = random.below(5); step-- > 0;)
            steps += "\n  " + folder.change();
        const auto known = snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job()));
        const auto fresh = snapshotLines(*load({folder.path()}));
        if (known != fresh)
            QFAIL(("the index lies in round " + std::to_string(round) + ", after" + steps + "\n" +
                   firstDifference(known, fresh))
                      .c_str());
    }
}

DUOLOGUE_TEST(FileHistoriesTest)
#include "file_histories_test.moc"
