// The subscriptions of a session. A further one is opened when the server accepts no more items in the current one.
import type { ClientSession, ClientSubscription, DataValue } from 'node-opcua-client'
import { DriverFault } from '../driver.ts'
import type { Limits } from './limits.ts'
import { isGood, statusFault } from './status.ts'

// Loaded with the first connection, so that programs without OPC UA do not load it.
const { AttributeIds, TimestampsToReturn } = await import('node-opcua-client')

// Requested interval of keep-alive messages of the server.
const keepAliveMs = 2000

type WatchedItem = { id: number; nodeId: string; periodMs: number }
type Ask = <T>(act: () => Promise<T>) => Promise<T>

type Needs = {
  session: ClientSession
  limits: Limits
  onValue: (id: number, value: DataValue) => void
  /** The server has ended a subscription. */
  onEnd: (fault: DriverFault) => void
}
/**
 * A subscription. `heardAt`: monotonic ms of the last message. `longestMs`: the longest silence of a live subscription.
 */
type Subscribed = {
  subscription: ClientSubscription
  items: number
  isFull: boolean
  heardAt: number
  longestMs: number
}

export class Watching {
  readonly #needs: Needs
  readonly #open: Subscribed[] = []

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Interval in ms of the check for silent subscriptions; undefined before the first subscription. */
  get checkMs(): number | undefined {
    const [first] = this.#open
    return first && Math.max(100, first.longestMs / 4)
  }

  /** The fault of a subscription that has been silent for too long, including the time of one answer. */
  silence(timeoutMs: number): DriverFault | undefined {
    const now = performance.now()
    const silent = this.#open.find(({ heardAt, longestMs }) => now > heardAt + longestMs + timeoutMs)
    return silent && new DriverFault(1714, `the server has said nothing for ${silent.longestMs + timeoutMs} ms`, true)
  }

  /** Watches more items. Returns those that the server refuses, by id, with the reason. */
  async watch(items: readonly WatchedItem[], ask: Ask): Promise<Map<number, DriverFault>> {
    const refused = new Map<number, DriverFault>()
    const quickestMs = Math.min(...items.map(({ periodMs }) => periodMs))
    let rest = items
    while (rest.length > 0) {
      const target = await this.#withRoom(quickestMs, ask)
      if (target instanceof DriverFault) {
        for (const { id } of rest) refused.set(id, target)
        break
      }
      const room = this.#needs.limits.itemsPerSubscription - target.items
      const part = rest.slice(0, room)
      const crowded = await this.#monitor(target, part, refused, ask)
      rest = [...crowded, ...rest.slice(part.length)]
      if (crowded.length === 0) continue
      target.isFull = true
      if (target.items > 0) continue
      // The server does not even accept one item in a new subscription: it has no capacity left.
      await this.#close(target)
      const fault = new DriverFault(1711, 'BadTooManyMonitoredItems')
      for (const { id } of rest) refused.set(id, fault)
      break
    }
    return refused
  }

  /** The subscription to fill, opened if necessary, or the reason why the server opens none. */
  async #withRoom(periodMs: number, ask: Ask): Promise<Subscribed | DriverFault> {
    const { limits } = this.#needs
    const open = this.#open.find(({ isFull, items }) => !isFull && items < limits.itemsPerSubscription)
    if (open) return open
    try {
      return await this.#subscribe(periodMs, ask)
    } catch (error) {
      if (this.#open.length > 0 && error instanceof DriverFault && error.code === 1711) return error
      throw error
    }
  }

  /** Opens a subscription at the rate of its fastest item. */
  async #subscribe(periodMs: number, ask: Ask): Promise<Subscribed> {
    const { session, onEnd } = this.#needs
    const keepAliveCount = Math.max(1, Math.ceil(keepAliveMs / periodMs))
    const subscription = await ask(() =>
      session.createSubscription2({
        requestedPublishingInterval: periodMs,
        requestedMaxKeepAliveCount: keepAliveCount,
        requestedLifetimeCount: keepAliveCount * 10,
        maxNotificationsPerPublish: 0,
        publishingEnabled: true,
        priority: 1,
      }),
    )
    const { publishingInterval, maxKeepAliveCount } = subscription
    const longestMs = 2 * publishingInterval * maxKeepAliveCount
    const subscribed: Subscribed = { subscription, items: 0, isFull: false, heardAt: performance.now(), longestMs }
    this.#open.push(subscribed)
    const onHeard = () => {
      subscribed.heardAt = performance.now()
    }
    const end = () => {
      if (this.#open.includes(subscribed)) onEnd(new DriverFault(1722, 'the server has ended the subscription', true))
    }
    subscription.on('keepalive', onHeard).on('received_notifications', onHeard)
    subscription.on('terminated', end).on('status_changed', end).on('internal_error', end)
    return subscribed
  }

  async #close(subscribed: Subscribed): Promise<void> {
    this.#open.splice(this.#open.indexOf(subscribed), 1)
    await subscribed.subscription.terminate().catch(() => undefined)
  }

  /** Adds items to the subscription. Returns those for which it has no room. */
  async #monitor(
    target: Subscribed,
    items: readonly WatchedItem[],
    refused: Map<number, DriverFault>,
    ask: Ask,
  ): Promise<WatchedItem[]> {
    const crowded: WatchedItem[] = []
    for (const periodMs of new Set(items.map((item) => item.periodMs))) {
      const own = items.filter((item) => item.periodMs === periodMs)
      const statuses = await this.#needs.limits.split('monitor', own, (part) =>
        this.#monitorCall(target.subscription, part, periodMs, ask),
      )
      for (const [index, status] of statuses.entries()) {
        const item = own[index]!
        if (isGood(status)) target.items += 1
        else if (status.name === 'BadTooManyMonitoredItems') crowded.push(item)
        else refused.set(item.id, statusFault(status, true))
      }
    }
    return crowded
  }

  #monitorCall(subscription: ClientSubscription, part: readonly WatchedItem[], periodMs: number, ask: Ask) {
    const nodes = part.map(({ nodeId }) => ({ nodeId, attributeId: AttributeIds.Value }))
    const parameters = { samplingInterval: periodMs, discardOldest: true, queueSize: 1 }
    return ask(async () => {
      const group = await subscription.monitorItems(nodes, parameters, TimestampsToReturn.Both)
      group.on('changed', (_, value, index) => this.#needs.onValue(part[index]!.id, value))
      return group.monitoredItems.map(({ statusCode }) => statusCode)
    })
  }
}
