import { describe, expect, it } from 'vitest'
import { absent, inFullTier } from '../subject.ts'
import { features, moreFeatures } from './features.ts'
import type { SharedForm } from './shared-form.ts'

/** Asks for something as after a tap, and tells how it ended: `granted` with what came, or the name of the error. */
const asking = (code: string) => `(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 20_000, 'still asking'))
  const asked = (async () => { const given = await (async () => { ${code} })(); return 'granted ' + given })()
  // The browser answers in turn: what it was asked before this question, it has dealt with before the answer.
  async function answered() {
    await navigator.permissions.query({ name: 'geolocation' })
    for (let frame = 0; frame < 3; frame++)
      await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100) })
  }
  return Promise.race([asked.catch((error) => error?.name ?? String(error)), late])
})()`

const cases = [...Object.entries(features), ...inFullTier(Object.entries(moreFeatures))]

/** Features of the browser that a form page could ask for: each must be refused, at once, with nothing on the screen. */
export function describeFeatures(form: SharedForm): void {
  describe('a form page that asks', () => {
    it.for(cases)('is not given %s', async ([, how], { skip }) => {
      const [, needs, code = how] = /^needs (\S+); (.*)$/s.exec(how) ?? []
      if (needs && !(await form.attempt(`Boolean(${needs})`))) skip(absent(needs))
      const outcome = await form.attempt<string>(asking(code))
      expect(outcome).not.toMatch(/^granted|^still asking/)
      await form.attempt(`document.body.innerHTML = ''`)
      await form.expectContained()
    })
  })
}
