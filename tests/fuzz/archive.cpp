// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive.h"

#include <cstdio>
#include <string>
#include <unistd.h>

using namespace duologue;

/// Whatever a packed file holds, it is unpacked within the limits or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::string path = "/tmp/duologue_fuzz_" + std::to_string(::getpid()) + ".zip";
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        return 0;
    std::fwrite(data, 1, size, file);
    std::fclose(file);
    auto store = UnpackedStore::create();
    if (!store)
        return 0;
    UnpackLimits limits;
    limits.size = std::uint64_t{4} << 20U;
    const Unpacked unpacked =
        unpack(path, limits, store.value(), Job(), [](const std::string&) { return true; });
    PaddedBytes bytes;
    for (const PackedMember& member : unpacked.members) {
        if (member.file)
            (void)member.file->open(FileId{0}).read(0, 4096, bytes);
    }
    std::remove(path.c_str());
    return 0;
}
