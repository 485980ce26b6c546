// Sample plc, the pure half: parameters, addresses, block planning, conversion between bytes and values. Used by the form,
// the server and the gateway.
import { dataTypes, type Value } from '../../../core/data-type.ts'
import {
  type Block,
  type BlockAbout,
  DriverFault,
  isRefusal,
  type Point,
  type Refusal,
  type WriteRequest,
} from '../../../drivers/driver.ts'
import { isByte, registerCount } from '../../../drivers/modbus-tcp/registers.ts'
import { type Address, addressExamples, parseAddress } from './address.ts'
import { rawIn, valueIn, wordsOf } from './codec.ts'
import { initialParams, Params, paramFields } from './params.ts'
import { type Placed, planBlocks } from './plan.ts'

// Codes of contract/errors.
const addressMissing = 1715
const incomplete = 1719
const maxWord = 65_535

/** The declaration of Sample plc, for form, server and gateway. */
export const about: BlockAbout<Params, Address> = {
  kind: 'blocks',
  type: 'sample-plc',
  transport: 'tcp',
  verified: 'unverified',
  names: { en: 'Sample plc', 'zh-cn': 'Sample plc' },
  peers: [],
  family: 'plc',
  models: { en: 'Sample plc', 'zh-cn': 'Sample plc' },
  params: Params,
  initial: initialParams,
  fields: paramFields,
  examples: addressExamples,
  dataTypes: dataTypes.filter((type) => !isByte(type)),
  parseAddress,
  checkPoint,
  covers,
  plan,
  bytesOf: ({ count }) => count * 2,
  decode,
  rawBytes,
  encode,
  connectionKey: ({ host, port }) => `sample-plc:${host.toLowerCase()}:${port}`,
  timing: ({ collectMs, waitMs, timeoutMs, retries }) => ({ collectMs, waitMs, timeoutMs, retries }),
  at: (host, port) => ({ host, port }),
}

const refuse = (field: Refusal['field'], en: string, zh: string): Refusal => ({ field, reason: { en, 'zh-cn': zh } })

const sizeOf = ({ dataType, length, prefix }: Point): number => registerCount(dataType, length, prefix)

function checkPoint(point: Point, { maxWords }: Params): Refusal | undefined {
  const address = parseAddress(point.address)
  if (isRefusal(address)) return address
  const isBit = address.bit !== undefined
  if (isBit && point.dataType !== 'bool')
    return refuse('dataType', 'A single bit must be a bool', '单个位只能是布尔类型')
  if (!isBit && point.dataType === 'bool')
    return refuse('address', 'A bool needs a bit, such as D100.5', '布尔量需要位号，例如 D100.5')
  if (point.dataType === 'string' && !point.length)
    return refuse('length', 'A string needs its length in bytes', '字符串需要填写长度（字节）')
  const size = sizeOf(point)
  if (address.start + size - 1 > maxWord)
    return refuse('address', `The value ends beyond word ${maxWord}`, `超出字编号上限 ${maxWord}`)
  return size <= maxWords ? undefined : tooLong(point, size, maxWords)
}

const tooLong = ({ dataType }: Point, size: number, maxWords: number): Refusal =>
  refuse(
    dataType === 'string' ? 'length' : 'dataType',
    `It needs ${size} words; one read can have at most ${maxWords}`,
    `需要 ${size} 个字，单次最多读取 ${maxWords} 个`,
  )

/** A point with its parsed address. Throws 1715 if it does not parse; the configuration was checked before. */
function place(point: Point): Placed {
  const address = parseAddress(point.address)
  if (isRefusal(address)) throw new DriverFault(addressMissing, address.reason.en)
  return { point, address, size: sizeOf(point) }
}

function covers(point: Point): { area: string; from: number; to: number } {
  const { address, size } = place(point)
  const first = address.start * 16
  if (address.bit !== undefined) return { area: address.area, from: first + address.bit, to: first + address.bit }
  return { area: address.area, from: first, to: first + size * 16 - 1 }
}

function plan(points: readonly Point[], { maxWords }: Params): Block<Address>[] {
  return planBlocks(
    points.filter(({ access }) => access !== 'w').map((point) => place(point)),
    maxWords,
  )
}

/** The words of a point within those of its block. Throws 1719 if the device has sent fewer. */
function wordsIn({ address, size }: Placed, block: Block<Address>, bytes: Uint8Array): Uint8Array {
  const index = address.start - block.start
  const words = bytes.subarray(index * 2, (index + size) * 2)
  if (words.length < size * 2) throw new DriverFault(incomplete, 'the answer has too few words')
  return words
}

function decode(point: Point, block: Block<Address>, bytes: Uint8Array): Value {
  const placed = place(point)
  return valueIn(point, placed.address, wordsIn(placed, block, bytes))
}

function rawBytes(point: Point, block: Block<Address>, bytes: Uint8Array): Uint8Array | undefined {
  const placed = place(point)
  return rawIn(point, placed.address, wordsIn(placed, block, bytes))
}

function encode(point: Point, value: Value): WriteRequest {
  const { address } = place(point)
  return { area: address.area, start: address.start, ...wordsOf(point, address, value) }
}
