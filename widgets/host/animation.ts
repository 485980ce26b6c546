// The animations of every widget: their stored fields, and the test of a condition. [S3 Animations]
import { z } from 'zod'
import { asNumber, type Value } from '../../core/data-type.ts'
import { type Comparison, compare } from '../../core/formula-values.ts'
import type { BindKind } from '../bind-kind.ts'
import { type Bound, boundOf } from '../binds.ts'
import {
  bindField,
  choiceField,
  colourField,
  type Field,
  type Fields,
  flagField,
  type Label,
  numberField,
  readFields,
  type ValuesOf,
} from '../fields.ts'

const kinds: readonly BindKind[] = ['signal', 'mvar', 'system']
const same = (sign: string): Label => ({ en: sign, 'zh-cn': sign })

const value: Field<string | number | boolean> = {
  label: { en: 'Compare with', 'zh-cn': '比较值' },
  kind: 'text',
  schema: z.union([z.string().max(200), z.number(), z.boolean()]),
  initial: '',
}

/** The condition: the bound value compared with a constant. */
const when = {
  enable: flagField(false, { label: { en: 'Active', 'zh-cn': '启用' } }),
  data: bindField({ kinds, label: { en: 'Variable', 'zh-cn': '变量' } }),
  symbol: choiceField('==', {
    label: { en: 'Holds if', 'zh-cn': '条件' },
    options: [
      { value: '==', label: same('=') },
      { value: '!=', label: same('≠') },
      { value: '>', label: same('>') },
      { value: '>=', label: same('≥') },
      { value: '<', label: same('<') },
      { value: '<=', label: same('≤') },
    ],
  }),
  value,
}

const colour = (en: string, zh: string) => colourField('', { label: { en, 'zh-cn': zh } })

/** All animations by their stored names. */
export const animations = {
  visibility: {
    label: { en: 'Visibility', 'zh-cn': '显示隐藏' },
    fields: {
      ...when,
      type: choiceField('hide', {
        label: { en: 'Then', 'zh-cn': '则' },
        options: [
          { value: 'hide', label: { en: 'Hide', 'zh-cn': '隐藏' } },
          { value: 'show', label: { en: 'Show', 'zh-cn': '显示' } },
        ],
      }),
    },
  },
  twinkle: {
    label: { en: 'Blink', 'zh-cn': '闪烁' },
    fields: {
      ...when,
      type: choiceField('color', {
        label: { en: 'By', 'zh-cn': '方式' },
        options: [
          { value: 'color', label: { en: 'Colour', 'zh-cn': '颜色' } },
          { value: 'visible', label: { en: 'Showing and hiding', 'zh-cn': '显隐' } },
        ],
      }),
      fill: colour('Fill', '填充'),
      stroke: colour('Line', '线条'),
      font: colour('Text', '文字'),
    },
  },
  rotate: {
    label: { en: 'Rotation', 'zh-cn': '旋转' },
    fields: {
      ...when,
      direction: choiceField('clockwise', {
        label: { en: 'Direction', 'zh-cn': '方向' },
        options: [
          { value: 'clockwise', label: { en: 'Clockwise', 'zh-cn': '顺时针' } },
          { value: 'anticlockwise', label: { en: 'Anticlockwise', 'zh-cn': '逆时针' } },
        ],
      }),
      speed: numberField(1000, {
        min: 100,
        max: 60_000,
        unit: 'ms',
        label: { en: 'One turn in', 'zh-cn': '每圈时间' },
      }),
    },
  },
  fill: { label: { en: 'Fill', 'zh-cn': '填充' }, fields: { ...when, color: colour('Colour', '颜色') } },
  border: { label: { en: 'Line', 'zh-cn': '边框' }, fields: { ...when, color: colour('Colour', '颜色') } },
  font: { label: { en: 'Text', 'zh-cn': '文字' }, fields: { ...when, color: colour('Colour', '颜色') } },
} as const satisfies Record<string, { label: Label; fields: Fields }>

type Kind = keyof typeof animations
type Set = { [K in Kind]?: ValuesOf<(typeof animations)[K]['fields']> & { bound: Bound } }

/** The active, bound animations of a stored widget. */
export type Animated = Set

export function animatedOf(stored: Record<string, unknown> | undefined): Animated {
  const found: Record<string, unknown> = {}
  for (const kind in stored) {
    if (!Object.hasOwn(animations, kind)) continue
    const read = readFields(animations[kind as 'visibility'].fields, stored[kind])
    const bound = read.enable ? boundOf(read.data, kinds) : undefined
    if (bound) found[kind] = { ...read, bound }
  }
  return found as Animated
}

/** Whether a condition holds; undefined for values that cannot be compared. Texts are compared as texts. */
export function holds(symbol: Comparison, value: Value, with_: string | number | boolean): boolean | undefined {
  const isText = typeof value === 'string' && asNumber(value) === undefined
  const result = compare(symbol)(value, isText ? String(with_) : targetOf(with_))
  return typeof result === 'boolean' ? result : undefined
}

/** Converts the typed text: `1` is a number, `true` a boolean. */
function targetOf(typed: string | number | boolean): Value {
  if (typed === 'true') return true
  if (typed === 'false') return false
  return asNumber(typed) ?? typed
}
