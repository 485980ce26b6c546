// Hash of a configuration: SHA-256 over canonical JSON (RFC 8785) of its projection. Server and edge only.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { GatewayConfig } from './gateway-config.ts'

/** 64 hex digits. Undefined members do not count, so defaults must be left out, not written. */
export function configHash(projection: unknown): string {
  const json = canonicalize(JSON.parse(JSON.stringify(projection)))
  return createHash('sha256')
    .update(json ?? 'null')
    .digest('hex')
}

/** The hash a gateway and the platform compare. Defaults are removed first, order of drivers and signals is by id. */
export function gatewayConfigHash(config: GatewayConfig): string {
  const drivers = [...config.drivers]
    .sort((a, b) => a.id - b.id)
    .map((driver) => ({
      ...driver,
      signals: [...driver.signals]
        .sort((a, b) => a.id - b.id)
        .map(({ access, scale, offset, ...signal }) => ({
          ...signal,
          ...(access === 'r' ? {} : { access }),
          ...(scale === undefined || scale === 1 ? {} : { scale }),
          ...(offset === undefined || offset === 0 ? {} : { offset }),
        })),
    }))
  return configHash({ drivers, ...(config.zone === 'UTC' ? {} : { zone: config.zone }) })
}

/** Hash of one variable with its driver: whether both sides mean the same place in the same device. */
export function writeHash({ drivers }: Pick<GatewayConfig, 'drivers'>, signalId: number): string | undefined {
  const driver = drivers.find(({ signals }) => signals.some(({ id }) => id === signalId))
  if (!driver) return undefined
  const signals = driver.signals.filter(({ id }) => id === signalId)
  return gatewayConfigHash({ zone: 'UTC', drivers: [{ ...driver, signals }] })
}
