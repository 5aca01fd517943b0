import { compile } from '@inlang/paraglide-js'
import { mkdtemp, mkdir, writeFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Turns messages/*.json into typed functions under src/i18n/paraglide. The plugin is the installed file,
// never an address: paraglide reports success with no messages when it cannot download one.
const root = join(import.meta.dirname, '..')
const parts = ['kiosk', 'staff', 'forms', 'keyboard', 'desk']
const plugin = createRequire(import.meta.url).resolve('@inlang/plugin-message-format')
const folder = join(await mkdtemp(join(tmpdir(), 'foyer-messages-')), 'project.inlang')
await mkdir(folder)
await writeFile(
  join(folder, 'settings.json'),
  JSON.stringify({
    baseLocale: 'en',
    locales: ['en', 'es'],
    modules: [plugin],
    'plugin.inlang.messageFormat': {
      pathPattern: parts.map((part) => join(root, 'messages', part, '{locale}.json')),
    },
  }),
)
try {
  await compile({
    project: folder,
    outdir: join(root, 'src', 'i18n', 'paraglide'),
    strategy: ['globalVariable', 'baseLocale'],
    isServer: 'false',
    emitTsDeclarations: true,
    emitGitIgnore: false,
  })
} finally {
  await rm(join(folder, '..'), { recursive: true, force: true })
}
