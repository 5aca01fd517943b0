/** The part of the package that the vault uses; its own declarations are not named in its `exports`. */
declare module 'better-sqlite3-multiple-ciphers' {
  namespace Database {
    interface Options {
      readonly?: boolean
      fileMustExist?: boolean
      /** ms to wait for another connection. */
      timeout?: number
    }
    interface Statement<Parameters extends unknown[], Row> {
      run(...parameters: Parameters): { changes: number; lastInsertRowid: number | bigint }
      get(...parameters: Parameters): Row | undefined
      all(...parameters: Parameters): Row[]
      iterate(...parameters: Parameters): IterableIterator<Row>
      /** Rows become their first column. */
      pluck(): this
    }
    interface Transaction<Parameters extends unknown[], Value> {
      (...parameters: Parameters): Value
      /** The same, with the write lock from the beginning. */
      readonly immediate: (...parameters: Parameters) => Value
    }
    interface Database {
      /** Path of its file. */
      readonly name: string
      readonly open: boolean
      readonly inTransaction: boolean
      prepare<Parameters extends unknown[] = unknown[], Row = unknown>(
        sql: string,
      ): Statement<Parameters, Row>
      transaction<Parameters extends unknown[], Value>(
        run: (...parameters: Parameters) => Value,
      ): Transaction<Parameters, Value>
      /** Defines a function of SQL with as many values as `run` names. */
      function(name: string, run: (...values: never[]) => unknown): this
      exec(sql: string): this
      pragma(text: string, options?: { simple?: boolean }): unknown
      close(): this
    }
  }
  const Database: new (path: string, options?: Database.Options) => Database.Database
  export default Database
}
