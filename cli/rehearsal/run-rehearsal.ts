import type { Id } from '../../src/contract/values.ts'
import { isTestAccount, onlyForTests } from '../operation/unchecked.ts'
import type { ProbeFlags } from '../probe/flags.ts'
import { exitCodeFor, summarize } from '../probe/result.ts'
import { writeProposal } from '../probe/visit/propose.ts'
import { drawConclusion, outcomeOf } from '../probe/visit/verdict.ts'
import { watchClient } from '../probe/visit/watched-client.ts'
import { refuse, type ExitCode } from '../problem.ts'
import type { AuditedTarget } from '../service/open-audited.ts'
import type { Target } from '../service/target.ts'
import type { Terminal } from '../terminal.ts'
import { createPerson, writesOf, type GivenPlan } from './plan.ts'
import { rehearse } from './rehearse.ts'

interface RehearsalRun {
  readonly flags: ProbeFlags
  readonly given: GivenPlan
  /** Records that were named by `--id`. */
  readonly ids: Readonly<Record<string, Id>>
  readonly target: Target
  readonly opened: AuditedTarget
  readonly scope: Target['scope']
}

/** Carries out `foyer probe --rehearse` at a service that is ready; gives the exit code. */
export async function runRehearsal(run: RehearsalRun, terminal: Terminal): Promise<ExitCode> {
  const { flags, given, ids, target, opened, scope } = run
  const { accountId, locationId } = scope
  if (accountId === undefined || locationId === undefined)
    return refuse('--location is missing: nothing says where the visit is rehearsed.')
  if (!opened.isSandbox && !isTestAccount(accountId, target.testAccountIds))
    refuse(onlyForTests('--rehearse'))
  const sandboxUrl = opened.isSandbox ? opened.options.partnerUrl : undefined
  const person = createPerson(flags, given, terminal, sandboxUrl)
  const plan = {
    place: { accountId, locationId },
    patientId: given.patientId,
    contacts: given.contacts,
    templateGroupId: ids['groupId'] ?? ids['formTemplateGroupId'] ?? target.templateGroupId,
    createWhenNone: 'groupId' in ids || target.createWhenNone === true,
  }
  if (!flags.quiet) terminal.note(`A rehearsal writes: ${writesOf(plan).join('; ')}.\n`)
  const watched = watchClient(opened.options, opened.recorder)
  try {
    const rehearsed = await rehearse({ watched, plan, person })
    const { steps, proposal, left } = rehearsed
    const visit = { outcome: outcomeOf(rehearsed), steps }
    terminal.out(flags.json ? `${JSON.stringify({ visit }, null, 2)}\n` : drawConclusion(rehearsed))
    if (left !== undefined)
      terminal.note(
        `The form packet ${left} was made and is not archived: foyer api partner.formPackets.archive --form-packet ${left}\n`,
      )
    if (proposal) await writeProposal(flags.propose, proposal, terminal)
    return exitCodeFor(rehearsed, summarize([]), [])
  } finally {
    await watched.close()
  }
}
