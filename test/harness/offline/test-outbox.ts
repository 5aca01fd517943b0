import { onTestFinished } from 'vitest'
import type { Intake } from '../../../src/main/kiosk/offline/intake.ts'
import {
  startOutbox,
  type OutboxParts,
  type OutboxLine,
} from '../../../src/main/kiosk/offline/outbox/outbox.ts'
import { memoryRows } from '../vault/memory-rows.ts'
import { memorySource } from './sample-intakes.ts'
import { createSteppedClock } from './stepped-clock.ts'
import type { OutboxSettings } from '../../../src/main/kiosk/offline/outbox/steps.ts'

type Given = Pick<OutboxParts, 'delivery'> &
  Partial<Pick<OutboxParts, 'connection' | 'isBusy' | 'measured'>>

/** An outbox on a stepped clock, with rows and intakes in memory; it ends with the test. */
export function openTestOutbox(
  given: Given,
  settings: Partial<OutboxSettings> = {},
  clock = createSteppedClock(),
) {
  const [rows, source, lines] = [memoryRows(), memorySource(), [] as OutboxLine[]]
  const start = () =>
    startOutbox({
      rows,
      source,
      clock,
      random: () => 0.5,
      measured: () => clock.now(),
      settings: () => ({
        newPatients: 'ask',
        unproved: 'deliver',
        keepDeliveredDays: 7,
        ...settings,
      }),
      connection: () => 'online',
      isBusy: () => false,
      log: (line) => void lines.push(line),
      ...given,
    })
  const opened = {
    rows,
    source,
    clock,
    lines,
    outbox: start(),
    finish: (intake: Intake) => {
      source.finish(intake)
      opened.outbox.wake()
    },
    async restart() {
      await opened.outbox.stop()
      opened.outbox = start()
    },
  }
  onTestFinished(() => opened.outbox.stop())
  return opened
}
