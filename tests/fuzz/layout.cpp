// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_encoding.h"
#include "core/json/json_repair.h"
#include "core/json/record_split.h"

#include <cstdlib>

using namespace duologue;

/// Whatever a file begins with, its layout lies inside it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    layoutOf(text, true);
    layoutOf(text, false);
    unicodeEncodingOf(text);
    encodingByText(text);
    const std::size_t half = size / 2;
    if (skipBlank(text) > size || offsetOfPointer(text, "/messages/0/content") > size ||
        offsetOfPointer(text.substr(half), text.substr(0, half)) > size - half)
        std::abort();
    return 0;
}
