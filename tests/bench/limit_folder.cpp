// SPDX-License-Identifier: GPL-3.0-or-later
#include "limit_read.h"

#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

void readFile(const std::string& path, std::vector<char>& buffer, simdjson::dom::parser& parser,
              LimitTotals& totals)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status = {};
    if (file < 0 || ::fstat(file, &status) != 0)
        return;
    const auto size = static_cast<std::size_t>(status.st_size);
    if (buffer.size() < size + simdjson::SIMDJSON_PADDING)
        buffer.resize(size * 2 + simdjson::SIMDJSON_PADDING);
    const auto count = ::pread(file, buffer.data(), size, 0);
    ::close(file);
    simdjson::dom::element record;
    if (count == status.st_size && parser.parse(buffer.data(), size, false).get(record) == simdjson::SUCCESS)
        totals.add(record);
}

} // namespace

/// The limit for folders with one conversation in each file: two threads read and parse.
int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1])) {
        if (entry.path().native().ends_with(".json"))
            paths.push_back(entry.path().native());
    }
    std::atomic<std::size_t> next = 0;
    LimitTotals totals[2];
    const auto work = [&](LimitTotals& mine) {
        std::vector<char> buffer;
        simdjson::dom::parser parser;
        for (std::size_t i = next++; i < paths.size(); i = next++)
            readFile(paths[i], buffer, parser, mine);
    };
    std::thread other(work, std::ref(totals[1]));
    work(totals[0]);
    other.join();
    totals[0].add(totals[1]);
    totals[0].print();
    return 0;
}
