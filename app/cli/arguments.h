// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace duologue::cli {

/// CLI11 reads some arguments as a notation of its own: "[a,b]" and "{}" as lists, "++" as the end of a
/// command, and it leaves the command at "--". These functions bring every argument to its command as it was
/// typed.

/// The arguments behind the program's name, ready for CLI::App::parse(). What CLI11 would take apart is
/// marked; the options below take the mark off. `app` has all its commands and options.
std::vector<std::string> protectedArguments(const CLI::App& app, int count, const char* const* arguments);

/// `text` without the marks, for messages that quote arguments.
std::string withoutMarks(std::string text);

/// An option, or a positional, that takes a text.
CLI::Option* addText(CLI::App& app, const std::string& name, std::string& value, const std::string& help);

/// The same for one that may be given several times.
CLI::Option* addTexts(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help);

/// Any number of positionals.
CLI::Option* addPositionals(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                            const std::string& help);

} // namespace duologue::cli
