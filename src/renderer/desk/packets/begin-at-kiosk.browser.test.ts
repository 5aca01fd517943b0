import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { sampleKiosk, sampleKiosks } from '../../../../test/harness/desk/kiosk-pages.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { ok, outOfReach } from '../../../../test/harness/renderer/open-chart-part.ts'
import {
  alert,
  button,
  commandOf,
  mainWithPackets,
  openPackets,
  text,
} from '../../../../test/harness/renderer/open-packets.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import '../../app.css'
import '../desk.css'

let main: FakeDeskMain
beforeEach(() => {
  main = mainWithPackets()
  const until = new Date(Date.now() + 10 * 60_000).toISOString()
  main.answers['makeDeskCode'] = () => ok({ code: '482913', until })
  main.answers['deskCode'] = () => ok({ state: 'waiting', kiosk: null })
  main.answers['kiosks'] = () => ok([...sampleKiosks, sampleKiosk('Window', 6, {})])
  main.answers['beginAtKiosk'] = () => ok(null)
})

const status = (words: string) => page.getByRole('status').filter({ hasText: words })

describe.each([
  ['en', 'Code for a kiosk', 'Window asks for their birth date now.'],
  ['es', 'Código para un quiosco', 'Window pregunta ahora su fecha de nacimiento.'],
] as const)('in %s', (locale, title, begun) => {
  it('begins at a kiosk that is free, and the code that stood there is gone', async () => {
    await openPackets({ main, locale })
    await button(title).click()
    await expect.element(button('Window')).toBeVisible()
    // Those that are away, in use or closed are not offered.
    await expect.element(button('Front door')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    expect(outOfReach()).toEqual([])
    await button('Window').click()
    await expect.element(status(begun)).toBeVisible()
    await expect.element(text('482 913')).not.toBeInTheDocument()
    await expect.element(button('Window')).not.toBeInTheDocument()
    expect(main.said.filter(({ type }) => type === 'command').at(-1)).toEqual(
      commandOf('beginAtKiosk', { chart: 'chart-1', packet: null, kiosk: 'kiosk-6' }),
    )
    expect(await violations()).toEqual([])
  })
})

it.each([
  ['kioskBusy', 'Somebody uses that kiosk'],
  ['kioskSilent', 'That kiosk does not answer.'],
] as const)('says why it did not begin: %s; the code before works no more', async (kind, words) => {
  const error: DeskRefusal = { kind }
  main.answers['beginAtKiosk'] = () => ({ ok: false, error })
  await openPackets({ main })
  await button('Code for a kiosk').click()
  await button('Window').click()
  await expect.element(alert(words)).toBeVisible()
  await expect.element(text('482 913')).not.toBeInTheDocument()
  await button('Make a new code').click()
  await expect.element(text('482 913')).toBeVisible()
  await expect.element(alert(words)).not.toBeInTheDocument()
})

it('offers nothing where no kiosk is free', async () => {
  main.answers['kiosks'] = () => ok(sampleKiosks)
  await openPackets({ main })
  await button('Code for a kiosk').click()
  await expect.element(text('482 913')).toBeVisible()
  await expect.element(page.getByText('Or begin at a kiosk')).not.toBeInTheDocument()
})
