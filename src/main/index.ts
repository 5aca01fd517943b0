import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { harden } from './app/hardening.ts'

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

harden()
// In the build's folder, where only who may change the build can write (`scripts/write-compile-cache.ts`); before all else.
enableCompileCache(join(root, 'out', '.compile-cache'))
void import('./app/run-in-node.ts').then(({ runInNode }) => runInNode(root))
