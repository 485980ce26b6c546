// A page drawn from variables: for each device cards, then values and inputs, finally a trend and the alarms. A first
// draft for the author to rearrange. Pure.
import { limits } from '../../contract/limits.ts'
import type { PageWidget } from '../../contract/page-document.ts'
import { typed } from '../import/made.ts'
import { bindingTo } from '../panel/sources.ts'
import type { Variable } from '../panel/variable.ts'
import { type DrawnKind, symbolFor } from './kinds.ts'

export type Chosen = { variable: Variable; kind: DrawnKind }

type Words = { trend: string; alarms: string; on: string; off: string }

type Wanted = {
  chosen: readonly Chosen[]
  hasTrend: boolean
  hasAlarms: boolean
  words: Words
  /** Keys of the symbols in the library. */
  symbols: ReadonlySet<string>
}

/** Margin and width of the drawn page, in pixels of the page. */
const margin = 24
const width = 1232
const gap = 16
const heading = 32
const card = { width: 140, height: 148 }
const rows = { width: 392, height: 34 }
const trendHeight = 260
const alarmsHeight = 240
export const drawnWidth = width + 2 * margin

/** Number of curves in the first trend: one per hue. [LOOK Colour] */
export const maxCurves = 4

const cardKinds: readonly DrawnKind[] = ['tank', 'valve', 'drive', 'flag', 'gauge']
const isCard = ({ kind }: Chosen): boolean => cardKinds.includes(kind)

type Box = { x: number; y: number; width: number; height: number }
const at = (box: Box) => ({ ...box, rotate: 0 })

const text = (box: Box, words: string, style: object = {}): PageWidget =>
  typed('Text', at(box), { style: { fontSize: 13, fontColor: 'ink2', ...style }, data: { text: words } })

const titled = (x: number, y: number, words: string): PageWidget =>
  text({ x, y, width, height: 24 }, words, { fontSize: 16, bold: true, fontColor: '' })

const written = ({ unit, decimals }: Variable) => ({ ...(unit ? { unit } : {}), decimals: decimals ?? -1 })

/** The scale of a variable, from its limits or else 0 to 100, and its normal range. */
export function scaleOf({ min, max, normalLow, normalHigh }: Variable) {
  const [low, high] = [min ?? 0, max ?? 100]
  const isScale = high > low
  return {
    ...(isScale ? { minVal: low, maxVal: high } : { minVal: 0, maxVal: 100 }),
    lowVal: normalLow ?? 0,
    highVal: normalHigh ?? 0,
  }
}

const valueText = (variable: Variable, box: Box, style: object = {}): PageWidget =>
  typed('DataText', at(box), {
    style: { fontSize: 15, bold: true, ...style },
    data: { ...bindingTo(variable), ...written(variable) },
  })

/** Creates the widget in the middle of a card. */
function figure({ variable, kind }: Chosen, box: Box, symbols: ReadonlySet<string>): PageWidget {
  const data = bindingTo(variable)
  const square = (side: number) =>
    at({ x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side })
  switch (kind) {
    case 'tank':
      return typed('PercentFill', square(72), { data: { ...data, ...scaleOf(variable) } })
    case 'valve':
      return typed('Symbol', square(56), {
        data: { ...data, symbol: 'valve', means: variable.dataType === 'bool' ? 'onOff' : 'position' },
      })
    case 'drive':
      return typed('Symbol', square(56), { data: { ...data, symbol: symbolFor(variable, symbols), means: 'onOff' } })
    default:
      return typed('Circle', square(28), {
        animation: { fill: { enable: true, data, symbol: '>', value: 0, color: 'steel' } },
      })
  }
}

function cardOf(chosen: Chosen, x: number, y: number, { symbols }: Wanted): PageWidget[] {
  const { variable, kind } = chosen
  if (kind === 'gauge') {
    const box = { x, y, width: card.width, height: card.height - 8 }
    const data = { ...bindingTo(variable), text: variable.title, ...written(variable), ...scaleOf(variable) }
    return [typed('Dashboard', at(box), { data })]
  }
  const centred = { align: 'center' }
  const inner = { x, y: y + 26, width: card.width, height: 76 }
  return [
    text({ x, y, width: card.width, height: 20 }, variable.title, centred),
    figure(chosen, inner, symbols),
    valueText(variable, { x, y: y + 108, width: card.width, height: 24 }, centred),
  ]
}

function rowOf({ variable, kind }: Chosen, x: number, y: number, { words }: Wanted): PageWidget[] {
  const label = text({ x, y: y + 5, width: 190, height: 22 }, variable.title)
  const box = { x: x + 196, y, width: 176, height: 30 }
  const data = bindingTo(variable)
  if (kind === 'switch')
    return [
      label,
      typed('Radio', at(box), {
        data,
        items: [
          { label: words.on, value: '1' },
          { label: words.off, value: '0' },
        ],
      }),
    ]
  if (kind === 'input') {
    const valueType = variable.dataType === 'string' ? 'text' : 'number'
    return [label, typed('Input', at(box), { data: { ...data, ...written(variable), valueType } })]
  }
  return [label, valueText(variable, { ...box, height: 24, y: y + 3 }, { align: 'right' })]
}

/** Arranges in rows that fill the width; returns the y of the next element. */
function inRows(
  all: readonly Chosen[],
  y: number,
  size: { width: number; height: number },
  make: (chosen: Chosen, x: number, y: number) => PageWidget[],
): { widgets: PageWidget[]; y: number } {
  if (all.length === 0) return { widgets: [], y }
  const across = Math.max(1, Math.floor((width + gap) / (size.width + gap)))
  const widgets = all.flatMap((each, i) =>
    make(each, margin + (i % across) * (size.width + gap), y + Math.floor(i / across) * (size.height + gap / 2)),
  )
  return { widgets, y: y + Math.ceil(all.length / across) * (size.height + gap / 2) + gap / 2 }
}

function section(device: string, chosen: readonly Chosen[], from: number, wanted: Wanted) {
  const title = titled(margin, from, device)
  const cards = inRows(chosen.filter(isCard), from + heading, card, (each, x, y) => cardOf(each, x, y, wanted))
  const rest = inRows(
    chosen.filter((each) => !isCard(each)),
    cards.y,
    rows,
    (each, x, y) => rowOf(each, x, y, wanted),
  )
  return { widgets: [title, ...cards.widgets, ...rest.widgets], y: rest.y + gap }
}

const isCurve = ({ variable: { dataType } }: Chosen): boolean => dataType !== 'bool' && dataType !== 'string'

/** The widgets of the page and its height. Devices are in the order of selection. */
export function drawProposal(wanted: Wanted): { widgets: PageWidget[]; width: number; height: number } {
  const { chosen, hasTrend, hasAlarms, words } = wanted
  const byDevice = new Map<number, Chosen[]>()
  for (const each of chosen) {
    const { equipId } = each.variable
    byDevice.set(equipId, [...(byDevice.get(equipId) ?? []), each])
  }
  const widgets: PageWidget[] = []
  let y = margin
  for (const own of byDevice.values()) {
    const next = section(own[0]!.variable.subTitle, own, y, wanted)
    widgets.push(...next.widgets)
    y = next.y
  }
  const curves = chosen.filter(isCurve).slice(0, maxCurves)
  if (hasTrend && curves.length > 0) {
    const box = { x: margin, y: y + heading, width, height: trendHeight }
    const signalArray = curves.map(({ variable }) => ({ ...bindingTo(variable), lineType: 'line' }))
    widgets.push(titled(margin, y, words.trend), typed('Area', at(box), { data: { type: 'signal', signalArray } }))
    y += heading + trendHeight + gap
  }
  if (hasAlarms && byDevice.size > 0) {
    const box = { x: margin, y: y + heading, width, height: alarmsHeight }
    const equips = [...byDevice].slice(0, 100).map(([equipmentId, [first]]) => ({
      equipmentId,
      title: first!.variable.subTitle,
    }))
    widgets.push(titled(margin, y, words.alarms), typed('Alarm', at(box), { data: { equips } }))
    y += heading + alarmsHeight + gap
  }
  return { widgets, width: drawnWidth, height: Math.max(limits.pageHeight, y + margin - gap) }
}
