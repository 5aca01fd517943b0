import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as m from '../../../../test/harness/visit/moves.ts'
import {
  anasBirthday,
  anotherBirthday,
  visit,
  VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'
import type { PatientCommand } from '../../../shared/ipc.ts'
import {
  kioskForAna,
  methods,
  steps,
  walkInto,
} from '../../../../test/harness/visit/walking-away.ts'
import { nextOfAna } from '../../../../test/harness/visit/anas-visit.ts'

describe('the lock', () => {
  /** A patient who was in the form has asked for help and gone to the desk. */
  async function leftForHelp() {
    const kiosk = await visit({}, m.admits('p1'), 'reachForm', 'help')
    return kiosk
  }

  it('asks who comes back from help for the date of birth, and then shows the form again', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('closeHelp', m.shows('locked', { error: null }), m.formIs({ visible: false }))
    await kiosk.play(anasBirthday, 'at completing', m.formIs({ visible: true, closed: false }))
  })

  it('tells the page nothing of the visit while help is open', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('at locked', m.overlayIs({ name: 'help' }))
  })

  it('takes one wrong date; the second one wipes the visit', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('closeHelp', anotherBirthday, m.shows('locked', { error: 'notMatched' }))
    await kiosk.play(anotherBirthday, 'at welcome', m.formIs({ closed: true }))
    await kiosk.play(m.logs('visitEnded', { reason: 'notUnlocked' }))
  })

  it('counts what is no date for nothing', async () => {
    const kiosk = await leftForHelp()
    await kiosk.tap('closeHelp')
    for (let time = 0; time < 3; time += 1) {
      await kiosk.play({ ...anasBirthday, month: '13' }, m.shows('locked', { error: 'notADate' }))
    }
    await kiosk.play(anasBirthday, 'at completing')
  })

  it('gives no more tries to who asks for help again', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('closeHelp', anotherBirthday, 'help', 'closeHelp')
    await kiosk.play(m.shows('locked', { error: 'notMatched' }), anotherBirthday, 'at welcome')
  })

  it('stays locked under every warning, and whatever the form does meanwhile', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play(60_000, m.overlayIs({ name: 'idleWarning' }), 'stillHere')
    await kiosk.play(m.overlayIs({ name: 'help' }), 'startOver', 'cancelStartOver', 'at locked')
    await kiosk.play(m.formIsLost, 'at locked')
    expect(kiosk.forms.some((form) => form.visible && !form.closed)).toBe(false)
  })

  it('leaves the help number for a minute, then asks, then wipes', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play(59_999, m.overlayIs({ name: 'help' }), 1, m.overlayIs({ name: 'idleWarning' }))
    await kiosk.play(kiosk.settings.idle.warningMs, 'at welcome')
  })

  it('asks for nothing before it is known whose visit it is', async () => {
    await visit({}, 'begin', 'help', 'closeHelp', 'at contact')
  })

  it('is locked too when help comes while the date of birth is being compared', async () => {
    const kiosk = await visit({}, m.admits('p1'), 'prove', m.fails('dateOfBirth', 'timedOut'))
    await kiosk.play(anasBirthday, 'help', m.recovers, 10_000, 'closeHelp', 'at locked')
    await kiosk.play(m.formIs({ visible: false }), anasBirthday, 'at completing')
  })

  it('asks as before who gave another date than the record has', async () => {
    const kiosk = await visit({}, m.admits('p1'), 'prove', m.fails('dateOfBirth', 'timedOut'))
    await kiosk.play(anotherBirthday, 'help', 'at locked', m.recovers, 10_000, 'closeHelp')
    await kiosk.play(m.shows('dateOfBirth', { error: 'notMatched' }))
  })

  it.each(['code', 'sending'] as const)(
    'shows no contact in whole after help at %s',
    async (at) => {
      const kiosk = await visit({}, m.admits('p1'), 'begin')
      if (at === 'sending') kiosk.service.fail('sendCode', 'timedOut')
      await kiosk.askForCode()
      if (at === 'code') await kiosk.tap('showContact')
      await kiosk.play('help', m.recovers, 5_000, 'closeHelp')
      expect((await kiosk.sees('code')).sentTo).toEqual({
        masked: '43',
        whole: null,
        canShow: false,
      })
      expect((await kiosk.try({ type: 'showContact' })).ok).toBe(false)
    },
  )

  it('names no packet of the patient while it is locked', async () => {
    const kiosk = await visit({}, m.admits('p1', 'p2'), 'prove', anasBirthday, 'at choosePacket')
    await kiosk.play('help')
    expect(JSON.stringify(kiosk.view)).not.toContain('packets')
    await kiosk.play('closeHelp', 'at locked', anasBirthday, 'at choosePacket')
  })

  it('shows the last words of a visit without a lock', async () => {
    const kiosk = await visit({}, m.admits(), 'prove', anasBirthday, 'at nothingWaiting', 'help')
    await kiosk.play('closeHelp', 'at nothingWaiting')
  })

  it('shows no question of the page while it is locked, and shows it again after', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('closeHelp', anasBirthday)
    void kiosk.form.events.onDialog({ kind: 'confirm', text: 'Chest pain?', typed: '' })
    await kiosk.play(0, m.overlayIs({ name: 'formAsks' }), 'help', 'closeHelp', m.overlayIs(null))
    await kiosk.play(anasBirthday, m.overlayIs({ name: 'formAsks', text: 'Chest pain?' }))
  })

  /** A patient without a record has typed in the public forms, and gone to the desk. */
  async function leftPublicForms(contact?: string) {
    const kiosk = new VisitHarness({
      noMatch: 'publicLink',
      packets: { defaultTemplateGroupId: 7 },
      channels: contact === undefined ? 'sms' : 'email',
    })
    await kiosk.prove(contact)
    await kiosk.play('openPublicForms', 'at completing', 'help', 'closeHelp')
    return kiosk
  }

  it.each([
    ['sms', undefined, '+1 202-555-0143', '(202) 555-0144'],
    ['email', 'who@example.org', ' Who@Example.org', 'me@example.org'],
  ] as const)(
    'asks for the contact that was proved, by %s, where there is no record',
    async (channel, contact, same, another) => {
      const kiosk = await leftPublicForms(contact)
      await kiosk.play(
        m.shows('lockedByContact', { channel, error: null }),
        m.formIs({ visible: false }),
      )
      await kiosk.play(m.refuses(anasBirthday))
      for (const [value, error] of [
        ['', 'empty'],
        ['12', 'notValid'],
        [another, 'notMatched'],
      ] as const) {
        await kiosk.play({ type: 'submitContact', value }, m.shows('lockedByContact', { error }))
      }
      expect(await kiosk.sees('lockedByContact')).toMatchObject({ lastTry: true })
      await kiosk.play({ type: 'submitContact', value: same }, 'at completing')
      expect(kiosk.form).toMatchObject({ visible: true, closed: false })
    },
  )

  it('wipes the public forms after two other contacts, and one of a country without codes is another', async () => {
    const kiosk = await leftPublicForms()
    await kiosk.play({ type: 'submitContact', value: '+34 612 345 678' })
    await kiosk.play(m.shows('lockedByContact', { error: 'notMatched' }))
    await kiosk.play({ type: 'submitContact', value: '(202) 555-0144' }, 'at welcome')
    await kiosk.play(m.formIs({ closed: true }), m.logs('visitEnded', { reason: 'notUnlocked' }))
  })

  it('asks for the contact as well when help comes while the last code is being checked', async () => {
    const kiosk = new VisitHarness({
      noMatch: 'publicLink',
      packets: { defaultTemplateGroupId: 7 },
    })
    await kiosk.play(
      'begin',
      'phone',
      m.fails('matchPatient', 'timedOut'),
      'code',
      'help',
      m.recovers,
    )
    await kiosk.play(10_000, 'closeHelp', 'at lockedByContact')
  })
})

const plain = <T extends PatientCommand['type']>(type: T) => ({ type }) as const

/** One of each command, as a stranger could send it. */
const every: { readonly [T in PatientCommand['type']]: Extract<PatientCommand, { type: T }> } = {
  chooseLanguage: { type: 'chooseLanguage', locale: 'es' },
  openDisplay: plain('openDisplay'),
  chooseTextSize: { type: 'chooseTextSize', textSize: 200 },
  chooseTheme: { type: 'chooseTheme', theme: 'contrastDark' },
  closeDisplay: plain('closeDisplay'),
  begin: plain('begin'),
  submitContact: { type: 'submitContact', value: '' },
  useOtherChannel: plain('useOtherChannel'),
  submitCode: { type: 'submitCode', code: '123456' },
  resendCode: plain('resendCode'),
  callCode: plain('callCode'),
  changeContact: plain('changeContact'),
  showContact: plain('showContact'),
  haveDeskCode: plain('haveDeskCode'),
  submitDeskCode: { type: 'submitDeskCode', code: '482913' },
  leaveDeskCode: plain('leaveDeskCode'),
  askWithoutContact: plain('askWithoutContact'),
  sayForWhom: { type: 'sayForWhom', isForAnother: true },
  submitDateOfBirth: { ...anotherBirthday, month: '13' },
  confirmArrival: { type: 'confirmArrival', key: '1' },
  passArrival: plain('passArrival'),
  askAboutArrival: plain('askAboutArrival'),
  openPublicForms: plain('openPublicForms'),
  goOffline: plain('goOffline'),
  submitName: { type: 'submitName', firstName: 'A', lastName: 'Stranger' },
  fillInHere: plain('fillInHere'),
  useOwnPhone: plain('useOwnPhone'),
  leaveOwnPhone: plain('leaveOwnPhone'),
  choosePacket: { type: 'choosePacket', key: '1' },
  pressKey: { type: 'pressKey', field: 'a field', key: { type: 'delete' } },
  hideKeyboard: plain('hideKeyboard'),
  showKeyboard: plain('showKeyboard'),
  closePaper: plain('closePaper'),
  enterForm: { type: 'enterForm', at: 'first' },
  finish: plain('finish'),
  backToForms: plain('backToForms'),
  leaveUnfinished: plain('leaveUnfinished'),
  answerDialog: { type: 'answerDialog', number: 1, accepted: true, text: '' },
  givePicture: { type: 'givePicture', number: 1, picture: '' },
  retry: plain('retry'),
  done: plain('done'),
  help: plain('help'),
  closeHelp: plain('closeHelp'),
  cancelHelp: plain('cancelHelp'),
  doneHelping: plain('doneHelping'),
  startOver: plain('startOver'),
  cancelStartOver: plain('cancelStartOver'),
  stillHere: plain('stillHere'),
  activity: plain('activity'),
  confirmStartOver: plain('confirmStartOver'),
}

const harmless: readonly string[] = [
  ...[
    'submitDateOfBirth',
    'submitContact',
    'help',
    'closeHelp',
    'cancelHelp',
    'stillHere',
    'activity',
  ],
  ...['startOver', 'cancelStartOver', 'chooseLanguage', 'chooseTextSize', 'chooseTheme'],
  ...['openDisplay', 'closeDisplay'],
]

const flowOf = (kiosk: VisitHarness) => {
  const { value } = kiosk.snapshots.at(-1) ?? {}
  return typeof value === 'object' ? value.running.flow : value
}

const ownPhone = { packets: { ownPhone: true } }

/** Places of a visit at which something of it could be seen or done. */
const places: Readonly<Record<string, () => Promise<VisitHarness>>> = {
  'choosing a packet': () => walk(2, 'choosePacket'),
  'the choice of where to fill it in': () => walk(1, 'whereToFillIn', ownPhone),
  'the code for their phone': () => walk(1, 'ownPhone', ownPhone),
  'the appointment': () => walk(1, 'arrival'),
  'the form': () => walk(1, 'completing'),
  'forms that are left': async () => {
    const kiosk = await walk(1, 'completing')
    await kiosk.play('finish', 'at unfinished')
    return kiosk
  },
  'an outage': async () => {
    const { kiosk } = kioskForAna(1)
    kiosk.service.fail('completionUrl', 'timedOut')
    while (kiosk.view.screen.name !== 'unavailable') await onward(kiosk)
    return kiosk
  },
  'the offer of public forms': () => walk(0, 'publicFormsOffer'),
  'a public form': () => walk(0, 'completing'),
}

async function onward(kiosk: VisitHarness) {
  const command = nextOfAna(kiosk)
  if (command) await kiosk.tap(command)
  else await kiosk.wait(1_000)
}

async function walk(packets: number, until: string, options: VisitHarnessOptions = {}) {
  const { kiosk } = kioskForAna(packets, options)
  await kiosk.wait(0)
  while (kiosk.view.screen.name !== until) await onward(kiosk)
  return kiosk
}

describe.each(Object.entries(places))('a visit that is locked at %s', (_, reach) => {
  it('takes no command that does anything in it', async () => {
    const kiosk = await reach()
    await kiosk.play('help', 'closeHelp')
    const flow = flowOf(kiosk)
    for (const command of Object.values(every)) {
      const { ok } = await kiosk.try(command)
      if (!harmless.includes(command.type) && command.type !== 'confirmStartOver')
        expect(ok, command.type).toBe(false)
      if (command.type !== 'confirmStartOver') expect(flowOf(kiosk), command.type).toEqual(flow)
    }
    expect(kiosk.forms.some((form) => form.visible && !form.closed)).toBe(false)
    await kiosk.stop()
  })
})

describe('a walk', () => {
  /** The same walks each time; `WALK_SEED` names others. */
  const seed = Number(process.env['WALK_SEED'] ?? 20_261_123)

  it(`shows a stranger nothing of who asked for help or walked away (WALK_SEED=${seed})`, async () => {
    const met = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        // None: nobody has a record, and the clinic offers its public forms.
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 7 }),
        fc.option(fc.constantFrom(...methods), { nil: undefined }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.commands(steps, { maxCommands: 30, size: 'max' }),
        async (packets, begun, failing, offline, ownPhone, deskCodes, walk) => {
          const walked = kioskForAna(packets, {
            ...{ offline, deskCodes },
            ...(ownPhone && packets > 0 && { packets: { ownPhone } }),
          })
          try {
            await walkInto(walked, begun, failing)
            const model = { inFront: 'ana' as const }
            await fc.asyncModelRun(() => ({ model, real: walked }), walk)
          } finally {
            await walked.kiosk.stop()
          }
          for (const name of walked.met) met.set(name, (met.get(name) ?? 0) + 1)
        },
      ),
      { seed, numRuns: 480 },
    )
    // Else the walks went nowhere.
    for (const name of ['locked', 'lockedByContact', 'code', 'welcome', 'dateOfBirth'])
      expect(met.get(name) ?? 0, name).toBeGreaterThan(3)
  }, 60_000)
})
