// The variables that the script of a click may read and write: the variable of the click and those of its widget, by
// their names on the page. Pure.
import type { Bound } from '../binds.ts'
import type { Click } from '../host/click-event.ts'
import { readingNow } from '../host/look.ts'
import type { ValueSource } from '../host/source.ts'
import type { PressValue } from './shapes.ts'

/** The fixed name of the variable that belongs to the click itself. */
const ownName = 'variable'

/**
 * Each variable has as names its label and its title, and its slot: `value`, or `values1` in a slot for many values. If
 * several variables have the same name, the first one gets it. Titles may change with the variable, slots do not.
 */
export function pressVariables({ bound, bounds }: Pick<Click, 'bound' | 'bounds'>): Map<string, Bound> {
  const found = new Map<string, Bound>()
  const add = (name: unknown, of: Bound) => {
    if (typeof name === 'string' && name.trim() !== '' && !found.has(name)) found.set(name, of)
  }
  if (bound) add(ownName, bound)
  const slots = Object.entries(bounds)
  for (const of of [...(bound ? [bound] : []), ...slots.flatMap(([, all]) => all)]) {
    add(of.fields.label, of)
    add(of.binding.title, of)
  }
  for (const [slot, all] of slots) {
    if (all.length === 1) add(slot, all[0]!)
    for (const [index, of] of all.entries()) add(`${slot}${index + 1}`, of)
  }
  return found
}

/** The current value of a variable. */
export function pressValue(bound: Bound, source: ValueSource): PressValue {
  const { value, quality, code, time } = readingNow(bound, source, source.cell(bound)?.read(), 'run')
  return { value: value as PressValue['value'], quality, code, time, canWrite: bound.kind === 'signal' }
}
