// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace duologue {

/// The modules of the program: shared objects of its own, each of which is the only one to use a large
/// library that most runs do not need. They are files duologue-NAME.so, in the build tree and in the private
/// folder of libraries (core/CMakeLists.txt), where the program's run path leads to.
///
/// What a module gives is an interface of plain types, whose functions throw nothing. It is made of nothing
/// but that interface's header and the library, so that core is not in the program twice.
enum class ModuleName : std::uint8_t { Archive, Http, Language, Postgres };

/// The name of the file of a module.
const char* moduleFile(ModuleName name);

/// Opens a module and returns what it gives. Null, with the reason, if it cannot be opened or belongs to
/// another version of the program. The reason is what the linker says, in no certain character set.
const void* openModule(ModuleName name, std::string& mistake);

/// A module that is opened when this is made, and stays open until the program ends. To be kept in a static
/// variable of a function, so that it is opened once, when it is first needed, on whatever thread.
template<typename Interface>
class Module {
public:
    Module() : m_given(static_cast<const Interface*>(openModule(Interface::kModule, m_mistake))) {}

    /// Null if it could not be opened.
    const Interface* get() const { return m_given; }
    /// Why not.
    const std::string& mistake() const { return m_mistake; }

private:
    std::string m_mistake;
    const Interface* m_given;
};

} // namespace duologue

/// What each module exports: a function that gives the interface to the program whose version this is, and
/// null to any other.
#define DUOLOGUE_MODULE_ENTRY "duologueModule"
using DuologueModuleEntry = const void* (*)(const char* version);
