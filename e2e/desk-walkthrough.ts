// Drives a real front desk through its places as a member of staff would, and keeps a picture of each.
import { onePacket } from '../sandbox/seeds/cases.ts'
import { freePort } from '../scripts/free-port.ts'
import { m } from '../src/i18n/paraglide/messages.js'
import { openKioskStation } from '#harness/hub/kiosk-station.ts'
import { helpOf } from '#harness/hub/stations.ts'
import { Receptionist } from './support/receptionist.ts'
import type { RunningFoyer } from './support/running-foyer.ts'
import { words } from './support/staff.ts'
import { walkThrough, type Step } from './support/picture-steps.ts'
import { given } from '#harness/given.ts'

const name = 'Ana Reyes'
const secret = 'six small boats at noon'
const kiosk = 'Front door'
const spanish = { locale: 'es' } as const

/** Builds the presence of a kiosk of this name while a patient is there. */
const presenceInUse = (name: string) => ({
  name,
  version: '0.1.0',
  state: 'inUse' as const,
  connection: 'online' as const,
  since: new Date().toISOString(),
  intakes: { waiting: 0, needPerson: 0 },
})

/** A member of staff at a desk, of whom a picture is kept wherever they are. */
class PicturedReceptionist extends Receptionist {
  readonly step: Step

  constructor(page: Receptionist['page'], step: Step) {
    super(page)
    this.step = async (text, picture) => {
      // Nothing on the page says any more that it is still being read.
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await step(text, picture)
    }
  }

  override async opens(place: Parameters<Receptionist['opens']>[0]): Promise<void> {
    await super.opens(place)
    await this.page.getByRole('heading').first().waitFor()
    await this.step(`the place "${words(m.desk_place, { place })}"`, place)
  }

  override async opensPart(part: Parameters<Receptionist['opensPart']>[0]): Promise<void> {
    await super.opensPart(part)
    await this.step(`in the chart: ${words(part)}`, part.name.replace(/^desk_/, 'chart-'))
  }

  /** Shows the same in Spanish, and goes back. */
  async showsSpanish(text: string, picture: string): Promise<void> {
    await this.button('Español').click()
    await this.page.locator('html[lang=es]').waitFor()
    await this.page.getByText(text).first().waitFor()
    await this.step('the same in Spanish', `${picture}-spanish`)
    await this.button('English').click()
  }
}

/** Walks through the places of a desk that nobody has set up yet; a kiosk is paired with it and asks for help. */
async function walkDesk(foyer: RunningFoyer, step: Step): Promise<void> {
  const ana = new PicturedReceptionist(await foyer.kiosk(), step)
  await setsUp(ana)
  await servesPatients(ana)
  await hearsKiosk(ana)
  for (const place of ['intakes', 'clinic', 'integrations', 'audit'] as const)
    await ana.opens(place)
  await ana.page.keyboard.press('Control+k')
  await ana.page.getByRole('dialog').first().waitFor()
  await ana.step('Ctrl+K goes anywhere', 'palette')
  await ana.page.keyboard.press('Escape')
  await ana.locks(foyer)
  await ana.sees(m.desk_sign_in_as, { name })
  await ana.step('locked: nothing of a patient is left', 'locked')
  await ana.showsSpanish(m.desk_sign_in_as({ name }, spanish), 'locked')
}

async function setsUp(ana: PicturedReceptionist): Promise<void> {
  await ana.namesFirst(name, secret)
  await ana.step('the first person here sets the desk up', 'set-up')
  await ana.presses(m.desk_set_up_send)
  await ana.sees(m.desk_today_no_right)
  await ana.step('an administrator alone sees no patients', 'no-right')
  await ana.opens('members')
  await ana.presses(m.desk_members_change, { name })
  for (const role of [
    given(m.desk_role, { role: 'reception' }),
    given(m.desk_role, { role: 'clinical' }),
    given(m.desk_role, { role: 'billing' }),
  ])
    await ana.page.getByLabel(words(role)).check()
  await ana.step('gives themselves more roles', 'roles')
  await ana.presses(m.desk_save)
}

async function servesPatients(ana: PicturedReceptionist): Promise<void> {
  await ana.opens('today')
  const expected = ana.rows(words(given(m.desk_today_patient_state, { state: 'expected' }))).first()
  const panel = await ana.looksAt(expected)
  await ana.step('one of the appointments of today', 'appointment')
  await ana.button(words(m.desk_arrive), panel).click()
  await ana.seesArrived(panel)
  await ana.step('the patient is here, and this can be taken back', 'arrived')
  await ana.page.keyboard.press('Escape')
  await ana.findsWhoCame(onePacket)
  await ana.button(words(m.desk_packets_give)).waitFor()
  await ana.step('somebody who came is found by two things that they say', 'check-in')
  await ana.presses(m.desk_chart_open)
  for (const part of [
    m.desk_packets_title,
    m.desk_appointments_title,
    m.desk_invoices_name,
    m.desk_labs_name,
    m.desk_health_name,
    m.desk_category,
    m.desk_remote_title,
  ])
    await ana.opensPart(part)
  await ana.page.keyboard.press('Escape')
}

async function hearsKiosk(ana: PicturedReceptionist): Promise<void> {
  await ana.opens('kiosks')
  const [address, code] = await ana.invitesKiosk()
  await ana.step('a code for another kiosk', 'pair-kiosk')
  const station = await openKioskStation(kiosk)
  const place = station.open()
  try {
    const paired = await place.pair(address, code)
    if (!paired.ok) throw new Error(`the kiosk is not paired: ${paired.error.kind}`)
    await ana.sees(m.desk_pair_done, { name: kiosk })
    place.bus()?.present(presenceInUse(kiosk))
    await ana.sees(given(m.desk_kiosks_is, { state: 'inUse' }))
    await ana.step('the kiosk is paired, and says how it is', 'paired')
    await ana.showsSpanish(m.desk_kiosks_is({ state: 'inUse' }, spanish), 'kiosks')
    place.bus()?.tell(helpOf('a', '417'))
    await ana.opens('help')
    await ana
      .button(words(given(m.desk_help_act_to, { kind: 'asked' }), { number: '417' }))
      .waitFor()
    await ana.step('somebody asks for help there', 'asked')
    await ana.showsSpanish(m.desk_help_title({}, spanish), 'help')
    await ana.presses(given(m.desk_help_act_to, { kind: 'asked' }), { number: '417' })
    await ana.sees(m.desk_help_coming, { name })
    await ana.step('and somebody comes', 'help-coming')
  } finally {
    await place.close()
    station.close()
  }
}

const size = { width: 1366, height: 768 }
await walkThrough({
  name: `desk-${size.width}x${size.height}`,
  options: {
    size,
    environment: {
      FOYER_STATION: 'desk',
      FOYER_BUS_BROKER_PORT: String(await freePort()),
      FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    },
  },
  about: (shell) => `a member of staff walks through a front desk (${shell} shell)`,
  done: 'walked through',
  walk: walkDesk,
})
