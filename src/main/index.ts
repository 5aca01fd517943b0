import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { harden } from './app/hardening.ts'

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

harden()
// Compiled code lies beside the build (`scripts/write-compile-cache.ts`), where only who may change the build can
// write; this must be on before anything else is loaded.
enableCompileCache(join(root, 'out', '.compile-cache'))
void import('./app/run-in-node.ts').then(({ runInNode }) => runInNode(root))
