# Settings of every target: warnings, sanitizers, ccache, link-time optimisation, clang-tidy.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # Without this sloppiness and option, ccache never finds files that use a precompiled header.
    if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
        set(
            CMAKE_CXX_COMPILER_LAUNCHER
            "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${CCACHE_PROGRAM}"
            CACHE STRING "Compiler launcher"
            FORCE
        )
    endif()
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    # What it takes to find them with clang.
    add_compile_options("$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

add_library(duologue_options INTERFACE)
target_compile_options(
    duologue_options
    INTERFACE
        -Wall
        -Wextra
        -Wpedantic
        # As GCC means it.
        -Wconversion
        $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
        # Clang's also warns of locals that are named like a constant of the file.
        $<$<CXX_COMPILER_ID:GNU>:-Wshadow>
        -Wnon-virtual-dtor
        -Wold-style-cast
        -Woverloaded-virtual
        -Wcast-align
        # GCC 12 sees null pointers in the standard library's streams, pointers and folder iterators.
        $<$<CXX_COMPILER_ID:Clang>:-Wnull-dereference>
        -Wimplicit-fallthrough
        $<$<BOOL:${DUOLOGUE_WARNINGS_AS_ERRORS}>:-Werror>
)
target_compile_definitions(duologue_options INTERFACE QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII)

if(DUOLOGUE_SANITIZE)
    # Line numbers are enough for a report, and -g1 compiles a quarter faster than -g. Core is optimised as well.
    add_compile_options(-fsanitize=${DUOLOGUE_SANITIZE} -fno-omit-frame-pointer -g1)
    # Checks every index and every optional in the standard library, like the builds of Fedora and Arch.
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
    add_link_options(-fsanitize=${DUOLOGUE_SANITIZE})
    # With sanitizers, GCC 12 sees uninitialised members in the standard library's regex.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    if(DUOLOGUE_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
endif()

# Most of the time goes into headers and templates that neighbouring files of the tests need as well. The programs are
# compiled file by file: names in unnamed namespaces need not be unique, and GCC inlines small functions only in units of
# moderate size.
function(duologue_unity target)
    if(DUOLOGUE_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
        # A class may have members of a type from an unnamed namespace of its own .cpp.
        target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    endif()
endfunction()

# Where the modules are that the program opens when it first needs them: in the private folder of libraries, which
# programs find wherever everything is installed, and in one folder of the build tree, in which all programs are two
# folders deep.
set(DUOLOGUE_MODULES "${CMAKE_INSTALL_LIBDIR}/duologue")
set(DUOLOGUE_BUILT_MODULES "${PROJECT_BINARY_DIR}/modules")
file(RELATIVE_PATH duologue_modules "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}/duologue")
set(CMAKE_INSTALL_RPATH "$ORIGIN/${duologue_modules}")
set(CMAKE_BUILD_RPATH "$ORIGIN/../../modules")

if(DUOLOGUE_LTO)
    include(CheckIPOSupported)
    check_ipo_supported(RESULT DUOLOGUE_IPO_SUPPORTED)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${DUOLOGUE_IPO_SUPPORTED})
endif()

if(DUOLOGUE_TIDY)
    find_program(CLANG_TIDY_PROGRAM clang-tidy REQUIRED)
    set(CMAKE_CXX_CLANG_TIDY "${CLANG_TIDY_PROGRAM};--quiet")
endif()
