import type { Socket } from 'node:net'

/** Characters of one line; a longer one ends the connection. */
const longestLine = 4 * 1024 * 1024

/** Writes a value as a line of JSON. */
export function writeLine(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
}

/** Calls `onLine` with what each line of a socket means: undefined where it is no JSON. */
export function readLines(
  socket: Socket,
  onLine: (value: unknown) => void,
  longest = longestLine,
): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longest) return void socket.destroy()
    for (const line of lines) onLine(jsonOf(line))
  })
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
