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

bool isAddressPart(char c)
{
    return isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z') || c == '.' || c == '-' || c == '_' ||
           c == '+' || c == '%';
}

/// Addresses that are there to be examples.
bool isExample(std::string_view host)
{
    constexpr std::array<std::string_view, 9> kExamples{"example.com", "example.org", "example.net",
                                                        "email.com",   "domain.com",  "test.com",
                                                        "mail.com",    "company.com", "yourcompany.com"};
    const std::string lower = lowerAscii(host);
    return std::any_of(kExamples.begin(), kExamples.end(), [&](std::string_view each) {
        return lower == each || lower.ends_with("." + std::string(each));
    });
}

} // namespace

std::vector<PersonalSpan> emailsIn(std::string_view text)
{
    std::vector<PersonalSpan> found;
    for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
        std::size_t begin = at;
        while (begin > 0 && isAddressPart(text[begin - 1]))
            --begin;
        while (begin < at && (text[begin] == '.' || text[begin] == '-'))
            ++begin;
        std::size_t end = at + 1;
        while (end < text.size() && isAddressPart(text[end]) && text[end] != '_' && text[end] != '%' &&
               text[end] != '+')
            ++end;
        while (end > at + 1 && (text[end - 1] == '.' || text[end - 1] == '-'))
            --end;
        const std::string_view host = text.substr(at + 1, end - at - 1);
        const std::size_t dot = host.rfind('.');
        const bool hasHost = dot != std::string_view::npos && dot > 0 && host.size() - dot > 2 &&
                             !isDigit(host.back()) && host.find("..") == std::string_view::npos;
        if (begin < at && hasHost && !isExample(host))
            found.push_back({begin, end});
    }
    return found;
}

namespace {

void lookForEmail(const CheckedRecord& record, CheckLog& log)
{
    reportPersonal(record, log, emailsIn);
}

} // namespace

const Check& emailCheck()
{
    static const Check check{
        .id = "email",
        .group = CheckGroup::PersonalData,
        .title = DUOLOGUE_TEXT("Checks", "E-mail address"),
        .why = DUOLOGUE_TEXT("Checks", "Whoever publishes the data publishes whom it belongs to."),
        .unit = CheckUnit::Texts,
        .isPersonal = true,
        .look = lookForEmail,
    };
    return check;
}

} // namespace duologue
