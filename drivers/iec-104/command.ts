// Commands: which one writes a variable, and its information element. Types 45 to 51, with a time tag 58 to 64. Pure.
import { asBoolean, type DataType, type Value } from '../../core/data-type.ts'
import { DriverFault, type Point } from '../driver.ts'
import { toBool, toFloat, toWhole } from '../tag-value.ts'
import type { TagAddress } from './address.ts'
import { type CommandKind, commandKinds, type Kind } from './kinds.ts'
import type { Iec104Params } from './params.ts'
import { normalizedUnit } from './value.ts'

/** `element`: without the bit that selects; `mayBeSelected`: the command has that bit, and the parameters require it. */
type Command = { type: number; address: number; element: Buffer; mayBeSelected: boolean }

const [firstPlain, firstTimed] = [45, 58]
/** The bit in the last byte of an element that selects instead of executing. */
const selectBit = 0x80

const commandOfState: Record<Kind, CommandKind | undefined> = {
  ...{ SP: 'SC', DP: 'DC', ST: 'RC', BO: 'BO', ME_NA: 'SE_NA', ME_NB: 'SE_NB', ME_NC: 'SE_NC' },
  ...{ IT: undefined, PS: undefined },
}
const commandOfType: Partial<Record<DataType, CommandKind>> = {
  ...{ bool: 'SC', int8: 'SE_NB', uint8: 'SE_NB', int16: 'SE_NB', float32: 'SE_NC', float64: 'SE_NC', uint32: 'BO' },
}

/** The kind of command that writes a variable: the one of its address, of its state, of its data type; or nothing. */
export function commandKindOf({ state, command }: TagAddress, dataType: DataType): CommandKind | undefined {
  if (command?.kind) return command.kind
  return state?.kind ? commandOfState[state.kind] : commandOfType[dataType]
}

/** The command that writes a value. Throws 1716, 2001. */
export function commandOf(point: Point, address: TagAddress, value: Value, params: Iec104Params): Command {
  const kind = commandKindOf(address, point.dataType)
  if (!kind || !address.command) throw new DriverFault(1717, 'the address names no command')
  const first = params.timedCommands ? firstTimed : firstPlain
  const isSetpoint = kind.startsWith('SE_')
  const isSelected = params.selectBefore === 'all' || (params.selectBefore === 'switching' && !isSetpoint)
  return {
    type: first + commandKinds.indexOf(kind),
    address: address.command.address,
    element: elementOf(kind, point.dataType, value, params.pulse),
    mayBeSelected: isSelected && kind !== 'BO',
  }
}

/** The element that selects the object of a command. */
export function selecting({ element }: Command): Buffer {
  const copy = Buffer.from(element)
  copy[copy.length - 1]! |= selectBit
  return copy
}

/** Bits of a switching command that its confirmation repeats: the state, and the bit that selects. */
const stateBits = selectBit | 3
const bitstringBytes = 4

/** Whether an answer has the value of a command and its bit that selects; stations may change its qualifier and time tag. */
export function isRepeatedIn(answer: Buffer, element: Buffer): boolean {
  const last = element.length - 1
  if (answer.length <= last) return false
  const mask = last === 0 ? stateBits : element.length === bitstringBytes ? 0xff : selectBit
  return element.subarray(0, last).equals(answer.subarray(0, last)) && ((element[last]! ^ answer[last]!) & mask) === 0
}

function elementOf(kind: CommandKind, dataType: DataType, value: Value, pulse: number): Buffer {
  switch (kind) {
    case 'SC':
      return Buffer.of((toBool(value) ? 1 : 0) | (pulse << 2))
    case 'DC':
    case 'RC':
      return Buffer.of(doubleOf(value) | (pulse << 2))
    case 'SE_NA':
      return withQualifier(normalizedOf(value, dataType))
    case 'SE_NB':
      return withQualifier(int16(Number(toWhole(value, 'int16'))))
    case 'SE_NC': {
      const bytes = Buffer.alloc(4)
      bytes.writeFloatLE(toFloat(value, true))
      return withQualifier(bytes)
    }
    case 'BO': {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32LE(Number(toWhole(value, dataType === 'int32' ? 'int32' : 'uint32')) | 0)
      return bytes
    }
  }
}

/** 1 is off or lower, 2 is on or higher; as bool false and true. Throws 1716. */
function doubleOf(value: Value): number {
  if (typeof value === 'boolean') return value ? 2 : 1
  if (value === 1 || value === 2 || value === '1' || value === '2') return Number(value)
  const isText = typeof value === 'string' ? asBoolean(value) : undefined
  if (isText !== undefined) return isText ? 2 : 1
  throw new DriverFault(1716, 'a double or step command is 1 (off, lower) or 2 (on, higher)')
}

const withQualifier = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.of(0)])

function int16(whole: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16LE(whole)
  return bytes
}

/** A float from -1 to 0.99997, or for whole-number types the 16 bits. Throws 1716, 2001. */
function normalizedOf(value: Value, dataType: DataType): Buffer {
  if (dataType !== 'float32' && dataType !== 'float64') return int16(Number(toWhole(value, 'int16')))
  const whole = Math.round(toFloat(value, false) * normalizedUnit)
  if (whole < -normalizedUnit || whole >= normalizedUnit)
    throw new DriverFault(2001, 'beyond a normalized value', { min: '-1', max: '0.99997' })
  return int16(whole)
}
