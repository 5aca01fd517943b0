import { auth } from './auth.ts'
import { developer } from './developer-v1.ts'
import { partner } from './partner-v2/index.ts'

/**
 * Everything that the intake service can be asked, each operation described once. An operation's
 * place in this tree is its id: `contract.partner.formPackets.list` is `partner.formPackets.list`.
 */
export const contract = { auth, partner, developer }
