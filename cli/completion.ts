import { commandOf, type CommandLine } from './command.ts'
import { operations } from './operation/find.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** Tells whether a text names one of them. */
export const isShell = (text: string): text is Shell => shells.some((shell) => shell === text)

export type NamedLine = readonly [name: string, about: string, line: CommandLine]

interface Suggestion {
  /** Words before it, such as `vault status`. */
  readonly behind: string
  readonly text: string
  readonly about: string
}

function suggestionsOf(commands: readonly NamedLine[]): Suggestion[] {
  const found: Suggestion[] = []
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
export function drawCompletion(shell: Shell, commands: readonly NamedLine[]): string {
  const suggestions = suggestionsOf(commands)
  return shell === 'fish' ? drawFish(suggestions) : drawBash(suggestions, shell)
}

/** Writes it for Bash, and for zsh, which runs what was written for Bash. */
function drawBash(suggestions: readonly Suggestion[], shell: Shell): string {
  const words = new Map<string, string[]>()
  for (const { behind, text } of suggestions)
    words.set(behind, [...(words.get(behind) ?? []), text])
  const places = [...words.keys()].filter((behind) => behind !== '')
  return `${shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : ''}_foyer() {
  local behind='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$behind\${behind:+ }$word" in
${places.map((behind) => `      '${behind}') behind='${behind}' ;;\n`).join('')}    esac
  done
  case "$behind" in
${[...words].map(([behind, texts]) => `    '${behind}') words='${texts.join(' ')}' ;;\n`).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _foyer foyer
`
}

function drawFish(suggestions: readonly Suggestion[]): string {
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
