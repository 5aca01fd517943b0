import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storageBytes } from '../../form-view/policy.ts'
import type { FormView, Refused } from '../../../shared/windows.ts'
import { paperBinding } from '../../form-view/paper-guard.ts'
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

/** Opens a form, and counts the reports that it is gone. */
async function openForm() {
  let gone = 0
  await opened.openForm({ onGone: () => (gone += 1), onRefused })
  return { contents: opened.newest(), gone: () => gone }
}

/** Has a guard of the next page wait: `held` resolves with that page, `release` lets the guard stand. */
function holdGuards() {
  let stand: (() => void) | undefined
  opened.onNextPages((contents) => {
    contents.debugger.respond = (method) =>
      method === 'Fetch.enable' ? new Promise<void>((resolve) => (stand = resolve)) : undefined
  })
  return {
    async held() {
      await expect.poll(() => stand).toBeDefined()
      return opened.newest()
    },
    release: () => stand?.(),
  }
}

it('does not go to the service before every guard stands', async () => {
  const stand = holdGuards()
  const opening = opened.openForm()
  const contents = await stand.held()
  expect(contents.visited).toEqual(['about:blank'])
  stand.release()
  await opening
  expect(contents.visited).toEqual(['about:blank', `${service}/form`])
})

it('is not opened when a guard does not stand', async () => {
  opened.onNextPages((contents) => {
    contents.debugger.respond = () => Promise.reject(new Error('no such command'))
  })
  expect(await opened.openForm()).toEqual({
    ok: false,
    error: { kind: 'notLoaded', reason: 'not confined' },
  })
  expect(opened.newest().visited).toEqual(['about:blank'])
})

it('comes back when another page stands in its place all the same', async () => {
  const { contents } = await openForm()
  contents.visited.length = 0
  contents.arriveAt(`${service}/second`)
  contents.arriveAt('about:blank#blocked', 0)
  await expect.poll(() => contents.getURL()).toBe(`${service}/second`)
  expect(contents.visited).toEqual([`${service}/second`])
  contents.failAt(`${service}/a`)
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
  contents.failAt(`${service}/a`)
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

describe('a paper of a form', () => {
  const papers: boolean[] = []
  let form: FakeContents
  let view: FormView
  beforeEach(async () => {
    papers.length = 0
    const made = await opened.openForm({ papers: true, onPaper: (open) => papers.push(open) })
    if (!made.ok) throw new Error('not opened')
    view = made.value
    form = opened.newest()
  })
  const ask = () =>
    form.debugger.report('Runtime.bindingCalled', {
      name: paperBinding,
      payload: JSON.stringify({ type: 'open', id: '1', url: `${service}/policy` }),
      executionContextId: 7,
    })
  async function openPaper(): Promise<FakeContents> {
    ask()
    await expect.poll(() => papers).toEqual([true])
    return opened.newest()
  }

  it('goes to its address once every guard stands that stands beside a form', async () => {
    const stand = holdGuards()
    ask()
    const paper = await stand.held()
    expect(paper.visited).toEqual(['about:blank'])
    stand.release()
    await expect.poll(() => papers).toEqual([true])
    expect(paper.visited).toEqual(['about:blank', `${service}/policy`])
    expect(paper.session).toBe(form.session)
  })

  it('is scaled as the form is, before it is opened and while it is open', async () => {
    await view.setZoom(1.5)
    const paper = await openPaper()
    expect(paper.zooms.at(-1)).toBe(1.5)
    await view.setZoom(2)
    expect([form, paper].map(({ zooms }) => zooms.at(-1))).toEqual([2, 2])
  })

  it.each([
    ['it crashes', (paper: FakeContents) => paper.crash()],
    ['it is somewhere else', (paper: FakeContents) => paper.arriveAt('about:blank')],
  ] as const)('is closed when %s', async (_why, happen) => {
    happen(await openPaper())
    await expect.poll(() => papers).toEqual([true, false])
    expect(form.isDestroyed()).toBe(false)
  })
})
