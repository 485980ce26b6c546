// Measures the boxes of the controls and fields on a page: clipped, beyond the window, or covered; and the lines of
// numbers and dates in tables.
import type { Page } from '@playwright/test'

type Fault = { kind: 'clipped' | 'outside' | 'covered' | 'wrapped'; what: string; by: string }

/** Typical widths of windows, pixels. */
export const windows = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1600, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
] as const

/** Returns the visible faults of a page in its current state. */
export const faultsOf = (page: Page): Promise<Fault[]> => page.evaluate(measure)

/** Runs in the page, so it must not use anything outside of itself. */
function measure(): Fault[] {
  const controls =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="combobox"], [role="menuitem"], [role="slider"]'
  /** Tolerance in px for rounding, and for lines of one pixel. */
  const tolerance = 2
  const faults: Fault[] = []
  /** Cached styles: querying them takes most of the time, and controls share their ancestors. */
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (node: Element): CSSStyleDeclaration => {
    const known = styles.get(node) ?? getComputedStyle(node)
    styles.set(node, known)
    return known
  }
  const nameOf = (node: Element) => {
    const words = node.getAttribute('aria-label') || node.textContent || node.getAttribute('placeholder') || ''
    const classes = typeof node.className === 'string' ? node.className.split(' ').slice(0, 2).join('.') : ''
    return `${node.tagName.toLowerCase()}${classes && `.${classes}`} "${words.trim().slice(0, 40)}"`
  }
  const isHidden = (value: string) => value === 'hidden' || value === 'clip'
  const isScrolled = (value: string) => value === 'auto' || value === 'scroll'

  /** Elements that only screen readers present: a table's head on a phone, words beside an icon. */
  const unseen = new Map<Element, boolean>()
  function isUnseen(node: Element): boolean {
    const known = unseen.get(node)
    if (known !== undefined) return known
    const is = styleOf(node).clipPath !== 'none' || (node.parentElement !== null && isUnseen(node.parentElement))
    unseen.set(node, is)
    return is
  }

  const isCutText = ({ textOverflow }: CSSStyleDeclaration) => textOverflow === 'ellipsis'
  /** Whether an element hides its overflow. `stays`: the actions of a row are visible without scrolling. */
  const hides = ({ overflowX, overflowY }: CSSStyleDeclaration, cut: number, cutDown: number, stays: boolean) =>
    ((isHidden(overflowX) || (stays && isScrolled(overflowX))) && cut > tolerance) ||
    (isHidden(overflowY) && cutDown > tolerance)

  /** Whether the cover is a sticky head or foot, under which the content scrolls. */
  function isPassing(cover: Element, node: Element): boolean {
    for (let up: Element | null = cover; up && !up.contains(node); up = up.parentElement)
      if (styleOf(up).position === 'sticky') return true
    return false
  }

  /** The ancestors that may clip a box: up to the page, or to an element that is fixed in the window. */
  function around(node: Element): Element[] {
    const found: Element[] = []
    for (let at = node; styleOf(at).position !== 'fixed'; at = found.at(-1)!) {
      if (!at.parentElement || at.parentElement === document.body) break
      found.push(at.parentElement)
    }
    return found.filter((each) => !['contents', 'inline'].includes(styleOf(each).display))
  }

  /** Limits a line to the edges of the scrolling element. */
  const within = ([from, to]: [number, number], low: number, high: number): [number, number] => {
    const start = Math.max(low, Math.min(from, high - (to - from)))
    return [start, Math.min(high, start + to - from)]
  }

  /** The middle of a control once it is scrolled into view, or the ancestor that clips it at any scroll position. */
  function clipped(node: Element, box: DOMRect): { x: number; y: number } | Fault {
    let [across, down]: [[number, number], [number, number]] = [
      [box.left, box.right],
      [box.top, box.bottom],
    ]
    const stays = node.closest('.cell-acts') !== null
    for (const up of around(node)) {
      const style = styleOf(up)
      const edge = up.getBoundingClientRect()
      const isText = isCutText(style) || isCutText(styleOf(node))
      const cut = isText ? 0 : Math.max(edge.left - across[0], across[1] - edge.right)
      const cutDown = Math.max(edge.top - down[0], down[1] - edge.bottom)
      if (hides(style, cut, cutDown, stays)) return { kind: 'clipped', what: nameOf(node), by: nameOf(up) }
      if (isScrolled(style.overflowX) || isText) across = within(across, edge.left, edge.right)
      if (isScrolled(style.overflowY)) down = within(down, edge.top, edge.bottom)
    }
    const [left, right] = across
    if (left < -tolerance || right > innerWidth + tolerance)
      return { kind: 'outside', what: nameOf(node), by: `${Math.round(left)} to ${Math.round(right)} of ${innerWidth}` }
    return { x: (left + right) / 2, y: (down[0] + down[1]) / 2 }
  }

  /**
   * Excludes elements that need no room of their own: a tick box is pressed by its label, text for screen readers has
   * no size, and a map is moved under its edges.
   */
  function isMeasured(node: Element, { width, height }: DOMRect): boolean {
    if (width < 4 || height < 4) return false
    if (node.matches('[inert] *, [aria-hidden="true"] *, [type="hidden"], .map-view *')) return false
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }))
      return false
    return styleOf(node).pointerEvents !== 'none' && !isUnseen(node)
  }

  /** At the width of a desktop screen, the SN of a gateway and a date are on one line in every table. */
  const deskWidth = 1440
  const isDate = (words: string) => /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(words)

  function wrapped(cell: Element): Fault[] {
    if (!cell.classList.contains('cell-word') && !isDate(cell.textContent ?? '')) return []
    if (!cell.checkVisibility()) return []
    const words = document.createRange()
    words.selectNodeContents(cell)
    const [first, ...others] = [...words.getClientRects()].filter(({ width }) => width > 0)
    // A mark beside the text is on the same line.
    const isOnLine = ({ top, bottom }: DOMRect) => first !== undefined && top < first.bottom && bottom > first.top
    return others.every(isOnLine) ? [] : [{ kind: 'wrapped', what: nameOf(cell), by: String(innerWidth) }]
  }

  /** The dialog or drawer in front, whose mask covers other controls on purpose. */
  const front = [...document.querySelectorAll('.ant-drawer-mask, .ant-modal-mask')]
    .filter((mask) => mask.checkVisibility())
    .at(-1)?.parentElement
  for (const node of (front ?? document).querySelectorAll<HTMLElement>(controls)) {
    const box = node.getBoundingClientRect()
    if (!isMeasured(node, box)) continue
    const place = clipped(node, box)
    if ('kind' in place) {
      faults.push(place)
      continue
    }
    // Controls that have to be scrolled into view are not measured at their present position.
    const isAway =
      Math.abs(place.y - (box.top + box.bottom) / 2) > 1 || Math.abs(place.x - (box.left + box.right) / 2) > 1
    if (isAway || place.y < 0 || place.y > innerHeight) continue
    const top = document.elementFromPoint(place.x, place.y)
    const isOwn = top && (node.contains(top) || top.contains(node) || node.closest('label')?.contains(top))
    if (top && !isOwn && !isPassing(top, node)) faults.push({ kind: 'covered', what: nameOf(node), by: nameOf(top) })
  }

  if (innerWidth >= deskWidth) faults.push(...[...document.querySelectorAll('td')].flatMap(wrapped))
  return faults
}
