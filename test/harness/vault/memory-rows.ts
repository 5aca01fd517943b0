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

export const openMemoryRows = () => openBusRows(openMemoryTables())

export const memoryPairingRows = () => openPairingRows(openMemoryTables())

export const memoryRows = () => openOutboxRows(openMemoryTables())
