// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/clickhouse_http.h"
#include "core/remote/row_stream.h"
#include "core/remote/sql_text.h"
#include "core/remote/table_address.h"
#include "core/remote/value_conditions.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace duologue;

namespace {

/// What the server's lexer reads between these quotes; aborts if the text ends early or goes on.
std::string textIn(const std::string& quoted, char quote)
{
    std::string text;
    if (quoted.size() < 2 || quoted.front() != quote || quoted.back() != quote)
        std::abort();
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
        if (quoted[i] == quote)
            std::abort();
        const bool isEscaped = quoted[i] == '\\';
        if (isEscaped && ++i + 1 >= quoted.size())
            std::abort();
        text += isEscaped && quoted[i] == '0' ? '\0' : quoted[i];
    }
    return text;
}

} // namespace

/// Bytes as an address, as a name and a text in SQL, as a text to look for, and as the answer of a server.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto address = readTableAddress(input);
    if (const auto* read = address.get()) {
        const auto again = readTableAddress(read->text());
        if (!again.ok() || again.value() != *read)
            std::abort();
    }
    if (textIn(sqlText(input), '\'') != input || textIn(sqlName(input), '`') != input)
        std::abort();
    constexpr std::size_t kLongestText = 200;
    if (size < kLongestText) {
        TextMatch::words(input).containedIn("x");
        engineExpression(input);
    }
    serverSentence(input);
    std::uint64_t rows = 0;
    RowStream stream([&rows](const JsonView& row) { return ++rows > 0 && row.isObject(); });
    stream.add(input.substr(0, size / 2));
    stream.add(input.substr(size / 2));
    stream.finish({});
    if (rows != stream.rows())
        std::abort();
    return 0;
}
