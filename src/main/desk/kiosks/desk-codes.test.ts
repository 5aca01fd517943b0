import { expect, it } from 'vitest'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { backKiosk, frontKiosk } from '#harness/hub/stations.ts'
import { answerTriedCode, createDeskCodes, deskCodeLimits } from './desk-codes.ts'

const { lifeMs, live, failed, failedAtOne, tries, knownMs } = deskCodeLimits

/** Codes of a desk, with what its audit holds. `drawn`: the numbers that chance gives, one after the other, then any. */
function open(drawn: number[] = []) {
  const clock = simulatedWallClock()
  /** Ms by which the time of day was changed. */
  let setBy = 0
  let isFull = false
  const entries: (readonly [kind: string, fields: unknown])[] = []
  let next = 500_000
  const tooMany: string[] = []
  const codes = createDeskCodes({
    onTooMany: (station) => tooMany.push(station),
    clock: { now: () => clock.now(), wallTime: () => clock.wallTime() + setBy },
    randomInt: () => drawn.shift() ?? (next += 1),
    audit: {
      append(kind, fields) {
        if (isFull) throw new Error('the disk is full')
        entries.push([kind, fields])
      },
    },
  })
  function make(patientId: number | string, packetId: number | null = null) {
    const made = codes.make({ patientId, packetId, member: 'ana' })
    if (!made) throw new Error('no code was made')
    return made
  }
  return {
    codes,
    tooMany,
    clock,
    entries,
    make,
    tried: (code: string, kiosk = frontKiosk) => codes.tried(kiosk, code),
    setClock: (ms: number) => (setBy = ms),
    fillDisk: () => (isFull = true),
  }
}
const times = (count: number, run: (index: number) => void) => {
  for (let index = 0; index < count; index += 1) run(index)
}
/** One that is not drawn here. */
const wrong = '999999'

it('keeps the chance that any live code is guessed below 1 in 10,000', () => {
  expect((live * failed) / 10 ** 6).toBeLessThan(1 / 10_000)
})

it('makes six digits by chance, for a patient and their packet, that open once', () => {
  const { entries, make, tried } = open([42])
  const { code, until } = make(7, 31)
  expect(code).toBe('000042')
  expect(new Date(until).toISOString()).toBe('2026-03-01T09:10:00.000Z')
  expect(tried(code)).toEqual({ patientId: 7, packetId: 31 })
  const about = { member: 'ana', 'record.patientId': '7', 'record.formPacketId': '31' }
  expect(entries).toEqual([['deskCodeUsed', { station: frontKiosk, ...about }]])
  expect(tried(code)).toBeNull()
  expect(entries[1]).toEqual(['deskCodeRefused', { station: frontKiosk, why: 'used', ...about }])
})

it('draws by the machine’s own chance where a test gives none', () => {
  const parts = { audit: { append: () => undefined }, clock: simulatedWallClock() }
  const drawn = new Set<string>()
  times(40, () => {
    const made = createDeskCodes(parts).make({ patientId: 7, packetId: null, member: 'ana' })
    expect(made?.code).toMatch(/^\d{6}$/)
    drawn.add(made?.code ?? '')
  })
  expect(drawn.size).toBeGreaterThan(35)
})

it('gives no two patients the same, nor one that was another’s lately', () => {
  const { make, tried } = open([1, 1, 2, 1, 2, 3])
  const first = make(7).code
  expect(make(8).code).toBe('000002')
  expect(tried(first)).toMatchObject({ patientId: 7 })
  expect(make(9).code).toBe('000003')
})

it('puts a new one in the place of the patient’s older one, however their number is written', () => {
  const { make, tried } = open()
  const older = make(7).code
  const newer = make('7', 31).code
  expect(tried(older)).toBeNull()
  expect(tried(newer)).toEqual({ patientId: '7', packetId: 31 })
})

it('opens nothing by what nobody made, and names nobody for it', () => {
  const { codes, entries, make, tried } = open()
  make(7)
  for (const typed of [wrong, '', '50000', '5000011', 'abcdef']) expect(tried(typed)).toBeNull()
  expect(entries).toEqual(
    Array.from({ length: 5 }, () => ['deskCodeRefused', { station: frontKiosk, why: 'unknown' }]),
  )
  expect(codes.known(7)).toMatchObject({ state: 'waiting', usedAt: null })
  expect(codes.known(8)).toBeUndefined()
})

it('opens nothing by a code of another start', () => {
  const { code } = open().make(7)
  expect(open().tried(code)).toBeNull()
})

it('ends after ten minutes that passed', () => {
  const { clock, codes, entries, make, tried } = open()
  const early = make(7).code
  clock.increment(lifeMs - 1)
  const late = make(8).code
  expect(tried(early)).toMatchObject({ patientId: 7 })
  clock.increment(lifeMs)
  expect(codes.known(8)).toMatchObject({ state: 'old' })
  expect(tried(late)).toBeNull()
  const about = { member: 'ana', 'record.patientId': '8' }
  expect(entries.at(-1)).toEqual(['deskCodeRefused', { station: frontKiosk, why: 'old', ...about }])
})

it('ends after ten minutes of the time of day, and lives no longer where that is set back', () => {
  const slept = open()
  const code = slept.make(7).code
  slept.setClock(lifeMs)
  expect(slept.tried(code)).toBeNull()

  const setBack = open()
  const other = setBack.make(7).code
  setBack.setClock(-3_600_000)
  setBack.clock.increment(lifeMs)
  expect(setBack.tried(other)).toBeNull()
})

it('is withdrawn, and of others nothing', () => {
  const { codes, make, tried } = open()
  const [mine, theirs] = [make(7).code, make(8).code]
  codes.withdraw(7)
  codes.withdraw(9)
  expect(codes.known(7)).toBeUndefined()
  expect(tried(mine)).toBeNull()
  expect(tried(theirs)).toMatchObject({ patientId: 8 })
  codes.withdraw(8)
  expect(codes.known(8)).toMatchObject({ state: 'used', usedAt: frontKiosk })
})

it('is withdrawn alone, where another has taken its place', () => {
  const { codes, make, tried } = open()
  const older = make(7).code
  const newer = make(7).code
  codes.withdraw(7, older)
  expect(tried(newer)).toMatchObject({ patientId: 7 })
  const last = make(7).code
  codes.withdraw(7, last)
  expect(tried(last)).toBeNull()
})

it('voids each that waited while ten tries opened nothing, and no newer one', () => {
  const { codes, entries, make, tried } = open()
  const first = make(7).code
  times(failed - 1, (index) => tried(wrong, `kiosk${index % 3}`))
  const second = make(8).code
  expect(codes.known(7)).toMatchObject({ state: 'waiting' })
  expect(tried(wrong)).toBeNull()
  expect(codes.known(7)).toMatchObject({ state: 'void' })
  expect(entries.slice(-2)).toEqual([
    ['deskCodeRefused', { station: frontKiosk, why: 'unknown' }],
    ['deskCodeVoided', { member: 'ana', 'record.patientId': '7' }],
  ])
  expect(tried(first)).toBeNull()
  const about = { member: 'ana', 'record.patientId': '7' }
  expect(entries.at(-1)).toEqual([
    'deskCodeRefused',
    { station: frontKiosk, why: 'void', ...about },
  ])
  expect(tried(second)).toMatchObject({ patientId: 8 })
  expect(tried(make(7).code)).toMatchObject({ patientId: 7 })
})

it('lets no kiosk alone end codes, nor use up what others may try, beside four slips elsewhere', () => {
  const { clock, codes, entries, make, tooMany, tried } = open()
  const { code } = make(7)
  times(tries * 2, () => tried(wrong, backKiosk))
  expect(entries.filter(([kind]) => kind === 'deskCodeVoided')).toEqual([])
  expect(entries).toHaveLength(failedAtOne + 1)
  expect(entries.at(-1)).toEqual(['deskCodeRefused', { station: backKiosk, why: 'tooMany' }])
  // There it opens nothing, or whoever tries on would find it.
  expect(tried(code, backKiosk)).toBeNull()
  times(4, (index) => tried(wrong, `kiosk${index}`))
  expect(codes.known(7)).toMatchObject({ state: 'waiting' })
  expect(tried(code)).toMatchObject({ patientId: 7 })
  expect(tooMany).toEqual([backKiosk])
  clock.increment(lifeMs)
  expect(tried(make(8).code, backKiosk)).toMatchObject({ patientId: 8 })
})

it('makes no more at once than can be kept from guessing, but one anew', () => {
  const { clock, codes, make, tried } = open()
  times(live - 1, (index) => make(index))
  const last = make('last').code
  const more = () => codes.make({ patientId: 'more', packetId: null, member: 'ana' })
  expect(more()).toBeUndefined()
  expect(tried(make(3).code)).toMatchObject({ patientId: 3 })
  expect(more()).toBeDefined()
  codes.withdraw('more')
  expect(more()).toBeDefined()
  clock.increment(lifeMs)
  expect(make('another')).toBeDefined()
  expect(tried(last)).toBeNull()
})

it('looks at no flood of tries, and says so once', () => {
  const { clock, entries, make, tried } = open()
  times(tries, (index) => tried(wrong, `kiosk${index % 25}`))
  const code = make(7).code
  expect(tried(code)).toBeNull()
  expect(tried(code)).toBeNull()
  expect(entries).toHaveLength(tries + 1)
  expect(entries.at(-1)).toEqual(['deskCodeRefused', { station: frontKiosk, why: 'tooMany' }])
  clock.increment(lifeMs)
  expect(tried(make(7).code)).toMatchObject({ patientId: 7 })
})

it('forgets what became of one after half an hour', () => {
  const { clock, codes, make } = open()
  make(7)
  clock.increment(knownMs - 1)
  expect(codes.known(7)).toMatchObject({ state: 'old' })
  clock.increment(1)
  expect(codes.known(7)).toBeUndefined()
})

it('answers the kiosk by the question’s id', () => {
  const { codes, make } = open()
  const question = (code: string) => ({ kind: 'deskCodeTried', until: '', code }) as const
  const ask = (id: string, code: string) =>
    answerTriedCode(codes, { id, from: frontKiosk, question: question(code) })
  const { code } = make(7, 31)
  const kind = 'deskCodeChecked'
  expect(ask('a', wrong)).toEqual({ kind, of: 'a', patientId: null, packetId: null })
  expect(ask('b', code)).toEqual({ kind, of: 'b', patientId: 7, packetId: 31 })
})

it('answers nothing where the audit cannot be written, and the code is used up', () => {
  const { codes, fillDisk, make } = open()
  const { code } = make(7)
  fillDisk()
  const question = { kind: 'deskCodeTried', until: '', code } as const
  expect(answerTriedCode(codes, { id: 'a', from: frontKiosk, question })).toBeUndefined()
  expect(codes.known(7)).toMatchObject({ state: 'used' })
  expect(answerTriedCode(codes, { id: 'b', from: frontKiosk, question })).toBeUndefined()
})

it('leaves alone what is no question of a code, and counts nothing', () => {
  const { codes, entries } = open()
  const question = { kind: 'memberAsked', until: '', sealed: '482913' } as const
  expect(answerTriedCode(codes, { id: 'a', from: frontKiosk, question })).toBeUndefined()
  expect(entries).toEqual([])
})
