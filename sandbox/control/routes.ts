import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Env } from '../http/env.ts'
import { describeIssues } from '../http/parse.ts'
import { account } from '../seeds/clinics.ts'
import { latestTemplates, ofAccount } from '../state/lookup.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { templateChangeSchema, type Control } from './control.ts'
import { faultSchema, switchedOn, networkSwitches, type NetworkSwitch } from './faults.ts'
import { messageList, phonePage } from './phone-page.ts'
import { html } from 'hono/html'
import type { Template } from '../state/types.ts'
import { networkStyle, page, type Html } from './page.ts'

const clockMove = z.strictObject({ advanceMs: z.int().min(0) })

/** Reads the body by a schema and answers by it, or 400 with what is wrong. */
async function onBody<T>(context: Context, schema: z.ZodType<T>, use: (body: T) => Response) {
  const read = schema.safeParse(await context.req.json().catch(() => undefined))
  return read.success ? use(read.data) : context.json({ message: describeIssues(read.error) }, 400)
}

/** Serves the control endpoints, the pretend inbox, and the phone with the people to check in as. */
export function controlRoutes(sandbox: SandboxContext, control: Control): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/clock', (context) =>
    onBody(context, clockMove, ({ advanceMs }) => {
      control.advanceClock(advanceMs)
      return context.json(control.counts())
    }),
  )
  app.post('/faults', (context) =>
    onBody(context, faultSchema, (fault) => {
      control.addFault(fault)
      return context.json(sandbox.faults)
    }),
  )
  app.get('/faults', (context) => context.json(sandbox.faults))
  app.delete('/faults', (context) => {
    control.clearFaults()
    return context.json(sandbox.faults)
  })
  app.post('/reset', (context) => {
    control.reset()
    return context.json(control.counts())
  })
  app.post('/templates/:id/change', (context) =>
    onBody(context, templateChangeSchema, (change) => {
      const version = control.changeTemplate(Number(context.req.param('id')), change)
      return version === undefined
        ? context.json({ message: 'There is no such form template.' }, 404)
        : context.json({ version })
    }),
  )
  app.delete('/templates/:id', (context) =>
    control.removeTemplate(Number(context.req.param('id')))
      ? context.body(null, 204)
      : context.json({ message: 'There is no such form template.' }, 404),
  )
  app.get('/network', (context) => {
    const others = sandbox.faults.filter(({ name }) => name === undefined).length
    const templates = ofAccount(latestTemplates(sandbox.state), account.id)
    const active = templates.filter(({ isActive }) => isActive)
    return context.html(networkPage(switchedOn(sandbox.faults), others, active))
  })
  app.post('/network', async (context) => {
    const given = await context.req.parseBody()
    const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
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

const hidden = (name: string, value: string | number) =>
  html`<input type="hidden" name="${name}" value="${value}" />`

function switchButton({ id, name, what }: NetworkSwitch, isOn: boolean): Html {
  return html`<form method="post" action="network">
    ${hidden('switch', id)} ${hidden('on', isOn ? 'no' : 'yes')}
    <button aria-pressed="${String(isOn)}">${name}<small>${what}</small></button>
  </form>`
}

const action = (name: string, words: string, what: string, value: string | number = '') =>
  html`<form method="post" action="network">
    ${hidden(name, value)}<button>${words}<small>${what}</small></button>
  </form>`

function grid(isOn: ReadonlySet<string>, everywhere: boolean): Html {
  const ours = networkSwitches.filter((each) => each.everywhere === everywhere)
  return html`<div class="grid">${ours.map((each) => switchButton(each, isOn.has(each.id)))}</div>`
}

function networkPage(isOn: ReadonlySet<string>, others: number, templates: readonly Template[]) {
  const names = networkSwitches.filter(({ id }) => isOn.has(id)).map(({ name }) => name)
  if (others > 0) names.push(`${others} more, set by a program`)
  const now = names.length === 0 ? 'All is well.' : `On now: ${names.join('; ')}.`
  return page(
    'The network',
    networkStyle,
    html`<nav><a href="phone">Phone</a></nav>
      <main>
        <h1>The network</h1>
        <p class="quiet">Make it fail, and see what the kiosk does. Tap again to switch it off.</p>
        <p id="now" role="status">${now}</p>
        <div class="grid">
          ${action('clear', 'Make all well', 'Switches everything on this page off.')}
        </div>
        <h2>On the way to the service</h2>
        ${grid(isOn, true)}
        <h2>In the service</h2>
        ${grid(isOn, false)}
        <h2>Meanwhile, at the clinic</h2>
        <div class="grid">
          ${action('hour', 'An hour passes', 'Moves the clock of the service.')}
          ${templates.map(({ id, name, version }) => [
            action('raise', `Change “${name}”`, `Version ${version} now; it gets a question.`, id),
            action('remove', `Take “${name}” away`, 'It can be asked for no more.', id),
          ])}
        </div>
      </main>`,
  )
}
