// A field of the plan and its values as the forms call them: a driver's by its own form, others by our texts. Pure.
import type { z } from 'zod'
import type { Language } from '../../contract/errors.ts'
import { abouts } from '../../drivers/abouts.ts'
import type { SyncChange } from './contract.ts'
import { fieldText } from './text.ts'

type Change = z.output<typeof SyncChange>
export type FieldWords = { name: string; told: (value: string) => string }

const driverFields = abouts.flatMap(({ fields }) => fields)

/** The plan does not say a driver's type: drivers that share a key mean the same by it, and may have other choices. */
function ofDriver(key: string, language: Language): FieldWords | undefined {
  const known = driverFields.filter((field) => field.key === key)
  const [first] = known
  if (!first) return undefined
  const choices = known.flatMap(({ options = [] }) => options)
  return {
    name: first.label[language],
    told: (value) => {
      const choice = choices.find((each) => String(each.value) === value)
      if (choice) return choice.label[language]
      if (first.input === 'switch') return switched(value, language)
      return first.unit ? `${value} ${first.unit}` : value
    },
  }
}

const switched = (value: string, language: Language): string => fieldText.in(language)(value === 'true' ? 'on' : 'off')

const known = (key: string) => fieldText.keys.find((each) => each === key)

function ofOther(key: string, language: Language): FieldWords | undefined {
  const t = fieldText.in(language)
  const name = known(key)
  if (!name) return undefined
  const told = (value: string) => {
    const mode = key === 'mode' ? known(value) : undefined
    if (mode) return t(mode)
    return key === 'clamp' ? switched(value, language) : value
  }
  return { name: t(name), told }
}

/** A field that this program does not know, of a newer one, keeps its own name. */
export function fieldWords(object: Change['object'], key: string, language: Language): FieldWords {
  const words = object === 'driver' ? ofDriver(key, language) : ofOther(key, language)
  return words ?? { name: key, told: (value) => value }
}
