import { writeFile } from 'node:fs/promises'
import { defaultWireProfile, type WireProfile } from '../../../src/contract/wire-profile.ts'
import type { Id } from '../../../src/contract/values.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import { readTypedId } from '../../operation/value.ts'
import { usage, type Problem } from '../../problem.ts'
import type { Terminal } from '../../terminal.ts'
import type { Sampling } from '../sample.ts'
import { unusual } from './propose.ts'
import { tryVisit } from './try-visit.ts'
import { notTried, type VisitTrial } from './verdict.ts'
import { watchClient } from './watched-client.ts'

const usualFile = 'wire-profile.proposal.json'

/** Reads the ids of `--id NAME=VALUE`, by name. */
export function givenIds(texts: readonly string[]): Result<Record<string, Id>, Problem> {
  const pairs = texts.map((text) => /^([A-Za-z_]\w*)=(\S+)$/.exec(text))
  if (pairs.includes(null)) return err(usage('--id: expected name=value, as in --id patientId=9.'))
  return ok(
    Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', readTypedId(pair?.[2] ?? '')])),
  )
}

/** Tries the steps of a visit that only read; see `tryVisit`. */
export async function probeVisit(
  { options, recorder, scope, ids = {} }: Sampling,
  defaultTemplateGroupId: Id | undefined,
): Promise<VisitTrial> {
  const { accountId, locationId } = scope
  if (accountId === undefined || locationId === undefined) {
    const steps = [notTried('a visit', 'nothing says at which location: --location does')]
    return { steps, proposal: undefined }
  }
  const watched = watchClient(options, recorder)
  try {
    return await tryVisit(
      watched,
      { accountId, locationId },
      {
        patientId: ids['patientId'],
        packetId: ids['formPacketId'],
        templateGroupId: ids['groupId'] ?? ids['formTemplateGroupId'] ?? defaultTemplateGroupId,
      },
    )
  } finally {
    await watched.close()
  }
}

/** Writes a proposed profile, without what is as usual, and notes down where it is. */
export async function writeProposal(
  name: string = usualFile,
  proposal: WireProfile,
  { note }: Pick<Terminal, 'note'>,
): Promise<Result<null, Problem>> {
  try {
    await writeFile(name, `${JSON.stringify(unusual(proposal, defaultWireProfile), null, 2)}\n`)
    note(`The proposed profile is in ${name}.\n`)
    return ok(null)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return err(usage(`--propose: the file cannot be written (${code ?? 'unknown'}).`))
  }
}
