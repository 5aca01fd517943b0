import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storageBytes } from '../policy.ts'
import type { Refused } from '../../../shared/windows.ts'
import type { FakeContents } from '../../../../test/conformance/electron/fake-electron.ts'
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

const sent = (contents: FakeContents, frame?: string) =>
  contents.debugger.sendCommand.mock.calls.filter((call) => call[2] === frame).map(([name]) => name)
const protocolSays = (contents: FakeContents, method: string, parameters: object, frame = '') =>
  contents.debugger.emit('message', {}, method, parameters, frame)
const addresses = (contents: FakeContents) => contents.loadURL.mock.calls.flat()

it('does not go to the service before every guard stands', async () => {
  let stand: (() => void) | undefined
  opened.app.once('web-contents-created', (_event: object, contents: FakeContents) =>
    contents.debugger.sendCommand.mockImplementation((name) =>
      name === 'Fetch.enable'
        ? new Promise<void>((resolve) => (stand = resolve))
        : Promise.resolve(),
    ),
  )
  const opening = opened.openForm()
  await vi.waitFor(() => expect(stand).toBeDefined())
  const contents = opened.newest()
  expect(addresses(contents)).toEqual(['about:blank'])
  stand?.()
  await opening
  expect(addresses(contents)).toEqual(['about:blank', `${service}/form`])
})

it('is not opened when a guard does not stand', async () => {
  opened.app.once('web-contents-created', (_event: object, contents: FakeContents) =>
    contents.debugger.sendCommand.mockRejectedValue(new Error('no such command')),
  )
  expect(await opened.openForm()).toEqual({
    ok: false,
    error: { kind: 'notLoaded', reason: 'not confined' },
  })
  expect(addresses(opened.newest())).toEqual(['about:blank'])
})

it('guards a frame with a process of its own before it runs, as it guards the page', async () => {
  await opened.openForm()
  const contents = opened.newest()
  const targetInfo = { type: 'iframe' }
  protocolSays(contents, 'Target.attachedToTarget', { sessionId: 'frame', targetInfo })
  await vi.waitFor(() =>
    expect(sent(contents, 'frame')).toContain('Runtime.runIfWaitingForDebugger'),
  )
  // What its origins may keep is the page's own matter.
  const ofPage = sent(contents).filter((method) => !method.startsWith('Storage.'))
  expect(sent(contents, 'frame')).toEqual([...ofPage, 'Runtime.runIfWaitingForDebugger'])
})

it('limits what each origin of the form may keep', async () => {
  await opened.openForm()
  expect(opened.newest().debugger.sendCommand).toHaveBeenCalledWith(
    'Storage.overrideQuotaForOrigin',
    { origin: expect.stringMatching(/^https?:/) as string, quotaSize: 64 * 1024 * 1024 },
    undefined,
  )
})

it('tells scripts the language of the visit', async () => {
  await opened.openForm({ locale: 'vi' })
  expect(opened.newest().debugger.sendCommand).toHaveBeenCalledWith(
    'Emulation.setUserAgentOverride',
    { userAgent: 'agent', acceptLanguage: 'vi' },
    undefined,
  )
})

it('hears of touches and of what the guards in the documents refused', async () => {
  const onActivity = vi.fn()
  await opened.openForm({ onActivity, onRefused })
  const say = (payload: string, name = 'foyerNotice') =>
    protocolSays(opened.newest(), 'Runtime.bindingCalled', { name, payload }, 'frame')
  say('activity', 'another')
  expect(onActivity).not.toHaveBeenCalled()
  say('activity')
  expect(onActivity).toHaveBeenCalledTimes(1)
  say('about:blank')
  expect(refused).toEqual([{ what: 'navigation', target: 'about:' }])
})

it('lets no document that failed take the place of the page', async () => {
  await opened.openForm({ onRefused })
  const contents = opened.newest()
  const pause = (reason: object) =>
    protocolSays(contents, 'Fetch.requestPaused', {
      requestId: '1',
      request: { url: `${service}/next?secret` },
      ...reason,
    })
  pause({ responseStatusCode: 200 })
  expect(sent(contents)).toContain('Fetch.continueRequest')
  expect(sent(contents)).not.toContain('Fetch.failRequest')
  for (const reason of [{ responseErrorReason: 'Failed' }, { responseStatusCode: 594 }]) {
    refused.length = 0
    pause(reason)
    expect(refused).toEqual([{ what: 'navigation', target: service }])
    expect(contents.debugger.sendCommand).toHaveBeenLastCalledWith(
      'Fetch.failRequest',
      { requestId: '1', errorReason: 'Aborted' },
      undefined,
    )
  }
})

it('comes back when another page stands in its place all the same', async () => {
  await opened.openForm({ onRefused })
  const contents = opened.newest()
  contents.emit('did-navigate', {}, `${service}/second`, 200)
  contents.emit('did-navigate', {}, 'about:blank#blocked', 0)
  await vi.waitFor(() => expect(addresses(contents).at(-1)).toBe(`${service}/second`))
  contents.loadURL.mockClear()
  contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', `${service}/a`, true)
  contents.emit('did-fail-load', {}, -105, 'ERR_NAME', `${service}/a`, false)
  expect(addresses(contents)).toEqual([])
  contents.emit('did-fail-load', {}, -202, 'ERR_CERT', `${service}/a`, true)
  await vi.waitFor(() => expect(addresses(contents)).toEqual([`${service}/second`]))
  expect(refused.map(({ target }) => target)).toEqual(['about:', service])
})

it('is gone when its last page does not come back either', async () => {
  const onGone = vi.fn()
  await opened.openForm({ onGone })
  const contents = opened.newest()
  contents.loadURL.mockRejectedValue(new Error('ERR_CONNECTION_REFUSED (-102)'))
  contents.emit('did-fail-load', {}, -202, 'ERR_CERT', `${service}/a`, true)
  await vi.waitFor(() => expect(onGone).toHaveBeenCalledTimes(1))
  expect(contents.isDestroyed()).toBe(true)
})

it('is gone when all that came with it holds more than a form may', async () => {
  const metrics = (...processes: [pid: number, megabytes: number][]) =>
    opened.app.getAppMetrics.mockReturnValue(
      processes.map(([pid, megabytes]) => ({ pid, memory: { workingSetSize: megabytes * 1024 } })),
    )
  const onGone = vi.fn()
  metrics([1, 5000], [2, 100])
  await opened.openForm({ onGone })
  metrics([1, 5400], [2, 90], [3, 700])
  await vi.waitFor(() => expect(onGone).toHaveBeenCalledTimes(1))
})

it('is gone when one of its origins keeps more than it may', async () => {
  const onGone = vi.fn()
  await opened.openForm({ onGone })
  const contents = opened.newest()
  const keeps = (usage: number) =>
    contents.debugger.sendCommand.mockImplementation((method) =>
      Promise.resolve(method === 'Storage.getUsageAndQuota' ? { usage } : undefined),
    )
  keeps(storageBytes + 1)
  await vi.waitFor(() => expect(onGone).toHaveBeenCalledTimes(1))
})
