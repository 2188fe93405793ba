// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/hub/path_pattern.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>

namespace duologue {

namespace {

/// A pattern with more is not followed: it could take very long.
constexpr std::ptrdiff_t kMostStars = 8;

/// Takes the first character; a byte if it is no UTF-8.
char32_t takeCharacter(std::string_view& text)
{
    const CodePoint first = codePointAt(text);
    const char32_t taken =
        first.length > 0 ? first.value : static_cast<char32_t>(static_cast<unsigned char>(text.front()));
    text.remove_prefix(std::max<std::size_t>(first.length, 1));
    return taken;
}

/// "[a-c]" or, negated, "[!a-c]".
struct CharacterSet {
    std::string_view members;
    bool isNegated = false;

    bool has(char32_t character) const
    {
        for (std::string_view left = members; !left.empty();) {
            const char32_t first = takeCharacter(left);
            char32_t last = first;
            // A hyphen at the end is a member.
            if (left.size() > 1 && left.front() == '-') {
                left.remove_prefix(1);
                last = takeCharacter(left);
            }
            if (first <= character && character <= last)
                return !isNegated;
        }
        return isNegated;
    }
};

/// Takes the set at the front of a pattern. None if the bracket is not closed in its name; then it stands for
/// itself.
std::optional<CharacterSet> takeSet(std::string_view& pattern)
{
    if (!pattern.starts_with('['))
        return std::nullopt;
    const bool isNegated = pattern.substr(1).starts_with('!');
    const std::size_t begin = isNegated ? 2 : 1;
    // A bracket that comes first is a member.
    const std::size_t end = pattern.find(']', begin + 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view members = pattern.substr(begin, end - begin);
    if (members.find('/') != std::string_view::npos)
        return std::nullopt;
    pattern.remove_prefix(end + 1);
    return CharacterSet{members, isNegated};
}

} // namespace

bool matchesPattern(std::string_view path, std::string_view pattern)
{
    if (std::count(pattern.begin(), pattern.end(), '*') > kMostStars)
        return false;
    while (!pattern.empty()) {
        if (pattern.starts_with('*')) {
            const bool crosses = pattern.starts_with("**");
            const std::string_view rest = pattern.substr(crosses ? 2 : 1);
            // "**/x" is also "x".
            if (crosses && rest.starts_with('/') && matchesPattern(path, rest.substr(1)))
                return true;
            for (std::size_t length = 0; length <= path.size(); ++length) {
                if (matchesPattern(path.substr(length), rest))
                    return true;
                if (length < path.size() && path[length] == '/' && !crosses)
                    return false;
            }
            return false;
        }
        if (path.empty())
            return false;
        const std::optional<CharacterSet> set = takeSet(pattern);
        const char32_t wanted = set ? U'[' : takeCharacter(pattern);
        const char32_t character = takeCharacter(path);
        if (character == U'/' ? set || wanted != U'/'
            : set             ? !set->has(character)
                              : wanted != U'?' && wanted != character)
            return false;
    }
    return path.empty();
}

std::string normalPattern(std::string_view pattern)
{
    std::string normal;
    while (!pattern.empty()) {
        const std::size_t end = std::min(pattern.find('/'), pattern.size());
        const std::string_view name = pattern.substr(0, end);
        if (!name.empty() && name != ".") {
            normal += normal.empty() ? "" : "/";
            normal += name;
        }
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
    }
    return normal;
}

} // namespace duologue
