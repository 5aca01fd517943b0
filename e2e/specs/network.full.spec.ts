import { once } from 'node:events'
import { join } from 'node:path'
import { forkInNamespace, whyNoNamespace } from '#harness/namespace/network-namespace.ts'
import { expect, test } from '../support/test.ts'

const script = join(import.meta.dirname, '..', 'support', 'visit-in-namespace.ts')

test('a whole visit speaks to the service and the form, and to nothing else: no name is asked for, no packet sent', async () => {
  const missing = whyNoNamespace()
  if (missing) process.stderr.write(`\nfoyer: what a visit sends was NOT counted: ${missing}.\n`)
  test.skip(missing !== undefined, missing)
  test.setTimeout(300_000)
  const child = forkInNamespace(script)
  const exited = once(child, 'exit')
  const [told] = await Promise.race([
    once(child, 'message') as Promise<[unknown]>,
    exited.then(([code]) => Promise.reject(new Error(`the visit ended with ${String(code)}`))),
  ])
  await exited
  expect(told).toEqual({ seen: { asked: [], outside: 0, udp: 0 }, refused: [], completed: 1 })
})
