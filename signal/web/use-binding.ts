// From a cell to the screen. `useCell` renders React anew with each reading: for what stands once on a page. `bindCell`
// and `useDrawn` write into the DOM node instead: for what stands there by the hundred.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CellReading, SignalCell } from './values.ts'

const nothing: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }
const silent = () => () => undefined
const empty = () => nothing

/** The newest reading of a cell, or an empty one without a cell. */
export function useCell(cell: SignalCell | undefined): CellReading {
  return useSyncExternalStore(cell?.watch ?? silent, cell?.read ?? empty, cell?.read ?? empty)
}

/** Draws a cell now and with every new reading; answers the act that ends it. */
export function bindCell(cell: SignalCell, draw: (reading: CellReading) => void): () => void {
  const drawNow = () => draw(cell.read())
  drawNow()
  return cell.watch(drawNow)
}

/** Parts of a second: what ticks is spread over them, so that two thousand values do not all tick in the same frame. */
const parts = 20
const ticking = Array.from({ length: parts }, () => new Set<() => void>())
let tickTimer: ReturnType<typeof setInterval> | undefined

/** Calls back once a second: ages grow and trends move without a reading. One timer for the whole page. */
export function everySecond(act: () => void): () => void {
  const part = ticking.reduce((least, each) => (each.size < least.size ? each : least))
  part.add(act)
  tickTimer ??= startTicking()
  return () => {
    part.delete(act)
    if (ticking.some(({ size }) => size > 0)) return
    clearInterval(tickTimer)
    tickTimer = undefined
  }
}

/** A hidden page's timers come once a second or less: then all parts that are due are called together. */
function startTicking(): ReturnType<typeof setInterval> {
  const partMs = 1000 / parts
  const began = performance.now()
  let done = 0
  return setInterval(() => {
    const due = Math.floor((performance.now() - began) / partMs)
    for (let part = Math.max(done, due - parts); part < due; part += 1) for (const act of ticking[part % parts]!) act()
    done = due
  }, partMs)
}

/** Hears when a node comes into sight, or nearly, and when it leaves. One observer for the whole page. */
function watchSight(node: Element, hear: (seen: boolean) => void): () => void {
  sights ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) sightOf.get(target)?.(isIntersecting)
    },
    { rootMargin: '300px' },
  )
  sightOf.set(node, hear)
  sights.observe(node)
  return () => {
    sightOf.delete(node)
    sights?.unobserve(node)
  }
}

/** So often a node outside the window is drawn; the nodes take turns. */
const unseenS = 5
let turns = 0
function nextTurn(): number {
  turns += 1
  return turns % unseenS
}

const sightOf = new Map<Element, (seen: boolean) => void>()
let sights: IntersectionObserver | undefined

/**
 * A node that a cell draws into, directly. `draw` may change with every render; it also runs after each, and once a
 * second if `ticking`, because a value grows old without a new reading. With `inSight` a node outside the window is drawn
 * with a render and every `unseenS` seconds only, until it is scrolled to.
 */
export function useDrawn<N extends Element>(
  cell: SignalCell | undefined,
  draw: (node: N, reading: CellReading) => void,
  { ticking = false, inSight = false }: { ticking?: boolean; inSight?: boolean } = {},
): RefObject<N | null> {
  const node = useRef<N>(null)
  const isSeen = useRef(!inSight)
  const [turn] = useState(nextTurn)
  const latest = useRef(draw)
  latest.current = draw
  const drawNow = useRef<(isForced?: boolean) => void>(() => undefined)
  const [fault, setFault] = useState<{ error: unknown } | null>(null)
  drawNow.current = (isForced = false) => {
    try {
      if (node.current && (isSeen.current || isForced)) latest.current(node.current, cell?.read() ?? nothing)
    } catch (error) {
      setFault({ error })
    }
  }
  // What is drawn stays in the page, for print and for who has it read: a row outside the window would say "good" of a
  // platform that went since.
  useLayoutEffect(() => drawNow.current(true))
  useEffect(() => {
    if (!inSight || !node.current) return undefined
    return watchSight(node.current, (seen) => {
      isSeen.current = seen
      drawNow.current()
    })
  }, [inSight])
  useEffect(() => cell?.watch(() => drawNow.current()), [cell])
  useEffect(() => {
    if (!ticking) return undefined
    let at = turn
    return everySecond(() => {
      at += 1
      drawNow.current(at % unseenS === 0)
    })
  }, [ticking, turn])
  // A drawing happens outside of rendering, where React hears of no fault: thrown here it meets the error boundary, and
  // everything else on the page is drawn on.
  if (fault) throw fault.error
  return node
}
