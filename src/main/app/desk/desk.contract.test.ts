import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import * as cases from '../../../../sandbox/seeds/cases.ts'
import type { ComposedDesk } from '#harness/desk/composed-desk.ts'
import { asked, openDesk, openPlace, secret } from '#harness/desk/open-desk.ts'
import { fillableDisk } from '#harness/vault/full-disk.ts'
import { startAtMidday } from '#harness/midday.ts'
import { testFolder } from '#harness/test-folder.ts'
import { waitFor } from '#harness/wait-for.ts'
import { readUpdateState, writeUpdateState } from '../../updates/state.ts'
import { lookMs } from '../../updates/updates.ts'
import type { TodayList, TodayRow } from '../../../shared/desk/today.ts'

const { version } = manifest
startAtMidday()

const reason = 'They left the house again'
const ok = (value: unknown) => ({ ok: true, value })
const refused = (error: object) => ({ ok: false, error })

const memberOf = (at: ComposedDesk) => {
  const { session } = at.view()
  if (session.state !== 'open') throw new Error(`the desk is ${session.state}`)
  return session.member
}
const openForReception = () => openDesk(['reception'])
const oneOf = (list: TodayList, fits: (row: TodayRow) => boolean): TodayRow => {
  const found = list.rows.find(fits)
  if (!found) throw new Error('no row fits')
  return found
}

describe('a desk on the sandbox', () => {
  it('shows the appointments of today with names, and its audit says who saw whom', async () => {
    const { read, audited, memberId: id } = await openForReception()
    const list = await read('today')
    expect(list.rows.length).toBeGreaterThan(5)
    expect(list.rows.map(({ startsAt }) => startsAt)).toEqual(
      list.rows.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
    )
    for (const { patient, practitioner, type } of list.rows) {
      expect(patient).toMatch(/\p{L}/u)
      expect(practitioner).toMatch(/\p{L}/u)
      expect(type).toMatch(/\p{L}/u)
    }
    expect(new Set(list.rows.map(({ state }) => state)).size).toBeGreaterThan(1)
    expect(oneOf(list, (row) => row.isTelehealth).state).toBe('expected')

    const [looked] = audited('deskQueried')
    expect(looked?.fields).toEqual({ member: id, query: 'today' })
    const calls = audited('call').filter(({ seq }) => seq > (looked?.seq ?? Infinity))
    const patients = new Set(calls.map(({ fields }) => fields['record.patientId']).filter(Boolean))
    expect(patients.size).toBeGreaterThan(5)
    for (const { fields } of calls.filter(({ fields }) => fields['record.patientId']))
      expect(fields['member']).toBe(id)
    // Nobody's id of the service stands in what the page was given.
    for (const patient of patients) expect(JSON.stringify(list.rows)).not.toContain(`"${patient}"`)
  })

  it('marks an arrival at the service, and takes it back with a reason', async () => {
    const { audited, memberId, read, say } = await openForReception()
    const { appointment } = oneOf(
      await read('today'),
      ({ state, isTelehealth }) => state === 'expected' && !isTelehealth,
    )
    const now = async () =>
      oneOf(await read('today'), (row) => row.appointment === appointment).state
    expect(await say('markArrived', { appointment })).toEqual(ok(null))
    expect(await now()).toMatch(/arrived|inForms|formsDone/)
    expect(await say('undoArrival', { appointment }, reason)).toEqual(ok(null))
    expect(await now()).toBe('expected')
    const changes = audited('deskChanged').map(({ fields }) => fields)
    expect(changes.slice(-2)).toMatchObject([
      { member: memberId, command: 'markArrived' },
      { member: memberId, command: 'undoArrival', reason },
    ])
    expect(changes.at(-1)?.['record.appointmentId']).toMatch(/^\d+$/)
  })

  it('cancels an appointment at the service, with a reason that stays in the audit', async () => {
    const { audited, done, read, reaches, say } = await openForReception()
    const { appointment } = oneOf(await read('today'), ({ state }) => state === 'expected')
    expect(await say('cancelAppointment', { appointment })).toEqual(
      refused({ kind: 'reasonNeeded' }),
    )
    await reaches('cancelAppointment', () => done('cancelAppointment', { appointment }, reason))
    const after = oneOf(await read('today'), (row) => row.appointment === appointment)
    expect(after.state).toBe('cancelled')
    expect(audited('deskChanged').at(-1)?.fields).toMatchObject({
      command: 'cancelAppointment',
      reason,
    })
    expect(await say('markArrived', { appointment })).toEqual(refused({ kind: 'refusedByService' }))
  })

  it('knows where somebody is expected today who came to the wrong location', async () => {
    const { audited, query, read, reaches } = await openForReception()
    const { firstName, lastName } = cases.arrivals.elsewhere
    const name = `${firstName} ${lastName}`
    expect((await read('today')).rows.map(({ patient }) => patient)).not.toContain(name)
    const { rows } = await reaches(
      'otherAppointments',
      () => read('otherAppointments', { name: 'zhang me' }),
      'developer.patients.list',
    )
    expect(rows).toMatchObject([
      { patient: name, place: 'Lakeside Pediatrics', timeZone: 'America/New_York' },
    ])
    expect(rows[0]?.address).toMatch(/^\d+ .+, .+/)
    expect(audited('deskQueried').at(-1)?.fields).toMatchObject({
      query: 'otherAppointments',
      searchedBy: 'name',
    })
    for (const nobody of ['Nobody Atall', 'Nobody Else'])
      expect(await read('otherAppointments', { name: nobody })).toEqual({ rows: [] })
    const listed = audited('call').filter(
      ({ fields }) => fields['operation'] === 'developer.patients.list',
    )
    expect(listed).toHaveLength(1)
    expect(await query('otherAppointments', { name: 'z' })).toEqual(refused({ kind: 'malformed' }))
  })
})

describe('a lock', () => {
  it('takes the page away, and the names of records with it', async () => {
    const { at, query, read, say, signIn, memberId: id } = await openForReception()
    const { appointment } = oneOf(await read('today'), ({ state }) => state === 'expected')
    expect(at.view().commands).toMatchObject({ markArrived: 'checkIn', createPatient: 'patients' })
    at.pressLock()
    expect(at.view().commands).toEqual({})
    expect(at.view().session).toEqual({ state: 'locked', members: [{ id, name: 'Ana Ruiz' }] })
    await expect.poll(() => at.renewals()).toBe(1)
    expect(await query('today')).toEqual(refused({ kind: 'locked' }))
    expect(await signIn(id)).toEqual(ok(null))
    expect(await say('markArrived', { appointment })).toEqual(refused({ kind: 'unknownReference' }))
  })

  it('ends what is under way, which is answered to nobody', async () => {
    const { at, audited, query, sandbox } = await openForReception()
    sandbox.control.switchNetwork('hole', true)
    const reply = query('today')
    await expect.poll(() => audited('deskQueried')).toHaveLength(1)
    at.pressLock()
    expect(await reply).toEqual(refused({ kind: 'locked' }))
  })
})

it('lets a member take a role in an emergency, which an administrator sees afterwards', async () => {
  const { at, act, audited, memberId, query, read, say } = await openDesk()
  const taken = {
    role: 'reception',
    reason: 'A patient cannot breathe, the nurse is away',
  } as const
  expect(await query('today')).toEqual(refused({ kind: 'noRight' }))
  expect(await act({ act: 'emergency', ...taken, reason: ` quick${' '.repeat(12)}` })).toEqual(
    refused({ kind: 'malformed' }),
  )
  expect(await act({ act: 'emergency', ...taken })).toEqual(ok(null))
  expect(memberOf(at).emergency).toMatchObject({ role: 'reception' })
  expect((await read('today')).rows.length).toBeGreaterThan(5)
  const [entry] = audited('emergencyTaken')
  expect(entry?.fields).toMatchObject({ member: memberId, ...taken })

  const rows = await read('emergencies')
  expect(rows).toMatchObject([{ memberId, name: 'Ana Ruiz', ...taken }])
  const seen = { emergency: rows[0]?.id ?? '' }
  expect(await say('seeEmergency', seen)).toEqual(ok(null))
  expect(await query('emergencies')).toEqual(ok([]))
  expect(await say('seeEmergency', seen)).toEqual(refused({ kind: 'unknownReference' }))
})

it('serves nobody any more once the audit cannot be written', async () => {
  const disk = fillableDisk()
  const { at, query } = await openDesk(['reception'], disk)
  disk.fill()
  expect(await query('today')).toEqual(refused({ kind: 'failed' }))
  expect(at.view().session).toEqual({ state: 'outOfService' })
  disk.fill(false)
  expect(await query('today')).toEqual(refused({ kind: 'failed' }))
})

it('lets the first administrator in again by another PIN in the environment, once', async () => {
  const pin = '493027'
  const { start } = await openPlace()
  const made = await start()
  await asked(made).act({ act: 'setUp', name: 'Ana Ruiz', secret })
  const { id } = memberOf(made)
  await made.stop()

  const first = await start({ settings: { FOYER_STAFF_PIN: pin } })
  const { act, signIn } = asked(first)
  expect(await signIn(id)).toMatchObject(refused({ kind: 'wrongSecret' }))
  expect(await signIn(id, pin)).toEqual(ok(null))
  expect(await act({ act: 'changeSecret', present: pin, next: secret })).toEqual(ok(null))
  await first.stop()

  const second = asked(await start({ settings: { FOYER_STAFF_PIN: pin } }))
  expect(await second.signIn(id, pin)).toMatchObject(refused({ kind: 'wrongSecret' }))
  expect(await second.signIn(id)).toEqual(ok(null))
})

it('shows the last list of the day after a start without the service, and says so', async () => {
  const { at, memberId, read, sandbox, start } = await openForReception()
  const { rows, readAt } = await read('today')
  await at.stop()
  const unnamed = (list: readonly TodayRow[]) => list.map((row) => ({ ...row, appointment: '' }))

  sandbox.control.addFault({ cut: true })
  const next = asked(await start())
  await next.signIn(memberId)
  const kept = await next.read('today')
  expect(kept).toMatchObject({ readAt, isKept: true })
  expect(unnamed(kept.rows)).toEqual(unnamed(rows))
  const { appointment } = oneOf(kept, ({ state }) => state === 'expected')
  expect(await next.say('markArrived', { appointment })).toEqual(refused({ kind: 'offline' }))
})

it('keeps a version on trial once it hears its kiosks, and starts the next one when nobody is signed in', async () => {
  // The feed does not answer: what waits was fetched before.
  const { publicKey } = generateKeyPairSync('ed25519')
  const versions = testFolder()
  const settings = {
    FOYER_VERSIONS_DIR: versions,
    FOYER_SUPERVISED: '1',
    FOYER_UPDATES_FEED_URL: 'http://127.0.0.1:1/',
    FOYER_UPDATES_FEED_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    FOYER_UPDATES_HOURS_FROM: '0',
    FOYER_UPDATES_HOURS_TO: '0',
  }
  const first = readUpdateState(versions, '0.0.1')
  writeUpdateState(versions, { ...first, trial: version, ready: '99.0.0' })
  const { moment } = lookMs
  Object.assign(lookMs, { moment: 20 })
  onTestFinished(() => void Object.assign(lookMs, { moment }))
  const { at, act, read, signIn, memberId } = await openDesk(['reception'], { settings })
  const state = () => readUpdateState(versions, version)
  await waitFor(() => expect(state()).toMatchObject({ current: version, trial: '' }))
  const leave = (values: Record<string, string> | null) =>
    read('keepDraft', { form: 'patient', values })
  const looks = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return [at.restarted(), state().trial]
  }
  await leave({ name: 'half typed' })
  expect(await looks()).toEqual([false, ''])
  await act({ act: 'lock' })
  expect(await looks()).toEqual([false, ''])
  await signIn(memberId)
  await leave(null)
  await act({ act: 'lock' })
  await waitFor(() => expect([at.restarted(), state().trial]).toEqual([true, '99.0.0']))
})
