# bash completion for duologue-cli, which knows itself what fits: commands, options, formats, fields and values.
_duologue_cli() {
    local cur words cword
    # Fields and values are separated by what usually ends a word.
    _get_comp_words_by_ref -n ':=,' cur words cword
    local word=${cur#[\"\']}
    mapfile -t COMPREPLY < <(duologue-cli --complete "${words[@]:1:cword-1}" "$word" 2>/dev/null)
    # Fields end with a colon or a comma that something follows.
    [ ${#COMPREPLY[@]} -eq 0 ] || [[ ${COMPREPLY[0]} != *: ]] || compopt -o nospace
    __ltrim_colon_completions "$word"
}
complete -o default -F _duologue_cli duologue-cli
