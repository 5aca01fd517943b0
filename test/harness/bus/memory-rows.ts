import Database from 'better-sqlite3-multiple-ciphers'
import { openBusRows, type BusRows } from '../../../src/main/vault/store/bus-rows.ts'
import { createTables } from '../../../src/main/vault/store/database.ts'

/** What a station keeps of the bus, as in its vault but in memory. */
export function openMemoryRows(): BusRows {
  const connection = new Database(':memory:')
  createTables(connection)
  return openBusRows(connection)
}
