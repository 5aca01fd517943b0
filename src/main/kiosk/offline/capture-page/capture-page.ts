import { serve } from '@hono/node-server'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { patientPage } from '../../../../patient-page/routes.ts'
import { createPacketStore, formsOf } from '../../../../patient-page/packet-store.ts'
import { isoDate, localDate } from '../../../../shared/calendar-date.ts'
import { err, ok } from '../../../../shared/result.ts'
import type { CaptureFault, CaptureStore } from '../capture/capture-store.ts'

const host = '127.0.0.1'

/** Serves the forms of the capture `id` to the form view, on loopback. `onFinished`: everything is durable. */
export async function openCapturePage(
  parts: {
    readonly captures: Pick<CaptureStore, 'read' | 'keepPage' | 'finish'>
    readonly clientDir: string
    readonly clinic: () => { readonly name: string; readonly color: string }
    /** BCP 47, and ISO 3166-1 alpha-2. */
    readonly language: string
    readonly country: string
    readonly now: () => Date
  },
  id: string,
  onFinished: () => void,
) {
  const { captures, clientDir, clinic, language, country, now } = parts
  const intake = captures.read(id)
  if (!intake.ok) return intake
  const { person, forms } = intake.value
  const { name, color } = clinic()
  const token = randomBytes(32).toString('base64url')
  const facts = { today: isoDate(localDate(now())), country }
  const shown = formsOf(forms, person, { facts, language })
  if (!shown?.length) return err<CaptureFault>({ kind: 'unknown' })
  const store = createPacketStore(
    token,
    {
      clinicName: name,
      color,
      packetName: '',
      firstName: person.firstName,
      nextWaits: false,
      turnsWait: true,
      facts,
    },
    shown,
    {
      keep: (form, answers) => captures.keepPage(id, form, answers).ok,
      finish() {
        const finished = captures.finish(id, now().toISOString()).ok
        // The page has its answer first.
        if (finished) setImmediate(onFinished)
        return finished
      },
    },
  )
  const app = patientPage(store, clientDir)
  const server = serve({
    hostname: host,
    port: 0,
    fetch: (request, env) =>
      new URL(request.url).hostname === host
        ? app.fetch(request, env)
        : new Response(null, { status: 403 }),
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return ok({
    /** On this machine alone, and a secret: it holds a key of 256 bits. */
    url: `http://${host}:${port}/complete/${token}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  })
}
