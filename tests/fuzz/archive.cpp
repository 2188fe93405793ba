// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive.h"

#include <cstdio>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

using namespace duologue;

/// Whatever a packed file contains, it is unpacked within the limits or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::string path = "/tmp/duologue_fuzz_" + std::to_string(::getpid()) + ".zip";
    std::FILE* written = std::fopen(path.c_str(), "wb");
    if (written == nullptr)
        return 0;
    std::fwrite(data, 1, size, written);
    std::fclose(written);
    auto store = UnpackedStore::create();
    if (!store)
        return 0;
    UnpackLimits limits;
    limits.size = std::uint64_t{4} << 20U;
    // Members are read both while the file is being unpacked and afterwards.
    limits.wholeUpTo = 100;
    std::vector<std::shared_ptr<const UnpackedFile>> files;
    PaddedBytes bytes;
    UnpackHandlers handlers;
    handlers.wants = [](const std::string&) { return true; };
    handlers.found = [&](const PackedMember& member) {
        (void)member.file->open(FileId{0}).read(0, 50, bytes);
        files.push_back(member.file);
    };
    (void)unpack({path, limits, store.value(), handlers}, Job());
    for (const auto& file : files)
        (void)file->open(FileId{0}).read(0, 4096, bytes);
    std::remove(path.c_str());
    return 0;
}
