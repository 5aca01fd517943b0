import { expect, it } from 'vitest'
import { SimulatedClock } from 'xstate'
import { createPdfPrinter, unlessAborted } from './printing.ts'

const bytes = Buffer.from('%PDF')
const never = new Promise<never>(() => undefined)

it('draws what the engine draws, and says no more of a fault than that there was one', async () => {
  const printer = createPdfPrinter((html) =>
    html === 'canary' ? Promise.reject(new Error(html)) : Promise.resolve(bytes),
  )
  expect(await printer.draw('one')).toEqual({ ok: true, value: bytes })
  expect(await printer.draw('canary')).toEqual({ ok: false, error: { kind: 'failed' } })
})

it('gives up a document that takes a minute', async () => {
  const clock = new SimulatedClock()
  const printer = createPdfPrinter((_html, signal) => unlessAborted(signal, never), clock)
  const drawing = printer.draw('one')
  clock.increment(60_000)
  expect(await drawing).toEqual({ ok: false, error: { kind: 'timedOut' } })
})

it('is closed once nothing is left of what was being drawn, and draws nothing after', async () => {
  const left = new Set<string>()
  const printer = createPdfPrinter(async (html, signal) => {
    left.add(html)
    try {
      return await unlessAborted(signal, never)
    } finally {
      await Promise.resolve()
      left.delete(html)
    }
  })
  const drawings = ['one', 'two'].map((html) => printer.draw(html))
  expect(left.size).toBe(2)
  await printer.close()
  expect(left.size).toBe(0)
  const closing = { ok: false, error: { kind: 'closing' } }
  expect(await Promise.all([...drawings, printer.draw('three')])).toEqual(
    Array.from({ length: 3 }, () => closing),
  )
})
