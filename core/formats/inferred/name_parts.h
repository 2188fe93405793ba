// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_pointer.h"
#include "core/json/json_view.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Names of members, as people who write down conversations choose them. Case, "_", "-" and spaces do not
/// count: "chatHistory" is "chat_history".
using KeyNames = std::span<const std::string_view>;

bool isSameName(std::string_view left, std::string_view right);
bool isKeyAmong(std::string_view key, KeyNames keys);

/// Lists under these keys are conversations even if nothing says who speaks.
KeyNames dialogueKeys();
/// Names of what was said before the question.
KeyNames historyKeys();

/// The member of the object that has the name, as the object writes it; empty if there is none.
std::string_view memberNamed(const JsonView& object, std::string_view name);
/// The path of names separated by slashes, as the object writes them; empty if there is no such value.
std::string pathIn(const JsonView& object, std::string_view path);

/// Follows names separated by slashes, which are exactly those of the members.
JsonView valueAtPath(const JsonView& object, std::string_view path);
JsonPointer pointerToPath(std::string_view path);

/// A text, a list of parts, or an object with a text.
bool canBeText(const JsonView& value);

/// A text of several words, or in a script that does not separate words.
bool isProse(const JsonView& value);

std::vector<JsonView> firstElements(const JsonView& list);

template<typename Condition>
bool allElements(const std::vector<JsonView>& sample, Condition condition)
{
    for (const JsonView& element : sample) {
        if (!condition(element))
            return false;
    }
    return !sample.empty();
}

} // namespace duologue
