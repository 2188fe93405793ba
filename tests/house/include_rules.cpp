// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/rule.h"

#include <algorithm>
#include <array>
#include <map>
#include <regex>

namespace duologue::house {

namespace {

/// A folder below core/ or ui/ and the others that its files may include.
struct Room {
    std::string_view folder;
    std::vector<std::string_view> mayInclude;
};

const std::vector<Room> kLayers{
    {"core", {}},
    {"ui", {"core"}},
    {"app/cli", {"core"}},
    {"app/gui", {"core", "ui"}},
};

/// The modules of core, each with those that it may use. The libraries' links keep what has functions in this
/// order, too; this keeps headers.
const std::vector<Room> kCoreRooms = [] {
    std::vector<Room> rooms{{"core/util", {}}, {"core/io", {"core/util"}}, {"core/json", {"core/util"}}};
    std::vector<std::string_view> below{"core/util", "core/io", "core/json"};
    for (const std::string_view module :
         {"core/data", "core/formats", "core/load", "core/query", "core/analysis", "core/export"}) {
        rooms.push_back({module, below});
        below.push_back(module);
    }
    below.pop_back();
    rooms.push_back({"core/remote", below});
    return rooms;
}();

const std::vector<Room> kUiRooms{
    {"ui/work", {}},
    {"ui/models", {"ui/work"}},
    {"ui/views", {"ui/work", "ui/models"}},
    {"ui/panels", {"ui/work", "ui/models", "ui/views"}},
    {"ui/dialogs", {"ui/work", "ui/models", "ui/views"}},
    {"ui/shell", {"ui/work", "ui/models", "ui/views", "ui/panels", "ui/dialogs"}},
};

/// For rooms with subfolders: which of the others each subfolder may include.
const std::vector<Room> kFolders{
    {"core/io/columnar", {"core/io"}},
    {"core/io/csv", {"core/io", "core/io/columnar"}},
    {"core/formats/inferred", {"core/formats"}},
    {"core/analysis/checks", {"core/analysis"}},
    {"ui/work/settings", {"ui/work"}},
    {"ui/work/tables", {"ui/work", "ui/work/program"}},
    {"ui/work/program", {}},
    {"ui/models/words", {}},
    {"ui/models/record", {"ui/models/words"}},
    {"ui/models/report", {"ui/models/words"}},
    {"ui/models/facet", {"ui/models/words", "ui/models/report"}},
    {"ui/models/query", {"ui/models/words"}},
    {"ui/views/widgets", {}},
    {"ui/views/chart", {"ui/views/widgets"}},
    {"ui/views/find", {"ui/views/widgets"}},
    {"ui/views/query", {"ui/views/widgets"}},
    {"ui/views/record", {"ui/views/widgets", "ui/views/chart", "ui/views/query"}},
    {"ui/views/raw", {"ui/views/widgets", "ui/views/find"}},
    {"ui/views/document", {"ui/views/widgets"}},
    {"ui/views/transcript", {"ui/views/widgets", "ui/views/document", "ui/views/find", "ui/views/query"}},
    {"ui/views/print", {"ui/views/document", "ui/views/transcript", "ui/views/widgets"}},
    {"ui/views/facet", {"ui/views/widgets", "ui/views/chart", "ui/views/query"}},
    {"ui/shell/desktop", {}},
    {"ui/shell/start", {}},
    {"ui/views/report", {"ui/views/widgets", "ui/views/chart", "ui/views/query", "ui/views/record"}},
};

struct LibraryHome {
    const char* library;
    /// Beginnings of the names of its headers.
    const char* headers;
    /// The beginning of the paths that may include it.
    std::string_view home;
    /// Another such beginning; empty for most.
    std::string_view otherHome = {};
};

constexpr std::array<LibraryHome, 21> kHomes{{
    {"Highway", "hwy/", "core/util/simd", "core/util/prefix_scan"},
    {"robin-map", "tsl/", "core/analysis/field_keys.h"},
    {"simdjson", "simdjson", "core/json/json_view.cpp"},
    {"RE2", "re2/", "core/query/text_pattern.cpp"},
    {"oneTBB", "oneapi/|tbb/", "core/util/parallel.cpp"},
    {"libarchive", "archive(_entry)?\\.h$", "core/io/archive_module.cpp"},
    {"libcurl", "^curl/", "core/remote/http_module.cpp"},
    {"libpq", "^libpq", "core/remote/postgres_module.cpp"},
    {"zlib", "^zlib\\.h$", "core/io/"},
    {"snappy", "snappy", "core/io/columnar/codecs.cpp"},
    {"zstd", "zstd", "core/io/columnar/codecs.cpp"},
    {"lz4", "lz4", "core/io/columnar/codecs.cpp"},
    {"Brotli", "brotli/", "core/io/columnar/codecs.cpp"},
    {"libyaml", "^yaml\\.h$", "core/util/small_json.cpp"},
    {"xxHash", "xxh", "core/util/checksum.cpp"},
    {"QtCharts",
     "QtCharts|Q(Abstract|Polar)?Chart(View)?$|Q\\w*(Series|LegendMarker|ModelMapper)$|"
     "Q(Abstract|Value|LogValue|BarCategory|Category|DateTime|Color)Axis$|Q(Bar|Box|Candlestick)Set$|"
     "QPieSlice$|QLegend$",
     "ui/views/chart/chart_canvas"},
    {"QtDBus", "QtDBus|QDBus|qdbus", "ui/shell/desktop/"},
    {"CLI11", "CLI/", "app/cli/"},
    {"utf8proc", "utf8proc", "core/util/text.cpp"},
    {"CLD2", "cld2/", "core/util/modules/language_module.cpp"},
    {"Boost", "boost/", "core/analysis/statistics.cpp"},
}};

bool liesIn(std::string_view path, std::string_view folder)
{
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

const Room* roomOf(const std::vector<Room>& rooms, std::string_view path)
{
    const auto found =
        std::find_if(rooms.begin(), rooms.end(), [&](const Room& room) { return liesIn(path, room.folder); });
    return found == rooms.end() ? nullptr : &*found;
}

/// The included file relative to the repository, whether the directive names it from there or from the
/// includer's folder; a path that begins with no folder of the repository for a library's header.
std::string targetOf(const SourceFile& file, const Include& include)
{
    static constexpr std::array<std::string_view, 4> kTop{"app", "core", "ui", "tests"};
    const bool fromTop = std::any_of(kTop.begin(), kTop.end(),
                                     [&](std::string_view top) { return liesIn(include.name, top); });
    if (!include.quoted && !fromTop)
        return include.name;
    const std::filesystem::path name(include.name);
    return (fromTop ? name : std::filesystem::path(file.path).parent_path() / name)
        .lexically_normal()
        .generic_string();
}

bool exists(const Sources& sources, std::string_view path)
{
    return std::any_of(sources.begin(), sources.end(),
                       [&](const SourceFile& file) { return file.path == path; });
}

Breach breach(const SourceFile& file, const Include& include, const std::string& why)
{
    return {file.path, include.line, "includes " + include.name + ": " + why};
}

/// Finds includes of rooms that a file may not include. A file of `top` outside every room is a breach, too.
Breaches checkRoomsBelow(const Sources& sources, const std::vector<Room>& rooms, std::string_view top)
{
    Breaches breaches;
    for (const SourceFile& file : sources) {
        if (!file.isCpp() || !file.isIn(top))
            continue;
        const Room* own = roomOf(rooms, file.path);
        if (own == nullptr) {
            breaches.push_back({file.path, 1, "lies in no room of " + std::string(top)});
            continue;
        }
        for (const Include& include : file.includes) {
            const Room* other = roomOf(rooms, targetOf(file, include));
            if (other == nullptr || other == own)
                continue;
            const auto& allowed = own->mayInclude;
            if (std::find(allowed.begin(), allowed.end(), other->folder) == allowed.end())
                breaches.push_back(breach(
                    file, include, std::string(own->folder) + " may not know " + std::string(other->folder)));
        }
    }
    return breaches;
}

void append(Breaches& to, Breaches&& more)
{
    to.insert(to.end(), more.begin(), more.end());
}

std::string stemOf(std::string_view path)
{
    return std::filesystem::path(path).stem().string();
}

/// "charts" and "charts_legend" belong to the same panel.
bool belongTogether(std::string_view a, std::string_view b)
{
    const auto extends = [](std::string_view whole, std::string_view part) {
        return whole.starts_with(part) && (whole.size() == part.size() || whole[part.size()] == '_');
    };
    return extends(a, b) || extends(b, a);
}

} // namespace

Breaches checkLayers(const Sources& sources)
{
    Breaches breaches;
    for (const std::string_view top : {"core", "ui", "app"})
        append(breaches, checkRoomsBelow(sources, kLayers, top));
    for (const SourceFile& file : sources) {
        for (const Include& include : file.includes) {
            if (!file.isIn("tests") && liesIn(targetOf(file, include), "tests"))
                breaches.push_back(breach(file, include, "the program may not know its tests"));
        }
    }
    return breaches;
}

Breaches checkRooms(const Sources& sources)
{
    Breaches breaches = checkRoomsBelow(sources, kCoreRooms, "core");
    append(breaches, checkRoomsBelow(sources, kUiRooms, "ui"));
    return breaches;
}

Breaches checkFolders(const Sources& sources)
{
    Breaches breaches;
    for (const SourceFile& file : sources) {
        const Room* const own = file.isCpp() ? roomOf(kFolders, file.path) : nullptr;
        if (own == nullptr)
            continue;
        const std::string_view room = own->folder.substr(0, own->folder.rfind('/'));
        for (const Include& include : file.includes) {
            const std::string target = targetOf(file, include);
            const auto& allowed = own->mayInclude;
            const bool isKnown = !liesIn(target, room) || liesIn(target, own->folder) ||
                                 std::any_of(allowed.begin(), allowed.end(), [&](std::string_view folder) {
                                     const Room* const other = roomOf(kFolders, target);
                                     return other == nullptr
                                                ? std::filesystem::path(target).parent_path() == folder
                                                : other->folder == folder;
                                 });
            if (!isKnown)
                breaches.push_back(breach(file, include, std::string(own->folder) + " may not know it"));
        }
    }
    return breaches;
}

Breaches checkPanels(const Sources& sources)
{
    Breaches breaches;
    for (const SourceFile& file : sources) {
        // panel.cpp lists all panels.
        if (!file.isIn("ui/panels") || stemOf(file.path) == "panel")
            continue;
        for (const Include& include : file.includes) {
            const std::string target = targetOf(file, include);
            if (liesIn(target, "ui/panels") && stemOf(target) != "panel" &&
                !belongTogether(stemOf(target), stemOf(file.path)))
                breaches.push_back(breach(file, include, "panels do not know each other"));
        }
    }
    return breaches;
}

Breaches checkQtFree(const Sources& sources)
{
    static const std::regex qt("(Qt\\w*/)?(Q[A-Z]\\w*|Qt\\w*|q[a-z0-9]+\\.h)");
    Breaches breaches;
    for (const SourceFile& file : sources) {
        if (!file.isIn("core") && !file.isIn("app/cli"))
            continue;
        for (const Include& include : file.includes) {
            if (std::regex_match(include.name, qt) && !exists(sources, targetOf(file, include)))
                breaches.push_back(breach(file, include, "no Qt here"));
        }
    }
    return breaches;
}

Breaches checkLibraryHomes(const Sources& sources)
{
    Breaches breaches;
    for (const LibraryHome& home : kHomes) {
        const std::regex headers(home.headers);
        for (const SourceFile& file : sources) {
            const bool isOther = !home.otherHome.empty() && file.path.starts_with(home.otherHome);
            if (file.isIn("tests") || file.path.starts_with(home.home) || isOther)
                continue;
            for (const Include& include : file.includes) {
                if (std::regex_search(include.name, headers, std::regex_constants::match_continuous))
                    breaches.push_back(breach(
                        file, include, std::string(home.library) + " lives in " + std::string(home.home)));
            }
        }
    }
    return breaches;
}

namespace {

/// Follows includes depth first and reports each one that closes a cycle.
class CycleSearch {
public:
    explicit CycleSearch(const Sources& sources)
    {
        for (const SourceFile& file : sources)
            m_files.emplace(file.path, &file);
    }

    Breaches run()
    {
        for (const auto& [path, file] : m_files)
            visit(*file);
        return std::move(m_breaches);
    }

private:
    enum class State { New, Open, Done };

    void visit(const SourceFile& file)
    {
        State& state = m_states[file.path];
        if (state != State::New)
            return;
        state = State::Open;
        m_way.push_back(file.path);
        for (const Include& include : file.includes) {
            const auto target = m_files.find(targetOf(file, include));
            if (target == m_files.end())
                continue;
            if (m_states[target->first] == State::Open)
                m_breaches.push_back(
                    breach(file, include, "comes back to itself by way of " + wayFrom(target->first)));
            else
                visit(*target->second);
        }
        m_way.pop_back();
        m_states[file.path] = State::Done;
    }

    std::string wayFrom(const std::string& path) const
    {
        std::string way;
        for (auto at = std::find(m_way.begin(), m_way.end(), path); at != m_way.end(); ++at)
            way += (way.empty() ? "" : ", ") + *at;
        return way;
    }

    std::map<std::string, const SourceFile*> m_files;
    std::map<std::string, State> m_states;
    std::vector<std::string> m_way;
    Breaches m_breaches;
};

} // namespace

Breaches checkCycles(const Sources& sources)
{
    return CycleSearch(sources).run();
}

Breaches checkFolderCycles(const Sources& sources)
{
    const auto folderOf = [](const std::string& path) {
        return std::filesystem::path(path).parent_path().generic_string();
    };
    std::map<std::string, SourceFile> folders;
    for (const SourceFile& file : sources) {
        if (!file.isCpp() || file.isIn("tests"))
            continue;
        SourceFile& folder = folders[folderOf(file.path)];
        folder.path = folderOf(file.path);
        for (const Include& include : file.includes) {
            const std::string target = targetOf(file, include);
            if (exists(sources, target) && folderOf(target) != folder.path)
                folder.includes.push_back({folderOf(target), true, include.line});
        }
    }
    Sources asFiles;
    for (const auto& [path, folder] : folders)
        asFiles.push_back(folder);
    return CycleSearch(asFiles).run();
}

} // namespace duologue::house
