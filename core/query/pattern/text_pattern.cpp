// SPDX-License-Identifier: GPL-3.0-or-later
#define PCRE2_CODE_UNIT_WIDTH 8
#include "core/query/pattern/text_pattern.h"

#include "core/base/ascii.h"
#include "core/query/pattern/pattern_literal.h"
#include "core/query/pattern/required_needles.h"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <new>
#include <pcre2.h>

namespace duologue {

namespace {

using Clock = std::chrono::steady_clock;

/// PCRE2 limits steps, not time. A step may run through the whole text, so the first attempt at a long text
/// gets few steps: it takes some milliseconds at most.
constexpr std::size_t kFirstWork = 10'000'000;
constexpr std::size_t kFewestSteps = 16;
constexpr std::size_t kMostSteps = 20'000;
/// An attempt that was too short is followed by a longer one, as long as that ends soon.
constexpr std::uint32_t kGrowth = 8;
constexpr std::chrono::milliseconds kLongestLook{20};
/// A match needs memory for every repetition of a group to which it can backtrack.
constexpr std::size_t kSmallStack = std::size_t{32} << 10U;
constexpr std::size_t kLargeStack = std::size_t{64} << 20U;
constexpr std::uint32_t kMostHeapKiB = std::uint32_t{256} << 10U;
/// An expression that calls itself goes down for each character of a text that it likes. It gets so many
/// levels and so much memory, and no compiled code, which would count neither.
constexpr std::uint32_t kDeepestCall = 10'000;
constexpr std::uint32_t kMostHeapOfCallsKiB = std::uint32_t{32} << 10U;
/// How often an interruptible match checks the clock: between two items it may run through the text once.
constexpr unsigned kLookEvery = 16;

struct Free {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
    void operator()(pcre2_jit_stack* stack) const { pcre2_jit_stack_free(stack); }
};

template<typename T>
using Owned = std::unique_ptr<T, Free>;

template<typename T>
Owned<T> owned(T* made)
{
    if (made == nullptr)
        throw std::bad_alloc();
    return Owned<T>(made);
}

PCRE2_SPTR bytesOf(std::string_view text)
{
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

/// Whether an expression calls itself or one of its groups. Also true for some that only look so.
bool callsItself(std::string_view expression)
{
    for (std::size_t at = expression.find("(?"); at != std::string_view::npos;
         at = expression.find("(?", at + 2)) {
        const std::string_view rest = expression.substr(at + 2);
        const char c = rest.empty() ? '\0' : rest.front();
        const char next = rest.size() < 2 ? '\0' : rest[1];
        if (c == 'R' || c == '&' || isDigit(c) || ((c == '+' || c == '-') && isDigit(next)) ||
            (c == 'P' && next == '>'))
            return true;
    }
    return expression.find("\\g<") != std::string_view::npos ||
           expression.find("\\g'") != std::string_view::npos;
}

bool isStackTooSmall(int result)
{
    return result == PCRE2_ERROR_JIT_STACKLIMIT;
}

} // namespace

/// A regular expression compiled by PCRE2. Any thread.
struct TextPattern::Compiled {
    std::string text;
    std::uint32_t options;
    Owned<pcre2_code> code;
    bool isRecursive;
    /// For attempts at a few bytes that take a few steps. Never modified.
    Owned<pcre2_match_context> quick = owned(pcre2_match_context_create(nullptr));

    Compiled(std::string_view expression, std::uint32_t withOptions, pcre2_code* made)
        : text(expression), options(withOptions), code(made), isRecursive(callsItself(expression))
    {
        // The result is ignored: without just-in-time compilation, matching is only slower.
        if (!isRecursive)
            pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);
        pcre2_set_match_limit(quick.get(), kMostSteps);
        limitDepth(quick.get());
    }

    void limitDepth(pcre2_match_context* context) const
    {
        pcre2_set_heap_limit(context, isRecursive ? kMostHeapOfCallsKiB : kMostHeapKiB);
        pcre2_set_depth_limit(context,
                              isRecursive ? kDeepestCall : std::numeric_limits<std::uint32_t>::max());
    }

    /// The same expression with a callback before each of its items: many times slower, but it can be
    /// interrupted at any time.
    const pcre2_code* watched() const
    {
        std::call_once(m_once, [this] {
            int error = 0;
            PCRE2_SIZE offset = 0;
            m_watched = owned(pcre2_compile(bytesOf(text), text.size(), options | PCRE2_AUTO_CALLOUT, &error,
                                            &offset, nullptr));
            if (!isRecursive)
                pcre2_jit_compile(m_watched.get(), PCRE2_JIT_COMPLETE);
        });
        return m_watched.get();
    }

private:
    mutable std::once_flag m_once;
    mutable Owned<pcre2_code> m_watched;
};

struct RecordBudget::Engine {
    Owned<pcre2_match_data> match = owned(pcre2_match_data_create(1, nullptr));
    Owned<pcre2_match_context> context = owned(pcre2_match_context_create(nullptr));
    /// Replaces the small buffer on the thread's own stack if that is not enough.
    Owned<pcre2_jit_stack> stack;

    /// False if it has a large one already, or there is no memory for it.
    bool takeLargeStack()
    {
        if (stack)
            return false;
        stack.reset(pcre2_jit_stack_create(kSmallStack, kLargeStack, nullptr));
        pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
        return stack != nullptr;
    }

    int run(const pcre2_code* code, std::string_view text, std::size_t from, std::uint32_t options) const
    {
        return pcre2_match(code, bytesOf(text), text.size(), from, options, match.get(), context.get());
    }
};

RecordBudget::RecordBudget(PatternBudget& search) : m_search(search) {}

RecordBudget::~RecordBudget()
{
    if (gaveUp() && m_begin != Clock::time_point())
        m_search.addLost(Clock::now() - m_begin);
}

void RecordBudget::startClock()
{
    if (m_begin == Clock::time_point())
        m_begin = Clock::now();
}

bool RecordBudget::mayGoOn()
{
    if (m_asked++ % kLookEvery != 0)
        return true;
    if (m_search.stopRequested())
        m_end = End::Stopped;
    else if (Clock::now() - m_begin >= m_search.timePerRecord())
        m_end = End::GaveUp;
    return !isOver();
}

TextPattern TextPattern::words(std::string_view text)
{
    TextPattern pattern;
    pattern.m_words = std::make_shared<const FoldedNeedle>(text);
    // JSON within JSON writes quotes in another way.
    if (pattern.m_words->folded().find('"') != std::string::npos)
        pattern.m_required =
            std::make_shared<const RequiredNeedles>(std::vector<std::string>{std::string(text)});
    return pattern;
}

std::variant<TextPattern, PatternMistake> TextPattern::expression(std::string_view text, bool caseSensitive)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    const std::uint32_t options =
        PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | (caseSensitive ? 0U : PCRE2_CASELESS);
    pcre2_code* code = pcre2_compile(bytesOf(text), text.size(), options, &error, &offset, nullptr);
    if (code == nullptr) {
        std::array<PCRE2_UCHAR, 256> message{};
        pcre2_get_error_message(error, message.data(), message.size());
        return PatternMistake{offset, reinterpret_cast<const char*>(message.data())};
    }
    TextPattern pattern;
    pattern.m_compiled = std::make_shared<const Compiled>(text, options, code);
    pattern.m_required = std::make_shared<const RequiredNeedles>(requiredLiterals(text));
    pattern.m_longestMatch = longestMatch(text);
    return pattern;
}

std::optional<TextRange> TextPattern::find(std::string_view text, std::size_t from,
                                           RecordBudget& budget) const
{
    if (m_words)
        return m_words->find(text, Spelling::Plain, from);
    if (budget.isOver())
        return std::nullopt;
    if (!budget.m_engine)
        budget.m_engine = std::make_unique<RecordBudget::Engine>();
    m_compiled->limitDepth(budget.m_engine->context.get());
    bool compiled = true;
    auto result = lookBriefly(text, from, budget, compiled);
    if (!result && !budget.isOver())
        result = lookLong(text, from, budget, compiled);
    if (!result || *result < 0)
        return std::nullopt;
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(budget.m_engine->match.get());
    // "\\K" in a lookahead can end a match before it begins.
    return TextRange{std::min(ends[0], ends[1]), ends[1]};
}

/// Matches at full speed, for a time so short that it need not be interruptible. Empty if that is not enough.
/// Sets `compiled` to false if even the large stack is too small for compiled code.
std::optional<int> TextPattern::lookBriefly(std::string_view text, std::size_t from, RecordBudget& budget,
                                            bool& compiled) const
{
    RecordBudget::Engine& engine = *budget.m_engine;
    auto steps = static_cast<std::uint32_t>(
        std::clamp(kFirstWork / std::max<std::size_t>(text.size(), 1), kFewestSteps, kMostSteps));
    pcre2_set_callout(engine.context.get(), nullptr, nullptr);
    bool wasSlow = false;
    for (;;) {
        pcre2_set_match_limit(engine.context.get(), steps);
        const auto begin = Clock::now();
        const int result = engine.run(m_compiled->code.get(), text, from, 0);
        if (isStackTooSmall(result) && engine.takeLargeStack())
            continue;
        compiled = !isStackTooSmall(result);
        if (!compiled)
            return std::nullopt;
        if (result != PCRE2_ERROR_MATCHLIMIT)
            return decided(result, budget);
        if (budget.m_search.isSpent()) {
            budget.giveUp();
            return std::nullopt;
        }
        if (budget.m_search.stopRequested()) {
            budget.m_end = RecordBudget::End::Stopped;
            return std::nullopt;
        }
        const bool isSlow = (Clock::now() - begin) * kGrowth > kLongestLook;
        if (isSlow && wasSlow)
            return std::nullopt;
        // The thread may have waited for a core meanwhile: try the same once more.
        wasSlow = isSlow;
        steps *= isSlow ? 1 : kGrowth;
    }
}

/// Matches until the time is up or the search is cancelled.
std::optional<int> TextPattern::lookLong(std::string_view text, std::size_t from, RecordBudget& budget,
                                         bool compiled) const
{
    RecordBudget::Engine& engine = *budget.m_engine;
    pcre2_set_match_limit(engine.context.get(), std::numeric_limits<std::uint32_t>::max());
    pcre2_set_callout(
        engine.context.get(),
        [](pcre2_callout_block*, void* watching) {
            return static_cast<RecordBudget*>(watching)->mayGoOn() ? 0 : PCRE2_ERROR_CALLOUT;
        },
        &budget);
    budget.startClock();
    for (;;) {
        const int result = engine.run(m_compiled->watched(), text, from, compiled ? 0 : PCRE2_NO_JIT);
        if (!isStackTooSmall(result))
            return decided(result, budget);
        compiled = engine.takeLargeStack();
    }
}

/// The error of PCRE2, unless it ran out of its budget.
std::optional<int> TextPattern::decided(int result, RecordBudget& budget)
{
    if (result >= 0 || result == PCRE2_ERROR_NOMATCH)
        return result;
    // If the callback ended the match, the reason is known.
    if (!budget.isOver())
        budget.giveUp();
    return std::nullopt;
}

std::vector<TextRange> TextPattern::findAll(std::string_view text, std::size_t most,
                                            RecordBudget& budget) const
{
    std::vector<TextRange> all;
    std::size_t from = 0;
    while (from < text.size() && all.size() < most) {
        const auto found = find(text, from, budget);
        if (!found)
            break;
        const bool empty = found->end <= found->begin;
        if (!empty)
            all.push_back(*found);
        const std::size_t end = std::max(found->end, from);
        from = empty || end == from ? end + std::max<std::size_t>(codePointLength(text.substr(end)), 1) : end;
    }
    return all;
}

std::size_t TextPattern::nextInJson(std::string_view json, std::size_t from) const
{
    if (m_required)
        return m_required->nextInJson(json, from, [&](const TextRange& required) {
            return !m_longestMatch || mayMatchAround(json, required);
        });
    if (!m_words->canSearchJson())
        return from < json.size() ? from : std::string_view::npos;
    const auto found = m_words->find(json, Spelling::Json, from);
    return found ? std::max(found->begin, from) : std::string_view::npos;
}

bool TextPattern::mayBeIn(std::string_view record) const
{
    return !m_required || m_required->all(record, [&](const TextRange& required) {
        return !m_longestMatch || mayMatchAround(record, required);
    });
}

/// If there is no escape nearby, the bytes are the text itself, up to the quotes around it.
bool TextPattern::mayMatchAround(std::string_view json, const TextRange& required) const
{
    const std::size_t before = std::min(*m_longestMatch, required.begin);
    std::size_t begin = required.begin - before;
    std::size_t end = std::min(required.end + *m_longestMatch, json.size());
    if (json.substr(begin, end - begin).find('\\') != std::string_view::npos ||
        json.substr(required.begin, required.end - required.begin).find('"') != std::string_view::npos)
        return true;
    if (const auto quote = json.substr(begin, before).rfind('"'); quote != std::string_view::npos)
        begin += quote + 1;
    end = std::min(json.find('"', required.end), end);
    const auto match = owned(pcre2_match_data_create(1, nullptr));
    const std::string_view around = json.substr(begin, end - begin);
    // If it takes longer, it is decided when the record is read.
    return pcre2_match(m_compiled->code.get(), bytesOf(around), around.size(), 0, 0, match.get(),
                       m_compiled->quick.get()) != PCRE2_ERROR_NOMATCH;
}

std::string patternLibrary()
{
    std::array<char, 64> version{};
    pcre2_config(PCRE2_CONFIG_VERSION, version.data());
    return "PCRE2 " + std::string(version.data());
}

} // namespace duologue
