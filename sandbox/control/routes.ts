import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../http/env.ts'
import { describeIssues } from '../http/parse.ts'
import { account } from '../seeds/clinics.ts'
import { latestTemplates, ofAccount } from '../state/lookup.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { templateChangeSchema, type Control } from './control.ts'
import { faultSchema, switchedOn } from './faults.ts'
import { networkPage } from './network-page.ts'
import { messageList, phonePage } from './phone-page.ts'

const clockMove = z.strictObject({ advanceMs: z.int().min(0) })

/**
 * Serves the control endpoints, the pretend inbox, and the phone with the people to check in as, under `/sandbox`.
 */
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
  app.delete('/templates/:id', (context) =>
    control.removeTemplate(Number(context.req.param('id')))
      ? context.body(null, 204)
      : context.json({ message: 'There is no such form template.' }, 404),
  )
  app.get('/network', (context) => {
    const others = sandbox.faults.filter(({ name }) => name === undefined).length
    const templates = ofAccount(latestTemplates(sandbox.state), account.id).filter(
      ({ isActive }) => isActive,
    )
    return context.html(networkPage(switchedOn(sandbox.faults), others, templates))
  })
  app.post('/network', async (context) => {
    const given = await context.req.parseBody()
    const text = (name: string) => {
      const value = given[name]
      return typeof value === 'string' ? value : ''
    }
    if ('clear' in given) control.clearFaults()
    if ('hour' in given) control.advanceClock(60 * 60_000)
    if ('raise' in given) control.changeTemplate(Number(text('raise')), { question: 'A new one' })
    if ('remove' in given) control.removeTemplate(Number(text('remove')))
    if ('switch' in given && !control.switchNetwork(text('switch'), text('on') === 'yes'))
      return context.json({ message: 'There is no such switch.' }, 400)
    return context.redirect('/sandbox/network', 303)
  })
  app.get('/state', (context) => context.json(control.counts()))

  app.get('/deliveries', (context) => context.json(control.deliveries()))
  app.post('/deliveries/:id/replay', (context) =>
    context.body(null, control.replayDelivery(context.req.param('id')) ? 204 : 404),
  )
  app.get('/inbox.json', (context) => context.json(control.inbox()))
  app.get('/phone', (context) =>
    context.html(phonePage(Number(context.req.query('as')), control.inbox())),
  )
  app.get('/phone/messages', (context) => context.html(messageList(control.inbox())))
  return app
}
