import { describe, expect, it } from 'vitest'
import type { Command, View } from '../../../shared/ipc.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'
import { overlays, screens, viewOf } from '#harness/renderer/views.ts'
import type { Reply } from '../../../shared/bridge.ts'
import { Kiosk } from './kiosk.svelte.ts'

/** Opens a kiosk on a bridge whose answers and clock the test holds. */
function stage() {
  const sent: Command[] = []
  const answers: ((reply: Reply) => void)[] = []
  let show: (view: View) => void = () => undefined
  const clock = { now: 0 }
  const bridge = {
    send: (command: Command) => {
      sent.push(command)
      return new Promise<Reply>((resolve) => answers.push(resolve))
    },
    onView: (listener: (view: View) => void) => {
      show = listener
      return () => (show = () => undefined)
    },
  }
  const kiosk = new Kiosk(bridge, () => clock.now)
  const stop = kiosk.follow()
  const answer = async (reply: Reply) => {
    answers.shift()!(reply)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { kiosk, sent, clock, answer, stop, show: (view: View) => show(view) }
}

const accepted: Reply = { ok: true }
const refused: Reply = { ok: false, error: { kind: 'notAccepted', type: 'begin' } }
const begin = { type: 'begin' } as const

describe('views', () => {
  it('shows the newest and ignores one that comes late', () => {
    const { kiosk, show } = stage()
    const older = viewOf({ name: 'welcome' })
    const newer = viewOf({ name: 'matching' })
    show(newer)
    show(older)
    expect(kiosk.view).toEqual(newer)
  })

  it('knows the page that a process opens with from one made anew', () => {
    const first = stage()
    first.show({ ...viewOf({ name: 'welcome' }), sequence: 1 })
    first.show({ ...viewOf({ name: 'matching' }), sequence: 2 })
    expect(first.kiosk.opensProcess).toBe(true)
    const renewed = stage()
    renewed.show({ ...viewOf({ name: 'welcome' }), sequence: 9 })
    expect(renewed.kiosk.opensProcess).toBe(false)
  })

  it('keeps the very screen when only an overlay comes and goes', () => {
    const { kiosk, show } = stage()
    show(viewOf(screens['birth-date-not-a-date']!))
    const before = kiosk.view!.screen
    show(viewOf(screens['birth-date-not-a-date']!, { overlay: overlays['help']! }))
    expect(kiosk.view!.overlay).toEqual(overlays['help'])
    expect(kiosk.view!.screen).toBe(before)
  })
})

describe('commands', () => {
  it('sends one command while main has not answered', () => {
    const { kiosk, sent, clock } = stage()
    kiosk.send(begin)
    clock.now = 5000
    kiosk.send(begin)
    expect(sent).toEqual([begin])
  })

  it('keeps a tap on another thing until main has answered, and then sends it', async () => {
    const { kiosk, sent, answer } = stage()
    kiosk.send({ type: 'chooseLanguage', locale: 'es' })
    kiosk.send(begin)
    kiosk.send(begin)
    expect(sent).toHaveLength(1)
    await answer(accepted)
    expect(sent).toEqual([{ type: 'chooseLanguage', locale: 'es' }, begin])
  })

  it('takes a second tap within half a second for the same one', async () => {
    const { kiosk, sent, clock, answer } = stage()
    kiosk.send(begin)
    await answer(accepted)
    clock.now = 499
    kiosk.send(begin)
    expect(sent).toHaveLength(1)
    clock.now = 500
    kiosk.send(begin)
    expect(sent).toHaveLength(2)
  })

  it('sends the same at once when another screen came between', async () => {
    const { kiosk, sent, answer, show } = stage()
    kiosk.send({ type: 'help' })
    await answer(accepted)
    show(viewOf({ name: 'matching' }))
    kiosk.send({ type: 'help' })
    expect(sent).toHaveLength(2)
  })

  it('sends the same PIN again when it is asked for again', async () => {
    const { kiosk, sent, answer, show } = stage()
    const choose = { type: 'choosePin', pin: '482917' } as const
    show(viewOf(staffScreens['staff-choose-pin']!))
    kiosk.send(choose)
    await answer(accepted)
    show(viewOf(staffScreens['staff-choose-pin-repeat']!))
    kiosk.send(choose)
    expect(sent).toEqual([choose, choose])
  })

  it('keeps no picture, and nothing that staff typed in secret, to know a second tap by', async () => {
    const { kiosk, sent, answer } = stage()
    const pin = { type: 'submitPin', pin: '482917' } as const
    const pair = { clientId: 'id', clientSecret: 'S3cret' }
    const credentials = { type: 'giveCredentials', interface: 'partner', ...pair } as const
    const picture = { type: 'givePicture', number: 1, picture: '/9j/4AAQ' } as const
    const commands = [pin, pin, credentials, credentials, picture, picture]
    for (const command of commands) {
      kiosk.send(command)
      await answer(accepted)
    }
    expect(sent).toEqual(commands)
  })

  it('lets the patient try again at once after a refusal', async () => {
    const { kiosk, sent, answer } = stage()
    kiosk.send(begin)
    await answer(refused)
    kiosk.send(begin)
    expect(sent).toHaveLength(2)
  })
})

it('tells of activity at most once a second, also while a command waits', () => {
  const { kiosk, sent, clock } = stage()
  kiosk.send(begin)
  for (const now of [0, 400, 999, 1000, 1001, 2500]) {
    clock.now = now
    kiosk.activity()
  }
  expect(sent.filter(({ type }) => type === 'activity')).toHaveLength(3)
})
