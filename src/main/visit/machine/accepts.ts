import type { VisitCommand } from './visit-command.ts'
import type { VisitSnapshot } from './visit-machine.ts'

/** What a locked visit takes: the answer that opens it, and what changes nothing of it but how it looks, or its end. */
const whileLocked: ReadonlySet<VisitCommand['type']> = new Set([
  ...(['submitDateOfBirth', 'submitContact'] as const),
  ...(['help', 'closeHelp', 'cancelHelp', 'doneHelping', 'stillHere', 'activity'] as const),
  ...(['startOver', 'cancelStartOver', 'confirmStartOver'] as const),
  ...(['chooseLanguage', 'openDisplay', 'closeDisplay', 'chooseTextSize', 'chooseTheme'] as const),
])

/** Whether a visit is locked, so that nothing of it may be shown or done; its last words are nobody's secret. */
export function isLocked(snapshot: VisitSnapshot): boolean {
  const { lock, flow } =
    typeof snapshot.value === 'object' ? snapshot.value.running : { lock: '', flow: '' }
  return lock === 'locked' && !(typeof flow === 'object' && 'last' in flow)
}

/** Whether a visit takes a command of its patient now. */
export function accepts(snapshot: VisitSnapshot, command: VisitCommand): boolean {
  return snapshot.can(command) && (!isLocked(snapshot) || whileLocked.has(command.type))
}
