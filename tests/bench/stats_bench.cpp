// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <vector>

extern char** environ;

using namespace duologue::test;

namespace {

struct Options {
    std::string folder;
    int runs = 9;
    int files = 2000;
};

/// Something to measure: a line for the shell, and how long its runs took, in milliseconds.
struct Contender {
    std::string title;
    std::string command;
    std::vector<double> times;

    double median() const
    {
        std::vector<double> sorted = times;
        std::sort(sorted.begin(), sorted.end());
        const std::size_t middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
};

std::string quoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// Runs a line in the shell, its output thrown away. Returns whether it ended with 0.
bool runInShell(const std::string& line)
{
    std::string shell = "/bin/sh";
    std::string option = "-c";
    std::string command = "exec >/dev/null 2>&1; " + line;
    char* arguments[] = {shell.data(), option.data(), command.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawn(&child, shell.c_str(), nullptr, nullptr, arguments, environ) != 0)
        return false;
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool measure(Contender& contender)
{
    const auto begin = std::chrono::steady_clock::now();
    const bool done = runInShell(contender.command);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    contender.times.push_back(time.count());
    return done;
}

/// Conversations about as long as published ones, indented like those; the same in every run.
void writeSynthetic(const TempFolder& folder, int files)
{
    constexpr std::string_view kWords[] = {"museum ", "river ", "two days ", "budget ", "quiet ", "\n- "};
    constexpr std::string_view kWordsZh[] = {"博物馆", "河边", "两天", "预算", "安静", "，"};
    constexpr std::string_view kIntents[] = {"Planning", "Recommendation", "Search", "Others"};
    Random random(1);
    for (int i = 0; i < files; ++i) {
        AgentRecord record;
        for (auto turn = 2 + random.below(4); turn > 0; --turn) {
            for (const char* role : {"user", "assistant"}) {
                AgentMessage message{role, {}, {}, {}, {}};
                for (auto words = 20 + random.below(180); words > 0; --words) {
                    message.content += random.of(kWords);
                    message.contentZh += random.of(kWordsZh);
                }
                if (record.messages.size() % 2 == 0)
                    message.intent = random.of(kIntents);
                else
                    message.hallucination = random.oneIn(50);
                record.messages.push_back(std::move(message));
            }
        }
        for (const char* name : {"Preference Alignment", "Role-Playing Completeness", "Diversity"})
            record.ratings[name] = random.below(3);
        folder.write("LLM_agent_user/travel planning/" + std::to_string(i) + ".json", record.json(4));
    }
}

std::vector<Contender> contendersFor(const std::string& folder)
{
    const std::string path = quoted(folder);
    const std::string stats = quoted(DUOLOGUE_CLI) + " stats " + path + " --by turns --format csv";
    const std::string means = stats + " --mean 'Preference Alignment' --mean 'Role-Playing Completeness'";
    return {
        // Other datasets have no such ratings.
        {"duologue-cli stats", runInShell(means) ? means : stats, {}},
        {"find, cat", "find " + path + " -type f -print0 | xargs -0 cat", {}},
        {"python3, json.load",
         "python3 " + quoted(std::string(DUOLOGUE_SOURCE_DIR) + "/tests/bench/load_json.py") + " " + path,
         {}},
    };
}

std::optional<Options> optionsOf(const std::vector<std::string>& arguments)
{
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        int* number = argument == "--runs" ? &options.runs : argument == "--files" ? &options.files : nullptr;
        if (number == nullptr) {
            if (argument.starts_with("-") || !options.folder.empty())
                return std::nullopt;
            options.folder = argument;
        } else if (++i == arguments.size() ||
                   std::from_chars(arguments[i].data(), arguments[i].data() + arguments[i].size(), *number)
                           .ec != std::errc() ||
                   *number < 1) {
            return std::nullopt;
        }
    }
    return options;
}

void print(const std::vector<Contender>& contenders, const Options& options)
{
    const double reading = contenders[1].median();
    std::printf("Median wall time of %d interleaved runs, warm cache\n\n", options.runs);
    std::printf("| command | median | fastest | against cat |\n| --- | ---: | ---: | ---: |\n");
    for (const Contender& contender : contenders)
        std::printf("| %s | %.1f ms | %.1f ms | %.2f |\n", contender.title.c_str(), contender.median(),
                    *std::min_element(contender.times.begin(), contender.times.end()),
                    contender.median() / reading);
}

} // namespace

int main(int argc, char** argv)
{
    auto options = optionsOf({argv + 1, argv + argc});
    if (!options) {
        std::fputs("usage: stats_bench [PATH] [--runs N] [--files N]\n", stderr);
        return 2;
    }
    std::optional<TempFolder> made;
    if (options->folder.empty()) {
        made.emplace();
        writeSynthetic(*made, options->files);
        options->folder = made->path().string();
    }
    std::vector<Contender> contenders = contendersFor(options->folder);
    for (int run = 0; run <= options->runs; ++run) {
        for (Contender& contender : contenders) {
            if (!measure(contender)) {
                std::fprintf(stderr, "stats_bench: failed: %s\n", contender.command.c_str());
                return 1;
            }
            // The first run fills the cache.
            if (run == 0)
                contender.times.clear();
        }
    }
    print(contenders, *options);
    return 0;
}
