import type { Clinic } from '../../shared/clinic.ts'
import { view as viewSchema, type View } from '../../shared/ipc.ts'
import { systemClock } from '../base/clock.ts'
import { bugFields, type Log } from '../kiosk/visit/log-port.ts'
import { type BuildView, shownClinic } from '../kiosk/visit/view/view-frame.ts'
import type { KioskOptions, Shell } from '../windows/port.ts'

export type Actor = 'visits' | 'staff' | 'outOfService'

export type ViewSwitch = ReturnType<typeof createViewSwitch>

/** Shares a window between its actors. Numbers views as they are shown, and draws an unchanged one only once. */
export function createViewSwitch({
  draw,
  onMalformed,
  clinic,
  now = () => systemClock.now(),
  first = 'visits',
}: {
  readonly draw: (view: View) => void
  /** Hears of a view that holds anything but what a screen may know, which is not drawn. */
  readonly onMalformed: (error: Error) => void
  readonly clinic: () => Clinic
  readonly now?: () => number
  readonly first?: Actor
}) {
  const newest = new Map<Actor, BuildView>()
  let turn = first
  let sequence = 0
  let shown = ''
  const drawNewest = () => {
    const build = newest.get(turn)
    if (!build) return
    // As of time 0 a countdown is its end, which does not change by the mere passing of time.
    const meaning = JSON.stringify([turn, build({ now: 0, clinic: clinic() })])
    if (meaning === shown) return
    const content = build({ now: now(), clinic: clinic() })
    const view = { ...content, clinic: shownClinic(content.clinic), sequence: ++sequence }
    const { data, error } = viewSchema.safeParse(view)
    if (data) draw(data)
    else onMalformed(error)
    shown = meaning
  }
  return {
    /** Keeps the actor's newest view, and shows it when it is its turn. Throws when it cannot be drawn. */
    show(actor: Actor, build: BuildView) {
      newest.set(actor, build)
      if (actor === turn) drawNewest()
    },
    turnTo(actor: Actor) {
      turn = actor
      drawNewest()
    },
    refresh: drawNewest,
  }
}

/** Opens a kiosk's window, and shares it between its actors. */
export async function openKioskWindow(
  shell: Pick<Shell, 'openKiosk'>,
  { clinic, log, ...options }: KioskOptions & { readonly clinic: () => Clinic; readonly log: Log },
) {
  const page = await shell.openKiosk(options)
  const viewSwitch = createViewSwitch({
    draw: (view) => page.show(view),
    onMalformed: (error) => log.event('bug', bugFields(error)),
    clinic,
  })
  return { page, viewSwitch }
}
