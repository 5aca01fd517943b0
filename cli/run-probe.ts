import type { Operation } from '../src/contract/operation.ts'
import { accountId } from '../src/contract/values.ts'
import { defineCommand } from './command.ts'
import { refuse } from './problem.ts'
import { givenIds, misplaced, probeCommand, unknownReads } from './probe/flags.ts'
import { neededBy, reads } from './probe/plan.ts'
import { report, exitCodeFor, summarize } from './probe/result.ts'
import { createSampler, type Reading, type Sampling } from './probe/sample.ts'
import { writeProposal } from './probe/visit/propose.ts'
import { probeVisit } from './probe/visit/try-visit.ts'
import { drawVerdicts, outcomeOf } from './probe/visit/verdict.ts'
import { readPlan } from './rehearsal/plan.ts'
import { runRehearsal } from './rehearsal/run-rehearsal.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget, scopeOf } from './service/target.ts'
import { createProgress, type Progress } from './terminal.ts'

/** `foyer probe`. */
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
