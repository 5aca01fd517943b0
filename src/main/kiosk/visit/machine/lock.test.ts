import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  everyCommand,
  nextOfAna,
  kioskForAna,
  methods,
  steps,
  walkInto,
} from '#harness/visit/walking-away.ts'
import * as m from '#harness/visit/moves.ts'
import {
  inForm,
  anasBirthday,
  anotherBirthday,
  submit,
  visit,
  type Move,
  type VisitHarness,
  type VisitHarnessOptions,
} from '#harness/visit/visit-harness.ts'
import { propertyRuns } from '#harness/property-runs.ts'

const wiped: readonly Move[] = [
  ...['at welcome' as const, m.formIs({ closed: true })],
  m.logs('visitEnded', { reason: 'notUnlocked' }),
]
const openForms = (kiosk: VisitHarness) =>
  kiosk.forms.filter(({ visible, closed }) => visible && !closed)

/** A patient who was in the form has asked for help and gone to the desk. */
async function leftForHelp() {
  const kiosk = await inForm()
  await kiosk.play('help')
  return kiosk
}

describe('the lock', () => {
  it('asks who comes back from help for the date of birth, and then shows the form again', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('at locked', m.overlayIs({ name: 'help' }), 'closeHelp')
    await kiosk.play(m.shows('locked', { error: null, lastTry: false }))
    expect(openForms(kiosk)).toEqual([])
    await kiosk.play(anasBirthday, m.seesForm(1))
  })

  it('takes one wrong date, whatever help is asked for; the second one wipes the visit', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('closeHelp', anotherBirthday, 'help', 'closeHelp')
    await kiosk.play(m.shows('locked', { error: 'notMatched', lastTry: true }), anotherBirthday)
    await kiosk.play(...wiped)
  })

  it('counts what is no date for nothing', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play('closeHelp')
    for (let time = 0; time < 3; time += 1)
      await kiosk.play({ ...anasBirthday, month: '13' }, m.shows('locked', { error: 'notADate' }))
    await kiosk.play(anasBirthday, 'at completing')
  })

  it('stays under every warning, and whatever the form does meanwhile', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play(60_000, m.overlayIs({ name: 'idleWarning' }), 'stillHere')
    await kiosk.play(m.overlayIs({ name: 'help' }), 'startOver', 'cancelStartOver', 'at locked')
    await kiosk.play(m.formIsLost, 'at locked')
    expect(openForms(kiosk)).toEqual([])
  })

  it('leaves the help number for a minute, then asks, then wipes', async () => {
    const kiosk = await leftForHelp()
    await kiosk.play(59_999, m.overlayIs({ name: 'help' }), 1)
    await kiosk.play(m.overlayIs({ name: 'idleWarning' }), kiosk.settings.idle.warningMs)
    await kiosk.play('at welcome')
  })

  it('is none before it is known whose visit it is, nor over its last words', async () => {
    await visit({}, 'begin', 'help', 'closeHelp', 'at contact')
    const kiosk = await visit({}, m.admits(), 'prove', anasBirthday, 'at nothingWaiting')
    await kiosk.play('help', 'closeHelp', 'at nothingWaiting')
  })

  it('is there too when help comes while the date of birth is being compared', async () => {
    const kiosk = await visit({}, m.admits('p1'), 'prove', m.fails('dateOfBirth'), anasBirthday)
    await kiosk.play('help', m.recovers, 10_000, 'closeHelp', 'at locked')
    expect(openForms(kiosk)).toEqual([])
    await kiosk.play(anasBirthday, 'at completing')
  })

  it('asks as before who gave another date than the record has', async () => {
    const kiosk = await visit({}, m.admits('p1'), 'prove', m.fails('dateOfBirth'), anotherBirthday)
    await kiosk.play('help', 'at locked', m.recovers, 10_000, 'closeHelp')
    await kiosk.play(m.shows('dateOfBirth', { error: 'notMatched' }))
  })

  it.each<[string, Move[]]>([
    ['code', ['phone', 'showContact']],
    ['sending', [m.fails('sendCode', 'timedOut'), 'phone']],
  ])('shows no contact in whole after help at %s', async (_, moves) => {
    const kiosk = await visit({}, m.admits('p1'), 'begin', ...moves, 'help', m.recovers, 5_000)
    const sentTo = { masked: '43', whole: null, canShow: false }
    await kiosk.play('closeHelp', m.shows('code', { sentTo }), m.refuses('showContact'))
  })
})

describe('the lock of who has no record', () => {
  const options = { noMatch: 'publicLink', packets: { defaultTemplateGroupId: 7 } } as const
  async function leftPublicForms(channels: 'sms' | 'email' = 'sms', contact?: string) {
    const kiosk = await visit({ ...options, channels })
    await kiosk.prove(contact)
    await kiosk.play('openPublicForms', 'at completing', 'help', 'closeHelp')
    return kiosk
  }

  it.each([
    ['sms', undefined, '+1 202-555-0143', '(202) 555-0144'],
    ['email', 'who@example.org', ' Who@Example.org', 'me@example.org'],
  ] as const)(
    'asks for the contact that was proved, by %s',
    async (channel, contact, same, other) => {
      const kiosk = await leftPublicForms(channel, contact)
      await kiosk.play(
        m.shows('lockedByContact', { channel, error: null }),
        m.refuses(anasBirthday),
      )
      expect(openForms(kiosk)).toEqual([])
      await kiosk.play(submit(''), m.shows('lockedByContact', { error: 'empty' }), submit('12'))
      await kiosk.play(m.shows('lockedByContact', { error: 'notValid' }), submit(other))
      await kiosk.play(m.shows('lockedByContact', { error: 'notMatched', lastTry: true }))
      await kiosk.play(submit(same), m.seesForm(1))
    },
  )

  it('wipes the forms after two other contacts, and one of a country without codes is another', async () => {
    const kiosk = await leftPublicForms()
    await kiosk.play(submit('+34 612 345 678'), m.shows('lockedByContact', { error: 'notMatched' }))
    await kiosk.play(submit('(202) 555-0144'), ...wiped)
  })

  it('is there as well when help comes while the last code is being checked', async () => {
    const kiosk = await visit(
      options,
      'begin',
      'phone',
      m.fails('matchPatient', 'timedOut'),
      'code',
    )
    await kiosk.play('help', m.recovers, 10_000, 'closeHelp', 'at lockedByContact')
  })
})

const harmless: readonly string[] = [
  ...['submitDateOfBirth', 'submitContact', 'help', 'closeHelp', 'cancelHelp', 'stillHere'],
  ...['activity', 'startOver', 'cancelStartOver', 'chooseLanguage', 'chooseTextSize'],
  ...['chooseTheme', 'lowerScreen', 'openDisplay', 'closeDisplay'],
]
const flowOf = (kiosk: VisitHarness) => {
  const { value } = kiosk.snapshots.at(-1) ?? {}
  return typeof value === 'object' ? value.running.flow : value
}
const ownPhone = { packets: { ownPhone: true } }

it.each<[packets: number, at: string]>([
  [2, 'choosePacket'],
  [1, 'whereToFillIn'],
  [1, 'ownPhone'],
  [1, 'arrival'],
  [1, 'completing'],
  [1, 'unfinished'],
  [1, 'unavailable'],
  [0, 'publicFormsOffer'],
  [0, 'completing'],
])(
  'a visit that is locked takes no command that does anything in it: %i packets, at %s',
  async (packets, at) => {
    const options: VisitHarnessOptions = /ownPhone|whereTo/.test(at) ? ownPhone : {}
    const { kiosk } = kioskForAna(packets, options)
    if (at === 'unavailable') kiosk.service.fail('completionUrl', 'timedOut')
    await kiosk.play(0)
    while (kiosk.view.screen.name !== at) {
      const move = nextOfAna(kiosk) ?? (at === 'unfinished' ? 'finish' : 1_000)
      await kiosk.play(move, 0)
    }
    await kiosk.play('help', 'closeHelp')
    const flow = flowOf(kiosk)
    for (const command of Object.values(everyCommand)) {
      const isTaken = await kiosk.try(command)
      if (command.type === 'confirmStartOver') continue
      if (!harmless.includes(command.type)) expect(isTaken, command.type).toBe(false)
      expect(flowOf(kiosk), command.type).toEqual(flow)
    }
    expect(openForms(kiosk)).toEqual([])
    await kiosk.stop()
  },
)

it('a stranger sees nothing of who asked for help or walked away', async () => {
  const met = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      // None: nobody has a record, and the clinic offers its public forms.
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 7 }),
      fc.option(fc.constantFrom(...methods), { nil: undefined }),
      fc.record({ offline: fc.boolean(), deskCodes: fc.boolean() }),
      fc.boolean(),
      fc.commands(steps, { maxCommands: 30, size: 'max' }),
      async (packets, begun, failing, options, ownPhone, walk) => {
        const walked = kioskForAna(packets, {
          ...options,
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
    { numRuns: 4 * propertyRuns },
  )
  // Else the walks went nowhere.
  for (const name of ['locked', 'lockedByContact', 'code', 'welcome', 'dateOfBirth'])
    expect(met.get(name) ?? 0, name).toBeGreaterThan(2)
}, 900_000)
