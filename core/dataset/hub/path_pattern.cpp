// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/hub/path_pattern.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>

namespace duologue {

namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kMostAlike = std::size_t{64} << 10U;

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

bool hasMember(std::string_view members, char32_t character)
{
    while (!members.empty()) {
        const char32_t first = takeCharacter(members);
        char32_t last = first;
        // A hyphen at the end is a member.
        if (members.size() > 1 && members.front() == '-') {
            members.remove_prefix(1);
            last = takeCharacter(members);
        }
        if (first <= character && character <= last)
            return true;
    }
    return false;
}

} // namespace

PathPattern::PathPattern(std::string_view pattern) : m_isTooLong(pattern.size() > kLongestPath)
{
    while (!m_isTooLong && !pattern.empty()) {
        if (pattern.starts_with("**/")) {
            pattern.remove_prefix(3);
            m_steps.push_back({StepKind::Folders, 0, {}, false});
        } else if (pattern.starts_with('*')) {
            const bool crosses = pattern.starts_with("**");
            pattern.remove_prefix(crosses ? 2 : 1);
            m_steps.push_back({crosses ? StepKind::Path : StepKind::Name, 0, {}, false});
        } else if (const auto set = takeSet(pattern)) {
            m_steps.push_back({StepKind::Set, 0, std::string(set->members), set->isNegated});
        } else {
            const std::string_view before = pattern;
            const char32_t character = takeCharacter(pattern);
            if (m_steps.empty() && character != U'?')
                m_beginning += before.substr(0, before.size() - pattern.size());
            else
                m_steps.push_back(
                    {character == U'?' ? StepKind::One : StepKind::Character, character, {}, false});
        }
    }
}

bool PathPattern::Step::takes(char32_t next) const
{
    switch (kind) {
    case StepKind::Character:
        return next == character;
    case StepKind::One:
    case StepKind::Name:
        return next != U'/';
    case StepKind::Set:
        return next != U'/' && hasMember(members, next) != isNegated;
    case StepKind::Path:
    case StepKind::Folders:
        break;
    }
    return true;
}

/// Marks a step, and those after it that can be next because it may stand for nothing.
void PathPattern::enter(std::size_t step, std::vector<bool>& marked) const
{
    marked[step] = true;
    while (step < m_steps.size() && m_steps[step].isOptional())
        marked[++step] = true;
}

bool PathPattern::matches(std::string_view path) const
{
    if (m_isTooLong || !path.starts_with(m_beginning))
        return false;
    path.remove_prefix(m_beginning.size());
    // All steps that the rest of the path may begin with, so that no character is looked at twice.
    std::vector<bool> marked(m_steps.size() + 1);
    enter(0, marked);
    while (!path.empty()) {
        const char32_t character = takeCharacter(path);
        std::vector<bool> next(marked.size());
        for (std::size_t step = 0; step < m_steps.size(); ++step) {
            if (!marked[step] || !m_steps[step].takes(character))
                continue;
            const StepKind kind = m_steps[step].kind;
            if (kind == StepKind::Name || kind == StepKind::Path)
                enter(step, next);
            else if (kind != StepKind::Folders || character == U'/')
                enter(step + 1, next);
            // It goes on up to a "/".
            if (kind == StepKind::Folders)
                next[step] = true;
        }
        marked.swap(next);
    }
    return marked.back();
}

std::size_t PathPatterns::add(const std::string& pattern)
{
    const auto [known, isNew] = m_numbers.try_emplace(pattern, m_isPlain.size());
    if (!isNew)
        return known->second;
    PathPattern made(pattern);
    m_isPlain.push_back(made.isPlain());
    if (made.isPlain())
        return known->second;
    const std::string& beginning = made.beginning();
    Alike& alike = m_wild[beginning.size()][beginning];
    alike.length += pattern.size();
    if (alike.length <= kMostAlike)
        alike.patterns.push_back({known->second, std::move(made)});
    return known->second;
}

std::vector<std::size_t> PathPatterns::matching(std::string_view path) const
{
    std::vector<std::size_t> numbers;
    if (const auto same = m_numbers.find(std::string(path));
        same != m_numbers.end() && m_isPlain[same->second])
        numbers.push_back(same->second);
    for (const auto& [length, beginnings] : m_wild) {
        if (length > path.size())
            break;
        const auto alike = beginnings.find(std::string(path.substr(0, length)));
        if (alike == beginnings.end())
            continue;
        for (const Wild& each : alike->second.patterns) {
            if (each.pattern.matches(path))
                numbers.push_back(each.number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
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
