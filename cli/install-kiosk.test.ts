import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'

const systemUnits = '/usr/lib/systemd/system'
const runs = (name: string, ...args: string[]) => spawnSync(name, args).status === 0
const isSystemdRoot = process.getuid?.() === 0 && runs('systemctl', '--version')

let root: string
const install = (...args: string[]) =>
  spawnSync(join('resources', 'kiosk', 'install-kiosk'), ['--root', root, ...args], {
    encoding: 'utf8',
  })
const filesOf = () =>
  readdirSync(join(root, 'etc'), { recursive: true, withFileTypes: true })
    .filter((each) => !each.isDirectory())
    .map((each) => join(each.parentPath, each.name).slice(root.length))
    .sort()

/** Makes a system that has the programs which the units start, and the units of this machine. */
beforeEach(() => {
  root = testFolder()
  for (const name of ['foyer', 'xinit', 'X', 'chvt', 'setfont', 'cat']) {
    mkdirSync(join(root, 'usr', 'bin'), { recursive: true })
    writeFileSync(join(root, 'usr', 'bin', name), '#!/bin/sh\n', { mode: 0o755 })
  }
  mkdirSync(join(root, 'etc'))
  mkdirSync(dirname(join(root, systemUnits)), { recursive: true })
  if (isSystemdRoot)
    cpSync(systemUnits, join(root, systemUnits), { recursive: true, dereference: true })
})

describe.skipIf(!isSystemdRoot)('foyer install-kiosk', () => {
  it('says what it would do, and does nothing', () => {
    const { status, stdout } = install('--dry-run')
    expect(status).toBe(0)
    expect(stdout).toContain('enable foyer-kiosk.service')
    expect(filesOf()).toEqual([])
  })

  it('starts Foyer alone with the machine, with units that systemd takes, and leaves no console', () => {
    expect(install('--call', 'the IT desk, 555 0100')).toMatchObject({
      status: 0,
      stderr: expect.any(String) as string,
    })
    const units = ['foyer-kiosk.service', 'foyer-kiosk-failed.service']
    const verify = ['--root', root, '--man=no', 'verify', ...units]
    const { status, stderr } = spawnSync('systemd-analyze', verify, { encoding: 'utf8' })
    const own = stderr.split('\n').filter((line) => line.includes('foyer'))
    expect({ status, own }).toEqual({ status: 0, own: [] })
    const at = (...path: string[]) => join(root, 'etc', ...path)
    const isMasked = ['getty@.service', 'autovt@.service', 'ctrl-alt-del.target'].map((name) =>
      readlinkSync(at('systemd', 'system', name)),
    )
    expect(new Set(isMasked)).toEqual(new Set(['/dev/null']))
    expect(filesOf()).toContain('/etc/systemd/system/multi-user.target.wants/foyer-kiosk.service')
    expect(readFileSync(at('foyer', 'out-of-order.txt'), 'utf8')).toContain('the IT desk, 555 0100')
    expect(readFileSync(at('passwd'), 'utf8')).toMatch(/^foyer:.*:\/var\/lib\/foyer:.*nologin$/m)
    expect(statSync(at('foyer', 'secrets', 'passphrase')).mode & 0o777).toBe(0o600)
    const rules = at('udev', 'rules.d', '90-foyer-kiosk.rules')
    if (runs('udevadm', 'verify', '--help')) expect(runs('udevadm', 'verify', rules)).toBe(true)
  })

  it('keeps the passphrase when it is done again, and USB storage where that is wanted', () => {
    const passphrase = () => readFileSync(join(root, 'etc/foyer/secrets/passphrase'), 'utf8')
    install('--usb-storage')
    expect(filesOf().filter((path) => /udev|modprobe/.test(path))).toEqual([])
    const before = passphrase()
    install()
    expect(passphrase()).toBe(before)
    expect(filesOf().filter((path) => /udev|modprobe/.test(path))).toHaveLength(2)
  })

  it('takes everything back but the settings, the secrets and the user', () => {
    install()
    expect([install('--undo').status, install('--undo').status]).toEqual([0, 0])
    expect(readdirSync(join(root, 'etc/systemd/system'))).not.toContain('user-.slice.d')
    const left = filesOf().filter(
      (path) => !/\/(passwd|shadow|group|gshadow)-?$|pwd.lock$/.test(path),
    )
    expect(left).toEqual(['/etc/foyer/secrets/passphrase'])
  })

  it.each([
    [['--what'], 2, 'There is no option --what'],
    [['--call'], 2, '--call needs a value'],
  ])('refuses %j', (args, code, why) => {
    expect(install(...args)).toMatchObject({
      status: code,
      stderr: expect.stringContaining(why) as string,
    })
  })
})

it.skipIf(!isSystemdRoot).each(['xinit', 'chvt'])('says that a kiosk lacks %s', (name) => {
  rmSync(join(root, 'usr', 'bin', name))
  expect(install()).toMatchObject({ status: 1, stderr: expect.stringContaining(name) as string })
  expect(filesOf()).toEqual([])
})
