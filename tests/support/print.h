// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <string>
#include <string_view>
#include <vector>

/// Lets QCOMPARE print std::string (UTF-8) and lists of it.
namespace QTest {

template<>
inline char* toString(const std::string& text)
{
    return qstrdup(("\"" + text + "\"").c_str());
}

template<>
inline char* toString(const std::string_view& text)
{
    return toString(std::string(text));
}

template<>
inline char* toString(const std::vector<std::string>& lines)
{
    std::string all = std::to_string(lines.size()) + " lines:";
    for (const std::string& line : lines)
        all += "\n     " + line;
    return qstrdup(all.c_str());
}

} // namespace QTest
