import { submit, VisitHarness, type VisitHarnessOptions } from './visit-harness.ts'

const publicForms = {
  noMatch: 'publicLink',
  packets: { defaultTemplateGroupId: 7 },
} as const satisfies VisitHarnessOptions

/** A kiosk at which Ana is asked for the code that was sent to her phone, or to another contact. */
export async function atCode(
  options: VisitHarnessOptions = {},
  contact = '202 555 0143',
): Promise<VisitHarness> {
  const kiosk = new VisitHarness(options)
  kiosk.admitAna('p1')
  await kiosk.play('begin', submit(contact), 'at code')
  return kiosk
}

/** A kiosk on which Ana fills in her packet `p1`. */
export async function inForm(options: VisitHarnessOptions = {}): Promise<VisitHarness> {
  const kiosk = new VisitHarness(options)
  kiosk.admitAna('p1')
  await kiosk.reachForm()
  return kiosk
}

/** A kiosk on which somebody without a record fills in the clinic's public forms. */
export async function inPublicForms(options: VisitHarnessOptions = {}): Promise<VisitHarness> {
  const kiosk = new VisitHarness({ ...publicForms, ...options })
  await kiosk.prove()
  await kiosk.tap('openPublicForms')
  await kiosk.sees('completing')
  return kiosk
}

/** How often the service was asked how far the packet is. */
export const asked = (kiosk: VisitHarness): number => kiosk.service.timesCalled('packetProgress')

/** Waits until the present screen is `name`, and says how many ms it took. Throws after two minutes. */
export async function msUntil(kiosk: VisitHarness, name: string): Promise<number> {
  const stepMs = 100
  for (let ms = 0; ms <= 120_000; ms += stepMs) {
    await kiosk.wait(0)
    if (kiosk.view.screen.name === name) return ms
    await kiosk.wait(stepMs)
  }
  throw new Error(`${name} did not come, there is ${JSON.stringify(kiosk.view)}`)
}
