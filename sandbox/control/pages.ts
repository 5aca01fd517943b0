import { html } from 'hono/html'
import { notable } from '../seeds/people.ts'
import type { Message, Template } from '../state/types.ts'
import { networkSwitches, type NetworkSwitch } from './faults.ts'
import { networkStyle, pageStyle } from './styles.ts'

type Html = ReturnType<typeof html>

/** Renders a page of the control in their common look; it reloads every `refreshSeconds`, if given. */
function page(title: string, refreshSeconds: number | null, body: Html): Html {
  const refresh = refreshSeconds
    ? html`<meta http-equiv="refresh" content="${refreshSeconds}" />`
    : ''
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${refresh} ${pageStyle}
      </head>
      <body>
        <nav>
          <a href="/sandbox/phone">Phone</a><a href="/sandbox/inbox">Inbox</a
          ><a href="/sandbox/people">People</a><a href="/sandbox/network">Network</a>
        </nav>
        <main>${body}</main>
      </body>
    </html>`
}

/** Renders the pretend inbox: every text message and e-mail, newest first; it looks for new ones every two seconds. */
export function inboxPage(messages: readonly Message[]): Html {
  const items = messages.map(
    ({ channel, to, code, text, sentAt }) =>
      html`<li>
        <strong>${code}</strong><span>${text}</span>
        <small>
          ${channel === 'SMS' ? 'Text message' : 'Email'} to ${to},
          <time datetime="${sentAt}">${sentAt.slice(11, 19)} UTC</time>
        </small>
      </li>`,
  )
  return page(
    'Pretend inbox',
    2,
    html`<h1>Pretend inbox</h1>
      <p class="quiet">Codes that the sandbox sends arrive here. Nothing leaves this machine.</p>
      ${
        messages.length === 0
          ? html`<p>No messages yet.</p>`
          : html`<ol>
              ${items}
            </ol>`
      }`,
  )
}

/** Renders the seeded people to check in as, each with their special case. */
export function peoplePage(): Html {
  const rows = notable.map(
    ([person, what]) =>
      html`<tr>
        <td><bdi>${person.firstName} ${person.lastName}</bdi><br /><small>${what}</small></td>
        <td>${person.phone ?? 'none'}<br /><small>${person.email ?? 'no e-mail'}</small></td>
        <td>${person.dateOfBirth ?? 'not known'}</td>
      </tr>`,
  )
  return page(
    'People to check in as',
    null,
    html`<h1>People to check in as</h1>
      <p class="quiet">Made up, the same on every start.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Phone and e-mail</th>
            <th scope="col">Born</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`,
  )
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

/** Renders the page on which people make the sandbox a bad network, and see active faults. */
export function networkPage(
  isOn: ReadonlySet<string>,
  others: number,
  templates: readonly Template[],
): Html {
  const names = networkSwitches.filter(({ id }) => isOn.has(id)).map(({ name }) => name)
  if (others > 0) names.push(`${others} more, set by a program`)
  const now = names.length === 0 ? 'All is well.' : `On now: ${names.join('; ')}.`
  return page(
    'The network',
    null,
    html`${networkStyle}
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
      </div>`,
  )
}
