import { dirname } from 'node:path'

/** Files, from the root of the project, and what each of them imports. */
export type Edges = readonly (readonly [from: string, to: string])[]

/** Folder that a file is drawn in: one level below `src/main`, else the first one below `src`, else the first. */
function folderOf(file: string): string {
  const [first = '', second = '', third = ''] = file.split('/')
  if (first !== 'src') return first
  if (second !== 'main') return `src/${second}`
  return third.includes('.') ? 'src/main' : `src/main/${third}`
}

const idOf = (folder: string) => folder.replace(/\W/g, '_')

/** A Mermaid flowchart of folders, in a fence of Markdown. */
export function drawFolders(edges: Edges): string {
  const drawn = edges.map((edge) => edge.map(folderOf) as [string, string])
  const nodes = [...new Set(drawn.flat())].sort().map((folder) => `  ${idOf(folder)}["${folder}"]`)
  const lines = drawn
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`)
  return ['```mermaid', 'flowchart LR', ...nodes, ...[...new Set(lines)].sort(), '```'].join('\n')
}

/** The folders that are built on what is built on them. A folder imports what any file below it does. */
export function folderCycles(edges: Edges): string[] {
  const imported = new Map<string, Set<string>>()
  for (const [from, to] of edges)
    for (let folder = dirname(from); folder !== '.'; folder = dirname(folder))
      if (!to.startsWith(`${folder}/`))
        imported.set(folder, (imported.get(folder) ?? new Set()).add(dirname(to)))
  const leadsTo = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    [...(imported.get(from) ?? [])].some((next) => {
      if (next === wanted) return true
      if (seen.has(next)) return false
      seen.add(next)
      return leadsTo(next, wanted, seen)
    })
  return [...imported.keys()].filter((folder) => leadsTo(folder, folder)).sort()
}

/** The text with what stands between its marks `<!-- NAME: … -->` and `<!-- /NAME -->` written anew. Throws without them. */
export function between(text: string, name: string, written: string): string {
  const marks = new RegExp(`(<!-- ${name}: .* -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`)
  if (!marks.test(text)) throw new Error(`there are no marks for ${name}`)
  return text.replace(marks, (_, begin: string, end: string) => `${begin}\n${written}\n${end}`)
}
