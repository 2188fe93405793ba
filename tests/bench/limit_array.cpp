// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/simd.h"
#include "limit_read.h"

#include <atomic>
#include <bit>
#include <deque>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using duologue::ByteLanes;
using duologue::kLanes;
using duologue::kMaskBytes;

constexpr std::size_t kBlock = std::size_t{4} << 20U;
constexpr std::size_t kMostWaiting = 2;

/// The elements of the array that end in one piece of the file.
struct Piece {
    std::vector<char> bytes;
    std::vector<std::pair<std::size_t, std::size_t>> records;
};

/// Follows quotes and brackets through a well-formed array, 64 bytes at a time.
struct Splitter {
    std::uint64_t inText = 0;
    bool escaped = false;
    unsigned depth = 0;
    std::size_t begin = 0;

    /// Bytes from `from` on are new; a whole word after `end` may be read.
    void split(Piece& piece, std::size_t from, std::size_t end)
    {
        for (std::size_t at = from; at < end; at += kMaskBytes) {
            std::uint64_t quotes = 0;
            std::uint64_t backslashes = 0;
            std::uint64_t brackets = 0;
            for (std::size_t i = 0; i < kMaskBytes; i += kLanes) {
                const ByteLanes lanes = duologue::lanesAt(piece.bytes.data() + at + i);
                quotes |= duologue::laneBits(static_cast<ByteLanes>(lanes == '"')) << i;
                backslashes |= duologue::laneBits(static_cast<ByteLanes>(lanes == '\\')) << i;
                brackets |= duologue::laneBits(static_cast<ByteLanes>((lanes | 0x20) == '{')) << i;
                brackets |= duologue::laneBits(static_cast<ByteLanes>((lanes | 0x20) == '}')) << i;
            }
            for (; backslashes != 0 || escaped;) {
                const auto next = escaped ? 0 : std::countr_zero(backslashes) + 1;
                escaped = next == kMaskBytes;
                if (escaped)
                    break;
                quotes &= ~(std::uint64_t{1} << next);
                backslashes &= next == 63 ? 0 : ~std::uint64_t{0} << (next + 1);
            }
            const std::uint64_t texts = duologue::prefixXor(quotes) ^ inText;
            inText = (texts >> 63U) != 0 ? ~std::uint64_t{0} : 0;
            for (std::uint64_t left = brackets & ~texts; left != 0; left &= left - 1)
                bracket(piece, at + static_cast<std::size_t>(std::countr_zero(left)));
        }
    }

    void bracket(Piece& piece, std::size_t at)
    {
        if ((piece.bytes[at] & 6) == 2) {
            if (++depth == 2)
                begin = at;
        } else if (--depth == 1) {
            piece.records.emplace_back(begin, at + 1);
        }
    }
};

void parse(const Piece& piece, simdjson::dom::parser& parser, LimitTotals& totals)
{
    for (const auto& [begin, end] : piece.records) {
        simdjson::dom::element record;
        if (parser.parse(piece.bytes.data() + begin, end - begin, false).get(record) == simdjson::SUCCESS)
            totals.add(record);
    }
}

} // namespace

/// The limit for one array: one thread splits it, and every free thread parses.
int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    const int file = ::open(argv[1], O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 1;
    std::mutex mutex;
    std::deque<std::unique_ptr<Piece>> waiting;
    std::atomic<bool> done = false;
    LimitTotals totals[2];
    simdjson::dom::parser parsers[2];
    const auto parseOne = [&](int which, std::size_t unless) {
        std::unique_ptr<Piece> piece;
        {
            const std::scoped_lock lock(mutex);
            if (waiting.size() <= unless)
                return false;
            piece = std::move(waiting.front());
            waiting.pop_front();
        }
        parse(*piece, parsers[which], totals[which]);
        return true;
    };
    std::thread other([&] {
        while (parseOne(1, 0) || !done)
            std::this_thread::yield();
    });
    Splitter splitter;
    std::vector<char> kept;
    for (;;) {
        auto piece = std::make_unique<Piece>();
        piece->bytes.resize(kept.size() + kBlock + kMaskBytes + simdjson::SIMDJSON_PADDING);
        std::copy(kept.begin(), kept.end(), piece->bytes.begin());
        const auto count = ::read(file, piece->bytes.data() + kept.size(), kBlock);
        if (count <= 0)
            break;
        const std::size_t end = kept.size() + static_cast<std::size_t>(count);
        splitter.split(*piece, kept.size(), end);
        const std::size_t open = splitter.depth > 1 ? splitter.begin : end;
        kept.assign(piece->bytes.begin() + static_cast<std::ptrdiff_t>(open),
                    piece->bytes.begin() + static_cast<std::ptrdiff_t>(end));
        splitter.begin = 0;
        {
            const std::scoped_lock lock(mutex);
            waiting.push_back(std::move(piece));
        }
        while (parseOne(0, kMostWaiting))
            continue;
    }
    while (parseOne(0, 0))
        continue;
    done = true;
    other.join();
    ::close(file);
    totals[0].add(totals[1]);
    totals[0].print();
    return 0;
}
