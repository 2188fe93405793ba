// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/record_split.h"

#include <cstdlib>
#include <string>
#include <vector>

using namespace duologue;

namespace {

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Ranges recordsOf(std::string_view text, RecordLayout layout, std::size_t piece)
{
    Ranges ranges;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) { ranges.emplace_back(begin, end); };
    ValueSplitter splitter(layout);
    for (std::size_t at = 0; at < text.size(); at += piece)
        splitter.feed(text.substr(at, piece), add);
    splitter.finish(add);
    return ranges;
}

} // namespace

/// Records lie inside the text, in order, and do not depend on how the text is cut into pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const RecordLayout layout : {RecordLayout::Elements, RecordLayout::Values}) {
        const Ranges whole = recordsOf(text, layout, size + 1);
        std::uint64_t before = 0;
        for (const auto& [begin, end] : whole) {
            if (begin < before || end <= begin || end > size)
                std::abort();
            before = end;
        }
        if (whole != recordsOf(text, layout, 1) || whole != recordsOf(text, layout, 7))
            std::abort();
    }
    splitLines(text, 0, [&](std::uint64_t begin, std::uint64_t end) {
        if (end <= begin || end > size)
            std::abort();
    });
    return 0;
}
