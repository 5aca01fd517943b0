import { afterEach, expect, it } from 'vitest'
import { audit } from '#harness/forms/audit.ts'
import './reader.css'
import { readPaper } from './read-paper.ts'
import { makePdf } from '#harness/pdf/make-pdf.ts'

let paper: ReturnType<typeof readPaper> | undefined
afterEach(() => {
  paper?.end()
  document.body.replaceChildren()
})

const read = (body: Uint8Array<ArrayBuffer> | string, status = 200) => {
  const into = document.body.appendChild(document.createElement('main'))
  paper = readPaper(into, () => Promise.resolve(new Response(body, { status })))
  return into
}
const eventually = <T>(value: () => T) => expect.poll(value)
const pages = (count: number) =>
  makePdf(Array.from({ length: count }, (_, at) => ({ text: `Sheet ${at + 1}` })))

it('draws pages as they come into sight, with their words and their number', async () => {
  const into = read(pages(9))
  await eventually(() => into.textContent).toContain('Sheet 1')
  await eventually(() => into.textContent).toContain('Page 1 of 9')
  expect(into.querySelectorAll('canvas').length).toBeLessThan(9)
  expect(await audit()).toEqual([])
  scrollTo(0, document.documentElement.scrollHeight)
  await eventually(() => into.textContent).toContain('Page 9 of 9')
  await eventually(() => into.textContent).toContain('Sheet 9')
  expect(into.querySelector('.page')?.querySelector('canvas')).toBeNull()
})

it('is drawn as much larger as it is told', async () => {
  const into = read(pages(1))
  const width = () => into.querySelector('canvas')?.width ?? 0
  await eventually(width).toBeGreaterThan(0)
  const before = width()
  paper?.setZoom(2)
  await eventually(width).toBeGreaterThan(1.9 * before)
  paper?.setZoom(1)
  await eventually(width).toBe(before)
})

it.each([
  ['is none', 'hello', 200],
  ['is not to be had', '', 413],
])('asks the desk for what %s', async (_what, body, status) => {
  const into = read(body, status)
  await eventually(() => into.textContent).toContain('Ask the desk for this on paper.')
})
