// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "core/load/record_reader.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace duologue;

namespace {

const std::filesystem::path& file()
{
    static const std::filesystem::path path =
        "/tmp/duologue_fuzz_file_" + std::to_string(::getpid()) + ".json";
    return path;
}

} // namespace

/// A whole file of any bytes: its lists, rows and lines are found, and each record that has a row is read
/// again with as many messages as its row says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::ofstream(file(), std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const auto snapshot = loadDataset({file()}, {}, Job());
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const auto record = readRecord(*snapshot, row);
        if (!record)
            std::abort();
        const auto [begin, end] = snapshot->messageRange(row);
        if (record.value()->conversation.messages.size() != end - begin)
            std::abort();
    }
    return 0;
}
