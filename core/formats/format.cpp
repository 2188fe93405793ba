// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"

#include "core/data/record_texts.h"
#include "core/json/json_view.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace duologue {

const Format& recllmsimAgentFormat();
const Format& recllmsimHumanFormat();
const Format& prefevalExplicitFormat();
const Format& prefevalChoiceFormat();
const Format& prefevalPersonaFormat();
const Format& turboChatFormat();
const Format& turboPairFormat();
const Format& turboSamplingFormat();
const Format& turboClassificationFormat();
const Format& turboKtoFormat();
const Format& ownRecordsFormat();
/// Those that resources/formats describe.
std::span<const Format* const> shippedFormats();
const Format& sessionFormat();
const Format& chatTreeFormat();
const Format& inferredFormat();
const Format& anyJsonFormat();

Phrase Format::reason(const JsonView&) const
{
    return {PhraseId::TitleAndRule, title(), rule()};
}

namespace {

std::vector<const Format*> allFormats()
{
    std::vector<const Format*> formats = {
        &recllmsimAgentFormat(), &recllmsimHumanFormat(),  &prefevalExplicitFormat(),
        &prefevalChoiceFormat(), &prefevalPersonaFormat(), &turboChatFormat(),
        &turboPairFormat(),      &turboSamplingFormat(),   &turboClassificationFormat(),
        &turboKtoFormat(),       &ownRecordsFormat(),
    };
    const auto shipped = shippedFormats();
    formats.insert(formats.end(), shipped.begin(), shipped.end());
    formats.insert(formats.end(), {&sessionFormat(), &chatTreeFormat(), &inferredFormat(), &anyJsonFormat()});
    return formats;
}

} // namespace

std::span<const Format* const> builtInFormats()
{
    static const std::vector<const Format*> formats = allFormats();
    return formats;
}

namespace {

constexpr std::array<Name, 7> kIntents{{
    {"Planning", "规划"},
    {"Recommendation", "推荐"},
    {"Search", "检索"},
    {"Search & Recommendation", "检索+推荐"},
    {"Evaluation", "评估"},
    {"Others", "其他"},
    {"Others", "其它"},
}};

constexpr std::array<Name, 4> kTasks{{
    {"travel planning", "旅行规划"},
    {"preparing gifts", "礼物准备"},
    {"recipe planning", "菜谱规划"},
    {"skills learning planning", "技能学习规划"},
}};

template<std::size_t N>
Name pairOf(const std::array<Name, N>& pairs, std::string_view word)
{
    // The first pair of an English word is the one whose Chinese word is shown.
    const auto ofEnglish = [&pairs](std::string_view english) {
        return std::find_if(pairs.begin(), pairs.end(),
                            [english](const Name& pair) { return pair.en == english; });
    };
    if (const auto pair = ofEnglish(word); pair != pairs.end())
        return *pair;
    const auto pair =
        std::find_if(pairs.begin(), pairs.end(), [word](const Name& known) { return known.zh == word; });
    if (pair != pairs.end())
        return *ofEnglish(pair->en);
    return nameByScript(word);
}

} // namespace

Name intentName(std::string_view word)
{
    return pairOf(kIntents, word);
}

Name taskName(std::string_view word)
{
    return pairOf(kTasks, word);
}

std::span<const Name> intentNames()
{
    return kIntents;
}

std::span<const Name> taskNames()
{
    return kTasks;
}

std::string_view messageRole(const JsonView& message, std::string_view pointer, RecordBuilder& builder)
{
    const JsonView role = message["role"];
    if (role.isMissing())
        builder.problem(ProblemCode::MissingKey, pointer, PhraseId::NoRole);
    else
        builder.expect(role, JsonView::Kind::String, pointerTo(builder, pointer, "role"));
    return role.string();
}

void readAnyField(std::string_view key, const JsonView& value, RecordBuilder& builder)
{
    if (isLongText(value.string()))
        builder.textField(key, value);
    else
        builder.field(key, value);
}

bool isStrategyKey(std::string_view key)
{
    return key.starts_with("strategy");
}

std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::string_view key)
{
    if (key.find_first_of("~/") == std::string_view::npos)
        return builder.keep({parent, "/", key});
    std::string pointer(parent);
    appendPointerPart(pointer, key);
    return builder.keep({pointer});
}

std::string_view pointerTo(RecordBuilder& builder, std::string_view parent, std::size_t index)
{
    return builder.keep({parent, "/", std::to_string(index)});
}

namespace {

/// Records of one format lack a key now and then, which makes formats alike in all else surer by so much.
constexpr int kNear = 5;

} // namespace

std::shared_ptr<const FormatList> FormatList::builtIn()
{
    static const auto list = std::make_shared<const FormatList>(std::vector<std::shared_ptr<const Format>>());
    return list;
}

FormatList::FormatList(std::vector<std::shared_ptr<const Format>> described)
    : m_described(std::move(described))
{
    const auto known = builtInFormats();
    m_formats.assign(known.begin(), known.end());
    for (const auto& format : m_described) {
        if (m_formats.size() < kMostFormats && find(format->id()) == nullptr)
            m_formats.push_back(format.get());
    }
    for (const Format* const format : m_formats) {
        m_highest.push_back(format->highestScore());
        m_needs.push_back(needsOf(*format));
    }
    // What the path of a file says of its records.
    m_knownFields = {{"group", {.isUsual = true}}, {"user", {.isUsual = true}}};
    for (const Format* format : m_formats) {
        for (const KnownField& field : format->knownFields()) {
            if (knownField(m_knownFields, field.key) == nullptr)
                m_knownFields.push_back(field);
        }
    }
}

FormatList::Needs FormatList::needsOf(const Format& format)
{
    Needs needs;
    for (const Format::NeededMembers& way : format.neededMembers()) {
        std::vector<Members>& groups = needs.emplace_back();
        for (const std::vector<std::string_view>& names : way.groups) {
            Members& group = groups.emplace_back();
            for (const std::string_view name : names) {
                const std::size_t bit = m_memberNames.try_emplace(name, m_memberNames.size()).first->second;
                // Of more names than there are bits, the others may be there.
                if (bit < group.size())
                    group.set(bit);
                else
                    group.set();
            }
        }
    }
    return needs;
}

FormatList::Members FormatList::membersOf(const JsonView& record) const
{
    Members members;
    for (const auto [name, value] : record.members()) {
        if (const auto known = m_memberNames.find(name);
            known != m_memberNames.end() && known->second < members.size())
            members.set(known->second);
    }
    return members;
}

const Format* FormatList::find(std::string_view id) const
{
    const auto found = std::find_if(m_formats.begin(), m_formats.end(),
                                    [id](const Format* format) { return format->id() == id; });
    return found == m_formats.end() ? nullptr : *found;
}

const Format* FormatList::find(std::string_view id, const RecordOrigin& origin) const
{
    return origin.learned != nullptr && origin.learned->id() == id ? origin.learned.get() : find(id);
}

std::uint8_t FormatList::indexOf(const Format* format) const
{
    auto found = std::find(m_formats.begin(), m_formats.end(), format);
    if (found == m_formats.end() && format != nullptr)
        found = std::find(m_formats.begin(), m_formats.end(), find(format->id()));
    return static_cast<std::uint8_t>(found - m_formats.begin());
}

std::vector<std::string> FormatList::ids() const
{
    std::vector<std::string> ids;
    for (const Format* format : m_formats)
        ids.emplace_back(format->id());
    ids.emplace_back("unknown");
    return ids;
}

FormatList::Best FormatList::recognise(const JsonView& record, const RecordOrigin& origin) const
{
    ShapeScores scores;
    findPossible(record, scores);
    return surestAbove(record, 0, origin, nullptr, scores);
}

std::string_view FormatList::formatOfFile(std::string_view path) const
{
    std::string absolute;
    for (const auto& format : m_described) {
        if (format->onlyFile().empty())
            continue;
        if (absolute.empty())
            absolute = std::filesystem::absolute(path).lexically_normal().string();
        if (format->onlyFile() == absolute)
            return format->id();
    }
    return {};
}

void FormatList::findPossible(const JsonView& record, ShapeScores& scores) const
{
    if (scores.m_isFilled)
        return;
    const Members members = membersOf(record);
    const auto isThere = [&members](const Members& group) { return (group & members).any(); };
    for (std::size_t i = 0; i < m_formats.size(); ++i) {
        const Needs& needs = m_needs[i];
        if (needs.empty() || std::any_of(needs.begin(), needs.end(), [&](const auto& groups) {
                return std::all_of(groups.begin(), groups.end(), isThere);
            }))
            scores.m_formats.push_back({.format = m_formats[i], .highest = m_highest[i]});
    }
    scores.m_isFilled = true;
}

const Layout* FormatList::ShapeScores::layoutOf(const Format& format, const JsonView& record)
{
    if (m_usual.format != &format || !format.goesByShape())
        return nullptr;
    if (!m_layout)
        m_layout = format.layoutOf(record);
    return *m_layout;
}

int FormatList::score(ShapeScores::Asked& asked, const JsonView& record)
{
    if (asked.score != ShapeScores::kNotAsked)
        return asked.score;
    const int score = asked.format->recognise(record);
    if (asked.format->goesByShape() || (score == 0 && !asked.mayFit && !asked.format->mayFit(record)))
        asked.score = score;
    asked.mayFit = true;
    return score;
}

FormatList::Best FormatList::formatFor(const JsonView& record, const Format* usual,
                                       const RecordOrigin& origin, ShapeScores* known) const
{
    ShapeScores unknown;
    ShapeScores& scores = known == nullptr ? unknown : *known;
    if (scores.m_usual.format != usual) {
        scores.m_usual = {.format = usual};
        scores.m_layout.reset();
    }
    const int own = usual == nullptr ? 0 : score(scores.m_usual, record);
    const int least = own > kInferredScore ? own + kNear : own;
    // Most records are of the file's format, and nearly no other can be that much surer.
    if (least >= surest())
        return {usual, own};
    findPossible(record, scores);
    const Best best = surestAbove(record, least, origin, usual, scores);
    // An empty object says nothing of a file of which nothing is known.
    const bool isGeneric = best.score <= kGenericScore && (usual != nullptr || record.size() == 0);
    return best.format == nullptr || isGeneric ? Best{usual, own} : best;
}

FormatList::Best FormatList::surestAbove(const JsonView& record, int least, const RecordOrigin& origin,
                                         const Format* asked, ShapeScores& scores) const
{
    Best best{nullptr, least};
    for (ShapeScores::Asked& each : scores.m_formats) {
        const Format* const format = each.format;
        if (best.score >= surest())
            break;
        if (each.highest <= best.score || format == asked)
            continue;
        if (!format->onlyFile().empty() && format->id() != origin.describedAs)
            continue;
        if (const int found = score(each, record); found > best.score)
            best = {format, found};
    }
    if (origin.learned != nullptr && origin.learned.get() != asked && best.score <= kGenericScore) {
        if (const int score = origin.learned->recognise(record); score > best.score)
            best = {origin.learned.get(), score};
    }
    return best;
}

} // namespace duologue
