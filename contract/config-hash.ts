// Hash of a configuration: SHA-256 over canonical JSON (RFC 8785) of its projection. Server and edge only.
import { createHash } from 'node:crypto'
import { canonicalPieces } from '../core/canonical-pieces.ts'
import { givingWay } from '../core/giving-way.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { limits } from './limits.ts'

/** Returns 64 hex digits. Undefined members are ignored, so defaults must be left out, not written. */
export function configHash(projection: unknown): string {
  const hash = createHash('sha256')
  for (const piece of canonicalPieces(projection)) hash.update(piece)
  return hash.digest('hex')
}

/**
 * Calculates the same hash as `configHash`, in pieces: other calls are served between the pieces of a large projection.
 */
export async function configHashInTurns(projection: unknown, giveWay = givingWay()): Promise<string> {
  const hash = createHash('sha256')
  for (const piece of canonicalPieces(projection)) {
    hash.update(piece)
    await giveWay()
  }
  return hash.digest('hex')
}

/** The hash that gateway and platform compare. Defaults are removed first; drivers and signals are sorted by id. */
export function gatewayConfigHash(config: GatewayConfig): string {
  const drivers = [...config.drivers]
    .sort((a, b) => a.id - b.id)
    .map((driver) => ({
      ...driver,
      signals: [...driver.signals]
        .sort((a, b) => a.id - b.id)
        .map(({ access, scale, offset, clamp, ...signal }) => ({
          ...signal,
          ...(access === 'r' ? {} : { access }),
          ...(scale === undefined || scale === 1 ? {} : { scale }),
          ...(offset === undefined || offset === 0 ? {} : { offset }),
          ...(clamp ? { clamp } : {}),
        })),
    }))
  const reports = reportsOf(config)
  const alarms = alarmsOf(config)
  // The order of scripts is only for display: each runs independently.
  const scripts = [...(config.scripts ?? [])].sort((a, b) => a.id - b.id)
  return configHash({
    drivers,
    ...(config.zone === 'UTC' ? {} : { zone: config.zone }),
    ...(reports.length === 0 ? {} : { reports }),
    ...(alarms.length === 0 ? {} : { alarms }),
    ...(scripts.length === 0 ? {} : { scripts }),
  })
}

/** Reports and their columns by id, defaults left out. */
function reportsOf({ reports = [] }: GatewayConfig): object[] {
  return [...reports]
    .sort((a, b) => a.id - b.id)
    .map(({ fluctuation, isPercent, minIntervalMs, period, ...report }) => ({
      ...report,
      columns: [...report.columns].sort((a, b) => a.id - b.id),
      ...(fluctuation === undefined || fluctuation === 0 ? {} : { fluctuation }),
      ...(isPercent ? { isPercent } : {}),
      ...(minIntervalMs === undefined || minIntervalMs === limits.changeIntervalMs ? {} : { minIntervalMs }),
      ...(period ? { period: { ...period, offsetS: period.offsetS || undefined } } : {}),
    }))
}

/** Alarm rules by id, defaults left out. */
function alarmsOf({ alarms = [] }: GatewayConfig): object[] {
  return [...alarms]
    .sort((a, b) => a.id - b.id)
    .map(({ stay, tell, ...rule }) => ({
      ...rule,
      ...(stay === undefined || stay === rule.raise ? {} : { stay }),
      ...(tell?.length ? { tell } : {}),
    }))
}

/** Hash of one variable with its driver; equal on both sides if they address the same place in the same device. */
export function writeHash({ drivers }: Pick<GatewayConfig, 'drivers'>, signalId: number): string | undefined {
  const driver = drivers.find(({ signals }) => signals.some(({ id }) => id === signalId))
  if (!driver) return undefined
  const signals = driver.signals.filter(({ id }) => id === signalId)
  return gatewayConfigHash({ zone: 'UTC', drivers: [{ ...driver, signals }] })
}
