import type { Command } from '../../../shared/ipc.ts'
import type { IconName, IllustrationName } from '../../components/pictures.ts'

/** A message without parameters, in a language. */
export type Message = () => string

/** A button of a message screen and the command that it sends. */
export interface Action {
  readonly text: Message
  readonly command: Command
  readonly kind: 'primary' | 'secondary'
  readonly icon?: IconName
}

/** Content of one message screen. */
export interface MessagePage {
  /**
   * `working`: something is under way; `ending`: the visit closes by itself, or by the button "close";
   * `plain`: neither, with the buttons of `actions`.
   */
  readonly kind: 'working' | 'ending' | 'plain'
  readonly art: IllustrationName
  /** A few words above the title. */
  readonly kicker?: Message
  /** Language of those words, if not the screen's; empty if unknown. */
  readonly kickerLang?: string
  readonly title: Message
  readonly lede: Message
  readonly actions?: readonly Action[]
}
