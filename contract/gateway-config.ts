// The projection of an equipment's configuration that its gateway executes. Its hash decides match or mismatch, so it
// holds only what the gateway acts on: renaming a variable's title changes nothing here.
import { z } from 'zod'
import { dataTypes } from '../core/data-type.ts'

const finite = z.number().refine(Number.isFinite)

/** A variable as the gateway sees it. Absent fields have their default, so that a new field changes no hash. */
export const GatewaySignal = z.object({
  id: z.number().int().positive(),
  address: z.string().min(1).max(100),
  dataType: z.enum(dataTypes),
  access: z.enum(['r', 'w', 'rw']).default('r'),
  /** Characters of a text. */
  length: z.number().int().min(1).max(250).optional(),
  /** value = raw × scale + offset; default 1 and 0, numbers only. */
  scale: finite.optional(),
  offset: finite.optional(),
  /** Bounds of a write, in engineering units. */
  min: finite.optional(),
  max: finite.optional(),
})
export type GatewaySignal = z.output<typeof GatewaySignal>

export const GatewayDriver = z.object({
  id: z.number().int().positive(),
  type: z.string().min(1).max(40),
  params: z.record(z.string(), z.unknown()),
  signals: z.array(GatewaySignal).max(5000),
})
export type GatewayDriver = z.output<typeof GatewayDriver>

export const GatewayConfig = z.object({
  /** IANA zone of the equipment: its periods and days. */
  zone: z.string().default('UTC'),
  drivers: z.array(GatewayDriver).max(50),
})
export type GatewayConfig = z.output<typeof GatewayConfig>

/**
 * What an equipment is told and what it reports back. `hash` is over `config` alone; `bindingId` names the period in
 * which this gateway served this equipment: records carry it, so that they never go to a later owner.
 */
export const BoundConfig = z.object({
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  hash: z.string().length(64),
  config: GatewayConfig,
})
export type BoundConfig = z.output<typeof BoundConfig>
