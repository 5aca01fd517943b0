import { expect, it } from 'vitest'
import { lookAtPage } from './useless-page.ts'

it.each([
  ['nothing', '<main></main>', { text: false, controls: false }],
  ['words alone', '<p>Loading …</p>', { text: true, controls: false }],
  ['a form', '<p>Name</p><input>', { text: true, controls: true }],
  [
    'a form that nobody can use',
    '<p>Name</p><button disabled>Send</button>',
    { text: true, controls: false },
  ],
  ['a form in a frame', '<iframe srcdoc="<p>Name</p><input>">', { text: true, controls: true }],
  [
    'a form in a set of frames',
    `<frameset cols="*"><frame src="javascript:'<p>Name</p><input>'"></frameset>`,
    { text: true, controls: true },
  ],
])('finds %s on a page', async (_what, html, found) => {
  const frame = document.createElement('iframe')
  frame.srcdoc = html
  document.body.append(frame)
  const look = () => {
    const { eval: run } = frame.contentWindow as unknown as { eval: (code: string) => unknown }
    return run(`(${lookAtPage.toString()})()`)
  }
  await expect.poll(look).toEqual(found)
  frame.remove()
})
