import { commandOf, type CommandLine } from './command.ts'
import { operations } from './operation/find.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

type Named = readonly [name: string, about: string, line: CommandLine]

/** Lists the suggestions, each behind the words before it, such as `vault status`. */
function suggestionsOf(commands: readonly Named[]) {
  const found: Record<'behind' | 'text' | 'about', string>[] = []
  const add = (behind: string, text: string, about: string) => found.push({ behind, text, about })
  for (const [name, about, line] of commands) {
    add('', name, about)
    const command = commandOf(line)
    for (const of of [command, ...command.commands]) {
      const behind = of === command ? name : `${name} ${of.name()}`
      if (of !== command) add(name, of.name(), of.description())
      for (const { long, description } of of.options) add(behind, long ?? '', description)
      add(behind, '--help', 'help')
    }
  }
  for (const { id, summary } of operations) add('api', id, summary)
  for (const shell of shells) add('completion', shell, `completion for ${shell}`)
  return found
}

/** Writes the script that makes a shell complete `foyer`. */
export function drawCompletion(shell: (typeof shells)[number], commands: readonly Named[]) {
  const found = suggestionsOf(commands)
  if (shell === 'fish') return drawFish(found)
  // zsh runs what was written for Bash.
  const asBash = 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n'
  return shell === 'zsh' ? asBash + drawBash(found) : drawBash(found)
}

type Suggestions = ReturnType<typeof suggestionsOf>

function drawBash(suggestions: Suggestions): string {
  const places = new Set(suggestions.map(({ behind }) => behind))
  const wordsAt = (place: string) =>
    suggestions.flatMap(({ behind, text }) => (behind === place ? [text] : [])).join(' ')
  return `_foyer() {
  local behind='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$behind\${behind:+ }$word" in
${[...places].map((at) => (at === '' ? '' : `      '${at}') behind='${at}' ;;\n`)).join('')}    esac
  done
  case "$behind" in
${[...places].map((at) => `    '${at}') words='${wordsAt(at)}' ;;\n`).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _foyer foyer
`
}

function drawFish(suggestions: Suggestions): string {
  const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
  const lines = suggestions.map(({ behind, text, about }) => {
    const words = behind.split(' ').filter(Boolean)
    const condition =
      words.length === 0
        ? '__fish_use_subcommand'
        : words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const what = text.startsWith('--') ? `-l ${text.slice(2)}` : `-a ${text}`
    return `complete -c foyer -n '${condition}' ${what} -d ${quoted(about)}\n`
  })
  return lines.join('')
}
