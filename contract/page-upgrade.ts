// Converts pages of the first format (`type: 'usual/data-text'`, `props`, `binds`) to the specification's documents.
// Pure; stored pages are converted on reading, and stored in the new format on their next save.
import type { Binding, PageWidget } from './page-document.ts'

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

/** The document of a stored or sent page; a value in the new format, or in neither, is returned unchanged. */
export function upgradePage(stored: unknown): unknown {
  if (!isObject(stored) || !Array.isArray(stored.widgets)) return stored
  const { con, width, height, bgColor, widgets, bind, ...rest } = stored
  const size = Object.fromEntries(Object.entries({ width, height, bgColor }).filter(([, value]) => value !== undefined))
  return {
    ...rest,
    con: isObject(con) ? con : size,
    widgets: widgets.map((each) => (isOld(each) ? upgradeWidget(each) : each)),
    bind: bind ?? {},
  }
}

const isOld = (widget: unknown): widget is Json => isObject(widget) && 'type' in widget && !('widgetType' in widget)

const names: { [type: string]: string } = {
  'shape/arrow': 'Arrow',
  'shape/circle': 'Circle',
  'shape/ellipse': 'Ellipse',
  'shape/line': 'shapeLine',
  'shape/rect': 'Rect',
  'shape/straight': 'Straight',
  'shape/triangle': 'Triangle',
  'usual/data-text': 'DataText',
  'usual/percent-fill': 'PercentFill',
  'usual/text': 'Text',
}

/** New names of properties; false values are omitted, and unlisted properties keep their names in `data`. */
const styleOf: { [prop: string]: string } = {
  fill: 'fill',
  stroke: 'stroke',
  weight: 'strokeWidth',
  corners: 'corners',
  size: 'fontSize',
  bold: 'bold',
  colour: 'fontColor',
  align: 'align',
  vessel: 'vessel',
}
const dataOf: { [prop: string]: string } = { min: 'minVal', max: 'maxVal', low: 'lowVal', high: 'highVal' }

function upgradeWidget({ type, props, binds, ...rest }: Json): Json {
  const name = names[String(type)]
  if (!name) return { ...rest, widgetType: String(type), props, binds: bindingsOf(binds) }
  const { muted, whenOn, ...own } = objectOf(props)
  const { value, on, alarm, ...others } = objectOf(binds)
  const [style, data]: [Json, Json] = [{}, {}]
  for (const [prop, of] of Object.entries(own)) {
    if (prop in styleOf) style[styleOf[prop]!] = of
    else data[dataOf[prop] ?? prop] = of
  }
  if (muted === true && !own.colour) style.fontColor = 'ink2'
  Object.assign(data, bindingOf(value))
  const animation = stateOf(name, { on: bindingOf(on), alarm: bindingOf(alarm), whenOn })
  return {
    ...rest,
    widgetType: name,
    style,
    data,
    ...(Object.keys(animation).length > 0 ? { animation } : {}),
    ...(Object.keys(others).length > 0 ? { binds: bindingsOf(others) } : {}),
  }
}

function bindingOf(bind: unknown): Binding | undefined {
  if (!isObject(bind)) return undefined
  const { equipmentId, ...rest } = bind
  return { ...rest, equipId: equipmentId } as Binding
}

const bindingsOf = (binds: unknown): Json =>
  Object.fromEntries(Object.entries(objectOf(binds)).map(([name, bind]) => [name, bindingOf(bind) ?? bind]))

const lines = ['Arrow', 'shapeLine', 'Straight']

type State = { on: Binding | undefined; alarm: Binding | undefined; whenOn?: unknown }

/**
 * Converts the state of a shape to an animation: filled while on, a pale pipe without flow, an outline for an alarm.
 */
export function stateOf(name: string, { on, alarm, whenOn }: State): NonNullable<PageWidget['animation']> {
  const isLine = lines.includes(name)
  const when = (data: Binding, symbol: string, color: string) => ({ enable: true, data, symbol, value: 0, color })
  return {
    ...(on && !isLine ? { fill: when(on, '>', whenOn === 'surface' ? 'surface' : 'steel') } : {}),
    ...(on && isLine ? { border: when(on, '<=', 'idle') } : {}),
    ...(alarm ? { border: when(alarm, '>', 'severe') } : {}),
  }
}
