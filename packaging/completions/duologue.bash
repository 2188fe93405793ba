# bash completion for duologue, the window.
_duologue() {
    COMPREPLY=()
    [[ ${COMP_WORDS[COMP_CWORD]} != -* ]] ||
        mapfile -t COMPREPLY < <(compgen -W "--help --version --where --record --new-window --no-restore" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _duologue duologue
