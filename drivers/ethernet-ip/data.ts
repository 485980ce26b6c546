// The typed values in the answer to a read, and the value of each point in them. Pure.
import type { Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import type { Encoding } from '../modbus-tcp/text.ts'
import { incomplete } from './faults.ts'
import type { Run, Use } from './plan.ts'
import { atomicOf, atomicValue, bitValue, codes, prefixedText, structureText, typeName } from './type.ts'

/** Values with their type; `handle`: the checksum of the definition of a structure. */
export type TagData = { type: number; handle: number | undefined; bytes: Buffer }

/** The typed values in the data of an answer. Throws 1719 if it ends before. */
export function tagData(data: Buffer): TagData {
  if (data.length < 2) throw incomplete('an answer without a type')
  const type = data.readUInt16LE(0)
  if (type !== codes.structure) return { type, handle: undefined, bytes: data.subarray(2) }
  if (data.length < 4) throw incomplete('a structure without its handle')
  return { type, handle: data.readUInt16LE(2), bytes: data.subarray(4) }
}

/** The value of a point of a run. Throws a `DriverFault`. A structure must be known to be a text. */
export function valueIn(run: Run, { type, bytes }: TagData, { point, place }: Use, encoding: Encoding): Value {
  const isText = point.dataType === 'string'
  const atomic = atomicOf(type)
  if (!atomic) {
    if (!isText) throw new DriverFault(1716, `it is ${typeName(type)}, not ${point.dataType}`)
    if (type === codes.structure) return structureText(bytes, encoding)
    if (type === codes.string || type === codes.shortString) return prefixedText(type, bytes, encoding)
    throw new DriverFault(1716, `${typeName(type)} cannot be read`)
  }
  if (isText) throw new DriverFault(1716, `it is ${atomic.name}, not string`)
  // A single BOOL of NJ and NX has two bytes.
  const isWideBool = type === codes.bool && run.count === 1 && bytes.length === 2 && bytes[1] === 0
  if (bytes.length !== run.count * atomic.bytes && !isWideBool)
    throw incomplete(`${bytes.length} bytes of ${run.count} × ${atomic.name}`)
  const at = ((place.index ?? 0) - (run.index ?? 0)) * atomic.bytes
  if (place.isFlag && type !== codes.dword)
    throw new DriverFault(1716, `it is an array of ${atomic.name}: write the bit behind a dot, such as [1].5`)
  if (place.bit === undefined) return atomicValue(atomic, bytes, at, point.dataType)
  if (point.dataType !== 'bool') throw new DriverFault(1716, 'a single bit is a bool')
  return bitValue(atomic, bytes, at, place.bit)
}
