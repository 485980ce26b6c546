// A simulated Panasonic PLC with MEWTOCOL-COM behind a serial server: RC, WC, RD, WD, RS, WS, RK and WK. It shares no
// code with the driver.
import { createServer, type Socket } from 'node:net'

const areas: Readonly<Record<string, string>> = { DD: 'DT', DL: 'LD', DF: 'FL', S: 'SV', K: 'EV' }

/** A frame from its header, % or <, and the characters after it. */
export function mewtocolFrame(header: string, body: string): string {
  let sum = 0
  for (const character of header + body) sum ^= character.charCodeAt(0)
  return `${header}${body}${sum.toString(16).toUpperCase().padStart(2, '0')}\r`
}

export type MewtocolPlc = {
  port: number
  station: string
  /** Words by name and number, e.g. `DT100` or `R10`; contacts of timers and counters in words of 16. */
  words: Map<string, number>
  /** Commands in the order of arrival, without station and check sum. */
  requests: string[]
  /** Words from this number on do not exist. */
  end: number
  /** Whether the line returns the bytes that are sent. */
  echoes: boolean
  close(): Promise<void>
}

const lowFirst = (value: number): string => {
  const hex = value.toString(16).toUpperCase().padStart(4, '0')
  return hex.slice(2) + hex.slice(0, 2)
}

/** A contact such as `R901F`. */
const contactOf = ({ words }: MewtocolPlc, contact: string): number =>
  ((words.get(`${contact[0]}${Number(contact.slice(1, 4))}`) ?? 0) >> Number.parseInt(contact[4]!, 16)) & 1

/** The answer to a command, from its sign $ or ! on. */
function answerTo(plc: MewtocolPlc, command: string): string {
  const several = /^RCP(\d)((?:[XYRL]\d{3}[\dA-F])+)$/.exec(command)
  if (several)
    return `$RC${several[2]!
      .match(/.{5}/g)!
      .map((contact) => contactOf(plc, contact))
      .join('')}`
  const single = /^WCS([YRL])(\d{3})([\dA-F])([01])$/.exec(command)
  if (single) {
    const [, letter, word, bit, on] = single
    const name = `${letter}${Number(word)}`
    const mask = 1 << Number.parseInt(bit!, 16)
    const now = plc.words.get(name) ?? 0
    plc.words.set(name, on === '1' ? now | mask : now & ~mask)
    return '$WC'
  }
  const found =
    /^([RW])(C)C([XYRLTC])(\d{4})(\d{4})(.*)$/.exec(command) ??
    /^([RW])()(D[DLF])(\d{5})(\d{5})(.*)$/.exec(command) ??
    /^([RW])()([SK])(\d{4})(\d{4})(.*)$/.exec(command)
  if (!found) return '!42'
  const [, verb, contact, code, from, to, data] = found
  const [first, last] = [Number(from), Number(to)]
  if (last < first || last >= plc.end) return '!61'
  const name = contact ? code! : areas[code!]!
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const echo = `$${verb}${contact || code![0]}`
  if (verb === 'R') return echo + numbers.map((number) => lowFirst(plc.words.get(name + number) ?? 0)).join('')
  if (data!.length !== numbers.length * 4) return '!41'
  for (const [at, number] of numbers.entries()) {
    const word = data!.slice(at * 4, at * 4 + 4)
    plc.words.set(name + number, Number.parseInt(word.slice(2) + word.slice(0, 2), 16))
  }
  return echo
}

function replyTo(plc: MewtocolPlc, frame: string): string | undefined {
  const header = frame[0]!
  const station = frame.slice(1, 3)
  if (station !== plc.station && station !== 'EE') return undefined
  if (mewtocolFrame(header, frame.slice(1, -3)) !== frame) return mewtocolFrame(header, `${station}!40`)
  const command = frame.slice(4, -3)
  plc.requests.push(command)
  return mewtocolFrame(header, station + answerTo(plc, command))
}

/** Starts a PLC behind a serial server on a free port of the loopback. */
export async function startMewtocolPlc(): Promise<MewtocolPlc> {
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
        const reply = replyTo(plc, frame)
        if (reply) socket.write(reply, 'latin1')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const plc: MewtocolPlc = {
    port: (server.address() as { port: number }).port,
    station: '01',
    // R9010 is always on.
    words: new Map([['R901', 1]]),
    requests: [],
    end: 20_000,
    echoes: false,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return plc
}
