import { deskCodeWalks } from './desk-code-walks.ts'
import { fakePacket } from './fake-service.ts'
import type { CheckInService } from '../../../src/main/visit/service-port.ts'
import { offlineWalks, type Walk } from './offline-walks.ts'
import { ownPhoneWalks } from './own-phone-walks.ts'
import { ana, anasBirthday, anotherBirthday, settle, VisitHarness } from './visit-harness.ts'

const creates = { packets: { createWhenNone: true, defaultTemplateGroupId: 7 } }
const email = 'ana@example.org'

function admit(kiosk: VisitHarness, ...ids: string[]) {
  const packets = ids.map((id, index) =>
    fakePacket(id, { name: `Form ${index + 1}`, dueDate: '2026-03-02' }),
  )
  kiosk.service.patients.push({ ...ana, packets })
}

async function inForm(kiosk: VisitHarness) {
  admit(kiosk, 'packet-8801')
  await kiosk.reachForm()
}

/** Meets an outage of `method` on the way, and goes on after it. */
const outageOf = (method: Parameters<VisitHarness['service']['fail']>[0]): Walk => ({
  name: `an outage of ${method}`,
  options: creates,
  async go(kiosk) {
    admit(kiosk, ...(method === 'createPacket' ? [] : ['packet-8801']))
    kiosk.service.fail(method, 'timedOut')
    await kiosk.tap('begin')
    await kiosk.askForCode()
    const { service } = kiosk
    if (service.timesCalled(method) === 0) await kiosk.typeCode()
    if (service.timesCalled(method) === 0) await kiosk.tap(anasBirthday)
    if (service.timesCalled(method) === 0) await kiosk.tap('finish')
    if (kiosk.service.timesCalled(method) === 1 && !isAskedAbout(method)) await kiosk.seesOutage()
    kiosk.service.recover()
    await kiosk.tap('retry')
  },
})

/** Writes of which the service is asked what became of them, so that a failure is not followed by another. */
const isAskedAbout = (method: keyof CheckInService) =>
  method === 'sendCode' || method === 'verifyCode' || method === 'createPacket'

/** Walks that together come through every state of the visit. */
export const walks: readonly Walk[] = [
  ...offlineWalks,
  ...ownPhoneWalks,
  ...deskCodeWalks,
  {
    name: 'a dialog of the form',
    async go(kiosk) {
      await inForm(kiosk)
      void kiosk.form.events.onDialog({ kind: 'confirm', text: 'Send?', typed: '' })
      await settle()
      await kiosk.tap({ type: 'answerDialog', number: 1, accepted: true, text: '' })
    },
  },
  {
    name: 'phone, three packets, done',
    async go(kiosk) {
      admit(kiosk, 'packet-8801', 'packet-8802', 'packet-8803')
      await kiosk.prove()
      await kiosk.tap(anotherBirthday)
      await kiosk.tap(anasBirthday)
      await kiosk.tap({ type: 'choosePacket', key: '2' })
      kiosk.service.fillIn('packet-8802', { completed: true })
      await kiosk.tap('finish')
      await kiosk.sees('finished')
      await kiosk.tap('help')
    },
  },
  {
    name: 'both contacts, a wrong code, half way',
    options: { channels: 'both' },
    async go(kiosk) {
      admit(kiosk, 'packet-8801')
      await kiosk.prove()
      await kiosk.tap({ type: 'submitContact', value: 'not an address' })
      await kiosk.askForCode(email)
      await kiosk.tap({ type: 'submitCode', code: '999999' })
      await kiosk.typeCode()
      await kiosk.tap(anasBirthday)
      await kiosk.tap('finish')
      await kiosk.tap('backToForms')
      await kiosk.tap('finish')
      await kiosk.tap('leaveUnfinished')
    },
  },
  {
    name: 'overlays over the form',
    async go(kiosk) {
      await inForm(kiosk)
      await kiosk.tap('help')
      await kiosk.tap('closeHelp')
      await kiosk.tap('openDisplay')
      await kiosk.tap('closeDisplay')
      await kiosk.tap(anotherBirthday)
      await kiosk.tap(anasBirthday)
      await kiosk.tap('startOver')
      await kiosk.tap('cancelStartOver')
      await kiosk.wait(240_000)
      await kiosk.tap('stillHere')
      await kiosk.tap('startOver')
      await kiosk.tap('confirmStartOver')
    },
  },
  {
    name: 'public forms',
    options: { noMatch: 'publicLink', ...creates },
    async go(kiosk) {
      await kiosk.prove()
      await kiosk.tap('openPublicForms')
      await kiosk.tap('finish')
    },
  },
  {
    name: 'a packet that is complete before the patient says so',
    async go(kiosk) {
      await inForm(kiosk)
      kiosk.service.fillIn('packet-8801', { completed: true })
      kiosk.form.events.onSign('document')
      await kiosk.wait(500)
      await kiosk.wait(2_000)
      await kiosk.sees('finished')
    },
  },
  {
    name: 'a form view that is lost while the service does not answer',
    async go(kiosk) {
      await inForm(kiosk)
      const { packetProgress } = kiosk.service
      kiosk.service.packetProgress = () => new Promise(() => {})
      kiosk.form.events.onGone()
      await kiosk.sees('opening')
      kiosk.service.packetProgress = packetProgress
    },
  },
  {
    name: 'an appointment, and nothing waits',
    options: { arrival: true },
    async go(kiosk) {
      admit(kiosk)
      let look = () => {}
      kiosk.arrivals.looks = new Promise((resolve) => (look = resolve))
      await kiosk.prove()
      await kiosk.tap(anasBirthday)
      await kiosk.sees('matching')
      look()
      await kiosk.sees('arrival')
      let settleMark = () => {}
      kiosk.arrivals.settles = new Promise((resolve) => (settleMark = resolve))
      await kiosk.tap({ type: 'confirmArrival', key: '1' })
      await kiosk.sees('findingForms')
      settleMark()
      await kiosk.sees('nothingWaiting')
    },
  },
  { name: 'no match', go: (kiosk) => kiosk.prove() },
  {
    name: 'nothing waits',
    async go(kiosk) {
      admit(kiosk)
      await kiosk.prove()
      await kiosk.tap(anasBirthday)
    },
  },
  {
    name: 'too many wrong codes',
    async go(kiosk) {
      await kiosk.tap('begin')
      await kiosk.askForCode()
      for (const waitMs of [0, 0, 30_000, 60_000, 0]) {
        await kiosk.tap({ type: 'submitCode', code: '999999' })
        await kiosk.wait(waitMs)
      }
      await kiosk.sees('tooManyTries')
    },
  },
  {
    name: 'a third visit within the hour, whose code has to wait',
    async go(kiosk) {
      for (let visits = 0; visits < 2; visits += 1) {
        await kiosk.tap('begin')
        await kiosk.askForCode()
        await kiosk.tap('startOver')
        await kiosk.tap('confirmStartOver')
      }
      await kiosk.tap('begin')
      await kiosk.askForCode()
      await kiosk.sees('sending')
      await kiosk.wait(30_000)
      await kiosk.sees('code')
    },
  },
  {
    name: 'a contact that the service refuses, in an outage',
    async go(kiosk) {
      await kiosk.tap('begin')
      kiosk.service.fail('sendCode', 'rejected')
      kiosk.service.fail('proofStatus', 'timedOut')
      await kiosk.askForCode()
      await kiosk.sees('sending')
      kiosk.service.recover()
      kiosk.service.fail('sendCode', 'rejected')
      await kiosk.tap('retry')
      await kiosk.sees('contact')
    },
  },
  {
    name: 'an answer to a code that says nothing, in an outage',
    async go(kiosk) {
      admit(kiosk, 'packet-8801')
      await kiosk.tap('begin')
      await kiosk.askForCode()
      kiosk.service.isUnclear = true
      kiosk.service.fail('proofStatus', 'timedOut')
      await kiosk.typeCode()
      await kiosk.sees('checking')
      kiosk.service.recover()
      await kiosk.tap('retry')
      await kiosk.sees('dateOfBirth')
    },
  },
  {
    name: 'a form view that does not load',
    async go(kiosk) {
      admit(kiosk, 'packet-8801')
      kiosk.formFailure = { kind: 'notLoaded', reason: 'timed out' }
      await kiosk.prove()
      await kiosk.tap(anasBirthday)
      await kiosk.seesOutage()
    },
  },
  {
    name: 'idle until the wipe',
    async go(kiosk) {
      await kiosk.tap('begin')
      await kiosk.wait(90_000)
      await kiosk.wait(30_000)
      await kiosk.sees('welcome')
    },
  },
  {
    name: 'a visit that lasts too long',
    async go(kiosk) {
      await inForm(kiosk)
      for (let minute = 0; minute < 60; minute += 1) {
        await kiosk.wait(60_000)
        kiosk.form.events.onActivity()
      }
      await kiosk.tap('stillHere')
    },
  },
  {
    name: 'staff help at the form',
    async go(kiosk) {
      await inForm(kiosk)
      kiosk.staffComeIn()
      await settle()
      kiosk.staffGoOn('helped')
      await settle()
      await kiosk.tap('doneHelping')
      await kiosk.sees('locked')
    },
  },
  { name: 'staff need the kiosk before anyone came', go: (kiosk) => kiosk.end('staff') },
  {
    name: 'staff end the visit at the form',
    async go(kiosk) {
      await inForm(kiosk)
      kiosk.cover(true)
      await kiosk.end('staff')
    },
  },
  ...(
    [
      'createProof',
      'sendCode',
      'verifyCode',
      'proofStatus',
      'matchPatient',
      'dateOfBirth',
      'openPackets',
      'createPacket',
      'completionUrl',
      'packetProgress',
    ] as const
  ).map(outageOf),
]

/** A kiosk that has gone the walk. */
export async function walked({ options, go }: Walk): Promise<VisitHarness> {
  const kiosk = new VisitHarness(options)
  await kiosk.sees('welcome')
  await go(kiosk)
  return kiosk
}
