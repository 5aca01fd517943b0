import * as cases from '../../../../../sandbox/seeds/cases.ts'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../../../../sandbox/sandbox.ts'
import type { FaultInput } from '../../../../../sandbox/control/faults.ts'
import { sampleForm, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { openTestOutbox } from '#harness/offline/test-outbox.ts'
import { value } from '#harness/sandbox/client.ts'
import { connectTo } from '#harness/service/connect-to.ts'
import type { Intake } from '../intake.ts'
import { createIntakeDelivery } from './delivery.ts'
import { isTried } from './schedule.ts'
import type { OutboxSettings } from './steps.ts'

const { dateOfBirth, phone, email, firstName, lastName, id: patientId } = cases.noPacket
const known = { firstName, lastName, dateOfBirth, phone, email }
const aboutYou = sampleForm(
  601,
  [
    { attribute: 'preferred_name', answer: 'Aisha' },
    { attribute: 'mobile_phone', type: 'phoneNumber', answer: '+12065550188' },
    { answer: 'Phone call' },
    { type: 'signature', answer: 'data:image/png;base64,AA' },
  ],
  2,
)
const ofKnown = (more: Partial<Intake> = {}) =>
  sampleIntake({ person: known, forms: [aboutYou], ...more })

async function open(settings: Partial<OutboxSettings> = {}) {
  const sandbox = await startSandbox()
  const { client, here } = connectTo(sandbox, { random: () => 0 })
  const delivery = createIntakeDelivery(() => ({ client, place: here }))
  const opened = openTestOutbox({ delivery }, settings)
  /** Until nothing is to be tried any more; time passes only where the outbox waits. */
  async function settle() {
    await opened.clock.runUntil(() => {
      const rows = opened.outbox.book.all()
      return rows.length > 0 && !rows.some(isTried)
    })
    return opened.outbox.book.all()
  }
  return {
    ...opened,
    sandbox,
    client,
    here,
    settle,
    fault: (fault: FaultInput) => sandbox.control.addFault(fault),
    packetsOf: async (patient: number) => {
      const query = { patientId: patient }
      return (await value(client.partner.formPackets.list({ params: here, query }))).items
    },
    patientsNamed: async (name: string) => {
      const params = { accountId: here.accountId }
      return (await value(client.partner.patients.list({ params, query: { name } }))).items
    },
  }
}

describe('an intake at the sandbox', () => {
  it('is handed over to a known patient, and tells what remains', async () => {
    const { finish, settle, packetsOf, client, here, lines } = await open()
    finish(ofKnown({ proved: ['sms'] }))
    const [row] = await settle()
    expect(row?.state).toMatchObject({
      step: 'delivered',
      patientId,
      delivered: 2,
      of: 3,
      remains: [
        { form: 0, element: '3', why: 'noAttribute' },
        { form: 0, element: '4', why: 'signature' },
      ],
    })
    const [packet, ...others] = await packetsOf(patientId)
    expect(others).toEqual([])
    const params = { ...here, formPacketId: packet!.id }
    const full = await value(client.partner.formPackets.get({ params }))
    expect(full.forms?.[0]?.answers).toContainEqual(
      // Before the number on the record.
      expect.objectContaining({ attribute: 'mobile_phone', value: '+12065550188' }),
    )
    expect(lines.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      ...['match done', 'createPacket done', 'createPacket done', 'prefill done', 'check done'],
    ])
    expect(JSON.stringify(lines)).not.toContain('Aisha')
  })

  it.each<[string, Partial<Intake>]>([
    ['an address that is none', { person: { ...sampleIntake().person, email: 'no address' } }],
    ['a number that is none', { person: { ...sampleIntake().person, phone: '12' } }],
  ])('needs a person where the contract does not allow %s', async (_, more) => {
    const { finish, settle, patientsNamed } = await open({ newPatients: 'create' })
    finish(sampleIntake(more))
    expect((await settle())[0]?.attention?.reason).toBe('fieldRefused')
    expect(await patientsNamed('Ana Lopez')).toEqual([])
  })

  it.each(['/patients', '/form'])(
    'is there once where a request to %s is carried out and cut, and Foyer starts anew',
    async (pathIncludes) => {
      const service = await open({ newPatients: 'create' })
      service.fault({ cutAfterwards: true, pathIncludes, times: 3 })
      service.finish(sampleIntake({ forms: [aboutYou] }))
      const [row] = await service.settle()
      expect(row?.state).toMatchObject({ step: 'delivered', delivered: 2 })
      const patients = await service.patientsNamed('Ana Lopez')
      expect(patients).toHaveLength(1)
      const packets = () => service.packetsOf(Number(patients[0]?.id))
      expect(await packets()).toHaveLength(1)
      await service.restart()
      await service.settle()
      expect(await packets()).toHaveLength(1)
    },
  )

  it('waits where the grant was taken back, and goes on by itself', async () => {
    const service = await open()
    service.fault({ revokeGrant: true, times: 2, pathIncludes: '/patients' })
    service.finish(ofKnown())
    const [row] = await service.settle()
    expect(row?.state.step).toBe('delivered')
    expect(service.lines.map(({ outcome }) => outcome)).toContain('accessRevoked')
  })
})
