import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Command } from '../../shared/ipc.ts'
import {
  asksFirst,
  button,
  fitsDialog,
  heading,
  press,
  pressByKey,
  sees,
  settle,
  violations,
} from '#harness/renderer/on-page.ts'
import { openScreen, sendsByKey, sendsOnce, sizeNames } from '#harness/renderer/page-harness.ts'
import { refusedOrigins } from '#harness/renderer/refused-origins.ts'
import { spread } from '#harness/renderer/spread.ts'

const forms = 'https://forms.intake.example.com'
const intake = '00000000-0000-4000-8000-000000000288'
const ana = '00000000-0000-4000-8000-000000000000'
const declines = (key: string): Command => ({ type: 'declineFormOrigin', key })
const resets = (key: string): Command => ({ type: 'resetSetting', key })
const taps: [screen: string, button: string, command: Command][] = [
  ['staff-home', 'Lock', { type: 'closeStaff' }],
  ['staff-home', 'Check-ins kept here', { type: 'openStaffPage', page: 'intakes' }],
  ['staff-home-intakes', 'Look at them', { type: 'openStaffPage', page: 'intakes' }],
  ['staff-home', 'Overview', { type: 'openStaffPage', page: 'home' }],
  ['staff-home', 'Connection', { type: 'openStaffPage', page: 'connection' }],
  ['staff-home', 'Credentials', { type: 'openStaffPage', page: 'credentials' }],
  ['staff-home', 'Settings', { type: 'openStaffPage', page: 'settings' }],
  ['staff-home', 'Audit', { type: 'openStaffPage', page: 'audit' }],
  ['staff-home', 'This kiosk', { type: 'openStaffPage', page: 'machine' }],
  ['staff-home', 'I went to number 4 108', { type: 'settleRequest', key: '16' }],
  ['staff-home', 'Take out of service', { type: 'takeOutOfService' }],
  ['staff-home-visit', 'Help this patient', { type: 'helpPatient' }],
  ['staff-desk-wipe', 'Do not forget', { type: 'declineWipe' }],
  ['staff-intakes', 'Save all as one PDF', { type: 'saveSettledPdf' }],
  ['staff-intake-several', 'Try now', { type: 'actOnIntake', intake, act: 'tryNow' }],
  ['staff-intake-several', 'Read answers', { type: 'readIntake', intake }],
  ['staff-intake-several', 'Save as PDF', { type: 'saveIntakePdf', intake }],
  ['staff-home', 'Test', { type: 'openStaffPage', page: 'connection' }],
  ['staff-home-troubled', 'Put in service', { type: 'putInService' }],
  ['staff-home-troubled', 'Enter credentials', { type: 'openStaffPage', page: 'credentials' }],
  ['staff-connection', 'Test now', { type: 'testConnection' }],
  ['staff-home-origin', `Yes, it is right: ${forms}`, { type: 'confirmFormOrigin', key: '31' }],
  ['staff-connection-origin', `No: ${forms}`, declines('31')],
  ['staff-home-origins', 'I have seen it: https://192.168.1.1', declines('33')],
  ['staff-settings', 'Undo the change: Addresses that forms open from', resets('formView.origins')],
  ['staff-settings', 'Undo the change: Country of phone numbers', resets('identity.phoneRegion')],
  ['staff-audit', 'Verify now', { type: 'verifyAudit' }],
  ['staff-machine', 'Change the PIN', { type: 'changePin' }],
  ['staff-machine', 'Make a new key', { type: 'rotateKey' }],
  ['staff-enter-pin', 'Cancel', { type: 'closeStaff' }],
  ['staff-enter-pin-change', 'Cancel', { type: 'openStaffPage', page: 'machine' }],
  ['staff-vault-fault-full', 'Back', { type: 'closeStaff' }],
  ['staff-choose-pin', 'Cancel', { type: 'openStaffPage', page: 'machine' }],
  ['staff-choose-member', 'Ana Ruiz', { type: 'chooseMember', member: ana }],
  ['staff-choose-member', 'Cancel', { type: 'closeStaff' }],
  ['staff-desk-asked', 'Cancel', { type: 'closeStaff' }],
  ['staff-desk-away', 'Use the kiosk’s PIN', { type: 'usePin' }],
  ['staff-desk-away', 'Try again', { type: 'askDesk' }],
  ['staff-desk-away', 'Cancel', { type: 'closeStaff' }],
  ['staff-member-secret', 'Somebody else', { type: 'showMembers' }],
  ['staff-member-secret', 'Cancel', { type: 'closeStaff' }],
  ['staff-member-secret-change', 'Cancel', { type: 'openStaffPage', page: 'machine' }],
  ['staff-no-role', 'Close', { type: 'closeStaff' }],
]

it.each(taps)('on %s, "%s" sends its command once for a double tap', sendsOnce)
// Every button is one of the browser's own, so the first one stands for all in the default tier.
it.each(taps.slice(0, 1))('on %s, "%s" sends its command by keyboard', sendsByKey)
it.each(taps.slice(1))('on %s, "%s" sends its command by keyboard', { tags: 'full' }, sendsByKey)

const remove = 'Remove the credentials: Partner interface'
const removal = { type: 'removeCredentials', interface: 'partner' } as const
const asked: [screen: string, button: string, no: string, yes: string, command: Command][] = [
  ['staff-credentials', remove, 'No, keep', 'Yes, remove', removal],
  ['staff-machine', 'Leave the kiosk', 'No, stay', 'Yes, leave', { type: 'leaveKiosk' }],
  ['staff-desk-paired', 'Unpair', 'Keep it paired', 'Yes, unpair', { type: 'unpairKiosk' }],
]

it.each(asked)('on %s, "%s" asks first, with the focus on the safe answer', async (name, ...of) => {
  const [label, no, yes, command] = of
  await asksFirst(await openScreen(name), { label, no, yes, command })
})

const region = (name: string) => page.getByRole('region', { name, exact: true })
/** Words of regions, by their names, on a sample. */
const sayings: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'staff-intakes': {
    'These need you': /5 288.*More than one patient fits.*No number.*cannot be read/,
    'With the clinic, but something is left':
      /12 of 15 answers are with the clinic\. The signature must be asked for/,
  },
  'staff-intake-several': {
    'Who gave it': /Ana Lopez.*April 5, 1990.*\+12065550177.*Proved by a code.*5 288/,
    'How it stands': /More than one patient fits.*take it over/,
    'Who could be meant':
      /Ana Lopez.*same phone.*Another email.*ANA LÓPEZ.*ends in 0143.*No email.*Not an active patient/,
  },
  'staff-intake-remaining': {
    'How it stands': /12 of 15 .*privacy notice The signature must be.*changed a form/,
  },
}
it.each(Object.entries(sayings))(
  '%s says in its regions what it is about',
  async (screen, says) => {
    await openScreen(screen)
    for (const [name, words] of Object.entries(says))
      await expect.element(region(name)).toMatchTextContent(words)
  },
)

it.each([
  ['staff-audit-broken', /entry 4102: its hash is not its own/],
  ['staff-home-visit', /A visit is waiting: 4.271/],
  ['staff-desk-wipe', /^This kiosk goes back to the lender\.$/],
  ['staff-intakes-saved', /^Saved as \/media\/intakes\/all\.pdf$/],
  ['staff-intakes-off', /is switched off\..*not sent: 2/],
])('%s says %s', async (screen, words) => {
  await openScreen(screen)
  await sees(page.getByText(words).first())
})

const long = refusedOrigins.origins[1]!.origin
const dialogs = {
  'reasons to discard in English': ['staff-intake-several', 'en', 'Discard'],
  'reasons to discard in Spanish': ['staff-intake-several', 'es', 'Descartar'],
  'a very long address in English': ['staff-connection-refused', 'en', `Allow: ${long}`],
  'a very long address in Spanish': ['staff-connection-refused', 'es', `Permitir: ${long}`],
} as const
const dialogNames = Object.keys(dialogs) as (keyof typeof dialogs)[]
it.each(spread(dialogNames, sizeNames))('a question about %s fits in %s', async (name, size) => {
  const [screen, locale, label] = dialogs[name]
  await openScreen(screen, { locale }, size)
  await press(label)
  await settle()
  fitsDialog()
  expect(await violations()).toEqual([])
})

it.each([
  ['staff-connection-testing', 'Test now'],
  ['staff-audit-verifying', 'Verify now'],
  ['staff-intake-remaining', 'Take it over'],
  ['staff-credentials-testing', 'Replace the credentials: Partner interface'],
])('on %s, "%s" rests and keeps the focus', async (name, label) => {
  const harness = await openScreen(name)
  await expect.element(button(label)).toHaveAttribute('aria-disabled', 'true')
  await pressByKey(label)
  await expect.element(button(label)).toHaveFocus()
  expect(harness.commands).toEqual([])
})

describe('an origin of forms that nobody confirmed', () => {
  it('is shown as it is, with where it comes from, and can be declined alone where staff may not confirm', async () => {
    await openScreen('staff-home-origins')
    const [asked, barred] = page.getByRole('region', { name: /address/ }).all()
    await expect.element(asked!).toMatchTextContent('intake-of-a-very-long-name.example.com:8443')
    await expect.element(asked!).toMatchTextContent(/Is it right\?.*when the connection was tested/)
    await expect.element(barred!).toMatchTextContent('https://192.168.1.1')
    await expect.element(barred!).toMatchTextContent(/were sent to the front desk.*administrator/)
    expect(asked!.getByRole('button').elements()).toHaveLength(2)
    expect(barred!.getByRole('button').elements()).toHaveLength(1)
    await expect.element(page.getByRole('alert')).toMatchTextContent(/EACCES/)
  })

  it('is gone once it was answered, and the focus goes to the title', async () => {
    const harness = await openScreen('staff-home-origin')
    await press(`Yes, it is right: ${forms}`)
    await expect.element(heading()).toHaveFocus()
    await harness.showScreen('staff-home-quiet')
    expect(page.getByText(forms).elements()).toEqual([])
  })
})

it('writes the hash in groups that can be noted down', async () => {
  await openScreen('staff-audit-holds')
  const groups = [...document.querySelectorAll('.hash span')].map(({ textContent }) => textContent)
  expect(groups).toHaveLength(16)
  expect(groups.join('')).toBe('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
  await sees(page.getByText('Entries verified: 12,345'))
})

it('a vault that cannot be used says what to do, in order, and offers nothing but the way back', async () => {
  await openScreen('staff-vault-fault-readOnly')
  const steps = [...document.querySelectorAll('ol li')].map(({ textContent }) => textContent)
  expect(steps).toHaveLength(3)
  expect(steps[1]).toMatch(/right to write to the vault’s folder/)
  await sees(page.getByText('EACCES'))
  expect([...document.querySelectorAll('button, input, a')]).toHaveLength(1)
})

describe('the warning before the panel locks', () => {
  const warned = { overlay: { name: 'staffLocks', locksInMs: 20_000, staysByTouch: true } } as const

  const sizes = spread(['It'], sizeNames)
  it.each(sizes)('%s stands over the panel and takes no tap: %s', async (_, size) => {
    const harness = await openScreen('staff-home', {}, size)
    await harness.showScreen('staff-home', warned)
    const note = document.querySelector<HTMLElement>('[popover]')!
    await expect.element(note).toBeVisible()
    expect(note.textContent).toMatch(/Locks in 20 s/)
    const { left, top, width, height } = note.getBoundingClientRect()
    expect(document.elementFromPoint(left + width / 2, top + height / 2)).not.toBe(note)
    expect(await violations()).toEqual([])
    await harness.showScreen('staff-home')
    expect(document.querySelector('[popover]')).toBeNull()
  })

  it('does not say that a touch helps where none does', async () => {
    const overlay = { name: 'staffLocks', locksInMs: 60_000, staysByTouch: false } as const
    await openScreen('staff-home', { overlay })
    await expect.element(page.getByRole('status')).toMatchTextContent(/must be unlocked again/)
    expect(document.querySelector('[popover]')!.textContent).not.toMatch(/touch/i)
  })

  it('leaves what is being typed as it is', async () => {
    const harness = await openScreen('staff-credentials')
    await press('Enter credentials: Developer interface')
    await page.getByLabelText('Client ID').fill('half an id')
    await harness.showScreen('staff-credentials', warned)
    await expect.element(page.getByLabelText('Client ID')).toHaveValue('half an id')
    await harness.showScreen('staff-credentials')
    await expect.element(page.getByLabelText('Client ID')).toHaveValue('half an id')
  })
})

it('a kiosk is paired by the address and the code of a desk, and follows it by another address', async () => {
  const harness = await openScreen('staff-desk')
  await userEvent.fill(page.getByLabelText('Address'), 'desk.example')
  await userEvent.fill(page.getByLabelText('Code'), 'ABCD-EFGH-JKMN')
  await press('Pair now')
  expect(harness.commands).toEqual([
    { type: 'pairKiosk', address: 'desk.example', code: 'ABCD-EFGH-JKMN' },
  ])
  await harness.showScreen('staff-desk-paired')
  await userEvent.fill(page.getByLabelText('Address'), 'new.example')
  await press('Use this address')
  expect(harness.commands.slice(1)).toEqual([{ type: 'moveDesk', address: 'new.example' }])
})

const usual = refusedOrigins.origins[0]!.origin
const blocked = () => page.getByRole('region', { name: /blocked|bloquearon/ })

describe('an origin that a form asked for in vain', () => {
  it('is shown with what for, in how many visits and when; nothing is shown where there is none', async () => {
    const harness = await openScreen('staff-connection-refused')
    await expect
      .element(blocked().getByRole('listitem').first())
      .toMatchTextContent(/js\.intake\.example\.com.*Visits: 12 \(Feb 27 – Mar 3\).*scripts, data/)
    await harness.showScreen('staff-connection')
    expect(blocked().elements()).toEqual([])
  })

  it('is allowed once staff said so twice, with the focus on no, and then on the title', async () => {
    const harness = await openScreen('staff-connection-refused')
    await press(`Allow: ${usual}`)
    const name = `Forms will be able to load from ${usual}. Allow?`
    await sees(page.getByRole('alertdialog', { name }))
    await press('No')
    const command = { type: 'allowOrigin', origin: usual } as const
    const answers = { no: 'No', yes: 'Yes, allow' }
    await asksFirst(harness, { label: `Allow: ${usual}`, ...answers, command })
    await expect.element(heading()).toHaveFocus()
  })

  it('has no button where staff may not allow it', async () => {
    await openScreen('staff-connection-refused')
    const barred = blocked().getByRole('listitem').filter({ hasText: '192.168.1.1' })
    await expect.element(barred).toMatchTextContent(/Cannot be allowed here/)
    expect(barred.getByRole('button').elements()).toEqual([])
  })

  it.each([
    ['file', /configuration file says/],
    ['environment', /environment that Foyer is started with says/],
    ['policy', /organization’s policy says/],
  ])('has no button where an administrator decides, and one line says who: %s', async (...row) => {
    const [setBy, words] = row
    await openScreen(`staff-connection-refused-${setBy}`)
    await expect.element(blocked()).toMatchTextContent(words)
    expect(blocked().getByRole('button').elements()).toEqual([])
  })
})
