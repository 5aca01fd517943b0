import { once } from 'node:events'
import { join } from 'node:path'
import type { Shell } from '../../../src/main/windows/port.ts'
import { connectPeer } from '../../conformance/peer.ts'
import { writeKioskPage } from '../../conformance/subject.ts'
import type { AgentCalls } from './agent.ts'
import { forkInNamespace } from './network-namespace.ts'

/** A shell in a network namespace, with one form open, and what is seen of it there. */
export type Agent = Awaited<ReturnType<typeof openAgent>>

/** Opens a shell of a kind in a network namespace of its own. */
export async function openAgent(kind: Shell['kind']) {
  const pages = await writeKioskPage()
  const agent = forkInNamespace(join(import.meta.dirname, 'agent.ts'), [kind, pages.folder])
  const exited = once(agent, 'exit')
  const ended = exited.then(([code]) =>
    Promise.reject(new Error(`the agent ended with ${String(code)}`)),
  )
  // Handled by the calls that race with it.
  ended.catch(() => undefined)
  const { run, end } = (await Promise.race([connectPeer(agent)(), ended])) as AgentCalls
  return {
    run: (...asked: Parameters<typeof run>) => Promise.race([run(...asked), ended]),
    end: () => Promise.race([end(), ended]),
    /** Ends the agent and the namespace, if they are not yet gone. */
    async stop() {
      if (agent.connected) agent.disconnect()
      await exited
      await pages.remove()
    },
  }
}
