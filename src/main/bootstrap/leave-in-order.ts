import type { KioskLog } from '../log/log.ts'

/** What the end of a process needs. */
export interface LeaveParts {
  /** Ends what runs by then, in order. */
  readonly stop: () => Promise<void>
  /** Ends the process at once. */
  readonly exit: (code: number) => void
  readonly log: Pick<KioskLog, 'event'>
  /** What the process ends with after a signal, and after a fault. */
  readonly codes: { readonly ended: number; readonly fault: number }
}

/** Leaves in order, and only once, on a signal or a bug; what comes back does so for any other reason. */
export function leaveInOrder({ stop, exit, log, codes }: LeaveParts): (code: number) => void {
  let leaving: Promise<void> | undefined
  const leave = (code: number) => {
    leaving ??= stop().then(
      () => exit(code),
      () => exit(codes.fault),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => leave(codes.ended))
  const fault = (error: unknown) => {
    const isFirst = leaving === undefined
    leave(codes.fault)
    if (isFirst) log.event('bug', { detail: error instanceof Error ? error.name : 'unknown' })
  }
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  return leave
}
