import type { Operation } from '../src/contract/operation.ts'
import { accountId } from '../src/contract/values.ts'
import { defineCommand } from './command.ts'
import { refuseOnRealPatients } from './operation/unchecked.ts'
import { refuse, type ExitCode } from './problem.ts'
import { givenIds, misplaced, probeCommand, unknownReads, type ProbeFlags } from './probe/flags.ts'
import { neededBy, reads } from './probe/plan.ts'
import { report, exitCodeFor, summarize } from './probe/result.ts'
import { createSampler, type Reading, type Sampling } from './probe/sample.ts'
import { writeProposal } from './probe/visit/propose.ts'
import { probeVisit } from './probe/visit/try-visit.ts'
import { drawConclusion, drawVerdicts, outcomeOf } from './probe/visit/verdict.ts'
import { watchClient } from './probe/visit/watched-client.ts'
import { createPerson, readPlan, writesOf, type GivenPlan } from './rehearsal/plan.ts'
import { rehearse } from './rehearsal/rehearse.ts'
import { openAudited, type AuditedTarget } from './service/open-audited.ts'
import { chooseTarget, scopeOf, type Target } from './service/target.ts'
import { createProgress, type Progress, type Terminal } from './terminal.ts'

export const probe = defineCommand(probeCommand, async ({ values }, terminal) => {
  const faults = [...unknownReads(values), ...misplaced(values)]
  if (faults.length > 0) refuse(...faults)
  const { only = [], ...flags } = values
  const chosen = reads.filter(
    ({ id }) => only.length === 0 || only.some((name) => id === name || id.startsWith(`${name}.`)),
  )
  const ids = givenIds(flags.id ?? [])
  const plan = flags.rehearse ? await readPlan(flags, terminal) : undefined
  const target = await chooseTarget(flags, terminal.environment)
  const scope = scopeOf(target, flags)
  if (!accountId.safeParse(scope.accountId).success)
    refuse('--account is missing: expected a whole number.')

  const opened = await openAudited(target, flags.audit, 'probe')
  const note = flags.quiet ? () => undefined : terminal.note
  note(`${plan ? 'Rehearsing a visit at' : 'Probing'} ${target.name}.\n`)
  const { options, recorder, close } = opened
  try {
    if (plan)
      return await runRehearsal({ flags, given: plan, ids, target, opened, scope }, terminal)
    const isVisitAsked = only.length === 0 || only.includes('visit')
    const sampling = { options, recorder, scope, ids }
    const visit = isVisitAsked ? await probeVisit(sampling, target.templateGroupId) : undefined
    if (visit && !flags.json) terminal.out(`${drawVerdicts(visit)}\n`)
    if (visit?.proposal) await writeProposal(flags.propose, visit.proposal, terminal)
    const readings = await readAll(chosen, sampling, createProgress(note, terminal.live))
    const result = summarize(readings)
    if (flags.json) {
      const about = visit && { visit: { outcome: outcomeOf(visit), steps: visit.steps } }
      terminal.out(`${JSON.stringify({ ...about, ...result }, null, 2)}\n`)
    } else if (chosen.length > 0) terminal.out(report(result, Math.max(terminal.columns ?? 0, 160)))
    return exitCodeFor(visit, result, readings)
  } finally {
    await close()
  }
})

interface RehearsalRun {
  readonly flags: ProbeFlags
  readonly given: GivenPlan
  readonly ids: ReturnType<typeof givenIds>
  readonly target: Target
  readonly opened: AuditedTarget
  readonly scope: Target['scope']
}

async function runRehearsal(
  { flags, given, ids, target, opened, scope }: RehearsalRun,
  terminal: Terminal,
): Promise<ExitCode> {
  const { accountId, locationId } = scope
  if (accountId === undefined || locationId === undefined)
    return refuse('--location is missing: nothing says where the visit is rehearsed.')
  refuseOnRealPatients('--rehearse', opened.isSandbox, accountId, target.testAccountIds)
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

/** Reads every operation, those first that others need ids of; the readings come back in the contract's order. */
async function readAll(chosen: readonly Operation[], sampling: Sampling, progress: Progress) {
  const sampler = createSampler(sampling)
  const readings: Reading[] = []
  try {
    for (const operation of chosen.toSorted((a, b) => neededBy(a).length - neededBy(b).length)) {
      progress.say(`${readings.length + 1} of ${chosen.length} reads: ${operation.id}`)
      readings.push(await sampler.read(operation))
    }
  } finally {
    progress.end()
    await sampler.close()
  }
  return readings.sort((a, b) => reads.indexOf(a.operation) - reads.indexOf(b.operation))
}
