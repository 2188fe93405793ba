// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/changing_folder.h"

#include "tests/support/agent_record.h"
#include "tests/support/pack.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace duologue::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLargeLines = std::size_t{4} << 20U;

} // namespace

ChangingFolder::ChangingFolder(unsigned seed, bool exact, std::size_t files) : m_random(seed), m_exact(exact)
{
    m_mostFiles = std::max(m_mostFiles, files + files / 4);
    for (std::size_t i = 0; i < files; ++i) {
        const std::string name = newName();
        write(name, fileOf(name));
    }
    // Long records, so that the large file has few rows.
    std::string large;
    for (int i = 0; large.size() < kLargeLines + (std::size_t{300} << 10U); ++i)
        large += chat("question " + std::to_string(i) + "\", \"text\": \"" + std::string(40'000, 'x')) + "\n";
    write("large.jsonl", large);
}

std::string ChangingFolder::chat(const std::string& name)
{
    std::vector<std::string> members{R"("messages": [{"role": "user", "content": "Where to?"},
                                       {"role": "assistant", "content": "There."}])",
                                     "\"name\": \"" + name + "\""};
    std::erase(members[0], '\n');
    const std::array<std::string, 6> labels{"1", "2.5", "true", "\"good\"", "null", "-3"};
    if (m_random.oneIn(2))
        members.push_back("\"score\": " + std::to_string(m_random.below(5)));
    if (m_random.oneIn(3))
        members.push_back("\"kind\": \"" + std::string(1, static_cast<char>('a' + m_random.below(4))) + "\"");
    if (m_random.oneIn(3))
        members.push_back("\"done\": " + std::string(m_random.oneIn(2) ? "true" : "false"));
    if (!m_exact && m_random.oneIn(8))
        members.push_back("\"amount\": " + m_random.of(labels));
    if (m_random.oneIn(20))
        members.push_back("\"rare " + std::to_string(m_random.below(4)) + "\": 1");
    // Sometimes the keys come in another order.
    if (m_random.oneIn(4))
        std::reverse(members.begin() + 1, members.end());
    std::string json;
    for (const std::string& member : members)
        json += (json.empty() ? "{" : ", ") + member;
    return json + "}";
}

std::string ChangingFolder::record()
{
    switch (m_random.below(7)) {
    case 0: {
        if (m_exact)
            return AgentRecord::ofTurns(static_cast<int>(m_random.below(4))).json();
        AgentRecord agent = AgentRecord::ofTurns(static_cast<int>(m_random.below(4)));
        agent.id = std::to_string(m_random.below(50));
        agent.task = m_random.oneIn(2) ? "旅行规划" : "travel planning";
        if (!agent.messages.empty())
            agent.messages[0].intent = m_random.oneIn(2) ? "Planning" : "Others";
        return agent.json();
    }
    case 1:
        if (m_exact)
            break;
        return R"({"history": [{"role": "user", "content": "去哪里", "intent": ["推荐", "其它"]},
                   {"role": "assistant", "content": "北京", "satisfaction": "4"}], "task_type": "旅行规划",
                   "task_context": "假期", "profile": {"gender": "男", "age": 30}})";
    case 2:
        return R"({"model": "x", "temperature": )" + std::to_string(m_random.below(9)) + "}";
    case 3:
        return m_random.oneIn(2) ? "{broken" : R"({"messages": [{"role": "user", "content": NaN}]})";
    default:
        break;
    }
    return chat("name " + std::to_string(m_random.below(30)));
}

/// Random contents for a file with the ending of `name`.
std::string ChangingFolder::fileOf(const std::string& name)
{
    if (name.ends_with(".zip")) {
        std::vector<MemberToPack> members;
        for (std::size_t i = m_random.below(4); i > 0; --i) {
            const std::string member = newName();
            members.emplace_back(member, fileOf(member));
        }
        return zipOf(members);
    }
    if (name.ends_with(".gz"))
        return gzipOf(fileOf(".jsonl"));
    std::string bytes;
    const std::size_t records = m_random.below(6);
    if (name.ends_with(".json") && m_random.oneIn(2))
        return record();
    const bool list = name.ends_with(".json");
    for (std::size_t i = 0; i < records; ++i) {
        std::string one = record();
        if (!list)
            std::erase(one, '\n');
        bytes += one + (list ? (i + 1 < records ? ",\n" : "\n") : "\n");
    }
    return list ? "[" + bytes + "]" : bytes;
}

std::string ChangingFolder::newName()
{
    const std::array<std::string, 3> folders{"", "LLM_agent_user/travel/", "b/"};
    const std::array<std::string, 7> endings{".json", ".json", ".json", ".jsonl", ".md", ".zip", ".jsonl.gz"};
    const std::string folder = m_random.of(folders);
    return folder + std::to_string(m_random.below(20)) + "-" + std::to_string(++m_names) +
           m_random.of(endings);
}

std::vector<fs::path> ChangingFolder::allFiles() const
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path())) {
        if (entry.is_regular_file())
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::optional<fs::path> ChangingFolder::anyOf(const std::vector<fs::path>& files)
{
    if (files.empty())
        return std::nullopt;
    // The large file is chosen at least every third time.
    const auto large = path() / "large.jsonl";
    return m_random.oneIn(3) && fs::exists(large) ? large : m_random.of(files);
}

std::string ChangingFolder::change()
{
    const std::vector<fs::path> files = allFiles();
    const auto file = anyOf(files);
    if (const bool adds = m_random.oneIn(6); !file || (adds && files.size() < m_mostFiles)) {
        const std::string name = newName();
        write(name, fileOf(name));
        return "added " + name;
    }
    const std::string name = file->lexically_relative(path()).string();
    switch (m_random.below(14)) {
    case 0:
        if (name == "large.jsonl")
            break;
        remove(name);
        return "removed " + name;
    case 1: {
        if (name == "large.jsonl")
            break;
        const std::string other = newName();
        fs::create_directories((path() / other).parent_path());
        fs::rename(*file, path() / other);
        return "renamed " + name + " to " + other;
    }
    case 2:
        touch(*file);
        return "touched " + name;
    case 3:
        return "nothing";
    case 5: {
        // Like restoring a backup: another file (inode) with the same bytes and time.
        const auto time = fs::last_write_time(*file);
        fs::copy_file(*file, path() / "copy");
        fs::rename(path() / "copy", *file);
        fs::last_write_time(*file, time);
        return "restored " + name;
    }
    case 4: {
        m_folder.write(name, fileBytes(*file) + "\n");
        return "changed " + name + " just now";
    }
    default:
        break;
    }
    return changeBytes(*file) + " " + name;
}

std::string ChangingFolder::changeBytes(const fs::path& file)
{
    std::string bytes = fileBytes(file);
    switch (m_random.below(9)) {
    case 3:
        if (!bytes.empty()) {
            bytes[m_random.below(bytes.size())] = '8';
            writeUnseen(file, bytes);
        }
        return "corrected, in the same time,";
    case 4:
        if (!bytes.empty())
            bytes[m_random.below(bytes.size())] = '9';
        writeOld(file, bytes + chat("added") + "\n");
        return "corrected and appended to";
    case 0:
        writeOld(file,
                 bytes.substr(0, bytes.size() - std::min<std::size_t>(bytes.size(), m_random.below(2000))));
        return "cut off";
    case 1:
        if (bytes.size() > 2) {
            bytes[m_random.below(std::min<std::size_t>(bytes.size(), 4000))] = '7';
            writeUnseen(file, bytes);
        }
        return "changed the head, in the same time, of";
    case 2:
        if (bytes.size() < kLargeLines) {
            writeOld(file, fileOf(file.string()));
            return "rewrote";
        }
        bytes[bytes.size() / 2] = 'y';
        writeOld(file, bytes);
        return "changed the middle of";
    default:
        for (std::size_t i = 0; i <= m_random.below(4); ++i) {
            std::string one = record();
            std::erase(one, '\n');
            bytes += one + "\n";
        }
        if (m_random.oneIn(8))
            bytes.pop_back();
        writeOld(file, bytes);
        return "appended to";
    }
}

void ChangingFolder::write(const std::string& name, const std::string& bytes) const
{
    writeOld(path() / name, bytes);
}

void ChangingFolder::remove(const std::string& name) const
{
    fs::remove(path() / name);
}

void ChangingFolder::writeOld(const fs::path& file, const std::string& bytes) const
{
    m_folder.write(file.lexically_relative(path()), bytes);
    touch(file);
}

void ChangingFolder::writeUnseen(const fs::path& file, const std::string& bytes) const
{
    const auto time = fs::last_write_time(file);
    m_folder.write(file.lexically_relative(path()), bytes);
    fs::last_write_time(file, time);
}

void ChangingFolder::touch(const fs::path& file) const
{
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1) +
                                  std::chrono::milliseconds(++m_times));
}

} // namespace duologue::test
