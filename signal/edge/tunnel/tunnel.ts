// The gateway's end of a remote download: stops the drivers of the target, connects to the target for each connection
// of the engineer's computer, and restarts the drivers at the end. Only targets that a driver of the gateway's own
// configuration names can be reached. The tunnel ends automatically when the platform is silent, the line is lost or
// the time is over. Decision 0036. [S8 1321-1332]
import { connect, type Socket } from 'node:net'
import type { BoundConfig } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import {
  jsonBody,
  numberFrame,
  readJson,
  readTunnelFrame,
  readU32,
  type TunnelEnd,
  type TunnelFrame,
  type TunnelKind,
  TunnelOpen,
  textBody,
  tunnelFrame,
} from '../../../contract/tunnel.ts'
import { isSameTarget, type Target, targetOf } from '../../../drivers/target.ts'
import { type Carried, carry } from '../../tunnel/carry.ts'
import { createLeaving } from '../../tunnel/leaving.ts'

type EdgeTunnelDeps = {
  bound(): BoundConfig | undefined
  /** Stops the drivers at this target until `giveBack`. Resolves when their sockets are closed. */
  hold(target: Target): Promise<void>
  giveBack(): Promise<void>
  send(bytes: Uint8Array): void
  /** Called when the tunnel opens or ends: the reported state changes. */
  onChange(): void
  log(message: string): void
  silentMs?: number
}

type Open = {
  id: string
  target: Target
  driverId: number
  sent: number
  received: number
  streams: Map<number, { socket: Socket; carried: Carried }>
  leaving: ReturnType<typeof createLeaving>
  timers: { silence: NodeJS.Timeout; until: NodeJS.Timeout }
}

/** The tunnel of a gateway, which has one at most. */
export class EdgeTunnel {
  readonly #deps: EdgeTunnelDeps
  readonly #silentMs: number
  #open: Open | undefined
  /** Queues `hold` and `giveBack`, so that they run one after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(deps: EdgeTunnelDeps) {
    this.#deps = deps
    this.#silentMs = deps.silentMs ?? limits.tunnelSilentMs
  }

  isOpen(): boolean {
    return this.#open !== undefined
  }

  /** Handles a frame of the platform. */
  receive(bytes: Uint8Array): void {
    const { log, send } = this.#deps
    const frame = readTunnelFrame(bytes)
    if (!frame) return log('remote download: an unreadable frame')
    if (frame.kind === 'open') return this.#begin(frame.tunnel, readJson(TunnelOpen, frame.body))
    const open = this.#open
    // A ping for a tunnel that is over here: report its end; otherwise the platform would wait for its timeout.
    if (open?.id !== frame.tunnel) {
      if (frame.kind === 'ping')
        send(tunnelFrame('end', frame.tunnel, { body: textBody('gatewayGone' satisfies TunnelEnd) }))
      return
    }
    // A frame was lost: the stream would be incomplete.
    if (frame.number !== open.received++) return this.#end('broken')
    open.timers.silence.refresh()
    this.#obey(open, frame)
  }

  /** The line is lost: ends the tunnel without telling the platform. */
  lost(): void {
    this.#end('gatewayGone', true)
  }

  /** Called after a change of the configuration: ends the tunnel if the configuration no longer contains its target. */
  recheck(): void {
    const bound = this.#deps.bound()
    const open = this.#open
    if (open && !isSameTarget(bound && declaredOf(bound, open.driverId), open.target)) this.#end('moved')
  }

  /** Resolves when the drivers of the target run again. */
  async stop(): Promise<void> {
    this.#end('gatewayGone')
    await this.#turn
  }

  #send(kind: TunnelKind, stream = 0, body?: Uint8Array): void {
    const open = this.#open
    if (!open) return
    this.#deps.send(numberFrame(tunnelFrame(kind, open.id, { stream, ...(body ? { body } : {}) }), open.sent++))
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(act)
    this.#turn = mine.catch((error: unknown) => this.#deps.log(`remote download: ${String(error)}`))
    return mine
  }

  /** Ends the tunnel. `isSilent`: the platform already knows, or cannot be reached. */
  #end(why: TunnelEnd, isSilent = false): void {
    const ending = this.#open
    if (!ending) return
    if (!isSilent) this.#send('end', 0, textBody(why))
    this.#open = undefined
    for (const timer of Object.values(ending.timers)) clearTimeout(timer)
    ending.leaving.stop()
    for (const { carried } of ending.streams.values()) carried.destroy()
    this.#deps.log(`remote download of ${ending.target.host}:${ending.target.port} is over: ${why}`)
    this.#deps.onChange()
    this.#inTurn(() => this.#deps.giveBack()).catch(() => undefined)
  }

  #timerOf(ms: number, why: TunnelEnd): NodeJS.Timeout {
    return setTimeout(() => this.#end(why), ms)
  }

  /** The code of contract/errors if the tunnel must be refused, or nothing. */
  #cannotOpen(asked: TunnelOpen | undefined): number | undefined {
    const bound = this.#deps.bound()
    if (!asked || !bound) return 1318
    if (bound.equipmentId !== asked.equipmentId || bound.bindingId !== asked.bindingId) return 1318
    return isSameTarget(declaredOf(bound, asked.driverId), asked) ? undefined : 1323
  }

  #begin(tunnel: string, asked: TunnelOpen | undefined): void {
    const { log, send } = this.#deps
    const code = this.#cannotOpen(asked)
    if (code !== undefined || !asked) {
      log(`remote download refused: ${code}`)
      send(numberFrame(tunnelFrame('refused', tunnel, { body: jsonBody({ code: code ?? 1318 }) }), 0))
      return
    }
    // A gateway has one tunnel at most: a new one replaces the one that the platform has lost.
    this.#end('broken', true)
    const own = this.#create(tunnel, asked)
    this.#open = own
    log(`remote download of ${own.target.host}:${own.target.port}`)
    this.#deps.onChange()
    const ready = this.#inTurn(() => (this.#open === own ? this.#deps.hold(own.target) : Promise.resolve()))
    ready.then(
      () => this.#open === own && this.#send('opened'),
      () => this.#open === own && this.#end('gatewayRefused'),
    )
  }

  #create(id: string, { host, port, driverId, leftMs }: TunnelOpen): Open {
    const streams: Open['streams'] = new Map()
    return {
      ...{ id, target: { host: host.toLowerCase(), port }, driverId, sent: 0, received: 1, streams },
      leaving: createLeaving(limits.tunnelFramesPerS, () => {
        for (const { carried } of streams.values()) carried.pump()
      }),
      timers: { silence: this.#timerOf(this.#silentMs, 'gatewayGone'), until: this.#timerOf(leftMs, 'expired') },
    }
  }

  #dial(own: Open, stream: number): void {
    if (own.streams.has(stream)) return this.#end('broken')
    if (own.streams.size >= limits.tunnelStreams) {
      this.#deps.log(`remote download: a connection was refused, at most ${limits.tunnelStreams} are carried`)
      return this.#send('reset', stream, textBody(`at most ${limits.tunnelStreams} connections at the same time`))
    }
    const socket = connect({ ...own.target, noDelay: true, allowHalfOpen: true })
    const timer = setTimeout(() => socket.destroy(new Error('the target does not answer')), limits.tunnelOpenMs)
    const carried = carry(socket, stream, {
      send: (kind, id, body) => this.#send(kind, id, body),
      mayLeave: own.leaving.mayLeave,
      onOver() {
        clearTimeout(timer)
        own.streams.delete(stream)
      },
    })
    own.streams.set(stream, { socket, carried })
    socket.once('connect', () => {
      clearTimeout(timer)
      if (this.#open !== own) return
      this.#send('connected', stream)
      carried.begin()
    })
  }

  #obey(own: Open, { kind, stream, body }: TunnelFrame): void {
    if (kind === 'ping') return this.#send('pong')
    if (kind === 'end') return this.#end('ended', true)
    if (kind === 'connect') return this.#dial(own, stream)
    if (kind === 'extend') {
      clearTimeout(own.timers.until)
      own.timers.until = this.#timerOf(Math.min(readU32(body), limits.tunnelMaxMs), 'expired')
      return
    }
    own.streams.get(stream)?.carried.take({ kind, body })
  }
}

/** The target of a driver of the configuration. */
function declaredOf({ config }: BoundConfig, driverId: number): Target | undefined {
  const driver = config.drivers.find(({ id }) => id === driverId)
  return driver && targetOf(driver.params)
}
