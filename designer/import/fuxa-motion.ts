// Converts actions and events of a FUXA item to animations and click events of a widget. Actions with more than one
// comparison, and those that no widget has, are reported. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { isSafeLink } from '../../widgets/host/click-event.ts'
import type { Action, Event, Item, Range } from './fuxa-file.ts'
import { colourOf } from './look.ts'
import type { Report } from './report.ts'
import type { Wanted } from './wanted.ts'

/** Finds the name of a tag by its id; undefined without an id. */
type TagOf = (id: string | undefined) => Wanted | undefined

export type Reading = { tagOf: TagOf; report: Report }

const wordOf = (text = ''): string => text.replace(/^shapes\.(action|event)-/, '').toLowerCase()

/** A range as a single comparison. */
function whenIn({ min, max }: Pick<Range, 'min' | 'max'>, report: Report, name: string) {
  if (min === max || max === undefined) return { symbol: '==', value: min ?? 0 }
  if (min === undefined) return { symbol: '<=', value: max }
  report.add('motion', `${name}: ${min} – ${max}`)
  return { symbol: '>=', value: min }
}

/** Colours by ranges: the first colour is the normal one, the last one that of the animation. */
export function colourBy(ranges: readonly Range[], tag: Wanted | undefined, { report }: Reading, name: string) {
  const coloured = ranges.flatMap((range) => {
    const color = colourOf(range.color)
    return color ? [{ ...range, color }] : []
  })
  const [first] = coloured
  const last = coloured.at(-1)
  if (!first || !last) return undefined
  if (coloured.length > 2) report.add('motion', `${name}: ${coloured.length}`)
  if (!tag) return { fill: first.color, animation: undefined }
  const low = last.min ?? 0
  const symbol = last.min === last.max ? '==' : '>='
  const animation = { enable: true, data: tag, symbol, value: low, color: last.color }
  return { fill: coloured.length > 1 ? first.color : undefined, animation }
}

const blinking = ({ options: { fillA, fillB, strokeA, strokeB } }: Action) => {
  const of = (...all: unknown[]) =>
    all.map((each) => colourOf(String(each ?? ''))).find((each) => each !== undefined) ?? ''
  return { type: 'color', fill: of(fillB, fillA), stroke: of(strokeB, strokeA) }
}

/** The animation for an action; undefined if no widget has it. */
function animationOf(action: Action): readonly [kind: string, fields: object] | undefined {
  switch (wordOf(action.type)) {
    case 'hide':
      return ['visibility', { type: 'hide' }]
    case 'show':
      return ['visibility', { type: 'show' }]
    case 'blink':
      return ['twinkle', blinking(action)]
    case 'clockwise':
      return ['rotate', { direction: 'clockwise' }]
    case 'anticlockwise':
      return ['rotate', { direction: 'anticlockwise' }]
    default:
      return undefined
  }
}

/** Actions that are covered by the flow of a flow bar. */
const flows: readonly string[] = ['clockwise', 'anticlockwise', 'stop']

/**
 * The animations of an item, the first of each kind. `isFlow`: the widget is a flow bar, which handles the flow
 * actions.
 */
export function animationsOf(
  { name = '', id, property: { actions } }: Item,
  { tagOf, report }: Reading,
  isFlow: boolean,
): Record<string, object> {
  const found: Record<string, object> = {}
  const moving = isFlow ? actions.filter(({ type }) => !flows.includes(wordOf(type))) : actions
  for (const action of moving) {
    const [kind, fields] = animationOf(action) ?? []
    const data = tagOf(action.variableId)
    const isTaken = kind !== undefined && Object.hasOwn(found, kind)
    if (!kind || !data || isTaken || action.bitmask) report.add('motion', `${name || id}: ${wordOf(action.type)}`)
    else
      found[kind] = { enable: true, data, ...whenIn(action.range ?? { min: 1, max: 1 }, report, name || id), ...fields }
  }
  return found
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The tag that an event writes: the tag of the event, or else that of its item. */
function writtenTag({ actoptions }: Event, { property }: Item): string | undefined {
  const { variable, variableId } = actoptions
  const inner =
    typeof variable === 'object' && variable !== null && 'variableId' in variable ? variable.variableId : undefined
  return [inner, variableId, property.variableId].find(isText)
}

const write = (data: Wanted, more: object) => ({ enable: true, action: 'write', data, ...more })

/** The click action for an event; undefined if there is none. */
function clickBy(event: Event, item: Item, { tagOf }: Reading): Record<string, unknown> | undefined {
  const { actparam = '', actoptions } = event
  const tag = tagOf(writtenTag(event, item))
  const action = wordOf(event.action)
  if (action === 'onpage' && actparam) return { action: 'page', target: '_self', wantedPage: actparam }
  if ((action === 'ondialog' || action === 'onwindow') && actparam)
    return { action: 'page', target: 'window', wantedPage: actparam }
  if ((action === 'onopentab' || action === 'oniframe' || action === 'oncard') && isSafeLink(actparam))
    return { enable: true, action: 'link', link: actparam.slice(0, 1000), target: '_blank' }
  if (action === 'onsetvalue' && tag) {
    const way = wordOf(String(actoptions.function ?? '')).replace('setvalue-', '')
    if (way === 'add') return write(tag, { writeType: 'press', pressType: 'increment', writeValue: actparam })
    return way === 'remove' ? undefined : write(tag, { writeType: 'fixed', writeValue: actparam })
  }
  return action === 'ontogglevalue' && tag ? write(tag, { writeType: 'press', pressType: 'toggle' }) : undefined
}

/** Mouse down and up that set a value and reset it to 0: a momentary button. */
function keyBy(events: readonly Event[], item: Item, { tagOf }: Reading): Record<string, unknown> | undefined {
  const of = (type: string) =>
    events.find((event) => wordOf(event.type) === type && wordOf(event.action) === 'onsetvalue')
  const [down, up] = [of('mousedown'), of('mouseup')]
  const tag = down && tagOf(writtenTag(down, item))
  if (!down || !up || !tag || Number(up.actparam) !== 0) return undefined
  return write(tag, { writeType: 'press', pressType: 'momentary', writeValue: down.actparam ?? '1' })
}

/** The click action of an item; further events are reported. */
export function clickOfItem(item: Item, reading: Reading): Record<string, unknown> | undefined {
  const { events } = item.property
  const key = keyBy(events, item, reading)
  const isOfKey = (event: Event) => key !== undefined && /^mouse(down|up)$/.test(wordOf(event.type))
  let click = key
  for (const event of events.filter((each) => !isOfKey(each))) {
    const found = wordOf(event.type) === 'click' && !click ? clickBy(event, item, reading) : undefined
    if (found) click = found
    else if (event.action)
      reading.report.add('event', `${item.name ?? item.id}: ${wordOf(event.type)} ${wordOf(event.action)}`)
  }
  return click
}

const fillable: readonly string[] = ['Rect', 'Circle', 'Ellipse', 'Triangle', 'Prism']

/** Sets the colour on each filled shape, because a group has no fill. */
export function filledBy(widget: PageWidget, fill: string | undefined, animation: object | undefined): PageWidget {
  if (widget.children) {
    return { ...widget, children: widget.children.map((child) => filledBy(child, fill, animation)) }
  }
  if (!fillable.includes(widget.widgetType) || widget.style?.fill === 'none') return widget
  return {
    ...widget,
    style: { ...widget.style, ...(fill && { fill }) },
    ...(animation && { animation: { ...widget.animation, fill: animation } }),
  }
}
