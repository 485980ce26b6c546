// An edge node with the variables that read it, and the requests for its birth.
import { DriverFault, isRefusal, type Point, type TagReading } from '../driver.ts'
import { type MetricAddress, parseMetricAddress } from './address.ts'
import { EdgeNode, type Effect } from './edge-node.ts'
import type { NodeName } from './topic.ts'

/** A variable with its parsed address. */
export type MetricPoint = { point: Point; address: MetricAddress }

/** A variable with its address; one without a valid address goes to `refused`. */
export function metricPoint(point: Point, refused: Map<number, DriverFault>): MetricPoint[] {
  const address = parseMetricAddress(point.address)
  if (!isRefusal(address)) return [{ point, address }]
  refused.set(point.id, new DriverFault(1715, address.reason.en))
  return []
}

/** Whether the devices of all points are born. */
export const hasDevices = (edge: EdgeNode, points: readonly MetricPoint[]): boolean =>
  edge.isBorn && points.every(({ address }) => !(edge.device(address.device) instanceof DriverFault))

/** Pause before a birth is requested again: it doubles from the first to the last, and starts anew after a calm. */
const firstPauseMs = 1000
const lastPauseMs = 300_000
const calmMs = 600_000

export class HostNode {
  readonly name: NodeName
  readonly edge: EdgeNode
  readonly #points = new Map<string, Map<string, MetricPoint[]>>()
  readonly #request: () => void
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #pauseMs = 0
  /** Monotonic ms of the last request. */
  #requestedAt = Number.NEGATIVE_INFINITY

  /** `request` sends a request for a birth. */
  constructor(name: NodeName, request: () => void, bornAfter?: number) {
    this.name = name
    this.edge = new EdgeNode(bornAfter)
    this.#request = request
  }

  add(points: readonly MetricPoint[]): void {
    for (const each of points) {
      const { device, metric } = each.address
      const metrics = this.#points.get(device) ?? new Map<string, MetricPoint[]>()
      this.#points.set(device, metrics)
      metrics.set(metric, [...(metrics.get(metric) ?? []), each])
    }
  }

  /** The variables that a message changed. */
  changedBy({ device, tags, isAll }: Effect): MetricPoint[] {
    if (isAll && device === undefined) return [...this.#points.values()].flatMap(allOf)
    const metrics = device === undefined ? undefined : this.#points.get(device)
    if (!metrics) return []
    return isAll ? allOf(metrics) : (tags ?? []).flatMap(({ name }) => metrics.get(name) ?? [])
  }

  readingOf({ point, address: { device, metric } }: MetricPoint): TagReading {
    return this.edge.readingOf(device, metric, point.dataType, Date.now())
  }

  /** Requests a birth, immediately if the last request is long ago, and again until the node is born. */
  requestBirth(): void {
    if (this.#timer || this.#isStopped) return
    const now = performance.now()
    if (now > this.#requestedAt + calmMs) this.#pauseMs = 0
    const waitMs = this.#requestedAt + this.#pauseMs - now
    if (waitMs > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        if (!this.edge.isBorn) this.requestBirth()
      }, waitMs)
      return
    }
    this.#pauseMs = Math.min(Math.max(firstPauseMs, 2 * this.#pauseMs), lastPauseMs)
    this.#requestedAt = now
    this.#request()
    this.requestBirth()
  }

  /** The node is born: no further request is needed. */
  settle(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Requests no birth any more. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }
}

const allOf = (metrics: ReadonlyMap<string, MetricPoint[]>): MetricPoint[] => [...metrics.values()].flat()
