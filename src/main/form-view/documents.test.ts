import { expect, it } from 'vitest'
import { originPolicy } from './policy.ts'
import { limitStorage } from './storage-origins.ts'
import { fakeProtocol } from '../../../test/conformance/fake-protocol.ts'
import { waitFor } from '#harness/wait-for.ts'
import { decideRequests } from './guard-page.ts'

const made = originPolicy('https://form.example/', [])
if (!made.ok) throw new Error(made.error.reason)
const policy = made.value

/** Decides about a document that a browser gets, with a body of that many MB; records results and refused addresses. */
async function getDocument(
  status: number,
  { megabytes = 1, refusesAnswers = false, isOpen = true } = {},
) {
  const outcomes: string[] = []
  const refused: string[] = []
  let left = megabytes
  const answers: Readonly<Record<string, (parameters: { errorReason?: string }) => object>> = {
    'Fetch.takeResponseBodyAsStream': () => ({ stream: '1' }),
    'Page.getFrameTree': () => ({ frameTree: { frame: { id: 'top' } } }),
    'IO.read': () => ({ data: 'x'.repeat(1024 * 1024), eof: --left <= 0 }),
    'Fetch.fulfillRequest': () => {
      if (refusesAnswers) throw new Error('Invalid http status code or phrase')
      outcomes.push('drawn')
      return {}
    },
    'Fetch.failRequest': ({ errorReason = '' }) => {
      outcomes.push(errorReason)
      return {}
    },
  }
  const cdp = fakeProtocol((method, parameters) => answers[method]?.(parameters))
  await decideRequests(cdp, undefined, {
    policy,
    storage: await limitStorage(policy, () => Promise.resolve()),
    areConfined: false,
    isOpen: () => isOpen,
    onRefused: (url) => refused.push(url),
  })
  cdp.emit('Fetch.requestPaused', {
    requestId: '1',
    request: { url: 'https://form.example/next?token=secret' },
    responseStatusCode: status,
    responseHeaders: [],
  })
  return { outcomes, refused }
}

it.each([
  ['that the browser does not take', { refusesAnswers: true }],
  ['that would fill main', { megabytes: 65 }],
])('fails and tells a document %s, so that none is left waiting', async (_what, browser) => {
  for (const [isOpen, reason] of [
    [false, 'Failed'],
    [true, 'Aborted'],
  ] as const) {
    const { outcomes, refused } = await getDocument(200, { ...browser, isOpen })
    await waitFor(() => expect(refused).toHaveLength(1))
    expect(outcomes).toEqual([reason])
  }
})

it('draws a document of a size that a form can have', async () => {
  const { outcomes } = await getDocument(520, { megabytes: 3 })
  await waitFor(() => expect(outcomes).toEqual(['drawn']))
})
