import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Serves all messages as one module: a page would ask for each of two thousand files again for every file of tests. */
export const messagesAtOnce = () => ({
  name: 'messages-at-once',
  async load(id: string): Promise<string | undefined> {
    if (!id.endsWith('/paraglide/messages/_index.js')) return undefined
    const folder = dirname(id)
    const names = (await readdir(folder)).filter((name) => /^(?!_index).*\.js$/.test(name))
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    const [first = ''] = /^import .*$/m.exec(files[0] ?? '') ?? []
    return [first, ...files.map((code) => code.replace(/^import .*$/m, ''))].join('\n')
  },
})
