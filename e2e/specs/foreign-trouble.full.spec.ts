import { m } from '../../src/i18n/paraglide/messages.js'
import type { ForeignSite } from '../../test/foreign/site.ts'
import { completed, expectCompleted, expectOnScreen, foreignOf } from '../support/foreign.ts'
import { prove } from '../support/quick-visit.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

/** Lines of the log with one of these events so far. */
const linesOf = ({ log }: RunningFoyer, event: string) =>
  log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['event'] === event)

const blank = ({ origins: { forms, cdn } }: ForeignSite) => [
  { reason: 'failed', kind: 'script', status: 404, origin: cdn },
  { reason: 'blank', kind: 'document', origin: forms },
]

/** Pages of no use, with what the log says of each. */
const useless: readonly (readonly [
  page: string,
  what: string,
  told: (site: ForeignSite) => object[],
])[] = [
  ['/trouble/blank', 'an empty one', blank],
  [
    '/trouble/spinning',
    'one that waits for a script for ever',
    ({ origins }) => [{ reason: 'hangs', kind: 'script', origin: origins.cdn }],
  ],
  [
    '/trouble/api-500',
    'one whose service answers with an error',
    ({ origins }) => [{ reason: 'failed', kind: 'fetch', status: 500, origin: origins.api }],
  ],
  ['/trouble/unlisted', 'one that needs a script of a host that nobody listed', () => []],
]

for (const [foreign, what, told] of useless)
  test.describe(`a page of somebody else’s: ${what}`, () => {
    test.use({ options: { foreign } })
    test('may be tried again', async ({ foyer, patient, person }) => {
      await prove(foyer, person)
      await patient.sees(m.kiosk_unavailable_title)
      expect(linesOf(foyer, 'formPageFailed')).toMatchObject(told(foreignOf(foyer)))
      if (told !== blank) return
      await patient.taps(m.kiosk_unavailable_retry)
      await patient.sees(given(m.kiosk_message_title, { screen: 'askStaff' }))
      const twice = [...told(foreignOf(foyer)), ...told(foreignOf(foyer))]
      expect(linesOf(foyer, 'formPageFailed')).toMatchObject(twice)
    })
  })

test.describe('a page of somebody else’s of which something does not come', () => {
  test.use({ options: { foreign: '/trouble/slow-script' } })
  test('is left to the patient where it can be filled in', async ({ foyer, form }) => {
    const before = completed(foyer)
    await expectOnScreen(foyer, 'last')
    await expect.poll(() => linesOf(foyer, 'formPageFailed')).toHaveLength(1)
    await form.getByRole('button', { name: 'Send' }).click()
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
  })
})

test.describe('a page of somebody else’s that leads to a host that nobody listed', () => {
  test.use({ options: { foreign: '/trouble/led-away' } })
  test('goes to the desk at once, with the origin', async ({ foyer, patient, person }) => {
    await prove(foyer, person)
    await patient.sees(given(m.kiosk_message_title, { screen: 'askStaff' }))
    const { origins, requests } = foreignOf(foyer)
    expect(linesOf(foyer, 'formFailed')).toMatchObject([
      { error: 'notAllowed', origin: origins.portal },
    ])
    expect(requests.filter((each) => each.startsWith('portal'))).toEqual([])
    expect(requests.filter((each) => each.includes('/trouble'))).toHaveLength(1)
  })
})
