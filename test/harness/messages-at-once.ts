import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Types and descriptions of messages: three quarters of their text. */
const comments = /\/\*\*[^]*?\*\//g

/**
 * Serves all messages as one module: a page would ask for each of two thousand files again for every file of tests.
 * Without comments and a source map, of which server and pages would hold 13 MB several times.
 */
export const messagesAtOnce = () => ({
  name: 'messages-at-once',
  async load(id: string): Promise<{ code: string; map: { mappings: '' } } | undefined> {
    if (!id.endsWith('/paraglide/messages/_index.js')) return undefined
    const folder = dirname(id)
    const names = (await readdir(folder)).filter((name) => /^(?!_index).*\.js$/.test(name))
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const [first = ''] = /^import .*$/m.exec(files[0] ?? '') ?? []
    const bodies = files.map((code) => code.replace(/^import .*$/m, '').replaceAll(comments, ''))
    return { code: [first, ...bodies].join('\n'), map: { mappings: '' } }
  },
})
