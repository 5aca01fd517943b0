import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { samplePackets } from '../../../../test/harness/desk/chart-part-pages.ts'
import type { FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import {
  never,
  ok,
  outOfReach,
  refused,
  sizes,
  type OpenedPart,
} from '../../../../test/harness/renderer/open-chart-part.ts'
import {
  button,
  mainWithPackets,
  openPackets,
  text,
} from '../../../../test/harness/renderer/open-packets.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import '../../app.css'
import '../desk.css'

let main: FakeDeskMain
beforeEach(() => {
  main = mainWithPackets()
})

const open = (part: Omit<OpenedPart, 'main'> = {}) => openPackets({ main, ...part })

const states: Record<
  string,
  {
    readonly packets?: () => DeskReply | Promise<DeskReply>
    readonly role?: 'billing'
    readonly says: { readonly en: string; readonly es: string }
  }
> = {
  loading: {
    packets: never,
    says: { en: 'Reading the forms…', es: 'Leyendo los formularios…' },
  },
  empty: {
    packets: () => ok({ ...samplePackets, rows: [] }),
    says: {
      en: 'This patient has no forms here.',
      es: 'Este paciente no tiene formularios aquí.',
    },
  },
  failed: {
    packets: () => refused('failed'),
    says: { en: 'The forms could not be read.', es: 'No se pudieron leer los formularios.' },
  },
  offline: {
    packets: () => refused('offline'),
    says: {
      en: 'The service cannot be reached. Please try again in a moment.',
      es: 'No hay conexión con el servicio. Inténtelo de nuevo en un momento.',
    },
  },
  'without the right': {
    role: 'billing',
    says: {
      en: 'Your role does not show forms.',
      es: 'Su función no muestra formularios.',
    },
  },
  full: { says: { en: 'Overdue', es: 'Atrasado' } },
}

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s screen', (size) => {
  describe.each(['en', 'es'] as const)('in %s', (locale) => {
    it.each(Object.entries(states))(
      'the forms, %s, are accessible and in reach',
      async (_, { packets, role, says }) => {
        if (packets) main.answers['packets'] = packets
        await open({ locale, size, ...(role && { role }) })
        await expect.element(text(says[locale])).toBeVisible()
        expect(outOfReach()).toEqual([])
        expect(await violations()).toEqual([])
      },
    )
  })
})

describe('the forms of a patient', () => {
  it('go stale without the service, and say how old they are', async () => {
    const desk = await open()
    await expect.element(button('Yearly update')).toBeVisible()
    main.answers['packets'] = () => refused('offline')
    await desk.cache.refetchQueries({ queryKey: ['packets'] })
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(button('Yearly update')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('stand under open, done and put away', async () => {
    await open()
    await button('Done: 1').click()
    await expect.element(button('Consent')).toBeVisible()
    await button('Put away: 1').click()
    await expect.element(button('Yearly update, 2029')).toBeVisible()
    await expect.element(button('Open: 3')).toHaveAttribute('aria-pressed', 'false')
  })

  it('are walked through by arrows, opened by Enter and closed by Escape', async () => {
    await open()
    await expect.element(button('New patient forms')).toBeVisible()
    button('New patient forms').element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(button('Forms without a name')).toHaveFocus()
    await userEvent.keyboard('{Home}{Enter}')
    await expect.element(text('Rosa')).toBeVisible()
    await expect.element(text('Drawn, signed or a file: see the PDF')).toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { level: 3 })).not.toBeInTheDocument()
    await expect.element(button('New patient forms')).toHaveFocus()
  })

  it('tell how many are left out, with others and without', async () => {
    main.answers['packets'] = () => ok({ ...samplePackets, notShown: 4 })
    const words = 'Not shown: 4 more. The service does not say whose they are.'
    const desk = await open()
    await expect.element(button('Yearly update')).toBeVisible()
    await expect.element(text(words)).toBeVisible()
    main.answers['packets'] = () => ok({ ...samplePackets, rows: [], notShown: 4 })
    await desk.cache.refetchQueries({ queryKey: ['packets'] })
    await expect.element(button('Yearly update')).not.toBeInTheDocument()
    await expect.element(text(words)).toBeVisible()
    await expect.element(text('This patient has no forms here.')).not.toBeInTheDocument()
  })

  it('are shown for others to change only with the right', async () => {
    await open({ role: 'billing' })
    await expect.element(text('Your role does not show forms.')).toBeVisible()
    await expect.element(button('Give forms')).not.toBeInTheDocument()
    expect(main.said).toEqual([])
  })
})
