// The weather at a place, from a provider that the operator configures.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Instant } from '../../../contract/fields.ts'
import { token } from '../../frame/token.ts'

export const Weather = z.object({
  /** Units: °C, %, m/s, degrees from north, hPa. */
  temperature: z.number(),
  humidity: z.number().nullable(),
  wind: z.number().nullable(),
  windFrom: z.number().nullable(),
  pressure: z.number().nullable(),
  /** Weather code of the WMO, table 4677. */
  code: z.number(),
  isDay: z.boolean(),
  days: z.array(z.object({ date: z.string(), low: z.number(), high: z.number(), code: z.number() })),
  /** Time of the measurement or calculation. */
  at: Instant,
  /** The provider does not answer at present; this is its last answer. */
  isOld: z.boolean(),
  source: z.string(),
})
export type Weather = z.output<typeof Weather>

const degrees = (most: number) => z.number().min(-most).max(most)

export const queryWeather = post('/lfscada/weather/query', {
  may: 'monitor:view',
  about:
    'The weather at a place now and for some days, kept for 15 minutes; null where the platform has no provider of weather.',
  input: z.object({ latitude: degrees(90), longitude: degrees(180) }),
  output: Weather.nullable(),
})

/**
 * Requests the weather; null without a provider. Throws `weatherFailed` if the provider does not answer and no recent
 * answer is cached.
 */
export type AskWeather = (of: { accountId: number; latitude: number; longitude: number }) => Promise<Weather | null>

export const weather = token<AskWeather>('weather')
