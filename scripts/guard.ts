/** A guard: how to take it out of a copy of the project, and the tests that must then fail. */
export interface Guard {
  readonly name: string
  /** What is written in the place of what; the first place in the file counts. */
  readonly without: readonly (readonly [file: string, from: string, to: string])[]
  /** A regular expression that the full names of its tests fit. */
  readonly test: string
  /** The files that hold its tests; those of its suite unless given. */
  readonly files?: readonly string[]
}

/** Guards whose tests run alike. A file of `scripts/guards/` exports one as `suite`. */
export interface GuardSuite {
  /** The project of `vitest.config.ts` in which the tests are. */
  readonly project: 'unit' | 'contract' | 'conformance' | 'components'
  /** Folders and files that the tests need, beside the project's own configuration. */
  readonly kept: readonly string[]
  /** Folders or files that hold the tests; all of the project's unless given. */
  readonly files?: readonly string[]
  readonly guards: readonly Guard[]
}
