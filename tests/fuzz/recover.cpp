// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/recovering_splitter.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace duologue;

/// Records lie inside the text, in order, also when broken ones are split. The text arrives in pieces and
/// consumed parts are released, as for large files.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const RecordLayout layout : {RecordLayout::Elements, RecordLayout::Values}) {
        for (const std::size_t piece : {size + 1, std::size_t{11}}) {
            RecoveringSplitter splitter(layout);
            std::uint64_t before = 0;
            std::uint64_t kept = 0;
            for (std::size_t at = 0; at < size;) {
                const std::size_t fresh = std::min(piece, size - at);
                at += fresh;
                splitter.feed(text.substr(kept, at - kept), kept, fresh, at == size,
                              [&](std::uint64_t begin, std::uint64_t end) {
                                  if (begin < before || end <= begin || end > at)
                                      std::abort();
                                  before = end;
                              });
                if (splitter.openBegin() < kept || splitter.openBegin() > at)
                    std::abort();
                kept = splitter.openBegin();
            }
        }
    }
    return 0;
}
