// Pipes follow the widgets that they are attached to: after each step the ends of a pipe are moved to the current
// ports, whatever the step was. Pure; unchanged widgets are the same objects.
import type { PageWidget } from '../../contract/page-document.ts'
import { find, isLocked, replaced } from '../document/find.ts'
import { fitted } from '../document/fit.ts'
import { type Box, boxAround, middleOf, type Point, turned } from '../document/geometry.ts'
import { bent } from './bend.ts'
import { cornersOfPipe, isTied, type Tie, throughCorners, tiesOf, withTies } from './pipe.ts'
import { bodyCorners, hasPorts, portsOf, turnedSide } from './ports.ts'
import { type End, route } from './route.ts'

/** Tolerance of an end at its port: positions have one decimal, and corners are percentages. */
const slack = 0.5
/** Pipes avoid symbols within this distance; pixels of the page. */
const reach = 80

/**
 * How pipes follow. `loose`: pipes moved by hand, which are disconnected where they left a port. `isTyped`: the user
 * is typing a value, so groups keep their boxes.
 */
type How = { loose?: ReadonlySet<string>; isTyped?: boolean }

/** The widgets after a step, with their pipes adjusted. */
export function followed(
  before: readonly PageWidget[],
  after: PageWidget[],
  { loose, isTyped = false }: How = {},
): PageWidget[] {
  const pipes = tiedIn(after)
  if (pipes.length === 0) return after
  const plan = planOf(after)
  const next = new Map<string, PageWidget>()
  for (const pipe of pipes) {
    const now = followedOne(pipe, find(before, pipe.id), plan, loose?.has(pipe.id) ?? false)
    if (now !== pipe) next.set(pipe.id, now)
  }
  if (next.size === 0) return after
  const widgets = replaced(after, new Set(next.keys()), (widget) => next.get(widget.id) ?? widget)
  return isTyped ? widgets : fitted(after, widgets)
}

const tiedInside = new WeakMap<PageWidget, readonly PageWidget[]>()

/** All connected pipes, including those in groups. */
export function tiedIn(widgets: readonly PageWidget[]): PageWidget[] {
  return widgets.flatMap((widget) => {
    if (!widget.children) return isTied(widget) ? [widget] : []
    const known = tiedInside.get(widget) ?? tiedIn(widget.children)
    tiedInside.set(widget, known)
    return known
  })
}

type Place = { widget: PageWidget; around: readonly PageWidget[] }
type Plan = ReadonlyMap<string, Place>

function planOf(
  widgets: readonly PageWidget[],
  around: readonly PageWidget[] = [],
  plan = new Map<string, Place>(),
): Plan {
  for (const widget of widgets) {
    if (!plan.has(widget.id)) plan.set(widget.id, { widget, around })
    if (widget.children) planOf(widget.children, [...around, widget], plan)
  }
  return plan
}

function followedOne(pipe: PageWidget, before: PageWidget | undefined, plan: Plan, isLoose: boolean): PageWidget {
  const { around } = plan.get(pipe.id)!
  const ties = tiesOf(pipe)
  const corners = cornersOfPipe(pipe)
  const [first, last] = [corners[0]!, corners.at(-1)!]
  const was = isLoose && before ? cornersOfPipe(before) : undefined
  const from = kept(tieNow(ties.from, first, plan, around), first, was?.[0])
  const to = kept(tieNow(ties.to, last, plan, around), last, was?.at(-1))
  const own = markedBent(pipe, before)
  const known = withTiesIfOther(own, { ...tiesOf(own), from: from?.tie, to: to?.tie })
  const isHeld = isLocked(pipe) || around.some(isLocked)
  if (isHeld || (isAt(from, first) && isAt(to, last)) || (!from && !to)) return known
  const ends: [End, End] = [from?.end ?? { at: first }, to?.end ?? { at: last }]
  const bodies = bodiesOf(plan, around, ends, [from?.tie.widget, to?.tie.widget])
  const by = tiesOf(known).bent ? bent(corners, ends, bodies.tied) : undefined
  if (by) return throughCorners(known, by)
  const { bent: _, ...fresh } = tiesOf(known)
  return throughCorners(withTies(known, fresh), route(...ends, [...bodies.tied, ...bodies.others]))
}

/** Unties an end that was moved away from its port; `then`: its previous place, for a pipe moved by hand. */
const kept = (tied: Tied | undefined, now: Point, then: Point | undefined): Tied | undefined =>
  then && !isNear(then, now) && !isAt(tied, now) ? undefined : tied

/** Marks a pipe as bent if its corners changed while its ends did not. */
function markedBent(pipe: PageWidget, before: PageWidget | undefined): PageWidget {
  const ties = tiesOf(pipe)
  if (!before || before === pipe || ties.bent || before.style?.corners === pipe.style?.corners) return pipe
  const [was, now] = [cornersOfPipe(before), cornersOfPipe(pipe)]
  const isSameEnds = isNear(was[0]!, now[0]!) && isNear(was.at(-1)!, now.at(-1)!)
  return isSameEnds ? withTies(pipe, { ...ties, bent: true }) : pipe
}

function withTiesIfOther(pipe: PageWidget, next: ReturnType<typeof tiesOf>): PageWidget {
  const { from, to } = tiesOf(pipe)
  return isSameTie(from, next.from) && isSameTie(to, next.to) ? pipe : withTies(pipe, next)
}

const isSameTie = (a: Tie | undefined, b: Tie | undefined): boolean => a?.widget === b?.widget && a?.port === b?.port
const isNear = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= slack

type Tied = { tie: Tie; end: End }
const isAt = (tied: Tied | undefined, at: Point): boolean => !tied || isNear(tied.end.at, at)

/** The port's current place in the coordinates of the pipe's group; the nearest port if the symbol has changed. */
function tieNow(tie: Tie | undefined, at: Point, plan: Plan, around: readonly PageWidget[]): Tied | undefined {
  const place = tie && plan.get(tie.widget)
  if (!place) return undefined
  const ports = endsOf(place, around)
  const far = ({ end }: (typeof ports)[number]) => Math.hypot(end.at.x - at.x, end.at.y - at.y)
  const found = ports.find(({ name }) => name === tie.port) ?? ports.toSorted((a, b) => far(a) - far(b))[0]
  return found && { tie: found.name === tie.port ? tie : { ...tie, port: found.name }, end: found.end }
}

function endsOf({ widget, around: own }: Place, around: readonly PageWidget[]): { name: string; end: End }[] {
  const turn = rotationOf(own) - rotationOf(around)
  return portsOf(widget).map(({ name, at, side }) => ({
    name,
    end: { at: inward(outward(at, own), around), side: turnedSide(side, turn) },
  }))
}

/** The ports of a widget in their visible places. */
export function portsSeen(widgets: readonly PageWidget[], id: string): { name: string; end: End }[] {
  const place = planOf(widgets).get(id)
  return place ? endsOf(place, []) : []
}

/** A widget with ports, in page coordinates. `around`: the groups around it, the outermost first. */
export type Met = { widget: PageWidget; around: readonly PageWidget[]; ports: { name: string; end: End }[]; body: Box }

/** All widgets with ports, including those in groups. */
export const allMet = (widgets: readonly PageWidget[]): Met[] =>
  [...planOf(widgets).values()].flatMap((place) =>
    hasPorts(place.widget) ? { ...place, ports: endsOf(place, []), body: bodyOf(place, []) } : [],
  )

const bodyOf = ({ widget, around: own }: Place, around: readonly PageWidget[]): Box =>
  boxAround(bodyCorners(widget).map((corner) => inward(outward(corner, own), around)))

const rotationOf = (around: readonly PageWidget[]): number =>
  around.reduce((sum, { position }) => sum + position.rotate, 0)

/** Converts a point of a group to page coordinates. */
function outward(point: Point, around: readonly PageWidget[]): Point {
  return around.reduceRight(
    (at, { position }) => turned({ x: at.x + position.x, y: at.y + position.y }, middleOf(position), position.rotate),
    point,
  )
}

/** Converts a point of the page to coordinates of a group. */
function inward(point: Point, around: readonly PageWidget[]): Point {
  return around.reduce((at, { position }) => {
    const back = turned(at, middleOf(position), -position.rotate)
    return { x: back.x - position.x, y: back.y - position.y }
  }, point)
}

/** The bodies of attached and nearby symbols, in the coordinates of the pipe's group. */
function bodiesOf(
  plan: Plan,
  around: readonly PageWidget[],
  [from, to]: readonly [End, End],
  tied: readonly (string | undefined)[],
): { tied: Box[]; others: Box[] } {
  const found: { tied: Box[]; others: Box[] } = { tied: [], others: [] }
  const { x, y, width, height } = boxAround([from.at, to.at])
  const isNearBy = (box: Box) =>
    box.x < x + width + reach &&
    box.x + box.width > x - reach &&
    box.y < y + height + reach &&
    box.y + box.height > y - reach
  for (const [id, place] of plan) {
    if (!hasPorts(place.widget)) continue
    const isOwn = tied.includes(id)
    if (!isOwn && place.widget.widgetType !== 'Symbol') continue
    const body = bodyOf(place, around)
    if (isOwn) found.tied.push(body)
    else if (isNearBy(body)) found.others.push(body)
  }
  return found
}
