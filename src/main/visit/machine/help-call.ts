import { fromCallback } from 'xstate'
import type { HelpHeard } from '../../../shared/help-heard.ts'
import type { HelpAsked, HelpCall } from '../desk-port.ts'

/** Calls for help in a visit, from wherever it stands; undefined where nobody could hear it. */
export type AskHelp = (asked: Omit<HelpAsked, 'screen'>, onChange: () => void) => HelpCall

/** What a call for help tells the visit. */
export interface HelpHeardEvent {
  readonly type: 'help.heard'
  readonly heard: HelpHeard | null
}

interface CallInput {
  readonly askHelp: AskHelp | undefined
  readonly asked: Omit<HelpAsked, 'screen'>
}

/** Tells the desk that a patient needs help, until it is stopped: then nobody needs to come any more. */
export const helpCall = fromCallback<HelpHeardEvent, CallInput>(
  ({ input: { askHelp, asked }, sendBack }) => {
    let call: HelpCall | undefined = undefined
    const tell = () => sendBack({ type: 'help.heard', heard: call?.heard() ?? null })
    call = askHelp?.(asked, tell)
    tell()
    return () => call?.end()
  },
)
