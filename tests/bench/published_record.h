// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random.h"

#include <nlohmann/json.hpp>

namespace duologue::test {

/// What the published files of RecLLMSim say of a conversation beside its messages: the same keys in the same
/// order, nested in the same way, with values of about the same lengths. The values are invented.
struct PublishedKeys {
    /// "task", "preference", "task_context" and their translations, which come before the messages.
    nlohmann::ordered_json before;
    /// Summaries, ratings, the profile in two languages and four versions of the strategy.
    nlohmann::ordered_json after;
};

PublishedKeys publishedKeys(Random& random);

/// What a message of the user or an answer says beside its texts.
nlohmann::ordered_json publishedMarks(bool isUser, Random& random);

} // namespace duologue::test
