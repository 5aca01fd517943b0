import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  ana,
  benId,
  deskViewOf,
  sampleMember,
} from '../../../../test/harness/desk/fake-desk-main.ts'
import { patientAnswers } from '../../../../test/harness/desk/chart-pages.ts'
import {
  alert,
  button,
  isGone,
  press,
  sees,
  shows,
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  find,
  isFit,
  keptBy,
  main,
  ok,
  openDesk,
  signedIn,
} from '../../../../test/harness/renderer/open-desk.ts'

const opening = 'Emergency access'
const reason = 'A patient cannot breathe, the nurse is away'
const endsAt = new Date(2026, 4, 4, 14, 32).getTime()

answering(() => ({ today: () => ok({ rows: [], readAt: Date.now() }) }))
const taken = () => main.said.flatMap((said) => (said.type === 'session' ? [said.session] : []))

describe('emergency access', () => {
  it('is asked for with a role that the member does not have, and a reason', async () => {
    await openDesk()
    await press(opening)
    const roles = page.getByRole('radio')
    await expect.poll(() => roles.elements()).toHaveLength(2)
    await shows('Take it for 30 minutes', alert(/choose what you need/))
    await press(page.getByRole('radio', { name: /^Clinical/ }))
    await page.getByRole('textbox').fill('quick')
    await shows('Take it for 30 minutes', alert(/at least 10 characters/))
    await expect.element(page.getByRole('textbox')).toHaveFocus()
    expect(taken()).toEqual([])
    await page.getByRole('textbox').fill(reason)
    await press('Take it for 30 minutes')
    await isGone(page.getByRole('dialog'))
    expect(taken()).toEqual([{ act: 'emergency', role: 'clinical', reason }])
  })

  it('is told with its end for as long as it lasts', async () => {
    await openDesk()
    const member = { ...ana('reception'), emergency: { role: 'clinical' as const, endsAt } }
    main.show(deskViewOf({ state: 'open', member }))
    await sees('Emergency access: Clinical, until 2:32 PM')
    await isGone(button(opening))
    await isFit()
    main.show(deskViewOf())
    await isGone(/until 2:32/)
    await sees(button(opening))
  })

  it('closes what it had opened when it ends, and leaves nothing of it in the page', async () => {
    Object.assign(main.answers, patientAnswers)
    const member = { ...ana('administrator'), emergency: { role: 'reception' as const, endsAt } }
    const desk = await openDesk(deskViewOf({ state: 'open', member }))
    await press('Patients')
    await find()
    await sees(button('Daniel Kim'))
    main.show(deskViewOf({ state: 'open', member: ana('administrator') }))
    await isGone(button('Daniel Kim'))
    expect(document.body.textContent).not.toMatch(/Kim/)
    expect(keptBy(desk)).not.toMatch(/Kim/)
  })

  it('is not offered to who has every role that can be taken', async () => {
    await openDesk(signedIn(['reception', 'clinical', 'billing']))
    await sees(button('Lock (Ctrl+L)'))
    await isGone(button(opening))
  })
})

describe('the administrators’ list', () => {
  const id = '0d7d3d3e-5a5f-4c58-9b1c-2f2f7f5f3a11'
  const row = { id, memberId: benId, name: 'Ben Cole', role: 'clinical', reason, endsAt }

  it('shows who took what and why, until an administrator has seen it', async () => {
    let rows = [{ ...row, at: endsAt - 30 * 60_000 }]
    Object.assign(main.answers, {
      members: () => ok([sampleMember({})]),
      emergencies: () => ok(rows),
      seeEmergency: () => {
        rows = []
        return ok(null)
      },
    })
    await openDesk(signedIn(['administrator']))
    await press('Members of staff')
    await sees(
      page.getByText(reason, { exact: true }),
      'Clinical, Monday, May 4, 2:02 PM to 2:32 PM',
    )
    await isFit()
    await press('I have seen it: Ben Cole')
    await isGone(page.getByText(reason, { exact: true }))
    expect(commands()).toEqual([commandOf('seeEmergency', { emergency: id })])
  })
})
