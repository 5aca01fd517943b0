import Database from 'better-sqlite3-multiple-ciphers'
import { openBusRows } from '../../../src/main/vault/store/bus-rows.ts'
import { createTables } from '../../../src/main/vault/store/database.ts'
import { openOutboxRows, openPairingRows } from '../../../src/main/vault/store/rows.ts'

/** Opens the tables of a vault that is in memory alone. */
export function openMemoryTables() {
  const connection = new Database(':memory:')
  createTables(connection)
  return connection
}

/** Rows of a station about the bus. */
export const openMemoryRows = () => openBusRows(openMemoryTables())

/** Rows of a station about its pairing. */
export const memoryPairingRows = () => openPairingRows(openMemoryTables())

/** Rows of the intakes that are handed over. */
export const memoryRows = () => openOutboxRows(openMemoryTables())
