// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/table_writer.h"
#include "core/load/index_cache.h"
#include "core/load/loader.h"
#include "core/util/checksum.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

using namespace duologue;

namespace {

const std::filesystem::path& folder()
{
    static const std::filesystem::path path = "/tmp/duologue_fuzz_index_" + std::to_string(::getpid());
    return path;
}

/// An index, without its checksum, of a small dataset with every kind of value.
std::string soundIndex()
{
    std::filesystem::create_directories(folder() / "data");
    std::ofstream(folder() / "data" / "1.jsonl")
        << R"({"messages": [{"role": "user", "content": "x"}], "tags": ["a", "b"], "f": true, "n": 1.5})"
        << "\n{broken\n";
    std::ofstream(folder() / "data" / "2.json")
        << R"({"task": "travel", "history": [{"role": "user", "content": "x", "intent": "Planning",)"
        << R"( "intent_zh": "规划"}], "rating": {"Diversity": 1}})";
    const auto snapshot = loadDataset({folder() / "data"}, {}, Job());
    const std::filesystem::path file = folder() / "sound";
    CheckedWriter out(FileDescriptor(::open(file.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600)));
    encodeSnapshot(*snapshot, {folder() / "data"}, out);
    if (!out.finish())
        std::abort();
    std::ifstream in(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    bytes.resize(bytes.size() - sizeof(std::uint64_t));
    return bytes;
}

/// The input is an index itself, or, if its first byte is odd, a list of changes to a valid one: three bytes
/// for each, offset and value.
std::string indexFrom(std::string_view input)
{
    static const std::string sound = soundIndex();
    if (input.empty() || (static_cast<unsigned char>(input.front()) & 1U) == 0)
        return std::string(input);
    std::string index = sound;
    for (std::size_t i = 1; i + 2 < input.size(); i += 3) {
        const auto high = static_cast<unsigned char>(input[i]);
        const auto low = static_cast<unsigned char>(input[i + 1]);
        index[(high * std::size_t{256} + low) % index.size()] = input[i + 2];
    }
    return index;
}

/// Looks at everything in it.
void lookAt(const Snapshot& snapshot)
{
    const auto fields = allFields(snapshot);
    TableBatch copied;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        for (const FieldReader& field : fields)
            (void)field.text(row);
    }
    if (snapshot.recordCount() > 0)
        copied.appendKnown(snapshot, Row{0}, snapshot.endRow(), FileId{0});
    TableWriter writer(snapshot.formats);
    writer.append(copied);
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        if (problem.where.file != kNoFile)
            (void)snapshot.file(problem.where.file);
        (void)codeName(problem.code);
    }
}

} // namespace

/// Whatever an index contains, it is refused or everything read from it is safe to look at.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string index = indexFrom({reinterpret_cast<const char*>(data), size});
    const std::filesystem::path path = folder().native() + ".index";
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        return 0;
    const std::uint64_t sum = checksum(index);
    std::fwrite(index.data(), 1, index.size(), file);
    std::fwrite(&sum, 1, sizeof sum, file);
    std::fclose(file);
    const auto source = FileSource::open(path, kNoFile);
    if (!source)
        return 0;
    CheckedReader in(source.value());
    if (const auto snapshot = decodeSnapshot(in, {"/nowhere"}, FormatList::builtIn()))
        lookAt(*snapshot);
    return 0;
}
