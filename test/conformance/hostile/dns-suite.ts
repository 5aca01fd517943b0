import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { absent, inFullTier } from '../subject.ts'
import type { ScriptResult } from '#harness/namespace/agent.ts'
import { whyNoNamespace } from '#harness/namespace/network-namespace.ts'
import { openAgent, type Agent } from '#harness/namespace/run-agent.ts'
import type { NamespaceTraffic } from '#harness/namespace/watch-namespace.ts'
import { moreNamedHosts, namedHosts } from './named-hosts.ts'

/** Runs what a page does, for a second at most, and tells how it went; `absent` where the browser has no such thing. */
const attempt = (code: string) => `(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 1000, 'still trying'))
  const tried = (async () => { ${code} })().then((given) => (given === 'absent' ? given : 'done'), () => 'refused')
  return Promise.race([tried, late])
})()`

const deeds = [...Object.entries(namedHosts), ...inFullTier(Object.entries(moreNamedHosts))]
const attempts = (['form', 'kiosk'] as const).flatMap((window) =>
  deeds.map(([name, code], index) => ({
    window,
    name,
    code,
    host: `data-${index}.${window}.leak.example`,
  })),
)

/** Pages that name a host in any way: no name server hears of it, and no packet leaves the machine. */
export function describeNamedHosts(fixture: ShellFixture): void {
  const missing = whyNoNamespace()
  if (missing)
    process.stderr.write(`\nfoyer: what names a host was NOT tried in a namespace: ${missing}.\n`)

  describe.skipIf(missing)('a page that names a host', () => {
    const outcomes = new Map<string, ScriptResult>()
    let agent: Agent | undefined
    let seen: NamespaceTraffic
    beforeAll(async () => {
      agent = await openAgent(fixture.subject.shell.kind)
      for (const { window, code, host } of attempts)
        outcomes.set(host, await agent.run(window, attempt(code(host))))
      seen = await agent.end()
    }, 180_000)
    afterAll(() => agent?.stop())

    it.for(attempts)('asks no name server for it: $name, in the $window', ({ host }, context) => {
      const ran = outcomes.get(host)
      if (ran?.given === 'absent') context.skip(absent('a feature that names this host'))
      expect(seen.asked.filter((name) => name.endsWith(host))).toEqual([])
      expect(ran?.given).toMatch(/^(done|refused|still trying)$/)
      expect(ran).toMatchObject({ outside: 0, udp: 0 })
    })

    it('asks no name server for anything else, and sends nothing out of the machine', () => {
      expect(seen).toEqual({ asked: [], outside: 0, udp: 0 })
    })
  })
}
