import { randomUUID } from 'node:crypto'
import type { App, Session } from 'electron'
import { systemClock } from '../../base/clock.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { within } from '../../base/timers.ts'
import { graceMs, kill, waitForExit } from '../processes.ts'
import type { ElectronApi } from './api.ts'
import { guardSession, sendThrough, wipeSession } from './guards.ts'

/** Use of a session; one that served the kiosk's page never serves a form, nor the other way round. */
type SessionUse = 'kiosk' | 'form' | 'pdf' | 'print'

export type Sessions = ReturnType<typeof openSessions>

/** Opens the pool of sessions, which Electron never frees (1 MB each). `nowhere`: a proxy that refuses everything. */
export function openSessions(
  { app, session }: Pick<ElectronApi, 'app' | 'session'>,
  nowhere: string,
) {
  const inSequence = createSequencer()
  const clean: Readonly<Record<SessionUse, Session[]>> = { kiosk: [], form: [], pdf: [], print: [] }
  const shut = async (each: Session) => {
    // First of all, or every session asks for dictionaries.
    each.setSpellCheckerLanguages([])
    each.setSpellCheckerEnabled(false)
    guardSession(each, () => undefined)
    each.webRequest.onHeadersReceived(null)
    each.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }))
    await sendThrough(each, nowhere)
    return each
  }
  const wipe = async (use: SessionUse, each: Session) => {
    await shut(each)
    await wipeSession(each)
    if (await isClean(each)) clean[use].push(each)
  }
  return {
    async take(use: SessionUse): Promise<Session> {
      const known = clean[use].pop()
      // A name that does not begin with `persist:` is a session that rests in memory only.
      return known ?? shut(session.fromPartition(`${use}-${randomUUID()}`, { cache: false }))
    },
    // For a form's session the network service is ended too: no other form may be open.
    /** Wipes a session whose page is closed, for the pool if it is then empty. Rejects if the wipe fails. */
    giveBack: (use: SessionUse, each: Session) =>
      inSequence(async () => {
        try {
          await wipe(use, each)
        } finally {
          if (use === 'form') await endNetworkService(app)
        }
      }),
  }
}

async function isClean(session: Session): Promise<boolean> {
  const [cookies, cache] = await Promise.all([session.cookies.get({}), session.getCacheSize()])
  return cookies.length === 0 && cache === 0
}

const networkService = 'network.mojom.NetworkService'

// A call that awaits the service may wait for ever: nothing else may be asked of it until Chromium starts another.
/** Ends Chromium's network service, whose freed memory keeps page addresses; resolves once Electron knows of it. */
async function endNetworkService(app: Pick<App, 'getAppMetrics' | 'once' | 'off'>): Promise<void> {
  const processes = app.getAppMetrics().filter(({ serviceName }) => serviceName === networkService)
  for (const { pid } of processes) {
    let heard: () => void = () => undefined
    const known = new Promise<void>((resolve) => (heard = resolve))
    app.once('child-process-gone', heard)
    kill(pid)
    await waitForExit(pid, () => kill(pid))
    // A session that is asked before that would ask the process that is gone.
    await within(systemClock, graceMs, known)
    app.off('child-process-gone', heard)
  }
}
