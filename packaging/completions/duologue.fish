# fish completion for duologue, the window.
complete -c duologue -s h -l help -d 'Print the options'
complete -c duologue -s v -l version -d 'Print the version'
complete -c duologue -l where -x -d 'Show only conversations that match the query'
complete -c duologue -l record -x -d 'Start with this conversation, FILE:N'
complete -c duologue -l new-window -d 'Open a separate window'
complete -c duologue -l no-restore -d 'Do not reopen what was open last'
