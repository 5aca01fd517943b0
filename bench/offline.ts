import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { memoryOfTree } from './process-memory.ts'
import { startFoyerIn, type RunningFoyer } from '../e2e/support/running-foyer.ts'
import { createCaptureStore } from '../src/main/kiosk/offline/capture/capture-store.ts'
import type { Intake } from '../src/main/kiosk/offline/intake.ts'
import { capturedForm, capturedIntake } from '#harness/offline/sample-intakes.ts'
import { openOrThrow, scratchFolder } from '#harness/vault/scratch.ts'
import { openPlace, type KioskPlace } from '../test/leak-scan/kiosk-place.ts'
import { fillVault } from './filled-vault.ts'
import { benchHandOver } from './offline-hand-over.ts'
import type { BenchRow } from './row.ts'
import { median, percentile } from './statistics.ts'

const rounds = 10
const turns = 300
const intakes = 500
const most = { startRatio: 1.05, turnMs: 100, finishRatio: 3, vaultRatio: 1.1 } as const

/** A form of 40 questions, all of them answered, and one with a signature of 20 kB. */
const questions = 40
const answers = Object.fromEntries(
  Array.from({ length: questions }, (_, index) => [
    index + 1,
    `An answer of some length, ${index}`,
  ]),
)
const signed = { 1: `data:image/png;base64,${'A'.repeat(20_000)}`, 2: true }
const newIntake = (): Intake =>
  capturedIntake(randomUUID(), [capturedForm(601, questions), capturedForm(602)])

function answeredIntake(): Intake {
  const intake = newIntake()
  const given = [answers, signed]
  const forms = intake.forms.map((form, index) => ({ ...form, answers: given[index] ?? {} }))
  return { ...intake, forms, finishedAt: new Date().toISOString() }
}

/**
 * Measures the ms from the start of the process until the welcome screen's button can be tapped; `then` sees it
 * running.
 */
async function start(
  place: KioskPlace,
  then: (foyer: RunningFoyer) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  const foyer = await startFoyerIn(place)
  try {
    const kiosk = await foyer.kiosk()
    await kiosk.locator('.kiosk.welcome button.start').click({ trial: true })
    const took = performance.now() - foyer.startedAt
    await then(foyer)
    return took
  } finally {
    await foyer.stop()
  }
}

const openKnowingPlace = () => openPlace({ environment: { FOYER_OFFLINE_ENABLED: 'true' } })

async function knows({ log }: RunningFoyer): Promise<void> {
  const until = AbortSignal.timeout(60_000)
  while (!log.some((line) => line.includes('offlineKnowledgeRead"'))) {
    until.throwIfAborted()
    await setTimeout(50)
  }
}

/** Measures a start without the network, beside one with it: the same kiosk, which knows the clinic; taken in turns. */
async function benchStartWithout(): Promise<BenchRow> {
  const place = await openKnowingPlace()
  const [without, beside]: [number[], number[]] = [[], []]
  try {
    await start(place, knows)
    for (let round = 0; round < rounds; round++) {
      beside.push(await start(place))
      place.sandbox.control.switchNetwork('down', true)
      without.push(await start(place))
      place.sandbox.control.switchNetwork('down', false)
    }
  } finally {
    await place.close()
  }
  const ratio = median(without) / median(beside)
  return {
    figure: 'start without network to first screen',
    value: median(without),
    unit: 'ms',
    beside: [{ name: 'start with it', value: median(beside) }],
    ratio,
    target: `at most ${most.startRatio} ×`,
    met: ratio <= most.startRatio,
  }
}

function timed(run: () => unknown): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

/** Writes a file anew, and waits for the disk. */
function writeBare(path: string, text: string): void {
  const file = openSync(path, 'w')
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
}

/**
 * Measures a page turned and an end, each durable, beside a bare durable write of the last page's bytes; taken in
 * turns.
 */
async function benchCapture(): Promise<BenchRow[]> {
  const scratch = scratchFolder()
  const [turning, finishing, bare]: [number[], number[], number[]] = [[], [], []]
  try {
    const vault = await openOrThrow(scratch.folder)
    const captures = createCaptureStore(vault.captures, () => turns * 2)
    for (let turn = 0; turn < turns; turn++) {
      const intake = newIntake()
      captures.begin(intake)
      turning.push(timed(() => captures.keepPage(intake.id, 0, answers)))
      turning.push(timed(() => captures.keepPage(intake.id, 1, signed)))
      bare.push(timed(() => writeBare(join(scratch.folder, 'bare'), JSON.stringify(signed))))
      const finishedAt = new Date().toISOString()
      finishing.push(timed(() => captures.finish(intake.id, finishedAt)))
      const read = captures.read(intake.id)
      if (!read.ok || read.value.finishedAt !== finishedAt)
        throw new Error('a capture was not kept')
    }
    vault.close()
  } finally {
    scratch.remove()
  }
  const [turnMs, finishMs, bareMs] = [turning, finishing, bare].map((each) =>
    percentile(each, 0.95),
  ) as [number, number, number]
  return [
    {
      figure: 'page turn kept durably, p95',
      value: turnMs,
      unit: 'ms',
      target: `at most ${most.turnMs} ms`,
      met: turnMs <= most.turnMs,
    },
    {
      figure: 'finishing, durable, p95',
      value: finishMs,
      unit: 'ms',
      beside: [{ name: 'a bare durable write of the same bytes', value: bareMs }],
      ratio: finishMs / bareMs,
      target: `at most ${most.turnMs} ms, and ${most.finishRatio} ×`,
      met: finishMs <= most.turnMs && finishMs / bareMs <= most.finishRatio,
    },
  ]
}

/** Compares a kiosk whose vault holds 500 waiting intakes with one whose vault is empty; in turns. */
async function benchFullVault(): Promise<BenchRow[]> {
  const [full, empty] = [await openKnowingPlace(), await openKnowingPlace()]
  const starts: [number[], number[]] = [[], []]
  const memory: [number[], number[]] = [[], []]
  try {
    for (const place of [full, empty]) await start(place, knows)
    await fillVault(full, Array.from({ length: intakes }, answeredIntake))
    for (let round = 0; round < rounds; round++)
      for (const [index, place] of [full, empty].entries())
        starts[index]?.push(
          await start(place, async (foyer) => {
            await foyer.spare()
            memory[index]?.push(await memoryOfTree(foyer.process.pid ?? 0))
          }),
        )
  } finally {
    await Promise.all([full.close(), empty.close()])
  }
  const row = (what: string, unit: string, [own, beside]: [number[], number[]]): BenchRow => {
    const ratio = median(own) / median(beside)
    return {
      figure: `vault with ${intakes} intakes: ${what}`,
      value: median(own),
      unit,
      beside: [{ name: 'empty vault', value: median(beside) }],
      ratio,
      target: `at most ${most.vaultRatio} ×`,
      met: ratio <= most.vaultRatio,
    }
  }
  return [row('start', 'ms', starts), row('memory', 'MB', memory)]
}

/** Measures intake without the network: its start, the patient's stored data, and the queue. */
export async function benchOffline(): Promise<BenchRow[]> {
  return [
    await benchStartWithout(),
    ...(await benchCapture()),
    ...(await benchFullVault()),
    ...(await benchHandOver()),
  ]
}
