// Field types shared by messages between gateway and platform (contract/topics.ts).
import { z } from 'zod'

/** Random id of a connection, and of other things that a gateway generates once. */
export const session = z.string().regex(/^[0-9a-f]{16}$/)
/** An instant: epoch ms UTC. */
export const instant = z.number().int().min(-8.64e15).max(8.64e15)
export const whole = z.number().int().min(-2_147_483_648).max(2_147_483_647)
/** A value of a variable on the wire; null: none. */
export const scalar = z.union([z.number().refine(Number.isFinite), z.boolean(), z.string().max(1000), z.null()])
