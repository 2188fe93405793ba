// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace duologue::cli {

/// CLI11 interprets some arguments: "[a,b]" and "{}" as lists, "++" as the end of a command, and it leaves
/// the command at "--". These functions pass every argument to its command as it was typed.

/// The arguments after the program's name, ready for CLI::App::parse(). Arguments that CLI11 would interpret
/// get a mark, which the options below remove. `app` must have all its commands and options.
std::vector<std::string> protectedArguments(const CLI::App& app, int count, const char* const* arguments);

/// Removes the marks, for messages that quote arguments.
std::string withoutMarks(std::string text);

/// Adds an option, or a positional, that takes a text.
CLI::Option* addText(CLI::App& app, const std::string& name, std::string& value, const std::string& help);

/// The same for an option that may be given several times.
CLI::Option* addTexts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help);

/// Makes the option refuse all but whole numbers from `lowest` to `highest`, and say so.
void expectWholeNumber(CLI::Option& option, std::uint64_t lowest, std::uint64_t highest);

/// The same for numbers that may have a fraction.
void expectNumber(CLI::Option& option, double lowest, double highest);

/// The same for all but these words.
void expectOneOf(CLI::Option& option, const std::vector<std::string>& words);

/// Adds a positional that takes any number of values.
CLI::Option* addPositionals(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                            const std::string& help);

} // namespace duologue::cli
