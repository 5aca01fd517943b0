import type { Operation } from '../src/contract/operation.ts'
import { accountId } from '../src/contract/values.ts'
import { defineCommand } from './command.ts'
import { type ExitCode, complain, usage } from './problem.ts'
import { readTypedId } from './operation/value.ts'
import { misplaced, probeCommand, unknownReads, type ProbeFlags } from './probe/flags.ts'
import { neededBy, reads } from './probe/plan.ts'
import { report, exitCodeFor, summarize } from './probe/result.ts'
import { createSampler, type Reading, type Sampling } from './probe/sample.ts'
import { givenIds, probeVisit, writeProposal } from './probe/visit/probe-visit.ts'
import { drawVerdicts, outcomeOf } from './probe/visit/verdict.ts'
import { readPlan } from './rehearsal/plan.ts'
import { runRehearsal } from './rehearsal/run-rehearsal.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget } from './service/target.ts'
import { createProgress, type Progress, type Terminal } from './terminal.ts'

/** `foyer probe`. */
export const probe = defineCommand(probeCommand, carryOut)

async function carryOut(
  { values }: { readonly values: ProbeFlags },
  terminal: Terminal,
  args: readonly string[],
): Promise<ExitCode> {
  const said = { args, help: probeCommand.name }
  const faults = [...unknownReads(values), ...misplaced(values)]
  if (faults.length > 0) return complain(usage(...faults), terminal, said)
  const { only = [], ...flags } = values
  const chosen = reads.filter(
    ({ id }) => only.length === 0 || only.some((name) => id === name || id.startsWith(`${name}.`)),
  )
  const ids = givenIds(flags.id ?? [])
  if (!ids.ok) return complain(ids.error, terminal, said)
  const plan = flags.rehearse ? await readPlan(flags, terminal) : undefined
  if (plan && !plan.ok) return complain(plan.error, terminal, said)
  const target = await chooseTarget(flags, terminal.environment)
  if (!target.ok) return complain(target.error, terminal, said)

  const scope = {
    ...target.value.scope,
    ...(flags.account !== undefined && { accountId: readTypedId(flags.account) }),
    ...(flags.location !== undefined && { locationId: readTypedId(flags.location) }),
  }
  if (!accountId.safeParse(scope.accountId).success)
    return complain(usage('--account is missing: expected a whole number.'), terminal, said)

  const opened = await openAudited(target.value, flags.audit, 'probe')
  if (!opened.ok) return complain(opened.error, terminal, said)
  const note = flags.quiet ? () => undefined : terminal.note
  note(`${plan ? 'Rehearsing a visit at' : 'Probing'} ${target.value.name}.\n`)
  const { options, recorder, close } = opened.value
  try {
    if (plan)
      return await runRehearsal(
        {
          flags,
          given: plan.value,
          ids: ids.value,
          target: target.value,
          opened: opened.value,
          scope,
          said,
        },
        terminal,
      )
    const isVisitAsked = only.length === 0 || only.includes('visit')
    const visit = isVisitAsked
      ? await probeVisit({ options, recorder, scope, ids: ids.value }, target.value.templateGroupId)
      : undefined
    const proposal = visit?.proposal
    if (visit && !flags.json) terminal.out(`${drawVerdicts(visit)}\n`)
    if (proposal) {
      const written = await writeProposal(flags.propose, proposal, terminal)
      if (!written.ok) return complain(written.error, terminal, said)
    }
    const sampling = { options, recorder, scope, ids: ids.value }
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
}

/** Reads every operation, those first that others need ids of; the readings come back in the contract's order. */
async function readAll(
  chosen: readonly Operation[],
  sampling: Sampling,
  progress: Progress,
): Promise<Reading[]> {
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
