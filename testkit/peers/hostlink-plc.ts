// A simulated Omron PLC with Host Link behind a serial server: C-mode commands, FINS commands (FA), the test command TS. It
// shares no code with the driver.
import { createServer, type Socket } from 'node:net'
import { type FinsMemory, finsAnswer, newFinsMemory } from './fins-plc.ts'

/** Area by the second letter of a command; without timers and counters. */
const areas: Readonly<Record<string, string>> = { R: 'CIO', H: 'H', J: 'A', D: 'D' }

const sumOf = (text: string): string =>
  [...text]
    .reduce((sum, character) => sum ^ character.charCodeAt(0), 0)
    .toString(16)
    .toUpperCase()
    .padStart(2, '0')

/** The characters of a frame with these characters after the @. */
export const hostLinkFrame = (body: string): string => `@${body}${sumOf(`@${body}`)}*\r`

const hex4 = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0')

/** Names of the words, such as `D100`, that a command names by a letter and the text after its code. */
function wordsOf(letter: string, text: string): { names: string[]; rest: string } {
  const digits = letter === 'E' ? 6 : 4
  const first = Number(text.slice(digits - 4, digits))
  const rest = text.slice(digits)
  const nameOf = (number: number): string => {
    if (letter === 'E') return `E${Number(text.slice(0, 2))}_${number}`
    if (letter === 'C' || letter === 'G') {
      const flag = letter === 'G' ? 'S' : ''
      return number < 2048 ? `T${flag}${number}` : `C${flag}${number - 2048}`
    }
    return `${areas[letter]}${number}`
  }
  return { names: Array.from({ length: 10_000 }, (_, index) => nameOf(first + index)), rest }
}

/** The answer to a C-mode command; `code`: two letters. */
function cMode(memory: FinsMemory, code: string, text: string): string {
  const letter = code[1]!
  if (!/^[RW]$/.test(code[0]!) || !(letter in areas || 'ECG'.includes(letter))) return 'IC'
  const { names, rest } = wordsOf(letter, text)
  memory.requests.push(`${code} ${names[0]} ${rest.length}`)
  if (code[0] === 'W') {
    for (const [at, word] of (rest.match(/.{4}/g) ?? []).entries())
      memory.words.set(names[at]!, Number.parseInt(word, 16))
    return `${code}00`
  }
  const count = Number(rest)
  if (Number(/\d+$/.exec(names[0]!)![0]) + count > memory.end) return `${code}15`
  const values = names.slice(0, count).map((name) => memory.words.get(name) ?? 0)
  return `${code}00${values.map((value) => (letter === 'G' ? String(value) : hex4(value))).join('')}`
}

/** The answer to a command of FINS without network: ICF, DA2, SA2, SID, command. */
function fins(memory: FinsMemory, text: string): string {
  const [icf, da2, sa2, sid, ...command] = Buffer.from(text.slice(1), 'hex')
  if (icf !== 0) return 'FA14'
  const answer = finsAnswer(memory, Buffer.from([0x80, 0, 2, 0, 0, da2!, 0, 0, sa2!, sid!, ...command]))
  return `FA0040${Buffer.from([da2!, sa2!, sid!, ...answer.subarray(10)])
    .toString('hex')
    .toUpperCase()}`
}

export type HostLinkPlc = FinsMemory & {
  port: number
  unit: number
  /** Whether the line returns the bytes that are sent, as some converters do. */
  echoes: boolean
  close(): Promise<void>
}

function answerTo(plc: HostLinkPlc, frame: string): string | undefined {
  const body = frame.slice(1, -4)
  if (Number(body.slice(0, 2)) !== plc.unit) return undefined
  const [unit, code, text] = [body.slice(0, 2), body.slice(2, 4), body.slice(4)]
  if (hostLinkFrame(body) !== frame) return hostLinkFrame(`${unit}${code}13`)
  if (code === 'TS') return frame
  return hostLinkFrame(unit + (code === 'FA' ? fins(plc, text) : cMode(plc, code, text)))
}

/** Starts a PLC behind a serial server on a free port of the loopback. */
export async function startHostLinkPlc(): Promise<HostLinkPlc> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let end = received.indexOf('\r'); end >= 0; end = received.indexOf('\r')) {
        const frame = received.slice(0, end + 1)
        received = received.slice(end + 1)
        if (plc.echoes) socket.write(frame, 'latin1')
        const answer = answerTo(plc, frame)
        if (answer) socket.write(answer, 'latin1')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const plc: HostLinkPlc = Object.assign(newFinsMemory(), {
    port: (server.address() as { port: number }).port,
    unit: 0,
    echoes: false,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
  return plc
}
