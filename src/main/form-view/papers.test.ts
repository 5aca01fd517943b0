import { SimulatedClock } from 'xstate'
import { beforeEach, expect, it } from 'vitest'
import { fakeProtocol } from '../../../test/conformance/fake-protocol.ts'
import { mostPosted, paperBinding } from './paper-guard.ts'
import type { OpenerNotice } from './paper-opener.ts'
import { createPapers, mostPapersAMinute, type Papers } from './papers.ts'

const own = 'https://forms.example'

const fakeSession = () => {
  const session = fakeProtocol()
  return {
    ...session,
    say: (payload: string) => session.tell(paperBinding, payload),
    tell: (notice: object) => session.tell(paperBinding, JSON.stringify(notice)),
  }
}

let clock: SimulatedClock
let papers: Papers
let page: ReturnType<typeof fakeSession>
let told: unknown[]
let mayOpen: boolean
/** Has the open paper tell its opener something. */
let speak: (notice: OpenerNotice) => void
let isThere: boolean

beforeEach(async () => {
  clock = new SimulatedClock()
  told = []
  mayOpen = true
  isThere = true
  papers = createPapers(
    {
      policy: { origins: new Set([own]), wildcards: ['https://*.vendor.example'] },
      locale: 'en',
      reader: {
        open(url, post, onTold) {
          speak = onTold as typeof speak
          told.push(url, ...(post ? [post] : []))
          return Promise.resolve(isThere)
        },
        close: () => (told.push('reader closed'), Promise.resolve()),
      },
      mayOpen: () => mayOpen,
      onRefused: (target) => told.push(`refused ${target}`),
      onPaper: (open) => told.push(open),
      onUnheard: (from) => told.push(`unheard ${from}`),
    },
    clock,
  )
  page = fakeSession()
  await papers.watch(page)
})
const settle = () => new Promise((resolve) => setImmediate(resolve))
let count = 0
const ask = async (url = `${own}/policy`) => {
  const id = String(++count)
  page.tell({ type: 'open', id, url })
  await settle()
  return id
}
const evaluated = () =>
  page.sent.flatMap(([, { expression }]) => (typeof expression === 'string' ? expression : []))
const closedFor = (id: string) => evaluated().some((each) => each.includes(`'${id}'`))
const close = async () => {
  papers.close()
  await settle()
}

it('opens one at a time, and twelve a minute', async () => {
  const first = await ask()
  const second = await ask()
  expect(told.slice(2)).toEqual([`refused ${own}`])
  expect([closedFor(first), closedFor(second)]).toEqual([false, true])
  await close()
  for (let more = 1; more < mostPapersAMinute; more++) {
    await ask()
    expect(papers.isOpen).toBe(true)
    await close()
  }
  await ask()
  expect(papers.isOpen).toBe(false)
  clock.increment(60_000)
  await ask()
  expect(papers.isOpen).toBe(true)
})

it.each([
  ...['https://elsewhere.example/', 'javascript:1', 'about:blank', 'data:text/html,x'],
  'foyer://kiosk/',
])('opens nothing at %s, whatever a guard says', async (url) => {
  const id = await ask(url)
  expect(told).toEqual([expect.stringMatching(/^refused /)])
  expect(closedFor(id)).toBe(true)
})

it('survives a page whose process says anything at all', async () => {
  for (const payload of ['', '{', 'null', '{"type":"open"}', '{"type":"open","id":"1","url":7}'])
    page.say(payload)
  expect(told).toEqual([])
  await ask()
  expect(papers.isOpen).toBe(true)
})

it('opens what is below a wildcard', async () => {
  await ask('https://papers.vendor.example/consent')
  expect(papers.isOpen).toBe(true)
})

it('opens nothing while the patient is not at the form', async () => {
  mayOpen = false
  await ask()
  expect(told).toEqual([`refused ${own}`])
})

it('is closed again where there is nothing to be seen', async () => {
  isThere = false
  const id = await ask()
  expect(told).toEqual([`${own}/policy`, `refused ${own}`, 'reader closed'])
  expect(closedFor(id)).toBe(true)
})

it('is closed by the page that opened it, and by no other', async () => {
  const id = await ask()
  page.tell({ type: 'close', id: '999' })
  const other = fakeSession()
  await papers.watch(other)
  other.tell({ type: 'close', id })
  await settle()
  expect(papers.isOpen).toBe(true)
  page.tell({ type: 'close', id })
  await settle()
  expect(papers.isOpen).toBe(false)
})

it('takes another of the same number for the one that is open, which is not told of', async () => {
  const id = await ask()
  page.tell({ type: 'open', id, url: `${own}/other` })
  await settle()
  expect(told).toEqual([`${own}/policy`, true, 'reader closed', `${own}/other`])
  expect([papers.isOpen, closedFor(id)]).toEqual([true, false])
  page.tell({ type: 'open', id, url: 'https://elsewhere.example/' })
  await settle()
  expect([papers.isOpen, closedFor(id)]).toEqual([true, false])
  isThere = false
  page.tell({ type: 'open', id, url: `${own}/nowhere` })
  await settle()
  expect([papers.isOpen, closedFor(id)]).toEqual([false, true])
  expect(told.at(-1)).toBe(false)
})

it("posts to the document's own origin alone, and in what a form may send", async () => {
  const post = { origin: own, body: 'a=b' }
  const send = async (url: string, more: object = {}) => {
    page.tell({ type: 'open', id: String(++count), url, post: { ...post, ...more } })
    await settle()
  }
  await send('https://papers.vendor.example/consent')
  expect(told).toEqual(['refused https://papers.vendor.example'])
  await send(`${own}/consent`, { boundary: 'a\r\nX-Header: b' })
  await send(`${own}/consent`, { body: 'a'.repeat(mostPosted + 1) })
  expect(told).toHaveLength(1)
  await send(`${own}/consent`)
  expect(told.slice(1)).toEqual([`${own}/consent`, post, true])
})

it('hands on what a paper tells its opener, between listed origins and while it is open', async () => {
  page.tell({ type: 'open', id: '90', url: `${own}/sign`, hasOpener: true })
  await settle()
  const from = 'https://sign.vendor.example'
  const message = { type: 'message', data: '"done"', to: own, from } as const
  const handed = () => evaluated().filter((each) => each.includes('done')).length
  speak(message)
  expect(handed()).toBe(1)
  speak({ ...message, from: 'https://elsewhere.example' })
  speak({ type: 'unheard', from })
  page.tell({ type: 'wants', id: '90' })
  const unheard = ['unheard https://elsewhere.example', `unheard ${from}`, 'unheard paper']
  expect(told.slice(2)).toEqual(unheard)
  await close()
  speak(message)
  expect(handed()).toBe(1)
})

it('gives no opener to a paper whose page wants none', async () => {
  await ask()
  expect(speak).toBeUndefined()
})

it('takes nothing that no guard says', async () => {
  page.tell({ type: 'open', id: "1');alert('", url: own })
  page.tell({ type: 'open', url: own })
  await settle()
  expect(told).toEqual([])
})

it('opens a PDF that the form led to, which no page knows of', async () => {
  const pdf = { url: `${own}/paper`, bytes: new Uint8Array() }
  papers.openPdf(pdf)
  await settle()
  expect(told).toEqual([pdf, true])
  papers.openPdf(pdf)
  await settle()
  expect(told.splice(2)).toEqual([`refused ${own}`])
  await close()
  mayOpen = false
  papers.openPdf(pdf)
  await settle()
  expect(told.slice(2)).toEqual(['reader closed', false, `refused ${own}`])
  expect(evaluated()).toEqual([])
})

it('opens a PDF that the page made, of its own origin alone, and nothing else that it made', async () => {
  const answers: Record<string, object> = {
    'Runtime.evaluate': { result: { objectId: '1' } },
    'IO.resolveBlob': { uuid: '2' },
    'IO.read': { data: '%PDF-', eof: true },
  }
  const made = fakeProtocol((method) => answers[method])
  await papers.watch(made)
  const open = async (url: string) => {
    made.tell(paperBinding, JSON.stringify({ type: 'open', id: String(++count), url }))
    await settle()
  }
  await open('blob:https://elsewhere.example/2')
  await open('blob:null/2')
  expect(told.splice(0)).toEqual(['refused blob:', 'refused blob:'])
  await open(`blob:${own}/2`)
  expect(told.splice(0)).toEqual([{ url: own, bytes: Buffer.from('%PDF-') }, true])
  await close()
  told.length = 0
  answers['IO.resolveBlob'] = Promise.reject(new Error('no blob'))
  await open(`blob:${own}/3`)
  expect(told).toEqual(['refused blob:', 'reader closed'])
})

it('opens and tells nothing once the form has ended', async () => {
  await ask()
  papers.end()
  await close()
  await ask()
  expect(told).toEqual([`${own}/policy`, true])
})
