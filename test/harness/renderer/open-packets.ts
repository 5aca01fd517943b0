import { page } from 'vitest/browser'
import type { Desk } from '../../../src/renderer/desk/desk.svelte.ts'
import Packets from '../../../src/renderer/desk/packets/packets.svelte'
import {
  sampleChoices,
  sampleGroup,
  samplePacket,
  samplePackets,
  sampleTemplate,
} from '../desk/chart-part-pages.ts'
import { FakeDeskMain } from '../desk/fake-desk-main.ts'
import { ok, openChartPart, type OpenedPart } from './open-chart-part.ts'

/** A main that has forms of a patient, and what can be given. */
export function mainWithPackets(): FakeDeskMain {
  const main = new FakeDeskMain()
  main.answers = {
    packets: () => ok(samplePackets),
    packet: () => ok(samplePacket),
    templateChoices: () => ok(sampleChoices),
    templateGroup: () => ok(sampleGroup),
    template: () => ok(sampleTemplate),
  }
  return main
}

/** Opens the forms in a patient's chart. */
export const openPackets = (part: OpenedPart): Promise<Desk> => openChartPart(Packets, part)

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const alert = (words: string) => page.getByRole('alert').filter({ hasText: words })
export const text = (words: string) => page.getByText(words, { exact: true })
export const commandOf = (name: string, input: object) => ({ type: 'command', name, input })
