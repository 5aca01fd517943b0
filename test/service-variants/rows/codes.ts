import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { isSuccess, json, jsonOf, type Change, type Fields } from '../wire.ts'

const { allAdapted } = rowsOf('send code')

/** A service whose codes look otherwise than six digits. */
const codes = (code: string) => (): Change => ({
  answer(answer, { operation, state }) {
    if (operation !== op.sendCode || !isSuccess(answer)) return answer
    const sent = [...state.proofs.values()].at(-1)?.codes.at(-1)
    const message = state.inbox.at(-1)
    if (sent && message) {
      Object.assign(sent, { code })
      Object.assign(message, { code })
    }
    return json({ ...(jsonOf(answer) as Fields), codeLength: code.length })
  },
})

/** Codes of another length or alphabet. */
export const codeRows = [
  ...allAdapted(
    {
      'codes of four digits': [
        { proof: { code: { length: 4, alphabet: 'digits' } } },
        codes('4711'),
      ],
      'codes of eight digits': [
        { proof: { code: { length: 8, alphabet: 'digits' } } },
        codes('47114711'),
      ],
      'codes of letters and digits': [
        { proof: { code: { length: 6, alphabet: 'alphanumeric' } } },
        codes('A7K2QX'),
      ],
    },
    'usual',
    'asked again',
  ),
]
