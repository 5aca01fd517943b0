import { html } from 'hono/html'
import type { Template } from '../state/types.ts'
import { networkSwitches, type NetworkSwitch } from './faults.ts'
import { networkStyle, page, type Html } from './page.ts'

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
