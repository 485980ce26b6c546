// What a running page does for its widgets. The page in the browser offers all of it; in the designer, a gallery and a
// thumbnail widgets stand still.
import type { ComponentType } from 'react'
import type { Value } from '../../core/data-type.ts'
import { machineZone } from '../../core/zone.ts'
import type { Bound } from '../binds.ts'
import type { Label } from '../fields.ts'
import type { PageServices } from '../services.ts'
import type { Click } from './click-event.ts'

export type WriteAsked = {
  bound: Bound
  value: Value
  /** What its author says about the write. */
  hint?: string
  /** What is told when it is written; `{value}` is what the PLC read back. */
  feedback?: string
}

/** `cancelled`: nobody confirmed it. */
export type WriteEnd = 'done' | 'failed' | 'cancelled'

/** Values that somebody asks about. */
export type Explaining = {
  /** That shows them; `label`: what its type is called, where that is known. */
  widget: { type: string; name: string; label: Label | undefined } | null
  bounds: readonly Bound[]
  /** Where on the screen; nothing for the keyboard and a long press. */
  at: { x: number; y: number } | null
}

export type PageHost = {
  /** Does what a click does: of an item of a menu, a picture of a slide. */
  act(click: Click): void
  /** A momentary key went down; answers what lets it go. Nothing while it is not enabled: the page asks for that. */
  press(click: Click): (() => void) | undefined
  /** Asks for confirmation, writes, shows the outcome. */
  write(asked: WriteAsked): Promise<WriteEnd>
  /** Tells where values come from; nothing where nobody can. */
  explain?: ((asked: Explaining) => void) | undefined
  /** A service of a room; nothing if no room offers it. */
  service<K extends keyof PageServices>(name: K): Promise<PageServices[K] | undefined>
  /** A name that people gave, and a text with values in it, in the viewer's language. */
  words(source: string): string
  filled(text: string): string
  /** Epoch ms that the page shows: now, or a moment of the past. */
  now(): number
  isPast: boolean
  /** IANA zone of the page's device: its hours and days. */
  zone: string | undefined
  /** IANA zone that times are shown in: of the page's device, and the user's on a page of several. */
  clock: string
  /** Of the page itself; a menu marks the entry that leads to it. */
  pageId: number | undefined
  /** What stands for the marks of another page: `pump=pump2&tag={tag}`, with marks of this one. */
  paramsIn(text: string): Readonly<Record<string, string>>
  /** Another page within this one; nothing where pages would contain each other. */
  Page: ComponentType<InnerPage> | undefined
}

/** How a page is fitted to its place. */
export const innerFits = ['whole', 'width', 'none'] as const
export type InnerFit = (typeof innerFits)[number]

/** `scrolling`: of a page that is larger than its place. */
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
