/** Folder that a file is drawn in: one level below `src/main`, else the first one below `src`, else the first. */
function folderOf(file: string): string {
  const [first = '', second = '', third = ''] = file.split('/')
  if (first !== 'src') return first
  if (second !== 'main') return `src/${second}`
  return third.includes('.') ? 'src/main' : `src/main/${third}`
}

const idOf = (folder: string) => folder.replace(/\W/g, '_')

/** A Mermaid flowchart of folders. `edges`: files, from the root of the project, and what each of them imports. */
export function drawFolders(edges: readonly (readonly [from: string, to: string])[]): string {
  const lines = new Set<string>()
  const folders = new Set<string>()
  for (const [from, to] of edges) {
    const [source, target] = [folderOf(from), folderOf(to)]
    folders.add(source).add(target)
    if (source !== target) lines.add(`  ${idOf(source)} --> ${idOf(target)}`)
  }
  const nodes = [...folders].sort().map((folder) => `  ${idOf(folder)}["${folder}"]`)
  return ['flowchart LR', ...nodes, ...[...lines].sort()].join('\n')
}

const picture = /(<!-- folders: npm run docs:folders -->\n)[\s\S]*?(<!-- \/folders -->)/

/** A document with another picture between its marks. Throws where there are none. */
export function replacePicture(document: string, drawing: string): string {
  if (!picture.test(document)) throw new Error('the document has no marks for the picture')
  const fenced = `\n\`\`\`mermaid\n${drawing}\n\`\`\`\n\n`
  return document.replace(picture, (_, begin: string, end: string) => `${begin}${fenced}${end}`)
}
