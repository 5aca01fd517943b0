import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownSwitches, removedDriverSwitches } from './switches.ts'

/** Lists the switches with which the driver would start Chromium: it starts a program that writes down its arguments. */
async function driversSwitches(folder: string): Promise<string[]> {
  const [program, written] = [join(folder, 'program'), join(folder, 'arguments')]
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > ${written}\nexit 1\n`)
  await chmod(program, 0o755)
  const starting = chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: program,
    headless: false,
    chromiumSandbox: true,
  })
  await starting.catch(() => undefined)
  return (await readFile(written, 'utf8')).split('\n').filter(Boolean)
}

const featuresIn = (switches: readonly string[]) =>
  switches
    .filter((each) => each.startsWith('--disable-features='))
    .map((each) => each.slice('--disable-features='.length).split(','))

describe.skipIf(process.platform === 'win32')('the switches of a browser', () => {
  let folder: string
  let drivers: string[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-switches-'))
    drivers = await driversSwitches(folder)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('are rid of each of the driver’s that is not wanted, by the words that the driver uses', () => {
    expect(removedDriverSwitches.filter((each) => !drivers.includes(each))).toEqual([])
  })

  it('switch features off in one list: all that the driver switches off but storage apart', () => {
    const kept = drivers.filter((each) => !removedDriverSwitches.includes(each))
    const [ours = [], ...more] = featuresIn([...kept, ...ownSwitches({ isForeign: true })])
    expect(more).toEqual([])
    const [theirs = []] = featuresIn(drivers)
    expect(theirs).toContain('MediaRouter')
    expect(theirs.filter((each) => !ours.includes(each))).toEqual(['ThirdPartyStoragePartitioning'])
  })
})
