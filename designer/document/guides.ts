// Guides dragged from the rulers, stored in the page's container; the live page ignores them. Pure.
import type { PageContainer, PageDocument } from '../../contract/page-document.ts'
import { rounded } from './geometry.ts'

export const maxGuides = 100

export type Axis = 'x' | 'y'
/** Pixels of the page: `x` are vertical lines, `y` horizontal ones. */
type Guides = { readonly x: readonly number[]; readonly y: readonly number[] }
export type Guide = { axis: Axis; index: number }

const none: Guides = { x: [], y: [] }

/** The stored guides, without invalid entries. */
export function guidesOf({ guides }: PageContainer): Guides {
  if (typeof guides !== 'object' || guides === null) return none
  return { x: numbersIn('x' in guides && guides.x), y: numbersIn('y' in guides && guides.y) }
}

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((each) => Number.isFinite(each)).slice(0, maxGuides) : []

export const isFull = (con: PageContainer): boolean => {
  const { x, y } = guidesOf(con)
  return x.length + y.length >= maxGuides
}

/** Moves a guide, or adds it if the index does not exist; null removes it. */
export function withGuide(document: PageDocument, { axis, index }: Guide, at: number | null): PageDocument {
  const { con } = document
  const guides = guidesOf(con)
  const line = guides[axis]
  const next = at === null ? line.toSpliced(index, 1) : [...line.slice(0, index), rounded(at), ...line.slice(index + 1)]
  if (next.length === line.length && next.every((each, i) => each === line[i])) return document
  return { ...document, con: { ...con, guides: { ...guides, [axis]: next } } }
}
