import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lockfile.ts'

/** A test as docs/security.md names it: `file` “part of its name, word for word”. */
export const reference = /`([\w./-]+\.ts)` “([^”]+)”/g

const texts = new Map<string, string>()

/** Returns the text of a file with single spaces; empty for a missing file. */
function textOf(file: string): string {
  const path = join(root, file)
  const read = () => (existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') : '')
  const text = texts.get(file) ?? read()
  texts.set(file, text)
  return text
}

/** Names the file of each test in the document, also of a moved one. Throws if no file holds a test. */
export function withTestFiles(text: string): string {
  let all: readonly string[] | undefined
  return text.replace(reference, (whole, file: string, words: string) => {
    if (textOf(file).includes(words)) return whole
    all ??= globSync('{src,cli,sandbox,scripts,test,e2e}/**/*{.test,.spec,-suite}.ts', {
      cwd: root,
      exclude: ['**/node_modules'],
    })
    const found = all.filter((each) => textOf(each).includes(words))
    if (found.length !== 1)
      throw new Error(`docs/security.md: “${words}” stands in ${found.join(', ') || 'no test'}`)
    return `\`${found.join()}\` “${words}”`
  })
}
