import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FormView, Refused } from '../../../shared/windows.ts'
import type { FakeContents } from '../../../../test/conformance/electron/fake-contents.ts'
import {
  openShell,
  service,
  type OpenedShell,
} from '../../../../test/conformance/electron/fake-shell.ts'
import { paperBinding } from '../paper-guard.ts'

let opened: OpenedShell
let form: FakeContents
let view: FormView
const refused: Refused[] = []
const papers: boolean[] = []
beforeEach(async () => {
  refused.length = 0
  papers.length = 0
  opened = await openShell()
  const made = await opened.openForm({
    papers: true,
    onPaper: (open) => papers.push(open),
    onRefused: (each) => refused.push(each),
  })
  if (!made.ok) throw new Error('not opened')
  view = made.value
  form = opened.newest()
})
afterEach(() => opened.close())

/** The guard beside the form's document asks for a paper. */
const ask = (url = `${service}/policy`) =>
  form.debugger.report('Runtime.bindingCalled', {
    name: paperBinding,
    payload: JSON.stringify({ type: 'open', id: '1', url }),
    executionContextId: 7,
  })
const pageOf = (contents: FakeContents) => opened.pages.find((each) => each.contents === contents)

async function openPaper(): Promise<FakeContents> {
  ask()
  await expect.poll(() => papers).toEqual([true])
  return opened.newest()
}

it('is a view of its own in the session of the form, above it and within its edges', async () => {
  const paper = await openPaper()
  expect(paper).not.toBe(form)
  expect(paper.session).toBe(form.session)
  expect(opened.windows.at(-1)?.views.at(-1)).toBe(pageOf(paper)?.view)
  expect(pageOf(paper)?.view.bounds).toEqual(pageOf(form)?.view.bounds)
  expect(paper.isFocused).toBe(true)
})

it('goes to its address once every guard stands that stands beside a form', async () => {
  let stand: (() => void) | undefined
  opened.app.once('web-contents-created', (_event: object, contents: FakeContents) => {
    contents.debugger.respond = (method) =>
      method === 'Fetch.enable' ? new Promise<void>((resolve) => (stand = resolve)) : undefined
  })
  ask()
  await expect.poll(() => stand).toBeDefined()
  const paper = opened.newest()
  expect(paper.visited).toEqual(['about:blank'])
  stand?.()
  await expect.poll(() => papers).toEqual([true])
  expect(paper.visited).toEqual(['about:blank', `${service}/policy`])
  const target = paper.debugger.target()
  expect(target.interceptsFileChooser && target.attachesToFrames).toBe(true)
  // It opens no paper itself.
  expect(target.bindings).not.toContain(paperBinding)
  expect(paper.opensWindow(service)).toBe(false)
  expect(paper.goesTo('https://elsewhere.example/')).toBe(false)
})

it('is none at an address that the form may not go to', () => {
  ask('https://elsewhere.example/')
  expect(refused).toEqual([{ what: 'popup', target: 'https://elsewhere.example' }])
  expect(opened.newest()).toBe(form)
  expect(papers).toEqual([])
})

it('is hidden and shown with the form, and opens while the form is hidden for nobody', async () => {
  const paper = await openPaper()
  await view.setVisible(false)
  expect(pageOf(paper)?.view.isVisible).toBe(false)
  expect(pageOf(form)?.view.isVisible).toBe(false)
  await view.setVisible(true)
  expect(pageOf(paper)?.view.isVisible).toBe(true)
  view.closePaper()
  await expect.poll(() => papers).toEqual([true, false])
  await view.setVisible(false)
  ask()
  expect(opened.newest()).toBe(paper)
})

it('is scaled as the form is, before it is opened and while it is open', async () => {
  await view.setZoom(1.5)
  const paper = await openPaper()
  expect(paper.zooms.at(-1)).toBe(1.5)
  await view.setZoom(2)
  expect([form, paper].map(({ zooms }) => zooms.at(-1))).toEqual([2, 2])
})

it('gives the keyboard back to the form when it is closed', async () => {
  const paper = await openPaper()
  form.isFocused = false
  view.closePaper()
  await expect.poll(() => papers).toEqual([true, false])
  expect(paper.isDestroyed()).toBe(true)
  expect(form.isFocused).toBe(true)
})

it.each([
  ['it crashes', (paper: FakeContents) => paper.crash()],
  ['it is somewhere else', (paper: FakeContents) => paper.arriveAt('about:blank')],
] as const)('is closed when %s', async (_why, happen) => {
  happen(await openPaper())
  await expect.poll(() => papers).toEqual([true, false])
  expect(form.isDestroyed()).toBe(false)
})

it('goes with the form', async () => {
  const paper = await openPaper()
  await view.close()
  expect([paper.isDestroyed(), form.isDestroyed()]).toEqual([true, true])
  expect(papers).toEqual([true])
})
