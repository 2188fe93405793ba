// SPDX-License-Identifier: GPL-3.0-or-later
#include "limit_read.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::size_t kBlock = std::size_t{4} << 20U;
/// The most that a record may extend past the block in which it begins.
constexpr std::size_t kLongest = std::size_t{1} << 20U;

/// The lines that begin in [begin, begin + kBlock).
void readBlock(int file, std::uint64_t begin, std::vector<char>& buffer, simdjson::dom::parser& parser,
               LimitTotals& totals)
{
    const std::uint64_t from = begin == 0 ? 0 : begin - 1;
    const auto count = ::pread(file, buffer.data(), kBlock + kLongest, static_cast<off_t>(from));
    if (count <= 0)
        return;
    const char* const end = buffer.data() + count;
    const auto lineEnd = [&](const char* at) {
        const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
        return found == nullptr ? end : static_cast<const char*>(found);
    };
    const char* line = begin == 0 ? buffer.data() : lineEnd(buffer.data()) + 1;
    while (line < end && static_cast<std::uint64_t>(line - buffer.data()) + from < begin + kBlock) {
        const char* const next = lineEnd(line);
        simdjson::dom::element record;
        if (parser.parse(line, static_cast<std::size_t>(next - line), false).get(record) == simdjson::SUCCESS)
            totals.add(record);
        line = next + 1;
    }
}

} // namespace

/// The limit for JSON Lines: two threads parse blocks of one file.
int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    const int file = ::open(argv[1], O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 1;
    const std::uint64_t size = std::filesystem::file_size(argv[1]);
    std::atomic<std::uint64_t> next = 0;
    LimitTotals totals[2];
    const auto work = [&](LimitTotals& mine) {
        std::vector<char> buffer(kBlock + kLongest + simdjson::SIMDJSON_PADDING);
        simdjson::dom::parser parser;
        for (std::uint64_t begin = next.fetch_add(kBlock); begin < size; begin = next.fetch_add(kBlock))
            readBlock(file, begin, buffer, parser, mine);
    };
    std::thread other(work, std::ref(totals[1]));
    work(totals[0]);
    other.join();
    ::close(file);
    totals[0].add(totals[1]);
    totals[0].print();
    return 0;
}
