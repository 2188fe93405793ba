# fish completion for duologue, the window.
complete -c duologue -s h -l help -d 'Print the options'
complete -c duologue -s v -l version -d 'Print the version'
complete -c duologue -l where -x -d 'Show only conversations for which the query holds'
complete -c duologue -l record -x -d 'Begin with this conversation, FILE:N'
complete -c duologue -l new-window -d 'Open a window of its own'
complete -c duologue -l no-restore -d 'Do not open again what was open last'
