// Every driver's impure half, by type, loaded when first used: libraries of unused drivers cost nothing. Edge only.
import type { Opener } from './driver.ts'

export const openers: Readonly<Record<string, () => Promise<Opener>>> = {
  'modbus-tcp': async () => (await import('./modbus-tcp/driver.ts')).opener as Opener,
  'modbus-rtu': async () => (await import('./modbus-rtu/driver.ts')).opener as Opener,
}
