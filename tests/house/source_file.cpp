// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>

namespace duologue::house {

namespace {

bool isWordCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Walks over C++ text and blanks everything that is not code; line ends stay.
class Blanker {
public:
    Blanker(std::string_view text, bool blankStrings) : m_text(text), m_out(text), m_strings(blankStrings) {}

    std::string run()
    {
        while (m_at < m_text.size()) {
            if (m_text.substr(m_at, 2) == "//")
                blankUntil(m_text.find('\n', m_at), true);
            else if (m_text.substr(m_at, 2) == "/*")
                blankUntil(endAfter("*/", m_at + 2), true);
            else if (startsRawString())
                rawString();
            else if (m_text[m_at] == '"' || startsCharacter())
                quoted(m_text[m_at]);
            else
                ++m_at;
        }
        return m_out;
    }

private:
    std::size_t endAfter(std::string_view mark, std::size_t from) const
    {
        const std::size_t found = m_text.find(mark, from);
        return found == std::string_view::npos ? found : found + mark.size();
    }

    void blankUntil(std::size_t end, bool blank)
    {
        end = std::min(end, m_text.size());
        for (; m_at < end; ++m_at) {
            if (blank && m_text[m_at] != '\n')
                m_out[m_at] = ' ';
        }
    }

    bool startsRawString() const
    {
        if (m_text.substr(m_at, 2) != "R\"")
            return false;
        return m_at == 0 || !isWordCharacter(m_text[m_at - 1]) || m_text[m_at - 1] == '8' ||
               m_text[m_at - 1] == 'u' || m_text[m_at - 1] == 'L';
    }

    /// Always blanked, even if it looks like a line of code.
    void rawString()
    {
        const std::size_t open = m_text.find('(', m_at);
        if (open == std::string_view::npos)
            return blankUntil(open, true);
        const std::string close = ")" + std::string(m_text.substr(m_at + 2, open - m_at - 2)) + "\"";
        blankUntil(endAfter(close, open), true);
    }

    /// 1'000 is a number.
    bool startsCharacter() const
    {
        return m_text[m_at] == '\'' && (m_at == 0 || !isWordCharacter(m_text[m_at - 1]));
    }

    void quoted(char quote)
    {
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != quote && m_text[end] != '\n')
            end += m_text[end] == '\\' ? 2 : 1;
        blankUntil(end + 1, m_strings);
    }

    std::string_view m_text;
    std::string m_out;
    bool m_strings;
    std::size_t m_at = 0;
};

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The file that `#include "name"` or `#include <name>` includes; empty for any other line.
Include includeIn(std::string_view line)
{
    const auto skipSpace = [&line] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    const auto skip = [&line](std::string_view word) {
        const bool found = line.starts_with(word);
        line.remove_prefix(found ? word.size() : 0);
        return found;
    };
    skipSpace();
    if (!skip("#"))
        return {};
    skipSpace();
    if (!skip("include"))
        return {};
    skipSpace();
    if (line.empty() || (line.front() != '"' && line.front() != '<'))
        return {};
    const bool quoted = line.front() == '"';
    line.remove_prefix(1);
    return {std::string(line.substr(0, line.find(quoted ? '"' : '>'))), quoted};
}

bool belongsToProject(const std::filesystem::path& name)
{
    static constexpr std::array<std::string_view, 6> kOthers{
        ".git", ".cache", "__pycache__", "compile_commands.json", "CMakeUserPresets.json", ".ccache"};
    const std::string text = name.string();
    return std::find(kOthers.begin(), kOthers.end(), text) == kOthers.end() && !text.starts_with("build") &&
           !text.ends_with(".swp");
}

} // namespace

SourceFile sourceFile(std::string path, std::string_view text)
{
    SourceFile file;
    file.path = std::move(path);
    file.lines = linesOf(text);
    if (!file.isCpp())
        return file;
    file.code = linesOf(Blanker(text, true).run());
    int line = 0;
    for (const std::string& each : linesOf(Blanker(text, false).run())) {
        ++line;
        Include include = includeIn(each);
        include.line = line;
        if (!include.name.empty())
            file.includes.push_back(std::move(include));
    }
    return file;
}

std::vector<SourceFile> readSources(const std::filesystem::path& root)
{
    std::vector<SourceFile> files;
    std::filesystem::recursive_directory_iterator entries(root);
    for (auto entry = begin(entries); entry != end(entries); ++entry) {
        if (!belongsToProject(entry->path().filename())) {
            if (entry->is_directory())
                entry.disable_recursion_pending();
            continue;
        }
        if (!entry->is_regular_file() || entry->is_symlink())
            continue;
        std::ifstream stream(entry->path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        if (text.find('\0') == std::string::npos)
            files.push_back(sourceFile(entry->path().lexically_relative(root).generic_string(), text));
    }
    std::sort(files.begin(), files.end(),
              [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return files;
}

} // namespace duologue::house
