// The services of a running page for its widgets. The browser's page offers all of them; in the designer, a gallery and
// a thumbnail widgets do not act.
import type { ComponentType } from 'react'
import type { Value } from '../../core/data-type.ts'
import { machineZone } from '../../core/zone.ts'
import type { Bound } from '../binds.ts'
import type { Label } from '../fields.ts'
import type { PageServices } from '../services.ts'
import type { Click } from './click-event.ts'

type WriteAsked = {
  bound: Bound
  value: Value
  /** The author's note on the write. */
  hint?: string
  /** The message after the write; `{value}` is the value that the PLC reads back. */
  feedback?: string
}

/** The result of a write. `cancelled`: the user did not confirm. */
export type WriteEnd = 'done' | 'failed' | 'cancelled'

/** The values that the user wants explained. */
export type Explaining = {
  /** The widget that shows the values; `label`: name of its type, if known. */
  widget: { type: string; name: string; label: Label | undefined } | null
  bounds: readonly Bound[]
  /** The pointer's position on screen; null for the keyboard and a long press. */
  at: { x: number; y: number } | null
}

export type PageHost = {
  /** Performs the click action of a menu item, or of a picture in a slide show. */
  act(click: Click): void
  /**
   * A momentary button was pressed; returns the function that releases it. Undefined while the button is not enabled:
   * the page then asks for that.
   */
  press(click: Click): (() => void) | undefined
  /** Asks for confirmation, writes, and shows the outcome. */
  write(asked: WriteAsked): Promise<WriteEnd>
  /** Explains where values come from; undefined where the host cannot. */
  explain?: ((asked: Explaining) => void) | undefined
  /** A service of another room; undefined if no room offers it. */
  service<K extends keyof PageServices>(name: K): Promise<PageServices[K] | undefined>
  /** A name, or a text with values in it, in the viewer's language. */
  words(source: string): string
  filled(text: string): string
  /** The time that the page shows, epoch ms: now, or a moment in the past. */
  now(): number
  isPast: boolean
  /** IANA zone of the page's device, for its hours and days. */
  zone: string | undefined
  /** IANA zone for displayed times: that of the page's device, or on a page of several devices the user's. */
  clock: string
  /** The id of the page, so that a menu can mark the entry of the current page. */
  pageId: number | undefined
  /** The parameters for another page: `pump=pump2&tag={tag}`, which may use parameters of this page. */
  paramsIn(text: string): Readonly<Record<string, string>>
  /** An embedded page; undefined where pages would contain each other. */
  Page: ComponentType<InnerPage> | undefined
}

/** How an embedded page is fitted to its box. */
const innerFits = ['whole', 'width', 'none'] as const
export type InnerFit = (typeof innerFits)[number]

/** An embedded page. `scrolling`: whether the box scrolls if the page is larger. */
export type InnerPage = {
  pageId: number
  params?: Readonly<Record<string, string>>
  fit?: InnerFit
  scrolling?: 'auto' | 'no'
}

export const stillHost: PageHost = {
  act: () => undefined,
  press: () => undefined,
  write: () => Promise.resolve('cancelled'),
  service: () => Promise.resolve(undefined),
  words: (source) => source,
  filled: (text) => text,
  now: () => Date.now(),
  isPast: false,
  zone: undefined,
  clock: machineZone(),
  pageId: undefined,
  paramsIn: () => ({}),
  Page: undefined,
}
