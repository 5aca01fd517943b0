import type { WireProfile } from '../../src/contract/wire-profile.ts'
import type { OpenTarget, Target } from './called-service.ts'

/** Address of `npm run sandbox` by default. */
export const usualSandbox = 'http://127.0.0.1:4010'

/** Starts a sandbox that speaks by the profile, and ends with the command. */
export async function ownSandbox(profile?: WireProfile): Promise<Target> {
  const { startSandbox } = await import('../../sandbox/sandbox.ts')
  return {
    name: 'a sandbox for this command alone (`npm run sandbox` starts one that keeps what you write)',
    ...(await seeded()),
    profile,
    open: async () => {
      const sandbox = await startSandbox(profile && { profile })
      return openAt(sandbox.apiUrl, profile, () => sandbox.close())
    },
  }
}

/** Uses a running sandbox, which speaks by the profile, if given. */
export async function sandboxAt(address: string, profile?: WireProfile): Promise<Target> {
  return {
    name: `the sandbox at ${address}`,
    ...(await seeded()),
    profile,
    open: () => openAt(address, profile, () => Promise.resolve()),
  }
}

/** Checks if a sandbox answers at an address of this machine. */
export async function isSandbox(address: string): Promise<boolean> {
  if (new URL(address).protocol !== 'http:') return false
  try {
    const answer = await fetch(`${address}/sandbox/state`, { signal: AbortSignal.timeout(1_000) })
    return answer.ok && typeof ((await answer.json()) as { proofs?: unknown }).proofs === 'number'
  } catch {
    return false
  }
}

/** Returns the seeds' ids, the same in every sandbox. */
async function seeded(): Promise<Pick<Target, 'scope' | 'templateGroupId'>> {
  const { account, locations } = await import('../../sandbox/seeds/clinics.ts')
  const { defaultTemplateGroupId } = await import('../../sandbox/seeds/templates.ts')
  const [first] = locations
  const scope = { accountId: account.id, ...(first && { locationId: first.id }) }
  return { scope, templateGroupId: defaultTemplateGroupId }
}

async function openAt(
  address: string,
  profile: WireProfile | undefined,
  end: () => Promise<void>,
): Promise<OpenTarget> {
  const { credentials } = await import('../../sandbox/credentials.ts')
  const { sandboxSecret } = await import('../../sandbox/http/wire.ts')
  const options = {
    ...(profile && { profile, secrets: sandboxSecret }),
    partnerUrl: address,
    partnerAuthUrl: address,
    developerUrl: address,
    developerAuthUrl: address,
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
  }
  return { options, close: end }
}
