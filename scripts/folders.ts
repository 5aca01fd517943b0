import { dirname } from 'node:path'

/** Imports between files, from the root of the project. */
export type Edges = readonly (readonly [from: string, to: string])[]

/** Finds a file's folder in the picture: one level below `src/main`, else the first one below `src`, else the first. */
function folderOf(file: string): string {
  const [first = '', second = '', third = ''] = file.split('/')
  if (first !== 'src') return first
  if (second !== 'main') return `src/${second}`
  return third.includes('.') ? 'src/main' : `src/main/${third}`
}

const idOf = (folder: string) => folder.replace(/\W/g, '_')

/** Draws a Mermaid flowchart of folders, in a fence of Markdown. */
export function drawFolders(edges: Edges): string {
  const drawn = edges.map((edge) => edge.map(folderOf) as [string, string])
  const nodes = [...new Set(drawn.flat())].sort().map((folder) => `  ${idOf(folder)}["${folder}"]`)
  const lines = drawn
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`)
  return ['```mermaid', 'flowchart LR', ...nodes, ...[...new Set(lines)].sort(), '```'].join('\n')
}

/** Finds folders that depend on each other. A folder imports all that its files do. */
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

/** Rewrites the text between the marks `<!-- NAME: … -->` and `<!-- /NAME -->`. Throws without them. */
export function between(text: string, name: string, written: string): string {
  const marks = new RegExp(`(<!-- ${name}: .* -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`)
  if (!marks.test(text)) throw new Error(`there are no marks for ${name}`)
  return text.replace(marks, (_, begin: string, end: string) => `${begin}\n${written}\n${end}`)
}
