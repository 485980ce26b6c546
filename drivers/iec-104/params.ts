// The parameters of IEC 60870-5-104: validation and defaults. The form is in fields.ts.
import { z } from 'zod'
import { ModbusParams } from '../modbus-tcp/params.ts'
import { whole } from '../usual-params.ts'
import type { LinkParams } from './link.ts'
import { isClockZone } from './time.ts'

const { host, collectMs, timeoutMs } = ModbusParams.shape

/** Commands that are selected before they are executed: none, switching commands (45 to 47), setpoints too. */
const selectModes = ['none', 'switching', 'all'] as const
/** Order of the parts of an address such as 1.2.3. */
const addressOrders = ['high', 'low'] as const
const maxMinutes = 1440

export const Iec104Params = z
  .object({
    host,
    port: whole(1, 65_535).default(2404),
    /** For addresses that name none; 65535 would mean all stations. */
    commonAddress: whole(1, 65_534).default(1),
    originator: whole(0, 255).default(0),
    /** The last reported values count as read again at this interval. */
    collectMs,
    /** For the confirmation of a command, and each step of a read. */
    timeoutMs: timeoutMs.default(5000),
    /** Minutes between general interrogations; 0: only after a connection and a restart of the station. */
    interrogationMinutes: whole(0, maxMinutes).default(15),
    /** Seconds after which a general interrogation counts as failed. */
    interrogationSeconds: whole(1, 600).default(60),
    /** Minutes between counter interrogations; 0: none. */
    counterMinutes: whole(0, maxMinutes).default(0),
    /** Minutes between clock synchronisations; 0: none. */
    clockMinutes: whole(0, maxMinutes).default(0),
    k: whole(1, 32_767).default(12),
    w: whole(1, 32_767).default(8),
    /** Seconds. */
    t0: whole(1, 255).default(30),
    t1: whole(1, 255).default(15),
    t2: whole(1, 255).default(10),
    t3: whole(1, 172_800).default(20),
    /** The zone of the station's clock: UTC, an offset or an IANA name. */
    zone: z.string().trim().max(50).refine(isClockZone).default('UTC'),
    addressOrder: z.enum(addressOrders).default('high'),
    selectBefore: z.enum(selectModes).default('none'),
    /** Qualifier of commands: 0 none, 1 short pulse, 2 long pulse, 3 persistent. */
    pulse: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).default(0),
    /** Commands have a time tag (58 to 64). */
    timedCommands: z.boolean().default(false),
    /** A command is complete with its termination, not with its confirmation. */
    awaitTermination: z.boolean().default(false),
    /** Longest wait for the reported value after a command; 0: none. */
    returnMs: whole(0, 60_000).default(3000),
    /** Values that are read are requested by a read command (102). */
    readCommand: z.boolean().default(false),
  })
  .superRefine(({ k, w, t1, t2 }, context) => {
    const refuse = (key: string, en: string, zh: string) =>
      context.addIssue({ code: 'custom', path: [key], params: { en, zh }, message: en })
    if (t2 >= t1) refuse('t2', 't2 must be shorter than t1', 't2 必须小于 t1')
    if (w > k) refuse('w', 'w must not exceed k; it is usually two thirds of k', 'w 不得大于 k，一般取 k 的三分之二')
  })
export type Iec104Params = z.output<typeof Iec104Params>

export const initialIec104: Iec104Params = Iec104Params.parse({ host: '192.168.1.10' })

export const linkParamsOf = ({ k, w, t1, t2, t3 }: Iec104Params): LinkParams => ({
  ...{ k, w, t1Ms: t1 * 1000, t2Ms: t2 * 1000, t3Ms: t3 * 1000 },
})
