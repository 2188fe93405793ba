// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language/language.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <string>

namespace duologue {

namespace {

constexpr std::uint64_t kLeastOfLanguage = 20;
/// The language of a shorter conversation is a guess.
constexpr std::uint32_t kLeastTold = 100;

std::string languageNames(unsigned languages)
{
    std::string names;
    for (std::size_t i = 0; i < kLanguageCount; ++i) {
        if ((languages >> i & 1U) != 0)
            names.append(names.empty() ? "" : "+").append(languageCode(static_cast<Language>(i)));
    }
    return names;
}

void lookForLanguageOther(const CheckedRecord& record, CheckLog& log)
{
    const FormatFacts& usual = record.format();
    const RecordEntry entry = record.snapshot.record(record.row);
    const bool isUsual =
        usual.withText >= kLeastOfLanguage && static_cast<double>(usual.withUsualLanguages) >=
                                                  log.threshold() * static_cast<double>(usual.withText);
    if (!isUsual || entry.languages() == 0 || entry.characters < kLeastTold) {
        log.notJudged(isUsual ? PhraseId::NotJudgedShort : PhraseId::NotJudgedLanguages);
        return;
    }
    log.looked();
    // A conversation in the usual language may quote or ask for another one.
    if ((entry.languages() & usual.usualLanguages) == 0)
        log.found(record.row, FindingPart::Record, 0,
                  {PhraseId::OtherLanguage, languageNames(entry.languages() & ~usual.usualLanguages),
                   languageNames(usual.usualLanguages)});
}

} // namespace

const Check& languageOtherCheck()
{
    static const Check check{
        .id = "language_other",
        .group = CheckGroup::Text,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Language other than the rest"),
        .why = DUOLOGUE_TEXT("Checks", "Records in another language are often there by mistake."),
        .unit = CheckUnit::Records,
        .threshold =
            CheckThreshold{DUOLOGUE_TEXT("Checks", "share of the records that have the usual language"), 0.9,
                           0.5, 1.0},
        .isMaybe = true,
        .look = lookForLanguageOther,
    };
    return check;
}

} // namespace duologue
