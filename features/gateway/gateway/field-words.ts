// Names and values of the fields in a synchronisation plan, as in the forms: fields of a driver as in its form, others
// as in their rooms. Pure.
import type { z } from 'zod'
import type { PartKey } from '../../../contract/config-part.ts'
import type { Language } from '../../../contract/errors.ts'
import { storageModes } from '../../../contract/gateway-config.ts'
import { abouts } from '../../../drivers/abouts.ts'
import { fieldViewOf } from '../../frame/config-views.ts'
import type { SyncChange } from './contract.ts'
import { fieldText } from './text.ts'

type Change = z.output<typeof SyncChange>
type Of = Pick<Change, 'object' | 'driverType'>
type FieldWords = { name: string; told: (value: string) => string }

function ofDriver(type: string | undefined, key: string, language: Language): FieldWords | undefined {
  const field = abouts.find((about) => about.type === type)?.fields.find((each) => each.key === key)
  if (!field) return undefined
  const { label, options = [], input, unit } = field
  return {
    name: label[language],
    told: (value) => {
      const choice = options.find((each) => String(each.value) === value)
      if (choice) return choice.label[language]
      if (input === 'switch') return switched(value, language)
      return unit ? `${value} ${unit}` : value
    },
  }
}

const switched = (value: string, language: Language): string => fieldText.in(language)(value === 'true' ? 'on' : 'off')

/** Fields whose names in the plan and in the configuration differ. */
const stored: { [key: string]: string } = {
  minInterval: 'minIntervalMs',
  trigger: 'triggerSignalId',
  onDelay: 'onDelayS',
  offDelay: 'offDelayS',
}
const ofRules = ['stay', 'rate', 'fence', 'tell'] as const

function ofPart(part: PartKey, key: string, language: Language): FieldWords | undefined {
  const view = fieldViewOf(part, stored[key] ?? key)
  if (!view || !('label' in view)) return undefined
  const told = (value: string) => {
    if (key === 'clamp') return switched(value, language)
    const isMode = key === 'mode' && storageModes.some((mode) => mode === value)
    return isMode && view.is === 'value' ? String(view.tell(value, undefined, language)) : value
  }
  return { name: view.label[language], told }
}

function ofObject({ object, driverType }: Of, key: string, language: Language): FieldWords | undefined {
  if (object === 'driver') return ofDriver(driverType, key, language)
  if (object === 'zone') return { name: fieldText.in(language)('zone'), told: (value) => value }
  const own = object === 'alarm' ? ofRules.find((each) => each === key) : undefined
  if (own) return { name: fieldText.in(language)(own), told: (value) => value }
  return ofPart(`${object}s`, key, language)
}

/**
 * The label and value of a changed field. A field of a newer version, which this program does not know, is shown by its
 * key.
 */
export function fieldWords(of: Of, key: string, language: Language): FieldWords {
  return ofObject(of, key, language) ?? { name: key, told: (value) => value }
}
