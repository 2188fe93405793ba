# Debian packages by CPack: duologue-cli, which needs no Qt, and duologue. packaging/package.sh makes them.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME duologue)
set(CPACK_PACKAGE_VENDOR "The Duologue developers")
set(CPACK_PACKAGE_CONTACT "The Duologue developers <duologue@users.noreply.github.com>")
set(CPACK_PACKAGE_HOMEPAGE_URL "https://github.com/duologue/duologue")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "reads, charts, filters and checks datasets of conversations")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL cli)
if(DUOLOGUE_GUI)
    list(APPEND CPACK_COMPONENTS_ALL gui)
endif()
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE
)
# Manual pages are packed, and the documents added that Debian wants of each package.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/DebianDocuments.cmake")
set(CPACK_DUOLOGUE_SOURCE "${PROJECT_SOURCE_DIR}")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1 CACHE STRING "Revision of the Debian packages")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
if(CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo)
    set(CPACK_DEBIAN_DEBUGINFO_PACKAGE ON)
else()
    set(CPACK_STRIP_FILES ON)
endif()

set(CPACK_DEBIAN_CLI_PACKAGE_NAME duologue-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "duologue, bash-completion, libsecret-tools")
set(CPACK_COMPONENT_CLI_DESCRIPTION
    "Duologue-cli opens files and folders of conversations with language models:
JSON, JSON Lines, CSV, Parquet and Arrow, plain or packed. It lists, counts,
searches, compares, checks and exports their records from the command line.

It needs no graphical desktop. The package duologue has the window."
)
set(CPACK_DEBIAN_GUI_PACKAGE_NAME duologue)
# The modules that both programs open, and their libraries, come with the command line.
set(CPACK_DEBIAN_GUI_PACKAGE_DEPENDS "duologue-cli (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS "fonts-noto-cjk, libsecret-tools, qt6-translations-l10n, qt6-wayland")
set(CPACK_DEBIAN_GUI_PACKAGE_SUGGESTS "bash-completion, python3-nautilus")
set(CPACK_COMPONENT_GUI_DESCRIPTION
    "Duologue opens folders of conversations with language models and shows what
is in them: English and Chinese side by side, intents, hallucination marks,
ratings and user profiles, tables, filters and charts. It finds out by itself
how each file is written, says where a record is wrong, and reads the rest.

It reads JSON, JSON Lines, CSV, Parquet and Arrow files, plain or packed, of
RecLLMSim, PrefEval, turbo-alignment and of other sources of chat data."
)
foreach(component IN ITEMS CLI GUI)
    set(CPACK_DEBIAN_${component}_DESCRIPTION "${CPACK_COMPONENT_${component}_DESCRIPTION}")
endforeach()

include(CPack)
