// What a script that is tried sees: what was typed in, or what is read now. Pure.
import type { Signal } from '../../../contract/equipment-config.ts'
import { asBoolean, good, type Value } from '../../../core/data-type.ts'
import { isNumberType } from '../../../core/scaling.ts'
import type { ScriptValue } from '../../../signal/script/run.ts'

export type Typed = { text: string; code: number }
type Of = Pick<Signal, 'dataType' | 'access'>

/** What was typed as a value of the variable; null where it is none. */
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

/** A value that is none, and what can only be written, is as bad as one that was never read. */
export function scriptValue(of: Of, typed: Typed | undefined, time: number): ScriptValue {
  const value = typed && of.access !== 'w' ? typedValue(of, typed.text) : null
  const code = typed && value !== null ? typed.code : typed && typed.code !== good ? typed.code : notRead
  return { value, code, time: value === null ? null : time, canWrite: of.access !== 'r' }
}

/** That there is no such value on the gateway yet. [S8] */
export const notRead = 1713
