// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/saved_view.h"

#include "core/util/phrase_id.h"
#include "core/util/small_json.h"

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <unistd.h>

namespace duologue {

namespace {

using ViewJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kViewKey = "duologue_view";
constexpr int kViewVersion = 1;
/// A view is some lines; what is longer is no view.

/// The address of a table in an engine is no path of a file.
bool isAddress(std::string_view path)
{
    return path.find("://") != std::string_view::npos;
}

/// Relative if the path is in the folder or below it.
fs::path storedPath(const fs::path& path, const fs::path& folder)
{
    const fs::path relative = path.lexically_normal().lexically_relative(folder.lexically_normal());
    const bool isBelow = !relative.empty() && *relative.begin() != "..";
    return isBelow ? relative : path;
}

/// Each member has the type that it should have, or is missing.
bool hasTypes(const ViewJson& json)
{
    const auto isTexts = [](const ViewJson& list) {
        return list.is_array() &&
               std::all_of(list.begin(), list.end(), [](const ViewJson& each) { return each.is_string(); });
    };
    const auto isTextOrMissing = [](const ViewJson& object, const char* key) {
        return !object.contains(key) || object[key].is_string();
    };
    for (const char* key : {"query", "sort", "record"}) {
        if (!isTextOrMissing(json, key))
            return false;
    }
    for (const char* key : {"paths", "columns", "languages"}) {
        if (json.contains(key) && !isTexts(json[key]))
            return false;
    }
    if (json.contains("markdown") && !json["markdown"].is_boolean())
        return false;
    if (!json.contains("charts"))
        return true;
    return json["charts"].is_array() &&
           std::all_of(json["charts"].begin(), json["charts"].end(), [&](const ViewJson& chart) {
               return chart.is_object() && isTextOrMissing(chart, "report") &&
                      isTextOrMissing(chart, "field") && isTextOrMissing(chart, "second") &&
                      isTextOrMissing(chart, "group") &&
                      (!chart.contains("measures") || isTexts(chart["measures"])) &&
                      (!chart.contains("queries") || isTexts(chart["queries"]));
           });
}

std::string joined(const std::vector<std::string>& words)
{
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() ? "" : ",") + word;
    return line;
}

/// "duologue-cli COMMAND PATH… --where QUERY"
std::string commandStart(const SavedView& view, std::string_view command)
{
    std::string line = "duologue-cli " + std::string(command);
    for (const fs::path& path : view.paths)
        line += " " + shellQuoted(path.native());
    if (!view.query.empty())
        line += " --where " + shellQuoted(view.query);
    return line;
}

} // namespace

std::string viewText(const SavedView& view, const fs::path& folder)
{
    ViewJson json;
    json[kViewKey] = kViewVersion;
    json["paths"] = ViewJson::array();
    for (const fs::path& path : view.paths)
        json["paths"].push_back(storedPath(path, folder).native());
    const auto setText = [&json](const char* key, const std::string& text) {
        if (!text.empty())
            json[key] = text;
    };
    setText("query", view.query);
    setText("sort", view.sort);
    if (!view.columns.empty())
        json["columns"] = view.columns;
    for (const SavedView::Chart& chart : view.charts) {
        ViewJson made{{"report", chart.report},
                      {"field", chart.field},
                      {"second", chart.second},
                      {"measures", chart.measures}};
        if (!chart.group.empty())
            made["group"] = chart.group;
        if (!chart.queries.empty())
            made["queries"] = chart.queries;
        json["charts"].push_back(std::move(made));
    }
    if (!view.languages.empty())
        json["languages"] = view.languages;
    if (view.markdown)
        json["markdown"] = *view.markdown;
    setText("record", view.record);
    return json.dump(2, ' ', false, ViewJson::error_handler_t::replace) + "\n";
}

Expected<SavedView, Phrase> viewOf(std::string_view text, const fs::path& folder)
{
    const auto json = smallJson<ViewJson>(text);
    if (!json.is_object() || !json.contains(kViewKey) || !json[kViewKey].is_number_integer() ||
        !hasTypes(json))
        return Phrase(PhraseId::NoView);
    if (json[kViewKey].get<std::int64_t>() != kViewVersion)
        return Phrase(PhraseId::NewerView);
    SavedView view;
    for (const auto& each : json.value("paths", ViewJson::array())) {
        const auto path = each.get<std::string>();
        view.paths.push_back(isAddress(path) ? fs::path(path) : (folder / path).lexically_normal());
    }
    view.query = json.value("query", "");
    view.sort = json.value("sort", "");
    view.columns = json.value("columns", std::vector<std::string>());
    for (const ViewJson& chart : json.value("charts", ViewJson::array()))
        view.charts.push_back({chart.value("report", ""), chart.value("field", ""), chart.value("second", ""),
                               chart.value("measures", std::vector<std::string>()), chart.value("group", ""),
                               chart.value("queries", std::vector<std::string>())});
    view.languages = json.value("languages", std::vector<std::string>());
    if (json.contains("markdown"))
        view.markdown = json["markdown"].get<bool>();
    view.record = json.value("record", "");
    return view;
}

Expected<SavedView, Phrase> readView(const fs::path& path)
{
    std::error_code error;
    const auto status = fs::status(path, error);
    if (!fs::exists(status))
        return Phrase::verbatim(error.message());
    if (!fs::is_regular_file(status))
        return Phrase(PhraseId::NotRegularFile);
    const auto text = readSmallFile(path);
    if (!text)
        return ::access(path.c_str(), R_OK) == 0 ? Phrase(PhraseId::NoView)
                                                 : Phrase::verbatim(std::generic_category().message(errno));
    return viewOf(*text, fs::absolute(path, error).parent_path());
}

std::string shellQuoted(std::string_view argument)
{
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:=,@%";
    // A command reads these in a way of its own.
    const bool isSpecial = argument.empty() || argument.front() == '-' || argument.front() == '@';
    if (!isSpecial && argument.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(argument);
    std::string quoted = "'";
    for (const char c : argument)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string listCommand(const SavedView& view)
{
    std::string line = commandStart(view, "list");
    if (!view.sort.empty())
        line += " --sort " + shellQuoted(view.sort);
    if (!view.columns.empty())
        line += " --columns " + shellQuoted(joined(view.columns));
    return line;
}

std::string exportCommand(const SavedView& view, std::string_view target, const fs::path& output)
{
    std::string line = commandStart(view, "export");
    if (!view.sort.empty())
        line += " --sort " + shellQuoted(view.sort);
    return line + " --to " + std::string(target) + " -o " + shellQuoted(output.native());
}

std::string statsCommand(const SavedView& view, const SavedView::Chart& chart)
{
    std::string line = commandStart(view, "stats") + " --report " + shellQuoted(chart.report);
    if (!chart.field.empty())
        line += " --by " + shellQuoted(chart.field);
    if (!chart.second.empty())
        line += " --by " + shellQuoted(chart.second);
    for (const std::string& measure : chart.measures)
        line += " --mean " + shellQuoted(measure);
    return line;
}

std::string openCommand(const SavedView& view)
{
    std::string line = "duologue";
    for (const fs::path& path : view.paths)
        line += " " + shellQuoted(path.native());
    if (!view.record.empty())
        line += " --record " + shellQuoted(view.record);
    return line;
}

} // namespace duologue
