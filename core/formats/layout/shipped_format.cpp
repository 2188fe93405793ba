// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/layout/shipped_format.h"

#include "core/formats/layout/format_file.h"

#include <vector>

namespace duologue {

namespace {

struct ShippedFormats {
    std::vector<std::shared_ptr<const Format>> owned;
    std::vector<const Format*> formats;

    ShippedFormats()
    {
        for (const ShippedFile& file : shippedFiles()) {
            // A test makes sure that none has a problem.
            for (FormatDescription& description :
                 readFormatFile(file.json, std::string(file.name)).descriptions)
                owned.push_back(describedFormat(std::move(description)));
        }
        for (const auto& format : owned)
            formats.push_back(format.get());
    }
};

} // namespace

std::span<const Format* const> shippedFormats()
{
    static const ShippedFormats shipped;
    return shipped.formats;
}

} // namespace duologue
