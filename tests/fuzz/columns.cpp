// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/columnar_file.h"
#include "core/io/columnar/parquet_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

using namespace duologue;

/// Whatever a Parquet or Arrow file contains, its rows are read within the limits or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kMostRows = 2'000;
    constexpr std::size_t kLongestText = std::size_t{1} << 20U;
    const int number = ::memfd_create("columns", MFD_CLOEXEC);
    if (number < 0 || ::write(number, data, size) != static_cast<ssize_t>(size))
        return 0;
    const FileSource source(FileDescriptor(number), FileId{0}, 0, size);
    // A page may say that it unpacks to much more than it is.
    constexpr PageLimits kLimits{std::size_t{16} << 20U, std::size_t{1} << 20U};
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto file =
        bytes.starts_with(kParquetMagic) ? ParquetFile::open(source, kLimits) : ColumnarFile::open(source);
    if (!file)
        return 0;
    std::string text;
    std::size_t read = 0;
    for (std::size_t group = 0; group < file.value()->groups().size() && read < kMostRows; ++group) {
        for (const std::uint64_t skip : {std::uint64_t{0}, file.value()->groups()[group].rows / 2}) {
            auto cursor = file.value()->rowsOf(source, group, skip);
            while (cursor && read < kMostRows) {
                const auto rows = cursor.value()->next(100);
                if (!rows || rows.value() == nullptr)
                    break;
                for (; rows.value()->rows() > 0; ++read) {
                    text.clear();
                    if (rows.value()->appendNext(text, kLongestText) != PhraseId{})
                        break;
                }
            }
        }
    }
    return 0;
}
