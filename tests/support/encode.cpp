// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/encode.h"

#include <iconv.h>
#include <stdexcept>

namespace duologue::test {

std::string encodedAs(const char* encoding, std::string_view utf8)
{
    const iconv_t converter = ::iconv_open(encoding, "UTF-8");
    std::string in(utf8);
    std::string out(in.size() * 4 + 8, '\0');
    char* from = in.data();
    char* to = out.data();
    std::size_t left = in.size();
    std::size_t room = out.size();
    if (::iconv(converter, &from, &left, &to, &room) == static_cast<std::size_t>(-1))
        throw std::invalid_argument("the text cannot be encoded");
    ::iconv_close(converter);
    return out.substr(0, out.size() - room);
}

} // namespace duologue::test
