import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openStaffPin } from './pin.ts'

/** Cheap, so that many tries cost little; one test below uses the real cost. */
const cost = { N: 2 ** 4, r: 8, p: 1 }
const pin = '493027'
const minute = 60_000

/** State of the disk, and the measured time of the kiosk. */
class Disk {
  readonly texts = new Map<string, string>()
  readonly writes: string[] = []
  now = 1_000
  onWrite: (() => void) | undefined

  open(withCost: { N: number; r: number; p: number } | null = cost) {
    return openStaffPin({
      settings: {
        read: (key) => this.texts.get(key),
        write: (key, value) => {
          this.onWrite?.()
          this.texts.set(key, value)
          this.writes.push(value)
        },
      },
      time: { now: () => this.now },
      ...(withCost && { cost: withCost }),
    })
  }
}

async function withPin() {
  const disk = new Disk()
  await disk.open().choose(pin)
  expect(disk.open().isChosen()).toBe(true)
  return disk
}

describe('the choice of a PIN', () => {
  it.each(['', '1', '49302', '00000'])('%j is too short', (short) => {
    expect(new Disk().open().assess(short)).toBe('tooShort')
  })

  it.each([
    ...['000000', '77777777', '123456', '987654', '890123', '0987654321', '210987'],
    ...['121212', '123123', '4949494949', '19841984', '19842025', '112233', '111222', '123321'],
    ...['147258', '159753', '332211', '55667788', '112345', '888890'],
    ...['123654', '142536', '147852', '159357', '258369', '321654', '369258', '456123'],
    ...['520131', '741852', '789456', '963852'],
  ])('%s is too easy', (easy) => expect(new Disk().open().assess(easy)).toBe('tooEasy'))

  it.each([
    ...[pin, '602915', '198427', '20261120', '900871', '135790', '493028493027'],
    ...['4919842025', '1984202549', '902525', '252590', '497794', '123907', '118844'],
  ])('%s is good', (good) => expect(new Disk().open().assess(good)).toBe('good'))

  it('there is none on a new kiosk, and none is ever right', async () => {
    const disk = new Disk()
    expect(disk.open().isChosen()).toBe(false)
    expect(disk.open().waitMs()).toBe(0)
    await expect(disk.open().check('000000')).rejects.toThrow('none is chosen')
  })

  it('never keeps one that may not be chosen', async () => {
    const disk = new Disk()
    await expect(disk.open().choose('123456')).rejects.toThrow('may not be chosen')
    expect(disk.open().isChosen()).toBe(false)
  })

  it('keeps a salted hash, never the digits, and no two alike', async () => {
    const [one, other] = [await withPin(), await withPin()]
    expect([...one.texts.values()].join()).not.toContain(pin)
    expect([...one.texts.values()]).not.toEqual([...other.texts.values()])
  })

  it('replaces the one before and forgets its wrong attempts', async () => {
    const disk = await withPin()
    for (let count = 0; count < 4; count += 1) {
      await disk.open().check('111112')
      disk.now += 10 * minute
    }
    await disk.open().choose('602915')
    expect(disk.open().waitMs()).toBe(0)
    expect(await disk.open().check(pin)).toEqual({ kind: 'wrong', waitMs: 0 })
    expect(await disk.open().check('602915')).toEqual({ kind: 'right' })
  })

  it('costs 64 MiB of scrypt a try, in Electron as well', async () => {
    const disk = new Disk()
    await disk.open(null).choose(pin)
    expect(JSON.parse(disk.texts.get('staffPin') ?? '')).toMatchObject({ N: 65_536, r: 8, p: 1 })
    vi.stubGlobal('process', { ...process, versions: { electron: '45.4.1' } })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await disk.open(null).check(pin)).toEqual({ kind: 'right' })
    expect(await disk.open(null).check('493028')).toMatchObject({ kind: 'wrong' })
  })
})

describe('the rising wait', () => {
  it('three tries are free, then 30 s, 1, 2, 4 minutes and on to an hour, each across a restart', async () => {
    const disk = await withPin()
    const waits = []
    for (let wrong = 1; wrong <= 12; wrong += 1) {
      const answer = await disk.open().check('493028')
      if (answer.kind !== 'wrong') throw new Error(`the wrong PIN ${wrong} was ${answer.kind}`)
      waits.push(answer.waitMs)
      expect(disk.open().waitMs()).toBe(answer.waitMs)
      if (answer.waitMs > 0) {
        disk.now += answer.waitMs - 1
        expect(await disk.open().check(pin)).toEqual({ kind: 'wait', waitMs: 1 })
        disk.now += 1
      }
    }
    const minutes = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60].map((count) => count * minute)
    expect(waits).toEqual([0, 0, ...minutes])
  })

  it('a PIN that is not looked at counts nothing', async () => {
    const disk = await withPin()
    for (let wrong = 1; wrong <= 3; wrong += 1) await disk.open().check('493028')
    for (let tries = 0; tries < 20; tries += 1)
      expect(await disk.open().check('493028')).toEqual({ kind: 'wait', waitMs: 30_000 })
    disk.now += 30_000
    expect(await disk.open().check('493028')).toEqual({ kind: 'wrong', waitMs: minute })
  })

  it('a right PIN forgets the wrong ones', async () => {
    const disk = await withPin()
    for (let wrong = 1; wrong <= 3; wrong += 1) await disk.open().check('493028')
    disk.now += 30_000
    expect(await disk.open().check(pin)).toEqual({ kind: 'right' })
    expect(await disk.open().check('493028')).toEqual({ kind: 'wrong', waitMs: 0 })
  })

  it('a measured time that fell back lengthens no wait beyond the hour', async () => {
    const disk = await withPin()
    disk.now = 10_000 * minute
    for (let wrong = 1; wrong <= 3; wrong += 1) await disk.open().check('493028')
    disk.now = 0
    expect(disk.open().waitMs()).toBe(60 * minute)
  })
})

describe('an attempt', () => {
  it('counts even when the kiosk is killed before the comparison', async () => {
    const disk = await withPin()
    for (let kill = 1; kill <= 3; kill += 1) {
      // A kill leaves only the writes made before the comparison.
      const before = disk.writes.length
      const checking = disk.open().check(pin)
      // scrypt cannot end before the event loop turns, which promises alone do not make it do.
      for (let tick = 0; tick < 50; tick += 1) await Promise.resolve()
      expect(disk.writes).toHaveLength(before + 1)
      const counted = disk.writes[before] ?? ''
      await checking
      disk.texts.set('staffPin', counted)
    }
    expect(disk.open().waitMs()).toBe(30_000)
  })

  it('is not compared when it cannot be counted', async () => {
    const disk = await withPin()
    disk.onWrite = () => {
      throw new Error('the disk is full')
    }
    await expect(disk.open().check(pin)).rejects.toThrow('full')
  })

  it('waits for the one before: many at once get no more tries than one after the other', async () => {
    const staffPin = (await withPin()).open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => staffPin.check('493028')))
    expect(answers.map(({ kind }) => kind)).toEqual([
      ...['wrong', 'wrong', 'wrong'],
      ...['wait', 'wait', 'wait', 'wait', 'wait'],
    ])
  })

  it('that is still under way does not bring the one before back when another is chosen', async () => {
    const disk = new Disk()
    await disk.open({ ...cost, N: 2 ** 15 }).choose(pin)
    // To check the one before takes long, to keep the next one does not.
    const staffPin = disk.open()
    const [answer] = await Promise.all([staffPin.check(pin), staffPin.choose('602915')])
    expect(answer).toEqual({ kind: 'right' })
    expect(await staffPin.check(pin)).toMatchObject({ kind: 'wrong' })
    expect(await staffPin.check('602915')).toEqual({ kind: 'right' })
  })

  it('one that fails does not spoil the next', async () => {
    const disk = await withPin()
    const staffPin = disk.open()
    disk.onWrite = () => {
      disk.onWrite = undefined
      throw new Error('the disk is full')
    }
    const first = staffPin.check(pin)
    const second = staffPin.check(pin)
    await expect(first).rejects.toThrow('full')
    expect(await second).toEqual({ kind: 'right' })
  })
})

describe('a PIN that an administrator gives at each start', () => {
  it('is kept on a new kiosk, and told before', async () => {
    const disk = new Disk()
    await disk.open().provision(pin, () => expect(disk.writes).toEqual([]))
    expect([...disk.texts.keys()]).toEqual(['staffPin', 'staffPin.given'])
    expect(await disk.open().check(pin)).toEqual({ kind: 'right' })
  })

  it('forgets no wrong attempt when it is the one that is there', async () => {
    const disk = await withPin()
    for (let attempt = 0; attempt < 3; attempt++) await disk.open().check('602915')
    const waitMs = disk.open().waitMs()
    expect(waitMs).toBeGreaterThan(0)
    await disk.open().provision(pin, () => expect.fail('it is not new'))
    expect(disk.open().waitMs()).toBe(waitMs)
  })

  it('takes the place of a lost one, and ends its wait', async () => {
    const disk = await withPin()
    for (let attempt = 0; attempt < 3; attempt++) await disk.open().check('602915')
    let isTold = false
    await disk.open().provision('602915', () => (isTold = true))
    expect(isTold).toBe(true)
    expect(await disk.open().check('602915')).toEqual({ kind: 'right' })
  })

  it('does not come back at the next start when staff changed it, nor end the wait for the new one', async () => {
    const disk = new Disk()
    const given = '602915'
    await disk.open().provision(given, () => undefined)
    await disk.open().choose(pin)
    for (let attempt = 0; attempt < 3; attempt++) await disk.open().check(given)
    const waitMs = disk.open().waitMs()
    expect(waitMs).toBeGreaterThan(0)
    await disk.open().provision(given, () => expect.fail('it is not new'))
    expect(disk.open().waitMs()).toBe(waitMs)
    disk.now += waitMs
    expect(await disk.open().check(pin)).toEqual({ kind: 'right' })
    await disk.open().provision('798412', () => undefined)
    expect(await disk.open().check('798412')).toEqual({ kind: 'right' })
  })
})
