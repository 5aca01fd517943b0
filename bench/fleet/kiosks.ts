// Many simulated kiosks in one process: each has Foyer's own bus, and nothing of a screen.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/main/base/clock.ts'
import { every } from '../../src/main/base/timers.ts'
import { createHelpCalls, type HelpCalls } from '../../src/main/stations/kiosk/kiosk-station.ts'
import type { Bus } from '../../src/main/stations/create-bus.ts'
import type { HelpCall } from '../../src/main/kiosk/visit/ports.ts'
import { openMemoryRows } from '#harness/vault/memory-rows.ts'
import { openOrThrow } from '#harness/vault/scratch.ts'
import { monotonicMs, type FromKiosks, type ToKiosks } from './messages.ts'
import { openStation, sayPresence } from './station.ts'

const kiosks = new Map<string, { readonly bus: Bus; readonly help: HelpCalls }>()
/** By the id of help. `at`: when it was asked for. */
const calls = new Map<string, { readonly call: HelpCall; readonly at: number }>()
const ends: (() => unknown)[] = []
const tell = (message: FromKiosks) => void process.send?.(message)
let helpId = ''

/** Opens the kiosk's store for the bus: in a vault, like a real kiosk, or in memory where many share one disk. */
async function openRows(hasVault: boolean) {
  if (!hasVault) return openMemoryRows()
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const vault = await openOrThrow(folder)
  ends.push(() => {
    vault.close()
    rmSync(folder, { recursive: true })
  })
  return vault.bus
}

async function open({ meeting, seats, presenceMs, hasVault }: ToKiosks & { ask: 'open' }) {
  for (const seat of seats) {
    const bus = openStation(meeting, seat, await openRows(hasVault))
    const place = { bus: () => bus, onChange: (listener: () => void) => bus.onChange(listener) }
    const help = createHelpCalls({ place, clock: systemClock, newId: () => helpId })
    kiosks.set(seat.id, { bus, help })
    ends.unshift(() => bus.close())
    let isFree = true
    // Not all at the same moment.
    const begin = setTimeout(() => {
      const say = () => {
        isFree = !isFree
        sayPresence(bus, isFree ? 'free' : 'inUse')
      }
      ends.unshift(every(systemClock, presenceMs, say))
    }, Math.random() * presenceMs)
    ends.unshift(() => clearTimeout(begin))
  }
  tell({ told: 'opened' })
}

function take(message: ToKiosks): void {
  if (message.ask === 'open') return void open(message)
  if (message.ask === 'help') {
    const at = monotonicMs()
    helpId = message.helpId
    const asked = { number: '417', screen: 'contact', language: 'en' } as const
    const call = kiosks.get(message.station)?.help.askHelp(asked, () => undefined)
    if (call) calls.set(helpId, { call, at })
    return
  }
  if (message.ask === 'state') {
    const all = [...kiosks.values()]
    const connected = all.filter(({ bus }) => bus.view().connection === 'connected').length
    return tell({ told: 'state', connected })
  }
  const asked = calls.get(message.helpId)
  // Only now: neither this process nor the bench's has anything else to do while help is on its way.
  if (asked) tell({ told: 'asked', helpId: message.helpId, at: asked.at })
  asked?.call.end()
  calls.delete(message.helpId)
  const bus = kiosks.get(message.station)?.bus
  if (bus) settle(bus, message.helpId)
}

/** Reports once the broker confirmed all of a kiosk's messages. */
function settle(bus: Bus, helpId: string) {
  const stop = bus.onChange(look)
  function look() {
    if (bus.view().waiting > 0) return
    stop()
    tell({ told: 'settled', helpId })
  }
  look()
}

async function end() {
  for (const each of ends) await each()
  process.exit()
}

process.on('message', (message: ToKiosks) => take(message))
process.on('disconnect', () => void end())
