// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/personal/personal_text.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

/// How keys of a service begin, and how many letters and digits follow.
struct KeyShape {
    std::string_view begin;
    std::size_t least;
};

constexpr std::array<KeyShape, 16> kShapes{{
    {"sk-ant-", 30},
    {"sk-proj-", 30},
    {"sk-", 32},
    {"ghp_", 36},
    {"gho_", 36},
    {"github_pat_", 40},
    {"hf_", 30},
    {"AKIA", 16},
    {"ASIA", 16},
    {"AIza", 35},
    {"xoxb-", 20},
    {"xoxp-", 20},
    {"glpat-", 20},
    {"npm_", 36},
    {"LTAI", 16},
    {"-----BEGIN ", 0},
}};

bool isKeyCharacter(char c)
{
    return isDigit(c) || c == '_' || c == '-' || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
}

/// Placeholders have one letter again and again, or a word.
bool isPlaceholder(std::string_view key)
{
    std::array<bool, 256> seen{};
    std::size_t different = 0;
    for (const char c : key) {
        different += seen[static_cast<unsigned char>(c)] ? 0 : 1;
        seen[static_cast<unsigned char>(c)] = true;
    }
    const std::string lower = lowerAscii(key);
    return different < 8 || std::none_of(key.begin(), key.end(), isDigit) ||
           lower.find("your") != std::string::npos || lower.find("example") != std::string::npos;
}

} // namespace

std::vector<PersonalSpan> keysIn(std::string_view text)
{
    std::vector<PersonalSpan> found;
    for (const KeyShape& shape : kShapes) {
        for (std::size_t at = text.find(shape.begin); at != std::string_view::npos;
             at = text.find(shape.begin, at + 1)) {
            if (at > 0 && isKeyCharacter(text[at - 1]) && shape.least > 0)
                continue;
            if (shape.least == 0) {
                const std::size_t end = text.find("PRIVATE KEY-----", at);
                if (end != std::string_view::npos && end - at < 40)
                    found.push_back({at, end + 16});
                continue;
            }
            std::size_t end = at + shape.begin.size();
            while (end < text.size() && isKeyCharacter(text[end]))
                ++end;
            const std::string_view key = text.substr(at + shape.begin.size(), end - at - shape.begin.size());
            const bool isKnown = !found.empty() && found.back().begin == at;
            if (key.size() >= shape.least && !isPlaceholder(key) && !isKnown)
                found.push_back({at, end});
        }
    }
    return found;
}

namespace {

void lookForSecretKey(const CheckedRecord& record, CheckLog& log)
{
    reportPersonal(record, log, keysIn);
}

} // namespace

const Check& secretKeyCheck()
{
    static const Check check{
        .id = "secret_key",
        .group = CheckGroup::PersonalData,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Key or token"),
        .why = DUOLOGUE_TEXT("Checks", "Whoever reads it can use the account."),
        .unit = CheckUnit::Texts,
        .isPersonal = true,
        .look = lookForSecretKey,
    };
    return check;
}

} // namespace duologue
