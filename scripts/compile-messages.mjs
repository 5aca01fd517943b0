import { compile } from '@inlang/paraglide-js'
import { statSync } from 'node:fs'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Turns messages/*.json into typed functions under src/i18n/paraglide. The plugin is the installed file,
// never an address: paraglide reports success with no messages when it cannot download one.
const root = join(import.meta.dirname, '..')
const parts = ['kiosk', 'staff', 'forms', 'keyboard', 'desk']
const plugin = createRequire(import.meta.url).resolve('@inlang/plugin-message-format')
const locales = ['en', 'es']
const outdir = join(root, 'src', 'i18n', 'paraglide')
const stamp = join(outdir, 'compiled.txt')

/** Returns when a file changed last, in ms; 0 for one that is not there. */
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = [
  import.meta.filename,
  join(root, 'package-lock.json'),
  ...parts.flatMap((part) => locales.map((each) => join(root, 'messages', part, `${each}.json`))),
]
if (sources.every((each) => changedAt(each) < changedAt(stamp))) process.exit(0)

const folder = join(await mkdtemp(join(tmpdir(), 'foyer-messages-')), 'project.inlang')
await mkdir(folder)
await writeFile(
  join(folder, 'settings.json'),
  JSON.stringify({
    baseLocale: 'en',
    locales,
    modules: [plugin],
    'plugin.inlang.messageFormat': {
      pathPattern: parts.map((part) => join(root, 'messages', part, '{locale}.json')),
    },
  }),
)
try {
  await compile({
    project: folder,
    outdir,
    strategy: ['globalVariable', 'baseLocale'],
    isServer: 'false',
    emitTsDeclarations: true,
    emitGitIgnore: false,
  })
  await writeFile(stamp, 'newer than the messages that it was compiled from\n')
} finally {
  await rm(join(folder, '..'), { recursive: true, force: true })
}
