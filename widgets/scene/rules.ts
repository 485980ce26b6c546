// The states of the nodes of a 3D scene, from the values bound to them. Pure.
import { asNumber } from '../../core/data-type.ts'
import { labelOf, valueWords } from '../../ui/value-words.ts'
import { choiceField, colourField, numberField, textField, type ValuesOf, wordsField } from '../fields.ts'
import type { Reading } from '../widget.ts'

const scaling = { field: 'effect', is: ['colour', 'blink', 'show', 'turn', 'level', 'move', 'text'] }
const turning = { field: 'effect', is: ['turn', 'level', 'move'] }
const scaled = { min: -1e9, max: 1e9 }

/** Fields of each variable: the node that it drives, and the effect. */
export const nodeFields = {
  node: textField('', { label: { en: 'Node', 'zh-cn': '节点' } }),
  effect: choiceField('colour', {
    label: { en: 'What it does', 'zh-cn': '效果' },
    options: [
      { value: 'colour', label: { en: 'Has a colour while on', 'zh-cn': '开启时着色' } },
      { value: 'blink', label: { en: 'Blinks while on', 'zh-cn': '开启时闪烁' } },
      { value: 'show', label: { en: 'Is shown while on', 'zh-cn': '开启时显示' } },
      { value: 'turn', label: { en: 'Turns', 'zh-cn': '旋转' } },
      { value: 'level', label: { en: 'Grows along an axis', 'zh-cn': '沿轴伸缩（液位）' } },
      { value: 'move', label: { en: 'Moves along an axis', 'zh-cn': '沿轴移动' } },
      { value: 'label', label: { en: 'Shows the value', 'zh-cn': '显示数值' } },
      { value: 'text', label: { en: 'Shows a text while on', 'zh-cn': '开启时显示文字' } },
    ],
  }),
  color: colourField('accent', {
    when: { field: 'effect', is: ['colour', 'blink'] },
    label: { en: 'Colour', 'zh-cn': '颜色' },
  }),
  text: wordsField('', { when: { field: 'effect', is: ['text'] }, label: { en: 'Text', 'zh-cn': '文字' } }),
  axis: choiceField('y', {
    when: turning,
    label: { en: 'Axis', 'zh-cn': '轴' },
    options: [
      { value: 'x', label: { en: 'X', 'zh-cn': 'X' } },
      { value: 'y', label: { en: 'Y (up)', 'zh-cn': 'Y（向上）' } },
      { value: 'z', label: { en: 'Z', 'zh-cn': 'Z' } },
    ],
  }),
  /** A value above `low` counts as on; between `low` and `high` it is a share of the whole. */
  low: numberField(0, { ...scaled, when: scaling, label: { en: 'Off or empty at', 'zh-cn': '下限' } }),
  high: numberField(1, { ...scaled, when: scaling, label: { en: 'Full at', 'zh-cn': '上限' } }),
  /** Turning: revolutions per minute at the full value. Moving: distance in units of the model. */
  amount: numberField(20, {
    ...{ min: -10_000, max: 10_000, when: { field: 'effect', is: ['turn', 'move'] } },
    label: { en: 'Turns a minute, or way', 'zh-cn': '每分钟转数或行程' },
  }),
  unit: wordsField('', { when: { field: 'effect', is: ['label'] }, label: { en: 'Unit', 'zh-cn': '单位' } }),
  decimals: numberField(-1, {
    ...{ min: -1, max: 8, when: { field: 'effect', is: ['label'] } },
    label: { en: 'Decimals', 'zh-cn': '小数位数' },
  }),
}
export type NodeEntry = ValuesOf<typeof nodeFields>

/** The state of a node. `isKnown`: its value is good; otherwise the node is at rest and drawn as unknown. */
export type NodeState = {
  node: string
  effect: NodeEntry['effect']
  axis: NodeEntry['axis']
  color: string
  isKnown: boolean
  /** 0: off; otherwise on, as a share of the whole, up to 1. */
  share: number
  /** Revolutions per minute, or a distance in units of the model. */
  amount: number
  /** The label's text; empty: none. */
  text: string
}

/** The share of a value in its range, 0 to 1. A range without a width is a threshold. */
export function shareOf(value: number, { low, high }: Pick<NodeEntry, 'low' | 'high'>): number {
  if (high === low) return value > low ? 1 : 0
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}

function wordsOf({ value, texts }: Reading, { unit, decimals }: NodeEntry): string {
  const named = labelOf(value, texts)
  if (named) return named
  const words = valueWords(value, { dataType: 'float32', decimals: decimals < 0 ? null : decimals })
  return unit ? `${words} ${unit}` : words
}

export function nodeState(entry: NodeEntry, reading: Reading): NodeState {
  const { node, effect, axis, color, amount } = entry
  const number = typeof reading.value === 'boolean' ? Number(reading.value) : asNumber(reading.value)
  const isKnown = reading.quality === 'good' && (number !== undefined || (effect === 'label' && reading.value !== null))
  const share = isKnown && number !== undefined ? shareOf(number, entry) : 0
  const text = isKnown ? saidBy(entry, reading, share) : '?'
  return { node, effect, axis, color, isKnown, share, amount: amount * share, text }
}

function saidBy(entry: NodeEntry, reading: Reading, share: number): string {
  if (entry.effect === 'label') return wordsOf(reading, entry)
  return entry.effect === 'text' && share > 0 ? entry.text : ''
}

/** The combined states of a node. */
export type NodePlan = {
  states: readonly NodeState[]
  /** A colour or shade that covers the node's own; empty: none. */
  cover: string
  /** True if the colour blinks. */
  isBlinking: boolean
  /** The text, one line per value. */
  text: string
  isKnown: boolean
}

/** Plans by node name. A node with an unknown value is drawn as unknown; otherwise it has the first active colour. */
export function plansOf(states: readonly NodeState[]): Map<string, NodePlan> {
  const byNode = new Map<string, NodeState[]>()
  for (const state of states) byNode.set(state.node, [...(byNode.get(state.node) ?? []), state])
  return new Map([...byNode].map(([node, own]) => [node, planOf(own)]))
}

function planOf(states: readonly NodeState[]): NodePlan {
  const unknown = states.find(({ isKnown }) => !isKnown)
  const on = states.find(({ effect, share }) => (effect === 'colour' || effect === 'blink') && share > 0)
  const said = states.flatMap(({ text }) => (text === '' ? [] : [text]))
  const text = unknown ? unknown.text : said.join('\n')
  const cover = unknown ? 'idle' : (on?.color ?? '')
  return { states, cover, isBlinking: !unknown && on?.effect === 'blink', text, isKnown: !unknown }
}

/** The title of a node, and whether it has a click action. */
export type NodeSign = { node: string; title: string; isTitled: boolean; isLink: boolean }

/** The label above a node: its title, then its values. A node with a click action has a button as its label. */
export type NodeLabel = { lines: readonly string[]; isKnown: boolean; isLink: boolean }

/** The labels by node name; a node without title and values has none. */
export function labelsOf(plans: ReadonlyMap<string, NodePlan>, signs: readonly NodeSign[]): Map<string, NodeLabel> {
  const byNode = new Map(signs.map((sign) => [sign.node, sign]))
  const names = new Set([...plans.keys(), ...byNode.keys()])
  return new Map(
    [...names].flatMap((node) => {
      const [plan, sign] = [plans.get(node), byNode.get(node)]
      const isLink = sign?.isLink ?? false
      const title = sign && (sign.isTitled || isLink) ? [sign.title || node] : []
      const lines = [...title, ...(plan?.text ? plan.text.split('\n') : [])]
      return lines.length > 0 ? [[node, { lines, isKnown: plan?.isKnown ?? true, isLink }] as const] : []
    }),
  )
}
