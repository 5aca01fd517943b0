import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { parse } from 'yaml'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { fusesExit, readConfiguredFuses, readFuses } from './read-fuses.ts'

let folder: string
beforeEach(() => void (folder = testFolder()))

// As @electron/fuses finds it in a binary: sentinel, version, length, one byte a fuse.
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const asShipped = '101100011'

function makeBinary(wire: string | undefined): string {
  const path = join(folder, 'foyer')
  const noise = Buffer.alloc(5_000_000, 0x7f)
  const fuses =
    wire === undefined
      ? Buffer.alloc(0)
      : Buffer.concat([Buffer.from(sentinel), Buffer.from([1, wire.length]), Buffer.from(wire)])
  writeFileSync(path, Buffer.concat([noise, fuses, noise.subarray(0, 100)]))
  return path
}

async function run(...args: string[]) {
  const { terminal, written } = fakeTerminal()
  return { code: await readFuses.run(args, terminal), ...written }
}

/** Packages as electron-builder does: the library sets the fuses that the configuration names. */
async function flip(path: string) {
  await flipFuses(path, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  })
}

describe('the fuses that electron-builder.yml sets', () => {
  it('close every door that Foyer does not use', async () => {
    const yaml = await readFile(join(import.meta.dirname, '..', 'electron-builder.yml'), 'utf8')
    const fuses = readConfiguredFuses(yaml)
    expect(fuses.ok && Object.fromEntries(fuses.value)).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(parse(yaml)).toMatchObject({
      asar: { smartUnpack: false },
      mac: { hardenedRuntime: true },
    })
  })

  it.each([
    ['electronFuses:\nasar: true\n', 'empty'],
    ['electronFuses:\n  runAsNode: maybe\n', 'not a fuse: "runAsNode: maybe"'],
    ['electronFuses:\n  runAsNode: true\n  runAsNode: false\n', 'keys must be unique'],
    ['electronFuses: [runAsNode\n', 'not understood'],
    ['', 'no electronFuses'],
  ])('are not guessed where they cannot be read: %j', (yaml, reason) => {
    const fuses = readConfiguredFuses(yaml)
    expect(fuses.ok ? '' : fuses.error).toContain(reason)
  })
})

describe('npm run read-fuses', () => {
  it('agrees with a binary that was packaged as configured', async () => {
    const path = makeBinary(asShipped)
    await flip(path)
    const { code, out, note } = await run(path)
    expect({ code, note }).toEqual({ code: fusesExit.agree, note: '' })
    expect(out).toMatch(/^runAsNode +off$/m)
    expect(out).toMatch(/^wasmTrapHandlers +on {2}\(not configured/m)
  })

  it('names every fuse that is otherwise', async () => {
    const { code, note } = await run(makeBinary(asShipped))
    expect(code).toBe(fusesExit.differ)
    expect(note).toContain('runAsNode should be off, and is on')
    expect(note).toContain('onlyLoadAppFromAsar should be on, and is off')
    expect(note).not.toContain('loadBrowserProcessSpecificV8Snapshot')
  })

  it('takes a fuse that the binary lacks or no longer heeds for one that is otherwise', async () => {
    const { note } = await run(makeBinary('r10011'))
    expect(note).toContain('runAsNode should be off, and is removed')
    expect(note).toContain('grantFileProtocolExtraPrivileges should be off, and is missing')
  })

  it('says that there are none in a binary without, and in one that is not there', async () => {
    expect(await run(makeBinary(undefined))).toMatchObject({
      code: fusesExit.unreadable,
      note: expect.stringContaining('Could not find sentinel') as string,
    })
    expect(await run(join(folder, 'nothing'))).toMatchObject({ code: fusesExit.unreadable })
    expect(await run(makeBinary(asShipped), '--config', join(folder, 'none.yml'))).toMatchObject({
      code: fusesExit.unreadable,
    })
  })
})
