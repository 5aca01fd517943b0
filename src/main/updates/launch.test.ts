import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAuthority } from '#harness/service/self-signed.ts'
import { startProxy } from '#harness/service/tunnel-proxy.ts'
import { testFolder } from '#harness/test-folder.ts'
import { isFullTier } from '#harness/tier.ts'
import { first, newFeedKey, publish, serveFeed, unpackVersion } from '#harness/updates/releases.ts'
import { waitFor } from '#harness/wait-for.ts'
import { openOrThrow } from '#harness/vault/scratch.ts'
import { readUpdateState, writeUpdateState } from './state.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const launch = join(root, 'resources', 'kiosk', 'launch.sh')

/** Output of what the launcher starts, line by line; `kill` ends all of it as a power cut does. */
function run(folder: string, environment: NodeJS.ProcessEnv = {}) {
  const words = [join(folder, 'versions'), join(folder, 'package', 'foyer'), '0.1.0', 'word']
  const child = spawn(launch, words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FOYER_TRIAL_SECONDS: '20', ...environment },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const kill = () => {
    if (isOver(child)) return
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  }
  onTestFinished(kill)
  return { child, kill, lines: () => text.split('\n').slice(0, -1), ended: once(child, 'close') }
}
const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

describe.runIf(process.platform === 'linux')('the launcher', () => {
  let folder: string
  const at = (...names: string[]) => join(folder, ...names)
  const state = () => readUpdateState(at('versions'), '0.1.0')
  beforeEach(() => {
    folder = testFolder()
    unpackVersion(at('package'), 'echo package $*')
  })
  const has = (version: string, script: string) => unpackVersion(at('versions', version), script)
  const says = async (environment?: NodeJS.ProcessEnv) => {
    const { ended, lines } = run(folder, environment)
    const [status] = (await ended) as [number]
    return { status, lines: lines() }
  }

  it('starts the package where there is nothing else, or nothing that can be read', async () => {
    expect(await says()).toEqual({ status: 0, lines: ['package word'] })
    has('0.2.0', 'echo 2 $*')
    for (const [name, current] of [
      ['a version that is not there', '0.3.0'],
      ['a path', '../package'],
    ] as const) {
      writeUpdateState(at('versions'), { ...first, current })
      expect((await says()).lines, name).toEqual(['package word'])
    }
  })

  it('starts the version that is kept, until another package is installed', async () => {
    has('0.2.0', 'echo 2 $*; exit 75')
    writeUpdateState(at('versions'), { ...first, current: '0.2.0' })
    expect(await says()).toEqual({ status: 75, lines: ['2 word'] })
    writeUpdateState(at('versions'), { ...first, base: '0.0.9', current: '0.2.0', trial: '0.2.0' })
    expect(await says()).toEqual({ status: 0, lines: ['package word'] })
  })

  it.each([
    ['ends', 'exit 78', '20'],
    ['is killed', 'kill -KILL $$', '20'],
    ['never says that it works', 'exec sleep 60', '1'],
    ['is no program', '', '20'],
  ])('blocks a version on trial that %s, and starts the one before', async (_, script, seconds) => {
    has('0.2.0', 'echo 2 $*')
    has('0.3.0', script)
    if (script === '') rmSync(at('versions', '0.3.0', 'foyer'))
    writeUpdateState(at('versions'), {
      ...first,
      current: '0.2.0',
      trial: '0.3.0',
      blocked: ['0.1.9'],
      checked: '2026-03-01T01:00:00.000Z',
    })
    const { lines } = await says({ FOYER_TRIAL_SECONDS: seconds })
    expect(lines).toEqual(['2 word'])
    expect(state()).toEqual({
      ...first,
      current: '0.2.0',
      blocked: ['0.1.9', '0.3.0'],
      checked: '2026-03-01T01:00:00.000Z',
    })
  })

  it('ends with a version on trial that it was told to end, and tries that twice at most', async () => {
    has('0.2.0', 'trap "exit 0" TERM; echo up; while :; do sleep 0.1; done')
    writeUpdateState(at('versions'), { ...first, trial: '0.2.0' })
    for (const tries of [1, 2]) {
      const { child, lines, ended } = run(folder)
      await waitFor(() => expect(lines()).toEqual(['up']))
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(state()).toMatchObject({ trial: '0.2.0', tries })
    }
    expect((await says()).lines).toEqual(['package word'])
    expect(state().blocked).toEqual(['0.2.0'])
  })
})

describe.runIf(process.platform === 'linux')('kill -9 in an update', () => {
  const harness = join(root, 'test', 'harness')
  const program = join(harness, 'updates', 'updating-kiosk.ts')
  const killer = join(harness, 'vault', 'kill-at-file-operation.ts')

  /** Makes a kiosk of 0.1.0 with a vault, before a feed with 0.2.0; each try has a copy of it. */
  async function openPlace() {
    const whole = testFolder()
    const key = newFeedKey()
    const authority = await createAuthority()
    const { port } = await serveFeed(whole, await authority.issue('feed.example'))
    const { tunnels, address } = await startProxy(port, 'kiosk:canary')
    writeFileSync(join(whole, 'ca.pem'), authority.cert)
    const data = join(testFolder(), 'try')
    const way = `${join(whole, 'ca.pem')} http://${address} kiosk:canary`
    const script = (version: string, feedKey: string) =>
      `exec ${process.execPath} ${program} ${version} ${join(data, 'vault')} https://feed.example ${feedKey} ${way}`
    const newer = unpackVersion(join(whole, 'new'), script('0.2.0', '""'), 20_000_000)
    const feedKey = publish(whole, { version: '0.2.0', unpacked: newer, key })
    // The newer one reads the feed, too.
    unpackVersion(newer, script('0.2.0', feedKey), 20_000_000)
    publish(whole, { version: '0.2.0', unpacked: newer, key })
    unpackVersion(join(whole, 'try', 'package'), script('0.1.0', feedKey))
    ;(await openOrThrow(join(whole, 'try', 'vault'))).close()
    return {
      data,
      tunnels,
      begin: () => {
        rmSync(data, { recursive: true, force: true })
        cpSync(join(whole, 'try'), data, { recursive: true })
      },
    }
  }

  /** Moment at which a kiosk is killed: ms after its first start, or at that file operation of its first start. */
  type Moment = { readonly ms: number } | { readonly operation: number }

  /** Updates, started again whenever it ends, until 0.2.0 is kept; killed once. Returns the ms that it took, and what was said. */
  async function update({ data, begin }: Awaited<ReturnType<typeof openPlace>>, moment?: Moment) {
    begin()
    const began = performance.now()
    const said: string[] = []
    let isKilled = false
    for (let starts = 1; starts <= 6; starts += 1) {
      const isLoaded = starts === 1 && moment !== undefined && 'operation' in moment
      const { child, kill, lines, ended } = run(
        data,
        isLoaded
          ? { NODE_OPTIONS: `--import=${killer}`, FOYER_KILL_AT: String(moment.operation) }
          : {},
      )
      const isKept = () => lines().includes('an update is kept 0.2.0')
      const killAt = moment && 'ms' in moment ? moment.ms : Infinity
      while (!isOver(child) && !isKept()) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (isKilled || performance.now() - began < killAt) continue
        isKilled = true
        kill()
      }
      const tookMs = performance.now() - began
      const wasKept = isKept()
      if (isLoaded) isKilled = child.signalCode === 'SIGKILL'
      kill()
      await ended
      said.push(...lines())
      if (wasKept) return { tookMs, said, starts, isKilled }
    }
    throw new Error(`0.2.0 is not kept: ${said.join('; ')}`)
  }

  /** Checks that each start knew of every one before: of each acknowledged entry of the audit. */
  function expectNothingLost(said: readonly string[], name: string) {
    const opened = said.filter((line) => line.startsWith('open '))
    const counts = opened.map((line) => Number(line.split(' ')[2]))
    expect(counts.length, name).toBeGreaterThan(0)
    for (const [at, count] of counts.entries())
      expect(count, name).toBeGreaterThan(counts[at - 1] ?? 0)
    expect(opened.at(-1), name).toContain('0.2.0')
  }

  it(
    'leaves a kiosk behind a proxy that starts again, with all of its vault, and comes to the new version',
    { timeout: 1_200_000 },
    async () => {
      const place = await openPlace()
      const whole = await update(place)
      expectNothingLost(whole.said, 'not killed')
      expect(whole.starts).toBe(2)
      expect(place.tunnels[0]).toMatchObject({ to: 'feed.example:443' })
      // At each file operation of the version before, of which the last write the state; and spread over the whole time.
      const [first, last, all] = isFullTier ? [1, 13, 50] : [12, 12, 2]
      let killed = 0
      async function kill(moment: Moment) {
        const { said, isKilled, tookMs } = await update(place, moment)
        expectNothingLost(said, JSON.stringify(moment))
        expect(readUpdateState(join(place.data, 'versions'), '0.2.0')).toMatchObject({
          current: '0.2.0',
          trial: '',
          blocked: [],
        })
        if (isKilled) killed += 1
        return isKilled ? undefined : tookMs
      }
      // There are fewer where the archive comes in larger parts.
      for (let operation = first; operation <= last; operation += 1) await kill({ operation })
      const moments = all - killed
      let { tookMs } = whole
      for (let nth = 1; nth <= moments;) {
        const unkilled = await kill({ ms: (tookMs * nth) / (moments + 1) })
        if (unkilled === undefined) nth += 1
        // The machine is faster now.
        else tookMs = unkilled
      }
      expect(killed).toBe(all)
    },
  )
})
