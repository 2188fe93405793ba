// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/personal.h"

#include "core/analysis/checks/check.h"
#include "core/analysis/checks/checked_record.h"
#include "core/util/numbers.h"
#include "core/util/phrase.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace duologue {

namespace {

bool isAsciiLetter(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

bool isInIdentifier(char c)
{
    return isDigit(c) || isAsciiLetter(c) || c == '_' || c == '-';
}

bool isIdentifier(std::string_view joined, IdentifierParts parts)
{
    const bool hasLetters = std::any_of(joined.begin(), joined.end(), isAsciiLetter);
    return hasLetters &&
           (parts == IdentifierParts::Letters || std::any_of(joined.begin(), joined.end(), isDigit));
}

} // namespace

bool isPartOfDecimal(std::string_view text, std::size_t begin, std::size_t end)
{
    // More digits before the sign are a number of their own.
    constexpr std::size_t kMostWhole = 9;
    if (end + 1 < text.size() && text[end] == '.' && isDigit(text[end + 1]))
        return true;
    if (begin == 0 || (text[begin - 1] != '.' && text[begin - 1] != ','))
        return false;
    std::size_t whole = begin - 1;
    while (whole > 0 && begin - whole <= kMostWhole + 1 && isDigit(text[whole - 1]))
        --whole;
    const std::size_t digits = begin - 1 - whole;
    const char before = whole == 0 ? ' ' : text[whole - 1];
    if (text[begin - 1] == ',') {
        const bool isList = before == ',' || (end < text.size() && text[end] == ',');
        return digits > 0 && digits <= kMostWhole && !isList;
    }
    const bool isSentence = isAsciiLetter(before) || before == '.' || (before & '\x80') != 0;
    return digits > 0 ? digits <= kMostWhole : !isSentence;
}

bool isPartOfIdentifier(std::string_view text, std::size_t begin, std::size_t end, IdentifierParts parts)
{
    // Of what is longer, the nearest characters tell.
    constexpr std::size_t kMost = 64;
    if (begin > 0 && text[begin - 1] == '-') {
        std::size_t first = begin - 1;
        while (first > 0 && begin - first < kMost && isInIdentifier(text[first - 1]))
            --first;
        if (isIdentifier(text.substr(first, begin - first), parts))
            return true;
    }
    if (end >= text.size() || text[end] != '-')
        return false;
    std::size_t last = end;
    while (last < text.size() && last - end < kMost && isInIdentifier(text[last]))
        ++last;
    return isIdentifier(text.substr(end, last - end), parts);
}

std::string digitsOf(std::string_view text)
{
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits), isDigit);
    return digits;
}

std::string masked(std::string_view text)
{
    constexpr std::size_t kShown = 3;
    constexpr std::size_t kShownAtEnd = 2;
    const std::size_t characters = characterCount(text);
    std::string shown;
    std::size_t index = 0;
    for (std::size_t at = 0; at < text.size(); ++index) {
        const std::size_t length = std::max<std::size_t>(codePointLength(text.substr(at)), 1);
        const bool isShown =
            characters > kShown + kShownAtEnd + 2 && (index < kShown || index + kShownAtEnd >= characters);
        shown += isShown ? std::string(text.substr(at, length)) : "•";
        at += length;
    }
    return shown;
}

std::string withoutPersonal(std::string_view text)
{
    std::string shown(text);
    for (const FindPersonal find : {emailsIn, cardsIn, identityNumbersIn, phonesIn, addressesIn, keysIn}) {
        const std::vector<TextSpan> spans = find(ScannedText(shown));
        for (auto span = spans.rbegin(); span != spans.rend(); ++span)
            shown.replace(span->begin, span->end - span->begin,
                          masked(std::string_view(shown).substr(span->begin, span->end - span->begin)));
    }
    return shown;
}

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

std::vector<TextSpan> emailsIn(const ScannedText& scanned)
{
    std::vector<TextSpan> found;
    const std::string_view text = scanned.text;
    if (!scanned.has(Clue::At))
        return found;
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

/// A Chinese mobile number: 11 digits from 13 to 19 on.
bool isChineseMobile(std::string_view digits)
{
    return digits.size() == 11 && digits[0] == '1' && digits[1] >= '3';
}

/// Numbers of companies in North America that nobody pays for.
bool isTollFree(std::string_view digits)
{
    return digits.size() == 10 && digits[0] == '8' &&
           (digits.starts_with("800") || (digits[1] == digits[2] && digits[1] >= '3'));
}

/// Numbers of a service, and numbers that are there to be examples.
bool isNobodys(std::string_view digits)
{
    const bool isExample =
        digits.find("555") != std::string_view::npos || digits.find("1234567") != std::string_view::npos ||
        std::all_of(digits.begin() + 2, digits.end(), [&](char c) { return c == digits[2]; });
    return isExample || digits.starts_with("400") ||
           isTollFree(digits.starts_with('1') ? digits.substr(1) : digits);
}

bool isLandline(std::string_view written, std::string_view digits)
{
    const std::size_t dash = written.find('-');
    return digits.size() >= 10 && digits.size() <= 12 && digits[0] == '0' && digits[1] != '0' &&
           (dash == 3 || dash == 4);
}

} // namespace

std::vector<TextSpan> phonesIn(const ScannedText& scanned)
{
    std::vector<TextSpan> found;
    const std::string_view text = scanned.text;
    forEachNumberRun(scanned, " -.()", [&](std::size_t begin, std::size_t end) {
        const std::string_view written = text.substr(begin, end - begin);
        constexpr std::size_t kLeast = 10;
        const std::string digits = written.size() < kLeast ? std::string() : digitsOf(written);
        if (digits.size() < kLeast || digits.size() > 15)
            return;
        const bool isDecimal =
            written.size() == digits.size() + 1 && written.find('.') != std::string_view::npos;
        if (isDecimal || isPartOfDecimal(text, begin, end) ||
            isPartOfIdentifier(text, begin, end, IdentifierParts::LettersAndDigits))
            return;
        const bool hasPlus = begin > 0 && text[begin - 1] == '+';
        const bool isInternational = hasPlus && digits[0] != '0';
        const std::string_view local = digits.starts_with("86") && digits.size() == 13
                                           ? std::string_view(digits).substr(2)
                                           : std::string_view(digits);
        const bool isMobile = isChineseMobile(local) &&
                              written.find_first_of(".()") == std::string_view::npos &&
                              (written[1] >= '0' || hasPlus);
        // 555-123-4567 in groups: other ways of writing ten digits are not only used for phones.
        const bool isAmerican = digits.size() == 10 && digits[0] >= '2' && written.size() == 12 &&
                                (written[3] == '-' || written[3] == '.') && written[7] == written[3];
        if ((isInternational || isMobile || isLandline(written, digits) || isAmerican) && !isNobodys(local))
            found.push_back({hasPlus ? begin - 1 : begin, end});
    });
    return found;
}

namespace {

/// The check digit of GB 11643 (ISO 7064, MOD 11-2).
bool hasCheckDigit(std::string_view number)
{
    constexpr std::array<int, 17> kWeights{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};
    constexpr std::string_view kCheck = "10X98765432";
    int sum = 0;
    for (std::size_t i = 0; i < kWeights.size(); ++i)
        sum += (number[i] - '0') * kWeights[i];
    const char last = number[17] == 'x' ? 'X' : number[17];
    return kCheck[static_cast<std::size_t>(sum % 11)] == last;
}

bool hasBirthday(std::string_view number)
{
    const auto part = [&](std::size_t begin, std::size_t length) {
        return parseNumber<int>(number.substr(begin, length)).value_or(0);
    };
    return part(6, 4) >= 1900 && part(6, 4) <= 2100 && part(10, 2) >= 1 && part(10, 2) <= 12 &&
           part(12, 2) >= 1 && part(12, 2) <= 31;
}

} // namespace

std::vector<TextSpan> identityNumbersIn(const ScannedText& scanned)
{
    std::vector<TextSpan> found;
    const std::string_view text = scanned.text;
    forEachNumberRun(scanned, "", [&](std::size_t begin, std::size_t end) {
        const bool hasX = end < text.size() && (text[end] == 'X' || text[end] == 'x');
        const std::size_t last = end + (hasX ? 1 : 0);
        constexpr std::size_t kLength = 18;
        if (last - begin != kLength)
            return;
        // "…X" is the whole number only where no word goes on.
        const bool goesOn = hasX && last < text.size() &&
                            (isDigit(text[last]) || text[last] == '_' ||
                             (lowerAscii(text[last]) >= 'a' && lowerAscii(text[last]) <= 'z'));
        if (goesOn || isPartOfDecimal(text, begin, last) ||
            isPartOfIdentifier(text, begin, last, IdentifierParts::LettersAndDigits))
            return;
        const std::string_view number = text.substr(begin, last - begin);
        if (number[0] >= '1' && number[0] <= '8' && hasBirthday(number) && hasCheckDigit(number))
            found.push_back({begin, last});
    });
    return found;
}

namespace {

/// The check digit of ISO/IEC 7812 (Luhn).
bool passesLuhn(std::string_view digits)
{
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        int value = digits[digits.size() - 1 - i] - '0';
        if (i % 2 == 1)
            value = value > 4 ? value * 2 - 9 : value * 2;
        sum += value;
    }
    return sum % 10 == 0;
}

/// The first digits of the large issuers: Visa, Mastercard, American Express, UnionPay, Discover, JCB.
bool hasIssuer(std::string_view digits)
{
    const std::string_view two = digits.substr(0, 2);
    const bool isMastercard =
        (two >= "51" && two <= "55") || (digits.substr(0, 4) >= "2221" && digits.substr(0, 4) <= "2720");
    return digits[0] == '4' || isMastercard || two == "34" || two == "37" || two == "62" || two == "35" ||
           digits.starts_with("6011") || two == "65";
}

/// Without signs, in fours, or as American Express and UnionPay write theirs (4-6-5, 6-13); the signs are
/// equal.
bool isGroupedAsCard(std::string_view written)
{
    std::vector<std::size_t> groups{0};
    char sign = '\0';
    for (const char c : written) {
        if (isDigit(c)) {
            ++groups.back();
            continue;
        }
        if (sign != '\0' && c != sign)
            return false;
        sign = c;
        groups.push_back(0);
    }
    const bool isInFours = groups.back() <= 4 && std::all_of(groups.begin(), groups.end() - 1,
                                                             [](std::size_t digits) { return digits == 4; });
    return groups.size() == 1 || isInFours || groups == std::vector<std::size_t>{4, 6, 5} ||
           groups == std::vector<std::size_t>{6, 13};
}

/// Digits of a decimal, a hexadecimal number or an identifier.
bool isPartOfMore(std::string_view text, std::size_t begin, std::size_t end, bool isGrouped)
{
    const bool hasX = end < text.size() && (text[end] == 'x' || text[end] == 'X');
    return hasX || isPartOfDecimal(text, begin, end) ||
           isPartOfIdentifier(text, begin, end,
                              isGrouped ? IdentifierParts::LettersAndDigits : IdentifierParts::Letters);
}

} // namespace

std::vector<TextSpan> cardsIn(const ScannedText& scanned)
{
    std::vector<TextSpan> found;
    const std::string_view text = scanned.text;
    forEachNumberRun(scanned, " -", [&](std::size_t begin, std::size_t end) {
        const std::string_view written = text.substr(begin, end - begin);
        constexpr std::size_t kLeast = 15;
        const std::string digits = written.size() < kLeast ? std::string() : digitsOf(written);
        if (digits.size() < kLeast || digits.size() > 19 || !hasIssuer(digits) || !passesLuhn(digits))
            return;
        const bool isOne = std::all_of(digits.begin(), digits.end(), [&](char c) { return c == digits[0]; });
        if (!isOne && isGroupedAsCard(written) &&
            !isPartOfMore(text, begin, end, written.size() > digits.size()))
            found.push_back({begin, end});
    });
    return found;
}

namespace {

/// Addresses of nobody: private, local, of documentation (RFC 1918, 5737, 6598).
bool isReserved(const std::array<int, 4>& parts)
{
    return parts[0] == 0 || parts[0] == 10 || parts[0] == 127 || parts[0] >= 224 ||
           (parts[0] == 172 && parts[1] >= 16 && parts[1] < 32) || (parts[0] == 192 && parts[1] == 168) ||
           (parts[0] == 192 && parts[1] == 0 && parts[2] == 2) || (parts[0] == 169 && parts[1] == 254) ||
           (parts[0] == 198 && parts[1] == 51 && parts[2] == 100) ||
           (parts[0] == 203 && parts[1] == 0 && parts[2] == 113) ||
           (parts[0] == 100 && parts[1] >= 64 && parts[1] < 128);
}

constexpr std::array<std::string_view, 5> kVersionWords{"version", "release", "build", "firmware", "版本"};

/// Versions ("1.2.3.4", "v10.0.0.1") and public resolvers are no addresses of somebody.
bool isVersion(std::string_view text, std::size_t begin, const std::array<int, 4>& parts)
{
    const bool isSmall = std::all_of(parts.begin(), parts.end(), [](int part) { return part < 20; });
    // In bytes: the longest of the words, a sign and a space.
    constexpr std::size_t kBefore = 12;
    const std::string before =
        lowerAscii(text.substr(begin > kBefore ? begin - kBefore : 0, std::min(begin, kBefore)));
    const bool hasWord = std::ranges::any_of(
        kVersionWords, [&](std::string_view word) { return before.find(word) != std::string::npos; });
    // "Chrome/120.0.0.0", as programs name themselves.
    const bool isOfProgram = before.size() > 1 && before.back() == '/' && before[before.size() - 2] >= 'a' &&
                             before[before.size() - 2] <= 'z';
    return isSmall || hasWord || isOfProgram || before.ends_with("v") || before.ends_with("v ") ||
           before.ends_with(".") || parts == std::array<int, 4>{8, 8, 4, 4};
}

} // namespace

std::vector<TextSpan> addressesIn(const ScannedText& scanned)
{
    std::vector<TextSpan> found;
    const std::string_view text = scanned.text;
    forEachNumberRun(scanned, ".", [&](std::size_t begin, std::size_t end) {
        constexpr std::string_view kShortest = "0.0.0.0";
        if (end - begin < kShortest.size())
            return;
        std::array<int, 4> parts{};
        std::size_t count = 0;
        std::string_view rest = text.substr(begin, end - begin);
        while (!rest.empty()) {
            const std::size_t dot = rest.find('.');
            const auto value = parseNumber<int>(rest.substr(0, dot));
            const bool hasZero = rest.size() > 1 && rest[0] == '0' && rest[1] != '.';
            if (!value || *value > 255 || hasZero || count == parts.size())
                return;
            parts[count++] = *value;
            rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
        }
        if (count == parts.size() && !isReserved(parts) && !isVersion(text, begin, parts) &&
            !isPartOfIdentifier(text, begin, end, IdentifierParts::Letters))
            found.push_back({begin, end});
    });
    return found;
}

namespace {

/// How keys of a service begin, and how many letters and digits follow.
struct KeyShape {
    std::string_view begin;
    std::size_t least;
};

constexpr std::array<KeyShape, 15> kShapes{{
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

/// The longest runs of characters of keys that have a digit and are as long as the shortest key.
std::vector<TextSpan> keyRuns(const ScannedText& scanned)
{
    constexpr std::size_t kShortest = 20;
    const std::string_view text = scanned.text;
    std::vector<TextSpan> runs;
    std::size_t last = 0;
    for (const TextSpan& number : scanned.numbers) {
        if (number.begin < last)
            continue;
        std::size_t begin = number.begin;
        while (begin > last && isKeyCharacter(text[begin - 1]))
            --begin;
        last = number.end;
        while (last < text.size() && isKeyCharacter(text[last]))
            ++last;
        if (last - begin >= kShortest)
            runs.push_back({begin, last});
    }
    return runs;
}

} // namespace

std::vector<TextSpan> keysIn(const ScannedText& scanned)
{
    std::vector<TextSpan> found;
    const std::string_view text = scanned.text;
    if (const std::vector<TextSpan> runs = keyRuns(scanned); !runs.empty()) {
        for (const KeyShape& shape : kShapes) {
            for (const TextSpan& run : runs) {
                const std::string_view whole = run.in(text);
                const std::string_view key = whole.substr(std::min(shape.begin.size(), whole.size()));
                const bool isKnown = !found.empty() && found.back().begin == run.begin;
                if (whole.starts_with(shape.begin) && key.size() >= shape.least && !isPlaceholder(key) &&
                    !isKnown)
                    found.push_back(run);
            }
        }
    }
    constexpr std::string_view kBegin = "-----BEGIN ";
    constexpr std::string_view kEnd = "PRIVATE KEY-----";
    if (text.find(kEnd) == std::string_view::npos)
        return found;
    for (std::size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin, at + 1)) {
        const std::size_t end = text.find(kEnd, at);
        if (end != std::string_view::npos && end - at < 40)
            found.push_back({at, end + kEnd.size()});
    }
    return found;
}

namespace {

/// Looks for one kind in all texts of a record: one finding for each text, with a mark for each place.
template<FindPersonal find>
void lookFor(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        log.looked();
        const std::vector<TextSpan> spans = find(*text.scanned);
        if (spans.empty())
            continue;
        const TextSpan& first = spans.front();
        Finding& finding =
            log.found(record.row, text.findingPart(), text.findingMessage(),
                      Phrase::verbatim(std::string(text.text.substr(first.begin, first.end - first.begin))));
        for (const TextSpan& span : spans)
            finding.marks.push_back(text.mark(span.begin, span.end));
    }
}

} // namespace

std::span<const Check> personalChecks()
{
    static const Check kChecks[] = {
        {
            .id = "email",
            .title = DUOLOGUE_TEXT("Checks", "E-mail address"),
            .why = DUOLOGUE_TEXT("Checks", "Published data would identify the person."),
            .unit = CheckUnit::Texts,
            .isPersonal = true,
            .look = lookFor<emailsIn>,
        },
        {
            .id = "phone",
            .title = DUOLOGUE_TEXT("Checks", "Phone number"),
            .why = DUOLOGUE_TEXT("Checks", "Published data would identify the person."),
            .unit = CheckUnit::Texts,
            .isPersonal = true,
            .look = lookFor<phonesIn>,
        },
        {
            .id = "identity_number",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Chinese identity number"),
            .why = DUOLOGUE_TEXT("Checks", "The number identifies one person and reveals the date and place "
                                           "of birth."),
            .unit = CheckUnit::Texts,
            .isPersonal = true,
            .look = lookFor<identityNumbersIn>,
        },
        {
            .id = "card_number",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Payment card number"),
            .why = DUOLOGUE_TEXT("Checks", "The number can be used for payments."),
            .unit = CheckUnit::Texts,
            .isPersonal = true,
            .look = lookFor<cardsIn>,
        },
        {
            .id = "ip_address",
            .title = DUOLOGUE_TEXT("Checks", "IP address"),
            .why = DUOLOGUE_TEXT("Checks", "The address can identify a household or company."),
            .unit = CheckUnit::Texts,
            .isPersonal = true,
            .look = lookFor<addressesIn>,
        },
        {
            .id = "secret_key",
            .severity = Severity::Error,
            .title = DUOLOGUE_TEXT("Checks", "Key or token"),
            .why = DUOLOGUE_TEXT("Checks", "Anyone who reads the data can use the account."),
            .unit = CheckUnit::Texts,
            .isPersonal = true,
            .look = lookFor<keysIn>,
        },
    };
    return kChecks;
}

} // namespace duologue
