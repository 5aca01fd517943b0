import { onTestFinished } from 'vitest'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import type { Reachable } from '../../../sandbox/seeds/cases.ts'
import type { MemberRole } from '../../../src/shared/desk/members.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import { scratchFolder } from '../vault/scratch.ts'
import { composeSandboxDesk } from './composed-desk.ts'
import { asked, secret } from './desk-with-kiosks.ts'
import { fakeVisitScreen } from './fake-visit-screen.ts'

/**
 * A desk on a sandbox whose screen can be given to a patient, at which Ana Ruiz is signed in with these roles beside the
 * administrator's; it ends with the test. `change` may put itself before its vault.
 */
export async function openDeskOnScreen(
  change: ((vault: Vault) => Vault) | undefined,
  ...roles: MemberRole[]
) {
  const scratch = scratchFolder()
  onTestFinished(() => scratch.remove())
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  const screen = fakeVisitScreen()
  const at = await composeSandboxDesk(sandbox, scratch.folder, change, {}, () =>
    screen.openVisitShell(),
  )
  onTestFinished(async () => {
    screen.closes = Promise.resolve()
    await at.station.stop().catch(() => undefined)
  })
  await at.say({ type: 'session', session: { act: 'setUp', name: 'Ana Ruiz', secret } })
  const { session } = at.view()
  if (session.state !== 'open') throw new Error(session.state)
  const memberId = session.member.id
  const desk = asked(at)
  const patch = { roles: ['administrator' as const, ...roles] }
  await desk.done('changeMember', { memberId, patch })
  const signIn = () => at.say({ type: 'session', session: { act: 'signIn', memberId, secret } })

  /** Opens the chart of somebody who came, by two identifiers. */
  async function chartOf({ firstName, lastName, dateOfBirth, phone }: Reachable): Promise<string> {
    const search = { name: `${firstName} ${lastName}` }
    const { rows } = await desk.read('findPatients', { search })
    const { chart } = await desk.done('openChart', {
      patient: rows[0]?.patient ?? '',
      identifiers: [
        { kind: 'birthDate', value: dateOfBirth },
        { kind: 'phone', value: phone },
      ],
    })
    return chart
  }
  return { ...desk, ...{ at, screen, sandbox, memberId, signIn, chartOf } }
}

/** Such a desk. */
export type DeskOnScreen = Awaited<ReturnType<typeof openDeskOnScreen>>
