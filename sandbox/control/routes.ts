import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../http/env.ts'
import { describeIssues } from '../http/parse.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import type { Control } from './control.ts'
import { faultSchema } from './faults.ts'
import { inboxPage, peoplePage } from './pages.ts'
import { messageList, phonePage } from './phone/page.ts'
import { templateChangeSchema } from './template-change.ts'

const clockMove = z.strictObject({ advanceMs: z.int().min(0) })

/** The control endpoints, the pretend inbox and phone, and the list of people to check in as, under `/sandbox`. */
export function controlRoutes(sandbox: SandboxContext, control: Control): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/clock', async (context) => {
    const move = clockMove.safeParse(await context.req.json().catch(() => undefined))
    if (!move.success) return context.json({ message: describeIssues(move.error) }, 400)
    control.advanceClock(move.data.advanceMs)
    return context.json(control.counts())
  })
  app.post('/faults', async (context) => {
    const fault = faultSchema.safeParse(await context.req.json().catch(() => undefined))
    if (!fault.success) return context.json({ message: describeIssues(fault.error) }, 400)
    control.addFault(fault.data)
    return context.json(sandbox.faults)
  })
  app.get('/faults', (context) => context.json(sandbox.faults))
  app.delete('/faults', (context) => {
    control.clearFaults()
    return context.json(sandbox.faults)
  })
  app.post('/reset', (context) => {
    control.reset()
    return context.json(control.counts())
  })
  app.post('/templates/:id/change', async (context) => {
    const change = templateChangeSchema.safeParse(await context.req.json().catch(() => undefined))
    if (!change.success) return context.json({ message: describeIssues(change.error) }, 400)
    const version = control.changeTemplate(Number(context.req.param('id')), change.data)
    return version === undefined
      ? context.json({ message: 'There is no such form template.' }, 404)
      : context.json({ version })
  })
  app.get('/state', (context) => context.json(control.counts()))

  app.get('/deliveries', (context) => context.json(control.deliveries()))
  app.get('/inbox.json', (context) => context.json(control.inbox()))
  app.get('/inbox', (context) => context.html(inboxPage(control.inbox())))
  app.get('/people', (context) => context.html(peoplePage()))
  app.get('/phone', (context) =>
    context.html(phonePage(Number(context.req.query('as')), control.inbox())),
  )
  app.get('/phone/messages', (context) => context.html(messageList(control.inbox())))
  return app
}
