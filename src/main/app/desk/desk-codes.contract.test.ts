import { describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { reachOf } from '#harness/desk/chart-work.ts'
import { longMs, openDeskWithKiosks } from '#harness/desk/open-desk.ts'
import { openKioskWork } from '#harness/desk/kiosk-work.ts'
import { noCodes, openPacketWork } from '#harness/desk/packet-work.ts'
import { backKiosk, frontKiosk, presenceOf, saidBy } from '#harness/hub/stations.ts'
import { waitFor } from '#harness/wait-for.ts'
import { ok } from '../../../shared/result.ts'
import type { BusPlace } from '../../stations/create-bus.ts'
import { askForDeskCodes } from '../../stations/kiosk/kiosk-station.ts'
import { appointmentsOf } from '../../intake/resources/appointments.ts'
import type { HereWork } from '../../desk/features/packets/check-in.ts'
import { deskCodeLimits } from '../../desk/kiosks/desk-codes.ts'
import type { DeskCodeMatch } from '../../kiosk/visit/ports.ts'

/** Is asked only where an appointment of today stands for its patient. */
const ofAppointment = 'partner.appointments.get'
const refused = (kind: string) => ({ ok: false, error: { kind } })

describe('a code for a kiosk', () => {
  async function open() {
    const kiosks = await openKioskWork()
    const codeWork = { ...noCodes(), hearing: kiosks.work.hearing }
    const packets = await openPacketWork(codeWork)
    const rosas = { chart: packets.chart(cases.onePacket.id), packet: null }
    return {
      ...packets,
      codes: codeWork.codes,
      kiosks,
      references: packets.work.references,
      rosas,
      make: () => packets.value('makeDeskCode', rosas),
      known: () => packets.value('deskCode', { chart: rosas.chart }),
    }
  }

  it('is for a patient whose chart is open, and asks the service nothing', async () => {
    const { asked, codes, known, make, place, rosas } = await open()
    expect(await known()).toEqual({ state: 'none', kiosk: null })
    expect(place.makeDeskCode(rosas)?.records).toEqual({ patientId: cases.onePacket.id })
    const { code, until } = await make()
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(deskCodeLimits.lifeMs)
    expect(await known()).toEqual({ state: 'waiting', kiosk: null })
    expect(codes.tried(frontKiosk, code)).toEqual({ patientId: cases.onePacket.id, packetId: null })
    expect(await known()).toEqual({ state: 'used', kiosk: 'Front door' })
    expect(asked()).toEqual(reachOf('deskCode', [ofAppointment]))
    for (const reference of ['chart-99', 'patient-1']) {
      expect(place.makeDeskCode({ chart: reference, packet: null })).toBeUndefined()
      expect(place.withdrawDeskCode({ chart: reference })).toBeUndefined()
      expect(place.deskCode({ chart: reference })).toBeUndefined()
    }
  })

  it('is for the patient of an appointment of today, whom the service names', async () => {
    const { asked, codes, place, references, value, work } = await open()
    const booked = await appointmentsOf(work, cases.arrivals.due.id)
    const [visit] = booked.ok ? booked.value.own : []
    asked()
    const chart = references.of('appointment', visit?.id ?? 0)
    expect(place.makeDeskCode({ chart, packet: null })?.records).toEqual({
      appointmentId: visit?.id,
    })
    const { code } = await value('makeDeskCode', { chart, packet: null })
    expect(await value('deskCode', { chart })).toEqual({ state: 'waiting', kiosk: null })
    expect([...asked()]).toEqual([ofAppointment])
    expect(codes.tried(frontKiosk, code)).toEqual({ patientId: visit?.patientId, packetId: null })
  })

  it('is for one packet of theirs, which is read first', async () => {
    const { codes, firstPacket, place, reaches, value } = await open()
    const input = await firstPacket(cases.onePacket.id)
    const formPacketId = place.makeDeskCode(input)?.records['formPacketId']
    expect(formPacketId).toBeDefined()
    const { code } = await reaches(
      'makeDeskCode',
      () => value('makeDeskCode', input),
      ofAppointment,
    )
    expect(codes.tried(backKiosk, code)).toEqual({
      patientId: cases.onePacket.id,
      packetId: formPacketId,
    })
  })

  it('is not made for a packet that is done, put away, or another patient’s', async () => {
    const { chart, firstPacket, lose, met, outcome, place, restore, value } = await open()
    const done = await firstPacket(cases.completedPacket.id)
    expect(await outcome('makeDeskCode', done)).toEqual(refused('packetClosed'))
    const input = await firstPacket(cases.onePacket.id)
    expect(place.makeDeskCode({ ...input, chart: chart(cases.halfDone.id) })).toBeUndefined()
    met.change = (_, read) => ({ ...(read as object), patientId: cases.halfDone.id })
    expect(await outcome('makeDeskCode', input)).toEqual(refused('unknownReference'))
    restore()
    await value('archivePacket', input)
    expect(await outcome('makeDeskCode', input)).toEqual(refused('packetClosed'))
    lose()
    expect(await outcome('makeDeskCode', input)).toEqual(refused('offline'))
  })

  it('begins at a kiosk, which is told the code and nothing else of the patient', async () => {
    const { codes, kiosks, known, outcome, references, rosas } = await open()
    const { bus } = kiosks
    const begin = (kiosk = references.of('kiosk', frontKiosk)) =>
      outcome('beginAtKiosk', { ...rosas, kiosk })
    async function told(begun: ReturnType<typeof begin>, how: 'done' | 'refused') {
      await waitFor(() => expect(bus.commands).not.toEqual([]))
      const [sent] = bus.commands.splice(0)
      const { code = '' } = sent?.command ?? {}
      if (how === 'done') expect(codes.tried(frontKiosk, code)).not.toBeNull()
      const of = `message-${(messages += 1)}`
      bus.hear(saidBy(frontKiosk, { kind: 'commandOutcome', of, outcome: how, detail: null }))
      return { sent, reply: await begun }
    }
    let messages = 0
    const first = await told(begin(), 'done')
    expect(first.reply).toEqual({ ok: true, value: null })
    expect(first.sent).toMatchObject({
      to: frontKiosk,
      command: {
        act: 'beginWithCode',
        by: 'Ana Ruiz',
        code: expect.stringMatching(/^\d{6}$/) as string,
      },
    })
    expect(JSON.stringify(first.sent)).not.toContain(String(cases.onePacket.id))
    expect(await known()).toEqual({ state: 'used', kiosk: 'Front door' })

    const second = await told(begin(), 'refused')
    expect(second.reply).toEqual(refused('kioskBusy'))
    expect(codes.tried(frontKiosk, second.sent?.command.code ?? '')).toBeNull()

    expect(await begin('kiosk-99')).toEqual(refused('unknownReference'))
    expect(await begin(references.of('kiosk', 'another'))).toEqual(refused('unknownReference'))
    kiosks.goDeaf()
    expect(await begin()).toEqual(refused('kiosksUnheard'))
  })

  it('is not made where no kiosk is on, or none is heard, or too many wait', async () => {
    const { chart, kiosks, outcome, rosas, value } = await open()
    const { bus, goDeaf } = kiosks
    for (let patient = 1; patient <= deskCodeLimits.live; patient += 1)
      await value('makeDeskCode', { chart: chart(9_000 + patient), packet: null })
    const make = () => outcome('makeDeskCode', rosas)
    expect(await make()).toEqual(refused('tooManyCodes'))
    bus.see(presenceOf(frontKiosk, { state: 'gone' }))
    expect(await make()).toEqual(refused('tooManyCodes'))
    bus.see(presenceOf(backKiosk, { state: 'gone' }))
    expect(await make()).toEqual(refused('noKiosk'))
    goDeaf()
    expect(await make()).toEqual(refused('kiosksUnheard'))
  })
})

function asKiosk(place: BusPlace) {
  const codes = askForDeskCodes(place, { wallTime: () => Date.now() })
  return (code: string) => codes.check(code, new AbortController().signal)
}
const rosa = cases.onePacket
const kinds = ['deskChanged', 'deskCodeUsed', 'deskCodeRefused'] as const
it('a kiosk that asks a desk is told for whom the code is, once, also while the desk is locked', async () => {
  const desk = await openDeskWithKiosks()
  const { bus, place } = await desk.pair()
  const check = asKiosk(place)
  const chart = await desk.chartOf(rosa)
  const { code } = await desk.done('makeDeskCode', { chart, packet: null })
  const { changes } = desk.at.view().kiosks
  desk.at.pressLock()
  expect(await check('x')).toBe('wrong')
  expect(await check(code)).toEqual({ patientId: rosa.id, packetId: null })
  expect(await check(code)).toBe('wrong')
  // The page looks again at what became of it.
  await waitFor(() => expect(desk.at.view().kiosks.changes).toBeGreaterThan(changes), longMs)

  const { memberId } = desk
  const about = { member: memberId, 'record.patientId': String(rosa.id) }
  const entries = desk.audited(...kinds)
  expect(entries.slice(-4).map(({ kind, fields }) => [kind, fields])).toEqual([
    ['deskChanged', { command: 'makeDeskCode', ...about }],
    ['deskCodeRefused', { station: bus.id, why: 'unknown' }],
    ['deskCodeUsed', { station: bus.id, ...about }],
    ['deskCodeRefused', { station: bus.id, why: 'used', ...about }],
  ])
  expect(JSON.stringify(desk.at.vault.auditSearch({ limit: 1_000 }))).not.toContain(code)
  expect(desk.at.logged()).not.toContain(code)
})

/** Opens a desk that gives its screen to any patient, and notes each. */
async function open() {
  const begun: DeskCodeMatch[] = []
  const hereWork: HereWork = {
    visits: {
      begin(wanted, handOver) {
        handOver()
        begun.push(wanted)
        return Promise.resolve(ok(null))
      },
    },
    lock: () => undefined,
  }
  return { begun, ...(await openPacketWork(noCodes(), hereWork)) }
}

it('a visit that begins here is for who waits or one packet of theirs, and looks first whether the service serves anybody', async () => {
  const at = await open()
  const { begun, place, value } = at
  const patientId = cases.onePacket.id
  const whole = { chart: at.chart(patientId), packet: null }
  expect(place.beginHere(whole)?.records).toEqual({ patientId })
  // No packet is read where none is named.
  await at.reaches(
    'beginHere',
    () => value('beginHere', whole),
    'partner.formPackets.get',
    ofAppointment,
  )
  const input = await at.firstPacket(patientId)
  await at.reaches('beginHere', () => value('beginHere', input), ofAppointment)
  const packetId = place.beginHere(input)?.records['formPacketId']
  expect(packetId).toBeDefined()
  expect(begun).toEqual([
    { patientId, packetId: null },
    { patientId, packetId },
  ])
  expect(place.beginHere({ ...input, chart: at.chart(cases.halfDone.id) })).toBeUndefined()
})
