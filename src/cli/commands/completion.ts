import { buildCommand } from '@stricli/core'
import type { CliContext } from '../context.ts'
import { jsonFlag } from '../flags.ts'

const SCRIPTS = {
  bash: `_leftoff() {
  local IFS=$'\\n'
  COMPREPLY=($(leftoff __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _leftoff leftoff`,
  zsh: `#compdef leftoff
_leftoff() {
  local -a found
  found=("\${(@f)$(leftoff __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _leftoff leftoff`,
  fish: `complete -c leftoff -f -a '(leftoff __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
} as const

const HINTS = {
  bash: 'add this line to ~/.bashrc: eval "$(leftoff completion bash)"',
  zsh: 'add this line to ~/.zshrc, after compinit: eval "$(leftoff completion zsh)"',
  fish: 'run: leftoff completion fish > ~/.config/fish/completions/leftoff.fish',
} as const

const shell = (name: keyof typeof SCRIPTS) =>
  buildCommand({
    docs: {
      brief: `Print the completion script for ${name}`,
      fullDescription: `To enable completion, ${HINTS[name]}`,
    },
    parameters: { flags: { json: jsonFlag } },
    func(this: CliContext, flags: { readonly json: boolean }) {
      if (flags.json) this.out.json({ shell: name, script: SCRIPTS[name], use: HINTS[name] })
      else this.out.print(SCRIPTS[name])
    },
  })

export default { bash: shell('bash'), zsh: shell('zsh'), fish: shell('fish') }
