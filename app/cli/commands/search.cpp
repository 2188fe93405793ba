// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_tables.h"
#include "app/cli/output.h"
#include "core/analysis/report_table.h"
#include "core/data/field_reader.h"
#include "core/data/record_texts.h"
#include "core/data/row_order.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "core/query/text_search.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Characters shown before and after a match.
constexpr std::size_t kAround = 40;

/// The first match in a text.
struct Hit {
    std::string file;
    std::uint32_t record = 0;
    std::string id;
    /// From 1; candidate answers are numbered after the messages. 0 for a text of no message.
    std::size_t message = 0;
    std::string role;
    /// What kind of text it is, if nobody says it.
    std::string part;
    /// The key that the text is under, if it is in a field.
    std::string field;

    /// Who says it, or where it stands.
    const std::string& speaker() const
    {
        const bool isInField = part == textPartName(TextPart::Other) || part == textPartName(TextPart::Note);
        return isInField && !field.empty() ? field : part.empty() ? role : part;
    }
    std::string language;
    std::string match;
    std::string around;
};

/// The match with some text before and after it, on one line.
std::string excerpt(std::string_view text, const TextRange& match)
{
    std::size_t begin = match.begin;
    std::size_t end = match.end;
    const auto continues = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    for (std::size_t i = 0; i < kAround && begin > 0; ++i) {
        do
            --begin;
        while (begin > 0 && continues(begin));
    }
    for (std::size_t i = 0; i < kAround && end < text.size(); ++i) {
        do
            ++end;
        while (end < text.size() && continues(end));
    }
    std::string line = toValidUtf8(text.substr(begin, end - begin));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return (begin > 0 ? "…" : "") + line + (end < text.size() ? "…" : "");
}

class Search final : public Command {
public:
    std::string name() const override { return "search"; }
    std::string summary() const override
    {
        return "Find a text anywhere in records: messages, tool calls and results, candidates, context, "
               "notes; the last PATH is the text";
    }
    std::vector<std::string> formats() const override
    {
        return {"table", "csv", "json", "jsonl", "markdown", "latex", "tsv"};
    }

    std::size_t textsAfterPaths() const override { return 1; }
    void addOptions(CLI::App& app) override
    {
        app.add_flag(
            "--regex", m_regex,
            "The text is a regular expression (RE2 syntax, without look-around and back-references)");
        app.add_flag("--case-sensitive", m_caseSensitive, "Distinguish upper and lower case");
        app.add_flag("--count", m_count, "Print only the number of matching conversations and the total");
        m_query.addTo(app);
    }

    TableRequest tableRequest(const CommonOptions& options) const override
    {
        QueryTerm text;
        text.kind = m_regex ? TermKind::Pattern : TermKind::Text;
        text.value = options.paths.empty() ? std::string() : options.paths.back().string();
        return {.where = m_query.where, .text = std::move(text), .isOnlyNear = m_caseSensitive};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        if (options.paths.size() < 2) {
            console.say("expected a PATH and the text to search for");
            return kUsage;
        }
        CommonOptions reading = options;
        const std::string text = reading.paths.back().string();
        reading.paths.pop_back();
        const auto pattern = patternOf(text, console);
        if (!pattern)
            return kUsage;
        if (const auto code = pushed(options, console))
            return *code;
        // Without --where, loading needs to keep only the records that match.
        const bool all = m_query.where.empty() && options.view.query.empty();
        const TextFilter filter({}, *pattern, !(all && m_count));
        const SnapshotPtr snapshot = loadForCommand(reading, console, all ? &filter : nullptr);
        if (!snapshot)
            return kNothingRead;
        const auto rows = chosenRows(*snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        std::string gone;
        const RowSet found = all ? *rows : searchAmong(*snapshot, *rows, filter, gone);
        const std::uint64_t matches = found.count() + snapshot->counted;
        const std::uint64_t searched = rows->count() + snapshot->recordsSeen() - snapshot->recordCount();
        const FirstRecords first = [&] { return all ? loadFirstRecords(reading, console) : snapshot; };
        Coverage coverage = coverageOf(*snapshot, searched, options, m_query);
        noteBroken(brokenAmong(*snapshot, *rows), PhraseId::BrokenNotSearched,
                   PhraseId::SeveralBrokenNotSearched, coverage);
        // Loading has not looked into records whose bytes lack the text.
        noteBroken(snapshot->brokenPassedOver, PhraseId::BrokenMayMatch, PhraseId::SeveralBrokenMayMatch,
                   coverage);
        if (m_count) {
            console.print(std::to_string(matches) + " of " + searchedText(options, searched) + "\n");
            noteCoverage(coverage, console);
        } else {
            const auto isText = [&](const RecordText& each) {
                return !each.isValue || filter.keys(first).isText(each);
            };
            print(hitsOf(*snapshot, found, *pattern, isText), coverage, options, console);
        }
        int unread = codeForUnread(*snapshot, console);
        if (!gone.empty()) {
            console.say(gone);
            unread = kFound;
        }
        if (m_regex && boundsOtherWords(text))
            console.note(inEnglish({PhraseId::PatternBounds, text}));
        const Phrase others = matches == 0 ? keysNotSearched(filter.keys(first), false) : Phrase();
        if (!others.empty())
            console.note(inEnglish(others));
        return matches > 0 ? unread : kFound;
    }

private:
    /// Lets the engine of a table count. The exit code; none if the rows have to be fetched.
    std::optional<int> pushed(const CommonOptions& options, Console& console) const
    {
        if (!m_count || !options.tables)
            return std::nullopt;
        const auto matching = options.tables->matching();
        const auto searched = matching ? options.tables->searched() : std::nullopt;
        if (!searched)
            return std::nullopt;
        console.print(std::to_string(*matching) + " of " + std::to_string(*searched) + "\n");
        return *matching > 0 ? kDone : kFound;
    }

    /// Of a table, only rows that may match are fetched; its server says how many there are.
    static std::string searchedText(const CommonOptions& options, std::uint64_t searched)
    {
        if (!options.tables)
            return std::to_string(searched);
        const auto all = options.tables->isCut() ? std::nullopt : options.tables->searched();
        return all ? std::to_string(*all) : std::to_string(searched) + " that were fetched";
    }

    std::optional<TextPattern> patternOf(const std::string& text, Console& console) const
    {
        if (!m_regex && !m_caseSensitive)
            return TextPattern::words(text);
        std::string expression;
        for (const char c : text) {
            // A backslash gives letters and digits a meaning, and takes it from everything else.
            const auto byte = static_cast<unsigned char>(c);
            if (!m_regex && byte < 0x80 && std::isalnum(byte) == 0)
                expression += '\\';
            expression += c;
        }
        auto pattern = TextPattern::expression(expression, m_caseSensitive);
        if (const auto* mistake = pattern.error()) {
            const std::size_t at = characterCount(std::string_view(text).substr(0, mistake->offset)) + 1;
            console.say(inEnglish({PhraseId::InvalidPattern, at, mistake->what}));
            return std::nullopt;
        }
        return std::move(pattern).value();
    }

    static void noteBroken(std::uint64_t broken, PhraseId one, PhraseId several, Coverage& coverage)
    {
        if (broken == 1)
            coverage.remarks.emplace_back(one);
        else if (broken > 1)
            coverage.remarks.emplace_back(several, groupedDigits(broken));
    }

    static std::uint64_t brokenAmong(const Snapshot& snapshot, const RowSet& rows)
    {
        std::uint64_t broken = 0;
        rows.forEach([&](Row row) { broken += snapshot.record(row).state == RecordState::Broken ? 1 : 0; });
        return broken;
    }

    static RowSet searchAmong(const Snapshot& snapshot, const RowSet& rows, const TextFilter& filter,
                              std::string& unread)
    {
        FoundRows among = searchTexts(snapshot, rows, filter, Job());
        if (among.unread.count() > 0)
            unread = inEnglish(notReadMistake(snapshot, among.unread).what);
        return std::move(among.found);
    }

    static std::vector<Hit> hitsOf(const Snapshot& snapshot, const RowSet& found, const TextPattern& pattern,
                                   const TextVisitor& isText)
    {
        std::vector<Hit> hits;
        const auto ids = findField(snapshot, "id");
        const auto look = [&](std::size_t, RecordReader& record) {
            const Conversation* const conversation = record.conversation();
            if (conversation == nullptr)
                return;
            const RecordEntry entry = snapshot.record(record.row());
            Hit hit;
            hit.file = snapshot.file(entry.file).shownPath;
            hit.record = entry.ordinal;
            hit.id = ids ? ids->text(record.row()) : std::string();
            forEachText(*conversation, [&](const RecordText& text) {
                const auto match = pattern.find(text.text);
                if (match && isText(text))
                    hits.push_back(hitOf(*conversation, text, *match, hit));
                return false;
            });
        };
        forEachRecord(snapshot, orderOf(found), {.threads = 1}, Job(), look);
        return hits;
    }

    /// Completes a hit that has its file, record and id.
    static Hit hitOf(const Conversation& conversation, const RecordText& text, const TextRange& match,
                     Hit hit)
    {
        if (text.message != RecordText::kNoMessage)
            hit.message = text.message + 1;
        if (hit.message > 0 && text.part == TextPart::Candidate)
            hit.message += conversation.messages.size();
        hit.role = text.role;
        if (text.field != nullptr)
            hit.field = text.field->key;
        if (text.entry == nullptr || hit.message == 0)
            hit.part = textPartName(text.part);
        hit.language = languageCode(text.language());
        hit.match = toValidUtf8(text.text.substr(match.begin, match.end - match.begin));
        hit.around = excerpt(text.text, match);
        return hit;
    }

    static void print(const std::vector<Hit>& hits, const Coverage& coverage, const CommonOptions& options,
                      Console& console)
    {
        if (tableFormatOf(options.format)) {
            TextTable table;
            table.captions = coverage.phrases();
            table.columns = {{"file", false}, {"record", true},    {"id", false},  {"message", true},
                             {"role", false}, {"language", false}, {"text", false}};
            for (const Hit& hit : hits)
                table.rows.push_back({hit.file, std::to_string(hit.record), hit.id,
                                      hit.message == 0 ? std::string() : std::to_string(hit.message),
                                      hit.speaker(), hit.language, hit.around});
            printTable(table, options, console);
            return;
        }
        const auto hitAt = [&](std::size_t index) {
            const Hit& hit = hits[index];
            Json json{{"file", hit.file}, {"record", hit.record}, {"id", hit.id}};
            if (hit.message > 0)
                json["message"] = hit.message;
            if (!hit.role.empty())
                json["role"] = hit.role;
            if (!hit.part.empty())
                json["part"] = hit.part;
            if (!hit.field.empty())
                json["field"] = hit.field;
            json.update(Json{{"language", hit.language}, {"match", hit.match}, {"text", hit.around}});
            return json;
        };
        printJsonRows(hits.size(), hitAt, options, console);
        noteCoverage(coverage, console);
    }

    bool m_regex = false;
    bool m_caseSensitive = false;
    bool m_count = false;
    QueryOptions m_query;
};

} // namespace

std::unique_ptr<Command> searchCommand()
{
    return std::make_unique<Search>();
}

} // namespace duologue::cli
