// Values for a trial run of a script: typed by the user, or read live. Pure.
import type { Signal } from '../../../contract/equipment-config.ts'
import { asBoolean, good, type Value } from '../../../core/data-type.ts'
import { isNumberType } from '../../../core/scaling.ts'
import type { ScriptValue } from '../../../signal/script/run.ts'

export type Typed = { text: string; code: number }
type Of = Pick<Signal, 'dataType' | 'access'>

/** Parses the typed value of a variable; null if invalid. */
export function typedValue({ dataType }: Of, text: string): Value | null {
  const typed = text.trim()
  if (dataType === 'string') return text
  if (typed === '') return null
  if (dataType === 'bool')
    return (
      asBoolean(typed === 'true' || typed === '1' ? true : typed === 'false' || typed === '0' ? false : typed) ?? null
    )
  const number = Number(typed)
  return isNumberType(dataType) && Number.isFinite(number) ? number : null
}

/** The value that a trial run uses. An invalid value, or that of a write-only variable, counts as never read. */
export function scriptValue(of: Of, typed: Typed | undefined, time: number): ScriptValue {
  const value = typed && of.access !== 'w' ? typedValue(of, typed.text) : null
  const code = typed && value !== null ? typed.code : typed && typed.code !== good ? typed.code : notRead
  return { value, code, time: value === null ? null : time, canWrite: of.access !== 'r' }
}

/** The code of a variable without a value on the gateway. [S8] */
const notRead = 1713
