// The platform's answers to the hellos of gateways: welcome or refusal, streams that are open, values that are unreadable.
import { randomUUID } from 'node:crypto'
import { errorCode, errorText } from '../../contract/errors.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Open, Up } from '../../contract/topics.ts'
import type { CloudNeeds } from './cloud-needs.ts'
import type { GatewayBook } from './gateway-book.ts'
import type { Judging } from './judging.ts'
import type { GatewayLink } from './link.ts'
import { leaseMs, type PresenceChange } from './presence.ts'
import { createRivals } from './rivals.ts'
import { createStreams } from './streams.ts'
import type { WatcherHub } from './watchers.ts'

type GreeterNeeds = Pick<CloudNeeds, 'store' | 'live' | 'onSecondBox' | 'onRivals' | 'now' | 'log'> & {
  book: GatewayBook
  hub: WatcherHub
  judging: Judging
  /** The link to the gateways; it exists when the first hello arrives. */
  link: () => GatewayLink
  announce(change: PresenceChange): void
}

export class Greeter {
  readonly #needs: GreeterNeeds
  /** Open streams, so that a gateway that reconnects is opened again while a viewer watches. */
  readonly #streams: ReturnType<typeof createStreams>
  readonly #rivals = createRivals()
  /** The device that a gateway in remote download made unreadable, by SN: it may be unbound meanwhile. */
  readonly #downloading = new Map<string, EquipmentId>()

  constructor(needs: GreeterNeeds) {
    this.#needs = needs
    this.#streams = createStreams(needs.now)
  }

  /** Takes a gateway over, or refuses a second box; its streams are opened again. */
  async hello(sn: string, hello: Up['hello'], receivedAt: number): Promise<void> {
    const { store, book, judging, announce, now } = this.#needs
    const link = this.#needs.link()
    if (await this.#takesNewSn(sn, hello.boxId)) return
    const times = { at: receivedAt, leaseUntil: receivedAt + leaseMs, clockOffsetMs: hello.at - receivedAt }
    const taken = await store.takeHello(sn, hello, times)
    const { session, at: echo } = hello
    if (!taken) {
      this.#needs.onSecondBox(sn)
      const reason = 'another box owns this SN'
      await link.publish(sn, 'welcome', { session, echo, at: now(), accepted: false, reason })
      return
    }
    if (taken.change) book.forget(sn)
    if (taken.change) announce(taken.change)
    judging.hello(sn, hello)
    await this.#setReadable(sn, hello.vpn || hello.mode === 'download')
    await link.publish(sn, 'welcome', { ...(await this.#welcome(sn, hello)), session, echo, at: now() })
    const standing = await book.get(sn)
    if (standing?.bindingId != null) return this.#reopen(sn)
    this.#streams.forget(sn)
    if (hello.bindingId !== null) await this.release(sn)
  }

  /** Opens a stream, now and after each hello until it expires. */
  async open(sn: string, open: Open): Promise<void> {
    this.#streams.add(sn, open)
    await this.#needs.link().publish(sn, 'open', open)
  }

  /**
   * The gateway serves no device any more and must delete its configuration. If it is away, its next hello triggers
   * this. Does not wait for the answer.
   */
  async release(sn: string): Promise<void> {
    const { now, log } = this.#needs
    this.endDownload(sn)
    this.#streams.forget(sn)
    const order = { kind: 'release', uuid: randomUUID(), expiresAt: now() + limits.syncTtlMs } as const
    await this.#needs
      .link()
      .publish(sn, 'command', order)
      .catch((error: unknown) => {
        log.warn({ sn, error: String(error) }, 'a gateway could not be released, its next hello will tell')
      })
  }

  /** Remote download has ended, or the gateway is away: clears the note that the values are unreadable. */
  endDownload(sn: string): void {
    const equipmentId = this.#downloading.get(sn)
    if (equipmentId !== undefined) this.#needs.live.setUnreadable(equipmentId, 0, undefined)
    this.#downloading.delete(sn)
  }

  /**
   * Remote download stops streaming: marks the values unreadable, so that old readings do not look current. [S4]
   * [S8 1331]
   */
  async #setReadable(sn: string, isInDownload: boolean): Promise<void> {
    const { book, live, hub, now } = this.#needs
    const { equipmentId = null, orgId = null } = (await book.get(sn)) ?? {}
    if (!isInDownload || this.#downloading.get(sn) !== equipmentId) this.endDownload(sn)
    if (equipmentId === null || orgId === null) return
    if (isInDownload) this.#downloading.set(sn, equipmentId)
    const isNews = live.setUnreadable(equipmentId, orgId, isInDownload ? errorCode('remoteDownload') : undefined)
    const known = isNews && isInDownload ? live.lastReadings(equipmentId) : undefined
    if (!known || known.ids.length === 0) return
    const { ids, values, times, codes } = known
    hub.send(equipmentId, { type: 'signalVal', equipmentId, receivedAt: now(), ids, values, times, codes })
  }

  async #welcome(sn: string, { run, hasFirmwareKey }: Up['hello']) {
    const areTwo = run !== undefined && this.#rivals.isRival(sn, run)
    if (areTwo) this.#needs.onRivals(sn)
    return {
      accepted: true,
      ...(areTwo ? { reason: errorText(errorCode('agentTwice'), 'en') } : {}),
      ...(hasFirmwareKey === false ? { firmwareKey: await this.#needs.store.firmwareKey() } : {}),
    }
  }

  /**
   * Gives an unowned SN to the first box that connects. True if pinning it closed the connection: its next hello
   * continues.
   */
  async #takesNewSn(sn: string, boxId: string): Promise<boolean> {
    const { book, store } = this.#needs
    if ((await book.get(sn))?.boxId !== null) return false
    const isOwner = await store.claimBox(sn, boxId)
    book.forget(sn)
    return isOwner && this.#needs.link().pinBox(sn, boxId)
  }

  async #reopen(sn: string): Promise<void> {
    for (const open of this.#streams.of(sn)) await this.#needs.link().publish(sn, 'open', open)
  }
}
