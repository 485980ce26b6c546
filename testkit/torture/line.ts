// Tests reads and writes over a serial line whose server delays, doubles and injects frames. Every register contains
// its position and every block the time of its reading, so that an answer to another request is detected, however well
// it is formed.
import type { Session } from '../../drivers/driver.ts'
import { about } from '../../drivers/modbus-rtu/about.ts'
import { opener } from '../../drivers/modbus-rtu/driver.ts'
import { startModbusServer } from '../../plant/modbus-server.ts'
import { createDice, type Dice } from '../../plant/random.ts'
import type { RegisterBank } from '../../plant/register-bank.ts'
import { type Mischief, startSerialServer } from '../peers/serial-server.ts'

type LineOutcome = {
  /** Blocks reported as good, and faults by their code. */
  good: number
  faults: Record<number, number>
  /** Values reported as good that the device did not hold at that time. */
  wrong: string[]
  writes: { done: number; unknown: number; refused: number }
  strays: Record<string, number>
}

// Pairs of equally long blocks, long and short, of registers and of bits.
const blocks = [
  ...[0, 100, 200].map((start) => ({ area: 'H', start, count: 20 })),
  ...[300, 350].map((start) => ({ area: 'I', start, count: 3 })),
  ...[400, 401].map((start) => ({ area: 'H', start, count: 1 })),
]
const writable = 5000

type Device = { bank: RegisterBank; reads: () => number; written: Map<number, number[]> }

/** Long blocks hold in their second and third register how many reads the device has answered. */
function createDevice(): Device {
  let reads = 0
  const written = new Map<number, number[]>()
  const bank: RegisterBank = {
    read(area, address, count) {
      if (area === 'coil' || area === 'discrete') return 2
      reads++
      const words = Array.from({ length: count }, (_, index) => wordAt(address + index))
      if (count >= 3) words.splice(1, 2, reads >>> 16, reads & 0xffff)
      if (address < writable) return words
      return Array.from({ length: count }, (_, index) => written.get(address + index)?.at(-1) ?? 0)
    },
    write(_area, address, values) {
      for (const [index, value] of values.entries()) {
        const own = written.get(address + index) ?? []
        own.push(value)
        written.set(address + index, own)
      }
      return undefined
    },
    peek: () => undefined,
    put: () => undefined,
  }
  return { bank, reads: () => reads, written }
}

const wordAt = (address: number): number => (address * 40_503 + 7) & 0xffff

/** The fault in the bytes of a block, requested when the device had answered `before` reads; undefined: none. */
function wrongOf({ start, count }: { start: number; count: number }, bytes: Uint8Array, before: number) {
  const words = Array.from({ length: count }, (_, index) => (bytes[index * 2]! << 8) | bytes[index * 2 + 1]!)
  const isCounted = count >= 3
  const foreign = words.findIndex((word, at) => word !== wordAt(start + at) && !(isCounted && (at === 1 || at === 2)))
  if (foreign >= 0) return `register ${start + foreign} holds ${words[foreign]}`
  const read = isCounted ? words[1]! * 65_536 + words[2]! : before + 1
  return read > before ? undefined : `block ${start} is from before it was asked for`
}

type LineOptions = {
  seed: number
  timeoutMs: number
  mischief: Mischief
  /** While this returns true, the line works without faults. */
  isCalm?: () => boolean
  isOver: (good: number) => boolean
}

/** Reads and writes until `isOver` returns true. */
export async function tortureLine(options: LineOptions): Promise<LineOutcome> {
  const { seed, timeoutMs, mischief, isCalm = () => false, isOver } = options
  const dice = createDice(seed)
  const device = createDevice()
  const plc = await startModbusServer({ host: '127.0.0.1', port: 0, unitId: 1, bank: device.bank, framing: 'rtu' })
  const server = await startSerialServer(plc.port, createDice(seed + 1))
  const outcome: LineOutcome = {
    good: 0,
    faults: {},
    wrong: [],
    writes: { done: 0, unknown: 0, refused: 0 },
    strays: server.done,
  }
  const params = about.params.parse({ host: '127.0.0.1', port: server.port, timeoutMs })
  let session: Session | undefined
  try {
    for (let turn = 1; !isOver(outcome.good); turn++) {
      server.behave(isCalm() ? undefined : mischief)
      try {
        session = session?.isOpen ? session : await opener.open(params, new AbortController().signal)
        if (turn % 10 === 0) await writeOnce(session, params, device, { outcome, dice, value: turn & 0xffff })
        else await readOnce(session, params, device, { outcome, dice })
      } catch (error) {
        const { code = 0, broken } = error as { code?: number; broken?: boolean }
        if (code === 0) throw error
        outcome.faults[code] = (outcome.faults[code] ?? 0) + 1
        if (broken) await session?.close()
      }
    }
  } finally {
    await session?.close()
    await server.close()
    await plc.stop()
  }
  return outcome
}

type Turn = { outcome: LineOutcome; dice: Dice }

async function readOnce(session: Session, params: object, device: Device, { outcome, dice }: Turn): Promise<void> {
  const block = blocks[Math.floor(dice.next() * blocks.length)]!
  const before = device.reads()
  const bytes = await session.read(block, params)
  outcome.good++
  const wrong = wrongOf(block, bytes, before)
  if (wrong) outcome.wrong.push(wrong)
}

/** The outcome of a write must be true: done means written, refused means not. */
async function writeOnce(
  session: Session,
  params: object,
  { written }: Device,
  { outcome, dice, value }: Turn & { value: number },
): Promise<void> {
  const start = writable + Math.floor(dice.next() * 3)
  const bytes = Uint8Array.of(value >> 8, value & 0xff)
  const isThere = () => written.get(start)?.at(-1) === value
  const request = { area: 'H', start, bytes, function: dice.next() < 0.5 ? 6 : 16 }
  const answer = await session.write(request, params).catch((error: unknown) => {
    outcome.writes.unknown++
    throw error
  })
  const isDone = answer.kind === 'done'
  outcome.writes[isDone ? 'done' : 'refused']++
  if (isDone !== isThere()) outcome.wrong.push(`write of ${value} to ${start} is told as ${answer.kind}`)
  if (answer.kind === 'unsent') throw answer.fault
}
