// Requests to a meter and what answers them. Control codes of 2007 and 1997 differ; the frame does not. Pure.
import type { DriverFault } from '../driver.ts'
import { hexByte, type Standard } from './catalogue.ts'
import { errorFault } from './faults.ts'
import { type MeterFrame, meterFrame } from './frame.ts'
import type { MeterAsk } from './meter-line.ts'
import type { Dlt645Params } from './params.ts'

/** Data of an answer without identifier; `hasMore`: another frame follows. A fault: the meter refuses the request. */
export type MeterAnswer = { data: Buffer; hasMore: boolean } | DriverFault

type Of = Pick<Dlt645Params, 'standard' | 'address' | 'preamble'>

const codes: Record<Standard, { read: number; follow: number; write: number }> = {
  '2007': { read: 0x11, follow: 0x12, write: 0x14 },
  '1997': { read: 0x01, follow: 0x02, write: 0x04 },
}

const isAnswer = 0x80
const isError = 0x40
const hasMore = 0x20

/** Identifiers are sent with the lowest byte first. */
const wireIdentifier = (di: readonly number[]): Buffer => Buffer.from([...di].reverse())

export const keyOf = (di: readonly number[]): string => di.map(hexByte).join('')

/**
 * Reads a data identifier. `sequence`: asks for the following frame of that number, 1 or more; in 2007 the answer ends
 * with the number.
 */
export function readAsk(di: readonly number[], of: Of, sequence = 0): MeterAsk<MeterFrame, MeterAnswer> {
  const { read, follow } = codes[of.standard]
  const code = sequence > 0 ? follow : read
  const head = wireIdentifier(di)
  const number = sequence > 0 && of.standard === '2007' ? Buffer.of(sequence) : Buffer.alloc(0)
  const key = `${keyOf(di)}${sequence > 0 ? `+${sequence}` : ''}`
  return askOf(of, key, code, Buffer.concat([head, number]), (frame) => {
    const { data } = frame
    if (data.length < head.length + number.length || !data.subarray(0, head.length).equals(head)) return undefined
    const end = data.length - number.length
    if (!data.subarray(end).equals(number)) return undefined
    return { data: data.subarray(head.length, end), hasMore: (frame.control & hasMore) !== 0 }
  })
}

/** Writes a value: level and digits of the password, operator code, value. Its answer has no data. Only 2007. */
export function writeAsk(
  di: readonly number[],
  value: Uint8Array,
  of: Of & Pick<Dlt645Params, 'passwordLevel' | 'operator'>,
  password: string,
): MeterAsk<MeterFrame, MeterAnswer> {
  const digits = Buffer.from(password, 'hex').reverse()
  const operator = Buffer.from(of.operator, 'hex').reverse()
  const data = Buffer.concat([wireIdentifier(di), Buffer.of(of.passwordLevel), digits, operator, value])
  return askOf(of, 'write', codes[of.standard].write, data, (frame) =>
    frame.data.length === 0 ? { data: frame.data, hasMore: false } : undefined,
  )
}

function askOf(
  { address, preamble, standard }: Of,
  key: string,
  control: number,
  data: Buffer,
  parse: (frame: MeterFrame) => MeterAnswer | undefined,
): MeterAsk<MeterFrame, MeterAnswer> {
  return {
    meter: address,
    key,
    bytes: meterFrame({ address, control, data }, preamble),
    accept: (frame) => {
      if (frame.address !== address || (frame.control & ~(isError | hasMore)) !== (control | isAnswer)) return undefined
      // An error answer does not name what it refuses, and that to a write has no data.
      if ((frame.control & isError) !== 0) return { answer: errorFault(frame.data, standard), isExact: false }
      const answer = parse(frame)
      return answer && { answer, isExact: frame.data.length > 0 }
    },
  }
}
