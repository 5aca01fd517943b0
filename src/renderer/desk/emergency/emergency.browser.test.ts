import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  ana,
  anaId,
  benId,
  deskViewOf,
  FakeDeskMain,
} from '../../../../test/harness/desk/fake-desk-main.ts'
import { answerPatients } from '../../../../test/harness/desk/patient-pages.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { openDesk, outOfReach } from '../../../../test/harness/renderer/open-desk.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import type { Locale } from '../../../shared/locale.ts'
import '../../app.css'
import '../desk.css'

const ok = (value: unknown) => ({ ok: true as const, value })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = (words: RegExp) => page.getByRole('alert').filter({ hasText: words })
const opening = { en: 'Emergency access', es: 'Acceso de emergencia' } as const
const reason = 'A patient cannot breathe, the nurse is away'
const endsAt = new Date(2026, 4, 4, 14, 32).getTime()

let main: FakeDeskMain
beforeEach(() => {
  main = new FakeDeskMain()
  main.answers = { today: () => ok({ rows: [], readAt: Date.now() }) }
})
const open = (roles: MemberRole[] = ['reception'], locale: Locale = 'en') =>
  openDesk(main, deskViewOf({ state: 'open', member: ana(...roles) }, locale))
const taken = () => main.said.flatMap((said) => (said.type === 'session' ? [said.session] : []))

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  it('the dialog is accessible and in reach', async () => {
    await open(['administrator'], locale)
    await button(opening[locale]).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
  })
})

describe('emergency access', () => {
  it('is asked for with a role that the member does not have, and a reason', async () => {
    await open()
    await button(opening.en).click()
    const roles = page.getByRole('radio')
    await expect.poll(() => roles.elements()).toHaveLength(2)
    await button('Take it for 30 minutes').click()
    await expect.element(alert(/choose what you need/)).toBeVisible()
    await page.getByRole('radio', { name: /^Clinical/ }).click()
    await page.getByRole('textbox').fill('quick')
    await button('Take it for 30 minutes').click()
    await expect.element(alert(/at least 10 characters/)).toBeVisible()
    await expect.element(page.getByRole('textbox')).toHaveFocus()
    expect(taken()).toEqual([])
    await page.getByRole('textbox').fill(reason)
    await button('Take it for 30 minutes').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(taken()).toEqual([{ act: 'emergency', role: 'clinical', reason }])
  })

  it('is left by Escape, with nothing taken', async () => {
    await open()
    await button(opening.en).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(taken()).toEqual([])
  })

  it('is told with its end for as long as it lasts', async () => {
    await open()
    const member = { ...ana('reception'), emergency: { role: 'clinical' as const, endsAt } }
    main.show(deskViewOf({ state: 'open', member }))
    await expect
      .element(page.getByText('Emergency access: Clinical, until 2:32 PM', { exact: true }))
      .toBeVisible()
    await expect.element(button(opening.en)).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    main.show(deskViewOf())
    await expect.element(page.getByText(/until 2:32/)).not.toBeInTheDocument()
    await expect.element(button(opening.en)).toBeVisible()
  })

  it('closes what it had opened when it ends, and leaves nothing of it in the page', async () => {
    answerPatients(main)
    const member = { ...ana('administrator'), emergency: { role: 'reception' as const, endsAt } }
    const desk = await openDesk(main, deskViewOf({ state: 'open', member }))
    await button('Patients').click()
    await page.getByRole('searchbox').fill('kim')
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Daniel Kim')).toBeVisible()
    main.show(deskViewOf({ state: 'open', member: ana('administrator') }))
    await expect.element(button('Daniel Kim')).not.toBeInTheDocument()
    expect(document.body.textContent).not.toMatch(/Kim/)
    const cached = desk.cache.getQueryCache().getAll()
    expect(JSON.stringify(cached.map(({ state }) => state.data))).not.toMatch(/Kim/)
  })

  it('is not offered to who has every role that can be taken', async () => {
    await open(['reception', 'clinical', 'billing'])
    await expect.element(button('Lock (Ctrl+L)')).toBeVisible()
    await expect.element(button(opening.en)).not.toBeInTheDocument()
  })
})

describe('the administrators’ list', () => {
  const id = '0d7d3d3e-5a5f-4c58-9b1c-2f2f7f5f3a11'
  const row = { id, memberId: benId, name: 'Ben Cole', role: 'clinical', reason, endsAt }

  it('shows who took what and why, until an administrator has seen it', async () => {
    let rows = [{ ...row, at: endsAt - 30 * 60_000 }]
    Object.assign(main.answers, {
      members: () =>
        ok([
          {
            ...{ id: anaId, name: 'Ana Ruiz', roles: ['administrator'] },
            ...{ isActive: true, secret: 'own', since: 0 },
          },
        ]),
      emergencies: () => ok(rows),
      seeEmergency: () => {
        rows = []
        return ok(null)
      },
    })
    await open(['administrator'])
    await button('Members of staff').click()
    await expect.element(page.getByText(reason, { exact: true })).toBeVisible()
    await expect
      .element(page.getByText('Clinical, Monday, May 4, 2:02 PM to 2:32 PM', { exact: true }))
      .toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    await button('I have seen it: Ben Cole').click()
    await expect.element(page.getByText(reason, { exact: true })).not.toBeInTheDocument()
    expect(main.said).toContainEqual({
      ...{ type: 'command', name: 'seeEmergency', input: { emergency: id } },
    })
  })
})
