// The variables that the widgets of a page write. Pure.
import { type PageWidget, signalOf } from '../../../contract/page-document.ts'

/** Widgets that write the value entered in them. */
const inputTypes: readonly string[] = ['Input', 'Select', 'Radio', 'ComboBox', 'TimeSelector']

type Json = { readonly [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * The variable of a click that writes a value or operates a momentary key. Scripts, which may write others, are not
 * analysed.
 */
function writtenByClick(click: unknown): number | undefined {
  if (!isObject(click) || !click.enable || (click.action ?? 'write') !== 'write') return undefined
  return isObject(click.data) ? signalOf(click.data) : undefined
}

/** Variables written by widgets, through a click or as an input, including entries and groups; each once. */
export function writesIn(widgets: readonly PageWidget[]): number[] {
  const found = new Set<number>()
  const add = (id: number | undefined) => id !== undefined && found.add(id)
  function follow(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(follow)
    if (!isObject(value)) return undefined
    const { widgetType, data, clickEvent } = value
    if (typeof widgetType === 'string' && inputTypes.includes(widgetType) && isObject(data)) add(signalOf(data))
    add(writtenByClick(clickEvent))
    for (const [key, each] of Object.entries(value)) if (key !== 'clickEvent') follow(each)
    return undefined
  }
  follow(widgets)
  return [...found]
}
