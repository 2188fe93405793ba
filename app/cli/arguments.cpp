// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>

namespace duologue::cli {

namespace {

/// No argument that CLI11 interprets begins with this character.
constexpr char kMark = '\x01';

std::string marked(const std::string& argument)
{
    constexpr std::string_view kRead = "-[{%+\x01";
    const bool isRead = !argument.empty() && kRead.find(argument.front()) != std::string_view::npos;
    return isRead ? kMark + argument : argument;
}

std::string unmarked(const std::string& argument)
{
    return !argument.empty() && argument.front() == kMark ? argument.substr(1) : argument;
}

std::vector<std::string> unmarked(const CLI::results_t& results)
{
    std::vector<std::string> texts;
    std::transform(results.begin(), results.end(), std::back_inserter(texts),
                   [](const std::string& each) { return unmarked(each); });
    return texts;
}

/// `description` is what the help says of the values.
template<typename Number>
void expectFromTo(CLI::Option& option, Number lowest, Number highest, const std::string& what,
                  const std::string& description)
{
    const auto refusal = [=](const std::string& text) {
        Number number{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool isGood =
            error == std::errc() && end == text.data() + text.size() && number >= lowest && number <= highest;
        return isGood ? std::string() : "expected " + what + ", found " + unmarked(text);
    };
    option.check(CLI::Validator(refusal, description));
}

/// "a", "a or b", "a, b or c"
std::string choiceOf(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return text;
}

const CLI::App* commandNamed(const CLI::App& app, const std::string& name)
{
    const auto found = app.get_subcommands([&](const CLI::App* each) { return each->get_name() == name; });
    return found.empty() ? nullptr : found.front();
}

bool takesValue(const CLI::App& command, const std::string& name)
{
    const CLI::Option* option = command.get_option_no_throw(name);
    return option != nullptr && option->get_items_expected_min() > 0;
}

/// Adds the arguments of one command.
class Protector {
public:
    Protector(const CLI::App& command, std::vector<std::string>& out) : m_command(command), m_out(out) {}

    void add(const std::string& argument)
    {
        if (m_valueIsNext || m_onlyPositionals || argument.size() < 2 || argument.front() != '-')
            addText(argument);
        else if (argument == "--")
            m_onlyPositionals = true;
        else
            addOption(argument);
    }

private:
    void addText(const std::string& argument)
    {
        m_valueIsNext = false;
        m_out.push_back(marked(argument));
    }

    void addOption(const std::string& argument)
    {
        const auto equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
        const std::string name = argument.substr(0, equals);
        m_valueIsNext = takesValue(m_command, name);
        if (!m_valueIsNext || equals == std::string::npos) {
            m_out.push_back(argument);
            return;
        }
        // CLI11 reads "--name=" as an option whose value is the next argument.
        m_out.push_back(name);
        addText(argument.substr(equals + 1));
    }

    const CLI::App& m_command;
    std::vector<std::string>& m_out;
    bool m_valueIsNext = false;
    bool m_onlyPositionals = false;
};

} // namespace

std::vector<std::string> protectedArguments(const CLI::App& app, int count, const char* const* arguments)
{
    std::vector<std::string> made;
    int at = 1;
    const CLI::App* command = nullptr;
    for (; at < count && command == nullptr; ++at) {
        made.emplace_back(arguments[at]);
        command = commandNamed(app, made.back());
    }
    if (command != nullptr) {
        Protector protector(*command, made);
        for (; at < count; ++at)
            protector.add(arguments[at]);
    }
    // CLI11 takes them from the end.
    std::reverse(made.begin(), made.end());
    return made;
}

std::string withoutMarks(std::string text)
{
    std::erase(text, kMark);
    return text;
}

CLI::Option* addText(CLI::App& app, const std::string& name, std::string& value, const std::string& help)
{
    const CLI::callback_t take = [&value](const CLI::results_t& results) {
        value = unmarked(results.back());
        return true;
    };
    return app.add_option(name, take, help)->type_name("TEXT");
}

CLI::Option* addTexts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help)
{
    const CLI::callback_t take = [&values](const CLI::results_t& results) {
        values = unmarked(results);
        return true;
    };
    return app.add_option(name, take, help)
        ->type_name("TEXT")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void expectWholeNumber(CLI::Option& option, std::uint64_t lowest, std::uint64_t highest)
{
    const bool isOpen = highest == std::numeric_limits<std::uint64_t>::max();
    const std::string range = isOpen ? std::to_string(lowest) + " or more"
                                     : "from " + std::to_string(lowest) + " to " + std::to_string(highest);
    expectFromTo(option, lowest, highest, "a whole number, " + range, range);
}

void expectNumber(CLI::Option& option, double lowest, double highest)
{
    std::ostringstream range;
    range << "from " << lowest << " to " << highest;
    expectFromTo(option, lowest, highest, "a number " + range.str(), range.str());
}

void expectOneOf(CLI::Option& option, const std::vector<std::string>& words)
{
    const auto refusal = [words](const std::string& text) {
        const bool isGood = std::find(words.begin(), words.end(), text) != words.end();
        return isGood ? std::string() : "expected " + choiceOf(words) + ", found " + unmarked(text);
    };
    option.check(CLI::Validator(refusal, "{" + CLI::detail::join(words, ",") + "}"));
}

CLI::Option* addPositionals(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                            const std::string& help)
{
    return addTexts(app, name, values, help)->expected(1, -1)->allow_extra_args();
}

} // namespace duologue::cli
