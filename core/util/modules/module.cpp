// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/modules/module.h"

#include <array>
#include <cstddef>
#include <dlfcn.h>

namespace duologue {

namespace {

constexpr std::array kFiles{"duologue-archive.so", "duologue-http.so", "duologue-language.so",
                            "duologue-postgres.so"};

} // namespace

const char* moduleFile(ModuleName name)
{
    return kFiles.at(static_cast<std::size_t>(name));
}

const void* openModule(ModuleName name, std::string& mistake)
{
    // Looked for along the program's run path. It stays open, since nobody knows who still uses its library.
    void* const module = ::dlopen(moduleFile(name), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = module == nullptr ? nullptr : ::dlsym(module, DUOLOGUE_MODULE_ENTRY);
    if (symbol == nullptr) {
        const char* const why = ::dlerror();
        mistake = why == nullptr ? moduleFile(name) : why;
        return nullptr;
    }
    const auto entry = reinterpret_cast<DuologueModuleEntry>(symbol);
    const void* const given = entry(DUOLOGUE_VERSION);
    if (given == nullptr)
        mistake = moduleFile(name) + std::string(" belongs to another version of the program");
    return given;
}

} // namespace duologue
