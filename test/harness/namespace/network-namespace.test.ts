import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forkInNamespace, whyNoNamespace } from './network-namespace.ts'

const missing = whyNoNamespace()
if (missing) process.stderr.write(`\nfoyer: network namespaces were NOT tried: ${missing}.\n`)

describe.skipIf(missing)('a network namespace', () => {
  const seenOf = async (deed: string): Promise<unknown> => {
    const child = forkInNamespace(join(import.meta.dirname, 'send-traffic.ts'), [deed])
    const [told] = await Promise.all([once(child, 'message'), once(child, 'exit')])
    return told[0]
  }

  it.each([
    ['nothing', { asked: [], outside: 0, udp: 0 }],
    ['udp to another', { asked: [], outside: 1, udp: 1 }],
    ['udp to another by IPv6', { asked: [], outside: 1, udp: 1 }],
    ['udp to itself', { asked: [], outside: 0, udp: 1 }],
    ['tcp', { asked: [], outside: 1, udp: 0 }],
    ['tcp to itself', { asked: [], outside: 0, udp: 0 }],
  ])('sees what is sent: %s', async (deed, seen) => {
    expect(await seenOf(deed)).toEqual(seen)
  })

  it('sees what the name server is asked, question and answer', async () => {
    const seen = await seenOf('name')
    // By IPv4 and by IPv6.
    expect(seen).toEqual({
      asked: ['asked-for.example', 'asked-for.example'],
      outside: 0,
      udp: 4,
    })
  })
})
