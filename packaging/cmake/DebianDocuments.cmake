# Run by CPack on the files of each Debian package before it is packed: adds what Debian wants in share/doc, and packs
# manual pages and changelogs as its policy says.

set(debian "${CPACK_DUOLOGUE_SOURCE}/packaging/debian")

function(pack file)
    execute_process(COMMAND gzip -9 -n -f "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share")
    string(TOUPPER "${component}" upper)
    set(documents "${root}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
    file(MAKE_DIRECTORY "${documents}")
    configure_file("${debian}/copyright" "${documents}/copyright" COPYONLY)
    configure_file("${debian}/changelog" "${documents}/changelog.Debian" COPYONLY)
    configure_file("${CPACK_DUOLOGUE_SOURCE}/CHANGELOG.md" "${documents}/changelog" COPYONLY)
    file(GLOB pages "${root}/man/man1/*.1" "${root}/man/*/man1/*.1")
    foreach(file IN LISTS pages ITEMS "${documents}/changelog.Debian" "${documents}/changelog")
        pack("${file}")
    endforeach()
    file(GLOB made "${documents}/*")
    file(CHMOD ${made} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    # Stripping leaves the names of compilers.
    set(usr "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr")
    file(GLOB programs "${usr}/bin/*" "${usr}/lib/duologue/*" "${usr}/lib/*/duologue/*")
    foreach(program IN LISTS programs)
        execute_process(COMMAND objcopy --remove-section=.comment "${program}" COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
endforeach()
