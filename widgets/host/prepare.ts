// Prepares the stored widgets of a page for drawing: migrated, parsed and resolved once per version of the page. Pure.
import { isForRegions, type PageWidget, type Position } from '../../contract/page-document.ts'
import { type Bound, boundsIn } from '../binds.ts'
import { cssColour } from '../colour.ts'
import type { Field, Fields } from '../fields.ts'
import { migrated, parsed, type Widget } from '../widget.ts'
import { type Animated, animatedOf } from './animation.ts'
import { type Click, clickOf } from './click-event.ts'

export type Placed = {
  /** Index in the list of all widgets of the page; a group precedes its widgets. */
  index: number
  id: string
  type: string
  /** The name of the widget, by default that of its type. */
  name: string
  position: Position
  /** A locked widget cannot be moved, turned, grouped or reordered in the designer. [S4 Designer] */
  isLocked: boolean
  /**
   * The type of the widget. Undefined if the type is unknown, its code cannot be loaded, or the stored data cannot be
   * read.
   */
  widget: Widget | undefined
  fault: unknown
  draw: 'html' | 'svg'
  style: object
  items: object[]
  data: object
  bounds: { readonly [slot: string]: readonly Bound[] }
  animated: Animated
  /** All bindings of the widget and of its animations. */
  bound: readonly Bound[]
  click: Click | undefined
  /** CSS colours without an animation; empty: the theme's. */
  colours: { fill: string; stroke: string; font: string }
  children: readonly Placed[]
}

export type Viewer = {
  /** Titles of the regions that the viewer sees; null: all. */
  regions: ReadonlySet<string> | null
  /** Translates a text of the page into the viewer's language. */
  words: (source: string) => string
  /** Translates the name of a variable; default: `words`. */
  names?: ((source: string) => string) | undefined
}

export type Prepared = { top: readonly Placed[]; all: readonly Placed[] }

/** Parses stored widgets. `types` are the widget types whose code was loaded. */
export const prepare = (stored: readonly PageWidget[], types: ReadonlyMap<string, Widget>, viewer: Viewer): Prepared =>
  preparer(types, viewer)(stored)

/**
 * Returns a function that prepares the stored widgets of a page that is being edited: as long as a stored widget is the
 * same object at the same index, the result is the same object.
 */
export function preparer(
  types: ReadonlyMap<string, Widget>,
  viewer: Viewer,
): (stored: readonly PageWidget[]) => Prepared {
  const known = new WeakMap<PageWidget, Placed>()
  const isSeen = ({ authRegion }: PageWidget) => isForRegions(authRegion, viewer.regions)
  return (stored) => {
    const all: Placed[] = []
    const place = (each: PageWidget): Placed => {
      const index = all.length
      const same = known.get(each)
      if (same?.index === index) {
        push(all, same)
        return same
      }
      // Reserves the group's index before its widgets get theirs.
      all.push(undefined as never)
      const type = types.get(each.widgetType)
      const own = read(each, type, viewer)
      const children = (each.children ?? []).filter(isSeen).map(place)
      const isFlat = children.every(({ draw }) => draw === 'svg')
      const draw = type?.family === 'group' && !isFlat ? 'html' : own.draw
      const placed = { ...own, index, children, draw }
      all[index] = placed
      known.set(each, placed)
      return placed
    }
    return { top: stored.filter(isSeen).map(place), all }
  }
}

function push(all: Placed[], placed: Placed): void {
  all.push(placed)
  for (const child of placed.children) push(all, child)
}

type Own = Omit<Placed, 'index' | 'children'>

function read(stored: PageWidget, widget: Widget | undefined, { words, names = words }: Viewer): Own {
  const { id, widgetType: type, widgetName, position, posLock } = stored
  const nothing = { style: {}, items: [], data: {}, bounds: {}, animated: {}, bound: [], click: undefined }
  const plain = { fill: '', stroke: '', font: '' }
  const isLocked = posLock === true
  const placed = {
    id,
    type,
    name: widgetName || type,
    position,
    isLocked,
    fault: undefined,
    colours: plain,
    ...nothing,
  }
  if (!widget) return { ...placed, widget, draw: 'html' }
  try {
    const now = migrated(widget, stored)
    const { style, items, data } = parsed(widget, now)
    const bounds = boundsIn(widget.binds, now.data)
    for (const slot in bounds) {
      const fields = widget.binds[slot]?.many?.of ?? {}
      bounds[slot] = bounds[slot]!.map((bound) =>
        titled({ ...bound, fields: inWords(bound.fields, fields, words) }, names),
      )
    }
    const animated = animatedOf(now.animation)
    return {
      ...placed,
      widget,
      draw: widget.draw,
      position: now.position,
      style: inWords(style, widget.style, words),
      items: items.map((item) => inWords(item, widget.items, words)),
      data: inWords(data, widget.data, words),
      bounds,
      animated,
      bound: [...Object.values(bounds).flat(), ...Object.values(animated).map(({ bound }) => bound)],
      click: inOwnWords(clickOf(now.clickEvent, bounds), words),
      colours: coloursOf(style),
    }
  } catch (fault) {
    return { ...placed, widget: undefined, fault, draw: 'html' }
  }
}

const inOwnWords = (click: Click | undefined, words: Viewer['words']): Click | undefined =>
  click?.hint || click?.feedback
    ? { ...click, hint: click.hint && words(click.hint), feedback: click.feedback && words(click.feedback) }
    : click

/** Translates the name of the variable into the viewer's language. */
function titled(bound: Bound, names: Viewer['words']): Bound {
  const { title } = bound.binding
  const named = title ? names(title) : title
  return named === title ? bound : { ...bound, binding: { ...bound.binding, title: named } }
}

/** Translates the text fields into the viewer's language. */
function inWords<T extends object>(values: T, fields: Fields, words: Viewer['words']): T {
  const shown = values as Record<string, unknown>
  for (const key of wordyKeys(fields)) {
    const value = shown[key]
    if (fields[key]!.kind === 'click') shown[key] = saidByClick(value as object, words)
    else if (typeof value === 'string') shown[key] = value && words(value)
    else if (Array.isArray(value)) for (const entry of value) inWords(entry, fields[key]!.of!, words)
  }
  return values
}

/** Translates the texts of an entry's stored click action; other values do not change. */
const saidByClick = (stored: object, words: Viewer['words']): object =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => {
      const isSaid = (key === 'hint' || key === 'feedback') && typeof value === 'string' && value !== ''
      return [key, isSaid ? words(value) : value]
    }),
  )

const wordy = new WeakMap<Fields, readonly string[]>()

/** The fields that are texts, or lists whose entries have texts. */
function wordyKeys(fields: Fields): readonly string[] {
  const known = wordy.get(fields)
  if (known) return known
  const isWordy = ({ kind, of }: Field): boolean =>
    kind === 'words' || kind === 'click' || Object.values(of ?? {}).some(isWordy)
  const keys = Object.keys(fields).filter((key) => isWordy(fields[key]!))
  wordy.set(fields, keys)
  return keys
}

const coloursOf = (style: { fill?: unknown; stroke?: unknown; fontColor?: unknown }): Placed['colours'] => ({
  fill: cssColour(style.fill) ?? '',
  stroke: cssColour(style.stroke) ?? '',
  font: cssColour(style.fontColor) ?? '',
})
