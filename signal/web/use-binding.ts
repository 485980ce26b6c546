// Connects a cell to the screen. `useCell` renders React with each reading: for single values on a page. `bindCell` and
// `useDrawn` write to the DOM node instead: for hundreds of values.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CellReading, SignalCell } from './values.ts'

const nothing: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }
const silent = () => () => undefined
const empty = () => nothing

/** The newest reading of a cell, or an empty one without a cell. */
export function useCell(cell: SignalCell | undefined): CellReading {
  return useSyncExternalStore(cell?.watch ?? silent, cell?.read ?? empty, cell?.read ?? empty)
}

/** Draws a cell now and with every new reading; returns the function that ends this. */
export function bindCell(cell: SignalCell, draw: (reading: CellReading) => void): () => void {
  const drawNow = () => draw(cell.read())
  drawNow()
  return cell.watch(drawNow)
}

/**
 * Parts of a second: ticking values are spread over them, so that two thousand values do not all tick in the same
 * frame.
 */
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

/** Timers of a hidden page run once a second or less: then all parts that are due are called together. */
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

/** Calls back when a node enters the viewport, or nearly, and when it leaves. One observer for the whole page. */
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

/** Interval in seconds of drawing a node outside the window; the nodes take turns. */
const unseenS = 5
let turns = 0
function nextTurn(): number {
  turns += 1
  return turns % unseenS
}

const sightOf = new Map<Element, (seen: boolean) => void>()
let sights: IntersectionObserver | undefined

/**
 * A node that a cell draws into directly. `draw` may change with every render; it also runs after each, and once a
 * second if `ticking`, because a value grows old without a new reading. With `inSight` a node outside the window is
 * drawn only with a render and every `unseenS` seconds, until it is scrolled into view.
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
  // Drawn content stays in the page, for print and for screen readers: without this, a row outside the window would
  // show "good" for a platform that has become unreachable.
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
  // Drawing happens outside of rendering, where React catches no fault: thrown here it reaches the error boundary, and
  // the rest of the page is still drawn.
  if (fault) throw fault.error
  return node
}
