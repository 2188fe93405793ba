# fish completion for duologue-cli, which knows itself what fits: commands, options, formats, fields and values.
complete -c duologue-cli -a '(duologue-cli --complete (commandline -opc)[2..] (commandline -ct | string trim -l -c "\'\\"") 2>/dev/null)'
