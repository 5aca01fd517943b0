import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  administrationPages,
  asAdministrator,
  sampleAudit,
  sampleWebhooks,
} from '../../../../test/harness/desk/administration-pages.ts'
import { deskViewOf, FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { openDesk, outOfReach } from '../../../../test/harness/renderer/open-desk.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import '../../app.css'
import '../desk.css'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const names = {
  en: { integrations: 'Integrations', audit: 'Audit' },
  es: { integrations: 'Integraciones', audit: 'Auditoría' },
} as const
const place = (name: string) =>
  page.getByRole('navigation').getByRole('button', { name, exact: true })

let main: FakeDeskMain
beforeEach(() => {
  main = new FakeDeskMain()
  main.answers['webhooks'] = () => ok(sampleWebhooks)
  main.answers['webhook'] = () => ok(sampleWebhooks.rows[0])
  main.answers['members'] = () => ok([])
  main.answers['auditEntries'] = () => ok(sampleAudit)
})
async function open(where: 'integrations' | 'audit', locale: 'en' | 'es' = 'en') {
  const desk = await openDesk(main, deskViewOf(asAdministrator, locale))
  await place(names[locale][where]).click()
  return desk
}
const commands = () => main.said.filter(({ type }) => type === 'command')

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  it.each(Object.entries(administrationPages))(
    '%s is accessible and in reach',
    async (_, { place: where, answers, says }) => {
      Object.assign(main.answers, answers)
      await open(where, locale)
      await expect.element(page.getByText(says[locale], { exact: true }).first()).toBeVisible()
      expect(outOfReach()).toEqual([])
      expect(await violations()).toEqual([])
    },
  )
})

describe('integrations', () => {
  const first = () => button('Front desk').first()
  async function openFirst() {
    await open('integrations')
    await expect.element(first()).toBeVisible()
    await first().click()
    await expect.element(button('Send a test')).toBeVisible()
  }

  it('are walked through by arrows, one stop of the Tab key a list', async () => {
    await open('integrations')
    await expect.element(first()).toBeVisible()
    const stops = [...document.querySelectorAll<HTMLElement>('button.webhook')]
    expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(2)
    first().element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(button('Results').first()).toHaveFocus()
    await userEvent.keyboard('{Enter}{Escape}')
    await expect.element(button('Results').first()).toHaveFocus()
  })

  it('show a new signing secret once, and keep it nowhere', async () => {
    const secret = 'whsec_for-this-once-alone'
    main.answers['createWebhook'] = () => ok({ kind: 'created', signingSecret: secret })
    const desk = await open('integrations')
    await button('Add an address of this clinic').click()
    await page.getByLabelText('Address').fill('https://hooks.clinic.example/new')
    await page.getByLabelText('form.completed').click()
    expect(await violations()).toEqual([])
    await button('Save').click()
    await expect.element(page.getByLabelText('Signing secret')).toHaveValue(secret)
    expect(await violations()).toEqual([])
    const kept = [desk.cache.getQueryCache().getAll(), desk.cache.getMutationCache().getAll()]
    expect(JSON.stringify(kept.flat().map(({ state }) => state))).not.toContain(secret)
    // A slip of the finger does not close it.
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByLabelText('Signing secret')).toBeVisible()
    await button('I have copied it').click()
    await expect.element(page.getByLabelText('Signing secret')).not.toBeInTheDocument()
    expect(commands()).toEqual([
      {
        ...{ type: 'command', name: 'createWebhook' },
        input: {
          ...{ scope: 'account', url: 'https://hooks.clinic.example/new' },
          eventTypes: ['form.completed'],
        },
      },
    ])
  })

  it.each([
    [true, /Its signing secret is told only once, and it did not arrive/],
    [false, /most likely not added/],
    [null, /Nobody knows whether the address was added/],
  ])('say what it means that an answer was lost (there: %s)', async (isThere, words) => {
    main.answers['createWebhook'] = () => ok({ kind: 'answerLost', isThere })
    await open('integrations')
    await button('Add an address of the connection').click()
    await page.getByLabelText('Address').fill('https://hooks.clinic.example/new')
    await page.getByLabelText('form.completed').click()
    await button('Save').click()
    await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('send no address that cannot be right', async () => {
    await open('integrations')
    await button('Add an address of this clinic').click()
    for (const [address, words] of [
      ['http://a.example/', 'The address must begin with https://'],
      ['https://a:b@c.example/', 'Please take the name and password out of the address.'],
      ['https://localhost/', 'The service cannot reach this: it is the name of its own machine.'],
      ['https://a.example/', 'Please choose at least one event.'],
    ] as const) {
      await page.getByLabelText('Address').fill(address)
      await button('Save').click()
      await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    }
    expect(commands()).toEqual([])
  })

  it('test an address, and say what to do where nothing arrives', async () => {
    main.answers['testWebhook'] = () => ok({ delivered: false, statusCode: null })
    await openFirst()
    await button('Send a test').click()
    await expect.element(page.getByText(/^The test did not arrive/)).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('delete one only after they were asked', async () => {
    main.answers['deleteWebhook'] = () => ok(null)
    await openFirst()
    await button('Delete').click()
    await expect.element(button('Cancel')).toHaveFocus()
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await button('Delete').click()
    expect(commands()).toEqual([])
    await button('Yes, delete it').click()
    await expect.element(button('Send a test')).not.toBeInTheDocument()
    expect(commands()).toEqual([
      { type: 'command', name: 'deleteWebhook', input: { webhook: 'accountWebhook-1' } },
    ])
  })

  it('stay in sight without the service, and say how old they are', async () => {
    const desk = await open('integrations')
    await expect.element(first()).toBeVisible()
    main.answers['webhooks'] = () => ({ ok: false, error: { kind: 'offline' } })
    await desk.cache.refetchQueries({ queryKey: ['webhooks'] })
    await expect.element(page.getByText(/Not up to date/).first()).toBeVisible()
    await expect.element(first()).toBeVisible()
    expect(await violations()).toEqual([])
  })
})

describe('the audit', () => {
  const asked = () =>
    main.said.flatMap((said) =>
      said.type === 'query' && said.name === 'auditEntries' ? [said.input] : [],
    )

  it('reads on to its end, the newest first', async () => {
    const [entry] = sampleAudit.entries
    main.answers['auditEntries'] = () =>
      ok({
        entries: [{ ...entry, seq: 100 - asked().length }],
        next: asked().length < 3 ? 9 : null,
      })
    await open('audit')
    await expect.element(page.getByText('3 entries shown These are all.')).toBeVisible()
    expect(asked()).toEqual([{}, { before: 9 }, { before: 9 }])
  })

  it('is narrowed to one patient, who has a number of this page alone', async () => {
    await open('audit')
    await button('Only patient 3').click()
    await expect.poll(asked).toContainEqual({ patient: 'auditedPatient-3' })
    await page.getByLabelText('Kind').selectOptions('Emergencies')
    await expect.poll(asked).toContainEqual({ patient: 'auditedPatient-3', group: 'emergencies' })
    main.answers['auditEntries'] = () => ok({ entries: [], next: null })
    await page.getByLabelText('From').fill('2026-03-04')
    await expect.element(page.getByText('Nothing fits what you are looking for.')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('says that nothing was changed, or where it was', async () => {
    main.answers['verifyAudit'] = () => ok({ holds: true, entries: 9, first: 1, last: 9 })
    await open('audit')
    await button('Check the whole audit').click()
    await expect.element(page.getByText(/^Nothing was changed: all 9 entries/)).toBeVisible()
    main.answers['verifyAudit'] = () => ok({ holds: false, fault: 'changed', seq: 4 })
    await button('Check the whole audit').click()
    await expect
      .element(
        page.getByRole('alert').filter({ hasText: 'Entry 4, or the one before it, was changed.' }),
      )
      .toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('is exported as it is searched, and says where it went or why not', async () => {
    await open('audit')
    await page.getByLabelText('Kind').selectOptions('Emergencies')
    await expect.poll(asked).toContainEqual({ group: 'emergencies' })
    main.answers['exportAudit'] = () => ok({ outcome: 'noFolder' })
    const exportThese = button('Export these entries')
    await expect.element(exportThese).toHaveAttribute('aria-disabled', 'false')
    await exportThese.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: /^There is no folder for files yet/ }))
      .toBeVisible()
    expect(await violations()).toEqual([])
    const file = 'audit-2026-03-10-1705.csv'
    main.answers['exportAudit'] = () => ok({ outcome: 'exported', file, entries: 3 })
    await exportThese.click()
    await expect
      .element(page.getByText(/^3 entries are in audit-2026-03-10-1705\.csv/))
      .toBeVisible()
    expect(commands()).toHaveLength(2)
    expect(commands()).toContainEqual({
      ...{ type: 'command', name: 'exportAudit', input: { group: 'emergencies' } },
    })
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    // What it says is of what was searched then.
    await button('Show all').click()
    await expect.element(page.getByText(/entries are in audit/)).not.toBeInTheDocument()
  })
})
