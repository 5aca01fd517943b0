import { expect, it } from 'vitest'
import type { LockedPackage } from './lockfile.ts'
import { faultsOf, normaliseBom } from './sbom.ts'

const locked = (name: string, rest: Partial<LockedPackage> = {}): LockedPackage => ({
  ...{ name, version: '1.0.0', integrity: 'sha512-AA==', license: 'MIT', path: '' },
  ...{ isDev: false, isForSomeSystems: false },
  ...rest,
})
const component = (name: string) => ({
  'bom-ref': `${name}@1.0.0`,
  type: 'library',
  name,
  version: '1.0.0',
  scope: 'optional',
  purl: `pkg:npm/${name}@1.0.0`,
  hashes: [{ alg: 'SHA-512', content: 'ab'.repeat(64) }],
  licenses: [{ license: { id: 'MIT' } }],
})
/** What npm says, as it differs from run to run. */
const raw = (folder: string, names: readonly string[]) => ({
  serialNumber: `urn:uuid:${folder}`,
  metadata: {
    timestamp: folder,
    component: { 'bom-ref': 'foyer@0.1.0', type: 'library', name: folder, version: '0.1.0' },
  },
  components: names.map(component),
  dependencies: [
    { ref: 'foyer@0.1.0', dependsOn: names.map((name) => `${name}@1.0.0`) },
    ...names.map((ref) => ({ ref: `${ref}@1.0.0` })),
  ],
})
const lockfile = [
  locked('a'),
  locked('b'),
  locked('electron', { isDev: true }),
  locked('lint', { isDev: true }),
]

it('an SBOM is the same whenever and wherever it is made', () => {
  const one = normaliseBom(raw('here', ['b', 'a', 'lint', 'electron']), lockfile)
  expect(normaliseBom(raw('there', ['lint', 'electron', 'a', 'b']), lockfile)).toEqual(one)
  expect(normaliseBom(raw('here', ['b', 'electron', 'lint']), lockfile).serialNumber).not.toBe(
    one.serialNumber,
  )
})

it('an SBOM names what is delivered, Electron too, and nothing else', () => {
  const bom = normaliseBom(raw('here', ['b', 'a', 'lint', 'electron']), lockfile)
  expect(bom.components.map(({ name }) => name)).toEqual(['a', 'b', 'electron'])
  expect(bom.dependencies[3]).toMatchObject({ dependsOn: ['a@1.0.0', 'b@1.0.0', 'electron@1.0.0'] })
  expect(faultsOf(bom, lockfile)).toEqual([])
})

it('an SBOM from which a part is missing, or that says nothing of its licence, is refused', () => {
  const bom = normaliseBom(raw('here', ['a', 'electron']), lockfile)
  expect(faultsOf(bom, lockfile)).toEqual(['b@1.0.0 is missing'])
  const bare = raw('here', ['a', 'b', 'electron'])
  bare.components[0]!.licenses = []
  expect(() => normaliseBom(bare, lockfile)).toThrow(/licenses/)
})
