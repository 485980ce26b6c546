// Rules for values written to a variable. Shared by the write dialog, the server and widgets that write.
import { fail } from '../../../contract/errors.ts'
import { asBoolean, type Value } from '../../../core/data-type.ts'
import { type Bounded, rawOf } from '../../../core/scaling.ts'
import { DriverFault } from '../../../drivers/driver.ts'
import { type Encoding, encodeText } from '../../../drivers/modbus-tcp/text.ts'

/** The fields of a variable that a write needs. */
export type Writable = Bounded & {
  name: string
  access: 'r' | 'w' | 'rw'
  /** Maximum length of a text in bytes. */
  length?: number | null | undefined
  /** Encoding of a text; if unknown, the gateway checks the length. */
  encoding?: Encoding | null | undefined
}

const isWhole64 = (dataType: string) => dataType === 'int64' || dataType === 'uint64'

const field = { field: 'value' }
const wrongType = () => fail('plcTypeError', {}, field)

function checkedNumber(signal: Writable, raw: Value): Value {
  // JSON parsing has already rounded the number: integers of this size must be sent as text.
  if (typeof raw === 'number' && Number.isInteger(raw) && !Number.isSafeInteger(raw) && isWhole64(signal.dataType))
    throw wrongType()
  const checked = rawOf(signal, raw)
  if ('raw' in checked) return checked.value
  if (checked.code === 2001) throw fail('writeOutOfRange', checked.details, field)
  if (checked.code === 2009) throw fail('writeNotExact', checked.details, { ...field, nearest: checked.nearest })
  throw checked.code === 2010 ? fail('writeNotFinite', {}, field) : wrongType()
}

/** A text may be empty: writing it clears the text. */
function checkedText({ length, encoding }: Writable, text: string): string {
  if (!encoding) return text
  try {
    encodeText(text, length ?? 0, { encoding, order: 'AB' })
    return text
  } catch (error) {
    if (!(error instanceof DriverFault)) throw error
    const { details } = error
    throw error.code === 2007
      ? fail('writeTooLong', { needed: details.needed!, length: details.length! }, field)
      : fail('writeCharacter', { char: details.char! }, field)
  }
}

/** The value for the gateway. Throws 2002, 1716, 2001, 2007-2010. [S5 Write] */
export function checkedWrite(signal: Writable, raw: Value): Value {
  if (signal.access === 'r') throw fail('writeReadOnly', {}, field)
  if (signal.dataType === 'bool') {
    const value = asBoolean(raw)
    if (value === undefined) throw wrongType()
    return value
  }
  if (signal.dataType !== 'string') return checkedNumber(signal, raw)
  if (typeof raw !== 'string') throw wrongType()
  return checkedText(signal, raw)
}
