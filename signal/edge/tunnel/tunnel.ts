// The gateway's end of a remote download: stops the drivers of the target, connects to it for each connection of the
// engineer's computer, and restarts the drivers at the end. It reaches only targets that a driver of its own
// configuration names, and ends automatically when the platform is silent, the line is lost or the time is over.
// Decision 0036. [S8 1321-1332]
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

export type EdgeTunnelDeps = {
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

export type EdgeTunnel = {
  isOpen(): boolean
  receive(bytes: Uint8Array): void
  /** The line is lost: ends the tunnel without telling the platform. */
  lost(): void
  /** Another configuration runs: ends the tunnel if that no longer names its target. */
  recheck(): void
  /** Resolves when the drivers of the target run again. */
  stop(): Promise<void>
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

export function createEdgeTunnel(deps: EdgeTunnelDeps): EdgeTunnel {
  const { silentMs = limits.tunnelSilentMs } = deps
  let open: Open | undefined
  /** `hold` and `giveBack` run one after the other. */
  let turn: Promise<unknown> = Promise.resolve()

  function say(kind: TunnelKind, stream = 0, body?: Uint8Array): void {
    if (!open) return
    deps.send(numberFrame(tunnelFrame(kind, open.id, { stream, ...(body ? { body } : {}) }), open.sent++))
  }

  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const mine = turn.then(act)
    turn = mine.catch((error: unknown) => deps.log(`remote download: ${String(error)}`))
    return mine
  }

  /** Ends the tunnel. `told`: the platform already knows, or cannot be reached. */
  function end(why: TunnelEnd, told = false): void {
    const ending = open
    if (!ending) return
    if (!told) say('end', 0, textBody(why))
    open = undefined
    for (const timer of Object.values(ending.timers)) clearTimeout(timer)
    ending.leaving.stop()
    for (const { carried } of ending.streams.values()) carried.destroy()
    deps.log(`remote download of ${ending.target.host}:${ending.target.port} is over: ${why}`)
    deps.onChange()
    inTurn(deps.giveBack).catch(() => undefined)
  }

  const timerOf = (ms: number, why: TunnelEnd) => setTimeout(() => end(why), ms)

  /** The code of contract/errors for a refusal, or nothing. */
  function cannotOpen(asked: TunnelOpen | undefined): number | undefined {
    const bound = deps.bound()
    if (!asked || !bound) return 1318
    if (bound.equipmentId !== asked.equipmentId || bound.bindingId !== asked.bindingId) return 1318
    return isSameTarget(declaredOf(bound, asked.driverId), asked) ? undefined : 1323
  }

  function begin(tunnel: string, asked: TunnelOpen | undefined): void {
    const code = cannotOpen(asked)
    if (code !== undefined || !asked) {
      deps.log(`remote download refused: ${code}`)
      deps.send(numberFrame(tunnelFrame('refused', tunnel, { body: jsonBody({ code: code ?? 1318 }) }), 0))
      return
    }
    // A gateway has one tunnel at most: a new one replaces the one that the platform has lost.
    end('broken', true)
    const target = { host: asked.host.toLowerCase(), port: asked.port }
    const own: Open = {
      ...{ id: tunnel, target, driverId: asked.driverId, sent: 0, received: 1, streams: new Map() },
      leaving: createLeaving(limits.tunnelFramesPerS, () => {
        for (const { carried } of own.streams.values()) carried.pump()
      }),
      timers: { silence: timerOf(silentMs, 'gatewayGone'), until: timerOf(asked.leftMs, 'expired') },
    }
    open = own
    deps.log(`remote download of ${target.host}:${target.port}`)
    deps.onChange()
    const ready = inTurn(() => (open === own ? deps.hold(target) : Promise.resolve()))
    ready.then(
      () => open === own && say('opened'),
      () => open === own && end('gatewayRefused'),
    )
  }

  function dial(own: Open, stream: number): void {
    if (own.streams.has(stream)) return end('broken')
    if (own.streams.size >= limits.tunnelStreams) {
      deps.log(`remote download: a connection was refused, at most ${limits.tunnelStreams} are carried`)
      return say('reset', stream, textBody(`at most ${limits.tunnelStreams} connections at the same time`))
    }
    const socket = connect({ ...own.target, noDelay: true, allowHalfOpen: true })
    const timer = setTimeout(() => socket.destroy(new Error('the target does not answer')), limits.tunnelOpenMs)
    const carried = carry(socket, stream, {
      send: say,
      mayLeave: own.leaving.mayLeave,
      onOver() {
        clearTimeout(timer)
        own.streams.delete(stream)
      },
    })
    own.streams.set(stream, { socket, carried })
    socket.once('connect', () => {
      clearTimeout(timer)
      if (open !== own) return
      say('connected', stream)
      carried.begin()
    })
  }

  function obey(own: Open, { kind, stream, body }: TunnelFrame): void {
    if (kind === 'ping') return say('pong')
    if (kind === 'end') return end('ended', true)
    if (kind === 'connect') return dial(own, stream)
    if (kind === 'extend') {
      clearTimeout(own.timers.until)
      own.timers.until = timerOf(Math.min(readU32(body), limits.tunnelMaxMs), 'expired')
      return
    }
    own.streams.get(stream)?.carried.take({ kind, body })
  }

  return {
    isOpen: () => open !== undefined,
    receive(bytes) {
      const frame = readTunnelFrame(bytes)
      if (!frame) return deps.log('remote download: an unreadable frame')
      if (frame.kind === 'open') return begin(frame.tunnel, readJson(TunnelOpen, frame.body))
      // A ping for a tunnel that is over here: report its end; otherwise the platform would wait for its timeout.
      if (open?.id !== frame.tunnel) {
        if (frame.kind === 'ping')
          deps.send(tunnelFrame('end', frame.tunnel, { body: textBody('gatewayGone' satisfies TunnelEnd) }))
        return
      }
      // A frame was lost: the stream would be incomplete.
      if (frame.number !== open.received++) return end('broken')
      open.timers.silence.refresh()
      obey(open, frame)
    },
    lost: () => end('gatewayGone', true),
    recheck() {
      const bound = deps.bound()
      if (open && !isSameTarget(bound && declaredOf(bound, open.driverId), open.target)) end('moved')
    },
    async stop() {
      end('gatewayGone')
      await turn
    },
  }
}

/** The target of a driver of the configuration. */
function declaredOf({ config }: BoundConfig, driverId: number): Target | undefined {
  const driver = config.drivers.find(({ id }) => id === driverId)
  return driver && targetOf(driver.params)
}
