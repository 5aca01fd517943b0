import { afterEach, beforeEach, expect, it } from 'vitest'
import { storageBytes } from '../policy.ts'
import type { Refused } from '../../../shared/windows.ts'
import type { FakeContents } from '../../../../test/conformance/electron/fake-contents.ts'
import {
  openShell,
  service,
  type OpenedShell,
} from '../../../../test/conformance/electron/fake-shell.ts'

let opened: OpenedShell
const refused: Refused[] = []
const onRefused = (each: Refused) => refused.push(each)
beforeEach(async () => {
  opened = await openShell()
  refused.length = 0
})
afterEach(() => opened.close())

/** Runs `prepare` on the form's page when it is made, before anything is asked of it. */
const onNextPage = (prepare: (contents: FakeContents) => void) =>
  opened.app.once('web-contents-created', (_event: object, contents: FakeContents) =>
    prepare(contents),
  )
/** Opens a form; how often it was said to be gone. */
async function openForm() {
  let gone = 0
  await opened.openForm({ onGone: () => (gone += 1), onRefused })
  return { contents: opened.newest(), gone: () => gone }
}

it('does not go to the service before every guard stands', async () => {
  let stand: (() => void) | undefined
  onNextPage((contents) => {
    contents.debugger.respond = (method) =>
      method === 'Fetch.enable' ? new Promise<void>((resolve) => (stand = resolve)) : undefined
  })
  const opening = opened.openForm()
  await expect.poll(() => stand).toBeDefined()
  const contents = opened.newest()
  expect(contents.visited).toEqual(['about:blank'])
  stand?.()
  await opening
  expect(contents.visited).toEqual(['about:blank', `${service}/form`])
})

it('is not opened when a guard does not stand', async () => {
  onNextPage((contents) => {
    contents.debugger.respond = () => Promise.reject(new Error('no such command'))
  })
  expect(await opened.openForm()).toEqual({
    ok: false,
    error: { kind: 'notLoaded', reason: 'not confined' },
  })
  expect(opened.newest().visited).toEqual(['about:blank'])
})

it('guards a frame with a process of its own before it runs, as it guards the page', async () => {
  await opened.openForm({ locale: 'vi' })
  const { debugger: tools } = opened.newest()
  const targetInfo = { type: 'iframe' }
  tools.report('Target.attachedToTarget', { sessionId: 'frame', targetInfo })
  await expect.poll(() => tools.startedWith.get('frame')).toBeDefined()
  // Quotas hold for an origin in every frame.
  expect(tools.startedWith.get('frame')).toEqual({ ...tools.target(), quotas: new Map() })
  expect(tools.target()).toMatchObject({
    interceptsFileChooser: true,
    pausesDocuments: true,
    attachesToFrames: true,
    acceptLanguage: 'vi',
    bindings: expect.arrayContaining(['foyerNotice', 'foyerField']) as string[],
  })
  expect(tools.target().scripts.map(({ world }) => world)).toContain('foyer-guard')
})

it('limits what each origin of the form may keep', async () => {
  await opened.openForm()
  expect([...opened.newest().debugger.target().quotas]).toEqual([[service, 64 * 1024 * 1024]])
})

it('tells scripts the language of the visit', async () => {
  await opened.openForm({ locale: 'vi' })
  expect(opened.newest().debugger.target().acceptLanguage).toBe('vi')
  expect(opened.newest().session.languages).toBe('vi')
})

it('hears of touches and of what the guards in the documents refused', async () => {
  let touches = 0
  await opened.openForm({ onActivity: () => (touches += 1), onRefused })
  const say = (payload: string, name = 'foyerNotice') =>
    opened.newest().debugger.report('Runtime.bindingCalled', { name, payload }, 'frame')
  say('activity', 'another')
  expect(touches).toBe(0)
  say('activity')
  expect(touches).toBe(1)
  say('about:blank')
  expect(refused).toEqual([{ what: 'navigation', target: 'about:' }])
})

it('lets no document that failed take the place of the page', async () => {
  await opened.openForm({ onRefused })
  const { debugger: tools } = opened.newest()
  const pause = (requestId: string, reason: object) => {
    const request = { url: `${service}/next?secret` }
    tools.report('Fetch.requestPaused', { requestId, request, ...reason })
  }
  pause('good', { responseStatusCode: 200 })
  expect(refused).toEqual([])
  pause('failed', { responseErrorReason: 'Failed' })
  pause('not reached', { responseStatusCode: 594 })
  const refusal = { what: 'navigation', target: service }
  expect(refused).toEqual([refusal, refusal])
  await expect
    .poll(() => [...tools.target().requests])
    .toEqual(
      expect.arrayContaining([
        ['good', 'continued'],
        ['failed', 'failed'],
        ['not reached', 'failed'],
      ]),
    )
})

it('comes back when another page stands in its place all the same', async () => {
  const { contents } = await openForm()
  contents.visited.length = 0
  contents.arriveAt(`${service}/second`)
  contents.arriveAt('about:blank#blocked', 0)
  await expect.poll(() => contents.getURL()).toBe(`${service}/second`)
  contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', `${service}/a`, true)
  contents.emit('did-fail-load', {}, -105, 'ERR_NAME', `${service}/a`, false)
  expect(contents.visited).toEqual([`${service}/second`])
  contents.emit('did-fail-load', {}, -202, 'ERR_CERT', `${service}/a`, true)
  await expect.poll(() => contents.visited.length).toBe(2)
  expect(contents.getURL()).toBe(`${service}/second`)
  expect(refused.map(({ target }) => target)).toEqual(['about:', service])
})

it('opens also after one whose session could not be wiped, in another session', async () => {
  const first = await opened.openForm()
  const { session } = opened.newest()
  session.wipeFails = true
  await expect(first.ok && first.value.close()).rejects.toThrow('failed')
  expect(await opened.openForm()).toMatchObject({ ok: true })
  expect(opened.newest().session).not.toBe(session)
})

it('is gone when its last page does not come back either', async () => {
  const { contents, gone } = await openForm()
  contents.network = () => Promise.reject(new Error('ERR_CONNECTION_REFUSED (-102)'))
  contents.emit('did-fail-load', {}, -202, 'ERR_CERT', `${service}/a`, true)
  await expect.poll(gone).toBe(1)
  expect(contents.isDestroyed()).toBe(true)
})

it('is gone when all that came with it holds more than a form may', async () => {
  const use = (...processes: [pid: number, megabytes: number][]) => {
    opened.app.metrics = processes.map(([pid, megabytes]) => ({
      pid,
      memory: { workingSetSize: megabytes * 1024 },
    }))
  }
  use([1, 5000], [2, 100])
  const { gone } = await openForm()
  use([1, 5400], [2, 90], [3, 700])
  await expect.poll(gone).toBe(1)
})

it('is gone when one of its origins keeps more than it may', async () => {
  const { contents, gone } = await openForm()
  contents.debugger.usage = storageBytes + 1
  await expect.poll(gone).toBe(1)
})
