// `npm run sbom`: writes dist/foyer.cdx.json, a CycloneDX document of all that is delivered with Foyer. npm is asked for
// everything: with `--omit dev` it also leaves out what both the product and the development need.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLockfile, root } from './lockfile.ts'
import { faultsOf, normaliseBom } from './sbom.ts'

const raw = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  stdio: ['ignore', 'pipe', 'inherit'],
})
const locked = readLockfile()
const bom = normaliseBom(JSON.parse(raw) as Parameters<typeof normaliseBom>[0], locked)
const faults = faultsOf(bom, locked)
if (faults.length > 0) {
  console.error(`foyer: the SBOM does not fit the lockfile:\n  ${faults.join('\n  ')}`)
  process.exitCode = 1
} else {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'foyer.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`foyer: dist/foyer.cdx.json: ${bom.components.length} components`)
}
