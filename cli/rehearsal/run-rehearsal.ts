import type { Id } from '../../src/contract/values.ts'
import { exitCodes, type ExitCode } from '../exit-codes.ts'
import { explain } from '../explain.ts'
import { isTestAccount, onlyForTests } from '../operation/unchecked.ts'
import { complain, usage, type Said } from '../problem.ts'
import type { ProbeFlags } from '../probe/flags.ts'
import { writeProposal } from '../probe/visit/probe-visit.ts'
import { drawConclusion, outcomeOf } from '../probe/visit/verdict.ts'
import { watchClient } from '../probe/visit/watched-client.ts'
import type { AuditedTarget } from '../service/open-audited.ts'
import type { Target } from '../service/target.ts'
import type { Terminal } from '../terminal.ts'
import { createPerson } from './person.ts'
import { writesOf, type GivenPlan } from './plan.ts'
import { rehearse, type Rehearsed } from './rehearse.ts'

/** Inputs of a rehearsal. */
export interface RehearsalRun {
  readonly flags: ProbeFlags
  readonly given: GivenPlan
  /** Records that were named by `--id`. */
  readonly ids: Readonly<Record<string, Id>>
  readonly target: Target
  readonly opened: AuditedTarget
  readonly scope: Target['scope']
  readonly said: Said
}

/** Carries out `npm run probe -- --rehearse` at a service that is ready; gives the exit code. */
export async function runRehearsal(run: RehearsalRun, terminal: Terminal): Promise<ExitCode> {
  const { flags, given, ids, target, opened, scope, said } = run
  const refuse = (...messages: string[]) => complain(usage(...messages), terminal, said)
  const { accountId, locationId } = scope
  if (accountId === undefined || locationId === undefined)
    return refuse('--location is missing: nothing says where the visit is rehearsed.')
  if (!opened.isSandbox && !isTestAccount(accountId, target.testAccountIds))
    return refuse(onlyForTests('--rehearse'))
  const sandboxUrl = opened.isSandbox ? opened.options.partnerUrl : undefined
  const person = createPerson(flags, given, terminal, sandboxUrl)
  if (!person.ok) return refuse(...person.error.messages)
  const plan = {
    place: { accountId, locationId },
    patientId: given.patientId,
    contacts: given.contacts,
    templateGroupId: ids['groupId'] ?? ids['formTemplateGroupId'] ?? target.templateGroupId,
  }
  if (!flags.quiet) terminal.note(`A rehearsal writes: ${writesOf(plan).join('; ')}.\n`)
  const watched = watchClient(opened.options, opened.recorder.body)
  try {
    const rehearsed = await rehearse({
      watched,
      recorder: opened.recorder,
      plan,
      person: person.value,
    })
    return await conclude(rehearsed, run, terminal)
  } finally {
    await watched.close()
  }
}

async function conclude(
  { steps, proposal, stopped, left }: Rehearsed,
  { flags: { json, propose }, said }: RehearsalRun,
  terminal: Terminal,
): Promise<ExitCode> {
  const outcome = outcomeOf(steps)
  if (json) terminal.out(`${JSON.stringify({ visit: { outcome, steps } }, null, 2)}\n`)
  else terminal.out(drawConclusion(steps))
  if (left !== undefined)
    terminal.note(
      `The form packet ${left} was made and is not archived: npm run api -- partner.formPackets.archive --form-packet ${left}\n`,
    )
  if (proposal) {
    const written = await writeProposal(propose, proposal, terminal)
    if (!written.ok) return complain(written.error, terminal, said)
  }
  if (stopped) return explain(stopped).code
  if (outcome === 'fails') return exitCodes.visitFails
  return outcome === 'withProfile' ? exitCodes.needsProfile : exitCodes.ok
}
