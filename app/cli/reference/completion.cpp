// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reference/completion.h"

#include "app/cli/reference/option_help.h"
#include "core/data/field_reader.h"
#include "core/load/loader.h"
#include "core/util/text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace duologue::cli {

namespace {

/// A dataset that is not there after this is left alone: who types does not wait. Milliseconds.
constexpr int kUsualPatience = 80;

/// DUOLOGUE_COMPLETION_TIME, for slow disks, or the usual one.
std::chrono::milliseconds patience()
{
    const char* const wanted = std::getenv("DUOLOGUE_COMPLETION_TIME");
    const int time = wanted == nullptr ? 0 : std::atoi(wanted);
    return std::chrono::milliseconds(time > 0 ? time : kUsualPatience);
}

/// A field with more values is no list to choose from.
constexpr std::size_t kMostValuesListed = 200;

/// Options whose values name fields, separated by commas or not.
constexpr std::array<std::string_view, 10> kFieldOptions{"--by",     "--mean",  "--sort", "--columns",
                                                         "--fields", "--dedup", "--per",  "--stratify",
                                                         "--group",  "--label"};

std::vector<std::string> beginningWith(std::vector<std::string> all, const std::string& begin)
{
    std::erase_if(all, [&](const std::string& each) { return !each.starts_with(begin); });
    return all;
}

/// Null if it takes too long or cannot be read.
SnapshotPtr loadInAMoment(const std::vector<std::filesystem::path>& paths, const CompletionFolders& folders)
{
    std::stop_source stop;
    std::jthread watch([&stop](const std::stop_token& ended) {
        const auto last = std::chrono::steady_clock::now() + patience();
        while (!ended.stop_requested() && std::chrono::steady_clock::now() < last)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (!ended.stop_requested())
            stop.request_stop();
    });
    LoadOptions load;
    load.formatFolder = folders.formats;
    load.cacheFolder = folders.indexes;
    const Job job(stop.get_token());
    SnapshotPtr snapshot = loadDataset(paths, load, job);
    return job.stopRequested() || snapshot->recordCount() == 0 ? nullptr : snapshot;
}

/// What is before the part of the word that is typed: the fields before a comma, the terms before a space.
std::string headOf(const std::string& word, std::string_view separators)
{
    const std::size_t last = word.find_last_of(separators);
    return last == std::string::npos ? std::string() : word.substr(0, last + 1);
}

std::vector<std::string> withHead(const std::string& head, const std::vector<std::string>& tails)
{
    std::vector<std::string> words;
    words.reserve(tails.size());
    for (const std::string& tail : tails)
        words.push_back(head + tail);
    return words;
}

std::vector<std::string> fieldNames(const Snapshot& snapshot, std::string_view after)
{
    std::vector<std::string> names;
    for (const FieldReader& field : allFields(snapshot))
        names.push_back(field.info().key + std::string(after));
    return names;
}

/// The values of a category that begin like this, as a query takes them.
std::vector<std::string> valuesOf(const Snapshot& snapshot, const std::string& name, std::string begin)
{
    if (begin.starts_with('"'))
        begin.erase(0, 1);
    std::vector<std::string> values;
    const auto field = findField(snapshot, name);
    if (!field || field->categoryCount() > kMostValuesListed)
        return values;
    for (std::size_t code = 0; code < field->categoryCount(); ++code) {
        const std::string value(field->category(categoryCode(code)).shown());
        if (field->isList(categoryCode(code)) || !value.starts_with(begin))
            continue;
        const bool isPlain = value.find_first_of(" \t\"()") == std::string::npos;
        values.push_back(isPlain ? value : "\"" + value + "\"");
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

/// A query: the field that its last term begins with, or the values of that field.
std::vector<std::string> queryEndings(const Snapshot& snapshot, const std::string& word)
{
    std::string head = headOf(word, " (");
    std::string term = word.substr(head.size());
    if (term.starts_with('-')) {
        head += '-';
        term.erase(0, 1);
    }
    const std::size_t colon = term.find(':');
    if (colon == std::string::npos)
        return withHead(head, beginningWith(fieldNames(snapshot, ":"), term));
    const std::string name = term.substr(0, colon);
    return withHead(head + name + ":", valuesOf(snapshot, name, term.substr(colon + 1)));
}

/// A command with what is typed of it.
class CommandLine {
public:
    CommandLine(const CLI::App& command, const std::vector<std::string>& words,
                const CompletionFolders& folders)
        : m_options(optionsOf(command)), m_folders(folders)
    {
        for (std::size_t i = 1; i + 1 < words.size(); ++i)
            add(words[i]);
    }

    std::vector<std::string> endings(const std::string& word) const
    {
        if (m_open != nullptr)
            return valueEndings(*m_open, word);
        if (!word.starts_with('-'))
            return {};
        std::vector<std::string> names;
        for (const OptionHelp& option : m_options)
            names.insert(names.end(), option.names.begin(), option.names.end());
        return beginningWith(names, word);
    }

private:
    /// A word before the one that is typed.
    void add(const std::string& word)
    {
        if (m_open != nullptr) {
            m_open = nullptr;
            return;
        }
        const auto option = std::find_if(m_options.begin(), m_options.end(), [&](const OptionHelp& each) {
            return std::find(each.names.begin(), each.names.end(), word) != each.names.end();
        });
        if (option != m_options.end() && option->takesValue)
            m_open = &*option;
        else if (!word.starts_with('-'))
            m_paths.emplace_back(word);
    }

    std::vector<std::string> valueEndings(const OptionHelp& option, const std::string& word) const
    {
        if (!option.choices.empty())
            return beginningWith(option.choices, word);
        const std::string& name = option.names.back();
        const bool namesFields =
            std::find(kFieldOptions.begin(), kFieldOptions.end(), name) != kFieldOptions.end();
        if (!namesFields && name != "--where")
            return {};
        const SnapshotPtr snapshot = m_paths.empty() ? nullptr : loadInAMoment(m_paths, m_folders);
        if (!snapshot)
            return {};
        if (name == "--where")
            return queryEndings(*snapshot, word);
        const std::string head = headOf(word, ",");
        return withHead(head, beginningWith(fieldNames(*snapshot, ""), word.substr(head.size())));
    }

    const std::vector<OptionHelp> m_options;
    const CompletionFolders& m_folders;
    std::vector<std::filesystem::path> m_paths;
    /// Its value is the next word.
    const OptionHelp* m_open = nullptr;
};

} // namespace

std::vector<std::string> completions(const CLI::App& app, const std::vector<std::string>& words,
                                     const CompletionFolders& folders)
{
    if (words.empty())
        return {};
    const std::string& word = words.back();
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    if (words.size() == 1) {
        std::vector<std::string> names{"--help", "--version"};
        for (const CLI::App* command : commands)
            names.push_back(command->get_name());
        return beginningWith(names, word);
    }
    for (const CLI::App* command : commands) {
        if (command->get_name() == words.front())
            return CommandLine(*command, words, folders).endings(word);
    }
    return {};
}

} // namespace duologue::cli
