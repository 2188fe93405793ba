// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv/csv_file.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace duologue;

/// Whatever a file of cells contains, its rows are JSON objects, as many as it says, and the same from any
/// place.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kLongestText = std::size_t{4} << 20U;
    const int number = ::memfd_create("cells", MFD_CLOEXEC);
    if (number < 0 || ::write(number, data, size) != static_cast<ssize_t>(size))
        return 0;
    const FileSource source(FileDescriptor(number), FileId{0}, 0, size);
    for (ColumnarFile::Open* const open : {&CsvFile::openCommas, &CsvFile::openTabs}) {
        const auto file = open(source);
        if (!file || dynamic_cast<const CsvFile*>(file.value().get()) == nullptr)
            continue;
        std::uint64_t rows = 0;
        for (std::size_t group = 0; group < file.value()->groups().size(); ++group) {
            std::string last;
            auto cursor = file.value()->rowsOf(source, group, 0);
            while (cursor) {
                const auto block = cursor.value()->next(7);
                if (!block || block.value() == nullptr)
                    break;
                for (; block.value()->rows() > 0; ++rows) {
                    last.clear();
                    if (block.value()->appendNext(last, kLongestText) != PhraseId{})
                        return 0;
                }
            }
            std::string again;
            cursor = file.value()->rowsOf(source, group, file.value()->groups()[group].rows - 1);
            const auto block = cursor.value()->next(1);
            if (!block || block.value()->appendNext(again, kLongestText) != PhraseId{} || again != last)
                std::abort();
        }
        if (rows != file.value()->rows())
            std::abort();
    }
    return 0;
}
